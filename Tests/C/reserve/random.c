/* The reserve of memory on its own: threads take, resize and free blocks of random sizes from an allocator that refuses most requests.
 * No two blocks overlap, none loses its contents, and in the end nothing is kept.
 *
 *     gcc -std=c11 -fsanitize=address,undefined -ISources/MemoryReserve/include Tests/C/reserve/random.c -lpthread */
#include "../../../Sources/MemoryReserve/memory_reserve.c"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static _Thread_local bool refuses;

void *__real_malloc(size_t size) { return refuses ? NULL : malloc(size); }
void *__real_calloc(size_t count, size_t size) { return refuses ? NULL : calloc(count, size); }
void *__real_realloc(void *memory, size_t size) { return refuses ? NULL : realloc(memory, size); }
void *__real_aligned_alloc(size_t alignment, size_t size) {
    errno = ENOMEM;
    return refuses ? NULL : aligned_alloc(alignment, size);
}
int __real_posix_memalign(void **memory, size_t alignment, size_t size) {
    return refuses ? ENOMEM : posix_memalign(memory, alignment, size);
}
size_t __real_malloc_usable_size(void *memory) { return malloc_usable_size(memory); }
void __real_free(void *memory) { free(memory); }

enum { THREAD_COUNT = 4, BLOCK_COUNT = 200, ROUND_COUNT = 20, STEP_COUNT = 2000 };

struct block {
    unsigned char *bytes;
    size_t size;
    unsigned char content;
};

static void expect(bool condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "%s\n", what);
    exit(1);
}

/* Mostly small, up to half a MiB. */
static size_t random_size(unsigned *seed) { return 1 + (size_t)rand_r(seed) % ((size_t)1 << rand_r(seed) % 20); }

static void check_content(const struct block *block, size_t size) {
    size_t index;
    for (index = 0; index < size; index += 61) expect(block->bytes[index] == block->content, "a block lost its contents");
    expect(block->bytes[size - 1] == block->content, "a block lost its end");
}

static void fill(struct block *block, unsigned *seed) {
    block->content = (unsigned char)rand_r(seed);
    expect((uintptr_t)block->bytes % 16 == 0, "a block isn't aligned");
    expect(__wrap_malloc_usable_size(block->bytes) >= block->size, "a block is too small");
    memset(block->bytes, block->content, block->size);
}

static void take(struct block *block, unsigned *seed) {
    size_t alignment = (size_t)16 << rand_r(seed) % 8;
    void *memory = NULL;
    block->size = random_size(seed);
    switch (rand_r(seed) % 4) {
        case 0: memory = __wrap_malloc(block->size); break;
        case 1:
            memory = __wrap_calloc(1, block->size);
            block->bytes = memory;
            block->content = 0;
            if (memory != NULL) check_content(block, block->size);
            break;
        case 2:
            if (__wrap_posix_memalign(&memory, alignment, block->size) != 0) memory = NULL;
            expect((uintptr_t)memory % alignment == 0, "a block has another alignment");
            break;
        default:
            memory = __wrap_aligned_alloc(alignment, (block->size + alignment - 1) & ~(alignment - 1));
            expect((uintptr_t)memory % alignment == 0, "a block has another alignment");
    }
    block->bytes = memory;
    if (memory != NULL) fill(block, seed);
}

static void resize(struct block *block, unsigned *seed) {
    size_t size = random_size(seed), common = size < block->size ? size : block->size;
    unsigned char *moved = __wrap_realloc(block->bytes, size);
    if (moved == NULL) return;
    block->bytes = moved;
    block->size = size;
    check_content(block, common);
    fill(block, seed);
}

static void *work(void *number) {
    unsigned seed = (unsigned)(uintptr_t)number;
    struct block blocks[BLOCK_COUNT] = {{0}};
    int round, step;
    for (round = 0; round < ROUND_COUNT; round++) {
        refuses = false;
        memory_call_begin();
        expect(memory_secure((size_t)rand_r(&seed) % (16 << 20)), "pages were refused");
        for (step = 0; step < STEP_COUNT; step++) {
            struct block *block = &blocks[rand_r(&seed) % BLOCK_COUNT];
            refuses = rand_r(&seed) % 4 != 0;
            if (block->bytes == NULL) {
                take(block, &seed);
                continue;
            }
            check_content(block, block->size);
            if (rand_r(&seed) % 3 == 0) {
                resize(block, &seed);
            } else {
                __wrap_free(block->bytes);
                block->bytes = NULL;
            }
        }
        expect(!memory_secure(0), "a refused request wasn't noticed");
        memory_call_end();
    }
    for (step = 0; step < BLOCK_COUNT; step++) __wrap_free(blocks[step].bytes);
    return NULL;
}

int main(void) {
    pthread_t threads[THREAD_COUNT];
    size_t index;
    for (index = 0; index < THREAD_COUNT; index++)
        expect(pthread_create(&threads[index], NULL, work, (void *)(index + 1)) == 0, "there is no thread");
    for (index = 0; index < THREAD_COUNT; index++) pthread_join(threads[index], NULL);
    expect(atomic_load(&page_region_count) == 0, "pages are kept");
    expect(regions[0].block_count == 0 && regions[0].used == 0, "blocks are kept");
    return 0;
}
