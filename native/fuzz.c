/* Feeds any bytes to the core and checks what must hold of the results; a broken law aborts.

   With clang: -fsanitize=fuzzer, which brings its own main. With any other compiler: -DHERMES_FUZZ_DRIVER, and the
   main below makes inputs from seeded pieces. fuzz.py builds and runs both. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis.h"
#include "unicode.h"

enum {
    MOST_GROWTH = 11, /* U+FDFA: three bytes become 33 */
    MOST_TERMS_GROWTH = 3
};

/* Stands for an assertion that stays in optimised builds. */
#define HOLDS(law)                                                       \
    do {                                                                 \
        if (!(law)) {                                                    \
            fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #law); \
            abort();                                                     \
        }                                                                \
    } while (0)

typedef struct {
    hermes_folder *folder;
    const hermes_buffer *index_text;
    size_t source_length;
    size_t start, end;               /* of the last term */
    size_t source_start, source_end; /* of the last span */
    size_t index_at;
    bool is_query;
} walk;

static bool begins_code_point(const hermes_buffer *text, size_t at)
{
    return at == text->length || (text->bytes[at] & 0xC0) != 0x80;
}

static bool is_term_byte(uint8_t byte)
{
    return byte >= 0x80 || kind_of(byte) == KIND_WORD;
}

/* The next word of the index text must be the term. */
static void check_index_word(walk *here, const uint8_t *term, size_t size)
{
    const hermes_buffer *index = here->index_text;
    while (here->index_at < index->length && !is_term_byte(index->bytes[here->index_at]))
        here->index_at++;
    HOLDS(index->length - here->index_at >= size);
    HOLDS(memcmp(index->bytes + here->index_at, term, size) == 0);
    here->index_at += size;
    HOLDS(here->index_at == index->length || !is_term_byte(index->bytes[here->index_at]));
}

static int check_term(void *context, const hermes_term *term)
{
    walk *here = context;
    const hermes_buffer *folded = &here->folder->folded;
    size_t source_start, source_end;
    HOLDS(term->start < term->end && term->end <= term->span_end && term->span_end <= folded->length);
    HOLDS(begins_code_point(folded, term->start) && begins_code_point(folded, term->end));
    HOLDS(begins_code_point(folded, term->span_end));
    HOLDS(term->start >= here->start && term->end >= here->end && (term->start > here->start || term->end > here->end));
    hermes_source_span(&here->folder->map, term->start, term->span_end, &source_start, &source_end);
    HOLDS(source_start < source_end && source_end <= here->source_length);
    HOLDS(source_start >= here->source_start && source_end >= here->source_end);
    if (!here->is_query)
        check_index_word(here, folded->bytes + term->start, term->end - term->start);
    here->start = term->start;
    here->end = term->end;
    here->source_start = source_start;
    here->source_end = source_end;
    return 0;
}

static int stop_at_first(void *context, const hermes_term *term)
{
    (void)term;
    ++*(int *)context;
    return 101;
}

static void check_terms(hermes_folder *folder, size_t source_length)
{
    hermes_buffer index_text = {0};
    walk document = {.folder = folder, .index_text = &index_text, .source_length = source_length};
    walk query = {.folder = folder, .source_length = source_length, .is_query = true};
    int calls = 0, status;
    HOLDS(hermes_index_text(folder->folded.bytes, folder->folded.length, &index_text) == HERMES_OK);
    HOLDS(index_text.length <= MOST_TERMS_GROWTH * folder->folded.length + 2);
    HOLDS(hermes_each_term(folder->folded.bytes, folder->folded.length, false, check_term, &document) == 0);
    for (; document.index_at < index_text.length; document.index_at++)
        HOLDS(!is_term_byte(index_text.bytes[document.index_at]));
    folder->map.start_piece = folder->map.end_piece = 0;
    HOLDS(hermes_each_term(folder->folded.bytes, folder->folded.length, true, check_term, &query) == 0);
    status = hermes_each_term(folder->folded.bytes, folder->folded.length, false, stop_at_first, &calls);
    HOLDS(calls == (document.end > 0) && status == (calls ? 101 : 0));
    hermes_trim_buffer(&index_text, 0);
}

/* Where the line of these bytes begins among the lines before `end`; `end` when it is none of them. */
static size_t find_line(const hermes_buffer *lines, size_t end, const uint8_t *line, size_t size)
{
    for (size_t at = 0, next; at < end; at = next + 1) {
        for (next = at; next < end && lines->bytes[next] != '\n';)
            next++;
        if (next - at == size && memcmp(lines->bytes + at, line, size) == 0)
            return at;
    }
    return end;
}

static uint8_t lower(uint8_t byte)
{
    return byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte;
}

