"""tantivy, its default tokenizer, text stored, one indexing thread, ranked by bm25.

Its tokenizer splits at ``_`` and keeps a run of Chinese letters as one word: a literal is asked as a phrase.
"""

from __future__ import annotations

import shutil
from importlib.metadata import version
from pathlib import Path
from typing import Any

import tantivy
from serving import LiveEngine, Message, Query, is_narrowed, messages_of, serve

HEAP_BYTES = 128_000_000
THREADS = 1


class Tantivy(LiveEngine):
    """A search engine library without a database."""

    def __init__(self) -> None:
        schema = tantivy.SchemaBuilder()
        schema.add_unsigned_field("number", stored=True)
        schema.add_text_field("session", stored=True, tokenizer_name="raw")
        schema.add_text_field("role", stored=True, tokenizer_name="raw")
        schema.add_text_field("text", stored=True)
        self._schema = schema.build()
        self._index: Any = None
        self._writer: Any = None
        self._searcher: Any = None

    def about(self) -> dict[str, Any]:
        return {"version": version("tantivy")}

    def build(self, corpus: Path, folder: Path) -> None:
        self.begin(folder)
        for number, message in enumerate(messages_of(corpus)):
            self._writer.add_document(self._document(message, number))
        self._writer.commit()
        self._writer.wait_merging_threads()
        self._writer = None
        self._refresh()

    def _document(self, message: Message, number: int) -> Any:
        return tantivy.Document(
            number=number, session=message["session"], role=message["role"], text=message["content"] or ""
        )

    def _refresh(self) -> None:
        self._index.reload()
        self._searcher = self._index.searcher()

    def files(self, folder: Path) -> list[Path]:
        return list((folder / "index").iterdir())

    def ask(self, query: Query, variant: str) -> Any:
        if is_narrowed(query):
            return None
        if query["meaning"] == "prefix":
            parsed = tantivy.Query.regex_query(self._schema, "text", f"{query['parts'][0]}.*")
        else:
            quoted = " ".join('+"{}"'.format(part.replace('"', " ")) for part in query["parts"])
            parsed = self._index.parse_query(quoted, ["text"])
        hits = self._searcher.search(parsed, query["limit"]).hits
        found = [self._searcher.doc(address) for _, address in hits]
        return [(document["number"][0], document["text"][0]) for document in found]

    def numbers(self, answer: Any) -> list[int]:
        return [number for number, _ in answer]

    def begin(self, folder: Path) -> None:
        where = folder / "index"
        shutil.rmtree(where, ignore_errors=True)
        where.mkdir()
        self._index = tantivy.Index(self._schema, path=str(where))
        self._writer = self._index.writer(heap_size=HEAP_BYTES, num_threads=THREADS)

    def append(self, message: Message, number: int) -> None:
        if self._writer is None:
            self._writer = self._index.writer(heap_size=HEAP_BYTES, num_threads=THREADS)
        self._writer.add_document(self._document(message, number))
        self._writer.commit()

    def close(self) -> None:
        if self._writer is not None:
            self._writer.wait_merging_threads()
        self._index = self._writer = self._searcher = None


if __name__ == "__main__":
    serve(Tantivy())
