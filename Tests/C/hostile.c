/* Texts that want to break a reader: each is read or refused, and nothing traps, leaks or takes long. */
#include "check.h"

static char *room(size_t size) {
    char *memory = (char *)malloc(size + 1);
    if (memory == NULL) exit(2);
    memory[size] = '\0';
    return memory;
}

/* Reads a text in one format; where it holds an automaton, works with it. */
static void read_as(const char *text, size_t length, automata_format format) {
    automata_fa *automaton = NULL, *minimal_one = NULL;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_minimize_options options = AUTOMATA_MINIMIZE_OPTIONS_INIT;
    automata_error error;
    automata_status status = automata_fa_from_text(text, length, format, NULL, &automaton, &error);

    CHECK(error.status == status && memchr(error.message, '\0', sizeof error.message) != NULL);
    CHECK((status == AUTOMATA_OK) == (automaton != NULL) && (status == AUTOMATA_OK) == (error.message[0] == '\0'));
    if (status != AUTOMATA_OK) return;
    budget.maximum_states = 10000;
    options.budget = &budget;
    status = automata_fa_minimize(automaton, &options, &minimal_one, &error);
    CHECK(status == AUTOMATA_OK || status == AUTOMATA_ERROR_BUDGET_EXCEEDED);
    automata_fa_free(minimal_one);
    (void)automata_fa_state_names(automaton);
    (void)automata_alphabet_symbol_names(automata_fa_alphabet(automaton));
    if (automata_fa_state_count(automaton) < 1000) {
        int format_number;
        for (format_number = AUTOMATA_FORMAT_MATA; format_number <= AUTOMATA_FORMAT_BA; format_number++) {
            char *written = NULL;
            size_t size = 0;
            status = automata_fa_text(automaton, (automata_format)format_number, NULL, &written, &size, &error);
            CHECK((status == AUTOMATA_OK) == (written != NULL));
            automata_free(written);
        }
    }
    automata_fa_free(automaton);
}

static void read_in_all(const char *text, size_t length) {
    int format;
    for (format = AUTOMATA_FORMAT_GUESS; format <= AUTOMATA_FORMAT_BA; format++)
        read_as(text, length, (automata_format)format);
    (void)automata_format_recognize(NULL, text, length);
}

static void short_texts(void) {
    static const struct {
        const char *text;
        size_t length;
    } texts[] = {
#define TEXT(literal) {literal, sizeof literal - 1}
        TEXT(""), TEXT("\0"), TEXT("\0\0\0\0"), TEXT("\xff\xfe\xfd"), TEXT("\xef\xbb\xbf"), TEXT("\xed\xa0\x80"),
        TEXT("\xf8\x88\x80\x80\x80"), TEXT("\\"), TEXT("\""), TEXT("\n\n\n"), TEXT("\r"), TEXT("%"), TEXT("@"), TEXT("{"),
        TEXT("["), TEXT("<"), TEXT("<!"), TEXT("0"), TEXT("-1 -1 -1 -1"), TEXT("digraph"), TEXT("digraph {"),
        TEXT("digraph { a -> "), TEXT("digraph { a -> b [label="), TEXT("digraph { a -> b [label=\"\\"),
        TEXT("digraph { subgraph { subgraph {"), TEXT("digraph { \"a\0b\" -> c [label=\"x\"] }"),
        TEXT("18446744073709551615 4294967296 4294967295 0\n"), TEXT("0 1 a a 1e999\n"), TEXT("4294967295 4294967294 a\n"),
        TEXT("0\t1\t\t\n"), TEXT("0 1 \xff \xff\n1\n"), TEXT("@NFA-explicit"), TEXT("@NFA-explicit\n%Initial\n%Final"),
        TEXT("@NFA-explicit\n%Initial p\np \0 q\n"), TEXT("@NFA-explicit\n%Initial \xff\n%Final \xc3\n\xff a \xc3\n"),
        TEXT("@NFA-bits\n%Alphabet-auto\n%Initial q0\n%Final q1\nq0 (a1 & ((((((((((!a2\n"),
        TEXT("@NFA-bits\n%Alphabet-auto\n%Initial q0\n%Final q1\nq0 a1 | !a1 & a2 q1\n"),
        TEXT("{\"format\": \"automata\"}"), TEXT("{\"format\": \"automata\", \"version\": 1e400}"),
        TEXT("{\"format\": \"automata\", \"version\": 1, \"kind\": \"DFA\", \"alphabet\": [\"\\ud800\"]}"),
        TEXT("{\"format\": \"automata\", \"version\": 1, \"kind\": \"DFA\", \"alphabet\": [\"a\\u0000b\"], \"states\":"
             " [\"x\\u0000\"], \"initial\": [\"x\\u0000\"], \"final\": [], \"transitions\": []}"),
        TEXT("{\"format\": \"automata\", \"version\": 1, \"kind\": \"NFA\", \"alphabet\": [\"a\"], \"states\": 99999999999,"
             " \"initial\": [0], \"final\": [], \"transitions\": [[0, 0, 99999999998]]}"),
        TEXT("<structure><automaton><state id=\"99999999999999999999\"/></automaton></structure>"),
        TEXT("<structure><automaton><transition><from>0</from></automaton></structure>"),
        TEXT("<structure><automaton><state id=\"0\"><x>nan</x></state><transition><from>7</from><to>8</to><read/>"
             "</transition></automaton></structure>"),
        TEXT("<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><structure>&x;</structure>"),
#undef TEXT
    };
    size_t i;
    for (i = 0; i < sizeof texts / sizeof texts[0]; i++) read_in_all(texts[i].text, texts[i].length);
}

