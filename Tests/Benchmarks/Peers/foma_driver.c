/* One operation of foma in one process, as `bench` does for ours: foma_driver OPERATION FILE.tab [FILE.tab]
   Prints seconds, states and arcs. */
#include <fomalib.h>
#include <string.h>

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

int main(int argc, char **argv)
{
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
