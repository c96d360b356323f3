/* Wide texts of every format, with statements of every kind that the grammar has, from a seed. */
#ifndef WIDE_TEXTS_H
#define WIDE_TEXTS_H

#include <automata.h>
#include <stdarg.h>
#include <stdint.h>
#include <stddef.h>

enum { WIDE_TEXT_SIZE = 24 << 20 };
#define WIDE_ITEM_COUNT 200000ul

/* The text so far, and where it ends. */
static char wide_text[WIDE_TEXT_SIZE];
static size_t wide_length;
/* Where the items of the present text must end, which leaves room for what comes last. */
static size_t wide_end;

static uint64_t wide_state;

static uint64_t wide_random(void) {
    uint64_t value = wide_state += 0x9E3779B97F4A7C15u;
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
    value = (value ^ value >> 27) * 0x94D049BB133111EBu;
    return value ^ value >> 31;
}

static unsigned long wide_below(unsigned long count) { return (unsigned long)(wide_random() % count); }
static bool wide_chance(unsigned long of) { return wide_below(of) == 0; }

/* From 1 to `most`, every order of magnitude as often as another. */
static unsigned long wide_size(unsigned long most) {
    unsigned long bits = 0, size;
    while (most >> bits > 1) bits++;
    size = 1ul << wide_below(bits + 1);
    size += wide_below(size);
    return size < most ? size : most;
}

/* The number of a piece's items, mostly large. */
static unsigned long wide_count(void) {
    return wide_chance(3) ? wide_size(WIDE_ITEM_COUNT) : WIDE_ITEM_COUNT / 16 + wide_below(WIDE_ITEM_COUNT * 15 / 16);
}

static bool wide_is_full(void) { return wide_length > wide_end; }

static void put_byte(char byte) { wide_text[wide_length++] = byte; }

static void put_number(unsigned long number, unsigned long base) {
    char digits[64];
    size_t count = 0;
    do digits[count++] = "0123456789abcdef"[number % base];
    while ((number /= base) > 0);
    while (count > 0) put_byte(digits[--count]);
}

/* Adds what printf() would print, of %s, %lu, %lx and %% alone, and in much less time. */
static void put(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    for (; *format != '\0'; format++) {
        if (*format != '%' || *++format == '%')
            put_byte(*format);
        else if (*format == 's') {
            const char *text = va_arg(arguments, const char *);
            while (*text != '\0') put_byte(*text++);
        } else
            put_number(va_arg(arguments, unsigned long), *++format == 'x' ? 16 : 10);
    }
    va_end(arguments);
}

/* How names are spelled: a number in a row or at random, among few or many, with letters around it. */
typedef struct wide_names {
    const char *before, *after;
    unsigned long count, next;
    unsigned padding;
    bool is_random, is_hexadecimal;
} wide_names;

static wide_names wide_names_of(unsigned long most) {
    static const char *const befores[] = {"", "", "q", "q", "s", "state_", "a1b"};
    static const char *const afters[] = {"", "", "", "x", "_1", "z9z"};
    wide_names names;
    names.before = befores[wide_below(sizeof befores / sizeof *befores)];
    names.after = afters[wide_below(sizeof afters / sizeof *afters)];
    names.count = wide_chance(3) ? wide_size(most) : most;
    names.next = 0;
    names.padding = wide_chance(6) ? (unsigned)wide_below(60) : 0;
    names.is_random = wide_chance(2);
    names.is_hexadecimal = wide_chance(4);
    return names;
}

static wide_names wide_numbers_of(unsigned long most) {
    wide_names names = wide_names_of(most);
    names.before = names.after = "";
    names.padding = 0;
    names.is_hexadecimal = false;
    return names;
}

static unsigned long wide_number(wide_names *names) {
    return names->is_random ? wide_below(names->count) : names->next++ % names->count;
}

