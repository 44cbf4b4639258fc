/* The FTS5 tokenizer fts5_cjk: folds a text, hands on its terms and says where in the text each came from.

   It calls nothing of SQLite but the receiver of its tokens, so it may outlive the connection that it was made in. */

#include "tokenizer.h"

#include <stdlib.h>

#include "analysis.h"

enum { KEEP_BYTES = 1 << 20 }; /* of each buffer, from one text to the next */

/* One for each table and connection. FTS5 runs one text at a time through it; should an auxiliary function start
   another meanwhile, that one has buffers of its own. */
struct Fts5Tokenizer {
    hermes_folder folder;
    bool is_busy;
};

typedef int (*token_receiver)(void *context, int flags, const char *token, int size, int start, int end);

typedef struct {
    hermes_folder *folder;
    token_receiver receive;
    void *context;
} tokens;

static int hand_on(void *context, const hermes_term *term)
{
    tokens *here = context;
    const char *token = (const char *)here->folder->folded.bytes + term->start;
    size_t start, end;
    hermes_source_span(&here->folder->map, term->start, term->span_end, &start, &end);
    return here->receive(here->context, 0, token, (int)(term->end - term->start), (int)start, (int)end);
}

static int tokenize_with(hermes_folder *folder, void *context, int flags, const char *text, int size,
                         token_receiver receive)
{
    tokens here = {folder, receive, context};
    int status = hermes_fold(folder, (const uint8_t *)text, (size_t)size, true);
    if (status != HERMES_OK)
        return SQLITE_NOMEM;
    return hermes_each_term(folder->folded.bytes, folder->folded.length, (flags & FTS5_TOKENIZE_QUERY) != 0, hand_on,
                            &here);
}

static int tokenize(Fts5Tokenizer *tokenizer, void *context, int flags, const char *text, int size,
                    token_receiver receive)
{
    int status;
    if (text == NULL || size <= 0)
        return SQLITE_OK;
    if (tokenizer->is_busy) {
        hermes_folder folder = {0};
        status = tokenize_with(&folder, context, flags, text, size, receive);
        hermes_trim_folder(&folder, 0);
        return status;
    }
    tokenizer->is_busy = true;
    status = tokenize_with(&tokenizer->folder, context, flags, text, size, receive);
    hermes_trim_folder(&tokenizer->folder, KEEP_BYTES);
    tokenizer->is_busy = false;
    return status;
}

static int create(void *unused, const char **arguments, int count, Fts5Tokenizer **tokenizer)
{
    (void)unused;
    (void)arguments;
    *tokenizer = NULL;
    if (count > 0)
        return SQLITE_ERROR; /* it has no options */
    *tokenizer = calloc(1, sizeof **tokenizer);
    return *tokenizer == NULL ? SQLITE_NOMEM : SQLITE_OK;
}

static void delete(Fts5Tokenizer *tokenizer)
{
    if (tokenizer == NULL)
        return;
    hermes_trim_folder(&tokenizer->folder, 0);
    free(tokenizer);
}

int hermes_create_tokenizer(fts5_api *fts5)
{
    fts5_tokenizer methods = {create, delete, tokenize};
    return fts5->xCreateTokenizer(fts5, "fts5_cjk", NULL, &methods, NULL);
}
