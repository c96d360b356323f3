/* Tells the lines of a log that an automaton accepts: scan_log AUTOMATON <LOG, such as
 *     scan_log errors.json <server.log
 * for the lines that contain ERROR. It prints each line's number and where it starts, in bytes. The automaton should read all
 * bytes, as the one in errors.json does: what its alphabet doesn't have is in no accepted line. */
#include <automata.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    automata_scan *scan;
    uint64_t number, start; /* of the line that is being read */
    uint64_t matches;
} line_scanner;

static void end_line(line_scanner *lines, uint64_t next_start) {
    if (automata_scan_is_accepting(lines->scan)) {
        printf("line %" PRIu64 " at byte %" PRIu64 "\n", lines->number, lines->start);
        lines->matches++;
    }
    automata_scan_restart(lines->scan);
    lines->number++;
    lines->start = next_start;
}

/* Reads blocks to the end of the input; a line may begin in one and end in another. */
static automata_status scan_lines(line_scanner *lines, FILE *input, automata_error *error) {
    static char block[1 << 16];
    uint64_t block_start = 0;
    size_t size;

    while ((size = fread(block, 1, sizeof block, input)) > 0) {
        const char *at = block, *end = block + size;
        while (at < end) {
            const char *line_break = (const char *)memchr(at, '\n', (size_t)(end - at));
            const char *piece_end = line_break ? line_break : end;
            automata_verdict verdict;
            automata_status status = automata_scan_feed(lines->scan, at, (size_t)(piece_end - at), &verdict, error);
            if (status != AUTOMATA_OK) return status;
            at = piece_end;
            if (line_break) end_line(lines, block_start + (uint64_t)(++at - block));
        }
        block_start += size;
    }
    if (block_start > lines->start) end_line(lines, block_start);
    return AUTOMATA_OK;
}

int main(int count, char **arguments) {
    automata_fa *automaton = NULL, *dfa = NULL;
    automata_matcher *matcher = NULL;
    line_scanner lines = {NULL, 1, 0, 0};
    automata_error error;
    int failed;

    if (count != 2) {
        fprintf(stderr, "usage: scan_log AUTOMATON <LOG\n");
        return 2;
    }
    failed = automata_fa_from_file(arguments[1], AUTOMATA_FORMAT_GUESS, NULL, &automaton, &error) != AUTOMATA_OK
        || automata_fa_minimize(automaton, NULL, &dfa, &error) != AUTOMATA_OK
        || automata_matcher_new(dfa, &matcher, &error) != AUTOMATA_OK
        || automata_scan_new(matcher, &lines.scan, &error) != AUTOMATA_OK
        || scan_lines(&lines, stdin, &error) != AUTOMATA_OK;
    if (failed) {
        fprintf(stderr, "%s\n", error.message);
    } else if (ferror(stdin)) {
        perror("scan_log");
        failed = 1;
    } else {
        printf("%" PRIu64 " of %" PRIu64 " lines\n", lines.matches, lines.number - 1);
    }
    automata_scan_free(lines.scan);
    automata_matcher_free(matcher);
    automata_fa_free(dfa);
    automata_fa_free(automaton);
    return failed;
}
