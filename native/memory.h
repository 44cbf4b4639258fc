/* Buffers that grow and are used again. */

#ifndef HERMES_MEMORY_H
#define HERMES_MEMORY_H

#include <string.h>

#include "analysis.h"

/* Makes room for `needed` items in all; HERMES_NO_MEMORY leaves the buffer as it was. */
int hermes_reserve_bytes(hermes_buffer *buffer, size_t needed);
int hermes_reserve_codes(hermes_codes *codes, size_t needed);
int hermes_reserve_pieces(hermes_map *map, size_t needed);

/* Whether `count` more bytes have room without growing. */
static inline bool hermes_has_room(const hermes_buffer *buffer, size_t count)
{
    return buffer->capacity - buffer->length >= count;
}

static inline int hermes_make_room(hermes_buffer *buffer, size_t count)
{
    if (hermes_has_room(buffer, count))
        return HERMES_OK;
    if (count > SIZE_MAX - buffer->length)
        return HERMES_NO_MEMORY;
    return hermes_reserve_bytes(buffer, buffer->length + count);
}

static inline int hermes_append(hermes_buffer *buffer, const uint8_t *bytes, size_t count)
{
    int status = hermes_make_room(buffer, count);
    if (status == HERMES_OK && count > 0) {
        memcpy(buffer->bytes + buffer->length, bytes, count);
        buffer->length += count;
    }
    return status;
}

#endif
