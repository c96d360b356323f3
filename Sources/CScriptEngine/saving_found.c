#include "saving.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The objects that saving has found, and the ways to them for messages. */

enum { PATH_LENGTH = 80 };

void *saving_grown(struct saving *saving, void *array, size_t count, size_t *capacity, size_t size) {
    void *moved;
    if (count < *capacity) return array;
    moved = count > INT32_MAX / 4 ? NULL : realloc(array, (2 * count + 16) * size);
    if (moved == NULL) script_fail(saving->engine, SCRIPT_SIZE, "");
    *capacity = 2 * count + 16;
    return moved;
}

static bool is_identifier(const struct found *part) {
    for (size_t index = 0; index < part->size; index++) {
        char c = part->name[index];
        bool is_letter = ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' || c == '$';
        if (!is_letter && !(index > 0 && c >= '0' && c <= '9')) return false;
    }
    return part->size > 0;
}

/* Writes the way to a found object, which is used up: its links are turned around. */
static void write_path(struct saving *saving, int32_t at, char *path) {
    int32_t next = -1, size = 1;
    bool is_first = true;
    while (at >= 0) {
        int32_t parent = saving->found[at].parent;
        saving->found[at].parent = next;
        next = at;
        at = parent;
    }
    path[0] = '\'';
    while (next >= 0 && size <= PATH_LENGTH) {
        const struct found *part = &saving->found[next];
        bool is_word = is_identifier(part);
        if (part->link == BY_SCOPE) {
            /* A scope may be in another one. */
            next = part->parent;
            if (next >= 0 && saving->found[next].link == BY_SCOPE) continue;
            size += sprintf(path + size, " → ");
            is_first = true;
            continue;
        }
        if (part->link == BY_INDEX) size += sprintf(path + size, "[%lu]", (unsigned long)part->index);
        else size += snprintf(
            path + size, PATH_LENGTH + 8, is_first ? "%.*s" : is_word ? ".%.*s" : "[\"%.*s\"]",
            (int)(part->size < PATH_LENGTH ? part->size : PATH_LENGTH), part->name);
        is_first = false;
        next = part->parent;
    }
    if (size > PATH_LENGTH + 1 || next >= 0) {
        size = size < PATH_LENGTH + 1 ? size : PATH_LENGTH + 1;
        while (((unsigned char)path[size] & 0xC0) == 0x80) size--;
        size += sprintf(path + size, "…");
    }
    strcpy(path + size, "'");
}

_Noreturn void saving_refuse(struct saving *saving, size_t at, const char *format, const char *kind) {
    static const char hint[] = " ('→' leads from a function to a variable that it uses)";
    char path[3 * PATH_LENGTH], message[512];
    write_path(saving, (int32_t)at, path);
    snprintf(message, sizeof message, format, path, kind);
    if (strstr(path, " → ") != NULL && strlen(message) + sizeof hint < sizeof message) strcat(message, hint);
    script_fail(saving->engine, SCRIPT_CONVERSION, message);
}

/* Adds a way to a value, which may be an object. */
static size_t add_found(struct saving *saving, void *object, int32_t parent, const struct script_property *property) {
    struct found *added;
    saving->found = saving_grown(
        saving, saving->found, saving->found_count, &saving->found_capacity, sizeof *saving->found);
    added = &saving->found[saving->found_count];
    *added = (struct found){.object = object, .parent = parent, .name = property->name, .size = property->size};
    if (property->is_index) {
        added->link = BY_INDEX;
        added->index = (uint32_t)strtoul(property->name, NULL, 10);
    } else if (property->name == NULL) {
        added->link = BY_SCOPE;
    } else if (property->is_symbol) {
        /* Its description. */
        const char *end = memchr(added->name, 0xFF, added->size);
        added->name++;
        added->size = (end == NULL ? property->size : (size_t)(end - property->name)) - 1;
    }
    return saving->found_count++;
}

_Noreturn void saving_refuse_value(
    struct saving *saving, int32_t parent, const struct script_property *property, const char *format) {
    saving_refuse(saving, add_found(saving, NULL, parent, property), format, "");
}

static uint32_t *slot_of(struct saving *saving, void *object) {
    size_t mask = saving->slot_count - 1;
    size_t slot = (size_t)(((uint64_t)(uintptr_t)object * 0x9E3779B97F4A7C15u) >> 32) & mask;
    while (saving->slots[slot] != 0 && saving->found[saving->slots[slot] - 1].object != object)
        slot = (slot + 1) & mask;
    return &saving->slots[slot];
}

static void add_slots(struct saving *saving) {
    free(saving->slots);
    saving->slot_count = saving->slot_count == 0 ? 1024 : 2 * saving->slot_count;
    saving->slots = calloc(saving->slot_count, sizeof *saving->slots);
    if (saving->slots == NULL) script_fail(saving->engine, SCRIPT_SIZE, "");
    for (size_t index = 0; index < saving->found_count; index++)
        *slot_of(saving, saving->found[index].object) = (uint32_t)index + 1;
}

size_t saving_number(struct saving *saving, void *object, int32_t parent, const struct script_property *property) {
    uint32_t *slot;
    if (2 * saving->found_count >= saving->slot_count) add_slots(saving);
    slot = slot_of(saving, object);
    if (*slot == 0) *slot = (uint32_t)add_found(saving, object, parent, property) + 1;
    return *slot - 1;
}
