/* Counts the allocations of a program, in all threads: LD_PRELOAD=this ALLOCATIONS=FILE PROGRAM ARGUMENT...
   The file then has their number. */
#include "../../C/libc_malloc.h"

#include <stdio.h>

static size_t count;

static void add(void) { __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED); }

void *malloc(size_t size)
{
    add();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    add();
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size)
{
    add();
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    add();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    add();
    *memory = __libc_memalign(alignment, size);
    return *memory == NULL ? ENOMEM : 0;
}

__attribute__((destructor)) static void report(void)
{
    size_t total = count;
    const char *path = getenv("ALLOCATIONS");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%zu\n", total);
        fclose(file);
    }
}
