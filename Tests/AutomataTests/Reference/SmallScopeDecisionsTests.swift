import Automata
import AutomataTestSupport
import TestSupport
import Testing

/// Every small automaton, or every third one in a short run, and every question about it, against
/// what follows from its words.
@Suite struct SmallScopeDecisionsTests {
    /// Longer than any shortest or longest word of two states, or of their subsets, and than a
    /// cycle behind these.
    private static let length = 6

    @Test func everyNFAWithTwoStatesOverTwoSymbols() throws {
        let all = SmallAutomata(states: 2, symbols: 2)
        for number in all.numbers { try Self.check(all[number]) }
    }

    @Test func everyEpsilonNFAWithTwoStatesOverOneSymbol() throws {
        let all = SmallAutomata(states: 2, symbols: 1, hasMoves: true)
        for number in all.numbers { try Self.check(all[number]) }
    }

    private static func check(_ reference: ReferenceAutomaton) throws {
        let alphabet = try RandomAutomata.alphabet(reference.symbolCount)
        let automaton = try reference.epsilonNFA(alphabet)
        let all = words(symbols: reference.symbolCount, upTo: length)
        let language = Array(zip(all, reference.language(upTo: length)))
        let accepted = language.filter(\.1).map(\.0)
        let rejected = language.first { !$0.1 }?.0
        let nfa = try automaton.removingEpsilonMoves()
        let dfa = try nfa.determinized()
        func expect(_ condition: Bool, _ question: String) {
            if !condition { Issue.record("\(question) of\n\(automaton)") }
        }

        expect(automaton.shortestWord()?.word == accepted.first, "the shortest word")
        expect(nfa.shortestWord()?.word == accepted.first, "the shortest word without moves")
        expect(dfa.shortestWord()?.word == accepted.first, "the shortest word of the DFA")
        expect(try automaton.shortestRejectedWord()?.word == rejected, "the shortest rejected word")
        expect(try dfa.shortestRejectedWord()?.word == rejected, "the shortest rejected word of the DFA")
        for algorithm in InclusionAlgorithm.allCases {
            expect(try automaton.isUniversal(using: algorithm) == (rejected == nil), "universality by \(algorithm)")
        }

        // A word as long as there are states goes round a cycle.
        let isFinite = accepted.allSatisfy { $0.count < reference.states.count }
        let longest = isFinite ? accepted.last.map { last in accepted.first { $0.count == last.count } } : nil
        for (model, isItsFinite, word, triple) in [
            ("ε-NFA", automaton.isFinite, automaton.longestWord(), try automaton.pumpingTriple()),
            ("NFA", nfa.isFinite, nfa.longestWord(), try nfa.pumpingTriple()),
            ("DFA", dfa.isFinite, dfa.longestWord(), try dfa.pumpingTriple()),
        ] {
            expect(isItsFinite == isFinite, "finiteness as \(model)")
            expect(word?.word == longest, "the longest word as \(model)")
            expect((triple == nil) == isFinite, "the pumping triple as \(model)")
            guard let triple else { continue }
            let pumped = (0...3).map { triple.word(rounds: $0).word }
            expect(pumped.allSatisfy { automaton.accepts($0) } && !triple.cycle.isEmpty, "pumping as \(model)")
        }
        expect((automaton.nondeterminism == nil) == automaton.isDeterministic, "determinism")
        expect(try dfa.nonminimality() == (dfa.isMinimal ? nil : dfa.nonminimality()), "minimality")
        try checkAmbiguity(automaton, all)
        for method in ReductionMethod.allCases {
            let reduced = try automaton.reduced(using: method)
            expect(reduced.stateCount <= max(1, automaton.stateCount), "the size of the reduction by \(method)")
            expect(try reduced.isEquivalent(to: automaton, using: .hopcroftKarp), "the reduction by \(method)")
        }
    }

