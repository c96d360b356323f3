/*
 * automata_analysis.h: what a statechart can do, and what it can't.
 *
 * All configurations that a chart can reach are explored, as its machine would: with histories,
 * deferred events, timers in the order of their durations, and exact values of variables.
 *
 *     const char *never[] = {"north.green & east.green"};
 *     automata_analysis_options options = AUTOMATA_ANALYSIS_OPTIONS_INIT;
 *     automata_analysis *analysis = NULL;
 *     automata_error error;
 *     options.never = never, options.never_count = 1;
 *     if (automata_analysis_new(chart, &options, &analysis, &error))
 *         fprintf(stderr, "%s\n", error.message);
 *     for (size_t i = 0; i < automata_analysis_finding_count(analysis); i++)
 *         puts(automata_analysis_finding(analysis, i)->message);
 *     automata_analysis_free(analysis);
 *
 * The functions that a chart is bound to aren't called. A guard that one of them implements has
 * both answers, so no run is missed, but a finding may only be possible. Charts with dynamic
 * regions are refused.
 *
 * The rules in automata.h hold here, too.
 */
#ifndef AUTOMATA_ANALYSIS_H
#define AUTOMATA_ANALYSIS_H

#include "automata_mealy.h"
#include "automata_statechart.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The findings about a chart. Immutable. */
typedef struct automata_analysis automata_analysis;

typedef struct automata_analysis_options {
    size_t struct_size;
    /* May be NULL. The callback is called every few configurations. */
    const automata_budget *budget;
    /* The maximum number of configurations; 0 means 1,000,000. */
    uint64_t maximum_configurations;
    /* The maximum number of events that a configuration defers, and of its delayed events; 0 means
     * 4. Configurations with more aren't explored. */
    uint64_t maximum_pending_events;
    /* The events from outside, zero-terminated; none stands for all that the chart names. */
    const char *const *events;
    size_t event_count;
    /* Conditions that no configuration may satisfy, zero-terminated: names of states with &, |, !
     * and parentheses. Only for automata_analysis_new(), as are the members that follow. */
    const char *const *never;
    size_t never_count;
    /* Properties that all runs must have, zero-terminated, such as "after request comes reply":
     * never R, eventually R, before R comes S, or after R comes S, perhaps with before T, where R,
     * S and T are regular expressions over events, entered.STATE, exited.STATE, sent.EVENT,
     * raised.EVENT and performed.ACTION. */
    const char *const *properties;
    size_t property_count;
    /* Charts that watch all runs, as they watch a machine; see automata_machine_observed(). They
     * are read during the call only. */
    const automata_statechart *const *observers;
    size_t observer_count;
    /* Whether to report events that a configuration neither takes nor defers. */
    bool reports_unhandled;
    /* Whether to report states that no event and no timer tells apart by the chart's outputs: named
     * actions, events for others, log entries and the end. */
    bool reports_indistinguishable;
    /* Whether to look only for what the members before ask. Without indistinguishable states, no
     * moves between configurations are kept then, which saves most of the memory. */
    bool omits_mistakes;
    bool reserved[5];
} automata_analysis_options;

#define AUTOMATA_ANALYSIS_OPTIONS_INIT \
    {sizeof(automata_analysis_options), NULL, 0, 0, NULL, 0, NULL, 0, NULL, 0, NULL, 0, false, \
     false, false, {false}}

typedef enum automata_finding_kind {
    /* A configuration that must not be. */
    AUTOMATA_FINDING_NEVER = 1,
    /* A state that no run enters. */
    AUTOMATA_FINDING_UNREACHABLE = 2,
    /* A transition that no run takes. */
    AUTOMATA_FINDING_DEAD_TRANSITION = 3,
    /* An event that a configuration ignores. */
    AUTOMATA_FINDING_UNHANDLED = 4,
    /* A configuration that nothing leaves, though the chart hasn't ended. */
    AUTOMATA_FINDING_DEAD_END = 5,
    /* An event that leads to steps without end. */
    AUTOMATA_FINDING_LIVELOCK = 6,
    /* A run that an observer rejects, or that lacks a property. */
    AUTOMATA_FINDING_OBSERVER = 7,
    /* States that no run can tell apart. */
    AUTOMATA_FINDING_INDISTINGUISHABLE = 8,
    /* The exploration stopped before it was complete. */
    AUTOMATA_FINDING_TRUNCATED = 9
} automata_finding_kind;

/* A likely mistake, lent by an analysis. */
typedef struct automata_finding {
    automata_finding_kind kind;
    /* Whether a machine has shown the same, or, if the finding is that there is no run, whether all
     * runs were explored. Otherwise the finding is only possible. */
    bool is_confirmed;
    /* The part of the chart, or the condition. */
    const char *subject;
    /* A sentence that says what was found. */
    const char *message;
    /* The inputs of a shortest run that shows it, as arguments of `automata statechart run`: names
     * of events, and times to wait in milliseconds, such as +500. */
    automata_names events;
} automata_finding;

/* Explores a chart and collects findings by kind, and then by the lengths of their runs. An
 * exploration that reaches the maximum gives what it has found, and a finding that says so. Fails
 * with INVALID_TEXT for a condition, a property or an observer, UNKNOWN_NAME for an event,
 * NOT_REPRESENTABLE for dynamic regions, and TOO_LARGE if one configuration has too many moves.
 * O(m) steps of the machine for m moves between configurations. */
automata_status automata_analysis_new(
    const automata_statechart *chart, const automata_analysis_options *options,
    automata_analysis **analysis, automata_error *error);

/* Adds an owner, who must free the handle, too, and returns the handle; NULL for NULL. O(1). */
automata_analysis *automata_analysis_retain(const automata_analysis *analysis);

/* Frees a handle. */
void automata_analysis_free(automata_analysis *analysis);

/* Returns the number of findings; 0 for NULL. */
size_t automata_analysis_finding_count(const automata_analysis *analysis);

/* Returns a finding; NULL if the index is out of range. */
const automata_finding *automata_analysis_finding(const automata_analysis *analysis, size_t index);

/* Returns the number of explored configurations; 0 for NULL. */
uint64_t automata_analysis_configuration_count(const automata_analysis *analysis);

/* Returns the conditions that depend on unknown values, such as data of events, of which both
 * answers were explored, and the parts of the chart that were left out; none for NULL. */
automata_names automata_analysis_guards(const automata_analysis *analysis);
automata_names automata_analysis_omissions(const automata_analysis *analysis);

/* Makes a DFA of a chart: its states are the configurations, and its symbols the events, timers
 * such as +500ms@waiting, and events with the answers of guards, such as push[locked] and
 * push[!locked]. An event that is ignored leads back. Final states are the configurations in which
 * the chart has ended; all, if it can't end. Fails like automata_analysis_new(), and with
 * BUDGET_EXCEEDED if there are more configurations than the maximum; the message names the parts of
 * the chart that multiply them most. O(m) steps of the machine. */
automata_status automata_fa_from_statechart(
    const automata_statechart *chart, const automata_analysis_options *options,
    automata_fa **automaton, automata_error *error);

/* Makes a Mealy machine of a chart: its states and inputs are those of the DFA, and its outputs the
 * effects of a step, joined by commas, or "-": named actions, events for others, log entries and
 * the end. The input start comes first if the start has effects. Two charts behave alike if their
 * machines are equivalent. Fails like automata_fa_from_statechart(). O(m) steps of the machine. */
automata_status automata_mealy_from_statechart(
    const automata_statechart *chart, const automata_analysis_options *options,
    automata_mealy **machine, automata_error *error);

#ifdef __cplusplus
}
#endif

#endif
