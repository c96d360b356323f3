/* The election in a ring of NODES (Examples/checks/leader-election): a step handles one message of a mailbox, or one
   time-out. The number of messages that may be lost is LOSSES; with FAULTY a node never sends its number again. */
#ifndef NODES
#define NODES 4
#endif
#ifndef LOSSES
#define LOSSES 0
#endif

mtype = { begin, candidate };
mtype = { idle, running, defeated, leader };

chan mailboxes[NODES] = [2 * NODES] of { mtype, byte };
#if LOSSES
byte losses = LOSSES, leaders;
#endif

/* Numbers fall along the ring, so that most messages are sent. What a node asserts is about itself, if it can be, as
   Spin's reduction leaves out no step that reads or writes what others do. */
proctype node(chan mailbox, next) {
    mtype state = idle, message;
    byte id, number;
#ifndef FAULTY
    bit waiting;
#endif
    xr mailbox;
    xs next;
end:
    do
    :: d_step {
        mailbox?message,number ->
        if
        :: message == begin ->
            state = running; id = number; next!candidate,id
#ifndef FAULTY
            ; waiting = 1
#endif
        :: message == candidate && state == running && number == id ->
            state = leader;
#if LOSSES
            leaders++; assert(leaders == 1)
#else
            assert(id == NODES)
#endif
        :: message == candidate && state == running && number > id ->
            state = defeated; next!candidate,number
        :: message == candidate && (state == idle || state == defeated && number > id) ->
            next!candidate,number
        :: else
        fi;
#ifndef FAULTY
        waiting = waiting && state == running;
#endif
        message = 0; number = 0
    }
#ifndef FAULTY
    :: d_step { waiting -> waiting = 0; next!candidate,id }
#endif
#if LOSSES
    :: d_step { losses > 0 && nempty(mailbox) -> mailbox?message,number; losses--; message = 0; number = 0 }
    /* Nothing can happen any more, and this node still waits. */
    :: timeout && state == running -> assert(false)
#endif
    od
}

init {
    byte place;
    atomic {
        for (place : 0 .. NODES - 1) {
            mailboxes[place]!begin,NODES - place
        }
        for (place : 0 .. NODES - 1) {
            run node(mailboxes[place], mailboxes[(place + 1) % NODES])
        }
        place = 0
    }
}
