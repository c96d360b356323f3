/* Many threads with one automaton, alphabet, matcher, run and recognizer, from their first look on; a flag that cancels. */
#define _POSIX_C_SOURCE 200809L

#include "check.h"
#include <pthread.h>

enum { THREAD_COUNT = 8, ROUND_COUNT = 20 };

typedef struct {
    const automata_fa *automaton;
    const automata_alphabet *alphabet;
    const automata_matcher *matcher;
    const automata_run *run;
    pthread_barrier_t *barrier;
    /* What this thread saw. */
    automata_rows rows, epsilon, states;
    automata_names names, symbols;
    automata_states initial, final;
    automata_path path;
    size_t minimal_count, accepted_count;
    bool failed;
} worker;

static void *work(void *argument) {
    worker *self = (worker *)argument;
    automata_fa *dfa = NULL;
    automata_scan *scan = NULL;
    char word[4];
    int i;

    pthread_barrier_wait(self->barrier);
    self->rows = automata_fa_transitions(self->automaton);
    self->names = automata_fa_state_names(self->automaton);
    self->symbols = automata_alphabet_symbol_names(self->alphabet);
    self->path = automata_run_path(self->run);
    self->states = automata_run_states(self->run);
    self->epsilon = automata_fa_epsilon_moves(self->automaton);
    self->initial = automata_fa_initial_states(self->automaton);
    self->final = automata_fa_final_states(self->automaton);
    if (automata_fa_minimize(self->automaton, NULL, &dfa, NULL) != AUTOMATA_OK) self->failed = true;
    self->minimal_count = automata_fa_state_count(dfa);
    automata_fa_free(dfa);
    if (automata_scan_new(self->matcher, &scan, NULL) != AUTOMATA_OK) self->failed = true;
    for (i = 0; i < 16; i++) {
        automata_verdict verdict;
        bool accepted = false;
        int bit;
        for (bit = 0; bit < 4; bit++) word[bit] = (i >> bit & 1) ? '1' : '0';
        if (automata_matcher_accepts(self->matcher, word, 4, &accepted, NULL) != AUTOMATA_OK) self->failed = true;
        automata_scan_restart(scan);
        if (automata_scan_feed(scan, word, 4, &verdict, NULL) != AUTOMATA_OK) self->failed = true;
        if (automata_scan_is_accepting(scan) != accepted) self->failed = true;
        self->accepted_count += accepted;
    }
    automata_scan_free(scan);
    return NULL;
}

static void sharing(void) {
    int round, i;
    for (round = 0; round < ROUND_COUNT; round++) {
        automata_fa *automaton = ends_with_01(), *dfa = minimal(ends_with_01());
        automata_matcher *matcher = NULL;
        automata_run *run = NULL;
        pthread_barrier_t barrier;
        pthread_t threads[THREAD_COUNT];
        worker workers[THREAD_COUNT];
        automata_error error;

        CHECK_OK(automata_matcher_new(dfa, &matcher, &error));
        CHECK_OK(automata_run_on_text(automaton, "1101", 4, NULL, 0, NULL, &run, &error));
        memset(workers, 0, sizeof workers);
        pthread_barrier_init(&barrier, NULL, THREAD_COUNT);
        for (i = 0; i < THREAD_COUNT; i++) {
            workers[i].automaton = automaton;
            workers[i].alphabet = automata_fa_alphabet(automaton);
            workers[i].matcher = matcher;
            workers[i].run = run;
            workers[i].barrier = &barrier;
            if (pthread_create(&threads[i], NULL, work, &workers[i]) != 0) exit(2);
        }
        for (i = 0; i < THREAD_COUNT; i++) pthread_join(threads[i], NULL);
        for (i = 0; i < THREAD_COUNT; i++) {
            const worker *one = &workers[i], *first = &workers[0];
            CHECK(!one->failed && one->minimal_count == 3 && one->accepted_count == 4);
            CHECK(one->rows.count == 4 && one->rows.targets == first->rows.targets && one->rows.offsets == first->rows.offsets);
            CHECK(one->names.count == 3 && one->names.items == first->names.items);
            CHECK(one->symbols.count == 2 && one->symbols.items == first->symbols.items);
            CHECK(one->path.count == 4 && one->path.moves == first->path.moves);
            CHECK(one->states.row_count == 5 && one->states.targets == first->states.targets);
            CHECK(one->epsilon.count == 0 && one->epsilon.offsets == first->epsilon.offsets);
            CHECK(one->initial.count == 1 && one->initial.items == first->initial.items);
            CHECK(one->final.count == 1 && one->final.items == first->final.items);
            CHECK_TEXT("p", one->names.items[0].data);
        }
        pthread_barrier_destroy(&barrier);
        automata_run_free(run);
        automata_matcher_free(matcher);
        automata_fa_free(dfa);
        automata_fa_free(automaton);
    }
}

/* One recognizer of strokes for more threads than it keeps memory for; each has a stroke of its own. */
enum { ASKING_COUNT = 80, POINT_COUNT = 60, QUESTION_COUNT = 40 };

typedef struct {
    const automata_stroke_recognizer *recognizer;
    pthread_barrier_t *barrier;
    automata_point points[POINT_COUNT];
    automata_recognition one, several;
    bool failed;
} asker;