/* Writes an opening and as many copies of a piece as there is room for; returns the length. */
static size_t repeat(char *text, size_t size, const char *opening, const char *piece) {
    size_t at = strlen(opening), length = strlen(piece);
    memcpy(text, opening, at);
    for (; at + length <= size; at += length) memcpy(text + at, piece, length);
    return at;
}

/* One bracket, quote or word, many times over: nothing may recurse for each. */
static void repeated(void) {
    static const char *const pieces[] = {"[", "{\"a\":", "<a>", "(", "!", "digraph{", "subgraph{", "&", "\\", "0 ", "\n", "a->", "\"", "%"};
    static const char *const openings[] = {
        "", "@NFA-bits\n%Initial a\na ", "digraph {", "{\"format\":\"automata\",\"states\":", "<structure>", "0 1 "};
    const size_t size = 200000;
    char *text = room(size);
    size_t i, j, at;
    for (i = 0; i < sizeof pieces / sizeof pieces[0]; i++)
        for (j = 0; j < sizeof openings / sizeof openings[0]; j++) {
            at = repeat(text, size, openings[j], pieces[i]);
            read_in_all(text, at);
        }
    free(text);
}

/* Entities that stand for gigabytes. */
static void laughs(void) {
    char text[4096];
    int i, at = 0;
    at += snprintf(text + at, sizeof text - (size_t)at, "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY x0 \"ha\">");
    for (i = 1; i < 30; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "<!ENTITY x%d \"&x%d;&x%d;&x%d;&x%d;\">", i, i - 1, i - 1, i - 1, i - 1);
    at += snprintf(text + at, sizeof text - (size_t)at, "]><structure>&x29;</structure>");
    read_in_all(text, (size_t)at);
}

static void long_names(void) {
    const size_t size = 1000000;
    char *name = room(size), *text = room(size + 100);
    const char *names[1];
    automata_alphabet *alphabet = NULL;
    automata_fa *automaton = NULL;
    automata_builder *builder = NULL;
    automata_symbol symbol = 1;
    automata_state state = 1;
    automata_error error;
    char *table = NULL;
    size_t length;

    memset(name, 'x', size);
    names[0] = name;
    CHECK_OK(automata_alphabet_from_names(names, NULL, 1, &alphabet, &error));
    CHECK(strlen(automata_alphabet_symbol_name(alphabet, 0)) == size);
    CHECK_OK(automata_alphabet_find_symbol(alphabet, name, size, &symbol, &error));
    CHECK(symbol == 0);
    /* The name goes into the message, which is cut and ends whole. */
    CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_alphabet_find_symbol(alphabet, name, size - 1, &symbol, &error));
    CHECK(strlen(error.message) < sizeof error.message);
    CHECK_OK(automata_builder_new(alphabet, &builder, &error));
    CHECK_OK(automata_builder_state(builder, name, size, &state, &error));
    CHECK_OK(automata_builder_add_transition(builder, state, 0, state, &error));
    CHECK_OK(automata_builder_set_initial(builder, state, &error));
    CHECK_OK(automata_builder_build(builder, AUTOMATA_MODEL_DFA, NULL, &automaton, &error));
    CHECK(automata_fa_copy_state_name(automaton, 0, NULL, 0) == size);
    CHECK_OK(automata_fa_table(automaton, NULL, &table, &length, &error));
    CHECK(length > size);
    automata_free(table);
    automata_fa_free(automaton);
    automata_builder_free(builder);
    automata_alphabet_free(alphabet);
    length = (size_t)snprintf(text, size + 100, "@NFA-explicit\n%%Initial p\np %.900000s q extra\n", name);
    read_in_all(text, length);
    free(text);
    free(name);
}

