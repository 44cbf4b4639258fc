"""How messages are printed: a line that says who and when, then the text, long work text cut short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from hermes_state.cli.neutral import neutral, neutral_line
from hermes_state.cli.render import count, indented, local_time, short_id, short_path, styled

if TYPE_CHECKING:
    from hermes_state import Message, Session

WORK_TEXT_CHARS = 600
"""What is shown of a tool result, a thought or a tool call's arguments without ``--full``."""

ROLE_COLOURS = {"user": "green", "assistant": "cyan", "tool": "blue", "system": "magenta"}


def session_heading(session: Session, message_count: int | None = None) -> str:
    """The lines that stand above a conversation's messages: title, then where and when it was held."""
    held = local_time(session.started_at)
    if session.last_active_at is not None and local_time(session.last_active_at) != held:
        held += f" to {local_time(session.last_active_at)}"
    facts = [
        session.source or session.origin,
        short_path(session.project),
        f"branch {session.branch}" if session.branch else "",
        session.model or "",
        held,
        count(message_count if message_count is not None else session.message_count, "message"),
    ]
    lines = [
        styled(title_of(session), bold=True),
        neutral_line("  ".join(fact for fact in facts if fact)),
        f"id {neutral_line(session.origin)}:{neutral_line(session.id)}",
    ]
    if session.parent_id:
        lines.append(f"{session.kind or 'child'} of {neutral_line(session.parent_id)}")
    return "\n".join(lines)


def title_of(session: Any) -> str:
    """The title of a session or a row of one as one harmless line, else how it began, else a word for having none."""
    return neutral_line(session.title or getattr(session, "preview", None) or "") or "(no title)"


def message_lines(message: Message, *, full: bool = False, pointed: bool = False) -> Iterator[str]:
    """Yields the printed lines of one message; ``pointed`` marks the one that was asked for."""
    marker = styled(">", fg="yellow", bold=True) if pointed else " "
    yield f"{marker} {message_heading(message)}"
    work = message.role not in ("user", "assistant")
    text = content_as_text(message)
    if message.thinking:
        yield styled(indented(shortened("(thinking) " + message.thinking, full), "    "), dim=True)
    if text:
        yield indented(shortened(text, full) if work else text, "    ")
    for call in message.tool_calls or ():
        yield styled(indented(shortened(call_as_text(call), full), "    "), dim=True)


def message_heading(message: Message) -> str:
    """Who said it, when, and the id that ``scroll`` takes."""
    role = styled(message.role, fg=ROLE_COLOURS.get(message.role), bold=True)
    facts = [neutral_line(message.tool_name or ""), local_time(message.timestamp)]
    if message.compacted:
        facts.append("compacted")
    if message.generated:
        facts.append("generated")
    tail = "  ".join([f"#{message.id}", *(fact for fact in facts if fact)])
    return f"{role}  {styled(tail, dim=True)}"


def content_as_text(message: Message) -> str:
    """The text of a message, with a word in brackets for each part that is none."""
    content = message.content
    if content is None or isinstance(content, str):
        return content or ""
    return "\n".join(part for part in (_part_as_text(part) for part in content) if part)


def call_as_text(call: dict[str, Any]) -> str:
    """A tool call as one text: the tool's name and its arguments."""
    function = call.get("function")
    named = function if isinstance(function, dict) else {}
    arguments = named.get("arguments")
    if arguments is not None and not isinstance(arguments, str):
        import json  # 1 ms that only such calls pay

        arguments = json.dumps(arguments, ensure_ascii=False)
    return f"-> {named.get('name') or 'tool'} {arguments or ''}".rstrip()


def shortened(text: str, full: bool) -> str:
    """``text``, or its start and how much is left out."""
    if full or len(text) <= WORK_TEXT_CHARS:
        return text
    return f"{text[:WORK_TEXT_CHARS].rstrip()} … ({len(text) - WORK_TEXT_CHARS:,} more characters; --full shows them)"


def resume_line(session: Session) -> str | None:
    """The line that says how to go on with a conversation in its own tool; ``None`` when it cannot be."""
    from hermes_state.resume import resume_hint  # shlex, for the one command that resumes

    hint = resume_hint(session)
    return None if hint is None else f"Resume it:  {neutral_line(hint.line)}"


def ids_line(session_id: str, message_id: int | None) -> str:
    """The command that reads around a hit, with ids short enough to copy."""
    if message_id is None:
        return f"hermes session show {short_id(session_id)}"
    return f"hermes session scroll {short_id(session_id)} {message_id}"


def _part_as_text(part: Any) -> str:
    """One part of a content list as text."""
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return ""
    text = part.get("text")
    if isinstance(text, str):
        return text
    return f"[{neutral(str(part.get('type', 'attachment'))).replace('_url', '')}]"


def messages_text(messages: Sequence[Message], *, full: bool, pointed: int | None = None) -> Iterator[str]:
    """Yields the printed lines of messages in order, an empty line between two."""
    for position, message in enumerate(messages):
        if position:
            yield ""
        yield from message_lines(message, full=full, pointed=message.id is not None and message.id == pointed)
