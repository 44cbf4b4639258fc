/* Folded text to terms, and to the text that holds them as words. */

#include "memory.h"
#include "unicode.h"

static bool is_term_byte(uint8_t byte)
{
    return byte >= 0x80 || kind_of(byte) == KIND_WORD;
}

/* The kind of the code point at `at`, and its bytes; a byte that is part of none is a separator. */
static unsigned kind_at(const uint8_t *text, size_t length, size_t at, unsigned *size)
{
    uint32_t code;
    *size = decode_utf8(text + at, length - at, &code);
    if (*size == 0) {
        *size = 1;
        return KIND_SEPARATOR;
    }
    return kind_of(code);
}

/* The place `count` code points behind `at`, or `end` where there are fewer. */
static size_t step(const uint8_t *text, size_t at, size_t end, size_t count)
{
    while (at < end && count > 0) {
        at++;
        count -= at == end || (text[at] & 0xC0) != 0x80;
    }
    return at;
}

/* Hands on a run of `chars` word characters, in overlapping chunks if it is longer than one. */
static int each_chunk(const uint8_t *text, size_t start, size_t end, size_t chars, hermes_term_receiver receive,
                      void *context)
{
    size_t last = chars > HERMES_CHUNK_CHARS ? chars - HERMES_CHUNK_CHARS : 0;
    for (size_t number = 0; number < last + HERMES_CHUNK_STEP; number += HERMES_CHUNK_STEP) {
        size_t chunk_end = last == 0 ? end : step(text, start, end, HERMES_CHUNK_CHARS);
        int status = receive(context, &(hermes_term){start, chunk_end, chunk_end});
        if (status != 0 || last == 0)
            return status;
        start = step(text, start, end, HERMES_CHUNK_STEP);
    }
    return 0;
}

/* The text of the index */

typedef struct {
    const uint8_t *text;
    hermes_buffer *out;
    bool is_first;
} joining;

static int append_chunk(void *context, const hermes_term *term)
{
    static const uint8_t space = ' ';
    joining *chunks = context;
    int status = chunks->is_first ? HERMES_OK : hermes_append(chunks->out, &space, 1);
    chunks->is_first = false;
    return status != HERMES_OK ? status : hermes_append(chunks->out, chunks->text + term->start, term->end - term->start);
}

/* Appends ASCII and word characters, long runs cut. A run of more than HERMES_CHUNK_CHARS characters has more bytes
   than that: it is looked for by steps of so many, backwards from each to the separator before it. */
static int append_words(const uint8_t *text, size_t start, size_t end, hermes_buffer *out)
{
    size_t copied = start;
    while (end - start > HERMES_CHUNK_CHARS) {
        size_t at = start + HERMES_CHUNK_CHARS, chars = 0;
        int status;
        while (at > start && is_term_byte(text[at]))
            at--;
        if (!is_term_byte(text[at])) {
            start = at + 1;
            continue;
        }
        for (at = start; at < end && is_term_byte(text[at]); at++)
            chars += (text[at] & 0xC0) != 0x80;
        if (chars > HERMES_CHUNK_CHARS) {
            joining chunks = {text, out, true};
            if ((status = hermes_append(out, text + copied, start - copied)) != HERMES_OK)
                return status;
            if ((status = each_chunk(text, start, at, chars, append_chunk, &chunks)) != 0)
                return status;
            copied = at;
        }
        start = at;
    }
    return hermes_append(out, text + copied, end - copied);
}

/* Where the ASCII and word characters from `at` on end. */
static size_t end_of_words(const uint8_t *text, size_t length, size_t at)
{
    while (at < length) {
        uint64_t bytes;
        unsigned size = 1;
        if (length - at >= sizeof bytes) {
            memcpy(&bytes, text + at, sizeof bytes);
            if ((bytes & 0x8080808080808080U) == 0) {
                at += sizeof bytes;
                continue;
            }
        }
        if (text[at] >= 0x80 && kind_at(text, length, at, &size) != KIND_WORD)
            break;
        at += size;
    }
    return at;
}

/* Appends a term of at most two code points and a space; `out` has room for eight bytes and the space. */
static void append_letters(const uint8_t *text, size_t length, size_t start, size_t end, hermes_buffer *out)
{
    enum { LETTERS = 2 * LONGEST_UTF8 };
    uint8_t *to = out->bytes + out->length;
    if (length - start >= LETTERS)
        memcpy(to, text + start, LETTERS); /* a copy of fixed length is one instruction */
    else
        memcpy(to, text + start, end - start);
    to[end - start] = ' ';
    out->length += end - start + 1;
}

