/* German's cache coherence with CLIENTS clients (Examples/checks/german-cache): a step handles one message of a
   mailbox, or one time-out. With FAULTY home waits for one acknowledgement less than it should. */
#ifndef CLIENTS
#define CLIENTS 3
#endif

mtype = { requestShared, requestExclusive, acknowledge, grantShared, grantExclusive, invalidate };
mtype = { invalid, reading, shared, upgrading, writing, exclusive };

chan requests = [2 * CLIENTS] of { mtype, byte };
chan orders[CLIENTS] = [3] of { mtype };
byte readers, writers;

proctype client(byte me; chan mailbox) {
    mtype state = invalid, message;
    xr mailbox;
end:
    do
    :: d_step { state == invalid -> state = reading; requests!requestShared,me }
    :: d_step { state == shared -> state = upgrading; requests!requestExclusive,me }
    :: d_step {
        mailbox?message ->
        if
        :: message == grantShared && state == reading -> state = shared; readers++
        :: message == grantExclusive && state == writing -> state = exclusive; writers++
        :: message == invalidate && state == shared -> state = invalid; readers--; requests!acknowledge,me
        :: message == invalidate && state == upgrading -> state = writing; readers--; requests!acknowledge,me
        :: message == invalidate && state == exclusive -> state = invalid; writers--; requests!acknowledge,me
        :: else -> assert(false)
        fi;
        assert(writers == 0 || writers == 1 && readers == 0);
        message = 0
    }
    od
}

active proctype home() {
    chan deferred = [CLIENTS] of { mtype, byte };
    bit invalidating, deciding, excludes;
    byte sharers[CLIENTS], count, missing, place;
    mtype request, message;
    byte requester, sender;
    xr requests;
    atomic {
        for (place : 0 .. CLIENTS - 1) {
            run client(place, orders[place])
        }
        place = 0
    }
end:
    do
    :: d_step {
        requests?message,sender ->
        if
        :: message == acknowledge ->
            assert(invalidating);
            if
            :: missing > 1 -> missing--
            :: else ->
                for (place : 0 .. CLIENTS - 1) { sharers[place] = 0 }
                count = 0; excludes = 0; invalidating = 0; deciding = 1
            fi
        :: message != acknowledge && invalidating -> deferred!message,sender
        :: else -> request = message; requester = sender; deciding = 1
        fi;
        do
        :: !deciding -> break
        :: deciding && (request == requestShared && !excludes || request == requestExclusive && count == 0) ->
            sharers[count] = requester + 1;
            count++;
            if
            :: request == requestShared -> orders[requester]!grantShared
            :: else -> excludes = 1; orders[requester]!grantExclusive
            fi;
            request = 0; requester = 0; missing = 0;
            if
            :: nempty(deferred) -> deferred?request,requester
            :: empty(deferred) -> deciding = 0
            fi
        :: else ->
            for (place : 0 .. count - 1) { orders[sharers[place] - 1]!invalidate }
#ifdef FAULTY
            missing = count - 1;
#else
            missing = count;
#endif
            invalidating = 1; deciding = 0
        od;
        place = 0; message = 0; sender = 0
    }
    od
}
