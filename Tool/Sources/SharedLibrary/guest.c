/* What makes libautomata.so a good guest in any program. */
#include "guest.h"

#include <stdbool.h>
#include <stdio.h>

/* The linker sends uses of `stderr` here by --wrap. Debian builds GMP's archive for programs, and its way to `stderr`, which it takes
 * before it gives up, is one that only a program can take. */
FILE *__wrap_stderr;

__attribute__((constructor(101))) static void set_stderr(void) {
    extern FILE *__real_stderr;
    __wrap_stderr = __real_stderr;
}

/* Replacements for a part of the Swift runtime, which the linker then doesn't take from its archive: when it is loaded, that part
 * searches for the program `swift-backtrace`, and may install signal handlers in the host.
 *
 * The settings of backtraces have 88 bytes in the runtime. Zero turns them off: a failed check prints the addresses of the calls and
 * aborts. */
_Alignas(16) char _swift_backtraceSettings[128];

/* Whether a function only calls another: asked of names in backtraces. */
bool _swift_backtrace_isThunkFunction(const char *name) {
    (void)name;
    return false;
}
