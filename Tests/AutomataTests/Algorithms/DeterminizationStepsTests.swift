import Automata
import AutomataTestSupport
import Testing

@Suite struct DeterminizationStepsTests {
    private static func endsWith01() throws -> NFA {
        try NFA(
            alphabet: ["0", "1"], transitions: [("p", "0", "p"), ("p", "1", "p"), ("p", "0", "q"), ("q", "1", "r")],
            initial: ["p"], final: ["r"])
    }

    @Test func theTextbooksExample() throws {
        let steps = try Self.endsWith01().determinizationSteps()
        #expect(
            steps.description == """
                → {p}
                  —0→ {p,q}  new
                  —1→ {p}
                {p,q}
                  —0→ {p,q}
                  —1→ {p,r}  new
                {p,r}  final
                  —0→ {p,q}
                  —1→ {p}
                3 subsets, 1 of them final

                """)
        #expect(steps.subsets == [[0], [0, 1], [0, 2]])
        #expect(steps.result.stateNames == ["{p}", "{p,q}", "{p,r}"])
        let part = try steps.text(showing: 1, budget: .default)
        #expect(part.hasSuffix("… (the first 1 of 3 subsets are shown)\n3 subsets, 1 of them final\n"))
    }

    /// Sipser, *Introduction to the Theory of Computation*, example 1.41: N4.
    @Test func closuresOfSipsersExample() throws {
        var builder = EpsilonNFA.Builder(alphabet: ["a", "b"])
        for name in ["1", "2", "3"] { _ = try builder.state(named: name) }
        try builder.addTransition(from: 0, on: "b", to: 1)
        try builder.addEpsilonMove(from: 0, to: 2)
        try builder.addTransition(from: 1, on: "a", to: 1)
        try builder.addTransition(from: 1, on: "a", to: 2)
        try builder.addTransition(from: 1, on: "b", to: 2)
        try builder.addTransition(from: 2, on: "a", to: 0)
        builder.insertInitial(0)
        builder.insertFinal(0)
        let steps = try builder.build().determinizationSteps(total: true)
        #expect(
            steps.description == """
                → {1}, closed {1,3}  final
                  —a→ {1}, closed {1,3}
                  —b→ {2}  new
                {2}
                  —a→ {2,3}  new
                  —b→ {3}  new
                {2,3}
                  —a→ {1,2,3}  new
                  —b→ {3}
                {3}
                  —a→ {1}, closed {1,3}
                  —b→ ∅  new
                {1,2,3}  final
                  —a→ {1,2,3}
                  —b→ {2,3}
                ∅
                  —a→ ∅
                  —b→ ∅
                6 subsets, 2 of them final

                """)
    }

    @Test func emptyLanguages() throws {
        let none = try NFA(alphabet: ["a"], transitions: [("p", "a", "q")], initial: ["p"], final: [])
        #expect(
            try none.determinizationSteps().description == """
                → {p}
                  —a→ {q}  new
                {q}
                2 subsets, 0 of them final

                """)
        #expect(try none.determinizationSteps(total: true).subsets == [[0], [1], []])
        let unmarked = try NFA(alphabet: ["a"], transitions: [("p", "a", "q")], initial: [], final: ["q"])
        #expect(try unmarked.determinizationSteps().description == "no subset: no state is initial\n")
        #expect(try unmarked.determinizationSteps(total: true).subsets == [[]])
    }

    /// States that lead to no final state are in the sets, too; symbols that look like other signs
    /// are quoted.
    @Test func deadStatesAndMistakableSymbols() throws {
        let nfa = try NFA(
            alphabet: ["a", "b", "ε", "a, b"],
            transitions: [("q0", "a", "q1"), ("q0", "b", "q2"), ("q2", "ε", "q2"), ("q2", "a, b", "q2")],
            initial: ["q0"], final: ["q2"])
        #expect(
            try nfa.determinizationSteps().description == """
                → {q0}
                  —a→ {q1}  new
                  —b→ {q2}  new
                {q1}
                {q2}  final
                  —"ε"→ {q2}
                  —"a, b"→ {q2}
                3 subsets, 1 of them final

                """)
        #expect(try nfa.determinizationSteps(total: true).subsets == [[0], [1], [2], []])
    }

    /// The sets of the construction by hand, in the order in which they are found.
    private static func subsets(of automaton: EpsilonNFA, total: Bool) -> [Set<StateID>] {
        func closed(_ states: Set<StateID>) -> Set<StateID> {
            var (closed, open) = (states, Array(states))
            while let state = open.popLast() {
                open += automaton.epsilonTargets(from: state).filter { closed.insert($0).inserted }
            }
            return closed
        }
        let start = closed(Set(automaton.initialStates))
        var subsets = start.isEmpty && !total ? [] : [start]
        var next = 0
        while next < subsets.count {
            for symbol in automaton.alphabet.symbols {
                let moves = automaton.transitions.filter { $0.symbol == symbol && subsets[next].contains($0.source) }
                let target = closed(Set(moves.map(\.target)))
                if !subsets.contains(target), total || !target.isEmpty { subsets.append(target) }
            }
            next += 1
        }
        return subsets
    }

    /// The sets are those of the construction by hand. Without the states that accepting runs don't
    /// visit, the result is that of the operation, state by state. Each step is a transition of it.
    @Test(arguments: 0..<12 as Range<UInt64>) func agreesWithDeterminization(seed: UInt64) throws {
        var random = SplitMix64(seed: 8800 + seed)
        for _ in 0..<60 {
            let shape = RandomShape.mixed(&random, maximumStates: 7)
            let automata: [Automaton] = [
                .epsilonNFA(try RandomAutomata.epsilonNFA(shape, &random)),
                .nfa(try RandomAutomata.epsilonNFA(shape, &random).removingEpsilonMoves()),
                .dfa(try RandomAutomata.dfa(shape, &random)),
            ]
            for automaton in automata {
                for total in [false, true] {
                    let steps = try automaton.determinizationSteps(total: total)
                    let byHand = Self.subsets(of: automaton.asEpsilonNFA, total: total)
                    #expect(steps.subsets.map { Set($0) } == byHand, "\(shape) total=\(total)\n\(automaton)")
                    let trim = automaton.trimmed()
                    let dfa = try trim.determinized(total: total, namingSubsets: true)
                    let useful = try trim.determinizationSteps(total: total).result
                    #expect(useful == dfa, "\(shape) total=\(total)\n\(automaton)")
                    #expect(useful.stateNames == dfa.stateNames, "\(shape)\n\(automaton)")
                    #expect(try steps.result.isEquivalent(to: dfa))
                    #expect(
                        steps.steps.map { [Int($0.source), Int($0.symbol), Int($0.target)] }
                            == steps.result.transitions.map { [Int($0.source), Int($0.symbol), Int($0.target)] })
                    #expect(steps.steps.count { $0.isNew } == max(steps.subsets.count - 1, 0))
                    for step in steps.steps {
                        #expect(step.targetsBeforeClosure.isSubset(of: steps.subsets[Int(step.target)]))
                    }
                }
            }
        }
    }

    @Test func budgets() throws {
        // The DFA has 2^12 states.
        var builder = NFA.Builder(alphabet: ["a", "b"])
        try builder.addStates(13)
        for symbol in 0..<2 as Range<Symbol> {
            try builder.addTransition(from: 0, on: symbol, to: 0)
            for state in 1..<12 as Range<StateID> { try builder.addTransition(from: state, on: symbol, to: state + 1) }
        }
        try builder.addTransition(from: 0, on: 0, to: 1)
        builder.insertInitial(0)
        builder.insertFinal(12)
        let nfa = try builder.build()
        #expect(try nfa.determinizationSteps().subsets.count == 4096)
        for budget in [Budget(maximumStates: 4095), Budget(maximumBytes: 10_000), Budget(isCancelled: { true })] {
            #expect(throws: AutomataError.self) { try nfa.determinizationSteps(budget: budget) }
        }
        let steps = try nfa.determinizationSteps(budget: Budget(maximumStates: 4096))
        let end = " of 4096 subsets are shown)\n4096 subsets, 2048 of them final\n"
        #expect(steps.description.hasSuffix("… (the first 64" + end))
        #expect(throws: AutomataError.self) { try steps.text(budget: Budget(maximumBytes: 100)) }
        #expect(try steps.text(showing: .min, budget: .default) == "… (the first 0" + end)
    }
}
