#include "saving.h"

#include <stdio.h>
#include <string.h>

/* Objects: what makes them again, and their members. */

/* ---- Kinds ---- */

static uint32_t write_native(struct saving *saving, const struct native *native) {
    char name[160];
    int size = snprintf(name, sizeof name, "%s%s", native->owner, native->is_prototype ? ".prototype" : "");
    if (native->member != NULL)
        snprintf(name + size, sizeof name - (size_t)size, ".%.*s", (int)native->size, native->member);
    saving_named(saving, "k", "native");
    saving_named(saving, "n", name);
    return 2;
}

/* Symbols begin with a byte that tells whether they are global. */
static uint32_t write_symbol(struct saving *saving, size_t at) {
    size_t size;
    const char *text, *end;
    bool is_global;
    duk_push_heapptr(saving->J, saving->found[at].object);
    text = duk_get_lstring(saving->J, -1, &size);
    duk_pop(saving->J);
    is_global = (unsigned char)*text == 0x80;
    end = is_global ? NULL : memchr(text, 0xFF, size);
    if (saving_has_unpaired_surrogate(text, size))
        saving_refuse(saving, at, "%s is a symbol with an unpaired surrogate, which no file can hold; rename it", "");
    saving_named(saving, "k", is_global ? "key" : "symbol");
    /* A symbol without a description has another mark at its end. */
    if (end != NULL && (unsigned char)text[size - 1] == 0xFF) return 1;
    saving_key(saving, "n");
    saving_text(saving, text + 1, end == NULL ? size - 1 : (size_t)(end - text) - 1);
    return 2;
}

/* Writes the value on top of the stack, which is the engine's and a tree. */
static void write_tree(struct saving *saving) {
    duk_context *J = saving->J;
    struct script_property member;
    uint32_t place = 0, count = 0;
    bool is_list = duk_is_array(J, -1);
    void *object = script_top_object(J);
    size_t start, size;
    if (duk_is_number(J, -1)) return saving_write_number(saving, duk_get_number(J, -1));
    if (duk_is_string(J, -1)) {
        const char *text = duk_get_lstring(J, -1, &size);
        return saving_text(saving, text, size);
    }
    if (object == NULL) return script_write_tag(saving->engine, SCRIPT_TAG_NULL);
    duk_require_stack(J, 8);
    start = saving_begin(saving, is_list ? SCRIPT_TAG_LIST : SCRIPT_TAG_RECORD);
    for (; script_next_property(J, object, &place, &member); count++) {
        if (!is_list) saving_key_text(saving, member.name, member.size);
        write_tree(saving);
        duk_pop(J);
    }
    saving_set_count(saving, start, count);
}

/* Writes a node of XML, or its document if the hidden value on top of the stack isn't an object. */
static uint32_t write_node(struct saving *saving, size_t at) {
    static const struct script_property document = {.name = "document", .size = 8};
    duk_context *J = saving->J;
    void *object = saving->found[at].object;
    bool is_node = duk_is_object(J, -1);
    saving_named(saving, "k", is_node ? "node" : "document");
    saving_key(saving, is_node ? "d" : "r");
    if (is_node) saving_value(saving, (int32_t)at, &document);
    duk_push_heapptr(J, object);
    if (is_node) script_push_own(J, object, "index");
    else duk_get_prop_index(J, -1, 0);
    if (is_node) saving_key(saving, "i");
    write_tree(saving);
    duk_pop_2(J);
    return is_node ? 3 : 2;
}

