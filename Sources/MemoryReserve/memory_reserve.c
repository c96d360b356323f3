#define _GNU_SOURCE
#include "memory_reserve.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

/* The allocator of the process. Weak, as there are none of these names where the library is linked without --wrap. */
__attribute__((weak)) void *__real_malloc(size_t size);
__attribute__((weak)) void *__real_calloc(size_t count, size_t size);
__attribute__((weak)) void *__real_realloc(void *memory, size_t size);
__attribute__((weak)) void *__real_aligned_alloc(size_t alignment, size_t size);
__attribute__((weak)) int __real_posix_memalign(void **memory, size_t alignment, size_t size);
__attribute__((weak)) size_t __real_malloc_usable_size(void *memory);
__attribute__((weak)) void __real_free(void *memory);

enum {
    /* What all threads together may still take in small pieces before they look whether memory
     * was refused. */
    RESERVE_SIZE = 4 << 20,
    /* Calls that hold less are content with the reserve. */
    LEAST_SECURED = 64 << 10,
    /* What a buffer may grow by at once while it is small. */
    GROWTH_WHILE_SMALL = 8 << 20,
    /* What a call may take between two checks besides twice what it holds. */
    HEADROOM = 2 << 20,
    /* Blocks of up to two to this power have sizes that are powers of two, and are used again. */
    LARGEST_SIZE_CLASS = 16,
    REGION_COUNT = 32,
};

/* ---- Regions: blocks one after the other, each behind its size ---- */

/* Before a block, which keeps it aligned. */
struct header {
    /* Of what follows. */
    size_t size;
    /* From the beginning of the region to this header's end. */
    size_t offset;
};

struct region {
    char *start;
    /* 0 where there is no region. */
    size_t size, used, block_count;
    /* Freed blocks by the logarithm of their size; the first word of each is the next. */
    void *freed[LARGEST_SIZE_CLASS + 1];
};

static _Alignas(64) char reserve[RESERVE_SIZE];
/* The reserve comes first and stays; the others are secured pages from which a block has been taken. */
static struct region regions[REGION_COUNT] = {{.start = reserve, .size = RESERVE_SIZE}};
/* How many regions of pages there are: mostly none, and then no address needs to be looked for. */
static atomic_size_t page_region_count;

/* What a thread knows. Not allocated when it is first used, as that could fail. */
static _Thread_local __attribute__((tls_model("initial-exec"))) struct {
    unsigned depth;
    bool was_refused;
    char *secured;
    size_t secured_size;
} call;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void acquire(void) { pthread_mutex_lock(&lock); }
static void release(void) { pthread_mutex_unlock(&lock); }

/* A child process has only the thread that forked it off: no other one may hold the lock then. */
__attribute__((constructor)) static void keep_lock_usable_in_children(void) { pthread_atfork(acquire, release, release); }

/* The power of two that a small block has room for, or 0. */
static unsigned size_class(size_t size) {
    unsigned class = 4;
    if (size > (size_t)1 << LARGEST_SIZE_CLASS) return 0;
    while ((size_t)1 << class < size) class++;
    return class;
}

static void *block_in(struct region *region, size_t size, size_t alignment) {
    unsigned class = alignment <= sizeof(struct header) ? size_class(size) : 0;
    struct header *header;
    size_t at;
    if (class > 0) {
        void *block = region->freed[class];
        if (block != NULL) {
            memcpy(&region->freed[class], block, sizeof(void *));
            region->block_count++;
            return block;
        }
        size = (size_t)1 << class;
    }
    if (alignment < sizeof(struct header)) alignment = sizeof(struct header);
    if (size >= region->size || alignment > region->size) return NULL;
    at = region->used + sizeof(struct header);
    at += -((uintptr_t)region->start + at) & (alignment - 1);
    if (at > region->size || size > region->size - at) return NULL;
    region->used = (at + size + sizeof(struct header) - 1) & ~(sizeof(struct header) - 1);
    region->block_count++;
    header = (struct header *)(region->start + at) - 1;
    header->size = size;
    header->offset = at;
    return region->start + at;
}

static struct header *header_of(const void *block) { return (struct header *)block - 1; }

/* Frees a block; under the lock. Returns the region that is empty then, for whose pages nobody
 * shall have to wait: they are unmapped after the lock is released. */
static struct region free_in(struct region *region, void *block) {
    struct header *header = header_of(block);
    unsigned class = size_class(header->size);
    struct region emptied = {.size = 0};
    region->block_count--;
    if (region->block_count == 0) {
        if (region->start == reserve) {
            region->used = 0;
            memset(region->freed, 0, sizeof region->freed);
        } else {
            emptied = *region;
            memset(region, 0, sizeof *region);
            atomic_fetch_sub(&page_region_count, 1);
        }
    } else if (header->offset + header->size == region->used) {
        region->used = header->offset - sizeof(struct header);
    } else if (class > 0 && header->size == (size_t)1 << class) {
        memcpy(block, &region->freed[class], sizeof(void *));
        region->freed[class] = block;
    }
    return emptied;
}

static bool is_in_reserve(const void *block) { return (uintptr_t)block - (uintptr_t)reserve < RESERVE_SIZE; }

/* False for most blocks of the allocator's; true for all others. */
static bool may_be_ours(const void *block) {
    return is_in_reserve(block) || atomic_load_explicit(&page_region_count, memory_order_relaxed) > 0;
}

/* The region that a block is in, or NULL; under the lock. */
static struct region *region_of(const void *block) {
    for (int index = 0; index < REGION_COUNT; index++)
        if ((uintptr_t)block - (uintptr_t)regions[index].start < regions[index].size) return &regions[index];
    return NULL;
}

