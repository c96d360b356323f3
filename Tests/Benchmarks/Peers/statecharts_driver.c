/* The charts of `bench statecharts` as somebody writes them by hand in C: a switch over states and one over events in each.

   statecharts_driver EVENTS: a file of bytes 0 to 3. A line of output for each chart: name, nanoseconds an event, checksum. */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 9, REPEATS = 8, GOAL = 2000000 };

struct ring {
    int state;
    uint64_t next, previous, stay;
};

#define RING_STATE(number) \
    case number: \
        switch (event) { \
        case 0: ring->state = (number + 1) % 8; ring->next++; break; \
        case 1: ring->state = (number + 7) % 8; ring->previous++; break; \
        case 2: ring->state = (number + 3) % 8; break; \
        case 3: ring->stay++; break; \
        } \
        break;

__attribute__((noinline)) static void ring_send(struct ring *ring, int event)
{
    switch (ring->state) {
        RING_STATE(0) RING_STATE(1) RING_STATE(2) RING_STATE(3) RING_STATE(4) RING_STATE(5) RING_STATE(6) RING_STATE(7)
    }
}

/* Two states with entry, exit and transition actions. */
struct ping_pong {
    bool is_pong;
    uint64_t count;
};

__attribute__((noinline)) static void ping_pong_send(struct ping_pong *machine, int event)
{
    if (event != 0) return;
    machine->count += 3;
    machine->count += 7;
    machine->is_pong = !machine->is_pong;
    machine->count += 1;
}

/* Ten states in three levels, all with entry and exit actions: A { A1 { A11 A12 } A2 { A21 A22 } } B { B1 B2 }. */
enum { A11, A12, A21, A22, B1, B2 };

struct hierarchy {
    int state;
    uint64_t count;
};

static void enter(struct hierarchy *machine) { machine->count += 1; }
static void leave(struct hierarchy *machine) { machine->count += 3; }

static void hierarchy_move(struct hierarchy *machine, int left, int entered, int state)
{
    while (left-- > 0) leave(machine);
    machine->state = state;
    while (entered-- > 0) enter(machine);
}

__attribute__((noinline)) static void hierarchy_send(struct hierarchy *machine, int event)
{
    switch (machine->state) {
    case A11:
    case A12:
        switch (event) {
        case 0: hierarchy_move(machine, 1, 1, machine->state == A11 ? A12 : A11); break;
        case 1: hierarchy_move(machine, 2, 2, A21); break;
        case 2: hierarchy_move(machine, 3, 2, B1); break;
        }
        break;
    case A21:
    case A22:
        switch (event) {
        case 1: hierarchy_move(machine, 2, 2, A11); break;
        case 2: hierarchy_move(machine, 3, 2, B1); break;
        case 3: hierarchy_move(machine, 1, 1, machine->state == A21 ? A22 : A21); break;
        }
        break;
    case B1:
    case B2:
        switch (event) {
        case 2: hierarchy_move(machine, 2, 3, A11); break;
        case 3: hierarchy_move(machine, 1, 1, machine->state == B1 ? B2 : B1); break;
        }
        break;
    }
}

/* TikTok: what is entered raises the event that leads on, until the count reaches the goal. */
enum { START, TIK, TOK, DONE };
enum { PERFORM_TIK, PERFORM_TOK };

struct tiktok {
    int state;
    unsigned head, tail;
    int queue[4];
    uint64_t count, goal;
};

static void raise_event(struct tiktok *machine, int event) { machine->queue[machine->tail++ & 3] = event; }

__attribute__((noinline)) static void tiktok_take(struct tiktok *machine, int event)
{
    switch (machine->state) {
    case TIK:
        if (event == PERFORM_TIK) {
            machine->state = TOK;
            raise_event(machine, PERFORM_TOK);
            machine->count++;
        }
        break;
    case TOK:
        if (event == PERFORM_TOK) {
            machine->state = TIK;
            raise_event(machine, PERFORM_TIK);
        }
        break;
    }
}

__attribute__((noinline)) static bool tiktok_take_eventless(struct tiktok *machine)
{
    switch (machine->state) {
    case START:
        machine->state = TIK;
        raise_event(machine, PERFORM_TIK);
        return true;
    case TIK:
    case TOK:
        if (machine->count >= machine->goal) {
            machine->state = DONE;
            return true;
        }
        return false;
    }
    return false;
}

static void tiktok_run(struct tiktok *machine)
{
    for (;;) {
        if (tiktok_take_eventless(machine)) continue;
        if (machine->head == machine->tail) return;
        tiktok_take(machine, machine->queue[machine->head++ & 3]);
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

int main(int count, char **arguments)
{
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (!file) return 2;
    enum { MOST = 1 << 20 };
    unsigned char *events = malloc(MOST);
    size_t length = events ? fread(events, 1, MOST, file) : 0;
    fclose(file);
    if (!length) return 2;

    struct ring ring = {0};
    double best = 1e300;
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (int repeat = 0; repeat < REPEATS; repeat++)
            for (size_t index = 0; index < length; index++) ring_send(&ring, events[index]);
        double time = (now() - start) / ((double)length * REPEATS);
        if (time < best) best = time;
    }
    printf("ring, C switch\t%f\t%llu\n", best, (unsigned long long)(ring.next + 3 * ring.previous + 7 * ring.stay));

    struct ping_pong ping_pong = {0};
    best = 1e300;
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (int repeat = 0; repeat < REPEATS; repeat++)
            for (size_t index = 0; index < length; index++) ping_pong_send(&ping_pong, events[index] == 3);
        double time = (now() - start) / ((double)length * REPEATS);
        if (time < best) best = time;
    }
    printf("ping-pong, C switch\t%f\t%llu\n", best, (unsigned long long)ping_pong.count);

    struct hierarchy hierarchy = {0};
    best = 1e300;
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (int repeat = 0; repeat < REPEATS; repeat++)
            for (size_t index = 0; index < length; index++) hierarchy_send(&hierarchy, events[index]);
        double time = (now() - start) / ((double)length * REPEATS);
        if (time < best) best = time;
    }
    printf("hierarchy, C switch\t%f\t%llu\n", best, (unsigned long long)hierarchy.count);

    uint64_t sum = 0;
    best = 1e300;
    for (int round = 0; round < ROUNDS; round++) {
        struct tiktok machine = {.goal = GOAL};
        double start = now();
        tiktok_run(&machine);
        double time = (now() - start) / (2.0 * (double)machine.count);
        sum += machine.count;
        if (time < best) best = time;
    }
    printf("tiktok, C switch\t%f\t%llu\n", best, (unsigned long long)sum);
    free(events);
    return 0;
}
