/* What makes libautomata.so a good guest in any program. */
#include "guest.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The linker sends uses of `stderr` here by --wrap. Debian builds GMP's archive for programs, and its way to `stderr`, which it takes
 * before it gives up, is one that only a program can take. */
FILE *__wrap_stderr;

/* The environment is the program's, so what the library is made of finds none. By variables that are meant for other programs, CaDiCaL
 * would change its options, write its calls to a file or end the process, and expat and the Swift runtime would print. With debug
 * information about `environ`, ld 2.40 crashes when it makes the archive. */
__attribute__((nodebug)) char **__wrap_environ;

char *__wrap_getenv(const char *name) {
    (void)name;
    return NULL;
}

__attribute__((constructor(101))) static void set_variables(void) {
    extern FILE *__real_stderr;
    static char *none[] = {NULL};
    __wrap_stderr = __real_stderr;
    __wrap_environ = none;
}

/* CaDiCaL starts programs that unpack its input files. Here it reads no files, and nothing starts a program. */
FILE *__wrap_popen(const char *command, const char *mode) {
    (void)command;
    (void)mode;
    errno = ENOSYS;
    return NULL;
}

int __wrap_pclose(FILE *file) {
    (void)file;
    errno = ENOSYS;
    return -1;
}

/* The names of Unicode's characters, for which the library never asks, would take half a megabyte. */
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
    (void)scalar;
    (void)buffer;
    (void)capacity;
    return 0;
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
