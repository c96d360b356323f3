/* The allocator that functions of the same names in a test call in the end. No sanitizer and no
 * static library likes that. */
#ifndef LIBC_MALLOC_H
#define LIBC_MALLOC_H

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#define NOTHROW noexcept
#else
#define NOTHROW
#endif
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);
#ifdef __cplusplus
}
#endif

#endif