/* Scalars of several bytes where a message is cut: it stays UTF-8. */
static void cut_messages(void) {
    automata_alphabet *alphabet = NULL;
    automata_symbol symbol;
    automata_error error;
    size_t shift, i;
    char name[4000];
    CHECK_OK(automata_alphabet_bytes(&alphabet, &error));
    for (shift = 0; shift < 4; shift++) {
        memset(name, 'x', shift);
        for (i = shift; i + 4 <= sizeof name; i += 4) memcpy(name + i, "\xf0\x9f\x98\x80", 4);
        CHECK_STATUS(AUTOMATA_ERROR_UNKNOWN_NAME, automata_alphabet_find_symbol(alphabet, name, i, &symbol, &error));
        i = strlen(error.message);
        CHECK(i < sizeof error.message);
        /* A whole scalar or an ASCII character is last: count back over continuation bytes. */
        while (i > 0 && ((unsigned char)error.message[i - 1] & 0xc0) == 0x80) i--;
        if (i < strlen(error.message)) {
            const size_t follow = strlen(error.message) - i;
            const unsigned char lead = (unsigned char)error.message[i - 1];
            CHECK((lead >= 0xf0 && follow == 3) || (lead >= 0xe0 && lead < 0xf0 && follow == 2)
                  || (lead >= 0xc0 && lead < 0xe0 && follow == 1));
        }
    }
    automata_alphabet_free(alphabet);
}

static void embedded_zeros(void) {
    const char *names[] = {"a\0b", "a"};
    const size_t lengths[] = {3, 1};
    automata_alphabet *alphabet = NULL;
    automata_symbol symbol = 9;
    automata_error error;
    CHECK_OK(automata_alphabet_from_names(names, lengths, 2, &alphabet, &error));
    CHECK(automata_alphabet_symbol_names(alphabet).items[0].length == 3);
    CHECK(memcmp(automata_alphabet_symbol_names(alphabet).items[0].data, "a\0b", 4) == 0);
    CHECK_OK(automata_alphabet_find_symbol(alphabet, "a\0b", 3, &symbol, &error));
    CHECK(symbol == 0);
    CHECK_OK(automata_alphabet_find_symbol(alphabet, "a", 1, &symbol, &error));
    CHECK(symbol == 1);
    automata_alphabet_free(alphabet);
}

/* Names that would all fall on one slot of a hash table whose function were known to whoever writes the text: reading them would
 * take a minute. The two halves of a name are chosen so that what is hashed after them is the same. */
static uint64_t high_half(uint64_t left, uint64_t right) {
    const uint64_t mask = 0xffffffffu, a = left >> 32, b = left & mask, c = right >> 32, d = right & mask;
    const uint64_t middle = a * d + (b * d >> 32), other = b * c + (middle & mask);
    return a * c + (middle >> 32) + (other >> 32);
}

static void one_slot(void) {
    const uint64_t added = UINT64_C(0x9e3779b97f4a7c15), factor = UINT64_C(0xd6e8feb86659fd93);
    const size_t wanted = 100000;
    char *text = room(wanted * 24);
    size_t count = 0, length = 0;
    uint64_t number;
    automata_fa *automaton = NULL;
    automata_error error;
    for (number = 0; count < wanted; number++) {
        const uint64_t first = UINT64_C(0x6161616161616161) + number % 16 + (number / 16 % 16 << 8) + (number / 256 % 16 << 16)
            + (number / 4096 % 16 << 24) + (number / 65536 % 16 << 32) + (number / 1048576 << 40);
        const uint64_t mixed = (16 * added) ^ first ^ added;
        const uint64_t second = (mixed * factor) ^ high_half(mixed, factor) ^ added;
        char name[16];
        int i, is_text = 1;
        for (i = 0; i < 8; i++) {
            name[i] = (char)(first >> 8 * i & 0xff);
            name[8 + i] = (char)(second >> 8 * i & 0xff);
        }
        for (i = 0; i < 16; i++) is_text = is_text && (unsigned char)name[i] > ' ';
        if (!is_text) continue;
        memcpy(text + length, "0\t1\t", 4);
        memcpy(text + length + 4, name, 16);
        text[length + 20] = '\n';
        length += 21;
        count++;
    }
    memcpy(text + length, "1\n", 2);
    CHECK_OK(automata_fa_from_text(text, length + 2, AUTOMATA_FORMAT_ATT, NULL, &automaton, &error));
    CHECK(automata_fa_transition_count(automaton) == wanted);
    automata_fa_free(automaton);
    free(text);
}

