/* Code points: reading and writing them as UTF-8, and what the tables of Unicode 14.0 say of them.

   Lone surrogates are read and written as three bytes (WTF-8), as Python's "surrogatepass" does. */

#ifndef HERMES_UNICODE_H
#define HERMES_UNICODE_H

#include <stddef.h>
#include <stdint.h>

enum { KIND_SEPARATOR, KIND_WORD, KIND_NGRAM, KIND_EMOJI };

/* How folding goes about a code point. The first two stand for themselves; what comes after the second and third
   may act on them, on the first it never does; the last two act on what stands before them. */
enum { WAY_OUTSIDE, WAY_BASE, WAY_CHANGED, WAY_STABLE, WAY_JOINING };

enum { PROPERTY_SHIFT = 7, ENTRY_SHIFT = 6, LONGEST_UTF8 = 4 };

/* What a code point becomes: where the code points (of `folded`: the bytes) stand, and how many; 0: itself. */
typedef struct {
    uint16_t canonical;
    uint8_t canonical_count;
    uint16_t compatible;
    uint8_t compatible_count;
    uint16_t case_folded;
    uint8_t case_folded_count;
    uint16_t folded;
    uint8_t folded_bytes;
    uint8_t combining;
    uint8_t is_mark;
} unicode_entry;

typedef struct {
    uint32_t first;
    uint32_t second;
    uint32_t composed;
} unicode_pair;

extern const uint8_t property_first[];
extern const uint8_t property_blocks[];
extern const uint16_t entry_first[];
extern const uint16_t entry_blocks[];
extern const unicode_entry unicode_entries[];
extern const uint32_t entry_codes[];
extern const uint8_t entry_bytes[];
extern const unicode_pair composition_pairs[];
extern const uint32_t composition_pair_count;

/* `code` is at most 0x10FFFF, as everything that decode_utf8 yields. */
static inline unsigned properties_of(uint32_t code)
{
    unsigned block = property_first[code >> PROPERTY_SHIFT];
    return property_blocks[(block << PROPERTY_SHIFT) + (code & ((1U << PROPERTY_SHIFT) - 1))];
}

static inline unsigned kind_of(uint32_t code)
{
    return properties_of(code) & 3U;
}

static inline unsigned way_of(uint32_t code)
{
    return properties_of(code) >> 2;
}

static inline const unicode_entry *entry_of(uint32_t code)
{
    unsigned block = entry_first[code >> ENTRY_SHIFT];
    return &unicode_entries[entry_blocks[(block << ENTRY_SHIFT) + (code & ((1U << ENTRY_SHIFT) - 1))]];
}

/* The bytes of the code point at `text`, of which `left` > 0 bytes may be read; 0 where none begins. */
static inline unsigned decode_utf8(const uint8_t *text, size_t left, uint32_t *code)
{
    uint32_t lead = text[0];
    uint32_t second, third, fourth;
    if (lead < 0x80) {
        *code = lead;
        return 1;
    }
    if (lead < 0xC2 || left < 2 || (second = text[1] ^ 0x80U) > 0x3F)
        return 0;
    if (lead < 0xE0) {
        *code = (lead & 0x1F) << 6 | second;
        return 2;
    }
    if (left < 3 || (third = text[2] ^ 0x80U) > 0x3F)
        return 0;
    if (lead < 0xF0) {
        *code = (lead & 0x0F) << 12 | second << 6 | third;
        return *code < 0x800 ? 0 : 3;
    }
    if (lead > 0xF4 || left < 4 || (fourth = text[3] ^ 0x80U) > 0x3F)
        return 0;
    *code = (lead & 0x07) << 18 | second << 12 | third << 6 | fourth;
    return *code < 0x10000 || *code > 0x10FFFF ? 0 : 4;
}

/* Writes a code point to `out`, which has room for LONGEST_UTF8 bytes; returns how many it took. */
static inline unsigned encode_utf8(uint32_t code, uint8_t *out)
{
    if (code < 0x80) {
        out[0] = (uint8_t)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (uint8_t)(0xC0 | code >> 6);
        out[1] = (uint8_t)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (uint8_t)(0xE0 | code >> 12);
        out[1] = (uint8_t)(0x80 | (code >> 6 & 0x3F));
        out[2] = (uint8_t)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (uint8_t)(0xF0 | code >> 18);
    out[1] = (uint8_t)(0x80 | (code >> 12 & 0x3F));
    out[2] = (uint8_t)(0x80 | (code >> 6 & 0x3F));
    out[3] = (uint8_t)(0x80 | (code & 0x3F));
    return 4;
}

#endif
