/* The distinct words of index text: a hash table over the words as they are handed out. */

#include <stdlib.h>

#include "memory.h"
#include "unicode.h"

enum {
    SMALLEST_TABLE = 256,
    MOST_AT_FIRST = 8192, /* slots, before words ask for more: they stay in the processor's cache */
    BYTES_A_SLOT = 16     /* of text */
};

/* A word by the place behind its first byte, so that 0 is an empty slot. */
struct hermes_slot {
    uint32_t hash;
    uint32_t place;
};

typedef struct {
    uint64_t parts[4];
} sip_state;

static uint64_t rotated(uint64_t value, unsigned bits)
{
    return value << bits | value >> (64 - bits);
}

static void sip_round(sip_state *state)
{
    uint64_t a = state->parts[0], b = state->parts[1], c = state->parts[2], d = state->parts[3];
    a += b;
    c += d;
    b = rotated(b, 13) ^ a;
    d = rotated(d, 16) ^ c;
    a = rotated(a, 32) + d;
    c += b;
    d = rotated(d, 21) ^ a;
    b = rotated(b, 17) ^ c;
    state->parts[0] = a;
    state->parts[1] = b;
    state->parts[2] = rotated(c, 32);
    state->parts[3] = d;
}

static void absorb(sip_state *state, uint64_t block)
{
    state->parts[3] ^= block;
    sip_round(state);
    state->parts[0] ^= block;
}

/* SipHash-1-3 (Aumasson and Bernstein, 2012), but for the order of bytes: whoever does not know the key cannot choose
   words that meet in one slot. */
static uint32_t hash_of(const uint64_t *key, const uint8_t *word, size_t length)
{
    sip_state state = {{key[0] ^ 0x736f6d6570736575U, key[1] ^ 0x646f72616e646f6dU, key[0] ^ 0x6c7967656e657261U,
                        key[1] ^ 0x7465646279746573U}};
    uint64_t block, last = (uint64_t)length;
    size_t at = 0;
    for (; length - at >= sizeof block; at += sizeof block) {
        memcpy(&block, word + at, sizeof block);
        absorb(&state, block);
    }
    for (; at < length; at++)
        last = last << 8 | word[at];
    absorb(&state, last);
    state.parts[2] ^= 0xFF;
    sip_round(&state);
    sip_round(&state);
    sip_round(&state);
    last = state.parts[0] ^ state.parts[1] ^ state.parts[2] ^ state.parts[3];
    return (uint32_t)(last ^ last >> 32);
}

/* The slot of the word at `place`, which is followed by a line end as all before it are, or the empty one for it. */
static struct hermes_slot *slot_of(const hermes_word_set *set, size_t place, size_t length, uint32_t hash)
{
    const uint8_t *words = set->words.bytes;
    size_t mask = set->used - 1, number = hash & mask;
    while (set->slots[number].place != 0 &&
           (set->slots[number].hash != hash ||
            memcmp(words + set->slots[number].place - 1, words + place, length + 1) != 0))
        number = (number + 1) & mask;
    return &set->slots[number];
}

/* Makes a table of `count` empty slots, a power of two. */
static int make_table(hermes_word_set *set, size_t count)
{
    if (count > set->capacity) {
        struct hermes_slot *larger;
        if (count > SIZE_MAX / 2 / sizeof *larger)
            return HERMES_NO_MEMORY;
        larger = realloc(set->slots, count * sizeof *larger);
        if (larger == NULL)
            return HERMES_NO_MEMORY;
        set->slots = larger;
        set->capacity = count;
    }
    set->used = count;
    memset(set->slots, 0, count * sizeof *set->slots);
    return HERMES_OK;
}

/* Doubles the table and puts the words found so far, which end at `end`, into it. */
static int grow_table(hermes_word_set *set, size_t end)
{
    int status = make_table(set, set->used * 2);
    for (size_t place = 0, length; status == HERMES_OK && place < end; place += length + 1) {
        const uint8_t *word = set->words.bytes + place;
        uint32_t hash;
        length = (size_t)((const uint8_t *)memchr(word, '\n', end - place) - word);
        hash = hash_of(set->key, word, length);
        *slot_of(set, place, length, hash) = (struct hermes_slot){hash, (uint32_t)(place + 1)};
    }
    return status;
}

/* Each byte of a term, lower case, and 0 for every other. */
static void set_letters(uint8_t *letters)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        bool is_capital = byte >= 'A' && byte <= 'Z';
        bool is_letter = byte >= 0x80 || kind_of(byte) == KIND_WORD;
        letters[byte] = (uint8_t)(is_capital ? byte + ('a' - 'A') : is_letter ? byte : 0);
    }
}

static bool begins_word(const uint8_t *text, size_t left)
{
    uint32_t code;
    return text[0] < 0x80 || (decode_utf8(text, left, &code) != 0 && kind_of(code) == KIND_WORD);
}

int hermes_words(hermes_word_set *set, const uint8_t *text, size_t length)
{
    uint8_t letters[256], *words;
    size_t at = 0, end = 0, count = 0, slots = SMALLEST_TABLE;
    int status;
    set->words.length = 0;
    if (length >= UINT32_MAX)
        return HERMES_NO_MEMORY; /* places have 32 bits */
    while (slots < 8192 && slots < length / BYTES_A_SLOT)
        slots *= 2;
    if ((status = hermes_reserve_bytes(&set->words, length + 1)) != HERMES_OK ||
        (status = make_table(set, slots)) != HERMES_OK)
        return status;
    set_letters(letters);
    words = set->words.bytes;
    while (at < length) {
        size_t start = at, size = 0;
        struct hermes_slot *slot;
        uint32_t hash;
        for (; at < length && (words[end + size] = letters[text[at]]) != 0; at++)
            size++;
        at++;
        if (size == 0 || !begins_word(text + start, size))
            continue;
        words[end + size] = '\n';
        hash = hash_of(set->key, words + end, size);
        slot = slot_of(set, end, size, hash);
        if (slot->place != 0)
            continue;
        *slot = (struct hermes_slot){hash, (uint32_t)(end + 1)};
        end += size + 1;
        if (++count > set->used / 2 && (status = grow_table(set, end)) != HERMES_OK)
            return status;
    }
    set->words.length = end > 0 ? end - 1 : 0;
    return HERMES_OK;
}

void hermes_trim_word_set(hermes_word_set *set, size_t keep_bytes)
{
    hermes_trim_buffer(&set->words, keep_bytes);
    if (set->capacity <= keep_bytes / sizeof *set->slots)
        return;
    free(set->slots);
    set->slots = NULL;
    set->capacity = set->used = 0;
}
