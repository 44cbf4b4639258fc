"""The steps that build the archive's schema: NNNN_name.sql, append-only, never edited once released."""
