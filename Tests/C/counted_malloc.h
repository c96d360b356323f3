/* The allocator of the C library, called through functions here that count. */
#ifndef COUNTED_MALLOC_H
#define COUNTED_MALLOC_H

#include "libc_malloc.h"

#ifdef __cplusplus
extern "C" {
#endif
/* The calls so far, the bytes that are held, and the most that were. */
static size_t allocation_count, held, peak;

static void *counted(void *memory) {
    allocation_count++;
    held += malloc_usable_size(memory);
    if (held > peak) peak = held;
    return memory;
}

void *malloc(size_t size) NOTHROW { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) NOTHROW { return counted(__libc_calloc(count, size)); }
void *aligned_alloc(size_t alignment, size_t size) NOTHROW { return counted(__libc_memalign(alignment, size)); }
void *realloc(void *memory, size_t size) NOTHROW {
    size_t old = malloc_usable_size(memory);
    void *moved = __libc_realloc(memory, size);
    if (moved == NULL && size > 0) return NULL;
    /* Both blocks are there while it is copied. */
    if (moved != memory && held + malloc_usable_size(moved) > peak) peak = held + malloc_usable_size(moved);
    held -= old;
    return counted(moved);
}
int posix_memalign(void **memory, size_t alignment, size_t size) NOTHROW {
    *memory = counted(__libc_memalign(alignment, size));
    return *memory == NULL ? ENOMEM : 0;
}
void free(void *memory) NOTHROW {
    held -= malloc_usable_size(memory);
    __libc_free(memory);
}
#ifdef __cplusplus
}
#endif

#endif