static void put_spelled(const wide_names *names, unsigned long number) {
    unsigned i;
    put(names->is_hexadecimal ? "%s%lx" : "%s%lu", names->before, number);
    for (i = 0; i < names->padding; i++) put_byte((char)('a' + (number + i) % 26));
    put("%s", names->after);
}

static void put_name(wide_names *names) { put_spelled(names, wide_number(names)); }

/* -------------------------------------------------------------------------------------------------------- */

static void put_mata_formula(wide_names *names, unsigned long operand_count) {
    unsigned long i, depth = 0;
    const bool is_deep = wide_chance(4);
    for (i = 0; i < operand_count && !wide_is_full(); i++) {
        if (i > 0) put("%s", wide_chance(2) ? " | " : " & ");
        while (wide_chance(4)) put_byte('!');
        if (is_deep || wide_chance(5)) {
            put_byte('(');
            depth++;
        }
        if (wide_chance(30))
            put("%s", wide_chance(2) ? "\\true" : "\\false");
        else
            put_name(names);
        while (!is_deep && depth > 0 && wide_chance(3)) {
            put_byte(')');
            depth--;
        }
    }
    while (depth-- > 0) put_byte(')');
}

static void put_mata_name(wide_names *names, bool is_quoted) {
    if (is_quoted) put("\"\\t\\\"");
    put_name(names);
    if (is_quoted) put("\"");
}

static void put_mata_list(const char *key, wide_names *names, unsigned long count, bool is_quoted) {
    put("%s", key);
    while (count-- > 0 && !wide_is_full()) {
        put("%s", wide_chance(50) ? " \\\n " : " ");
        put_mata_name(names, is_quoted);
    }
    put("\n");
}

static void put_mata(bool are_bytes) {
    const bool is_bits = !are_bytes && wide_chance(3), is_quoted = wide_chance(6);
    wide_names states = wide_names_of(WIDE_ITEM_COUNT);
    wide_names symbols = are_bytes ? wide_numbers_of(256) : wide_names_of(is_bits ? 1 + wide_below(12) : WIDE_ITEM_COUNT);
    unsigned long pieces = 1 + wide_below(5), i;
    bool is_listed = false;
    if (is_bits && wide_chance(4)) symbols = wide_names_of(600);
    put("%s\n", is_bits ? "@NFA-bits" : wide_chance(2) ? "@NFA" : "@NFA-explicit");
    if (wide_chance(3) && !is_bits) {
        wide_names all = symbols;
        all.is_random = false;
        put_mata_list("%Alphabet", &all, all.count, is_quoted);
        is_listed = true;
    } else if (wide_chance(2))
        put("%%Alphabet-auto\n");
    while (pieces-- > 0) {
        unsigned long count = wide_count();
        switch (wide_below(is_bits ? 9 : 7)) {
        case 0: put_mata_list("%States", &states, count, is_quoted); break;
        case 1: put_mata_list("%Initial", &states, count, is_quoted); break;
        case 2: put_mata_list("%Final", &states, count, is_quoted); break;
        case 3:
            if (!is_bits && !is_listed) {
                put_mata_list("%Alphabet", &symbols, symbols.count, is_quoted);
                is_listed = true;
            } else
                for (i = 0; i < count && !wide_is_full(); i++) put(wide_chance(2) ? "# a comment\n" : "\n \t\n");
            break;
        case 7:
            put("%%Initial ");
            put_mata_formula(&states, count);
            put("\n");
            break;
        case 8:
            for (i = 0; i < count % 50; i++) {
                put("%%Final ");
                put_mata_formula(&states, wide_size(count));
                put("\n");
            }
            break;
        default: {
            /* A formula stands for many symbols, and takes long. */
            unsigned long operand_count = is_bits ? wide_size(symbols.count > 64 ? 3 : 8) : 0;
            if (is_bits) count = wide_size(symbols.count > 12 ? 300 : wide_chance(8) ? 60000 : 3000);
            for (i = 0; i < count && !wide_is_full(); i++) {
                put_mata_name(&states, is_quoted);
                put_byte(' ');
                if (is_bits)
                    put_mata_formula(&symbols, operand_count);
                else
                    put_mata_name(&symbols, is_quoted && !are_bytes);
                put_byte(' ');
                put_mata_name(&states, is_quoted);
                put_byte('\n');
            }
        }
        }
    }
}

