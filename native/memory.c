/* Buffers that grow and are used again. */

#include <stdlib.h>

#include "memory.h"

enum { SMALLEST = 256 };

/* The memory grown to at least `needed` items, or NULL, and then `memory` is as it was. */
static void *grown(void *memory, size_t *capacity, size_t needed, size_t item_bytes)
{
    size_t most = SIZE_MAX / 2 / item_bytes;
    size_t wanted = *capacity < SMALLEST ? SMALLEST : *capacity;
    void *larger;
    if (needed > most)
        return NULL;
    while (wanted < needed)
        wanted = wanted > most / 2 ? most : wanted * 2;
    larger = realloc(memory, wanted * item_bytes);
    if (larger != NULL)
        *capacity = wanted;
    return larger;
}

int hermes_reserve_bytes(hermes_buffer *buffer, size_t needed)
{
    uint8_t *larger;
    if (needed <= buffer->capacity)
        return HERMES_OK;
    larger = grown(buffer->bytes, &buffer->capacity, needed, sizeof *buffer->bytes);
    if (larger == NULL)
        return HERMES_NO_MEMORY;
    buffer->bytes = larger;
    return HERMES_OK;
}

int hermes_reserve_codes(hermes_codes *codes, size_t needed)
{
    uint32_t *larger;
    if (needed <= codes->capacity)
        return HERMES_OK;
    larger = grown(codes->codes, &codes->capacity, needed, sizeof *codes->codes);
    if (larger == NULL)
        return HERMES_NO_MEMORY;
    codes->codes = larger;
    return HERMES_OK;
}

int hermes_reserve_pieces(hermes_map *map, size_t needed)
{
    hermes_piece *larger;
    if (needed <= map->capacity)
        return HERMES_OK;
    larger = grown(map->pieces, &map->capacity, needed, sizeof *map->pieces);
    if (larger == NULL)
        return HERMES_NO_MEMORY;
    map->pieces = larger;
    return HERMES_OK;
}

void hermes_trim_buffer(hermes_buffer *buffer, size_t keep_bytes)
{
    if (buffer->capacity <= keep_bytes)
        return;
    free(buffer->bytes);
    *buffer = (hermes_buffer){0};
}

static void trim_codes(hermes_codes *codes, size_t keep_bytes)
{
    if (codes->capacity <= keep_bytes / sizeof *codes->codes)
        return;
    free(codes->codes);
    *codes = (hermes_codes){0};
}

void hermes_trim_folder(hermes_folder *folder, size_t keep_bytes)
{
    hermes_trim_buffer(&folder->folded, keep_bytes);
    trim_codes(&folder->text, keep_bytes);
    trim_codes(&folder->work, keep_bytes);
    trim_codes(&folder->before, keep_bytes);
    if (folder->map.capacity > keep_bytes / sizeof *folder->map.pieces) {
        free(folder->map.pieces);
        folder->map = (hermes_map){0};
    }
}
