/* Children that are forked off while another thread works, which may call the library like any other process: there is no lock
 * of ours that such a thread could have left behind. */
#define _POSIX_C_SOURCE 200809L

#include "check.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILD_COUNT = 500, STATE_COUNT = 3, FEATURE_COUNT = 3 };

/* What parent and children share. */
typedef struct {
    automata_fa *automaton;
    automata_feature_model *model;
    automata_products *products;
    /* Of which one makes states while it searches. */
    automata_searcher *searchers[2];
} handles;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool is_over;

static bool over(void) {
    bool answer;
    pthread_mutex_lock(&mutex);
    answer = is_over;
    pthread_mutex_unlock(&mutex);
    return answer;
}

/* Products of its own and shared ones, and a first look at names. */
static bool use_products(const automata_feature_model *model, const automata_products *shared) {
    automata_products *own = NULL;
    automata_integers *counts = NULL;
    automata_feature_decision *nearest = NULL;
    const automata_feature_decision none[FEATURE_COUNT] = {AUTOMATA_FEATURE_DECISION_OPEN};
    size_t change_count = 1;
    bool works = automata_products_new(model, NULL, &own, NULL) == AUTOMATA_OK
        && automata_feature_model_feature_names(model).count == FEATURE_COUNT
        && automata_products_feature_counts(own, NULL, &counts, NULL) == AUTOMATA_OK
        && automata_products_nearest(shared, none, FEATURE_COUNT, NULL, &nearest, &change_count, NULL) == AUTOMATA_OK
        && change_count == 0 && automata_integer_double(automata_products_count(shared)) == 3
        && automata_integer_double(automata_integers_item(counts, 0)) == 3;
    automata_free(nearest);
    automata_integers_free(counts);
    automata_products_free(own);
    return works;
}

/* An operation with a budget, and a first look at names, of an automaton of its own and of one that is shared. */
static bool use_automaton(const automata_fa *shared) {
    automata_fa *complete = NULL;
    bool works = automata_fa_complete(shared, NULL, &complete, NULL) == AUTOMATA_OK
        && automata_fa_state_names(complete).count >= STATE_COUNT && automata_fa_transitions(complete).row_count >= STATE_COUNT
        && automata_fa_state_names(shared).count > STATE_COUNT;
    automata_fa_free(complete);
    return works;
}

/* Matches and their patterns. */
static bool use_searcher(const automata_searcher *searcher) {
    static const char text[] = "if x1 else 22 if y else";
    automata_search_match *matches = NULL;
    size_t count = 0, pattern_count = 0, i;
    bool works = automata_searcher_matches(searcher, text, sizeof text - 1, NULL, &matches, &count, NULL) == AUTOMATA_OK && count == 8;
    for (i = 0; i < count; i++) {
        uint32_t *patterns = NULL;
        works = works && automata_searcher_patterns(searcher, &matches[i], &patterns, &pattern_count, NULL) == AUTOMATA_OK
            && pattern_count > 0 && patterns[0] == matches[i].pattern;
        automata_free(patterns);
    }
    automata_free(matches);
    return works;
}

static bool use(const handles *shared) {
    return use_automaton(shared->automaton) && use_products(shared->model, shared->products) && use_searcher(shared->searchers[0])
        && use_searcher(shared->searchers[1]);
}

static void make_searchers(handles *shared) {
    static const char *const texts[] = {"[a-z]+", "if|else", "[0-9]+"};
    automata_searcher_options options = AUTOMATA_SEARCHER_OPTIONS_INIT;
    automata_regex *regexes[3] = {NULL, NULL, NULL};
    automata_error error;
    int i;
    for (i = 0; i < 3; i++) CHECK_OK(automata_regex_from_text(texts[i], AUTOMATA_ZERO_TERMINATED, NULL, &regexes[i], &error));
    for (i = 0; i < 2; i++) {
        options.lazily = i == 1;
        CHECK_OK(automata_searcher_from_regexes(regexes, 3, &options, &shared->searchers[i], &error));
    }
    for (i = 0; i < 3; i++) automata_regex_free(regexes[i]);
}

static void *work(void *shared) {
    while (!over()) CHECK(use((const handles *)shared));
    return NULL;
}

int main(void) {
    handles shared = {NULL, NULL, NULL, {NULL, NULL}};
    automata_error error;
    pthread_t thread;
    int i, failures = 0;
    shared.automaton = kth_from_end(STATE_COUNT);
    CHECK_OK(automata_feature_model_from_text(
        "features\n\tA\n\t\tor\n\t\t\tB\n\t\t\tC\n", AUTOMATA_ZERO_TERMINATED, AUTOMATA_FEATURE_FORMAT_UVL, NULL,
        &shared.model, &error));
    CHECK_OK(automata_products_new(shared.model, NULL, &shared.products, &error));
    make_searchers(&shared);
    CHECK(use(&shared));
    if (pthread_create(&thread, NULL, work, &shared) != 0) return 2;
    for (i = 0; i < CHILD_COUNT && failures == 0; i++) {
        int status = 0;
        const pid_t child = fork();
        if (child < 0) return 2;
        if (child == 0) {
            /* What hangs is ended. */
            alarm(60);
            _exit(use(&shared) ? 0 : 1);
        }
        waitpid(child, &status, 0);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) failures++;
    }
    CHECK(failures == 0);
    pthread_mutex_lock(&mutex);
    is_over = true;
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    automata_searcher_free(shared.searchers[0]);
    automata_searcher_free(shared.searchers[1]);
    automata_products_free(shared.products);
    automata_feature_model_free(shared.model);
    automata_fa_free(shared.automaton);
    return check_done();
}
