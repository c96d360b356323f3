/* Calls of the functions that search, as calls.c makes those of the others. */
#include "calls.h"
#include "../compiled_object.h"

static automata_searcher *searchers[SLOTS];
static automata_search *searches[SLOTS];

void free_searches(void)
{
    for (int i = 0; i < SLOTS; i++) {
        automata_search_free(searches[i]);
        automata_searcher_free(searchers[i]);
        searches[i] = NULL;
        searchers[i] = NULL;
    }
}

/* What a function takes that the library calls, and what it has seen. */
typedef struct visit {
    input *in;
    const automata_searcher *searcher;
    automata_search *search;
    uint64_t length, end;
    size_t count, most;
} visit;

static int take_match(const automata_search_match *match, void *context)
{
    visit *own = context;
    uint32_t *patterns = NULL;
    size_t count = 0;
    REQUIRE(match->start >= own->end && match->start <= match->end && match->end <= own->length);
    own->end = match->end;
    /* The search that calls can't be used. */
    if (own->search != NULL) {
        automata_search *copy = WRONG(automata_search);
        REQUIRE(automata_search_copy(own->search, &copy, NULL) == AUTOMATA_ERROR_INVALID_ARGUMENT && copy == NULL);
        REQUIRE(automata_search_feed(own->search, "a", 1, take_match, context, NULL) == AUTOMATA_ERROR_INVALID_ARGUMENT);
        automata_search_restart(own->search);
    }
    if (own->searcher != NULL) {
        REQUIRE(automata_searcher_patterns(own->searcher, match, &patterns, &count, NULL) == AUTOMATA_OK);
        REQUIRE(count > 0 && patterns[0] == match->pattern);
        REQUIRE(patterns[count - 1] < automata_searcher_pattern_count(own->searcher));
        automata_free(patterns);
    }
    return ++own->count == own->most;
}

static int take_end(uint64_t position, const uint32_t *patterns, size_t count, void *context)
{
    visit *own = context;
    REQUIRE(count > 0 && patterns[count - 1] < automata_searcher_pattern_count(own->searcher));
    REQUIRE(position <= own->length && (own->count == 0 || position > own->end));
    own->end = position;
    return ++own->count == own->most;
}

static void make_searcher(input *in, automata_error *error)
{
    union {
        automata_searcher_options value;
        char room[sizeof(automata_searcher_options) + 16];
    } options;
    budget storage;
    automata_searcher *made = WRONG(automata_searcher);
    automata_status status;
    uint8_t choice = take_byte(in);
    size_t count = take_below(in, SLOTS + 1);
    const automata_regex *own_regexes[SLOTS];
    const automata_fa *own_automata[SLOTS];
    text words[SLOTS];
    const char *starts[SLOTS];
    size_t lengths[SLOTS];
    memset(&options, 0, sizeof options);
    options.value.budget = take_bounded(in, &storage);
    options.value.within_lines = choice & 1;
    options.value.lazily = choice >> 1 & 1;
    options.value.struct_size = take_struct_size(in, sizeof options.value, options.room, sizeof options);
    for (int i = 0; i < SLOTS; i++) {
        own_regexes[i] = ANY(regexes);
        own_automata[i] = ANY(automata);
    }
    switch (choice >> 2 & 3) {
    case 0:
        status = automata_searcher_from_regexes(own_regexes, count, &options.value, &made, error);
        break;
    case 2:
        status = automata_searcher_from_automata(own_automata, count, &options.value, &made, error);
        break;
    default:
        for (int i = 0; i < SLOTS; i++) {
            words[i] = take_text(in, 12);
            starts[i] = words[i].data;
            lengths[i] = words[i].argument;
        }
        status = choice >> 2 & 2
            ? automata_searcher_from_words(starts, lengths, count, &options.value, &made, error)
            : automata_searcher_from_texts(starts, lengths, count, NULL, &options.value, &made, error);
        for (int i = 0; i < SLOTS; i++)
            free(words[i].data);
    }
    REQUIRE(is_ok(status, error) ? automata_searcher_pattern_count(made) == count : made == NULL);
    REQUIRE((automata_searcher_table_size(made) > 0) == (made != NULL));
    KEEP(searchers, automata_searcher_free, made);
}

/* The longest match at an offset, which may be behind the text. */
static bool search_at(
    const automata_searcher *searcher, const text *text, size_t offset, automata_search_match *match, automata_error *error)
{
    bool found = true;
    automata_status status =
        automata_searcher_match_at(searcher, text->data, text->argument, offset, &found, match, error);
    REQUIRE(is_ok(status, error) ? !found || (match->start == offset && match->end <= text->length) : !found);
    return status == AUTOMATA_OK || status == AUTOMATA_ERROR_OUT_OF_RANGE;
}

