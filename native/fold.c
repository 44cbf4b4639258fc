/* Folding: ASCII in blocks, code points that act on nothing by the tables, the rest by normalize.c.

   Python folds each run of its table FOLDED_TOGETHER as a whole. A run falls apart before every code point that never
   acts on what stands before it (WAY_BASE, WAY_CHANGED), for every step of folding then works on the parts alone. So
   only such a code point with those that join it (WAY_STABLE, WAY_JOINING) has to be looked at together. */

#include "memory.h"
#include "normalize.h"
#include "unicode.h"

enum {
    BLOCK = 32,
    SLACK = 2 * BLOCK /* a block is written whole before it is known whether it counts */
};

/* A text on its way. `folder->folded` has room for all bytes that are left, and SLACK, whenever ASCII is folded. */
typedef struct {
    hermes_folder *folder;
    const uint8_t *text;
    size_t length;
    size_t at;
    bool with_map;
} progress;

/* Notes that from here on folded text comes from `source` on. */
static int note_piece(progress *here, size_t source, bool is_linear)
{
    hermes_map *map = &here->folder->map;
    size_t folded = here->folder->folded.length;
    int status;
    if (!here->with_map)
        return HERMES_OK;
    if (is_linear && map->count > 0) {
        const hermes_piece *last = &map->pieces[map->count - 1];
        if (last->is_linear && folded - last->folded == source - last->source)
            return HERMES_OK;
    }
    status = hermes_reserve_pieces(map, map->count + 1);
    if (status == HERMES_OK)
        map->pieces[map->count++] = (hermes_piece){folded, source, is_linear};
    return status;
}

static uint8_t last_byte(const hermes_buffer *folded)
{
    return folded->length > 0 ? folded->bytes[folded->length - 1] : 0;
}

/* Appends bytes that are folded already, but for a space behind a space. */
static int append_squeezed(hermes_buffer *folded, const uint8_t *bytes, size_t count)
{
    int status = hermes_make_room(folded, count);
    if (status != HERMES_OK)
        return status;
    for (size_t at = 0; at < count; at++)
        if (bytes[at] != ' ' || last_byte(folded) != ' ')
            folded->bytes[folded->length++] = bytes[at];
    return HERMES_OK;
}

static bool is_ascii_space(uint8_t byte)
{
    return byte == ' ' || (uint8_t)(byte - 9) < 5 || (uint8_t)(byte - 0x1C) < 4;
}

static uint8_t fold_byte(uint8_t byte)
{
    uint8_t lower = (uint8_t)(byte | ((uint8_t)(byte - 'A') < 26) << 5);
    return is_ascii_space(byte) ? ' ' : lower;
}

/* Folds a block; false when it is not all ASCII or has a space to drop, and then what was written does not count.
   Written without branches, for compilers to turn into vector code. */
static bool fold_block(const uint8_t *in, uint8_t previous, uint8_t *out)
{
    uint8_t beyond = 0, dropped = 0;
    for (int at = 0; at < BLOCK; at++) {
        uint8_t byte = in[at];
        uint8_t is_space = (uint8_t)((byte == ' ') | ((uint8_t)(byte - 9) < 5) | ((uint8_t)(byte - 0x1C) < 4));
        uint8_t lower = (uint8_t)(byte | ((uint8_t)((uint8_t)(byte - 'A') < 26) << 5));
        beyond |= byte;
        out[at] = is_space ? ' ' : lower;
    }
    for (int at = 1; at < BLOCK; at++)
        dropped |= (uint8_t)((out[at] == ' ') & (out[at - 1] == ' '));
    return beyond < 0x80 && !dropped && !(out[0] == ' ' && previous == ' ');
}

/* Folds up to a block of ASCII byte by byte. */
static void fold_bytes(progress *here)
{
    hermes_buffer *folded = &here->folder->folded;
    size_t left = here->length - here->at;
    const uint8_t *in = here->text + here->at, *end = in + (left < BLOCK ? left : BLOCK);
    uint8_t *out = folded->bytes + folded->length;
    uint8_t previous = last_byte(folded);
    for (; in < end && *in < 0x80; in++) {
        uint8_t byte = fold_byte(*in);
        *out = byte;
        out += !((byte == ' ') & (previous == ' '));
        previous = byte;
    }
    folded->length = (size_t)(out - folded->bytes);
    here->at = (size_t)(in - here->text);
}