/* Writes a map, a set or a weak one, whose hidden value is on top of the stack. */
static uint32_t write_collection(struct saving *saving, size_t at) {
    duk_context *J = saving->J;
    void *data = script_top_object(J), *entry;
    uint32_t count = 0;
    size_t list;
    if (data == NULL || duk_is_function(J, -1))
        saving_refuse(saving, at, "%s is an iterator, which can't be saved; keep the list that it goes over", "");
    script_push_own(J, data, "kind");
    saving_named(saving, "k", duk_require_string(J, -1));
    duk_pop(J);
    saving_key(saving, "v");
    list = saving_begin(saving, SCRIPT_TAG_LIST);
    for (entry = script_own(J, data, "first"); entry != NULL; entry = script_own(J, entry, "next"), count += 2) {
        char text[12];
        struct script_property place = {.name = text, .is_index = true};
        place.size = (size_t)sprintf(text, "%lu", (unsigned long)(count / 2));
        script_push_own(J, entry, "key");
        saving_value(saving, (int32_t)at, &place);
        script_push_own(J, entry, "value");
        saving_value(saving, (int32_t)at, &place);
        duk_pop_2(J);
    }
    saving_set_count(saving, list, count);
    return 2;
}

static uint32_t write_regexp(struct saving *saving, size_t at) {
    static const struct script_property last = {.name = "lastIndex", .size = 9};
    void *object = saving->found[at].object;
    char text[4];
    int size = 0, flags = script_push_contents(saving->J, object, SCRIPT_REGEXP);
    for (int index = 0; index < 3; index++)
        if (flags & 1 << index) text[size++] = "gim"[index];
    text[size] = 0;
    saving_named(saving, "k", "regexp");
    saving_key(saving, "s");
    saving_value(saving, (int32_t)at, &last);
    saving_named(saving, "f", text);
    saving_key(saving, "l");
    script_push_own(saving->J, object, "lastIndex");
    saving_value(saving, (int32_t)at, &last);
    duk_pop_2(saving->J);
    return 4;
}

static uint32_t write_contents(struct saving *saving, size_t at, enum script_kind kind) {
    static const struct script_property value = {.name = "value", .size = 5};
    saving_named(saving, "k", kind == SCRIPT_DATE ? "date" : "wrapped");
    saving_key(saving, "t");
    script_push_contents(saving->J, saving->found[at].object, kind);
    saving_value(saving, (int32_t)at, &value);
    duk_pop(saving->J);
    return 2;
}

static _Noreturn void refuse_kind(struct saving *saving, size_t at) {
    const char *name = script_class_of(saving->J, saving->found[at].object);
    size_t size = strlen(name);
    if (strcmp(name, "Function") == 0)
        saving_refuse(
            saving, at, "%s is a function of the engine without a name, which can't be saved; call it by a function "
            "in a script of the chart", "");
    if (strcmp(name, "ArrayBuffer") == 0 || strcmp(name, "DataView") == 0
        || (size > 5 && strcmp(name + size - 5, "Array") == 0))
        saving_refuse(saving, at, "%s is a value of the kind %s, which can't be saved; copy it to an array", name);
    saving_refuse(
        saving, at, "%s is a value of the kind [object %s], which can't be saved; keep its data in a plain object",
        name);
}

/* Writes the kind of an object and what makes it again; returns the number of fields. */
static uint32_t write_kind(struct saving *saving, size_t at, enum script_kind kind) {
    uint32_t count;
    switch (kind) {
    case SCRIPT_FUNCTION: return saving_function(saving, at);
    case SCRIPT_BOUND: return saving_bound(saving, at);
    case SCRIPT_SCOPE: return saving_scope(saving, at);
    case SCRIPT_ARRAY:
        saving_named(saving, "k", "array");
        saving_key(saving, "n");
        duk_push_heapptr(saving->J, saving->found[at].object);
        saving_write_number(saving, (double)duk_get_length(saving->J, -1));
        duk_pop(saving->J);
        return 2;
    case SCRIPT_DATE:
    case SCRIPT_WRAPPED: return write_contents(saving, at, kind);
    case SCRIPT_REGEXP: return write_regexp(saving, at);
    case SCRIPT_ERROR: return saving_named(saving, "k", "error"), 1;
    case SCRIPT_ARGUMENTS: return saving_named(saving, "k", "arguments"), 1;
    case SCRIPT_OBJECT:
        if (script_push_hidden(saving->J, saving->found[at].object, HIDDEN_VALUE)) {
            count = write_collection(saving, at);
            duk_pop(saving->J);
            return count;
        }
        return saving_named(saving, "k", "object"), 1;
    default: refuse_kind(saving, at);
    }
}

