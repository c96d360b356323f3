public import Automata
public import Statecharts

/// A statechart as a plain machine, whose states are the configurations that the chart can reach.
///
/// A configuration has the active states, the contents of histories, the deferred events, the
/// running timers, and the values of variables. Its name has the innermost active states, joined by
/// `+`.
///
/// A letter is an event, or the end of a timer, such as `+500ms@waiting`, or of a delay, such as
/// `+reminder`. If a guard without a known value decides, there is a letter for each combination of
/// answers: `push[locked]` and `push[!locked]`.
public struct FlattenedStatechart: Sendable {
    /// The machine. An event that is ignored leads back to its configuration.
    ///
    /// Final states are the configurations in which the chart has ended; all, if it can't end.
    public let dfa: DFA
    /// The innermost active states of each state of ``dfa``.
    public let configurations: [[String]]
    /// A Boolean value that indicates whether moves to further configurations are missing.
    public var isTruncated: Bool { hasMorePending || asksTooMuch }
    /// A Boolean value that indicates whether configurations with more pending events are missing.
    public let hasMorePending: Bool
    /// A Boolean value that indicates whether moves with too many guards are missing.
    public let asksTooMuch: Bool
    /// The number of events and timers that may lead to steps without end; these moves are missing.
    public let endlessCount: Int
    /// The parts of the chart that the machine leaves out.
    public let omissions: [String]
    /// The conditions whose values aren't known, so that both answers are letters.
    public let abstractedGuards: [String]
    /// The event or the timer of each symbol of ``dfa``, without answers.
    package let inputs: [String]

    /// Returns the machine over events and timers alone, in which the answers of guards are
    /// nondeterminism: an event leads wherever it may lead with some answers.
    ///
    /// - Complexity: O(*n* + *m* log *m*) for *n* configurations and *m* moves.
    /// - Throws: An error if there are too many transitions.
    public func withoutAnswers() throws(AutomataError) -> NFA {
        var builder = AutomatonBuilder<NFA>(growingAlphabet: [])
        for state in dfa.states { _ = try builder.state(named: dfa.name(of: state)) }
        for state in dfa.states {
            for transition in dfa.transitions(from: state) {
                try builder.addTransition(from: state, on: inputs[Int(transition.symbol)], to: transition.target)
            }
        }
        for state in dfa.initialStates { builder.insertInitial(state) }
        for state in dfa.finalStates { builder.insertFinal(state) }
        return try builder.build()
    }
}

extension Statechart {
    /// Returns the chart as a plain machine over its events.
    ///
    /// The engine itself makes each step, so that the machine and a ``StateMachine`` agree.
    ///
    /// - Parameter options: The bounds.
    /// - Throws: An error if the chart isn't valid, or has more configurations than the limit.
    /// - Complexity: O(*m*) steps of the engine for *m* moves between configurations.
    public func flattened(_ options: AnalysisOptions = .init()) throws(AnalysisError) -> FlattenedStatechart {
        try flattened(options, omitsIgnored: false)
    }

    /// Returns the chart as a plain machine.
    ///
    /// - Parameter omitsIgnored: Whether an event that is ignored leads nowhere.
    package func flattened(
        _ options: AnalysisOptions, omitsIgnored: Bool
    ) throws(AnalysisError) -> FlattenedStatechart {
        var exploration = Exploration(try ChartModel(self, options), options, keepsMoves: true)
        try exploration.explore()
        return try exploration.flattened(omitsIgnored: omitsIgnored)
    }

    /// Returns the chart as a plain machine with at most the given number of configurations.
    ///
    /// - Throws: An error if the chart isn't valid, or has more configurations than the limit.
    public func flattened(limit: Int) throws(AnalysisError) -> FlattenedStatechart {
        try flattened(AnalysisOptions(limit: limit))
    }
}
