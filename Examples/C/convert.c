/* Converts automata: convert FORMAT FOLDER FILE... writes each file's automaton to FOLDER, under its name. */
#include <automata.h>
#include <stdio.h>
#include <string.h>

static int convert(const char *path, automata_format format, const char *folder) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    const int stem = dot ? (int)(dot - name) : (int)strlen(name);
    const char *extension = automata_format_extension(format);
    char target[4096];
    automata_fa *automaton = NULL;
    automata_error error;
    int failed = 1;

    if (snprintf(target, sizeof target, "%s/%.*s.%s", folder, stem, name, extension) >= (int)sizeof target)
        fprintf(stderr, "%s: the path is too long\n", path);
    else if (automata_fa_from_file(path, AUTOMATA_FORMAT_GUESS, NULL, &automaton, &error) != AUTOMATA_OK
             || automata_fa_write_file(automaton, target, format, NULL, &error) != AUTOMATA_OK)
        fprintf(stderr, "%s\n", error.message);
    else
        failed = printf("%s: %zu states\n", name, automata_fa_state_count(automaton)) < 0;
    automata_fa_free(automaton);
    return failed;
}

int main(int count, char **arguments) {
    const automata_format format = automata_format_from_name(count > 3 ? arguments[1] : NULL);
    int i, failures = 0;

    if (format == AUTOMATA_FORMAT_GUESS) {
        fprintf(stderr, "usage: convert mata|jflap|att|json|dot|ba FOLDER FILE...\n");
        return 2;
    }
    for (i = 3; i < count; i++) failures += convert(arguments[i], format, arguments[2]);
    return failures > 0;
}