/* -------------------------------------------------------------------------------------------------------- */

static void put_jflap(bool are_bytes) {
    wide_names ids = wide_names_of(WIDE_ITEM_COUNT), names = wide_names_of(WIDE_ITEM_COUNT);
    wide_names symbols = are_bytes ? wide_numbers_of(256) : wide_names_of(WIDE_ITEM_COUNT);
    unsigned long pieces = 1 + wide_below(4), state_count = wide_count(), i, depth;
    bool has_names = wide_chance(2), has_places = wide_chance(2), has_automaton = wide_chance(2);
    bool states_first = !wide_chance(4);
    put("%s", wide_chance(2) ? "<?xml version=\"1.0\"?>\n" : "");
    put("<structure><type>fa</type>%s", has_automaton ? "<automaton>" : "");
    ids.count = state_count;
    ids.is_random = false;
    for (depth = 0; depth < 2; depth++) {
        if (states_first == (depth == 0)) {
            for (i = 0; i < state_count && (i == 0 || !wide_is_full()); i++) {
                put("<state id=\"");
                put_spelled(&ids, i);
                put_byte('"');
                if (has_names) {
                    put(" name=\"");
                    put_name(&names);
                    put_byte('"');
                }
                if (has_places)
                    put("><x>%lu.0</x><y>1</y>%s<label>l%lu</label></state>", i, wide_chance(3) ? "<final/>" : "", i);
                else
                    put("/>");
            }
            ids.count = i;
            continue;
        }
        ids.is_random = true;
        while (pieces-- > 0) {
            unsigned long count = wide_count();
            unsigned long kind = wide_below(9);
            if (kind == 6) put("<a ");
            if (kind == 7) put("<block>");
            if (kind == 8) put("<state id=\"another%lu\" name=\"", pieces);
            if (kind == 5) count = wide_size(2000);
            for (i = 0; i < count && !wide_is_full(); i++) switch (kind) {
                case 4: put("<a%lx b='%lu'>t<!-- c --></a%lx>", i, i, i); break;
                case 5: put("<d%lu>", i); break;
                case 6: put("a%lx='%lu' ", i, i); break;
                case 7: put("text &amp; <![CDATA[%lu]]>", i); break;
                case 8: put("%lx&lt;", i); break;
                default:
                    put("<transition><from>");
                    put_name(&ids);
                    put("</from>%s<to>", wide_chance(9) ? "\n" : "");
                    put_name(&ids);
                    put("</to>");
                    if (are_bytes || !wide_chance(5)) {
                        put("<read>");
                        put_name(&symbols);
                        put("</read>");
                    } else
                        put("<read/>");
                    put("</transition>");
                }
            if (kind == 5)
                while (i-- > 0) put("</d%lu>", i);
            if (kind == 6) put("/>");
            if (kind == 7) put("</block>");
            if (kind == 8) put("\"/>");
        }
    }
    put("%s</structure>", has_automaton ? "</automaton>" : "");
}

/* -------------------------------------------------------------------------------------------------------- */

static void put_att(bool are_bytes) {
    wide_names states = wide_numbers_of(wide_chance(4) ? 1ul << 40 : WIDE_ITEM_COUNT);
    wide_names symbols = are_bytes ? wide_numbers_of(256) : wide_names_of(WIDE_ITEM_COUNT);
    unsigned long pieces = 1 + wide_below(5), i;
    const char separator = wide_chance(2) ? '\t' : ' ';
    while (pieces-- > 0) {
        unsigned long count = wide_count(), kind = wide_below(7);
        for (i = 0; i < count && !wide_is_full(); i++) {
            put_name(&states);
            if (kind == 5) put_byte(separator), put_byte('0');
            if (kind < 5) {
                unsigned long symbol = wide_number(&symbols);
                put_byte(separator);
                put_name(&states);
                put_byte(separator);
                if (kind == 4 && !are_bytes)
                    put("@0@");
                else
                    put_spelled(&symbols, symbol);
                if (kind == 2 || kind == 3) {
                    put_byte(separator);
                    put_spelled(&symbols, symbol);
                }
                if (kind == 3) put_byte(separator), put("0.0");
            }
            put_byte('\n');
        }
    }
}

