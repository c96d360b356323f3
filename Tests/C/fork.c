/* Children that are forked off while another thread works, which may call the library like any other process: there is no lock
 * of ours that such a thread could have left behind. */
#define _POSIX_C_SOURCE 200809L

#include "check.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILD_COUNT = 500, STATE_COUNT = 3 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool is_over;

static bool over(void) {
    bool answer;
    pthread_mutex_lock(&mutex);
    answer = is_over;
    pthread_mutex_unlock(&mutex);
    return answer;
}

/* An operation with a budget, and a first look at names, of an automaton of its own and of one that is shared. */
static bool use(const automata_fa *shared) {
    automata_fa *complete = NULL;
    bool works = automata_fa_complete(shared, NULL, &complete, NULL) == AUTOMATA_OK
        && automata_fa_state_names(complete).count >= STATE_COUNT && automata_fa_transitions(complete).row_count >= STATE_COUNT
        && automata_fa_state_names(shared).count > STATE_COUNT;
    automata_fa_free(complete);
    return works;
}

static void *work(void *shared) {
    while (!over()) CHECK(use((const automata_fa *)shared));
    return NULL;
}

int main(void) {
    automata_fa *shared = kth_from_end(STATE_COUNT);
    pthread_t thread;
    int i, failures = 0;
    CHECK(use(shared));
    if (pthread_create(&thread, NULL, work, shared) != 0) return 2;
    for (i = 0; i < CHILD_COUNT && failures == 0; i++) {
        int status = 0;
        const pid_t child = fork();
        if (child < 0) return 2;
        if (child == 0) {
            /* What hangs is ended. */
            alarm(60);
            _exit(use(shared) ? 0 : 1);
        }
        waitpid(child, &status, 0);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) failures++;
    }
    CHECK(failures == 0);
    pthread_mutex_lock(&mutex);
    is_over = true;
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    automata_fa_free(shared);
    return check_done();
}
