#!/bin/sh
# Imports the example transcripts into a scratch home and looks at them, by the real command.
# Usage: sh examples/demo.sh path/to/hermes-state   (make demo does it)
set -eu
command=$1
python=$(dirname "$command")/python
HERMES_HOME=${DEMO_HOME:-$PWD/.demo}
export HERMES_HOME
unset HERMES_STATE_DB
cd "$(dirname "$0")/.."

run() {
    printf '\n$ hermes session'
    for word in "$@"; do
        case $word in
            *[!A-Za-z0-9_./:-]*) printf " '%s'" "$word" ;;
            *) printf ' %s' "$word" ;;
        esac
    done
    printf '\n'
    "$command" session "$@"
}

run import examples/claude-code examples/codex examples/hermes examples/messages
run search 'Windows PTY bridge'
run search '数据库迁移'

hit=$("$command" session search 'Windows PTY bridge' --json | "$python" -c '
import json, sys
first = next(r for r in json.load(sys.stdin)["results"] if r["match_message_id"] is not None)
print(first["session_id"], first["match_message_id"])')
# shellcheck disable=SC2086 -- the hit is two words
run scroll $hit --window 2
run browse --limit 4