/* ---- Members ---- */

enum group { USUAL, UNUSUAL, ACCESSORS };

/* What is the same for all members of an object. */
struct owner {
    size_t at;
    enum script_kind kind;
    int level, usual;
    /* Whether the elements of an array are apart. */
    bool is_dense;
};

/* Returns whether making an object again makes a member, too. */
static bool is_made(
    struct saving *saving, size_t at, enum script_kind kind, int level, const struct script_property *member) {
    switch (kind) {
    case SCRIPT_FUNCTION: return saving_is_made(saving, saving->found[at].object, member);
    case SCRIPT_BOUND:
    case SCRIPT_ARGUMENTS:
        /* Those that throw in strict code. */
        return member->is_accessor
            && (script_is_named(member, "callee") || script_is_named(member, "caller")
                || script_is_named(member, "arguments"));
    case SCRIPT_REGEXP:
        return script_is_named(member, "lastIndex")
            && member->flags == (HIDDEN | PERMANENT | (level == 3 ? CONSTANT : 0));
    default: return false;
    }
}

static enum group group_of(const struct owner *owner, const struct script_property *member) {
    return member->is_accessor ? ACCESSORS : member->flags == owner->usual ? USUAL : UNUSUAL;
}

/* Moves to the next member that is written, whose value is pushed. */
static bool next_member(
    struct saving *saving, const struct owner *owner, uint32_t *place, struct script_property *member) {
    while (script_next_property(saving->J, saving->found[owner->at].object, place, member)) {
        if (!(owner->is_dense && member->is_index) && !is_made(saving, owner->at, owner->kind, owner->level, member))
            return true;
        duk_pop(saving->J);
    }
    return false;
}

static void write_name(struct saving *saving, size_t at, const struct script_property *member) {
    if (member->is_symbol) saving_reference(saving, member->key, (int32_t)at, member);
    else saving_text(saving, member->name, member->size);
}

/* Writes the names of members whose order isn't that of their groups; returns the number of
 * fields. */
static uint32_t write_order(struct saving *saving, const struct owner *owner) {
    struct script_property member;
    enum group last = USUAL;
    uint32_t place = 0, count = 0;
    bool is_other = false;
    size_t list;
    while (!is_other && next_member(saving, owner, &place, &member)) {
        enum group group = group_of(owner, &member);
        is_other = group < last;
        last = group;
        duk_pop(saving->J);
    }
    if (!is_other) return 0;
    saving_key(saving, "y");
    list = saving_begin(saving, SCRIPT_TAG_LIST);
    for (place = 0; next_member(saving, owner, &place, &member); duk_pop(saving->J)) {
        /* That of a function has a place. */
        if (owner->kind == SCRIPT_FUNCTION && script_is_named(&member, "fileName")) continue;
        write_name(saving, owner->at, &member);
        count++;
    }
    saving_set_count(saving, list, count);
    return 1;
}

/* Writes a group of members under a key; returns the number of fields. */
static uint32_t write_members(struct saving *saving, const struct owner *owner, enum group group) {
    struct script_property member;
    uint32_t place = 0, count = 0;
    size_t list = 0;
    for (; next_member(saving, owner, &place, &member); duk_pop(saving->J)) {
        if (group_of(owner, &member) != group) continue;
        if (count == 0) {
            saving_key(saving, group == USUAL ? "m" : group == UNUSUAL ? "x" : "g");
            list = saving_begin(saving, SCRIPT_TAG_LIST);
        }
        if (saving_has_unpaired_surrogate(member.name, member.size) && !member.is_symbol)
            saving_refuse(
                saving, owner->at, "%s has a property whose name has an unpaired surrogate, which can't be saved; "
                "rename it", "");
        write_name(saving, owner->at, &member);
        if (group == ACCESSORS) saving_accessor(saving, (int32_t)owner->at, &member);
        else if (owner->kind == SCRIPT_FUNCTION && script_is_named(&member, "fileName")) saving_text(saving, "", 0);
        else saving_value(saving, (int32_t)owner->at, &member);
        if (group == UNUSUAL) saving_write_number(saving, member.flags);
        count += group == USUAL ? 2 : group == UNUSUAL ? 3 : 4;
    }
    if (count > 0) saving_set_count(saving, list, count);
    return count > 0;
}