/* -------------------------------------------------------------------------------------------------------- */

static void put_json_name(wide_names *names, unsigned long kind) {
    unsigned long number = wide_number(names);
    if (kind == 2) {
        put("{\"bytes\":[255,%lu,%lu,%lu,%lu]}", number & 255, number >> 8 & 255, number >> 16 & 255, number >> 24 & 255);
        return;
    }
    put("\"%s", kind == 1 ? "\\u00e9\\n" : "");
    put_spelled(names, number);
    put_byte('"');
}

static void put_json_names(wide_names *names, unsigned long kind) {
    unsigned long i;
    put_byte('[');
    for (i = 0; i < names->count && (i == 0 || !wide_is_full()); i++) {
        if (i > 0) put("%s", wide_chance(20) ? ",\n " : ",");
        put_json_name(names, kind);
    }
    names->count = i;
    put_byte(']');
}

static void put_json(bool are_bytes) {
    wide_names states = wide_names_of(WIDE_ITEM_COUNT), symbols = wide_names_of(WIDE_ITEM_COUNT);
    unsigned long state_names = wide_below(5), symbol_names = wide_below(6), state_count, symbol_count, i, k;
    unsigned order[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    bool by_name = wide_chance(3);
    const unsigned long kind = wide_below(3);
    static const char *const kinds[] = {"NFA", "epsilon-NFA", "epsilon-NFA"};
    states.is_random = symbols.is_random = false;
    state_count = states.count;
    if (are_bytes) {
        symbols = wide_numbers_of(256);
        symbols.is_random = false;
        symbol_names = 0;
    }
    symbol_count = symbol_names < 4 ? symbols.count : 0;
    /* Names are numbered below what a full text leaves out only if they come first. */
    for (i = 0; wide_chance(2) && i < 8; i++) {
        unsigned other = (unsigned)wide_below(8), swapped = order[i];
        order[i] = order[other];
        order[other] = swapped;
    }
    if (symbol_names == 4) symbol_count = 1 + wide_below(200);
    if (symbol_names == 5) symbol_count = 1 + wide_below(50000);
    /* States without names take no text. */
    if (state_names >= 3 && wide_chance(3)) state_count = states.count = wide_size(1ul << 24);
    /* A tenth of the room for each list. */
    if (symbol_names < 4 && symbol_count > 40000) symbols.count = symbol_count = 40000;
    if (state_names < 3 && state_count > 80000) states.count = state_count = 80000;
    put_byte('{');
    for (k = 0; k < 8; k++) {
        if (k > 0) put_byte(',');
        switch (order[k]) {
        case 0: put("\"format\":\"automata\""); break;
        case 1: put("\"version\":1"); break;
        case 2: put("\"kind\":\"%s\"", kinds[kind]); break;
        case 3:
            put("\"alphabet\":");
            if (symbol_names < 4) {
                put_json_names(&symbols, symbol_names);
                break;
            }
            put("{\"%s\":[", symbol_names == 4 ? "bytes" : "scalars");
            for (i = 0; i < symbol_count; i++) {
                put("%s[[%lu,%lu]", i > 0 ? "," : "", i, i);
                if (symbol_names == 5 && wide_chance(2)) put(",[%lu,%lu]", 100000 + 2 * i, 100000 + 2 * i + wide_below(2));
                put_byte(']');
            }
            put("]}");
            break;
        case 4:
            put("\"states\":");
            if (state_names < 3)
                put_json_names(&states, state_names);
            else
                put("%lu", state_count);
            break;
        case 5:
        case 6: {
            unsigned long count = wide_size(state_count);
            put("\"%s\":[", order[k] == 5 ? "initial" : "final");
            for (i = 0; i < count && i < WIDE_ITEM_COUNT; i++) put("%s%lu", i > 0 ? "," : "", wide_below(state_count));
            put_byte(']');
            break;
        }
        default: {
            unsigned long count = wide_count();
            put("\"transitions\":[");
            for (i = 0; i < count && !wide_is_full(); i++) {
                put("%s[", i > 0 ? "," : "");
                if (by_name && state_names < 3 && wide_chance(2))
                    put_json_name(&states, state_names);
                else
                    put("%lu", wide_below(state_count));
                if (kind > 0 && wide_chance(kind == 1 ? 2 : 50))
                    put(",null,");
                else if (by_name && symbol_names < 4) {
                    put_byte(',');
                    put_json_name(&symbols, symbol_names);
                    put_byte(',');
                } else
                    put(",%lu,", wide_below(symbol_count));
                put("%lu]", wide_below(state_count));
            }
            put_byte(']');
        }
        }
    }
    put_byte('}');
}

/* -------------------------------------------------------------------------------------------------------- */

static void put_dot_label(wide_names *symbols, unsigned long count) {
    unsigned long i, kind = wide_below(5);
    put("label=");
    put("%s", kind == 0 ? "<<b>" : "\"");
    for (i = 0; i < count && !wide_is_full(); i++) {
        if (i > 0) put("%s", kind == 1 ? "\\n" : ",");
        if (kind == 2) put_byte('\'');
        put_name(symbols);
        if (kind == 2) put_byte('\'');
        if (kind == 0 && *symbols->before != '\0') put("&amp;");
        if (kind == 3 && wide_chance(20)) put("\" + \"");
    }
    put("%s", kind == 0 ? "</b>>" : "\"");
}

static void put_dot(bool are_bytes) {
    wide_names nodes = wide_names_of(WIDE_ITEM_COUNT), labels = wide_names_of(WIDE_ITEM_COUNT);
    wide_names symbols = are_bytes ? wide_numbers_of(256) : wide_names_of(WIDE_ITEM_COUNT);
    unsigned long pieces = 1 + wide_below(5), i;
    if (*nodes.before == '\0') nodes.is_hexadecimal = false, nodes.after = "", nodes.padding = 0;
    put("%sdigraph %s{ s[shape=point]; s->0;\n", wide_chance(2) ? "strict " : "", wide_chance(2) ? "name " : "");
    if (wide_chance(6)) put("node [shape=circle style=\"filled,bold\"]; edge [fontsize=9];\n");
    if (wide_chance(6) && !are_bytes) {
        wide_names all = symbols;
        unsigned long most = wide_chance(2) ? 1000 : 100000;
        if (symbols.count > most) all.count = symbols.count = most;
        all.is_random = false;
        put("alphabet=\"");
        for (i = 0; i < all.count; i++) {
            put("%s", i > 0 ? "," : "");
            put_name(&all);
        }
        put("\";\n");
    } else if (wide_chance(20)) {
        put("scalars=\"48 49,50");
        for (i = wide_count(); i > 0; i--) put(",%lu-%lu", 100000 + 3 * i, 100001 + 3 * i);
        put("\"\n");
        symbols = wide_numbers_of(3);
    }
    while (pieces-- > 0) {
        unsigned long count = wide_count(), kind = wide_below(16);
        if (kind == 6) put("subgraph cluster%lu { color=red;", pieces), count /= 2;
        if (kind == 7) put("s -> {");
        if (kind == 8) put_name(&nodes);
        if (kind == 9) put("0 -> 0 ["), put_dot_label(&symbols, count), put("]\n");
        if (kind == 10) put("0 [");
        if (kind == 11) {
            unsigned long side = wide_size(1500);
            put("{");
            for (i = 0; i < side; i++) put_name(&nodes), put_byte(' ');
            put("} -> {");
            for (i = 0; i < side; i++) put_name(&nodes), put_byte(' ');
            put("} [");
            put_dot_label(&symbols, wide_size(3));
            put("]\n");
        }
        if (kind == 12) {
            put("edge [");
            put_dot_label(&symbols, wide_size(40));
            put("];\n");
        }
        for (i = 0; i < count && !wide_is_full(); i++) switch (kind) {
            case 0: put_name(&nodes), put("\n"); break;
            case 1: put_name(&nodes), put(" [shape=%s];\n", wide_chance(2) ? "doublecircle" : "circle"); break;
            case 2:
                put_name(&nodes), put(" ["), put_dot_label(&labels, 1);
                put(", peripheries=2, style=\"bold,filled\"]\n");
                break;
            case 3: put_name(&nodes), put(":n:sw -> "), put_name(&nodes), put(" // comment\n"); break;
            case 4:
            case 6:
            case 12:
            case 13:
                put_name(&nodes), put(" -> "), put_name(&nodes);
                put(" ["), put_dot_label(&symbols, kind == 4 ? 1 : wide_size(4)), put("];\n");
                break;
            case 5: put("subgraph { "), put_name(&nodes), put(" } ; {}\n"); break;
            case 7: put_name(&nodes), put(wide_chance(2) ? " " : ";"); break;
            case 8: put(" -> "), put_name(&nodes); break;
            case 10: put("a%lx=%lu,", i, i); break;
            case 14: put("a%lx=%lu; graph [b=c]; /* a\ncomment */\n", i, i); break;
            case 15: put("\""), put_name(&nodes), put("\\\" \" + \"more\"\n"); break;
            default: break;
            }
        if (kind == 6 || kind == 7) put("}\n");
        if (kind == 8) put(" ["), put_dot_label(&symbols, wide_size(8)), put("]\n");
        if (kind == 10) put("]\n");
    }
    put("}\n");
}

/* -------------------------------------------------------------------------------------------------------- */

static void put_ba(bool are_bytes) {
    wide_names states = wide_names_of(WIDE_ITEM_COUNT);
    wide_names symbols = are_bytes ? wide_numbers_of(256) : wide_names_of(WIDE_ITEM_COUNT);
    unsigned long initial_count = wide_chance(3) ? wide_count() : 1, final_count = wide_chance(2) ? wide_count() : 1;
    unsigned long count = wide_chance(6) ? 0 : wide_count(), i;
    const char *end = wide_chance(5) ? "\r\n" : "\n";
    for (i = 0; i < initial_count && (i == 0 || !wide_is_full()); i++) put_name(&states), put("%s", end);
    for (i = 0; i < count && !wide_is_full(); i++) {
        put_name(&symbols), put_byte(',');
        put_name(&states), put("->"), put_name(&states);
        put("%s", end);
    }
    for (i = 0; i < final_count && !wide_is_full(); i++) put_name(&states), put("%s", end);
}

/* -------------------------------------------------------------------------------------------------------- */

/* Adds a text of a format behind what is there, of up to so many bytes or a little more. Symbols may be numbers of bytes. */
static void put_wide_text(automata_format format, bool are_bytes, size_t size) {
    wide_end = wide_length + size;
    if (wide_end > WIDE_TEXT_SIZE - (4 << 20)) wide_end = WIDE_TEXT_SIZE - (4 << 20);
    switch (format) {
    case AUTOMATA_FORMAT_MATA: put_mata(are_bytes); break;
    case AUTOMATA_FORMAT_JFLAP: put_jflap(are_bytes); break;
    case AUTOMATA_FORMAT_ATT: put_att(are_bytes); break;
    case AUTOMATA_FORMAT_JSON: put_json(are_bytes); break;
    case AUTOMATA_FORMAT_DOT: put_dot(are_bytes); break;
    default: put_ba(are_bytes); break;
    }
}

#endif
