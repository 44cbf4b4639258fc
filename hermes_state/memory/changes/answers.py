"""The answers of the store: plain dicts, ready for JSON, that say what happened and what to do now."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from hermes_state.errors import AmbiguousEntryError, HermesStateError
from hermes_state.memory.changes.writing import OverLimit, Written
from hermes_state.memory.entries import near
from hermes_state.memory.entries.text import content_hash, joined
from hermes_state.memory.journal.sidecar import EntryFacts, Sidecar
from hermes_state.memory.prompt import judging
from hermes_state.memory.prompt.judging import Judgement
from hermes_state.memory.prompt.snapshot import FULL_PERCENT, percent, usage
from hermes_state.memory.targets import FILE_NAMES, Target
from hermes_state.times import iso

Answer = dict[str, Any]

MOST_FAILURES = 3
"""How many over-limit and no-match failures in a turn are answered with instructions; the next is final."""

_PREVIEW_CHARS = 60

_DONE = {
    "add": "entry added",
    "replace": "entry replaced",
    "edit": "entry edited",
    "remove": "entry removed",
    "undo": "change undone",
}

NOTHING_APPLIED = "nothing was applied"
NO_OPERATION_APPLIED = "nothing was applied: no operation of the batch"


def live(target: Target, entries: Sequence[str], limit: int, known: Sidecar | None) -> Answer:
    """The fields that show a store as it is now: the entries and the use of the limit; with ``known`` also the size
    and age of each entry."""
    return {
        "target": target,
        "current_entries": list(entries),
        **({} if known is None else {"entries": described(entries, known)}),
        "entry_count": len(entries),
        "usage": usage(entries, limit),
        "percent": percent(len(joined(entries)), limit),
    }


def described(entries: Sequence[str], known: Sidecar, now: float | None = None) -> list[Answer]:
    """For each entry, in order: id (8 hex digits), size in characters, age, times and where it came from."""
    now = time.time() if now is None else now
    return [
        _described(number, entry, known.entries.get(content_hash(entry)), now)
        for number, entry in enumerate(entries, 1)
    ]


def _described(number: int, entry: str, facts: EntryFacts | None, now: float) -> Answer:
    first_line = " ".join(entry[: 2 * _PREVIEW_CHARS].split())
    preview = first_line if len(entry) <= _PREVIEW_CHARS else f"{first_line[: _PREVIEW_CHARS - 1]}…"
    answer: Answer = {"number": number, "id": content_hash(entry)[:8], "chars": len(entry), "preview": preview}
    if facts is None:
        return answer
    answer |= {
        "age": age(now - facts.changed),
        "created": iso(facts.created),
        "changed": iso(facts.changed),
        "origin": facts.origin,
    }
    cited = {"session": facts.session, "message": facts.message}
    return answer | {name: value for name, value in cited.items() if value is not None}


def age(seconds: float) -> str:
    """A length of time as a person says it; a clock that went back makes it ``just now``."""
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        count = int(seconds // length)
        if count >= 1:
            return f"{count} {unit}{'s' if count > 1 else ''}"
    return "just now"


def done(target: Target, written: Written, limit: int, name: str) -> Answer:
    """The answer to a write that was done or had nothing to do; it does not invite a repetition."""
    answer: Answer = {"success": True, "done": True, "message": _message(written, name)}
    answer |= live(target, written.entries, limit, None)
    if written.change is None:
        return answer
    answer["change_id"] = written.change.id
    overwritten = [
        one.before for one in written.change.changes if one.action in ("replace", "edit") and one.before is not None
    ]
    removed = [one.before for one in written.change.changes if one.action == "remove" and one.before is not None]
    answer |= {name: texts for name, texts in (("overwritten", overwritten), ("removed", removed)) if texts}
    if written.outside:
        answer["changed_outside"] = list(written.outside)
        answer["backup"] = written.backup
    added = [one.after for one in written.change.changes if one.after is not None]
    similar = _near(added, written.entries)
    if similar:
        answer["near_duplicates"] = similar
    warnings = _warnings(target, written, limit, bool(similar), added)
    if warnings:
        answer["warnings"] = warnings
    if written.judgement.findings:
        answer["findings"] = findings(written.judgement)
    return answer


def _message(written: Written, name: str) -> str:
    if written.change is None:
        if written.outcome.duplicates:
            return "entry already exists"
        return "it is so already"
    count = len(written.change.changes)
    if name == "batch":
        return f"{count} change{'s' if count != 1 else ''} applied; this update is complete"
    return f"{_DONE.get(name, name)}; this update is complete"


def _near(added: Sequence[str], entries: Sequence[str]) -> list[Answer]:
    return [
        {"entry": entry, "like": text, "similarity": round(score, 2)}
        for text in added
        for entry, score in near.alike(text, entries)
    ]


def secret_warning(texts: Sequence[str]) -> str | None:
    """What to say of new texts in which something looks like a password or a key; ``None`` for others."""
    from hermes_state import secrets  # its patterns are for those who write, not for every start

    kinds = dict.fromkeys(found.kind for text in texts for found in secrets.find(text))
    if not kinds:
        return None
    return (
        f"looks like it holds a secret ({', '.join(kinds)}); it goes into every prompt: note where the secret is kept, "
        "not the secret"
    )


def _warnings(target: Target, written: Written, limit: int, similar: bool, added: Sequence[str]) -> list[str]:
    warnings = list(written.notes)
    if (secret := secret_warning(added)) is not None:
        warnings.append(secret)
    if written.outside:
        warnings.append(
            f"what was replaced or removed had been changed outside this tool; a copy of {FILE_NAMES[target]} as it "
            f"was is {written.backup}"
        )
    if similar:
        warnings.append("an entry that says nearly the same exists; merge the two if they mean one fact")
    share = percent(len(joined(written.entries)), limit)
    if share >= FULL_PERCENT:
        warnings.append(
            f"{FILE_NAMES[target]} is {share} % full ({usage(written.entries, limit)} characters): merge or shorten "
            "entries before adding more"
        )
    if written.judgement.findings:
        warnings.append(f"the scanner noticed {_words(written.judgement)}")
    return warnings


def over_limit(target: Target, result: OverLimit, limit: int) -> Answer:
    """The answer to a write that does not fit: an instruction to consolidate within this turn."""
    entries = list(dict.fromkeys(result.state.entries))
    size = len(joined(result.outcome.entries))
    largest = max((len(one.after) for one in result.outcome.changes if one.after is not None), default=0)
    return {
        "success": False,
        "error": (
            f"{FILE_NAMES[target]} is at {usage(entries, limit)} characters; with this entry of {largest:,} it would "
            f"be {size:,}, {size - limit:,} too many; {NOTHING_APPLIED}. Consolidate now, in this turn: in one batch, "
            "merge, shorten or remove entries that are old, long or no longer true, and add the new one; only the "
            "final size counts"
        ),
        "entry_chars": largest,
        "over_by": size - limit,
        "limit": limit,
    } | live(target, entries, limit, result.state.known)


def refused(target: Target, judgement: Judgement, *, hint: str | None, pending_id: str | None = None) -> Answer:
    """The answer to a write that the scanner refuses: class, words, and that nothing was applied.

    With ``pending_id`` the write waits for a person, who may allow it. ``hint`` is what a person can do.
    """
    answer: Answer = {
        "success": False,
        "error": f"refused by the scanner: {_words(judgement)}; {NOTHING_APPLIED}",
        "target": target,
        "findings": findings(judgement),
    }
    if pending_id is not None:
        answer |= {"done": True, "staged": True, "pending_id": pending_id}
        answer["error"] += f"; it waits for a person's decision as {pending_id}"
    if hint is not None:
        answer["hint"] = hint
    return answer


def staged(target: Target, pending_id: str) -> Answer:
    """The answer to a write that waits for a person's approval."""
    return {
        "success": True,
        "done": True,
        "staged": True,
        "pending_id": pending_id,
        "message": f"the write waits for a person's approval as {pending_id}; {NOTHING_APPLIED} yet",
        "target": target,
    }