    private static func checkAmbiguity(_ automaton: EpsilonNFA, _ words: [[Symbol]]) throws {
        let trim = automaton.trimmed()
        let found = try automaton.ambiguity()
        if (found == nil) != (try automaton.isUnambiguous()) { Issue.record("unambiguity of\n\(automaton)") }
        // A useful cycle of moves gives words any number of runs.
        let hasCycle = ReferenceAutomaton(trim).hasCycleOfMoves
        let isAmbiguous = { (word: [Symbol]) in !hasCycle && NaiveRuns.count(trim, word) > 1 }
        if !hasCycle, found?.witness.word != words.first(where: isAmbiguous) {
            Issue.record("the shortest ambiguous word of\n\(automaton)")
        }
        if hasCycle, found == nil { Issue.record("the cycle of moves in\n\(automaton)") }
        if let found {
            let word = found.witness.word
            for path in [found.first, found.second] where !NaiveRuns.isAccepting(path, automaton, word) {
                Issue.record("the runs on \(word) of\n\(automaton)")
            }
            if found.first == found.second { Issue.record("one run twice on \(word) of\n\(automaton)") }
        }
    }

    @Test(arguments: [(1, 2), (2, 2), (3, 1)]) func everyDFA(states: Int, symbols: Int) throws {
        // Each cell has a target or none, and each set of final states comes with each initial
        // state or none.
        let cells = states * symbols
        let choices = (0..<cells).reduce(1) { count, _ in count * (states + 1) }
        for table in 0..<choices {
            for final in 0..<1 << states {
                for initial in 0...states {
                    var builder = DFA.Builder(alphabet: try RandomAutomata.alphabet(symbols))
                    try builder.addStates(states)
                    var rest = table
                    for cell in 0..<cells {
                        let target = rest % (states + 1)
                        rest /= states + 1
                        if target == states { continue }
                        try builder.addTransition(
                            from: StateID(cell / symbols), on: Symbol(cell % symbols), to: StateID(target))
                    }
                    for state in 0..<states where final >> state & 1 == 1 { builder.insertFinal(StateID(state)) }
                    if initial < states { builder.initialState = StateID(initial) }
                    try Self.check(builder.build())
                }
            }
        }
    }

    private static func check(_ dfa: DFA) throws {
        let naive = NaiveMinimization(dfa)
        let smallest = try naive.minimized(total: dfa.isTotal).stateCount
        if dfa.isMinimal != (dfa.stateCount == smallest) { Issue.record("minimality of\n\(dfa)") }
        let offender = try dfa.nonminimality()
        if (offender == nil) != dfa.isMinimal { Issue.record("\(String(describing: offender)) of\n\(dfa)") }
        let differ = naive.distinguishable()
        switch offender {
        case .unreachable(let state)?:
            if dfa.accessibleStates.contains(state) { Issue.record("\(state) can be reached in\n\(dfa)") }
        case .dead(let state)?:
            if differ[Int(state)][dfa.stateCount] || dfa.isTotal { Issue.record("\(state) isn't dead in\n\(dfa)") }
        case .equivalent(let first, let second)?:
            if first >= second || differ[Int(first)][Int(second)] {
                Issue.record("\(first) and \(second) aren't equivalent in\n\(dfa)")
            }
        case nil: break
        }
    }

