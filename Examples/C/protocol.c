/* A connection's life as an automaton that is built by hand: its states, and the messages that lead from one to the other. Then
 * sequences of messages are tested, and where one isn't allowed the program tells the message and the state. */
#include <automata.h>
#include <stdio.h>

enum { CLOSED, SYN_SENT, ESTABLISHED, FIN_WAIT, ENDED, STATE_COUNT };
static const char *const state_names[STATE_COUNT] = {"closed", "syn-sent", "established", "fin-wait", "ended"};

enum { SYN, SYN_ACK, ACK, DATA, FIN, RST, MESSAGE_COUNT };
static const char *const message_names[MESSAGE_COUNT] = {"SYN", "SYN-ACK", "ACK", "DATA", "FIN", "RST"};

static const automata_transition transitions[] = {
    {CLOSED, SYN, SYN_SENT},
    {SYN_SENT, SYN_ACK, ESTABLISHED},
    {ESTABLISHED, DATA, ESTABLISHED},
    {ESTABLISHED, ACK, ESTABLISHED},
    {ESTABLISHED, FIN, FIN_WAIT},
    {FIN_WAIT, ACK, ENDED},
    {SYN_SENT, RST, ENDED},
    {ESTABLISHED, RST, ENDED},
    {FIN_WAIT, RST, ENDED},
};
enum { TRANSITION_COUNT = sizeof transitions / sizeof transitions[0] };

static automata_status build_protocol(automata_fa **protocol, automata_error *error) {
    automata_alphabet *messages = NULL;
    automata_builder *builder = NULL;
    automata_state state;
    automata_status status = automata_alphabet_from_names(message_names, NULL, MESSAGE_COUNT, &messages, error);
    int i;

    if (status == AUTOMATA_OK) status = automata_builder_new(messages, &builder, error);
    /* States are numbered as they are added, which is in the order of the enum. */
    for (i = 0; i < STATE_COUNT && status == AUTOMATA_OK; i++)
        status = automata_builder_state(builder, state_names[i], AUTOMATA_ZERO_TERMINATED, &state, error);
    if (status == AUTOMATA_OK) status = automata_builder_add_transitions(builder, transitions, TRANSITION_COUNT, error);
    if (status == AUTOMATA_OK) status = automata_builder_set_initial(builder, CLOSED, error);
    if (status == AUTOMATA_OK) status = automata_builder_set_final(builder, ENDED, error);
    if (status == AUTOMATA_OK) status = automata_builder_build(builder, AUTOMATA_MODEL_DFA, NULL, protocol, error);
    automata_builder_free(builder);
    automata_alphabet_free(messages);
    return status;
}

static automata_status test(const automata_fa *protocol, const char *messages, automata_error *error) {
    automata_run *run = NULL;
    automata_status status =
        automata_run_on_text(protocol, messages, AUTOMATA_ZERO_TERMINATED, " ", 1, NULL, &run, error);
    if (status != AUTOMATA_OK) return status;

    const automata_rows states = automata_run_states(run);
    const size_t stuck = automata_run_stuck_position(run);
    const char *last = automata_fa_state_name(protocol, states.targets[states.count - 1]);
    if (automata_run_is_accepting(run))
        printf("%s: fine\n", messages);
    else if (stuck != AUTOMATA_NO_POSITION)
        printf("%s: message %zu isn't allowed when %s\n", messages, stuck + 1, last);
    else
        printf("%s: the connection is left %s\n", messages, last);
    automata_run_free(run);
    return AUTOMATA_OK;
}

int main(void) {
    static const char *const sequences[] = {
        "SYN SYN-ACK DATA ACK DATA FIN ACK",
        "SYN RST",
        "SYN DATA",
        "SYN SYN-ACK DATA",
        "SYN SYN-ACK FIN ACK ACK",
    };
    automata_fa *protocol = NULL;
    automata_error error;
    automata_status status = build_protocol(&protocol, &error);
    size_t i;

    for (i = 0; i < sizeof sequences / sizeof sequences[0] && status == AUTOMATA_OK; i++)
        status = test(protocol, sequences[i], &error);
    if (status != AUTOMATA_OK) fprintf(stderr, "%s\n", error.message);
    automata_fa_free(protocol);
    return status != AUTOMATA_OK;
}