def of_batch(answer: Answer) -> Answer:
    """The answer to a batch: a failed one says that no operation was applied, not even the good ones."""
    error = answer.get("error", "")
    if answer["success"] or NO_OPERATION_APPLIED in error:
        return answer
    if NOTHING_APPLIED in error:
        return answer | {"error": error.replace(NOTHING_APPLIED, NO_OPERATION_APPLIED, 1)}
    return answer | {"error": f"{error}; {NO_OPERATION_APPLIED}"}


def findings(judgement: Judgement) -> list[Answer]:
    """All findings of a judgement for JSON."""
    return [one.as_dict() for one in judgement.findings]


def _words(judgement: Judgement) -> str:
    told = judging.told_once((one.verdict, one.threat, one.words) for one in judgement.findings)
    return "; ".join(f"{threat} ({words})" for _, threat, words in told)


def trouble(target: object, error: HermesStateError) -> Answer:
    """The answer for an error: what is wrong, that nothing was applied, and what to do about it."""
    text = str(error)
    if "nothing was" not in text.casefold() and "applied" not in text:
        text += f"; {NOTHING_APPLIED}"
    answer: Answer = {"success": False, "error": text, "target": target}
    if error.hint:
        answer["hint"] = error.hint
    if isinstance(error, AmbiguousEntryError):
        answer["matches"] = error.matches
    return answer


def final(target: Target) -> Answer:
    """The answer that ends a turn's attempts."""
    return {
        "success": False,
        "done": True,
        "error": (
            f"too many failed writes to memory in this turn; {NOTHING_APPLIED}. Stop calling memory, leave memory "
            "unchanged for now and continue with the reply; the fact can be saved in a later turn"
        ),
        "target": target,
    }


def off(target: Target) -> Answer:
    """The answer when a store is switched off in the settings."""
    return {
        "success": False,
        "done": True,
        "error": f"memory is off: {FILE_NAMES[target]} is switched off in the settings; {NOTHING_APPLIED}",
        "target": target,
    }


def with_pending(answer: Mapping[str, Any], count: int) -> Answer:
    """An answer that also says how many writes wait for a person, if any do."""
    return {**answer, "pending": count} if count else dict(answer)
