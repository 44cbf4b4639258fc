"""Importing: the places of transcripts, and the way from records to rows."""