/* The words are the stretches of term bytes that begin with a word character: each of them, once, as they come. */
static void check_words(const hermes_word_set *set, const uint8_t *text, size_t length)
{
    const hermes_buffer *words = &set->words;
    uint8_t *word = malloc(length + 1);
    size_t next = 0;
    HOLDS(word != NULL);
    for (size_t at = 0, size; at < length; at += size + 1) {
        uint32_t code;
        for (size = 0; at + size < length && is_term_byte(text[at + size]); size++)
            word[size] = lower(text[at + size]);
        if (size == 0 || decode_utf8(word, size, &code) == 0 || kind_of(code) != KIND_WORD ||
            find_line(words, next, word, size) != next)
            continue;
        HOLDS(words->length >= next + size && memcmp(words->bytes + next, word, size) == 0);
        HOLDS(words->length == next + size || words->bytes[next + size] == '\n');
        next += size + (words->length > next + size);
    }
    HOLDS(next == words->length);
    free(word);
}

/* Of any bytes, then of index text, whose words are its terms but for those of n-gram scripts and emoji. */
static void check_all_words(const uint8_t *text, size_t length, const hermes_buffer *index_text)
{
    hermes_word_set set = {.key = {length, 1}};
    HOLDS(hermes_words(&set, text, length) == HERMES_OK);
    check_words(&set, text, length);
    HOLDS(hermes_words(&set, index_text->bytes, index_text->length) == HERMES_OK);
    check_words(&set, index_text->bytes, index_text->length);
    hermes_trim_word_set(&set, 0);
}

static void check_map(const hermes_folder *folder, size_t source_length)
{
    const hermes_map *map = &folder->map;
    const hermes_piece *last = &map->pieces[map->count - 1];
    HOLDS(map->count > 0 && last->folded == folder->folded.length && last->source == source_length);
    for (const hermes_piece *piece = map->pieces; piece < last; piece++) {
        HOLDS(piece[0].folded <= piece[1].folded && piece[0].source <= piece[1].source);
        HOLDS(!piece->is_linear || piece[1].folded - piece[0].folded == piece[1].source - piece[0].source);
    }
}

static void check_valid(const hermes_buffer *text)
{
    for (size_t at = 0; at < text->length;) {
        uint32_t code;
        unsigned size = decode_utf8(text->bytes + at, text->length - at, &code);
        HOLDS(size > 0);
        HOLDS(code != ' ' || at == 0 || text->bytes[at - 1] != ' ');
        at += size;
    }
}

