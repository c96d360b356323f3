/* Memory for when the machine refuses to allocate more.
 *
 * Swift ends the process if `malloc` fails. The package in Tool links the C library with
 * `--wrap`, so that its functions replace the allocator's. They call the allocator, and if it
 * fails, take memory from what was put aside: a small reserve for all threads, and pages that a
 * thread secured during its work. memory_secure() reports this to the thread, which then ends its
 * work with an error.
 *
 * If the library is linked in another way, the reserve isn't used, and memory_secure() only reports
 * whether pages can be allocated. */
#ifndef MEMORY_RESERVE_H
#define MEMORY_RESERVE_H

#include <stdbool.h>
#include <stddef.h>

/* Begin and end an API call on this thread. Calls may be nested; the end of the outermost one frees
 * the secured memory. */
void memory_call_begin(void);
void memory_call_end(void);

/* Puts aside at least twice the given number of bytes, which is what a call has allocated. Returns
 * false if that fails, or if an allocation has failed since the call began. Takes almost no time if
 * enough is already put aside. */
bool memory_secure(size_t held);

/* Puts aside at least the given number of bytes, if the machine has them, for work that can't be
 * stopped halfway. */
void memory_put_aside(size_t size);

#endif