/* The size of a block, or SIZE_MAX for one of the allocator's. */
static size_t size_of(const void *block) {
    size_t size = SIZE_MAX;
    if (!may_be_ours(block)) return size;
    acquire();
    if (region_of(block) != NULL) size = header_of(block)->size;
    release();
    return size;
}

/* A block from the pages that the thread has secured, which become a region; under the lock. */
static void *block_in_secured_pages(size_t size, size_t alignment) {
    struct region region = {.start = call.secured, .size = call.secured_size};
    void *block = NULL;
    for (int index = 1; index < REGION_COUNT; index++) {
        if (regions[index].size > 0) continue;
        block = block_in(&region, size, alignment);
        if (block == NULL) break;
        regions[index] = region;
        atomic_fetch_add(&page_region_count, 1);
        call.secured_size = 0;
        break;
    }
    return block;
}

/* A block from what was put aside, after the allocator has refused one. */
static void *emergency_block(size_t size, size_t alignment) {
    void *block = NULL;
    call.was_refused = true;
    acquire();
    /* Small blocks come from the reserve first, as some stay for good. */
    if (size_class(size) > 0) block = block_in(&regions[0], size, alignment);
    for (int index = REGION_COUNT - 1; index >= 0 && block == NULL; index--) block = block_in(&regions[index], size, alignment);
    if (block == NULL) block = block_in_secured_pages(size, alignment);
    release();
    if (block == NULL) errno = ENOMEM;
    return block;
}

/* ---- What the linker puts in the place of the allocator ---- */

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size);
size_t __wrap_malloc_usable_size(void *memory);
void __wrap_free(void *memory);

void *__wrap_malloc(size_t size) {
    void *memory = __real_malloc(size);
    return __builtin_expect(memory != NULL, true) ? memory : emergency_block(size, 0);
}

void *__wrap_calloc(size_t count, size_t size) {
    void *memory = __real_calloc(count, size);
    size_t bytes;
    if (__builtin_expect(memory != NULL, true)) return memory;
    if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
    memory = emergency_block(bytes, 0);
    if (memory != NULL) memset(memory, 0, bytes);
    return memory;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    void *memory = __real_aligned_alloc(alignment, size);
    return __builtin_expect(memory != NULL, true) || errno == EINVAL ? memory : emergency_block(size, alignment);
}

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
    int problem = __real_posix_memalign(memory, alignment, size);
    void *block;
    if (__builtin_expect(problem != ENOMEM, true)) return problem;
    block = emergency_block(size, alignment);
    if (block == NULL) return ENOMEM;
    *memory = block;
    return 0;
}

size_t __wrap_malloc_usable_size(void *memory) {
    size_t size = size_of(memory);
    return size < SIZE_MAX ? size : __real_malloc_usable_size(memory);
}

void __wrap_free(void *memory) {
    if (__builtin_expect(may_be_ours(memory), false)) {
        struct region *region, emptied = {.size = 0};
        acquire();
        region = region_of(memory);
        if (region != NULL) emptied = free_in(region, memory);
        release();
        if (emptied.size > 0) munmap(emptied.start, emptied.size);
        if (region != NULL) return;
    }
    __real_free(memory);
}

void *__wrap_realloc(void *memory, size_t size) {
    size_t old_size = size_of(memory);
    bool was_ours = old_size < SIZE_MAX;
    void *moved;
    if (was_ours && size == 0) {
        __wrap_free(memory);
        return NULL;
    }
    /* What shrinks stays, so that it can't fail. */
    if (was_ours && size <= old_size) return memory;
    moved = was_ours ? __real_malloc(size) : __real_realloc(memory, size);
    if (moved == NULL) {
        /* Nothing is left to do where a block was to be freed by this. */
        if (size == 0 && memory != NULL) return NULL;
        moved = emergency_block(size, 0);
        if (moved == NULL) return NULL;
        if (!was_ours) old_size = memory == NULL ? 0 : __real_malloc_usable_size(memory);
        was_ours = true;
    }
    if (!was_ours) return moved;
    memcpy(moved, memory, old_size < size ? old_size : size);
    __wrap_free(memory);
    return moved;
}

/* ---- Calls ---- */

static void give_back_secured_pages(void) {
    if (call.secured_size > 0) munmap(call.secured, call.secured_size);
    call.secured_size = 0;
}

void memory_call_begin(void) {
    if (call.depth++ == 0) call.was_refused = false;
}

void memory_call_end(void) {
    if (--call.depth == 0) give_back_secured_pages();
}

/* More pages than the thread has put aside; those stay where the machine refuses more. */
static bool secure_pages(size_t size) {
    void *pages;
    size = (size + 0xFFFF) & ~(size_t)0xFFFF;
    pages = call.secured_size > 0
        ? mremap(call.secured, call.secured_size, size, MREMAP_MAYMOVE)
        : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return false;
    call.secured = pages;
    call.secured_size = size;
    return true;
}

void memory_put_aside(size_t size) {
    if (call.was_refused || size < LEAST_SECURED || call.depth == 0 || size > PTRDIFF_MAX) return;
    if (size > call.secured_size) secure_pages(size);
}

bool memory_secure(size_t held) {
    if (call.was_refused) return false;
    if (held < LEAST_SECURED || call.depth == 0) return true;
    if (held > PTRDIFF_MAX / 4) return false;
    if (call.secured_size >= 2 * held + HEADROOM) return true;
    /* A quarter more, so that pages are asked for now and then only as the call holds more. */
    if (!secure_pages(2 * held + held / 2 + GROWTH_WHILE_SMALL) && !secure_pages(2 * held + HEADROOM)) call.was_refused = true;
    return !call.was_refused;
}