/* Appends the terms of characters that are neither ASCII nor of words, from `*place` on, and moves it behind them. */
static int append_foreign(const uint8_t *text, size_t length, size_t *place, hermes_buffer *out)
{
    enum { ROOM = 2 * (2 * LONGEST_UTF8 + 1) };
    size_t at = *place, letter = SIZE_MAX; /* the n-gram letter before `at`, if any */
    int status = hermes_make_room(out, ROOM);
    if (status != HERMES_OK)
        return status;
    out->bytes[out->length++] = ' ';
    while (at < length && text[at] >= 0x80) {
        unsigned size, kind = kind_at(text, length, at, &size);
        if (kind == KIND_WORD)
            break;
        if (!hermes_has_room(out, ROOM) && (status = hermes_make_room(out, ROOM + (length - at))) != HERMES_OK)
            return status;
        if (letter != SIZE_MAX)
            append_letters(text, length, letter, kind == KIND_NGRAM ? at + size : at, out);
        if (kind == KIND_EMOJI)
            append_letters(text, length, at, at + size, out);
        letter = kind == KIND_NGRAM ? at : SIZE_MAX;
        at += size;
    }
    *place = at;
    if ((status = hermes_make_room(out, ROOM)) == HERMES_OK && letter != SIZE_MAX)
        append_letters(text, length, letter, at, out);
    return status;
}

int hermes_index_text(const uint8_t *folded, size_t length, hermes_buffer *out)
{
    size_t at = 0;
    int status = hermes_reserve_bytes(out, length);
    out->length = 0;
    while (status == HERMES_OK && at < length) {
        size_t end = end_of_words(folded, length, at);
        status = append_words(folded, at, end, out);
        at = end;
        if (status == HERMES_OK && at < length)
            status = append_foreign(folded, length, &at, out);
    }
    return status;
}

/* The terms themselves */

typedef struct {
    const uint8_t *text;
    size_t length;
    size_t at;
    size_t open_end; /* an n-gram run that ends here may go on; SIZE_MAX in a document */
    hermes_term_receiver receive;
    void *context;
} scan;

static int each_of_word(scan *here)
{
    size_t start = here->at, chars = 0;
    unsigned size;
    while (here->at < here->length && kind_at(here->text, here->length, here->at, &size) == KIND_WORD) {
        here->at += size;
        chars++;
    }
    return each_chunk(here->text, start, here->at, chars, here->receive, here->context);
}

static int each_of_ngrams(scan *here, unsigned size)
{
    size_t start = here->at, letter = start;
    here->at += size;
    while (here->at < here->length && kind_at(here->text, here->length, here->at, &size) == KIND_NGRAM) {
        int status;
        here->at += size;
        if ((status = here->receive(here->context, &(hermes_term){letter, here->at, here->at})) != 0)
            return status;
        letter = here->at - size;
    }
    if (letter != start && here->at >= here->open_end)
        return 0;
    return here->receive(here->context, &(hermes_term){letter, here->at, here->at});
}

/* Whether a code point only modifies the emoji before it: variation selectors, skin tones, the keycap, tags. */
static bool is_modifier(uint32_t code)
{
    return (code >= 0xFE00 && code <= 0xFE0F) || (code >= 0x1F3FB && code <= 0x1F3FF) || code == 0x20E3 ||
           (code >= 0xE0020 && code <= 0xE007F);
}

static int each_of_emoji(scan *here, unsigned size)
{
    hermes_term term = {here->at, here->at + size, here->at + size};
    uint32_t code;
    here->at = term.end;
    while (term.span_end < here->length &&
           (size = decode_utf8(here->text + term.span_end, here->length - term.span_end, &code)) != 0 &&
           is_modifier(code))
        term.span_end += size;
    return here->receive(here->context, &term);
}

int hermes_each_term(const uint8_t *folded, size_t length, bool is_query, hermes_term_receiver receive, void *context)
{
    scan here = {folded, length, 0, SIZE_MAX, receive, context};
    int status = 0;
    if (is_query)
        for (here.open_end = length; here.open_end > 0 && folded[here.open_end - 1] == ' ';)
            here.open_end--;
    while (status == 0 && here.at < length) {
        unsigned size, kind = kind_at(folded, length, here.at, &size);
        if (kind == KIND_WORD)
            status = each_of_word(&here);
        else if (kind == KIND_NGRAM)
            status = each_of_ngrams(&here, size);
        else if (kind == KIND_EMOJI)
            status = each_of_emoji(&here, size);
        else
            here.at += size;
    }
    return status;
}