/* Five hundred kilobytes that ask for more transitions than memory holds: one label, on many edges. */
static void many_labels(void) {
    const int symbols = 50000, edges = 100000;
    char *text = room((size_t)symbols * 6 + (size_t)edges * 4 + 100);
    int i, at = sprintf(text, "digraph{i[shape=point];i->a;edge[label=\"");
    automata_fa *automaton = NULL;
    automata_error error;
    for (i = 0; i < symbols; i++) at += sprintf(text + at, "%s%d", i ? "," : "", i);
    at += sprintf(text + at, "\"]a");
    for (i = 0; i < edges; i++) at += sprintf(text + at, "->a");
    at += sprintf(text + at, "}");
    CHECK_STATUS(
        AUTOMATA_ERROR_TOO_LARGE, automata_fa_from_text(text, (size_t)at, AUTOMATA_FORMAT_DOT, NULL, &automaton, &error));
    CHECK(automaton == NULL && strstr(error.message, "at most 10000000 transitions") != NULL);
    free(text);
}

/* Copies a text with up to four changed bytes, and returns its length, which is less in every fifth round. */
static size_t damage(char *copy, const char *text, size_t length, int round, uint32_t *random) {
    int change;
    memcpy(copy, text, length);
    for (change = 0; change < 1 + round % 4; change++) {
        *random = *random * 1664525u + 1013904223u;
        copy[(*random >> 8) % length] = (char)(*random >> 24);
    }
    return round % 5 ? length : (*random >> 8) % length;
}

/* Damage done by a small generator of numbers to texts that were right. */
static void damaged(void) {
    automata_fa *automaton = ends_with_01();
    uint32_t random = 12345;
    const char *scope = getenv("AUTOMATA_TEST_SCOPE");
    int rounds = scope != NULL && strcmp(scope, "long") == 0 ? 1000 : 200;
    automata_error error;
    int format;
    for (format = AUTOMATA_FORMAT_MATA; format <= AUTOMATA_FORMAT_BA; format++) {
        char *text = NULL, *copy;
        size_t length = 0;
        int round;
        CHECK_OK(automata_fa_text(automaton, (automata_format)format, NULL, &text, &length, &error));
        copy = room(length);
        for (round = 0; round < rounds; round++) read_as(copy, damage(copy, text, length, round, &random), (automata_format)format);
        free(copy);
        automata_free(text);
    }
    automata_fa_free(automaton);
}

/* ---- Feature models ---- */

static void read_features(const char *text, size_t length, automata_feature_format format) {
    automata_feature_model *model = NULL;
    automata_products *products = NULL;
    automata_products_options options = AUTOMATA_PRODUCTS_OPTIONS_INIT;
    automata_budget budget = AUTOMATA_BUDGET_INIT;
    automata_error error;
    automata_status status = automata_feature_model_from_text(text, length, format, NULL, &model, &error);
    int other;

    CHECK(error.status == status && memchr(error.message, '\0', sizeof error.message) != NULL);
    CHECK((status == AUTOMATA_OK) == (model != NULL) && (status == AUTOMATA_OK) == (error.message[0] == '\0'));
    CHECK(status == AUTOMATA_OK || status == AUTOMATA_ERROR_INVALID_TEXT || status == AUTOMATA_ERROR_UNKNOWN_FORMAT ||
          status == AUTOMATA_ERROR_BUDGET_EXCEEDED || status == AUTOMATA_ERROR_TOO_LARGE);
    if (status != AUTOMATA_OK) return;
    for (other = AUTOMATA_FEATURE_FORMAT_UVL; other <= AUTOMATA_FEATURE_FORMAT_JSON; other++) {
        char *written = NULL;
        size_t size = 0;
        status = automata_feature_model_text(model, (automata_feature_format)other, NULL, &written, &size, &error);
        CHECK((status == AUTOMATA_OK) == (written != NULL));
        automata_free(written);
    }
    budget.maximum_states = 10000;
    options.budget = &budget;
    status = automata_products_new(model, &options, &products, &error);
    CHECK((status == AUTOMATA_OK) == (products != NULL));
    automata_products_free(products);
    automata_feature_model_free(model);
}

