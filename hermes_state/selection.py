"""Which sessions belong to the conversations that fit some filters: what an export by filters writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hermes_state.search.scope import Scope, session_predicate
from hermes_state.times import parse_time

if TYPE_CHECKING:
    from hermes_state.archive import SessionDB

SELECTED = """
SELECT m.origin, m.id
FROM session AS m
JOIN session AS r ON r.key = m.root_key
WHERE EXISTS (SELECT 1 FROM session AS s WHERE s.root_key = r.key AND {fits})
AND {times}
ORDER BY m.key
"""


def selected_sessions(
    db: SessionDB,
    *,
    sources: Sequence[str] | None = None,
    project: str | None = None,
    after: str | float | None = None,
    before: str | float | None = None,
) -> list[str]:
    """Every session, as ``origin:id``, of the conversations of which some session fits, in the archive's order.

    ``after`` and ``before`` are times of a conversation's last activity, as in ``SessionDB.browse``.
    Raises ``InvalidArgumentError`` for a time that is none.
    """
    fits, values = session_predicate(Scope(sources=tuple(sources or ()), project=project, include_hidden=True))
    times: list[str] = []
    for bound, comparison in ((after, ">="), (before, "<")):
        if bound is not None:
            times.append(f"r.tip_at {comparison} ?")
            values.append(parse_time(bound))
    sql = SELECTED.format(fits=fits, times=" AND ".join(times) or "1")
    reader = db.file.reader()
    return [f"{origin}:{session_id}" for origin, session_id in reader.connection.rows(sql, values)]
