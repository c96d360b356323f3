/* Memory for the moment in which the machine refuses more.
 *
 * Swift ends the process where `malloc` fails. Scripts/build-release links the C library so that its requests for memory arrive here
 * first (`--wrap`). They are passed on, and where they are refused, come from what was put aside: a small reserve for all threads,
 * and pages that a thread secured while it worked. The thread is told by memory_secure(), and ends its work with an error.
 *
 * Linked in another way, nothing comes from the reserve, and memory_secure() only tells whether pages can be had. */
#ifndef MEMORY_RESERVE_H
#define MEMORY_RESERVE_H

#include <stdbool.h>
#include <stddef.h>

/* Begins and ends a call of the API by this thread. Calls may be nested; the end of the outermost gives back what was secured. */
void memory_call_begin(void);
void memory_call_end(void);

/* Puts aside memory for a call that holds so many bytes, at least as much again and once more. False where that is refused, or
 * where another request has been refused since the call began. Costs next to nothing for less than is put aside already. */
bool memory_secure(size_t held);

/* Puts aside so many bytes at least, if the machine gives them, for work that can't be ended halfway. */
void memory_put_aside(size_t size);

#endif
