/* Memory that is refused while operations run. Each operation runs on large inputs in children of its own, and in each child requests for
 * memory fail in another place and another way. Told is how many of these runs end with an error, how many succeed and how many end
 * the process.
 *
 *     failing_malloc [PLACES] [NAME...]      PLACES of each way (8 unless told), and these operations alone
 *
 * It fails where a process of the named operations ends, or more than one in ten of all. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "check.h"
#include "libc_malloc.h"
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- The allocator ---- */

#ifdef __cplusplus
extern "C" {
#endif
enum { LARGE = 1 << 20, SECONDS = 60 };

/* Which requests fail: the one with this number among those of so many bytes, and those after it too. */
static bool is_counting, later_ones_too;
static size_t least_size, failing_number, request_count;
/* Those that would make more than this held fail, whatever their number. */
static size_t held_limit = SIZE_MAX, held, held_peak;
/* With AUTOMATA_TRACE in the environment: the first request that fails stops the program there, for a debugger. */
static bool stops_at_failure;

static bool fails(size_t size) {
    bool failed;
    if (!is_counting) return false;
    failed = held + size > held_limit;
    if (size >= least_size) {
        request_count++;
        failed = failed || request_count == failing_number || (later_ones_too && request_count > failing_number);
    }
    if (failed && stops_at_failure) abort();
    if (failed) errno = ENOMEM;
    return failed;
}
static void *kept(void *memory) {
    held += malloc_usable_size(memory);
    if (held > held_peak) held_peak = held;
    return memory;
}
void *malloc(size_t size) NOTHROW { return fails(size) ? NULL : kept(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) NOTHROW { return fails(count * size) ? NULL : kept(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) NOTHROW { return fails(size) ? NULL : kept(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) NOTHROW { return memalign(alignment, size); }
int posix_memalign(void **memory, size_t alignment, size_t size) NOTHROW {
    void *made = memalign(alignment, size);
    if (made == NULL) return ENOMEM;
    *memory = made;
    return 0;
}
void *realloc(void *memory, size_t size) NOTHROW {
    size_t old = malloc_usable_size(memory);
    void *moved;
    if (fails(size)) return NULL;
    moved = __libc_realloc(memory, size);
    if (moved == NULL) return NULL;
    held -= old;
    return kept(moved);
}
void free(void *memory) NOTHROW {
    held -= malloc_usable_size(memory);
    __libc_free(memory);
}
/* Pages are memory, too. */
void *mmap(void *address, size_t size, int protection, int flags, int descriptor, off_t offset) NOTHROW {
    void *pages;
    bool is_memory = (flags & MAP_ANONYMOUS) != 0;
    if (is_memory && fails(size)) return MAP_FAILED;
    pages = (void *)syscall(SYS_mmap, address, size, protection, flags, descriptor, offset);
    if (is_memory && pages != MAP_FAILED) held += size;
    if (held > held_peak) held_peak = held;
    return pages;
}
void *mremap(void *address, size_t old_size, size_t size, int flags, ...) NOTHROW {
    void *pages;
    if (size > old_size && fails(size - old_size)) return MAP_FAILED;
    pages = (void *)syscall(SYS_mremap, address, old_size, size, flags);
    if (pages != MAP_FAILED) held += size - old_size;
    if (held > held_peak) held_peak = held;
    return pages;
}
int munmap(void *address, size_t size) NOTHROW {
    held -= size;
    return (int)syscall(SYS_munmap, address, size);
}
#ifdef __cplusplus
}
#endif

/* ---- The operations: each has what it needs before memory is refused ---- */

enum { BITS = 16, CHAIN = 100000, DRAWN = 30000 };
static automata_fa *bits, *determined, *chain, *other_chain, *epsilon, *random_dfa, *other_dfa, *finite, *grid;
static automata_regex *regex, *long_regex;
static automata_grammar *grammar;
static automata_counter *counter;
static automata_homomorphism *homomorphism;
static automata_symbol *word;
static const automata_alphabet *alphabet;
static char *texts[16], *expression_text;
enum { SEARCHED = 400000, WORDS = 2000 };
static char *search_text;
static const char *search_words[WORDS];
static automata_regex *expressions[3];
static automata_searcher *searcher, *word_searcher, *lazy_searcher;
static automata_searcher_options lazily = AUTOMATA_SEARCHER_OPTIONS_INIT;
static size_t lengths[16], expression_length;
static automata_error error;

#define MADE(type) automata_##type *made = NULL
#define OPERATION(name, type, call) \
    static automata_status name(void) { \
        MADE(type); \
        automata_status status = call; \
        automata_##type##_free(made); \
        return status; \
    }
#define ON_AUTOMATON(name, call) OPERATION(name, fa, call)
#define READING(name, FORMAT) \
    OPERATION(name, fa, automata_fa_from_text(texts[FORMAT], lengths[FORMAT], FORMAT, NULL, &made, &error))
#define WRITING(name, FORMAT) \
    static automata_status name(void) { \
        char *text = NULL; \
        size_t length; \
        automata_status status = automata_fa_text(chain, FORMAT, NULL, &text, &length, &error); \
        automata_free(text); \
        return status; \
    }
#define ANSWERING(name, call) \
    static automata_status name(void) { \
        bool answer; \
        return call; \
    }
static automata_fa *pair[2], *chains[2];

READING(read_mata, AUTOMATA_FORMAT_MATA)
READING(read_jflap, AUTOMATA_FORMAT_JFLAP)
READING(read_att, AUTOMATA_FORMAT_ATT)
READING(read_json, AUTOMATA_FORMAT_JSON)
READING(read_dot, AUTOMATA_FORMAT_DOT)
READING(read_ba, AUTOMATA_FORMAT_BA)
WRITING(write_mata, AUTOMATA_FORMAT_MATA)
WRITING(write_jflap, AUTOMATA_FORMAT_JFLAP)
WRITING(write_json, AUTOMATA_FORMAT_JSON)
WRITING(write_dot, AUTOMATA_FORMAT_DOT)

ON_AUTOMATON(determinize, automata_fa_determinize(bits, NULL, &made, &error))
ON_AUTOMATON(minimize, automata_fa_minimize(random_dfa, NULL, &made, &error))
static automata_status minimize_by_reversals(void) {
    automata_minimize_options options = AUTOMATA_MINIMIZE_OPTIONS_INIT;
    MADE(fa);
    automata_status status;
    options.algorithm = AUTOMATA_MINIMIZE_BRZOZOWSKI;
    status = automata_fa_minimize(bits, &options, &made, &error);
    automata_fa_free(made);
    return status;
}
ON_AUTOMATON(remove_epsilon, automata_fa_remove_epsilon(epsilon, NULL, &made, &error))
ON_AUTOMATON(unite, automata_fa_union(chains, 2, NULL, &made, &error))
ON_AUTOMATON(unite_dfas, automata_fa_union(pair, 2, NULL, &made, &error))
ON_AUTOMATON(intersect, automata_fa_intersection(pair, 2, NULL, &made, &error))
ON_AUTOMATON(subtract, automata_fa_difference(random_dfa, other_dfa, NULL, &made, &error))
ON_AUTOMATON(complement, automata_fa_complement(bits, NULL, NULL, &made, &error))
ON_AUTOMATON(reverse, automata_fa_reverse(random_dfa, &made, &error))
ON_AUTOMATON(trim, automata_fa_trim(random_dfa, AUTOMATA_PART_USEFUL, &made, &error))
ON_AUTOMATON(number, automata_fa_number_canonically(random_dfa, &made, &error))
ON_AUTOMATON(concatenate, automata_fa_concatenate(chains, 2, NULL, &made, &error))
ON_AUTOMATON(repeat, automata_fa_repeat(finite, 20, 400, NULL, &made, &error))
ON_AUTOMATON(shuffle, automata_fa_shuffle(grid, grid, NULL, &made, &error))
ON_AUTOMATON(quotient, automata_fa_left_quotient(grid, grid, NULL, &made, &error))
ON_AUTOMATON(factors, automata_fa_subwords(chain, AUTOMATA_SUBWORD_FACTORS, &made, &error))
ON_AUTOMATON(words_within, automata_fa_neighborhood(4, word, 20000, alphabet, NULL, &made, &error))
ON_AUTOMATON(image, automata_fa_image(chain, homomorphism, NULL, &made, &error))
ON_AUTOMATON(reduce, automata_fa_reduce(grid, AUTOMATA_REDUCE_BISIMULATION, NULL, &made, &error))
ON_AUTOMATON(regex_positions, automata_fa_from_regex(long_regex, AUTOMATA_REGEX_CONSTRUCTION_GLUSHKOV, NULL, &made, &error))
ON_AUTOMATON(regex_thompson, automata_fa_from_regex(long_regex, AUTOMATA_REGEX_CONSTRUCTION_THOMPSON, NULL, &made, &error))
ON_AUTOMATON(regex_derivatives, automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_DERIVATIVES, NULL, &made, &error))
ON_AUTOMATON(regex_dfa, automata_fa_from_regex(regex, AUTOMATA_REGEX_CONSTRUCTION_MINIMAL_DFA, NULL, &made, &error))
ON_AUTOMATON(grammar_automaton, automata_fa_from_grammar(grammar, NULL, &made, &error))
OPERATION(parse_regex, regex, automata_regex_from_text(expression_text, expression_length, NULL, &made, &error))
OPERATION(extract, regex, automata_regex_from_fa(finite, NULL, &made, &error))
OPERATION(matcher, matcher, automata_matcher_new(determined, &made, &error))
OPERATION(run_word, run, automata_run_on_word(grid, word, 5000, NULL, &made, &error))
OPERATION(simulate, preorder, automata_fa_simulation(grid, AUTOMATA_DIRECTION_FORWARD, NULL, &made, &error))
OPERATION(count_words, integer, automata_counter_count(counter, 20000, AUTOMATA_COUNTING_AUTOMATIC, NULL, &made, &error))
OPERATION(new_sampler, sampler, automata_sampler_new(determined, 200, true, NULL, &made, &error))
ANSWERING(is_universal, automata_fa_is_universal(bits, NULL, NULL, &answer, NULL, &error))
OPERATION(new_ranking, ranking, automata_ranking_new(determined, NULL, &made, &error))
ANSWERING(is_included, automata_fa_is_included(bits, grid, NULL, &answer, NULL, &error))
ANSWERING(is_equivalent, automata_fa_is_equivalent(random_dfa, random_dfa, NULL, &answer, NULL, &error))
ANSWERING(is_equivalent_nfa, automata_fa_is_equivalent(bits, determined, NULL, &answer, NULL, &error))
ANSWERING(is_unambiguous, automata_fa_is_unambiguous(grid, NULL, &answer, NULL, &error))

static automata_status bisimulate(void) {
    uint32_t *blocks = NULL;
    size_t count, block_count;
    automata_status status = automata_fa_bisimulation(chain, AUTOMATA_DIRECTION_FORWARD, NULL, &blocks, &count, &block_count, &error);
    automata_free(blocks);
    return status;
}
static automata_status iterate_words(void) {
    MADE(word_iterator);
    bool found;
    automata_status status = automata_word_iterator_new(random_dfa, 12, SIZE_MAX, NULL, &made, &error);
    int i;
    for (i = 0; i < 1000 && status == AUTOMATA_OK; i++) status = automata_word_iterator_next(made, NULL, &found, &error);
    automata_word_iterator_free(made);
    return status;
}
static automata_status accept(void) {
    bool answer;
    return automata_fa_accepts_word(epsilon, word, 1000, &answer, &error);
}
static automata_status build(void) {
    MADE(fa);
    automata_builder *builder = NULL;
    automata_state first, state;
    automata_status status = automata_builder_new(alphabet, &builder, &error);
    if (status == AUTOMATA_OK) status = automata_builder_add_states(builder, CHAIN, &first, &error);
    for (state = 0; status == AUTOMATA_OK && state + 1 < CHAIN; state++)
        status = automata_builder_add_transition(builder, state, state % 2, state + 1, &error);
    if (status == AUTOMATA_OK) status = automata_builder_build(builder, AUTOMATA_MODEL_NFA, NULL, &made, &error);
    automata_builder_free(builder);
    automata_fa_free(made);
    return status;
}
static const char *const patterns[] = {"a*b", "[a-z]*[aeiou][a-z]{4}x", "[0-9]+ms"};
static automata_status new_searcher(void) {
    automata_searcher_options options = AUTOMATA_SEARCHER_OPTIONS_INIT;
    MADE(searcher);
    automata_status status = automata_searcher_from_regexes(expressions, 3, &options, &made, &error);
    automata_searcher_free(made);
    return status;
}
OPERATION(new_word_searcher, searcher, automata_searcher_from_words(search_words, NULL, WORDS, NULL, &made, &error))
OPERATION(new_lazy_searcher, searcher, automata_searcher_from_automata(&determined, 1, &lazily, &made, &error))
static int count_match(const automata_search_match *match, void *context) {
    *(uint64_t *)context += match->end - match->start;
    return 0;
}
static int count_end(uint64_t position, const uint32_t *numbers, size_t count, void *context) {
    *(uint64_t *)context += position + numbers[0] + count;
    return 0;
}
static automata_status each_match(const automata_searcher *searcher) {
    uint64_t sum = 0;
    return automata_searcher_each_match(searcher, search_text, SEARCHED, NULL, count_match, &sum, &error);
}
static automata_status search(void) { return each_match(searcher); }
static automata_status search_lazily(void) { return each_match(lazy_searcher); }
static automata_status all_ends(void) {
    uint64_t sum = 0;
    return automata_searcher_each_end(searcher, search_text, SEARCHED, NULL, count_end, &sum, &error);
}
static automata_status all_matches(void) {
    automata_search_match *matches = NULL;
    size_t count;
    automata_status status = automata_searcher_matches(word_searcher, search_text, SEARCHED, NULL, &matches, &count, &error);
    automata_free(matches);
    return status;
}
static automata_status pieces(const automata_searcher *searcher) {
    MADE(search);
    uint64_t sum = 0;
    size_t fed;
    automata_status status = automata_search_new(searcher, NULL, &made, &error);
    for (fed = 0; fed < SEARCHED && status == AUTOMATA_OK; fed += 5000)
        status = automata_search_feed(made, search_text + fed, 5000, count_match, &sum, &error);
    if (status == AUTOMATA_OK) status = automata_search_finish(made, count_match, &sum, &error);
    automata_search_free(made);
    return status;
}
static automata_status search_pieces(void) { return pieces(searcher); }
static automata_status search_pieces_lazily(void) { return pieces(lazy_searcher); }
static automata_status table(void) {
    char *text = NULL;
    size_t length;
    automata_status status = automata_fa_table(chain, NULL, &text, &length, &error);
    automata_free(text);
    return status;
}

#define LISTED(name) {#name, name}
static const struct {
    const char *name;
    automata_status (*run)(void);
} operations[] = {
    LISTED(read_mata), LISTED(read_jflap), LISTED(read_att), LISTED(read_json), LISTED(read_dot), LISTED(read_ba),
    LISTED(write_mata), LISTED(write_jflap), LISTED(write_json), LISTED(write_dot), LISTED(table), LISTED(build),
    LISTED(determinize), LISTED(minimize), LISTED(minimize_by_reversals), LISTED(remove_epsilon), LISTED(unite), LISTED(unite_dfas),
    LISTED(intersect), LISTED(subtract), LISTED(complement), LISTED(reverse), LISTED(trim), LISTED(number), LISTED(concatenate),
    LISTED(repeat), LISTED(shuffle), LISTED(quotient), LISTED(factors), LISTED(words_within), LISTED(image), LISTED(reduce),
    LISTED(bisimulate), LISTED(simulate), LISTED(parse_regex), LISTED(regex_positions), LISTED(regex_thompson),
    LISTED(regex_derivatives), LISTED(regex_dfa), LISTED(extract), LISTED(grammar_automaton), LISTED(is_included),
    LISTED(is_equivalent), LISTED(is_equivalent_nfa), LISTED(is_unambiguous), LISTED(is_universal), LISTED(count_words),
    LISTED(new_ranking), LISTED(new_sampler), LISTED(iterate_words), LISTED(matcher), LISTED(accept), LISTED(run_word),
    LISTED(new_searcher), LISTED(new_word_searcher), LISTED(new_lazy_searcher), LISTED(search), LISTED(search_lazily),
    LISTED(search_pieces), LISTED(search_pieces_lazily), LISTED(all_matches), LISTED(all_ends),
};
enum { OPERATION_COUNT = sizeof operations / sizeof *operations };

/* ---- What they work on ---- */

#define NEEDED(call) \
    do { \
        if ((call) != AUTOMATA_OK) { \
            fprintf(stderr, "%s: %s\n", #call, error.message); \
            exit(2); \
        } \
    } while (0)

static uint32_t next_random(void) {
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33);
}

/* Some automata over {0, 1}, drawn at random: a complete DFA for one target a symbol. */
static automata_fa *drawn(automata_state count, automata_state reach, bool is_dfa) {
    automata_builder *builder = NULL;
    automata_fa *made = NULL;
    automata_state first, state, symbol;
    NEEDED(automata_builder_new(alphabet, &builder, &error));
    NEEDED(automata_builder_add_states(builder, count, &first, &error));
    for (state = 0; state < count; state++)
        for (symbol = 0; symbol < 2; symbol++)
            NEEDED(automata_builder_add_transition(builder, state, symbol, (state + 1 + next_random() % reach) % count, &error));
    NEEDED(automata_builder_set_initial(builder, 0, &error));
    for (state = 1; state < count; state += 1 + next_random() % 7) NEEDED(automata_builder_set_final(builder, state, &error));
    NEEDED(automata_builder_build(builder, is_dfa ? AUTOMATA_MODEL_DFA : AUTOMATA_MODEL_NFA, NULL, &made, &error));
    automata_builder_free(builder);
    return made;
}

static void prepare(void) {
    int format;
    automata_symbol images[] = {0, 1, 0, 1};
    const size_t offsets[] = {0, 3, 4};
    size_t i, at = 0;
    char small[] = "((a|b)*c(a|b|c){9}|(ab|c)*a(b|c)){2}";
    bits = kth_from_end(BITS);
    alphabet = automata_fa_alphabet(bits);
    determined = minimal(kth_from_end(BITS));
    chain = kth_from_end(CHAIN);
    other_chain = kth_from_end(CHAIN + 7);
    random_dfa = drawn(DRAWN, DRAWN, true);
    other_dfa = drawn(4, 4, true);
    finite = drawn(150, 3, true);
    grid = kth_from_end(900);
    pair[0] = random_dfa;
    pair[1] = other_dfa;
    chains[0] = chain;
    chains[1] = other_chain;
    NEEDED(automata_fa_concatenate(chains, 2, NULL, &epsilon, &error));
    for (format = AUTOMATA_FORMAT_MATA; format < 16 && automata_fa_text(chain, (automata_format)format, NULL, &texts[format], &lengths[format], &error) == AUTOMATA_OK;
         format++) {}
    word = (automata_symbol *)calloc(100000, sizeof *word);
    for (i = 0; i < 100000; i++) word[i] = next_random() % 2;
    expression_text = (char *)malloc(16 * CHAIN);
    for (i = 0; i < CHAIN; i++)
        at += (size_t)sprintf(expression_text + at, "%s%c%c%s", i % 9 ? "" : "|", 'a' + (int)(next_random() % 26), 'a' + (int)(next_random() % 26), i % 4 ? "" : "*");
    expression_length = at;
    NEEDED(automata_regex_from_text(small, sizeof small - 1, NULL, &regex, &error));
    NEEDED(automata_regex_from_text(expression_text, expression_length / 4, NULL, &long_regex, &error));
    NEEDED(automata_grammar_from_fa(random_dfa, AUTOMATA_GRAMMAR_RIGHT_LINEAR, NULL, &grammar, &error));
    NEEDED(automata_counter_new(finite, NULL, &counter, &error));
    search_text = (char *)malloc(SEARCHED);
    for (i = 0; i < SEARCHED; i++) search_text[i] = i < 50000 ? 'a' : (char)("abcdefghijklmnopx19 "[next_random() % 20]);
    for (i = 0; i < WORDS; i++) {
        char *letters = (char *)calloc(8, 1);
        for (at = 0; at < 2 + i % 6; at++) letters[at] = (char)('a' + next_random() % 16);
        search_words[i] = letters;
    }
    lazily.lazily = true;
    for (i = 0; i < 3; i++) NEEDED(automata_regex_from_text(patterns[i], AUTOMATA_ZERO_TERMINATED, NULL, &expressions[i], &error));
    NEEDED(automata_searcher_from_regexes(expressions, 3, NULL, &searcher, &error));
    NEEDED(automata_searcher_from_regexes(expressions, 3, &lazily, &lazy_searcher, &error));
    NEEDED(automata_searcher_from_words(search_words, NULL, WORDS, NULL, &word_searcher, &error));
    NEEDED(automata_homomorphism_new(alphabet, alphabet, offsets, images, &homomorphism, &error));
}

/* ---- The runs ---- */

/* What a child tells. */
static struct outcome {
    automata_status status;
    size_t requests, large_requests, peak;
    bool is_done;
} *outcome;

enum { ERROR, OTHER_ERROR, SUCCESS, ENDED, OUTCOME_COUNT };
static const char *const ways[] = {"one request", "and all later ones", "one of a MiB", "and all later of a MiB", "beyond a bound"};
enum { ONE, LATER, ONE_LARGE, LATER_LARGE, BOUND, WAY_COUNT };

static int run_child(size_t number, int way, size_t place) {
    pid_t child;
    int status = 0;
    memset(outcome, 0, sizeof *outcome);
    fflush(stdout);
    child = fork();
    if (child < 0) exit(2);
    if (child == 0) {
        const struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        alarm(SECONDS);
        if (getenv("AUTOMATA_TRACE") == NULL) {
            if (freopen("/dev/null", "w", stderr) == NULL) _exit(2);
        } else {
            stops_at_failure = true;
        }
        least_size = way == ONE_LARGE || way == LATER_LARGE ? LARGE : 0;
        later_ones_too = way == LATER || way == LATER_LARGE;
        failing_number = way == BOUND ? 0 : place;
        held_limit = way == BOUND ? held + place : SIZE_MAX;
        if (way == BOUND) held_peak = held;
        request_count = 0;
        is_counting = true;
        outcome->status = operations[number].run();
        is_counting = false;
        outcome->requests = request_count;
        outcome->peak = held_peak - held;
        /* The library works as before. */
        automata_fa_free(minimal(kth_from_end(4)));
        outcome->is_done = true;
        _exit(0);
    }
    if (waitpid(child, &status, 0) != child) exit(2);
    if (!outcome->is_done) return ENDED;
    if (outcome->status == AUTOMATA_OK) return SUCCESS;
    return outcome->status == AUTOMATA_ERROR_BUDGET_EXCEEDED ? ERROR : OTHER_ERROR;
}

/* How much there is to refuse in each way. */
static bool measure(size_t number, size_t totals[WAY_COUNT]) {
    size_t before = held;
    held_peak = held;
    if (run_child(number, BOUND, SIZE_MAX - before - 1) != SUCCESS) return false;
    totals[ONE] = totals[LATER] = outcome->requests;
    totals[BOUND] = outcome->peak;
    if (run_child(number, ONE_LARGE, 0) != SUCCESS) return false;
    totals[ONE_LARGE] = totals[LATER_LARGE] = outcome->requests;
    return true;
}

static void print_row(const char *name, size_t counts[WAY_COUNT][OUTCOME_COUNT]) {
    int way, kind;
    printf("%-22s", name);
    for (way = 0; way < WAY_COUNT; way++) {
        printf(" |");
        for (kind = 0; kind < OUTCOME_COUNT; kind++) printf(" %4zu", counts[way][kind]);
    }
    printf("\n");
}

static bool is_among(const char *name, int count, char **names) {
    int i;
    for (i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

int main(int count, char **arguments) {
    size_t places = count > 1 ? strtoul(arguments[1], NULL, 10) : 8;
    const bool are_named = count > 2;
    static size_t all[WAY_COUNT][OUTCOME_COUNT];
    size_t number, ended = 0, runs = 0;
    int way, kind;
    outcome = (struct outcome *)mmap(NULL, sizeof *outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (outcome == MAP_FAILED) return 2;
    prepare();
    printf("%-22s", "error/other/ok/ended");
    for (way = 0; way < WAY_COUNT; way++) printf(" | %-19.19s", ways[way]);
    printf("\n");
    for (number = 0; number < OPERATION_COUNT; number++) {
        size_t totals[WAY_COUNT], counts[WAY_COUNT][OUTCOME_COUNT] = {{0}};
        if (are_named && !is_among(operations[number].name, count - 2, arguments + 2)) continue;
        if (!measure(number, totals)) {
            check_failed(__FILE__, __LINE__, operations[number].name, "fails with memory");
            continue;
        }
        for (way = 0; way < WAY_COUNT; way++) {
            size_t step, wanted = places < totals[way] ? places : totals[way];
            for (step = 0; step < wanted; step++) {
                /* The first, the last, and evenly between. */
                size_t place = wanted < 2 ? 1 : 1 + (size_t)((double)(totals[way] - 1) * (double)step / (double)(wanted - 1));
                kind = run_child(number, way, place);
                if (are_named && kind >= OTHER_ERROR && kind != SUCCESS)
                    printf("%s, %zu of %zu: status %d\n", ways[way], place, totals[way], kind == ENDED ? -1 : (int)outcome->status);
                counts[way][kind]++;
                all[way][kind]++;
            }
        }
        print_row(operations[number].name, counts);
    }
    print_row("all", all);
    for (way = 0; way < WAY_COUNT; way++) {
        ended += all[way][ENDED];
        for (kind = 0; kind < OUTCOME_COUNT; kind++) runs += all[way][kind];
    }
    if (are_named ? ended > 0 : 10 * ended > runs) check_failed(__FILE__, __LINE__, "processes ended", "");
    return check_done();
}
