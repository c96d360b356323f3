public import Automata

extension Diagram {
    /// A reason why a diagram isn't an automaton yet.
    public struct Problem: Sendable, Hashable {
        /// The kind of a problem.
        public enum Reason: Sendable, Hashable {
            /// There are no states.
            case noState
            /// No arrow marks an initial state.
            case noInitialState
            /// Several states have the same name.
            case duplicateName(String)
            /// An arrow between states has neither a symbol nor ε.
            case noSymbol
            /// An arrow with symbols or ε has an end, but no start.
            case noStart
            /// An arrow has a start, but no end.
            case noEnd
            /// An arrow has neither a start nor an end.
            case noEnds
        }

        /// The kind of the problem.
        public let reason: Reason
        /// The problem and its remedy, in a sentence for students.
        public let message: String
        /// The states to highlight.
        public let states: [State.ID]
        /// The transitions to highlight.
        public let transitions: [Transition.ID]
    }

    /// The reasons why the diagram isn't an automaton: first a missing state or initial state, then
    /// duplicate names, then faulty arrows. The list is empty if the diagram is an automaton.
    ///
    /// A diagram without final states is an automaton that accepts nothing.
    ///
    /// - Complexity: O(*n* + *m* log *n*)
    public var problems: [Problem] {
        var problems: [Problem] = []
        if states.isEmpty {
            problems.append(Problem(reason: .noState, message: "No state: draw a circle", states: [], transitions: []))
        } else if !transitions.contains(where: \.marksInitialState) {
            problems.append(
                Problem(
                    reason: .noInitialState, message: "No initial state: draw an arrow to a state", states: [],
                    transitions: []))
        }
        var idsByName: [[UInt8]: [State.ID]] = [:]
        for state in states { idsByName[Array(state.name.utf8), default: []].append(state.id) }
        for state in states {
            guard let others = idsByName[Array(state.name.utf8)], others.count > 1, others[0] == state.id else {
                continue
            }
            problems.append(
                Problem(
                    reason: .duplicateName(state.name),
                    message: "\(Self.count(others.count)) states are called \(state.name): rename all but one",
                    states: others, transitions: []))
        }
        for transition in transitions {
            if let (reason, message) = problem(with: transition) {
                problems.append(Problem(reason: reason, message: message, states: [], transitions: [transition.id]))
            }
        }
        return problems
    }

    private func problem(with transition: Transition) -> (Problem.Reason, String)? {
        let start = transition.start.flatMap { self[$0] }?.name
        let end = transition.end.flatMap { self[$0] }?.name
        switch (start, end) {
        case (let start?, .some):
            return transition.isLabeled ? nil : (.noSymbol, "An arrow from \(start) has no symbol: write one, or ε")
        case (let start?, nil):
            return (.noEnd, "An arrow from \(start) leads nowhere: pull its tip to a state")
        case (nil, let end?):
            return transition.isLabeled
                ? (.noStart, "An arrow to \(end) has a symbol but no start: pull its tail to a state") : nil
        case (nil, nil):
            return (.noEnds, "An arrow touches no state: pull its ends to states")
        }
    }

    private static func count(_ number: Int) -> String {
        let words = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"]
        return words.indices.contains(number - 2) ? words[number - 2] : "\(number)"
    }
}

/// The reason why a diagram can't become an automaton or can't run.
public enum DiagramError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The diagram isn't an automaton. There is at least one problem.
    case incomplete([Diagram.Problem])
    /// The automaton can't be made or run, for example because the budget is too small.
    case failed(AutomataError)

    /// The maximum number of problems that messages list.
    private static let listedProblemCount = 10

    /// The messages of the first ten problems and the number of the others, or the message of the
    /// failure.
    public var messages: [String] {
        switch self {
        case .incomplete(let problems):
            let listed = problems.prefix(Self.listedProblemCount).map(\.message)
            let otherCount = problems.count - listed.count
            return otherCount == 0 ? listed : listed + ["\(otherCount) more problem\(otherCount == 1 ? "" : "s")"]
        case .failed(let error): return [error.description]
        }
    }

    /// The ``messages``, each on its own line.
    public var description: String { messages.joined(separator: "\n") }
}
