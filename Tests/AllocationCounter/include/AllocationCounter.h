/* The number of allocations of the calling thread, in programs that are linked with this. */
#include <stddef.h>

size_t allocation_count_of_thread(void);

/* The number of these less that of the memory that the thread has freed. */
ptrdiff_t live_allocation_count_of_thread(void);
