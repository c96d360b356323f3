/* libfa of Augeas in one process, as `bench regex` does for ours: fa_driver regex FILE, from text to the smallest DFAs, of the
   expressions that `bench translate libfa` wrote. See expression_file.h. */
#include <fa.h>

#include "expression_file.h"
#include "tab_file.h"

static long compile(const struct expression *expression, double *seconds)
{
    struct fa *fa = NULL;
    struct stopwatch watch = stopwatch_started();
    if (fa_compile(expression->text.text, expression->text.length, &fa) != 0 || fa_minimize(fa) != 0)
        return -1;
    *seconds += stopwatch_seconds(watch);
    long count = 0;
    for (struct state *state = fa_state_initial(fa); state; state = fa_state_next(state))
        count++;
    fa_free(fa);
    return count;
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "idle"))
        return puts("0\t0\t0") == EOF;
    if ((argc == 3 && !strcmp(argv[1], "regex")) || (argc == 4 && !strcmp(argv[1], "regex-quick")))
        return expression_main(compile, argc, argv);
    return 2;
}
