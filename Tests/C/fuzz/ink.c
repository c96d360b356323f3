/* Texts of ink in any format, by way of Tests/Fuzz, as no function of automata.h reads ink: they are read or refused, and what is read is
 * recognized, drawn and written so that it is read as the same again. */
#include "support.h"

int32_t ink_fuzz(const uint8_t *bytes, ptrdiff_t count);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    REQUIRE(ink_fuzz(data, (ptrdiff_t)size) == 0);
    return 0;
}
