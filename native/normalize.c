/* Folding of code points that act on each other: the definition itself, step by step, on decoded text.

   Decomposition, ordering and composition are those of Unicode Standard Annex #15. The rest of folding comes
   here only where fold.c cannot tell the outcome from the tables. */

#include "normalize.h"

#include "memory.h"
#include "unicode.h"

enum {
    SYLLABLES = 0xAC00,
    SYLLABLE_COUNT = 11172,
    LEADING = 0x1100,
    LEADING_COUNT = 19,
    VOWEL = 0x1161,
    VOWEL_COUNT = 21,
    TRAILING = 0x11A7, /* one before the first, which stands for none */
    TRAILING_COUNT = 28,
    FIRST_ACCENT = 0x300,
    JOINER = 0x34F, /* the one accent that keeps marks apart */
    LAST_ACCENT = 0x36F
};

typedef enum { CANONICAL, COMPATIBLE, CASE_FOLDED } mapping;

static bool is_within(uint32_t code, uint32_t first, uint32_t count)
{
    return code - first < count;
}

/* Appends a syllable's letters; `codes` has room for three. */
static void append_syllable(hermes_codes *codes, uint32_t code)
{
    uint32_t number = code - SYLLABLES;
    uint32_t trailing = number % TRAILING_COUNT;
    codes->codes[codes->count++] = LEADING + number / (VOWEL_COUNT * TRAILING_COUNT);
    codes->codes[codes->count++] = VOWEL + number % (VOWEL_COUNT * TRAILING_COUNT) / TRAILING_COUNT;
    if (trailing > 0)
        codes->codes[codes->count++] = TRAILING + trailing;
}

/* Puts each code point of `from`, mapped, into `to`. */
static int map_codes(const hermes_codes *from, hermes_codes *to, mapping which)
{
    to->count = 0;
    for (size_t at = 0; at < from->count; at++) {
        uint32_t code = from->codes[at];
        const unicode_entry *entry = entry_of(code);
        size_t place = which == CANONICAL ? entry->canonical : which == COMPATIBLE ? entry->compatible : entry->case_folded;
        size_t count = which == CANONICAL    ? entry->canonical_count
                       : which == COMPATIBLE ? entry->compatible_count
                                             : entry->case_folded_count;
        int status = hermes_reserve_codes(to, to->count + (count < 3 ? 3 : count));
        if (status != HERMES_OK)
            return status;
        if (which != CASE_FOLDED && is_within(code, SYLLABLES, SYLLABLE_COUNT)) {
            append_syllable(to, code);
        } else if (count == 0) {
            to->codes[to->count++] = code;
        } else {
            memcpy(to->codes + to->count, entry_codes + place, count * sizeof *to->codes);
            to->count += count;
        }
    }
    return HERMES_OK;
}

static void insert_in_order(uint32_t *run, size_t count)
{
    for (size_t at = 1; at < count; at++) {
        uint32_t code = run[at];
        unsigned combining = entry_of(code)->combining;
        size_t place = at;
        for (; place > 0 && entry_of(run[place - 1])->combining > combining; place--)
            run[place] = run[place - 1];
        run[place] = code;
    }
}

/* Sorts each run of marks by combining class. Longer runs were cut, but each of their marks may have become two. */
static void order_marks(hermes_codes *codes)
{
    for (size_t at = 0; at < codes->count; at++) {
        size_t start = at;
        while (at < codes->count && entry_of(codes->codes[at])->combining != 0)
            at++;
        insert_in_order(codes->codes + start, at - start);
    }
}

/* What two code points compose to, or 0. */
static uint32_t composed(uint32_t first, uint32_t second)
{
    size_t low = 0, high = composition_pair_count;
    if (is_within(first, LEADING, LEADING_COUNT) && is_within(second, VOWEL, VOWEL_COUNT))
        return SYLLABLES + ((first - LEADING) * VOWEL_COUNT + (second - VOWEL)) * TRAILING_COUNT;
    if (is_within(first, SYLLABLES, SYLLABLE_COUNT))
        return (first - SYLLABLES) % TRAILING_COUNT == 0 && is_within(second, TRAILING + 1, TRAILING_COUNT - 1)
                   ? first + (second - TRAILING)
                   : 0;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const unicode_pair *pair = &composition_pairs[middle];
        if (pair->first < first || (pair->first == first && pair->second < second))
            low = middle + 1;
        else
            high = middle;
    }
    if (low < composition_pair_count && composition_pairs[low].first == first && composition_pairs[low].second == second)
        return composition_pairs[low].composed;
    return 0;
}

