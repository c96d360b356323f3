/* A buffer for SIZE items of PRODUCERS and CONSUMERS (Examples/checks/bounded-buffer): a step handles one message of a
   mailbox, or one time-out. With FAULTY the buffer gives one credit too many. */
#ifndef SIZE
#define SIZE 2
#endif
#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif
#define CLIENTS (PRODUCERS + CONSUMERS)

mtype = { ask, put, take, credit, item };

chan requests = [2 * PRODUCERS + CONSUMERS] of { mtype, byte };
chan replies[CLIENTS] = [1] of { mtype };

proctype producer(byte me; chan mailbox) {
    bit waiting;
    xr mailbox;
end:
    do
    :: d_step { !waiting -> waiting = 1; requests!ask,me }
    :: d_step { mailbox?credit -> waiting = 0; requests!put,me }
    od
}

proctype consumer(byte me; chan mailbox) {
    bit waiting;
    xr mailbox;
end:
    do
    :: d_step { !waiting -> waiting = 1; requests!take,me }
    :: d_step { mailbox?item -> waiting = 0 }
    od
}

active proctype buffer() {
    chan deferred = [CLIENTS] of { mtype, byte };
#ifdef FAULTY
    byte credits = SIZE + 1;
#else
    byte credits = SIZE;
#endif
    byte items, sender;
    mtype message;
    xr requests;
    atomic {
        for (sender : 0 .. CLIENTS - 1) {
            if
            :: sender < PRODUCERS -> run producer(sender, replies[sender])
            :: sender >= PRODUCERS -> run consumer(sender, replies[sender])
            fi
        }
        sender = 0
    }
end:
    do
    :: d_step {
        requests?message,sender ->
        if
        :: message == put -> assert(items < SIZE); items++
        :: message != put -> deferred!message,sender
        fi;
        /* Answers those who wait, as far as possible; an ask and a take can never be answered at once. */
        do
        :: credits > 0 && deferred??[ask,sender] -> deferred??ask,sender; credits--; replies[sender]!credit
        :: items > 0 && deferred??[take,sender] -> deferred??take,sender; items--; credits++; replies[sender]!item
        :: !(credits > 0 && deferred??[ask,sender]) && !(items > 0 && deferred??[take,sender]) -> break
        od;
        message = 0; sender = 0
    }
    od
}
