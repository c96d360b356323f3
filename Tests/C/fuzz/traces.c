/*
 * Traces of components: the first byte chooses sizes and a mock, the rest is the text. No function of automata.h reads them: Tests/Fuzz
 * reads and writes them, and lets an assembly run by them.
 */
#include "support.h"

int32_t trace_fuzz(const uint8_t *bytes, ptrdiff_t count) __attribute__((weak));

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (trace_fuzz)
        REQUIRE(trace_fuzz(data, (ptrdiff_t)size) == 0);
    return 0;
}