static void features(void) {
    static const char *const pieces[] = {
        "[", "{", "(", "!", "<and>", "<not>", "{\"not\":", "\"", "'", "-1 ", "99999999999999999999 ", "\t", "\n", "/*", "a &", "A.", "[1..2]"};
    static const char *const openings[] = {
        "", "features\n\t", "features\n\tA {x ", "features\n\tA\nconstraints\n\t", "features\n\tA\n\t\t", "imports\n\t",
        "<featureModel><struct>", "<featureModel><struct><and name=\"A\"/></struct><constraints><rule>", "c 1 A\np cnf 1 1\n", "p cnf ",
        "{\"format\": \"features\", \"root\": ", "{\"format\": \"features\", \"root\": {\"name\": \"A\"}, \"constraints\": [",
        "{\"format\": \"features\", \"root\": {\"name\": \"A\", \"attributes\": {\"x\": "};
    static const char *const whole[] = {
        "features\n\tA\n\t\t[2..5]\n\t\t\tB\n", "features\n\tA\n\t\t[0..4294967296]\n\t\t\tB\n", "p cnf 2147483647 1\n1 0\n",
        "p cnf 99999999999999999999 1\n1 0\n", "p cnf 2 2\n1 -9223372036854775808 0\n", "c 0 A\np cnf 1 1\n1 0\n", "p cnf 0 0\n",
        "features\n\tA {x 1e999}\n", "features\n\tA cardinality [1..*]\n", "features\n\t\"\"\n", "features\n\tA\n\t\t\t\tB\n\t\tC\n",
        "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><featureModel>&x;</featureModel>", "\xef\xbb\xbf", "\xff\xfe", "{}", "<a/>"};
    const size_t size = 60000;
    char *text = room(size);
    size_t i, j, at;
    int format;
    for (i = 0; i < sizeof pieces / sizeof pieces[0]; i++)
        for (j = 0; j < sizeof openings / sizeof openings[0]; j++) {
            at = repeat(text, size, openings[j], pieces[i]);
            read_features(text, at, AUTOMATA_FEATURE_FORMAT_GUESS);
        }
    for (format = AUTOMATA_FEATURE_FORMAT_GUESS; format <= AUTOMATA_FEATURE_FORMAT_JSON; format++)
        for (i = 0; i < sizeof whole / sizeof whole[0]; i++)
            read_features(whole[i], strlen(whole[i]), (automata_feature_format)format);
    free(text);
}

static void damaged_features(void) {
    static const char model_text[] =
        "features\n\tA {abstract, x 1.5}\n\t\tor\n\t\t\tB\n\t\t\tC\n\t\t[1..2]\n\t\t\tD\n\t\t\tE\n\t\t\tF\nconstraints\n\tB => (D | !E) & C\n\tE <=> F\n";
    automata_feature_model *model = NULL;
    automata_error error;
    uint32_t random = 4711;
    int format;
    CHECK_OK(automata_feature_model_from_text(model_text, sizeof model_text - 1, AUTOMATA_FEATURE_FORMAT_UVL, NULL, &model, &error));
    for (format = AUTOMATA_FEATURE_FORMAT_UVL; format <= AUTOMATA_FEATURE_FORMAT_JSON; format++) {
        char *text = NULL, *copy;
        size_t length = 0;
        int round;
        CHECK_OK(automata_feature_model_text(model, (automata_feature_format)format, NULL, &text, &length, &error));
        copy = room(length);
        for (round = 0; round < 500; round++)
            read_features(copy, damage(copy, text, length, round, &random), (automata_feature_format)format);
        free(copy);
        automata_free(text);
    }
    automata_feature_model_free(model);
}

int main(void) {
    short_texts();
    repeated();
    laughs();
    long_names();
    cut_messages();
    embedded_zeros();
    one_slot();
    many_labels();
    damaged();
    features();
    damaged_features();
    return check_done();
}