static void write_elements(struct saving *saving, size_t at, uint32_t length) {
    struct script_property element;
    uint32_t place = 0;
    saving_key(saving, "a");
    saving_set_count(saving, saving_begin(saving, SCRIPT_TAG_LIST), length);
    while (place < length && script_next_property(saving->J, saving->found[at].object, &place, &element)) {
        saving_value(saving, (int32_t)at, &element);
        duk_pop(saving->J);
    }
}

/* Writes an object that has its members by itself; returns the number of fields, 0 for others. */
static uint32_t write_given(struct saving *saving, size_t at, enum script_kind kind) {
    static const struct script_property constructor = {.name = "constructor", .size = 11};
    void *object = saving->found[at].object, *owner;
    const struct native *native = saving_native(saving, object);
    uint32_t count;
    if (native != NULL) return write_native(saving, native);
    if (kind == SCRIPT_SYMBOL) return write_symbol(saving, at);
    if (object == script_global_object(saving->J)) return saving_named(saving, "k", "global"), 1;
    if (script_push_hidden(saving->J, object, HIDDEN_NODE)) {
        count = write_node(saving, at);
        duk_pop(saving->J);
        return count;
    }
    owner = kind == SCRIPT_OBJECT ? saving_owner_of_prototype(saving->J, object) : NULL;
    if (owner == NULL) return 0;
    saving_named(saving, "k", "prototype");
    saving_key(saving, "f");
    saving_reference(saving, owner, (int32_t)at, &constructor);
    return 2;
}

/* Writes the members and attributes of an object; returns the number of fields. */
static uint32_t write_rest(struct saving *saving, size_t at, enum script_kind kind, const void *usual) {
    static const struct script_property link = {.name = "__proto__", .size = 9};
    void *object = saving->found[at].object, *prototype = script_prototype(saving->J, object);
    int64_t length = kind == SCRIPT_ARRAY ? script_dense_length(object) : -1;
    int level = kind == SCRIPT_SCOPE ? 0 : script_closing_of(saving->J, object);
    struct owner owner = {.at = at, .kind = kind, .level = level, .is_dense = length >= 0};
    uint32_t count = 0;
    owner.usual = kind == SCRIPT_SCOPE || level == 2 ? PERMANENT : level == 3 ? CONSTANT | PERMANENT : 0;
    if (kind != SCRIPT_SCOPE && prototype != usual) {
        saving_key(saving, "o");
        if (prototype == NULL) script_write_tag(saving->engine, SCRIPT_TAG_NULL);
        else saving_reference(saving, prototype, (int32_t)at, &link);
        count++;
    }
    if (length >= 0) {
        write_elements(saving, at, (uint32_t)length);
        count++;
    }
    if (kind != SCRIPT_SCOPE) count += write_order(saving, &owner);
    for (int group = USUAL; group <= ACCESSORS; group++)
        count += write_members(saving, &owner, (enum group)group);
    if (kind == SCRIPT_FUNCTION) count += saving_deleted(saving, at);
    if (kind == SCRIPT_ARRAY && script_has_fixed_length(object)) {
        saving_key(saving, "w");
        script_write_tag(saving->engine, SCRIPT_TAG_TRUE);
        count++;
    }
    if (level == 0) return count;
    saving_key(saving, "e");
    saving_write_number(saving, level);
    return count + 1;
}

void saving_object(struct saving *saving, size_t at) {
    void *usual;
    enum script_kind kind = script_kind_of(saving->J, saving->found[at].object, &usual);
    size_t record = saving_begin(saving, SCRIPT_TAG_RECORD);
    uint32_t count = write_given(saving, at, kind);
    if (count == 0) {
        count = write_kind(saving, at, kind);
        count += write_rest(saving, at, kind, usual);
    }
    saving_set_count(saving, record, count);
}
