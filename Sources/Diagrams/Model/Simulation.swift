public import Automata

/// The run of a diagram on a word, step by step.
public struct Simulation: Sendable, Hashable {
    /// The symbols of the word.
    public let word: [String]
    /// A Boolean value that indicates whether the diagram accepts the word.
    public let isAccepted: Bool
    /// The steps: a first step before any symbol, then a step for each symbol that could be read.
    public let steps: [Step]
    /// An accepting path; `nil` if the diagram doesn't accept the word.
    public let acceptingPath: Path?

    /// A step of a simulation.
    public struct Step: Sendable, Hashable {
        /// The symbol that was read; `nil` in the first step, which is before any symbol.
        public let symbol: String?
        /// The transitions taken on the symbol; in the first step, the initial arrows.
        public let transitions: [Diagram.Transition.ID]
        /// The ε-transitions taken afterwards.
        public let epsilonTransitions: [Diagram.Transition.ID]
        /// The states that the diagram can be in after the step.
        public let states: [Diagram.State.ID]
    }

    /// A path through a diagram.
    public struct Path: Sendable, Hashable {
        /// The states, starting with an initial state.
        public let states: [Diagram.State.ID]
        /// The transitions: the initial arrow, then one for each move.
        public let transitions: [Diagram.Transition.ID]
    }

    /// The index in the word of the first symbol that no arrow could read, or `nil` if all symbols
    /// were read.
    public var stuckIndex: Int? { steps.count <= word.count ? steps.count - 1 : nil }
}

extension Diagram {
    /// Runs the diagram on a word.
    ///
    /// The run stops before a symbol that no arrow can read; this is not an error.
    ///
    /// - Parameters:
    ///   - word: The symbols of the word.
    ///   - budget: The bound on memory.
    /// - Complexity: O(*w* *m* log *n*) for a word of length *w*.
    /// - Throws: ``DiagramError/incomplete(_:)`` if the diagram isn't an automaton,
    ///   ``DiagramError/failed(_:)`` if the budget is exceeded.
    public func simulate(_ word: [String], budget: Budget = .default) throws(DiagramError) -> Simulation {
        let automaton = try automaton(budget: budget)
        let known = word.prefix { automaton.alphabet.symbol(named: $0) != nil }
        let symbols = known.compactMap { automaton.alphabet.symbol(named: $0) }
        let run: Run<EpsilonNFA>
        do throws(AutomataError) {
            run = try automaton.run(on: symbols, budget: budget)
        } catch {
            throw .failed(error)
        }
        var steps: [Simulation.Step] = []
        var stepIDCount = 0
        var before: Set<State.ID> = []
        for (index, set) in run.stateSets.enumerated() {
            let after = set.map { states[Int($0)].id }
            let members = Set(after)
            let symbol = index == 0 ? nil : word[index - 1]
            let step = Simulation.Step(
                symbol: symbol, transitions: taken(reading: symbol, from: before),
                epsilonTransitions: transitions.filter {
                    $0.hasEpsilon && $0.start.map(members.contains) ?? false && $0.end != nil
                }.map(\.id), states: after)
            steps.append(step)
            before = members
            stepIDCount += step.states.count + step.transitions.count + step.epsilonTransitions.count
            do throws(AutomataError) {
                try budget.check(statesBuilt: 0, bytes: stepIDCount * MemoryLayout<State.ID>.size)
            } catch {
                throw .failed(error)
            }
        }
        let isWhole = known.count == word.count
        return Simulation(
            word: word, isAccepted: isWhole && run.isAccepting, steps: steps,
            acceptingPath: isWhole ? run.acceptingPath.map { path(along: $0, of: automaton) } : nil)
    }

    /// Runs the diagram on a text. Its symbols are the parts between separators or, without a
    /// separator, its Unicode scalars.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - separator: The character between symbols; `nil` if each Unicode scalar is a symbol.
    ///   - budget: The bound on memory.
    /// - Complexity: O(*w* *m* log *n*) for a word of length *w*.
    /// - Throws: ``DiagramError/incomplete(_:)`` if the diagram isn't an automaton,
    ///   ``DiagramError/failed(_:)`` if the budget is exceeded.
    public func simulate(
        _ text: String, separator: Character? = nil, budget: Budget = .default
    ) throws(DiagramError) -> Simulation {
        if let separator, !text.isEmpty {
            let symbols = text.split(separator: separator, omittingEmptySubsequences: false)
            return try simulate(symbols.map(String.init), budget: budget)
        }
        return try simulate(text.unicodeScalars.map { String($0) }, budget: budget)
    }

    /// Returns the arrows that read a symbol from given states, or the initial marks if there is no
    /// symbol.
    private func taken(reading symbol: String?, from sources: Set<State.ID>) -> [Transition.ID] {
        guard let symbol else { return transitions.filter(\.marksInitialState).map(\.id) }
        return transitions.filter { transition in
            guard let start = transition.start, transition.end != nil, sources.contains(start) else { return false }
            return transition.reads(symbol)
        }.map(\.id)
    }

    private func path(along path: RunPath, of automaton: EpsilonNFA) -> Simulation.Path {
        let positions = path.states.map { states[Int($0)].id }
        var arrows = transitions.filter { $0.marksInitialState && $0.end == positions[0] }.prefix(1).map(\.id)
        for (index, move) in path.moves.enumerated() {
            let symbol = move.symbol.map { automaton.alphabet.name(of: $0) }
            let arrow = transitions.first { transition in
                guard transition.start == positions[index], transition.end == positions[index + 1] else { return false }
                return symbol.map(transition.reads) ?? transition.hasEpsilon
            }
            if let arrow { arrows.append(arrow.id) }
        }
        return Simulation.Path(states: positions, transitions: arrows)
    }
}