/* A text is read by the tables, and its longest match at the beginning is the searcher's. */
static void call_tables(input *in, automata_error *error)
{
    const automata_searcher *searcher = ANY(searchers);
    text text = take_text(in, 40);
    automata_search_tables *tables = WRONG(automata_search_tables);
    automata_search_match match;
    budget storage;
    bool found;
    if (is_ok(automata_searcher_tables(searcher, take_bounded(in, &storage), &tables, error), error)) {
        uint32_t state = tables->start, label = tables->labels[state];
        uint64_t end = 0;
        for (size_t i = 0; i < text.length && state != 0; i++) {
            uint8_t class = tables->class_of_byte[(uint8_t)text.data[i]];
            REQUIRE(class < tables->class_count);
            state = tables->targets[state * tables->class_count + class];
            REQUIRE(state < tables->state_count);
            if (tables->labels[state] != AUTOMATA_NO_PATTERN) {
                label = tables->labels[state];
                end = i + 1;
            }
        }
        REQUIRE(automata_searcher_match_at(searcher, text.data, text.length, 0, &found, &match, NULL) == AUTOMATA_OK);
        REQUIRE(found == (label != AUTOMATA_NO_PATTERN) && (!found || (match.end == end && match.pattern == label)));
        automata_free(tables);
    } else {
        REQUIRE(tables == NULL);
    }
    free(text.data);
}

static int ignore_match(const automata_search_match *match, void *context)
{
    (void)match;
    (void)context;
    return 0;
}

static int ignore_end(uint64_t position, const uint32_t *patterns, size_t count, void *context)
{
    (void)position;
    (void)patterns;
    (void)context;
    return count == 0;
}

/* A searcher is loaded again after it was saved. If something in it was changed, it is refused, or can be searched with. */
static void save_and_load(input *in, automata_error *error)
{
    uint8_t *bytes = WRONG(uint8_t);
    size_t size = 9, place = take_number(in), count = take_below(in, 3);
    automata_searcher *made = WRONG(automata_searcher);
    automata_status status = automata_searcher_save(ANY(searchers), &bytes, &size, error);
    if (!is_ok(status, error)) {
        REQUIRE(bytes == NULL && size == 0);
        return;
    }
    for (size_t i = 0; i < count; i++)
        bytes[(place % size + i) % size] = take_byte(in);
    if (count > 0)
        seal_object(bytes, size);
    status = automata_searcher_load(bytes, size, &made, error);
    REQUIRE(is_ok(status, error) || (made == NULL && count > 0));
    automata_free(bytes);
    if (count == 0) {
        KEEP(searchers, automata_searcher_free, made);
    } else if (made != NULL) {
        text text = take_text(in, 60);
        is_ok(automata_searcher_each_match(made, text.data, text.length, NULL, ignore_match, NULL, error), error);
        is_ok(automata_searcher_each_end(made, text.data, text.length, NULL, ignore_end, NULL, error), error);
        free(text.data);
        automata_searcher_free(made);
    }
}

/* All ways to search a text find the same. */
static void search_text(input *in, automata_error *error)
{
    const automata_searcher *searcher = ANY(searchers);
    text text = take_text(in, 100);
    visit visit = {in, searcher, NULL, text.length, 0, 0, take_below(in, 20)}, ends = visit, pieces = visit;
    automata_search_match first, match, *matches = WRONG(automata_search_match);
    automata_search *search = NULL;
    bool found = true, is_right;
    size_t count = 9;
    ends.most = 0;
    is_right = is_ok(automata_searcher_each_match(searcher, text.data, text.argument, NULL, take_match, &visit, error), error);
    REQUIRE(is_right == (searcher != NULL && text.argument != AUTOMATA_ZERO_TERMINATED));
    automata_status status = automata_searcher_matches(searcher, text.data, text.argument, NULL, &matches, &count, error);
    REQUIRE(is_ok(status, error) == is_right && (is_right ? count >= visit.count : matches == NULL && count == 0));
    REQUIRE(!is_right || visit.most > 0 || count == visit.count);
    status = automata_searcher_first_match(searcher, text.data, text.argument, NULL, &found, &first, error);
    REQUIRE(is_ok(status, error) == is_right && found == (count > 0));
    REQUIRE(count == 0 || memcmp(&first, matches, sizeof first) == 0);
    status = automata_searcher_each_end(searcher, text.data, text.argument, NULL, take_end, &ends, error);
    REQUIRE(is_ok(status, error) == is_right && (ends.count > 0) == (count > 0));
    REQUIRE(search_at(searcher, &text, count > 0 ? (size_t)first.start : take_below(in, 101), &match, error) == is_right);
    REQUIRE(count == 0 || memcmp(&first, &match, offsetof(automata_search_match, key)) == 0);
    if (is_right && automata_search_new(searcher, NULL, &search, NULL) == AUTOMATA_OK) {
        pieces.most = 0;
        for (size_t fed = 0, piece; fed < text.length; fed += piece) {
            piece = 1 + take_below(in, 20);
            if (piece > text.length - fed)
                piece = text.length - fed;
            pieces.length = fed + piece;
            REQUIRE(automata_search_feed(search, text.data + fed, piece, take_match, &pieces, NULL) == AUTOMATA_OK);
        }
        REQUIRE(automata_search_finish(search, take_match, &pieces, NULL) == AUTOMATA_OK);
        REQUIRE(pieces.count == count && automata_search_is_over(search) && automata_search_held_count(search) == 0);
        automata_search_restart(search);
        count = ends.count;
        ends.count = 0;
        for (size_t fed = 0, piece; fed < text.length; fed += piece) {
            piece = 1 + take_below(in, 20);
            if (piece > text.length - fed)
                piece = text.length - fed;
            REQUIRE(automata_search_feed_ends(search, text.data + fed, piece, take_end, &ends, NULL) == AUTOMATA_OK);
        }
        REQUIRE(automata_search_finish_ends(search, take_end, &ends, NULL) == AUTOMATA_OK && ends.count == count);
        automata_search_free(search);
    }
    automata_free(matches);
    free(text.data);
}

