/* One operation of foma in one process, as `bench` does for ours: foma_driver OPERATION FILE.tab [FILE.tab]
   Prints seconds, states and arcs.
   Or foma_driver equivalent differences LEFT.tab RIGHT.tab, for the answer in place of states.
   Or foma_driver regex FILE, from text to the smallest DFAs, of the expressions that `bench translate foma` wrote; see
   expression_file.h.
   Or, to compare results and not times: foma_driver differential CASES RESULTS, as Differential.swift describes the files. */
#include <fomalib.h>
#include <string.h>

#include "expression_file.h"
#include "tab_file.h"

static struct fsm *build(const char *path)
{
    struct tab_automaton a = tab_read(path);
    struct fsm_construct_handle *handle = fsm_construct_init("");
    char label[16];
    /* With no arc to say so, a symbol would not belong to the alphabet, which no operation here depends on. */
    for (unsigned i = 0; i < a.initial; i++)
        fsm_construct_set_initial(handle, (int)a.initial_states[i]);
    for (unsigned i = 0; i < a.final; i++)
        fsm_construct_set_final(handle, (int)a.final_states[i]);
    for (unsigned i = 0; i < a.transitions; i++) {
        char *name = label;
        if (a.rows[i].symbol == a.symbols)
            name = "@_EPSILON_SYMBOL_@";
        else
            snprintf(label, sizeof label, "s%u", a.rows[i].symbol);
        fsm_construct_add_arc(handle, (int)a.rows[i].source, (int)a.rows[i].target, name, name);
    }
    tab_free(&a);
    return fsm_construct_done(handle);
}

static void write_label(FILE *file, struct fsm_read_handle *reader, unsigned symbols)
{
    const char *label = fsm_get_arc_in(reader);
    if (label[0] == 's')
        fprintf(file, "%d %s %d\n", fsm_get_arc_source(reader), label + 1, fsm_get_arc_target(reader));
    else
        fprintf(file, "%d %u %d\n", fsm_get_arc_source(reader), symbols, fsm_get_arc_target(reader));
}

/* The net in .tab. */
static void write_net(FILE *file, struct fsm *net, unsigned symbols)
{
    /* Some operations leave the number of states to be counted, by which fsm_read_init reserves memory. */
    fsm_count(net);
    struct fsm_read_handle *reader = fsm_read_init(net);
    int state, initial = 0, final = 0, arcs = 0;
    while (fsm_get_next_initial(reader) != -1)
        initial++;
    while (fsm_get_next_final(reader) != -1)
        final++;
    while (fsm_get_next_arc(reader))
        arcs++;
    fprintf(file, "%d %u %d %d %d\n", fsm_get_num_states(reader), symbols, arcs, initial, final);
    fsm_read_reset(reader);
    while ((state = fsm_get_next_initial(reader)) != -1)
        fprintf(file, "%d ", state);
    while ((state = fsm_get_next_final(reader)) != -1)
        fprintf(file, "%d ", state);
    fputc('\n', file);
    while (fsm_get_next_arc(reader))
        write_label(file, reader, symbols);
    fsm_read_done(reader);
    fsm_destroy(net);
}

/* A net whose one initial state is 0, as some of foma's operations take for granted, with the whole alphabet; symbols that it
   doesn't name would stand for any others. */
static struct fsm *build_for_comparison(const struct tab_automaton *a)
{
    struct fsm_construct_handle *handle = fsm_construct_init("");
    char label[16];
    fsm_construct_set_initial(handle, 0);
    for (unsigned i = 0; i < a->initial; i++)
        fsm_construct_add_arc(handle, 0, (int)a->initial_states[i] + 1, "@_EPSILON_SYMBOL_@", "@_EPSILON_SYMBOL_@");
    for (unsigned i = 0; i < a->final; i++)
        fsm_construct_set_final(handle, (int)a->final_states[i] + 1);
    for (unsigned i = 0; i < a->transitions; i++) {
        char *name = label;
        if (a->rows[i].symbol == a->symbols)
            name = "@_EPSILON_SYMBOL_@";
        else
            snprintf(label, sizeof label, "s%u", a->rows[i].symbol);
        fsm_construct_add_arc(handle, (int)a->rows[i].source + 1, (int)a->rows[i].target + 1, name, name);
    }
    return fsm_construct_done(handle);
}

static struct fsm *all_words(unsigned symbols)
{
    struct fsm_construct_handle *handle = fsm_construct_init("");
    char label[16];
    fsm_construct_set_initial(handle, 0);
    fsm_construct_set_final(handle, 0);
    for (unsigned symbol = 0; symbol < symbols; symbol++) {
        snprintf(label, sizeof label, "s%u", symbol);
        fsm_construct_add_arc(handle, 0, 0, label, label);
    }
    return fsm_construct_done(handle);
}