/* The same with a map: a stretch of dropped spaces is a piece. */
static int fold_bytes_mapped(progress *here)
{
    hermes_buffer *folded = &here->folder->folded;
    size_t end = here->length - here->at < BLOCK ? here->length : here->at + BLOCK;
    bool is_dropping = false;
    for (; here->at < end && here->text[here->at] < 0x80; here->at++) {
        uint8_t byte = fold_byte(here->text[here->at]);
        bool is_dropped = byte == ' ' && last_byte(folded) == ' ';
        if (is_dropped != is_dropping) {
            int status = note_piece(here, here->at, !is_dropped);
            if (status != HERMES_OK)
                return status;
        }
        is_dropping = is_dropped;
        if (!is_dropped)
            folded->bytes[folded->length++] = byte;
    }
    return HERMES_OK;
}

/* Whether eight bytes are all ASCII. */
static bool is_ascii_word(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return (word & 0x8080808080808080U) == 0;
}

static int fold_ascii(progress *here)
{
    hermes_buffer *folded = &here->folder->folded;
    int status = hermes_make_room(folded, here->length - here->at + SLACK);
    if (status != HERMES_OK)
        return status;
    while (here->at < here->length && here->text[here->at] < 0x80) {
        const uint8_t *in = here->text + here->at;
        if ((status = note_piece(here, here->at, true)) != HERMES_OK)
            return status;
        if (here->length - here->at >= BLOCK && is_ascii_word(in) &&
            fold_block(in, last_byte(folded), folded->bytes + folded->length)) {
            folded->length += BLOCK;
            here->at += BLOCK;
        } else if (!here->with_map) {
            fold_bytes(here);
        } else if ((status = fold_bytes_mapped(here)) != HERMES_OK) {
            return status;
        }
    }
    return HERMES_OK;
}

static int copy_unchanged(progress *here, size_t from, size_t to)
{
    int status;
    if (from == to)
        return HERMES_OK;
    status = note_piece(here, from, true);
    return status != HERMES_OK ? status : hermes_append(&here->folder->folded, here->text + from, to - from);
}

/* The place of the code point that stands before `at` if what joins acts on it, else `at`. From `from` on the text
   stands for itself. */
static size_t base_before(const progress *here, size_t from, size_t at)
{
    uint32_t code;
    size_t start = at;
    if (from == at)
        return at;
    do
        start--;
    while (start > from && (here->text[start] & 0xC0) == 0x80);
    return decode_utf8(here->text + start, at - start, &code) != 0 && way_of(code) == WAY_BASE ? start : at;
}

/* Where the code points from `at` on that join end. `is_stable` is set to whether all of them stay as they are behind
   a base that does. */
static size_t end_of_joining(const progress *here, size_t at, bool *is_stable)
{
    unsigned marks = 0, last_combining = 0;
    *is_stable = true;
    while (at < here->length && here->text[at] >= 0x80) {
        uint32_t code;
        unsigned size = decode_utf8(here->text + at, here->length - at, &code);
        unsigned way = size == 0 ? WAY_OUTSIDE : way_of(code);
        if (way < WAY_STABLE)
            break;
        if (*is_stable && way == WAY_STABLE) {
            unsigned combining = entry_of(code)->combining;
            *is_stable = ++marks <= HERMES_MAX_MARKS && last_combining <= combining;
            last_combining = combining;
        } else {
            *is_stable = false;
        }
        at += size;
    }
    return at;
}

