/* Tells what expressions match in a log: log_filter EXPRESSION... <LOG, such as
 *     log_filter 'ERROR' '\b[0-9]+ ?ms\b' <server.log
 * It prints where each match begins, in bytes, the numbers of the expressions that have it, from 0 on, and its text. The
 * log is read in blocks, and a match may begin in one and end in another; ^ and $ are the ends of lines. */
#include <automata_search.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16 };

typedef struct {
    const automata_searcher *searcher;
    /* The end of what was read, in which all matches are that are still to come. */
    char *text;
    size_t size, room;
    uint64_t start; /* of the text, in the log */
    uint64_t matches;
    automata_status status;
    automata_error error;
} log_filter;

static int show(const automata_search_match *match, void *context) {
    log_filter *filter = (log_filter *)context;
    uint32_t *patterns = NULL;
    size_t count = 0, i;

    filter->status = automata_searcher_patterns(filter->searcher, match, &patterns, &count, &filter->error);
    if (filter->status != AUTOMATA_OK) return 1;
    printf("%" PRIu64 " [", match->start);
    for (i = 0; i < count; i++) printf("%s%" PRIu32, i ? "," : "", patterns[i]);
    fputs("] ", stdout);
    fwrite(filter->text + (match->start - filter->start), 1, (size_t)(match->end - match->start), stdout);
    putchar('\n');
    automata_free(patterns);
    filter->matches++;
    return 0;
}

/* Makes a searcher of expressions; their handles aren't needed any more then. */
static automata_status make(char **expressions, size_t count, automata_searcher **searcher, automata_error *error) {
    automata_regex_options regex_options = AUTOMATA_REGEX_OPTIONS_INIT;
    automata_searcher_options options = AUTOMATA_SEARCHER_OPTIONS_INIT;
    automata_regex **regexes = (automata_regex **)calloc(count, sizeof *regexes);
    automata_status status = regexes ? AUTOMATA_OK : AUTOMATA_ERROR_BUDGET_EXCEEDED;
    size_t i;

    regex_options.anchors_match_lines = true;
    options.within_lines = true;
    for (i = 0; i < count && status == AUTOMATA_OK; i++)
        status = automata_regex_from_text(
            expressions[i], AUTOMATA_ZERO_TERMINATED, &regex_options, &regexes[i], error);
    if (status == AUTOMATA_OK)
        status = automata_searcher_from_regexes(
            regexes, count, &options, searcher, error);
    for (i = 0; regexes && i < count; i++) automata_regex_free(regexes[i]);
    free(regexes);
    return status;
}

/* Forgets all lines before the one in which the bytes begin that the search holds: a match may have begun there. */
static void forget_lines(log_filter *filter, size_t seen, size_t held) {
    size_t at = filter->size - held;
    while (at > seen && filter->text[at - 1] != '\n') at--;
    if (at == 0 || filter->text[at - 1] != '\n') return;
    filter->size -= at;
    filter->start += at;
    memmove(filter->text, filter->text + at, filter->size);
}

static automata_status filter_log(automata_search *search, FILE *input, log_filter *filter) {
    size_t size;
    automata_status status = AUTOMATA_OK;

    for (;;) {
        const size_t held = automata_search_held_count(search), seen = filter->size - held;
        if (filter->room - filter->size < BLOCK) {
            const size_t room = 2 * filter->room + BLOCK;
            char *larger = (char *)realloc(filter->text, room);
            if (larger == NULL) return AUTOMATA_ERROR_BUDGET_EXCEEDED;
            filter->text = larger;
            filter->room = room;
        }
        size = fread(filter->text + filter->size, 1, BLOCK, input);
        if (size == 0) break;
        filter->size += size;
        status = automata_search_feed(search, filter->text + filter->size - size, size, show, filter, &filter->error);
        if (status != AUTOMATA_OK || filter->status != AUTOMATA_OK) return status ? status : filter->status;
        forget_lines(filter, seen, automata_search_held_count(search));
    }
    status = automata_search_finish(search, show, filter, &filter->error);
    return status ? status : filter->status;
}

int main(int count, char **arguments) {
    automata_searcher *searcher = NULL;
    automata_search *search = NULL;
    log_filter filter = {NULL, NULL, 0, 0, 0, 0, AUTOMATA_OK, {AUTOMATA_OK, 0, 0, 0, 0, "no memory is left", {0, 0, 0, 0}}};
    int failed;

    if (count < 2) {
        fprintf(stderr, "usage: log_filter EXPRESSION... <LOG\n");
        return 2;
    }
    failed = make(arguments + 1, (size_t)count - 1, &searcher, &filter.error) != AUTOMATA_OK
        || automata_search_new(searcher, NULL, &search, &filter.error) != AUTOMATA_OK;
    filter.searcher = searcher;
    if (failed || filter_log(search, stdin, &filter) != AUTOMATA_OK) {
        fprintf(stderr, "%s\n", filter.error.message[0] ? filter.error.message : "no memory is left");
        failed = 1;
    } else if (ferror(stdin)) {
        perror("log_filter");
        failed = 1;
    } else {
        printf("%" PRIu64 " matches\n", filter.matches);
    }
    free(filter.text);
    automata_search_free(search);
    automata_searcher_free(searcher);
    return failed;
}
