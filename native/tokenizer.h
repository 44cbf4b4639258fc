/* The FTS5 tokenizer fts5_cjk. */

#ifndef HERMES_TOKENIZER_H
#define HERMES_TOKENIZER_H

#include "vendor/sqlite3.h"

/* Registers the tokenizer with the connection that the FTS5 interface belongs to; returns SQLite's code. */
int hermes_create_tokenizer(fts5_api *fts5);

#endif