/* Folds the code points of a stretch that act on each other. */
static int fold_together(progress *here, size_t from, size_t to)
{
    hermes_folder *folder = here->folder;
    hermes_codes *text = &folder->text;
    int status = note_piece(here, from, false);
    text->count = 0;
    if (status == HERMES_OK)
        status = hermes_reserve_codes(text, to - from);
    if (status != HERMES_OK)
        return status;
    while (from < to)
        from += decode_utf8(here->text + from, to - from, &text->codes[text->count++]);
    if ((status = hermes_fold_codes(folder)) != HERMES_OK)
        return status;
    for (size_t at = 0; at < text->count; at++) {
        uint8_t bytes[LONGEST_UTF8];
        status = append_squeezed(&folder->folded, bytes, encode_utf8(text->codes[at], bytes));
        if (status != HERMES_OK)
            return status;
    }
    return HERMES_OK;
}

static int replace(progress *here, size_t from, const uint8_t *bytes, size_t count)
{
    int status = note_piece(here, from, false);
    return status != HERMES_OK ? status : append_squeezed(&here->folder->folded, bytes, count);
}

/* Folds the code point at `here->at` that does not stand for itself, with what acts on it or it acts on, and moves on
   behind it. From `unchanged` on the text is not written yet and stands for itself; the new such place is set. */
static int fold_code_point(progress *here, size_t *unchanged, uint32_t code, unsigned size)
{
    size_t at = here->at, from = at, to;
    bool is_changed = way_of(code) == WAY_CHANGED, is_stable;
    int status;
    if (!is_changed)
        from = base_before(here, *unchanged, at);
    to = end_of_joining(here, is_changed ? at + size : at, &is_stable);
    here->at = to;
    if (!is_changed && is_stable)
        return HERMES_OK;
    status = copy_unchanged(here, *unchanged, from);
    *unchanged = to;
    if (status != HERMES_OK)
        return status;
    if (is_changed && to == at + size) {
        const unicode_entry *entry = entry_of(code);
        return replace(here, at, entry_bytes + entry->folded, entry->folded_bytes);
    }
    return fold_together(here, from, to);
}

static int fold_beyond_ascii(progress *here)
{
    static const uint8_t replacement[] = {0xEF, 0xBF, 0xBD};
    size_t unchanged = here->at;
    while (here->at < here->length && here->text[here->at] >= 0x80) {
        uint32_t code;
        unsigned size = decode_utf8(here->text + here->at, here->length - here->at, &code);
        int status;
        if (size == 0) {
            status = copy_unchanged(here, unchanged, here->at);
            if (status == HERMES_OK)
                status = replace(here, here->at, replacement, sizeof replacement);
            unchanged = ++here->at;
        } else if (way_of(code) <= WAY_BASE) {
            here->at += size;
            continue;
        } else {
            status = fold_code_point(here, &unchanged, code, size);
        }
        if (status != HERMES_OK)
            return status;
    }
    return copy_unchanged(here, unchanged, here->at);
}

int hermes_fold(hermes_folder *folder, const uint8_t *text, size_t length, bool with_map)
{
    progress here = {folder, text, length, 0, with_map};
    int status = HERMES_OK;
    folder->folded.length = 0;
    folder->map.count = folder->map.start_piece = folder->map.end_piece = 0;
    while (status == HERMES_OK && here.at < length)
        status = text[here.at] < 0x80 ? fold_ascii(&here) : fold_beyond_ascii(&here);
    return status == HERMES_OK ? note_piece(&here, length, false) : status;
}

void hermes_source_span(hermes_map *map, size_t start, size_t end, size_t *source_start, size_t *source_end)
{
    const hermes_piece *pieces = map->pieces, *piece;
    while (map->start_piece + 1 < map->count && pieces[map->start_piece + 1].folded <= start)
        map->start_piece++;
    piece = &pieces[map->start_piece];
    *source_start = piece->source + (piece->is_linear ? start - piece->folded : 0);

    while (map->end_piece + 1 < map->count && pieces[map->end_piece + 1].folded < end)
        map->end_piece++;
    piece = &pieces[map->end_piece];
    if (piece[1].folded > end && piece->is_linear) {
        *source_end = piece->source + (end - piece->folded);
        return;
    }
    /* Accents that were removed behind the last letter belong to it. */
    for (piece++; piece + 1 < pieces + map->count && piece[1].folded == piece->folded; piece++)
        ;
    *source_end = piece->source;
}
