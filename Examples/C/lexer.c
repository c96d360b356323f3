/* Prints the tokens of a program: lexer FILE <PROGRAM. The patterns are compiled once: their searcher is kept in FILE, and made
 * anew if the file isn't there, is damaged or is from another version of the library. */
#include <automata_search.h>
#include <stdio.h>

enum { COUNT = 5, ROOM = 1 << 16 };
static const char *const names[COUNT] = {"keyword", "name", "number", "operator", "space"};
static const char *const patterns[COUNT] = {"if|else|while", "[A-Za-z_]\\w*", "[0-9]+", "[-+*/=<>(){};]", "\\s+"};
static char bytes[ROOM], text[ROOM];

static automata_status compile(const char *path, automata_searcher **searcher, automata_error *error) {
    automata_status status = automata_searcher_from_texts(patterns, NULL, COUNT, NULL, NULL, searcher, error);
    uint8_t *saved = NULL;
    size_t size = 0;
    FILE *file;
    if (status == AUTOMATA_OK) status = automata_searcher_save(*searcher, &saved, &size, error);
    file = saved ? fopen(path, "wb") : NULL;
    if (file && (fwrite(saved, 1, size, file) != size) + fclose(file)) perror(path);
    automata_free(saved);
    return status;
}

int main(int count, char **arguments) {
    const char *path = count > 1 ? arguments[1] : "lexer.bin";
    FILE *file = fopen(path, "rb");
    const size_t saved = file ? fread(bytes, 1, ROOM, file) : 0, size = fread(text, 1, ROOM, stdin);
    automata_searcher *searcher = NULL;
    automata_search_match match;
    automata_error error;
    size_t offset = 0;
    bool found = true;

    if (file) fclose(file);
    if (automata_searcher_load(bytes, saved, &searcher, &error) && compile(path, &searcher, &error))
        return fprintf(stderr, "%s\n", error.message), 1;
    while (offset < size && found) {
        if (automata_searcher_match_at(searcher, text, size, offset, &found, &match, &error))
            return fprintf(stderr, "%s\n", error.message), 1;
        if (!found) printf("error at %d\n", (int)offset);
        if (found && match.pattern != 4)
            printf("%s %.*s\n", names[match.pattern], (int)(match.end - match.start), text + offset);
        offset = found ? (size_t)match.end : size;
    }
    automata_searcher_free(searcher);
    return !found;
}
