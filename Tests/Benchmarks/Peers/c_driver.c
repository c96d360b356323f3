/* The same as `bench determinize` and `bench scan`, by way of automata.h: what a C program pays over a Swift one.
   c_driver determinize FILE.tab, c_driver scan kth8|random1000, c_driver idle: prints the seconds and two figures. */
#include <automata.h>
#include <string.h>

#include "tab_file.h"

enum { LENGTH = 100000000, REPETITIONS = 3 };

static uint64_t random_state;

static uint64_t random_next(void)
{
    uint64_t z = random_state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static void need(automata_status status, const automata_error *error)
{
    if (status == AUTOMATA_OK)
        return;
    fprintf(stderr, "%s\n", error->message);
    exit(2);
}

static int determinize(const char *path)
{
    struct tab_automaton file = tab_read(path);
    automata_error error;
    automata_builder *builder;
    automata_fa *nfa, *dfa;
    automata_state first;
    need(automata_builder_new(NULL, &builder, &error), &error);
    need(automata_builder_add_states(builder, file.states, &first, &error), &error);
    for (unsigned i = 0; i < file.initial; i++)
        need(automata_builder_set_initial(builder, file.initial_states[i], &error), &error);
    for (unsigned i = 0; i < file.final; i++)
        need(automata_builder_set_final(builder, file.final_states[i], &error), &error);
    for (unsigned i = 0; i < file.transitions; i++) {
        char name[12];
        snprintf(name, sizeof name, "s%u", file.rows[i].symbol);
        need(automata_builder_add_transition_named(
                 builder, file.rows[i].source, name, AUTOMATA_ZERO_TERMINATED, file.rows[i].target, &error), &error);
    }
    need(automata_builder_build(builder, AUTOMATA_MODEL_NFA, NULL, &nfa, &error), &error);
    double start = seconds_now();
    automata_status status = automata_fa_determinize(nfa, NULL, &dfa, &error);
    double seconds = seconds_now() - start;
    need(status, &error);
    printf("%.9f\t%zu\t%zu\n", seconds, automata_fa_state_count(dfa), automata_fa_transition_count(dfa));
    return 0;
}

static int scan(const char *name)
{
    int is_kth = !strcmp(name, "kth8");
    unsigned states = is_kth ? 256 : 1000, letters = is_kth ? 2 : 26;
    automata_error error;
    automata_alphabet *alphabet;
    automata_builder *builder;
    automata_fa *dfa;
    automata_matcher *matcher;
    automata_state first;
    need(automata_alphabet_bytes(&alphabet, &error), &error);
    need(automata_builder_new(alphabet, &builder, &error), &error);
    need(automata_builder_add_states(builder, states, &first, &error), &error);
    random_state = 7;
    for (unsigned state = 0; state < states; state++)
        for (unsigned byte = 0; byte < 256; byte++) {
            int is_letter = byte >= 97 && byte < 97 + letters;
            unsigned target = is_kth ? ((state << 1 & 255) | (byte == 97))
                                     : is_letter ? (unsigned)(random_next() % states) : 0;
            need(automata_builder_add_transition(builder, state, byte, target, &error), &error);
        }
    need(automata_builder_set_initial(builder, 0, &error), &error);
    for (unsigned state = states / 2; state < states; state++)
        need(automata_builder_set_final(builder, state, &error), &error);
    need(automata_builder_build(builder, AUTOMATA_MODEL_DFA, NULL, &dfa, &error), &error);
    uint8_t *text = malloc(LENGTH);
    if (!text)
        return 2;
    random_state = 42;
    for (size_t i = 0; i < LENGTH; i++)
        text[i] = (uint8_t)(97 + random_next() % letters);
    need(automata_matcher_new(dfa, &matcher, &error), &error);
    double best = 1e9;
    bool accepted = false;
    for (int i = 0; i < REPETITIONS; i++) {
        double start = seconds_now();
        automata_status status = automata_matcher_accepts(matcher, text, LENGTH, &accepted, &error);
        double seconds = seconds_now() - start;
        need(status, &error);
        if (seconds < best)
            best = seconds;
    }
    printf("%.9f\t%d\t%d\n", best, LENGTH, accepted);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "idle"))
        return puts("0\t0\t0") == EOF;
    if (argc == 3 && !strcmp(argv[1], "determinize"))
        return determinize(argv[2]);
    if (argc == 3 && !strcmp(argv[1], "scan"))
        return scan(argv[2]);
    return 2;
}
