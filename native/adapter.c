/* The loadable extension: the SQL functions hermes_fold, hermes_index_text and hermes_words, and the
   tokenizer fts5_cjk.

   SQLite finds the init function by the name of the file, _native.so. The extension stays loaded: a tokenizer may
   outlive its connection. Its one variable is SQLite's own, the table of functions to call SQLite by. */

#include <stdlib.h>

#include "analysis.h"
#include "tokenizer.h"
#include "vendor/sqlite3ext.h"

SQLITE_EXTENSION_INIT1

#ifdef _WIN32
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

enum {
    OLDEST_SQLITE = 3020000, /* the first with sqlite3_bind_pointer */
    KEEP_BYTES = 1 << 20     /* of each buffer, from one call to the next */
};

/* What one function of one connection uses again from call to call. */
typedef struct {
    hermes_folder folder;
    hermes_buffer index_text;
    hermes_word_set word_set;
} workspace;

static void free_workspace(void *memory)
{
    workspace *space = memory;
    hermes_trim_folder(&space->folder, 0);
    hermes_trim_buffer(&space->index_text, 0);
    hermes_trim_word_set(&space->word_set, 0);
    free(space);
}

/* The argument's bytes; false when the result, NULL or an error, is set already. */
static bool get_text(sqlite3_context *context, sqlite3_value *value, const uint8_t **text, size_t *size)
{
    int type = sqlite3_value_type(value);
    if (type == SQLITE_NULL)
        return false;
    *text = type == SQLITE_BLOB ? sqlite3_value_blob(value) : sqlite3_value_text(value);
    *size = (size_t)sqlite3_value_bytes(value);
    if (*text == NULL && (*size > 0 || type != SQLITE_BLOB)) {
        sqlite3_result_error_nomem(context);
        return false;
    }
    return true;
}

/* Folds the argument; false when the result, NULL or an error, is set already. */
static bool fold_argument(sqlite3_context *context, sqlite3_value *value, hermes_folder *folder)
{
    const uint8_t *text;
    size_t size;
    if (!get_text(context, value, &text, &size))
        return false;
    if (hermes_fold(folder, text, size, false) == HERMES_OK)
        return true;
    sqlite3_result_error_nomem(context);
    return false;
}

/* A text that SQLite finds too long becomes its error SQLITE_TOOBIG. */
static void give(sqlite3_context *context, const hermes_buffer *text)
{
    const char *bytes = text->length > 0 ? (const char *)text->bytes : "";
    sqlite3_result_text64(context, bytes, text->length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static void fold_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    workspace *space = sqlite3_user_data(context);
    (void)count;
    if (fold_argument(context, values[0], &space->folder))
        give(context, &space->folder.folded);
    hermes_trim_folder(&space->folder, KEEP_BYTES);
}

static void index_text_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    workspace *space = sqlite3_user_data(context);
    (void)count;
    if (fold_argument(context, values[0], &space->folder)) {
        const hermes_buffer *folded = &space->folder.folded;
        if (hermes_index_text(folded->bytes, folded->length, &space->index_text) == HERMES_OK)
            give(context, &space->index_text);
        else
            sqlite3_result_error_nomem(context);
    }
    hermes_trim_folder(&space->folder, KEEP_BYTES);
    hermes_trim_buffer(&space->index_text, KEEP_BYTES);
}

static void words_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    workspace *space = sqlite3_user_data(context);
    const uint8_t *text;
    size_t size;
    (void)count;
    if (get_text(context, values[0], &text, &size)) {
        if (hermes_words(&space->word_set, text, size) == HERMES_OK)
            give(context, &space->word_set.words);
        else
            sqlite3_result_error_nomem(context);
    }
    hermes_trim_word_set(&space->word_set, KEEP_BYTES);
}

static int create_function(sqlite3 *connection, const char *name,
                           void (*function)(sqlite3_context *, int, sqlite3_value **))
{
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    workspace *space = calloc(1, sizeof *space);
    if (space == NULL)
        return SQLITE_NOMEM;
    sqlite3_randomness((int)sizeof space->word_set.key, space->word_set.key);
    return sqlite3_create_function_v2(connection, name, 1, flags, space, function, NULL, NULL, free_workspace);
}

/* FTS5's interface, or NULL where SQLite has no FTS5. */
static int find_fts5(sqlite3 *connection, fts5_api **fts5)
{
    sqlite3_stmt *statement = NULL;
    int status = sqlite3_prepare_v2(connection, "SELECT fts5(?1)", -1, &statement, NULL);
    *fts5 = NULL;
    if (status != SQLITE_OK)
        return status == SQLITE_ERROR ? SQLITE_OK : status;
    status = sqlite3_bind_pointer(statement, 1, fts5, "fts5_api_ptr", NULL);
    if (status == SQLITE_OK) {
        int stepped = sqlite3_step(statement);
        status = stepped == SQLITE_ROW || stepped == SQLITE_DONE ? SQLITE_OK : stepped;
    }
    if (status != SQLITE_OK)
        *fts5 = NULL;
    sqlite3_finalize(statement);
    return status;
}

EXPORTED int sqlite3_native_init(sqlite3 *connection, char **error, const sqlite3_api_routines *api)
{
    fts5_api *fts5;
    int status;
    if (sqlite3_api != NULL && sqlite3_api != api) {
        /* The functions of the one would be called with the other's values. */
        *error = api->mprintf("this file is in use by another SQLite library of the process: load a copy of it");
        return SQLITE_ERROR;
    }
    if (sqlite3_api == NULL) /* other threads may be reading it */
        SQLITE_EXTENSION_INIT2(api);
    if (sqlite3_libversion_number() < OLDEST_SQLITE) {
        *error = sqlite3_mprintf("SQLite 3.20 or newer is needed, this is %s", sqlite3_libversion());
        return SQLITE_ERROR;
    }
    if ((status = create_function(connection, "hermes_fold", fold_function)) != SQLITE_OK)
        return status;
    if ((status = create_function(connection, "hermes_index_text", index_text_function)) != SQLITE_OK)
        return status;
    if ((status = create_function(connection, "hermes_words", words_function)) != SQLITE_OK)
        return status;
    if ((status = find_fts5(connection, &fts5)) != SQLITE_OK)
        return status;
    if (fts5 != NULL && (status = hermes_create_tokenizer(fts5)) != SQLITE_OK)
        return status;
    return SQLITE_OK_LOAD_PERMANENTLY;
}
