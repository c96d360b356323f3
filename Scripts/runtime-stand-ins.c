/* Replacements in libautomata.so for parts of the Swift runtime that no call from C can reach.
 *
 * They are linked before the runtime's archive, so that the linker doesn't take the original parts
 * and the code that would run when the library is loaded: a search for the program
 * `swift-backtrace` around the library, which may install signal handlers in the host, and a search
 * of /proc/self/maps for the arguments of the process. */
#include <stdbool.h>
#include <stdint.h>

/* Settings of backtraces, 88 bytes in the runtime. Zero turns them off, as the runtime does where
 * there is no `swift-backtrace`: a failed check prints the addresses of the calls and aborts. */
_Alignas(16) char _swift_backtraceSettings[128];

/* Whether a function only calls another: asked of names in backtraces. */
bool _swift_backtrace_isThunkFunction(const char *name) {
    (void)name;
    return false;
}

/* Arguments of the process, for Swift's CommandLine. */
char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
    static char *none[1];
    *count = 0;
    return none;
}

/* Names of Unicode's characters, half a megabyte of tables. The linker sends calls here by --wrap.
 * A length of 0 means that there is no name. */
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *name, intptr_t capacity) {
    (void)scalar, (void)name, (void)capacity;
    return 0;
}
