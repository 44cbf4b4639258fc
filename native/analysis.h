/* Text to its folded form and to index terms, exactly as hermes_state/search/analysis.py does it.

   A pure core: no SQLite, no global state, memory only in the buffers that the caller owns and uses again.
   Text is UTF-8 with its length in bytes: NUL is a character as any other, a lone surrogate is its three bytes
   (WTF-8), and each byte that is no part of a code point is taken as U+FFFD. Every function that may fail returns
   HERMES_OK or the reason; a buffer is in order after a failure too. */

#ifndef HERMES_ANALYSIS_H
#define HERMES_ANALYSIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HERMES_OK = 0, HERMES_NO_MEMORY = 1 };

enum {
    HERMES_MAX_MARKS = 32,   /* combining marks kept of a longer run */
    HERMES_CHUNK_CHARS = 512, /* the longest term; a longer run is cut into overlapping chunks */
    HERMES_CHUNK_STEP = 256
};

typedef struct {
    uint8_t *bytes;
    size_t length;
    size_t capacity;
} hermes_buffer;

typedef struct {
    uint32_t *codes;
    size_t count;
    size_t capacity;
} hermes_codes;

/* Where a stretch of folded text begins and where its source does. It ends where the next piece begins. In a linear
   piece byte stands for byte; of any other, all folded bytes stand for the whole of its source. */
typedef struct {
    size_t folded;
    size_t source;
    bool is_linear;
} hermes_piece;

typedef struct {
    hermes_piece *pieces; /* the last one is the end of both texts */
    size_t count;
    size_t capacity;
    size_t start_piece; /* where the last start and end were found: spans are asked for in rising order */
    size_t end_piece;
} hermes_map;

/* Folds texts, one after the other; all zero at first. */
typedef struct {
    hermes_buffer folded;
    hermes_map map;
    hermes_codes text;
    hermes_codes work;
    hermes_codes before;
} hermes_folder;

/* A term's place in the folded text, in bytes. A span ends behind what only modifies an emoji. */
typedef struct {
    size_t start;
    size_t end;
    size_t span_end;
} hermes_term;

/* Takes a term; anything but 0 stops and is returned. */
typedef int (*hermes_term_receiver)(void *context, const hermes_term *term);

/* Leaves the folded form in `folder->folded` and, when `with_map`, where it came from in `folder->map`. */
int hermes_fold(hermes_folder *folder, const uint8_t *text, size_t length, bool with_map);

/* Where bytes `start` to `end` (> start) of the last text folded with a map came from. `start` and `end` may not be
   less than in the call before. */
void hermes_source_span(hermes_map *map, size_t start, size_t end, size_t *source_start, size_t *source_end);

/* Puts into `out` the text whose words, as FTS5's ascii tokenizer with '_' finds them, are the terms. */
int hermes_index_text(const uint8_t *folded, size_t length, hermes_buffer *out);

/* Hands on the terms in order. Those of a query leave out the last letter of an n-gram run that ends the text, for
   it may go on in what is sought; a lone letter is handed on and meant as a prefix. */
int hermes_each_term(const uint8_t *folded, size_t length, bool is_query, hermes_term_receiver receive, void *context);

/* The distinct words of a text, lower case, a line each; all zero at first but for the key. */
typedef struct {
    hermes_buffer words;
    struct hermes_slot *slots;
    size_t used;
    size_t capacity;
    uint64_t key[2]; /* any numbers that whoever writes the texts does not know */
} hermes_word_set;

/* Leaves in `set->words` the distinct words of index text in the order in which they come, without the terms of
   n-gram scripts and emoji. Of text that is no index text: stretches of bytes that FTS5's ascii tokenizer with '_'
   takes as a token and that begin with a word character. HERMES_NO_MEMORY for a text of 4 GiB too. */
int hermes_words(hermes_word_set *set, const uint8_t *text, size_t length);

/* Frees what a buffer, a folder or a word set holds beyond `keep_bytes`; with 0 all of it. It may be used again. */
void hermes_trim_buffer(hermes_buffer *buffer, size_t keep_bytes);
void hermes_trim_folder(hermes_folder *folder, size_t keep_bytes);
void hermes_trim_word_set(hermes_word_set *set, size_t keep_bytes);

#endif