/* The questions by their numbers in Differential.swift, those that take long with large automata last. */
static int differential(const char *cases, const char *results)
{
    static const int order[] = {10, 0, 4, 5, 6, 7, 8, 1, 9, 2, 3};
    FILE *in = tab_open(cases, "r"), *out = tab_open(results, "w");
    unsigned count = tab_number(in);
    for (unsigned number = 0; number < count; number++) {
        struct tab_automaton one = tab_next(in), other = tab_next(in);
        for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
            struct fsm *left = build_for_comparison(&one), *right = build_for_comparison(&other), *all = all_words(one.symbols);
            struct fsm *net = NULL;
            int answer = 0;
            switch (order[i]) {
            case 0: net = fsm_union(left, right); break;
            case 1: net = fsm_intersect(left, right); break;
            case 2: net = fsm_minus(left, right); break;
            /* Its complement is among all symbols there might be. */
            case 3: net = fsm_intersect(all, fsm_complement(left)); break;
            case 4: net = fsm_concat(left, right); break;
            case 5: net = fsm_kleene_star(left); break;
            case 6: net = fsm_reverse(left); break;
            case 7: answer = fsm_isempty(fsm_minus(left, right)); break;
            /* fsm_equivalent answers wrongly, both ways, for nets that aren't deterministic, and what is done after it writes out of
               bounds. */
            case 8:
                answer = fsm_isempty(fsm_minus(fsm_copy(left), fsm_copy(right))) && fsm_isempty(fsm_minus(right, left));
                break;
            case 9: answer = fsm_isempty(fsm_minus(all, left)); break;
            default: answer = fsm_isempty(left); break;
            }
            fprintf(out, "%u %d ", number, order[i]);
            if (net)
                write_net(out, net, one.symbols);
            else
                fprintf(out, "%d\n", answer != 0);
            fflush(out);
        }
        tab_free(&one);
        tab_free(&other);
    }
    return fclose(out) ? 2 : 0;
}

static int ascending(const void *left, const void *right)
{
    double difference = *(const double *)left - *(const double *)right;
    return difference < 0 ? -1 : difference > 0;
}

/* Both differences empty, as fsm_equivalent can't be trusted with nets that aren't deterministic; the median of up to nine. */
static int equivalent(const char *one, const char *other)
{
    struct tab_automaton left = tab_read(one), right = tab_read(other);
    double seconds[9], sum = 0;
    size_t count = 0;
    int answer = 0;
    while (count < 9 && sum < 1) {
        struct fsm *a = build_for_comparison(&left), *b = build_for_comparison(&right);
        double start = seconds_now();
        answer = fsm_isempty(fsm_minus(fsm_copy(a), fsm_copy(b))) && fsm_isempty(fsm_minus(b, a));
        sum += seconds[count++] = seconds_now() - start;
    }
    qsort(seconds, count, sizeof *seconds, ascending);
    printf("%.9f\t%d\t0\n", seconds[count / 2], answer);
    tab_free(&left);
    tab_free(&right);
    return 0;
}

/* The symbols of `set 3 7 …` as a net, which isn't timed. */
static struct fsm *symbol_set(const char *text)
{
    struct fsm_construct_handle *handle = fsm_construct_init("");
    char label[16], *next = (char *)text + strlen("set");
    fsm_construct_set_initial(handle, 0);
    fsm_construct_set_final(handle, 1);
    while (*next) {
        snprintf(label, sizeof label, "s%lu", strtoul(next, &next, 10));
        fsm_construct_add_arc(handle, 0, 1, label, label);
    }
    return fsm_construct_done(handle);
}

static long compile(const struct expression *expression, double *seconds)
{
    struct defined_networks *sets = defined_networks_init();
    char name[16];
    for (size_t i = 0; i < expression->set_count; i++) {
        snprintf(name, sizeof name, "C%zu", i);
        add_defined(sets, symbol_set(expression->sets[i].text), name);
    }
    struct stopwatch watch = stopwatch_started();
    struct fsm *net = fsm_parse_regex(expression->text.text, sets, NULL);
    if (net)
        net = fsm_minimize(net);
    *seconds += stopwatch_seconds(watch);
    if (!net)
        return -1;
    fsm_count(net);
    long count = net->statecount;
    fsm_destroy(net);
    return count;
}

int main(int argc, char **argv)
{
    if ((argc == 3 && !strcmp(argv[1], "regex")) || (argc == 4 && !strcmp(argv[1], "regex-quick")))
        return expression_main(compile, argc, argv);
    if (argc == 5 && !strcmp(argv[1], "equivalent"))
        return equivalent(argv[3], argv[4]);
    if (argc == 4 && !strcmp(argv[1], "differential"))
        return differential(argv[2], argv[3]);
    if (argc == 2 && !strcmp(argv[1], "idle")) {
        puts("0\t0\t0");
        return 0;
    }
    if (argc != 3 && argc != 4)
        return 2;
    const char *operation = argv[1];
    struct fsm *net = NULL;
    struct fsm *other = argc == 4 ? build(argv[3]) : NULL;
    double start;
    if (!strcmp(operation, "read")) {
        start = seconds_now();
        net = read_att(argv[2]);
    } else {
        net = build(argv[2]);
        start = seconds_now();
        if (!strcmp(operation, "determinize")) {
            net = fsm_determinize(net);
        } else if (!strcmp(operation, "minimize")) {
            net = fsm_minimize(net);
        } else if (!strcmp(operation, "determinize-minimize")) {
            net = fsm_minimize(fsm_determinize(net));
        } else if (!strcmp(operation, "remove-epsilon")) {
            net = fsm_epsilon_remove(net);
        } else if (!strcmp(operation, "complement")) {
            net = fsm_complement(net);
        } else if (other && !strcmp(operation, "intersection")) {
            net = fsm_intersect(net, other);
        } else if (other && !strcmp(operation, "union")) {
            /* Its union has epsilon moves; ours of two DFAs is one. */
            net = fsm_determinize(fsm_union(net, other));
        } else if (other && !strcmp(operation, "difference")) {
            net = fsm_minus(net, other);
        } else if (!strcmp(operation, "canonical")) {
            /* For comparing results, not time: foma keeps unreachable states of what it takes to be deterministic already. */
            net->is_deterministic = 0;
            net = fsm_minimize(fsm_coaccessible(fsm_determinize(net)));
        } else {
            return 2;
        }
    }
    double seconds = seconds_now() - start;
    if (!net)
        return 2;
    printf("%.9f\t%d\t%d\n", seconds, net->statecount, net->arccount);
    return 0;
}
