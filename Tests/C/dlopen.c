/* The library, loaded and unloaded at run time: it installs no signal handler and starts no thread.
 * Usage: dlopen LIBRARY */
#define _POSIX_C_SOURCE 200809L

#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Only types and constants: nothing of the library is linked. */
#include <automata_all.h>

enum { SIGNAL_COUNT = 65 };

static void handlers(struct sigaction *actions, int *known) {
    int number;
    for (number = 1; number < SIGNAL_COUNT; number++) {
        memset(&actions[number], 0, sizeof actions[number]);
        known[number] = sigaction(number, NULL, &actions[number]) == 0;
    }
}

/* A field of /proc/self/status, such as SigCgt, the set of signals that are caught. */
static void status_field(const char *name, char *value, size_t size) {
    char line[256];
    FILE *file = fopen("/proc/self/status", "r");
    *value = '\0';
    if (file == NULL) return;
    while (fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, name, strlen(name)) == 0 && strlen(line) < size) strcpy(value, line);
    fclose(file);
}

/* ISO C doesn't let a data pointer be cast to one to a function; POSIX does. */
#define LOOK_UP(library, function) \
    do { \
        void *address = dlsym(library, "automata_" #function); \
        if (address == NULL) { \
            fprintf(stderr, "%s\n", dlerror()); \
            return 1; \
        } \
        memcpy(&function, &address, sizeof address); \
    } while (0)

static int use(void *library) {
    uint32_t (*version_number)(void);
    bool (*version_check)(uint32_t, uint32_t, uint32_t);
    automata_status (*fa_from_text)(
        const char *, size_t, automata_format, const automata_read_options *, automata_fa **, automata_error *);
    automata_status (*fa_minimize)(
        const automata_fa *, const automata_minimize_options *, automata_fa **, automata_error *);
    size_t (*fa_state_count)(const automata_fa *);
    void (*fa_free)(automata_fa *);
    const char text[] = "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final r\np 0 p\np 1 p\np 0 q\nq 1 r\n";
    automata_fa *nfa = NULL, *dfa = NULL;
    automata_error error;
    int right;

    LOOK_UP(library, version_number);
    LOOK_UP(library, version_check);
    LOOK_UP(library, fa_from_text);
    LOOK_UP(library, fa_minimize);
    LOOK_UP(library, fa_state_count);
    LOOK_UP(library, fa_free);
    if (version_number() != AUTOMATA_VERSION_NUMBER) return 1;
    if (!version_check(AUTOMATA_VERSION_MAJOR, AUTOMATA_VERSION_MINOR, AUTOMATA_VERSION_PATCH)) return 1;
    if (fa_from_text(text, sizeof text - 1, AUTOMATA_FORMAT_MATA, NULL, &nfa, &error) != AUTOMATA_OK
        || fa_minimize(nfa, NULL, &dfa, &error) != AUTOMATA_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    right = fa_state_count(dfa) == 3;
    fa_free(dfa);
    fa_free(nfa);
    if (dlsym(library, "XML_ParserCreate") != NULL && dlsym(RTLD_DEFAULT, "XML_ParserCreate") == NULL) {
        fprintf(stderr, "the library exports a parser's functions\n");
        return 1;
    }
    return right ? 0 : 1;
}

int main(int count, char **arguments) {
    static struct sigaction before[SIGNAL_COUNT], after[SIGNAL_COUNT];
    static int known_before[SIGNAL_COUNT], known_after[SIGNAL_COUNT];
    char caught_before[256], caught_after[256], threads_before[256], threads_after[256];
    void *library;
    int number, failures = 0;

    if (count != 2) {
        fprintf(stderr, "usage: dlopen LIBRARY\n");
        return 2;
    }
    handlers(before, known_before);
    status_field("SigCgt:", caught_before, sizeof caught_before);
    status_field("Threads:", threads_before, sizeof threads_before);
    library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    if (use(library) != 0) {
        fprintf(stderr, "the loaded library doesn't do what it should\n");
        failures++;
    }
    handlers(after, known_after);
    status_field("SigCgt:", caught_after, sizeof caught_after);
    status_field("Threads:", threads_after, sizeof threads_after);
    for (number = 1; number < SIGNAL_COUNT; number++) {
        if (known_before[number] != known_after[number] || before[number].sa_handler != after[number].sa_handler
            || before[number].sa_flags != after[number].sa_flags) {
            fprintf(stderr, "the handler of signal %d has changed\n", number);
            failures++;
        }
    }
    if (*caught_before == '\0' || strcmp(caught_before, caught_after) != 0) {
        fprintf(stderr, "caught signals: before %safter %s", caught_before, caught_after);
        failures++;
    }
    if (strcmp(threads_before, threads_after) != 0) {
        fprintf(stderr, "threads: before %safter %s", threads_before, threads_after);
        failures++;
    }
    dlclose(library);
    return failures != 0;
}
