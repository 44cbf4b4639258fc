"""Takes records out of a database file that SQLite cannot read any more: bytes to pages to records.

Nothing in here knows SQLite's library or an archive's meaning; ``upkeep`` puts what is found into a new archive.
"""

from __future__ import annotations

from hermes_state.salvage.carving import CarvedRow, Carver
from hermes_state.salvage.pages import PageFile
from hermes_state.salvage.shapes import Column, Shape

__all__ = ["CarvedRow", "Carver", "Column", "PageFile", "Shape"]
