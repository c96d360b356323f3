public import Automata

extension Diagram.Strip {
    /// The default limit on the states in a picture, and on the steps that get a picture: 64.
    public static let defaultLimit = 64

    /// Creates a strip of the subset construction.
    ///
    /// It has a picture for the initial set, then a picture for each set with its outgoing
    /// transitions. Parts that aren't known yet are hidden.
    ///
    /// - Parameters:
    ///   - steps: The steps.
    ///   - limit: The maximum number of sets that are shown; at least 1.
    /// - Complexity: O(*f* (*n* + *m*)) for *f* frames, plus the time of the layout.
    public init(_ steps: DeterminizationSteps<some FiniteAutomaton>, limit: Int = defaultLimit) {
        let count = min(steps.subsets.count, max(limit, 1))
        let diagram = Diagram(steps.result.restricted(to: StateSet(allBelow: count)))
        let ids = diagram.states.map(\.id)
        let name = { (state: StateID) in steps.result.name(of: state) }
        guard count > 0 else {
            self.init([Frame(diagram, caption: "no subset: no state is initial")])
            return
        }
        var known = 1
        var next = 0
        let marks = diagram.transitions.filter(\.marksInitialState).map(\.id)
        var frames = [
            Frame(
                diagram, highlighting: Diagram.Highlight(states: [ids[0]], transitions: Set(marks)),
                hiding: Self.hidden(diagram, exploredCount: 0, knownCount: 1), caption: "start in \(name(0))")
        ]
        for index in 0..<count {
            var lines: [String] = []
            while next < steps.steps.count, steps.steps[next].source == StateID(index) {
                let step = steps.steps[next]
                if step.isNew { known += 1 }
                let symbol = Label.brief(steps.result.alphabet.name(of: step.symbol))
                lines.append("\(name(StateID(index))) —\(symbol)→ \(name(step.target))\(step.isNew ? ", new" : "")")
                next += 1
            }
            if lines.count > 8 { lines = lines.prefix(7) + ["… \(lines.count - 7) more"] }
            let leavingIDs = diagram.transitions.filter { $0.start == ids[index] }.map(\.id)
            frames.append(
                Frame(
                    diagram, highlighting: Diagram.Highlight(states: [ids[index]], transitions: Set(leavingIDs)),
                    hiding: Self.hidden(diagram, exploredCount: index + 1, knownCount: known),
                    caption: lines.isEmpty
                        ? "nothing leaves \(name(StateID(index)))" : lines.joined(separator: "\n")))
        }
        self.init(frames)
    }

    private static func hidden(_ diagram: Diagram, exploredCount: Int, knownCount: Int) -> Diagram.Highlight {
        let exploredIDs = Set(diagram.states.prefix(exploredCount).map(\.id))
        let arrows = diagram.transitions.filter { $0.start.map { !exploredIDs.contains($0) } ?? false }
        return Diagram.Highlight(
            states: Set(diagram.states.dropFirst(knownCount).map(\.id)), transitions: Set(arrows.map(\.id)))
    }

    /// Creates a strip of a minimization.
    ///
    /// The strip has a picture for each round, in which states that aren't distinguished yet have
    /// the same tint, and then a picture of the minimal DFA.
    ///
    /// - Parameters:
    ///   - table: The table of distinguishable pairs.
    ///   - limit: The maximum number of states, and of rounds, that are shown; at least 1.
    /// - Complexity: O(*f* (*n* + *m*)) for *f* frames, plus the time of the layouts.
    public init(_ table: DistinguishabilityTable, limit: Int = defaultLimit) {
        let limit = max(limit, 1)
        let shownStates = StateSet(allBelow: min(table.automaton.stateCount, limit))
        let diagram = Diagram(table.automaton.restricted(to: shownStates))
        let ids = diagram.states.map(\.id)
        var frames = (0..<min(table.roundCount, limit)).map { round in
            let all = table.blocks(afterRound: round)
            let blocks = all.map { $0.intersection(shownStates) }.filter { !$0.isEmpty }
            var lines = ["round \(round): \(all.count) block\(all.count == 1 ? "" : "s")"]
            let listedBlocks = blocks.prefix(12)
            for block in listedBlocks {
                let names = block.map { table.automaton.name(of: $0) }
                lines.append("{" + names.prefix(12).joined(separator: ",") + (names.count > 12 ? ", …" : "") + "}")
            }
            if all.count > listedBlocks.count { lines.append("… \(all.count - listedBlocks.count) more") }
            return Frame(
                diagram, groups: blocks.map { Set($0.map { ids[Int($0)] }) },
                caption: lines.joined(separator: "\n"))
        }
        let quotient = table.quotient
        let quotientDiagram = Diagram(quotient.restricted(to: shownStates))
        let count = quotient.stateCount
        frames.append(
            Frame(
                quotientDiagram, groups: quotientDiagram.states.map { [$0.id] },
                caption: "the smallest total DFA: \(count) state\(count == 1 ? "" : "s")"))
        self.init(frames)
    }

    /// Creates a strip of the removal of ε-moves.
    ///
    /// The strip has a picture of the ε-closure of each state with ε-moves, and then a picture of
    /// the automaton without ε-moves.
    ///
    /// - Parameters:
    ///   - automaton: The automaton.
    ///   - result: The automaton without its ε-moves, as `removingEpsilonMoves(budget:)` returns
    ///     it.
    ///   - limit: The maximum number of states that are shown; at least 1.
    /// - Complexity: O(*f* (*n* + *m*)) for *f* frames, plus the time of the layouts.
    public init(
        removingEpsilonMovesOf automaton: EpsilonNFA, result: some FiniteAutomaton, limit: Int = defaultLimit
    ) {
        let limit = max(limit, 1)
        let shownStates = StateSet(allBelow: min(automaton.stateCount, limit))
        let diagram = Diagram(automaton.restricted(to: shownStates))
        let ids = diagram.states.map(\.id)
        let moves = Set(diagram.transitions.filter(\.hasEpsilon).map(\.id))
        var frames = [
            Frame(
                diagram, highlighting: Diagram.Highlight(transitions: moves),
                caption: moves.isEmpty ? "no ε-moves" : "the ε-moves")
        ]
        for state in shownStates where !automaton.epsilonTargets(from: state).isEmpty {
            let closure = automaton.epsilonClosure(of: [state])
            let names = closure.prefix(12).map(automaton.name)
            let rest = closure.count - names.count
            var caption = "closure of \(automaton.name(of: state)): {\(names.joined(separator: ","))"
            caption += rest > 0 ? ", … \(rest) more}" : "}"
            if !automaton.isFinal(state), !closure.isDisjoint(with: automaton.finalStates) {
                caption += "\n\(automaton.name(of: state)) becomes final"
            }
            let inside = Set(closure.intersection(shownStates).map { ids[Int($0)] })
            let epsilonArrows = diagram.transitions.filter { arrow in
                arrow.hasEpsilon && [arrow.start, arrow.end].allSatisfy { $0.map(inside.contains) ?? false }
            }
            frames.append(
                Frame(
                    diagram, highlighting: Diagram.Highlight(states: inside, transitions: Set(epsilonArrows.map(\.id))),
                    caption: caption))
        }
        let part = result.restricted(to: StateSet(allBelow: min(result.stateCount, limit)))
        let count = result.transitionCount
        frames.append(
            Frame(Diagram(part), caption: "without ε-moves: \(count) transition\(count == 1 ? "" : "s")"))
        self.init(frames)
    }
}
