"""Replaces the secrets in what searching and reading show; snippets are cut from redacted text already."""

from __future__ import annotations

from collections.abc import Sequence

from hermes_state.records import Message
from hermes_state.search.page import SearchPage
from hermes_state.search.views import BrowsePage, ReadView, ScrollView
from hermes_state.store.redacting import Redacts, redacted_beginning, redacted_message, redacted_session


def redact_page(page: SearchPage, redactor: Redacts) -> None:
    """Redacts the titles, messages and notes of a page, in place."""
    page.notes = [redactor.text(note) for note in page.notes]
    for result in page.results:
        result.title = _beginning(result.title, redactor)
        result.project = _text(result.project, redactor)
        result.messages = redacted_messages(result.messages, redactor)
        result.bookend_start = redacted_messages(result.bookend_start, redactor)
        result.bookend_end = redacted_messages(result.bookend_end, redactor)


def redact_view(view: BrowsePage | ReadView | ScrollView, redactor: Redacts) -> None:
    """Redacts the titles and messages of a view, in place."""
    if isinstance(view, BrowsePage):
        for row in view.conversations:
            row.title, row.preview = _text(row.title, redactor), _beginning(row.preview, redactor)
            row.project = _text(row.project, redactor)
        return
    view.session = redacted_session(view.session, redactor)
    if isinstance(view, ReadView):
        view.head, view.tail = redacted_messages(view.head, redactor), redacted_messages(view.tail, redactor)
        view.children = [redacted_session(child, redactor) for child in view.children]
        return
    view.messages = redacted_messages(view.messages, redactor)
    view.bookend_start = redacted_messages(view.bookend_start, redactor)
    view.bookend_end = redacted_messages(view.bookend_end, redactor)


def redacted_messages(messages: Sequence[Message], redactor: Redacts) -> list[Message]:
    """The messages with the secrets in what views show of them replaced."""
    return [redacted_message(message, redactor, only_shown=True) for message in messages]


def _beginning(text: str | None, redactor: Redacts) -> str | None:
    return None if text is None else redacted_beginning(text, redactor)


def _text(text: str | None, redactor: Redacts) -> str | None:
    return None if text is None else redactor.text(text)
