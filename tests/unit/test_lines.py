"""The reader of line formats: what it takes, what it reports, and where it goes on."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from hermes_state.errors import SourceRewrittenError, TranscriptError
from hermes_state.records import Event, Record, Skip
from hermes_state.transcripts.lines import MAX_DEPTH, LineReader


class Plain:
    """A parser that makes an event of every value and counts them."""

    def __init__(self, path: Path, state: dict[str, Any] | None) -> None:
        self.count = state["count"] if state else 0

    def feed(self, value: Any, line: int) -> list[Record]:
        self.count += 1
        return [Event(f"{line}", value)]

    def unparsed(self, text: str, line: int) -> list[Record]:
        self.count += 1
        return [Event(f"{line}!", text)]

    def finish(self) -> list[Record]:
        return []

    def state(self) -> dict[str, Any]:
        return {"count": self.count}


def reader(
    path: Path, data: bytes | None = None, checkpoint: dict[str, Any] | None = None, **limits: int
) -> LineReader:
    if data is not None:
        path.write_bytes(data)
    return LineReader(path, Plain, "plain", checkpoint, **limits)


def read(
    path: Path, data: bytes | None = None, checkpoint: dict[str, Any] | None = None, **limits: int
) -> list[Record]:
    return [record for batch in reader(path, data, checkpoint, **limits).batches() for record in batch]


def drain(source: LineReader) -> dict[str, Any]:
    for _ in source.batches():
        pass
    return source.checkpoint()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file.jsonl"


def test_a_record_a_line_gives_its_values_with_their_line_numbers(path: Path) -> None:
    assert read(path, b'{"a":1}\n\n[2]\n') == [Event("1", {"a": 1}), Event("3", [2])]


def test_one_byte_order_mark_and_windows_line_ends_are_accepted(path: Path) -> None:
    assert read(path, b'\xef\xbb\xbf{"a":1}\r\n{"b":2}\r\n') == [Event("1", {"a": 1}), Event("2", {"b": 2})]


def test_a_second_byte_order_mark_makes_its_line_unparsed(path: Path) -> None:
    records = read(path, b'{"a":1}\n\xef\xbb\xbf{"b":2}\n')
    assert records[1] == Event("2!", '\ufeff{"b":2}')
    assert isinstance(records[2], Skip)


def test_separators_of_lines_within_strings_do_not_break_records(path: Path) -> None:
    text = "a\u2028b\u2029c\u0085d\x1ce"
    data = json.dumps({"t": text}, ensure_ascii=False).encode() + b"\n"
    assert read(path, data) == [Event("1", {"t": text})]


def test_two_objects_on_one_line_are_two_values_of_that_line(path: Path) -> None:
    assert read(path, b'{"a":1}{"b":2} {"c":3}\n') == [Event("1", {"a": 1}), Event("1", {"b": 2}), Event("1", {"c": 3})]


def test_the_rest_of_a_line_that_does_not_parse_is_kept_as_text(path: Path) -> None:
    records = read(path, b'{"a":1}{"b":\r\n{"c":3}\n')
    assert records[:2] == [Event("1", {"a": 1}), Event("1!", '{"b":')]
    assert isinstance(records[2], Skip)
    assert records[2].line == 1
    assert records[3] == Event("2", {"c": 3})


@pytest.mark.parametrize(
    "line",
    [
        b"not json",
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b'{"a": 1e999}',
        b'{"a": ' + b"9" * 5000 + b"}",
        b"[" * 100_000,
        b"[" * (MAX_DEPTH + 5) + b"]" * (MAX_DEPTH + 5),
        b'{"a":' * (MAX_DEPTH + 5) + b"1" + b"}" * (MAX_DEPTH + 5),
        b"\xff\xfe broken \x00",
    ],
    ids=["words", "nan", "infinity", "overflow", "huge-int", "deep", "nested-lists", "nested-objects", "bytes"],
)
def test_a_line_that_is_no_json_is_kept_and_reported_and_the_next_is_read(path: Path, line: bytes) -> None:
    records = read(path, line + b'\n{"ok":1}\n')
    assert records[0] == Event("1!", line.decode("utf-8", "surrogateescape"))
    assert isinstance(records[1], Skip)
    assert records[1].line == 1
    assert records[2:] == [Event("2", {"ok": 1})]


def test_many_brackets_side_by_side_are_no_depth(path: Path) -> None:
    value = {"rows": [[1], [2]] * MAX_DEPTH}
    assert read(path, json.dumps(value).encode() + b"\n") == [Event("1", value)]


def test_lone_surrogates_nul_and_control_characters_in_strings_are_kept(path: Path) -> None:
    assert read(path, b'{"a":"\\ud83d \\u0000 \t"}\n') == [Event("1", {"a": "\ud83d \x00 \t"})]


def test_bytes_that_are_no_utf_8_come_back_as_the_same_bytes(path: Path) -> None:
    (record,) = read(path, b'{"a":"\xff\xfe"}\n')
    assert isinstance(record, Event)
    assert isinstance(record.record, dict)
    assert record.record["a"].encode("utf-8", "surrogateescape") == b"\xff\xfe"


def test_an_unfinished_last_line_is_reported_each_time_and_read_once_it_is_whole(path: Path) -> None:
    first = reader(path, b'{"a":1}\n{"b":')
    batches = list(first.batches())
    assert batches[0] == [Event("1", {"a": 1})]
    assert [type(record) for record in batches[1]] == [Skip]
    assert first.checkpoint()["offset"] == len(b'{"a":1}\n')
    again = reader(path, checkpoint=first.checkpoint())
    assert [type(record) for batch in again.batches() for record in batch] == [Skip]
    with path.open("ab") as file:
        file.write(b"2}\n")
    assert read(path, checkpoint=again.checkpoint()) == [Event("2", {"b": 2})]


def test_a_last_line_without_its_end_is_read_when_it_parses(path: Path) -> None:
    first = reader(path, b'{"a":1}\n{"b":2}')
    assert [record for batch in first.batches() for record in batch] == [Event("1", {"a": 1}), Event("2", {"b": 2})]
    with path.open("ab") as file:
        file.write(b'\n{"c":3}\n')
    assert read(path, checkpoint=first.checkpoint()) == [Event("3", {"c": 3})]


def test_a_number_at_the_end_may_still_grow(path: Path) -> None:
    assert [type(record) for record in read(path, b"12")] == [Skip]


def test_a_growing_file_is_read_from_where_reading_stopped(path: Path) -> None:
    state = drain(reader(path, b'{"a":1}\n'))
    with path.open("ab") as file:
        file.write(b'{"b":2}\n')
    second = reader(path, checkpoint=state)
    assert [record for batch in second.batches() for record in batch] == [Event("2", {"b": 2})]
    assert second.checkpoint()["state"] == {"count": 2}


def test_a_checkpoint_survives_json(path: Path) -> None:
    state = drain(reader(path, b'{"a":1}\n'))
    assert json.loads(json.dumps(state)) == state


def test_a_file_whose_beginning_changed_is_refused(path: Path) -> None:
    state = drain(reader(path, b'{"a":1}\n{"b":2}\n'))
    with pytest.raises(SourceRewrittenError) as caught:
        read(path, b'{"a":9}\n{"b":2}\n{"c":3}\n', state)
    assert caught.value.path == str(path)


def test_a_file_that_shrank_is_refused(path: Path) -> None:
    state = drain(reader(path, b'{"a":1}\n{"b":2}\n'))
    with pytest.raises(SourceRewrittenError):
        read(path, b'{"a":1}\n', state)


def test_a_checkpoint_of_another_reader_is_refused(path: Path) -> None:
    with pytest.raises(TranscriptError):
        reader(path, b"", {"rowid": 7})


def test_a_line_beyond_the_limit_is_skipped_and_the_next_is_read(path: Path) -> None:
    long = b'{"a":"' + b"x" * 5000 + b'"}\n'
    source = reader(path, long + b'{"b":2}\n', max_line_bytes=1000)
    batches = list(source.batches())
    assert [type(record) for record in batches[0]] == [Skip]
    assert batches[1] == [Event("2", {"b": 2})]
    assert source.checkpoint()["offset"] == len(long) + 8
    assert read(path, checkpoint=source.checkpoint()) == []


def test_a_line_of_exactly_the_limit_is_read(path: Path) -> None:
    line = json.dumps({"a": "x" * 100}).encode()
    assert len(read(path, line + b"\n", max_line_bytes=len(line))) == 1
    assert isinstance(read(path, line + b"\n", max_line_bytes=len(line) - 2)[0], Skip)


def test_an_unfinished_line_beyond_the_limit_is_not_consumed(path: Path) -> None:
    source = reader(path, b'{"b":2}\n"' + b"x" * 5000, max_line_bytes=1000)
    batches = list(source.batches())
    assert [type(record) for record in batches[1]] == [Skip]
    assert source.checkpoint()["offset"] == 8


def test_memory_does_not_grow_with_the_file(path: Path) -> None:
    line = json.dumps({"a": "x" * 10_000}).encode() + b"\n"
    peaks = []
    for lines in (100, 2000):
        path.write_bytes(line * lines)
        tracemalloc.start()
        drain(reader(path))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] * 1.2


def test_an_empty_file_has_no_records(path: Path) -> None:
    assert read(path, b"") == []
    assert read(path, b"\xef\xbb\xbf") == []
    assert read(path, b"\n\r\n  \n") == []


def test_a_missing_file_raises_what_the_system_says(path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read(path)