static bool ask_once(const asker *self, automata_recognition *one, automata_recognition *several) {
    const size_t counts[] = {POINT_COUNT / 2, POINT_COUNT / 2};
    return recognize_stroke(self->recognizer, self->points, POINT_COUNT, NULL, one, NULL) == AUTOMATA_OK &&
           automata_stroke_recognizer_recognize(self->recognizer, self->points, counts, 2, NULL, several, NULL) == AUTOMATA_OK;
}

static void *ask_again_and_again(void *argument) {
    asker *self = (asker *)argument;
    automata_recognition one = AUTOMATA_RECOGNITION_INIT, several = AUTOMATA_RECOGNITION_INIT;
    int i;
    pthread_barrier_wait(self->barrier);
    for (i = 0; i < QUESTION_COUNT; i++) {
        if (!ask_once(self, &one, &several)) self->failed = true;
        if (one.kind != self->one.kind || one.probability != self->one.probability) self->failed = true;
        if (several.kind != self->several.kind || several.probability != self->several.probability) self->failed = true;
        if (one.state.radius != self->one.state.radius) self->failed = true;
    }
    return NULL;
}

static void recognizing(void) {
    static asker askers[ASKING_COUNT];
    static pthread_t threads[ASKING_COUNT];
    const automata_recognition unset = AUTOMATA_RECOGNITION_INIT;
    automata_stroke_recognizer *recognizer = NULL;
    pthread_barrier_t barrier;
    automata_error error;
    int i, point;

    CHECK_OK(automata_stroke_recognizer_new(NULL, 0, &recognizer, &error));
    pthread_barrier_init(&barrier, NULL, ASKING_COUNT);
    for (i = 0; i < ASKING_COUNT; i++) {
        askers[i].recognizer = recognizer;
        askers[i].barrier = &barrier;
        askers[i].one = askers[i].several = unset;
        for (point = 0; point < POINT_COUNT; point++) {
            /* Parabolas of which each is flatter than the one before. */
            askers[i].points[point].x = point * (1 + i);
            askers[i].points[point].y = 0.1 * point * (POINT_COUNT - point);
        }
        CHECK(ask_once(&askers[i], &askers[i].one, &askers[i].several));
    }
    for (i = 0; i < ASKING_COUNT; i++)
        if (pthread_create(&threads[i], NULL, ask_again_and_again, &askers[i]) != 0) exit(2);
    for (i = 0; i < ASKING_COUNT; i++) {
        pthread_join(threads[i], NULL);
        CHECK(!askers[i].failed);
    }
    pthread_barrier_destroy(&barrier);
    automata_stroke_recognizer_free(recognizer);
}

/* Handles of one automaton that are copied and freed by many threads at once. */
static void *copy_and_free(void *argument) {
    const automata_fa *automaton = (const automata_fa *)argument;
    int i;
    for (i = 0; i < 2000; i++) {
        automata_fa *copy = automata_fa_copy(automaton);
        automata_alphabet *alphabet = automata_alphabet_copy(automata_fa_alphabet(copy));
        automata_fa_free(copy);
        if (automata_alphabet_symbol_count(alphabet) != 2) return argument;
        automata_alphabet_free(alphabet);
    }
    return NULL;
}

static void copying(void) {
    automata_fa *automaton = ends_with_01();
    pthread_t threads[THREAD_COUNT];
    int i;
    for (i = 0; i < THREAD_COUNT; i++)
        if (pthread_create(&threads[i], NULL, copy_and_free, automaton) != 0) exit(2);
    for (i = 0; i < THREAD_COUNT; i++) {
        void *result;
        pthread_join(threads[i], &result);
        CHECK(result == NULL);
    }
    automata_fa_free(automaton);
}

/* C99 has no atomics: a mutex guards the flag. */
typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t begun;
    bool is_begun, cancel;
} control;

static int ask(uint64_t built, uint64_t pending, void *context) {
    control *shared = (control *)context;
    int cancel;
    (void)built;
    (void)pending;
    pthread_mutex_lock(&shared->mutex);
    shared->is_begun = true;
    pthread_cond_signal(&shared->begun);
    cancel = shared->cancel;
    pthread_mutex_unlock(&shared->mutex);
    return cancel;
}

static void *explode(void *context) {
    automata_fa *automaton = kth_from_end(40), *result = NULL;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_determinize_options options = AUTOMATA_DETERMINIZE_OPTIONS_INIT;
    automata_status status;
    budget.maximum_states = UINT64_MAX;
    budget.progress = ask;
    budget.context = context;
    options.budget = &budget;
    status = automata_fa_determinize(automaton, &options, &result, NULL);
    automata_fa_free(automaton);
    return status == AUTOMATA_ERROR_CANCELLED && result == NULL ? context : NULL;
}

static void cancelling(void) {
    control shared;
    pthread_t thread;
    void *result = NULL;
    pthread_mutex_init(&shared.mutex, NULL);
    pthread_cond_init(&shared.begun, NULL);
    shared.is_begun = shared.cancel = false;
    if (pthread_create(&thread, NULL, explode, &shared) != 0) exit(2);
    pthread_mutex_lock(&shared.mutex);
    while (!shared.is_begun) pthread_cond_wait(&shared.begun, &shared.mutex);
    shared.cancel = true;
    pthread_mutex_unlock(&shared.mutex);
    pthread_join(thread, &result);
    CHECK(result == &shared);
    pthread_cond_destroy(&shared.begun);
    pthread_mutex_destroy(&shared.mutex);
}

int main(void) {
    sharing();
    recognizing();
    copying();
    cancelling();
    return check_done();
}
