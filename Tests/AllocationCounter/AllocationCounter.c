#include "AllocationCounter.h"

#include "../C/libc_malloc.h"

static __thread size_t count __attribute__((tls_model("initial-exec")));
static __thread size_t freed __attribute__((tls_model("initial-exec")));

size_t allocation_count_of_thread(void) { return count; }
ptrdiff_t live_allocation_count_of_thread(void) { return (ptrdiff_t)count - (ptrdiff_t)freed; }

// Sanitizers have allocators of their own, and nothing is counted with them.
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    count++;
    if (memory != NULL) freed++;
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    count++;
    *memory = __libc_memalign(alignment, size);
    return *memory == NULL ? ENOMEM : 0;
}

void free(void *memory) {
    if (memory != NULL) freed++;
    __libc_free(memory);
}

#endif