static bool are_same(const hermes_buffer *one, const hermes_buffer *other)
{
    return one->length == other->length && (one->length == 0 || memcmp(one->bytes, other->bytes, one->length) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *text, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *text, size_t length)
{
    hermes_folder first = {0}, second = {0};
    hermes_buffer index_text = {0};
    HOLDS(hermes_fold(&first, text, length, true) == HERMES_OK);
    HOLDS(first.folded.length <= MOST_GROWTH * length);
    check_valid(&first.folded);
    check_map(&first, length);
    check_terms(&first, length);
    HOLDS(hermes_fold(&second, text, length, false) == HERMES_OK);
    HOLDS(are_same(&first.folded, &second.folded));
    HOLDS(hermes_fold(&second, first.folded.bytes, first.folded.length, false) == HERMES_OK);
    HOLDS(are_same(&first.folded, &second.folded));
    HOLDS(hermes_index_text(first.folded.bytes, first.folded.length, &index_text) == HERMES_OK);
    check_all_words(text, length, &index_text);
    HOLDS(hermes_index_text(text, length, &index_text) == HERMES_OK); /* of text that nothing folded */
    hermes_trim_folder(&first, 0);
    hermes_trim_folder(&second, 0);
    hermes_trim_buffer(&index_text, 0);
    return 0;
}

#ifdef HERMES_FUZZ_DRIVER

#include <time.h>

#include "tokenizer.h"

enum { LONGEST = 1 << 13, KEPT = 64, EACH_SAVED = 97, EACH_CHOSEN = 41 };

/* The driver is built with -Drealloc=hermes_tested_realloc: this fails the call that is counted down to. */
#undef realloc
void *hermes_tested_realloc(void *memory, size_t size);
void *realloc(void *memory, size_t size);

static unsigned long calls_to_failure;

void *hermes_tested_realloc(void *memory, size_t size)
{
    return calls_to_failure > 0 && --calls_to_failure == 0 ? NULL : realloc(memory, size);
}

/* Whichever allocation fails, the failure is told, and what was in use can be used again. */
static void check_starved(const uint8_t *text, size_t length)
{
    hermes_folder whole = {0};
    hermes_buffer index_text = {0};
    hermes_word_set set = {0};
    unsigned long call = 0;
    int status;
    HOLDS(hermes_fold(&whole, text, length, true) == HERMES_OK);
    do {
        hermes_folder starved = {0};
        hermes_trim_buffer(&index_text, 0);
        calls_to_failure = ++call;
        status = hermes_fold(&starved, text, length, true);
        if (status == HERMES_OK)
            status = hermes_index_text(starved.folded.bytes, starved.folded.length, &index_text);
        if (status == HERMES_OK)
            status = hermes_words(&set, text, length);
        HOLDS(status == (calls_to_failure == 0 ? HERMES_NO_MEMORY : HERMES_OK));
        calls_to_failure = 0;
        HOLDS(hermes_fold(&starved, text, length, true) == HERMES_OK);
        HOLDS(are_same(&starved.folded, &whole.folded));
        HOLDS(hermes_words(&set, text, length) == HERMES_OK);
        check_words(&set, text, length);
        hermes_trim_word_set(&set, 0);
        hermes_trim_folder(&starved, 0);
    } while (status != HERMES_OK);
    hermes_trim_folder(&whole, 0);
    hermes_trim_buffer(&index_text, 0);
}

static const char *const pieces[] = {
    "a", "Word ", "_", "  \t\n", "\x1c", "\xc2\x85", "\xe3\x80\x80", "\xe2\x80\xa8", "e\xcc\x81", "\xcc\x81",
    "\xcd\x85", "\xcd\x8f", "\xcc\xb8", "\xe3\x82\x99", "\xe3\x81\x8b", "\xef\xbe\x8a\xef\xbe\x9e", "\xe1\x84\x92",
    "\xe1\x85\xa1", "\xe1\x86\xab", "\xed\x95\x9c", "\xea\xb0\x80", "\xe7\xbb\x88\xe7\xab\xaf", "\xf0\xa0\x80\x80",
    "\xe0\xb8\x97\xe0\xb8\xb5\xe0\xb9\x88", "\xe0\xa4\x95\xe0\xa4\xbc", "\xe0\xa4\xbe", "\xe0\xbd\xb1\xe0\xbd\xb2",
    "\xe0\xbd\xb3", "\xe0\xa7\x87\xe0\xa6\xbe", "\xe1\x80\xa5\xe1\x80\xae", "\xf0\x9f\x8e\x89", "\xe2\x80\x8d",
    "\xef\xb8\x8f", "\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa", "\xf0\x9f\x8f\xbd", "\xc3\x9f", "\xc4\xb0", "\xef\xac\x81",
    "\xef\xb7\xba", "\xef\xbc\xa6", "\xc2\xbd", "\xed\xa0\x80", "\xed\xb0\x80", "\xff", "\xe4\xbd", "\xf4\x90\x80\x80",
    "\xc0\x80", "\xf0\x91\x82\x99\xf0\x91\x82\xba", "\xd6\xb0\xd7\xb8", "\xe2\x83\xa6", "\xd1\x8f", "\xce\xa3",
};

static uint64_t state;

static uint64_t random_below(uint64_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % limit;
}

static size_t add(uint8_t *text, size_t length, const void *bytes, size_t count)
{
    if (count > LONGEST - length)
        return length;
    memcpy(text + length, bytes, count);
    return length + count;
}

/* Adds a piece, a random code point, a random byte or a stretch of what is there, once or often. */
static size_t grow(uint8_t *text, size_t length)
{
    uint8_t bytes[LONGEST_UTF8], stretch[LONGEST];
    size_t times = random_below(8) ? 1 : random_below(2) ? 33 : random_below(600), count;
    switch (random_below(6)) {
    case 0:
        count = encode_utf8((uint32_t)random_below(random_below(2) ? 0x3400 : 0x110000), bytes);
        memcpy(stretch, bytes, count);
        break;
    case 1:
        count = 1;
        stretch[0] = (uint8_t)random_below(256);
        break;
    case 2: {
        size_t start = random_below(length + 1);
        count = random_below(length - start + 1);
        memcpy(stretch, text + start, count);
        break;
    }
    default: {
        const char *piece = pieces[random_below(sizeof pieces / sizeof *pieces)];
        count = strlen(piece);
        memcpy(stretch, piece, count);
    }
    }
    for (; times > 0; times--)
        length = add(text, length, stretch, count);
    return length;
}

static void save(const char *folder, unsigned long number, const uint8_t *text, size_t length)
{
    char path[1024];
    FILE *file;
    snprintf(path, sizeof path, "%s/input-%08lu", folder, number);
    file = fopen(path, "wb");
    if (file == NULL || fwrite(text, 1, length, file) != length || fclose(file) != 0) {
        perror(path);
        exit(2);
    }
}

/* Stands in for FTS5: keeps what is registered. */
static fts5_tokenizer registered;

static int keep(fts5_api *fts5, const char *name, void *context, fts5_tokenizer *methods, void (*destroy)(void *))
{
    (void)fts5;
    HOLDS(strcmp(name, "fts5_cjk") == 0 && context == NULL && destroy == NULL);
    registered = *methods;
    return SQLITE_OK;
}

typedef struct {
    Fts5Tokenizer *tokenizer;
    const char *text;
    int size;
    int depth;
    int count;
    uint64_t sum; /* of all tokens and their places */
} token_sum;

static int sum_token(void *context, int flags, const char *token, int size, int start, int end)
{
    token_sum *here = context;
    for (int at = 0; at < size; at++)
        here->sum = here->sum * 31 + (uint8_t)token[at];
    here->sum = here->sum * 31 + (uint64_t)start * 7 + (uint64_t)end + (uint64_t)flags;
    if (here->depth > 0 && here->count++ < 3) {
        token_sum inner = {here->tokenizer, "another \xe7\xbb\x88\xe7\xab\xaf", 14, 0, 0, 0};
        return registered.xTokenize(here->tokenizer, &inner, FTS5_TOKENIZE_AUX, inner.text, inner.size, sum_token);
    }
    return SQLITE_OK;
}

/* A text that is tokenized from within the tokens of another must not disturb it. */
static void check_nested(const uint8_t *text, size_t length)
{
    fts5_api fts5 = {.iVersion = 2, .xCreateTokenizer = keep};
    token_sum plain = {.text = (const char *)text, .size = (int)length}, nested = plain;
    Fts5Tokenizer *tokenizer = NULL;
    HOLDS(hermes_create_tokenizer(&fts5) == SQLITE_OK);
    HOLDS(registered.xCreate(NULL, NULL, 0, &tokenizer) == SQLITE_OK);
    plain.tokenizer = nested.tokenizer = tokenizer;
    nested.depth = 1;
    HOLDS(registered.xTokenize(tokenizer, &plain, FTS5_TOKENIZE_DOCUMENT, plain.text, plain.size, sum_token) == 0);
    HOLDS(registered.xTokenize(tokenizer, &nested, FTS5_TOKENIZE_DOCUMENT, plain.text, plain.size, sum_token) == 0);
    HOLDS(plain.sum == nested.sum);
    registered.xDelete(tokenizer);
}

/* The input stands in a block of just its size, so that a sanitizer sees a step beyond it. */
static void run_one(const uint8_t *text, size_t length, bool is_chosen)
{
    uint8_t *exact = malloc(length + !length);
    if (exact == NULL)
        exit(2);
    memcpy(exact, text, length);
    LLVMFuzzerTestOneInput(exact, length);
    if (is_chosen) {
        check_starved(exact, length);
        check_nested(exact, length);
    }
    free(exact);
}

/* More distinct words than the table has at first. */
static void run_many_words(void)
{
    uint8_t text[LONGEST];
    size_t length = 0;
    for (unsigned number = 0; length < LONGEST - 8; number++)
        length += (size_t)snprintf((char *)text + length, 8, "%x ", number);
    run_one(text, length, true);
}

/* Reads one byte too many, for a test to see that a sanitizer is at work. */
static int step_beyond(size_t length)
{
    volatile uint8_t *exact = calloc(length, 1);
    int byte = exact == NULL ? 0 : exact[length];
    free((void *)exact);
    return byte;
}

int main(int count, char **arguments)
{
    static uint8_t kept[KEPT][LONGEST];
    static size_t lengths[KEPT];
    unsigned long number = 0;
    time_t end;
    if (count == 2 && strcmp(arguments[1], "step-beyond") == 0)
        return step_beyond(strlen(arguments[1]));
    if (count != 4) {
        fprintf(stderr, "usage: %s SECONDS SEED FOLDER\n", arguments[0]);
        return 2;
    }
    run_many_words();
    state = strtoull(arguments[2], NULL, 10) * 2654435769U + 1;
    for (end = time(NULL) + atol(arguments[1]); time(NULL) < end;) {
        for (int batch = 0; batch < 100; batch++, number++) {
            size_t slot = random_below(KEPT);
            if (random_below(8) == 0)
                lengths[slot] = random_below(lengths[slot] + 1);
            for (uint64_t steps = random_below(6) + 1; steps > 0; steps--)
                lengths[slot] = grow(kept[slot], lengths[slot]);
            if (lengths[slot] > 0 && random_below(4) == 0)
                kept[slot][random_below(lengths[slot])] ^= (uint8_t)(1 << random_below(8));
            run_one(kept[slot], lengths[slot], number % EACH_CHOSEN == 0);
            if (number % EACH_SAVED == 0)
                save(arguments[3], number, kept[slot], lengths[slot]);
            if (lengths[slot] > LONGEST / 2)
                lengths[slot] = 0;
        }
    }
    printf("%lu inputs\n", number);
    return 0;
}

#endif
