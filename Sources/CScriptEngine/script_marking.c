#include "host.h"
#include "script_internal.h"

#include <stdlib.h>

unsigned script_put_off(void *context, void *object) {
    script_engine *engine = context;
    if (engine->put_off_count == engine->put_off_capacity) {
        size_t capacity = 2 * engine->put_off_capacity + 64;
        void **grown = realloc(engine->put_off, capacity * sizeof *grown);
        if (grown == NULL) {
            engine->has_lost_marks = true;
            return 0;
        }
        engine->put_off = grown;
        engine->put_off_capacity = capacity;
    }
    engine->put_off[engine->put_off_count++] = object;
    return 0;
}

void *script_next_put_off(void *context) {
    script_engine *engine = context;
    return engine->put_off_count == 0 ? NULL : engine->put_off[--engine->put_off_count];
}

bool script_has_lost_marks(void *context) {
    script_engine *engine = context;
    bool result = engine->has_lost_marks;
    engine->has_lost_marks = false;
    return result;
}