static void call_patterns(input *in, automata_error *error)
{
    const automata_searcher *searcher = ANY(searchers);
    automata_search_match match = {0, 0, take_number(in) << take_below(in, 40) | take_byte(in), take_id(in), 0};
    uint32_t *patterns = WRONG(uint32_t);
    size_t count = 9;
    automata_status status = automata_searcher_patterns(searcher, &match, &patterns, &count, error);
    REQUIRE(is_ok(status, error) ? patterns != NULL : patterns == NULL && count == 0);
    for (size_t i = 0; i < count; i++)
        REQUIRE(patterns[i] < automata_searcher_pattern_count(searcher));
    automata_free(patterns);
}

void call_searches(input *in)
{
    automata_error *error = error_place(in);
    automata_search *search = ANY(searches), *made = WRONG(automata_search);
    const uint64_t consumed = automata_search_consumed_count(search);
    /* What was fed before isn't known any more, but for its length. */
    visit visit = {in, NULL, search, UINT64_MAX, 0, 0, take_below(in, 20)};
    automata_status status;
    budget storage;
    text piece = {NULL, 0, 0};
    switch (take_below(in, 15)) {
    case 0:
    case 1:
    case 2:
        make_searcher(in, error);
        break;
    case 3:
    case 4:
        search_text(in, error);
        break;
    case 5:
        call_patterns(in, error);
        break;
    case 6:
        /* The callback of the budget is called later, too, when its room isn't there. */
        take_bounded(in, &storage);
        storage.storage.value.progress = NULL;
        status = automata_search_new(ANY(searchers), &storage.storage.value, &made, error);
        REQUIRE(is_ok(status, error) ? !automata_search_is_over(made) : made == NULL);
        KEEP(searches, automata_search_free, made);
        break;
    case 7:
        status = automata_search_copy(search, &made, error);
        REQUIRE(is_ok(status, error) ? automata_search_consumed_count(made) == consumed : made == NULL);
        KEEP(searches, automata_search_free, made);
        break;
    case 8:
        automata_search_restart(search);
        REQUIRE(automata_search_consumed_count(search) == 0 && automata_search_is_over(search) == (search == NULL));
        break;
    case 9:
        status = automata_search_finish(search, take_match, &visit, error);
        REQUIRE(is_ok(status, error) == (search != NULL) && automata_search_is_over(search));
        break;
    case 10:
        KEEP(searchers, automata_searcher_free, NULL);
        break;
    case 11:
        call_tables(in, error);
        break;
    case 12:
        save_and_load(in, error);
        break;
    case 13:
        piece = take_text(in, 60);
        status = automata_search_feed_ends(search, piece.data, piece.argument, ignore_end, NULL, error);
        REQUIRE(search == NULL || is_ok(status, error) || status == AUTOMATA_ERROR_INVALID_ARGUMENT);
        REQUIRE(automata_search_consumed_count(search) - consumed <= piece.length);
        if (take_byte(in) < 100)
            is_ok(automata_search_finish_ends(search, ignore_end, NULL, error), error);
        break;
    default:
        piece = take_text(in, 60);
        status = automata_search_feed(search, piece.data, piece.argument, take_match, &visit, error);
        REQUIRE(search == NULL || is_ok(status, error) || status == AUTOMATA_ERROR_BUDGET_EXCEEDED ||
                piece.argument == AUTOMATA_ZERO_TERMINATED);
        REQUIRE(automata_search_consumed_count(search) - consumed <= piece.length);
        REQUIRE(automata_search_held_count(search) <= automata_search_consumed_count(search));
    }
    free(piece.data);
}
