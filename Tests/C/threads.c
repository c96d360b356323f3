/* Many threads with one automaton, alphabet, matcher, searcher, run, recognizer, feature model and its products, from their
 * first look on; a flag that cancels. */
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
    automata_stroke_recognition one, several;
    bool failed;
} asker;

static bool ask_once(const asker *self, automata_stroke_recognition *one, automata_stroke_recognition *several) {
    const size_t counts[] = {POINT_COUNT / 2, POINT_COUNT / 2};
    return recognize_stroke(self->recognizer, self->points, POINT_COUNT, NULL, one, NULL) == AUTOMATA_OK &&
           automata_stroke_recognizer_recognize(self->recognizer, self->points, counts, 2, NULL, several, NULL) == AUTOMATA_OK;
}

static void *ask_again_and_again(void *argument) {
    asker *self = (asker *)argument;
    automata_stroke_recognition one = AUTOMATA_STROKE_RECOGNITION_INIT, several = AUTOMATA_STROKE_RECOGNITION_INIT;
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
    const automata_stroke_recognition unset = AUTOMATA_STROKE_RECOGNITION_INIT;
    automata_stroke_recognizer *recognizer = NULL;
    pthread_barrier_t barrier;
    automata_error error;
    int i, point;

    CHECK_OK(automata_stroke_recognizer_new(&recognizer, &error));
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

/* One feature model, which all threads compile, and its products, which all of them ask. */
/* A screen of three; each without a camera or, the first one aside, with one; media or none. */
enum { FEATURE_COUNT = 7, SHARED_PRODUCT_COUNT = 10 };

static const char phone[] =
    "features\n\tPhone\n\t\tmandatory\n\t\t\tScreen\n\t\t\t\talternative\n\t\t\t\t\tBasic\n\t\t\t\t\tColor\n"
    "\t\t\t\t\tHighResolution\n\t\toptional\n\t\t\tCamera\n\t\t\tMedia\n"
    "constraints\n\tCamera => HighResolution | Color\n";

typedef struct {
    const automata_feature_model *model;
    const automata_products *products;
    pthread_barrier_t *barrier;
    automata_names names;
    /* The sum of all numbers of products that this thread was told. */
    uint64_t sum;
    bool failed;
} shopper;

static uint64_t small(const automata_integer *integer) {
    const automata_limbs limbs = automata_integer_limbs(integer);
    return limbs.count == 0 ? 0 : limbs.items[0];
}

/* Asks about one product of many; returns the sum of the answers, 0 if one is wrong. */
static uint64_t ask_products(const automata_products *products, uint64_t place) {
    automata_integer *number = NULL, *rank = NULL, *with = NULL;
    automata_integers *counts = NULL;
    automata_feature_decision *product = NULL, *nearest = NULL;
    uint32_t *sets = NULL;
    size_t change_count = 1, set_count = 0, i;
    uint64_t sum = 0;
    bool contained = false;
    if (automata_integer_from_limbs(&place, 1, false, &number, NULL) == AUTOMATA_OK &&
        automata_products_unrank(products, number, NULL, &product, NULL) == AUTOMATA_OK && product &&
        automata_products_contains(products, product, FEATURE_COUNT, &contained, NULL) == AUTOMATA_OK && contained &&
        automata_products_rank(products, product, FEATURE_COUNT, NULL, &rank, NULL) == AUTOMATA_OK &&
        small(rank) == place &&
        automata_products_nearest(products, product, FEATURE_COUNT, NULL, &nearest, &change_count, NULL) ==
            AUTOMATA_OK && change_count == 0 &&
        automata_products_count_with(products, product, FEATURE_COUNT, NULL, &with, NULL) == AUTOMATA_OK &&
        small(with) == 1 &&
        automata_products_atomic_sets(products, NULL, &sets, &set_count, NULL) == AUTOMATA_OK && sets[0] == sets[1] &&
        automata_products_feature_counts(products, NULL, &counts, NULL) == AUTOMATA_OK)
        for (i = 0; i < automata_integers_count(counts); i++) sum += small(automata_integers_item(counts, i));
    automata_integer_free(number);
    automata_integer_free(rank);
    automata_integer_free(with);
    automata_integers_free(counts);
    automata_free(product);
    automata_free(nearest);
    automata_free(sets);
    return sum;
}

static void *shop(void *argument) {
    shopper *self = (shopper *)argument;
    int i;
    pthread_barrier_wait(self->barrier);
    self->names = automata_feature_model_feature_names(self->model);
    for (i = 0; i < QUESTION_COUNT; i++) {
        automata_products_options options = AUTOMATA_PRODUCTS_OPTIONS_INIT;
        automata_products *own = NULL;
        uint64_t shared_sum, own_sum;
        options.engine = i % 2 ? AUTOMATA_FEATURE_ENGINE_LAYERED_DFA : AUTOMATA_FEATURE_ENGINE_DECISION_DNNF;
        if (automata_products_new(self->model, &options, &own, NULL) != AUTOMATA_OK) self->failed = true;
        shared_sum = ask_products(self->products, i % SHARED_PRODUCT_COUNT);
        own_sum = ask_products(own, i % SHARED_PRODUCT_COUNT);
        if (shared_sum == 0 || shared_sum != own_sum) self->failed = true;
        self->sum += shared_sum;
        automata_products_free(own);
    }
    return NULL;
}

static void shopping(void) {
    automata_feature_model *model = NULL;
    automata_products *products = NULL;
    pthread_barrier_t barrier;
    pthread_t threads[THREAD_COUNT];
    shopper shoppers[THREAD_COUNT];
    automata_error error;
    int i;

    CHECK_OK(automata_feature_model_from_text(
        phone, AUTOMATA_ZERO_TERMINATED, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &model, &error));
    CHECK_OK(automata_products_new(model, NULL, &products, &error));
    CHECK(small(automata_products_count(products)) == SHARED_PRODUCT_COUNT);
    memset(shoppers, 0, sizeof shoppers);
    pthread_barrier_init(&barrier, NULL, THREAD_COUNT);
    for (i = 0; i < THREAD_COUNT; i++) {
        shoppers[i].model = model;
        shoppers[i].products = products;
        shoppers[i].barrier = &barrier;
        if (pthread_create(&threads[i], NULL, shop, &shoppers[i]) != 0) exit(2);
    }
    for (i = 0; i < THREAD_COUNT; i++) pthread_join(threads[i], NULL);
    for (i = 0; i < THREAD_COUNT; i++) {
        CHECK(!shoppers[i].failed && shoppers[i].sum == shoppers[0].sum);
        CHECK(shoppers[i].names.count == FEATURE_COUNT && shoppers[i].names.items == shoppers[0].names.items);
    }
    pthread_barrier_destroy(&barrier);
    automata_products_free(products);
    automata_feature_model_free(model);
}

/* Handles of one automaton that are copied and freed by many threads at once. */
static void *copy_and_free(void *argument) {
    const automata_fa *automaton = *(automata_fa *const *)argument;
    int i;
    for (i = 0; i < 2000; i++) {
        automata_fa *copy = automata_fa_retain(automaton);
        automata_alphabet *alphabet = automata_alphabet_retain(automata_fa_alphabet(copy));
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
        if (pthread_create(&threads[i], NULL, copy_and_free, &automaton) != 0) exit(2);
    for (i = 0; i < THREAD_COUNT; i++) {
        void *result;
        pthread_join(threads[i], &result);
        CHECK(result == NULL);
    }
    automata_fa_free(automaton);
}

/* One feature model and one comparison for all; each thread has solvers, rules and a configurator of its own. */
typedef struct {
    const automata_feature_model *model;
    const automata_products *products;
    const automata_feature_comparison *comparison;
} shared_features;

static void *explain(void *argument) {
    const shared_features *shared = (const shared_features *)argument;
    int i;
    for (i = 0; i < ROUND_COUNT; i++) {
        const automata_feature_decision decisions[] = {0, 1, 0};
        automata_feature_rules *rules = NULL, *causes = NULL;
        automata_configurator *configurator = NULL;
        automata_feature_decision *sample = NULL;
        size_t size = 0;
        bool failed = automata_feature_model_explain(shared->model, AUTOMATA_FEATURE_FACT_DESELECTED, 2, decisions, 3, NULL, &rules, NULL) != AUTOMATA_OK
            || automata_feature_comparison_causes(shared->comparison, AUTOMATA_SIDE_FIRST, NULL, &causes, NULL) != AUTOMATA_OK
            || automata_products_covering_sample(shared->products, 2, NULL, &sample, &size, NULL) != AUTOMATA_OK
            || automata_configurator_from_products(shared->products, &configurator, NULL) != AUTOMATA_OK
            || automata_configurator_decide(configurator, 1, AUTOMATA_FEATURE_DECISION_SELECTED, NULL, NULL) != AUTOMATA_OK
            || automata_configurator_state(configurator, 2) != AUTOMATA_FEATURE_STATE_FOLLOWS
            || automata_feature_rules_count(rules) != 1 || automata_feature_rules_count(causes) != 0 || size != 3;
        automata_feature_rules_free(rules);
        automata_feature_rules_free(causes);
        automata_configurator_free(configurator);
        automata_free(sample);
        if (failed) return argument;
    }
    return NULL;
}

static void explaining(void) {
    static const char text[] = "features\n\tA\n\t\toptional\n\t\t\tB\n\t\t\tC\nconstraints\n\tB => !C\n";
    automata_feature_model *model = NULL;
    automata_products *products = NULL;
    automata_feature_comparison *comparison = NULL;
    pthread_t threads[THREAD_COUNT];
    shared_features shared;
    automata_error error;
    int i;
    CHECK_OK(automata_feature_model_from_text(text, sizeof text - 1, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &model, &error));
    CHECK_OK(automata_products_new(model, NULL, &products, &error));
    CHECK_OK(automata_feature_comparison_new(model, model, NULL, &comparison, &error));
    shared.model = model;
    shared.products = products;
    shared.comparison = comparison;
    for (i = 0; i < THREAD_COUNT; i++)
        if (pthread_create(&threads[i], NULL, explain, &shared) != 0) exit(2);
    for (i = 0; i < THREAD_COUNT; i++) {
        void *result;
        pthread_join(threads[i], &result);
        CHECK(result == NULL);
    }
    automata_feature_comparison_free(comparison);
    automata_products_free(products);
    automata_feature_model_free(model);
}

/* One searcher, and one that makes states while it searches; each thread has a search that is a copy of the same one. */
typedef struct {
    const automata_searcher *searchers[2];
    const automata_search *begun;
} shared_searches;

static int count_match(const automata_search_match *match, void *context) {
    (void)match;
    ++*(size_t *)context;
    return 0;
}

static void *search_once(void *argument) {
    static const char text[] = "me@home.org, you@there.com, us@it.org";
    const shared_searches *shared = (const shared_searches *)argument;
    automata_search *copy = NULL;
    size_t i, seen = 0;
    bool works = true;
    for (i = 0; i < 2; i++) {
        automata_search_match *matches = NULL;
        uint32_t *patterns = NULL;
        size_t count = 0, pattern_count = 0;
        works = works && automata_searcher_matches(shared->searchers[i], text, sizeof text - 1, NULL, &matches, &count, NULL) == AUTOMATA_OK;
        works = works && count == 3;
        works = works && automata_searcher_patterns(shared->searchers[i], &matches[1], &patterns, &pattern_count, NULL) == AUTOMATA_OK;
        works = works && pattern_count == 1 && patterns[0] == 1;
        automata_free(patterns);
        automata_free(matches);
    }
    works = works && automata_search_copy(shared->begun, &copy, NULL) == AUTOMATA_OK;
    for (i = 3; works && i < sizeof text - 1; i++)
        works = automata_search_feed(copy, text + i, 1, count_match, &seen, NULL) == AUTOMATA_OK;
    works = works && automata_search_finish(copy, count_match, &seen, NULL) == AUTOMATA_OK && seen == 3;
    automata_search_free(copy);
    return works ? NULL : argument;
}

static int go_on(uint64_t built, uint64_t pending, void *context) {
    (void)built;
    (void)pending;
    (void)context;
    return 0;
}

static void searching(void) {
    static const char *const texts[] = {"[a-z]+@[a-z]+\\.org", "[a-z]+@[a-z]+\\.com"};
    automata_regex *regexes[2] = {NULL, NULL};
    automata_searcher_options options = AUTOMATA_SEARCHER_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_searcher *searchers[2] = {NULL, NULL};
    automata_search *begun = NULL;
    shared_searches shared;
    pthread_t threads[THREAD_COUNT];
    automata_error error;
    size_t seen = 0;
    int round, i;
    for (i = 0; i < 2; i++) CHECK_OK(automata_regex_from_text(texts[i], AUTOMATA_ZERO_TERMINATED, NULL, &regexes[i], &error));
    budget.progress = go_on;
    for (round = 0; round < ROUND_COUNT; round++) {
        for (i = 0; i < 2; i++) {
            options.lazily = i == 1;
            CHECK_OK(automata_searcher_from_regexes(
                regexes, 2, &options, &searchers[i], &error));
            shared.searchers[i] = searchers[i];
        }
        CHECK_OK(automata_search_new(searchers[round & 1], &budget, &begun, &error));
        CHECK_OK(automata_search_feed(begun, "me@", 3, count_match, &seen, &error));
        shared.begun = begun;
        for (i = 0; i < THREAD_COUNT; i++)
            if (pthread_create(&threads[i], NULL, search_once, &shared) != 0) exit(2);
        for (i = 0; i < THREAD_COUNT; i++) {
            void *result;
            pthread_join(threads[i], &result);
            CHECK(result == NULL);
        }
        automata_search_free(begun);
        for (i = 0; i < 2; i++) automata_searcher_free(searchers[i]);
    }
    for (i = 0; i < 2; i++) automata_regex_free(regexes[i]);
    CHECK(seen == 0);
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

static void canceling(void) {
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
    searching();
    recognizing();
    shopping();
    copying();
    explaining();
    canceling();
    return check_done();
}
