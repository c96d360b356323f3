internal import Automata
public import Components
public import StatechartAnalysis
public import Statecharts

extension Contract {
    /// Creates the contract whose conversations are the runs of a statechart.
    ///
    /// The event `send.fetch` stands for `!fetch`, `receive.fetched` for `?fetched`, `timeout` and
    /// the chart's timers for `timeout`. An event that the chart ignores isn't allowed. A
    /// conversation may end where the chart has ended; everywhere, if the chart can't end.
    ///
    /// Guards whose answers aren't known allow all that one of the answers allows.
    ///
    /// - Parameter options: The bounds of the exploration.
    /// - Complexity: O(*m*) steps of the engine for *m* moves between configurations; O(2ⁿ) at worst
    ///   for *n* configurations if timers or guards are nondeterministic.
    /// - Throws: ``ContractError/notConvertible(_:)`` if the chart has other events, errors, or
    ///   steps without end; ``ContractError/stopped(_:)`` by the bounds.
    public init(_ chart: Statechart, _ options: AnalysisOptions = .init()) throws(ContractError) {
        let flat: FlattenedStatechart
        do throws(AnalysisError) { flat = try chart.flattened(options, omitsIgnored: true) } catch {
            switch error {
            case .tooManyStates, .tooManyMoves, .stopped: throw .stopped(error.description)
            default: throw .notConvertible(error.description)
            }
        }
        if flat.isTruncated || flat.endlessCount > 0 {
            throw .notConvertible("the chart has steps without end, or too many pending events; remove them")
        }
        let actions = try flat.inputs.map { (input) throws(ContractError) in try Action(input: input) }
        do {
            let alphabet = try Alphabet(Set(actions.map(\.description)).sorted())
            var builder = AutomatonBuilder<NFA>(growingAlphabet: alphabet)
            try builder.addStates(flat.dfa.stateCount)
            for state in flat.dfa.states {
                for transition in flat.dfa.transitions(from: state) {
                    let action = actions[Int(transition.symbol)].description
                    try builder.addTransition(from: state, on: action, to: transition.target)
                }
            }
            for state in flat.dfa.initialStates { builder.insertInitial(state) }
            for state in flat.dfa.finalStates { builder.insertFinal(state) }
            try self.init(try builder.build(), budget: options.budget)
        } catch let error as ContractError { throw error } catch { throw .stopped("\(error)") }
    }
}

extension Contract.Action {
    /// Creates the action that an event, or a timer, of a chart stands for.
    fileprivate init(input: String) throws(ContractError) {
        func name(after prefix: String) -> String? {
            input.utf8.starts(with: prefix.utf8)
                ? String(decoding: input.utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : nil
        }
        if let message = name(after: "send.") {
            try self.init("!" + message)
        } else if let message = name(after: "receive.") {
            try self.init("?" + message)
        } else if input == "timeout" || name(after: "+") != nil {
            self = .timeout
        } else {
            throw .notConvertible(
                "the event '\(input)' is neither sent nor received; name it send.\(input) or receive.\(input)")
        }
    }
}