    /// Automata that are deterministic when they are read backward, and such with another initial
    /// state that is like one of theirs, whose subsets are said to be minimal.
    @Test(.timeLimit(.minutes(10)), arguments: [(2, 2, 1), (3, 1, 1), (3, 2, 37)])
    func everyReverseDeterministicNFA(states: Int, symbols: Int, stride step: Int) throws {
        let isExhaustive = TestScope.isLong
        let alphabet = try RandomAutomata.alphabet(symbols)
        let cells = states * symbols
        let choices = (0..<cells).reduce(1) { count, _ in count * (states + 1) }
        var shapes = 0
        // Each state has on each symbol one source or none.
        let numbers = choices * (1 << states) * states
        for number in Swift.stride(from: 0, to: numbers, by: isExhaustive ? 1 : step) {
            var rest = number
            func digit(_ base: Int) -> Int {
                defer { rest /= base }
                return rest % base
            }
            var moves: [(from: Int, on: Int, to: Int)] = []
            for cell in 0..<cells {
                let source = digit(states + 1)
                if source < states { moves.append((source, cell % symbols, cell / symbols)) }
            }
            let (initial, final) = (digit(1 << states), digit(states))
            func check(twin: Int?, isEntered: Bool = false, isFinal: Bool = false) throws {
                var builder = NFA.Builder(alphabet: alphabet)
                try builder.addStates(states + 1)
                for move in moves {
                    let (source, symbol, target) = (StateID(move.from), Symbol(move.on), StateID(move.to))
                    try builder.addTransition(from: source, on: symbol, to: target)
                    if move.from == twin { try builder.addTransition(from: StateID(states), on: symbol, to: target) }
                    if move.to == twin, isEntered {
                        try builder.addTransition(from: source, on: symbol, to: StateID(states))
                    }
                }
                builder.insertFinal(StateID(final))
                if isFinal { builder.insertFinal(StateID(states)) }
                if twin == nil {
                    for state in 0..<states where initial >> state & 1 == 1 { builder.insertInitial(StateID(state)) }
                } else {
                    builder.insertInitial(StateID(states))
                }
                let nfa = try builder.build()
                shapes += 1
                for isTotal in [false, true] {
                    let found = try nfa.minimizedWhereReverseIsDeterministic(total: isTotal, budget: .default)
                    if let found, try found != NaiveMinimization(nfa.determinized()).minimized(total: isTotal) {
                        Issue.record("\(found)\nfor\n\(nfa)")
                    }
                }
            }
            try check(twin: nil)
            // With an initial state that reads what another one reads.
            for twin in 0..<states where initial == 1 << twin {
                for isEntered in [false, true] {
                    try check(twin: twin, isEntered: isEntered)
                    try check(twin: twin, isEntered: isEntered, isFinal: true)
                }
            }
        }
        #expect(shapes > 1_000)
    }

    /// Pairs of NFAs with two states over one symbol: all of them in the long scope.
    @Test func pairsAreComparedRightly() throws {
        let all = SmallAutomata(states: 2, symbols: 1)
        let automata = try (0..<all.count).map {
            try all[$0].epsilonNFA(["a"]).removingEpsilonMoves()
        }
        let step = TestScope.isLong ? 1 : 67
        for pair in stride(from: 0, to: all.count * all.count, by: step) {
            let (left, right) = (automata[pair / all.count], automata[pair % all.count])
            let counterexample = NaiveComparison.counterexample(left, right)
            let difference = NaiveComparison.difference(left, right)
            for algorithm in InclusionAlgorithm.allCases {
                if try left.isIncluded(in: right, using: algorithm) != (counterexample == nil) {
                    Issue.record("inclusion by \(algorithm) of\n\(left)\nin\n\(right)")
                }
                if try left.isEquivalent(to: right, using: algorithm) != (difference == nil) {
                    Issue.record("equivalence by \(algorithm) of\n\(left)\nand\n\(right)")
                }
            }
            if try left.inclusionCounterexample(in: right)?.word != counterexample
                || left.equivalenceCounterexample(to: right)?.witness.word != difference
                || left.commonWord(with: right)?.word != NaiveComparison.common(left, right)
            {
                Issue.record("the words that show how these compare\n\(left)\n\(right)")
            }
        }
    }
}

extension ReferenceAutomaton {
    /// Whether moves without a symbol lead from a state back to it.
    fileprivate var hasCycleOfMoves: Bool {
        states.contains { state in closure(moves[state]).contains(state) }
    }
}
