#define _GNU_SOURCE
#include "memory_reserve.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

/* The allocator of the process. The symbols are weak, as they don't exist if the library is linked
 * without --wrap. */
__attribute__((weak)) void *__real_malloc(size_t size);
__attribute__((weak)) void *__real_calloc(size_t count, size_t size);
__attribute__((weak)) void *__real_realloc(void *memory, size_t size);
__attribute__((weak)) void *__real_aligned_alloc(size_t alignment, size_t size);
__attribute__((weak)) int __real_posix_memalign(void **memory, size_t alignment, size_t size);
__attribute__((weak)) size_t __real_malloc_usable_size(void *memory);
__attribute__((weak)) void __real_free(void *memory);

enum {
    /* The bytes that all threads together may still allocate in small pieces before they check
     * whether an allocation failed. */
    RESERVE_SIZE = 4 << 20,
    /* For calls with less memory, the reserve is enough. */
    LEAST_SECURED = 64 << 10,
    /* The most bytes by which a small buffer may grow at once. */
    GROWTH_WHILE_SMALL = 8 << 20,
    /* The bytes that a call may allocate between two checks, in addition to twice its memory. */
    HEADROOM = 2 << 20,
    /* Blocks of up to 2 to this power have sizes that are powers of two, and are reused. */
    LARGEST_SIZE_CLASS = 16,
    REGION_COUNT = 32,
};

/* ---- Regions: consecutive blocks, each after its size ---- */

/* Precedes each block, and keeps it aligned. */
struct header {
    /* The size of the block. */
    size_t size;
    /* The offset of this header's end in the region. */
    size_t offset;
};

struct region {
    char *start;
    /* The size is 0 if there is no region. */
    size_t size, used, block_count;
    /* Freed blocks by the logarithm of their size; the first word of each points to the next
     * one. */
    void *freed[LARGEST_SIZE_CLASS + 1];
};

static _Alignas(64) char reserve[RESERVE_SIZE];
/* The reserve is the first region and permanent; the others are secured pages with blocks in
 * use. */
static struct region regions[REGION_COUNT] = {{.start = reserve, .size = RESERVE_SIZE}};
/* The number of regions of pages. It is mostly 0, and then no address needs to be searched for. */
static atomic_size_t page_region_count;
/* Whether more than half of the reserve is in use, as by small results that a program keeps. */
static atomic_bool is_reserve_scarce;

/* The state of a thread. It isn't allocated on first use, as that could fail. */
static _Thread_local __attribute__((tls_model("initial-exec"))) struct {
    unsigned depth;
    bool was_refused;
    char *secured;
    size_t secured_size;
} call;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void acquire(void) { pthread_mutex_lock(&lock); }
static void release(void) { pthread_mutex_unlock(&lock); }

/* A child process has only the thread that forked it, so no other thread may hold the lock then. */
__attribute__((constructor)) static void keep_lock_usable_in_children(void) { pthread_atfork(acquire, release, release); }

/* Returns the logarithm of the rounded size of a small block; 0 for others. */
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

/* Frees a block; requires the lock. Returns the region if it is empty now. Its pages are unmapped
 * after the lock is released, so that no thread waits for that. */
static struct region free_in(struct region *region, void *block) {
    struct header *header = header_of(block);
    unsigned class = size_class(header->size);
    struct region emptied = {.size = 0};
    region->block_count--;
    if (region->block_count == 0) {
        if (region->start == reserve) {
            region->used = 0;
            memset(region->freed, 0, sizeof region->freed);
            atomic_store(&is_reserve_scarce, false);
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

/* Returns false for most blocks of the allocator; true for all others. */
static bool may_be_ours(const void *block) {
    return is_in_reserve(block) || atomic_load_explicit(&page_region_count, memory_order_relaxed) > 0;
}

/* Returns the region that contains a block, or NULL; requires the lock. */
static struct region *region_of(const void *block) {
    for (int index = 0; index < REGION_COUNT; index++)
        if ((uintptr_t)block - (uintptr_t)regions[index].start < regions[index].size) return &regions[index];
    return NULL;
}

/* Returns the size of a block, or SIZE_MAX for a block of the allocator. */
static size_t size_of(const void *block) {
    size_t size = SIZE_MAX;
    if (!may_be_ours(block)) return size;
    acquire();
    if (region_of(block) != NULL) size = header_of(block)->size;
    release();
    return size;
}

/* Allocates a block from the thread's secured pages, which become a region; requires the lock. */
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

/* Allocates a block from the memory that was put aside, after the allocator has failed. */
static void *emergency_block(size_t size, size_t alignment) {
    void *block = NULL;
    call.was_refused = true;
    acquire();
    /* Small blocks come from the reserve first, as some are never freed. */
    if (size_class(size) > 0) block = block_in(&regions[0], size, alignment);
    for (int index = REGION_COUNT - 1; index >= 0 && block == NULL; index--) block = block_in(&regions[index], size, alignment);
    if (block == NULL) block = block_in_secured_pages(size, alignment);
    if (regions[0].used > RESERVE_SIZE / 2) atomic_store(&is_reserve_scarce, true);
    release();
    if (block == NULL) errno = ENOMEM;
    return block;
}

/* ---- Functions that replace the allocator ---- */

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
    /* A block that shrinks isn't moved, so that this can't fail. */
    if (was_ours && size <= old_size) return memory;
    moved = was_ours ? __real_malloc(size) : __real_realloc(memory, size);
    if (moved == NULL) {
        /* With a size of 0, the allocator has freed the block. */
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

/* Secures more pages for the thread; it keeps the previous ones if that fails. */
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
    if (call.depth == 0) return true;
    if (held < LEAST_SECURED && !atomic_load_explicit(&is_reserve_scarce, memory_order_relaxed)) return true;
    if (held > PTRDIFF_MAX / 4) return false;
    if (call.secured_size >= 2 * held + HEADROOM) return true;
    /* Secures a quarter more, so that a growing call rarely needs new pages. */
    if (!secure_pages(2 * held + held / 2 + GROWTH_WHILE_SMALL) && !secure_pages(2 * held + HEADROOM)) call.was_refused = true;
    return !call.was_refused;
}