/* Composes ordered code points in place. */
static void compose(hermes_codes *codes)
{
    size_t kept = 0, starter = SIZE_MAX;
    unsigned last_combining = 0;
    for (size_t at = 0; at < codes->count; at++) {
        uint32_t code = codes->codes[at];
        unsigned combining = entry_of(code)->combining;
        bool is_reachable = starter != SIZE_MAX && (last_combining == 0 || last_combining < combining);
        uint32_t both = is_reachable ? composed(codes->codes[starter], code) : 0;
        if (both != 0) {
            codes->codes[starter] = both;
            continue;
        }
        if (combining == 0)
            starter = kept;
        last_combining = combining;
        codes->codes[kept++] = code;
    }
    codes->count = kept;
}

/* Puts NFKC of `from` into `to`. */
static int normalize(const hermes_codes *from, hermes_codes *to)
{
    int status = map_codes(from, to, COMPATIBLE);
    if (status != HERMES_OK)
        return status;
    order_marks(to);
    compose(to);
    return HERMES_OK;
}

static void cut_long_mark_runs(hermes_codes *codes)
{
    size_t kept = 0, marks = 0;
    for (size_t at = 0; at < codes->count; at++) {
        marks = entry_of(codes->codes[at])->is_mark ? marks + 1 : 0;
        if (marks <= HERMES_MAX_MARKS)
            codes->codes[kept++] = codes->codes[at];
    }
    codes->count = kept;
}

/* Removes the accents from ordered code points; true when the joiner was among them, which kept marks apart. */
static bool remove_accents(hermes_codes *codes)
{
    size_t kept = 0;
    bool has_joined = false;
    for (size_t at = 0; at < codes->count; at++) {
        has_joined = has_joined || codes->codes[at] == JOINER;
        if (codes->codes[at] < FIRST_ACCENT || codes->codes[at] > LAST_ACCENT)
            codes->codes[kept++] = codes->codes[at];
    }
    codes->count = kept;
    return has_joined;
}

/* NFKC leaves these four of the white space beyond ASCII. */
static void make_spaces(hermes_codes *codes)
{
    for (size_t at = 0; at < codes->count; at++) {
        uint32_t code = codes->codes[at];
        if (code == 0x85 || code == 0x1680 || code == 0x2028 || code == 0x2029)
            codes->codes[at] = ' ';
    }
}

static int fold_once(hermes_codes *text, hermes_codes *work)
{
    int status;
    cut_long_mark_runs(text);
    if ((status = normalize(text, work)) != HERMES_OK)
        return status;
    if ((status = map_codes(work, text, CASE_FOLDED)) != HERMES_OK)
        return status;
    if ((status = normalize(text, work)) != HERMES_OK)
        return status;
    if ((status = map_codes(work, text, CANONICAL)) != HERMES_OK)
        return status;
    order_marks(text);
    if (remove_accents(text)) {
        cut_long_mark_runs(text);
        order_marks(text);
    }
    compose(text);
    make_spaces(text);
    return HERMES_OK;
}

int hermes_fold_codes(hermes_folder *folder)
{
    hermes_codes *text = &folder->text, *before = &folder->before;
    for (;;) {
        int status = hermes_reserve_codes(before, text->count);
        if (status != HERMES_OK)
            return status;
        if (text->count > 0)
            memcpy(before->codes, text->codes, text->count * sizeof *text->codes);
        before->count = text->count;
        status = fold_once(text, &folder->work);
        if (status != HERMES_OK)
            return status;
        if (text->count == before->count &&
            (text->count == 0 || memcmp(text->codes, before->codes, text->count * sizeof *text->codes) == 0))
            return HERMES_OK;
    }
}
