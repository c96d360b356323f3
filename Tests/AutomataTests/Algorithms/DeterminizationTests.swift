import Automata
import AutomataTestSupport
import Testing

@Suite("Determinization")
struct DeterminizationTests {
    /// Hopcroft, Motwani, Ullman, 3rd ed., example 2.10: words that end in 01.
    private let endsWith01 = NFA.sample(
        ["0", "1"], [("q0", "0", "q0"), ("q0", "1", "q0"), ("q0", "0", "q1"), ("q1", "1", "q2")], ["q0"], ["q2"])

    @Test func textbookSubsets() throws {
        let dfa = try endsWith01.determinized(namingSubsets: true)
        #expect(dfa.stateNames == ["{q0}", "{q0,q1}", "{q0,q2}"])
        #expect(
            dfa.transitions.map { [Int($0.source), Int($0.symbol), Int($0.target)] } == [
                [0, 0, 1], [0, 1, 0], [1, 0, 1], [1, 1, 2], [2, 0, 1], [2, 1, 0],
            ])
        #expect(dfa.initialState == 0)
        #expect(dfa.finalStates == [2])
    }

    @Test(arguments: [1, 2, 5, 10, 14])
    func kthSymbolFromTheEnd(_ k: Int) throws {
        let dfa = try NFA.kthFromTheEnd(k).determinized()
        #expect(dfa.stateCount == 1 << k)
        #expect(dfa.transitionCount == 2 << k)
        #expect(dfa.finalStates.count == 1 << (k - 1))
    }

    @Test func uselessStatesAreLeftOut() throws {
        let nfa = NFA.sample(
            ["a", "b"], [("p", "a", "q"), ("p", "a", "dead"), ("dead", "b", "dead"), ("lost", "a", "q")], ["p"], ["q"])
        let dfa = try nfa.determinized(namingSubsets: true)
        #expect(dfa.stateNames == ["{p}", "{q}"])
        #expect(dfa.transitionCount == 1)
    }

    @Test func emptyLanguage() throws {
        let none = try NFA(alphabet: ["a"], transitions: [("p", "a", "p")], initial: ["p"], final: [])
        #expect(try none.determinized().stateCount == 0)
        #expect(try none.determinized().initialState == nil)
        let total = try none.determinized(total: true, namingSubsets: true)
        #expect(total.stateCount == 1)
        #expect(total.stateNames == ["∅"])
        #expect(total.isTotal)
        #expect(total.finalStates.isEmpty)
        let noStates = try NFA.Builder(alphabet: ["a"]).build()
        #expect(try noStates.determinized().stateCount == 0)
        #expect(try noStates.determinized(total: true).stateCount == 1)
    }

    @Test func emptyAlphabet() throws {
        let onlyEmptyWord = try NFA(alphabet: [], transitions: [], initial: ["p"], final: ["p"])
        let dfa = try onlyEmptyWord.determinized()
        #expect(dfa.stateCount == 1)
        #expect(dfa.accepts([]))
        #expect(try onlyEmptyWord.determinized(total: true).isTotal)
    }

    @Test(arguments: [1, 2, 4, 8, 11])
    func languageIsKept(_ states: Int) throws {
        for seed in 0..<12 {
            var random = SplitMix64(seed: UInt64(states * 100 + seed))
            let shape = RandomShape(
                states: states, symbols: [1, 2, 3, 12][seed % 4], density: [0.9, 1.1, 1.4][seed % 3],
                finalDensity: 0.1, maximumInitialStates: 3)
            let nfa = try RandomAutomata.nfa(shape, &random)
            let dfa = try nfa.determinized()
            let total = try nfa.determinized(total: true)
            #expect(dfa.trimmed() == dfa)
            #expect(total.isTotal)
            for _ in 0..<60 {
                let length = random.draw(14)
                let word = (0..<length).map { _ in Symbol(random.draw(nfa.alphabet.count)) }
                #expect(nfa.accepts(word) == dfa.accepts(word))
                #expect(nfa.accepts(word) == total.accepts(word))
            }
        }
    }

    private func source(_ nfa: NFA, includingUnusedSymbols: Bool) throws -> SubsetSource {
        try SubsetSource(nfa, useful: UsefulStates(nfa), includingUnusedSymbols: includingUnusedSymbols)
    }

    /// An automaton of the given size whose subsets are two sets of states and their shifts.
    private func shifting(_ states: Int, members: Int, _ random: inout SplitMix64) throws -> NFA {
        var builder = NFA.Builder(alphabet: ["a", "b"])
        try builder.addStates(states)
        for state in 1..<StateID(states) { try builder.addTransition(from: state - 1, on: 0, to: state) }
        builder.insertInitial(0)
        for _ in 1..<members { builder.insertInitial(StateID(random.draw(states))) }
        for _ in 0...members / 8 { try builder.addTransition(from: 0, on: 1, to: StateID(random.draw(states))) }
        for state in 0..<states - 1 where random.draw(10) == 0 { builder.insertFinal(StateID(state)) }
        builder.insertFinal(StateID(states - 1))
        return try builder.build()
    }

    /// Automata of all the sizes at which another representation of subsets takes over, with few
    /// and with many members in each subset.
    @Test func everyRepresentationIsCompared() throws {
        var comparedCounts: [Int: Int] = [:]
        for states in [63, 64, 65, 127, 128, 129, 200, 256, 257, 600, 1024, 1025, 2_100, 4_096, 4_097] {
            for members in [2, states / 10 + 8] {
                var random = SplitMix64(seed: UInt64(states + members))
                let nfa = try shifting(states, members: members, &random)
                let construction = SubsetConstruction(
                    automaton: nfa, keepsEmptySubset: false, namesSubsets: false, budget: .default)
                func runOnLists(mayGiveUp: Bool) throws -> DFA? {
                    try construction.runOnLists(
                        try source(nfa, includingUnusedSymbols: false), mayGiveUp: mayGiveUp)
                }
                let expected = try #require(try runOnLists(mayGiveUp: false))
                #expect(expected.stateCount >= states)
                // Smaller automata start with bit sets.
                if states > 256 { #expect(try (runOnLists(mayGiveUp: true) == nil) == (members > 2)) }
                func compare<Layout: SubsetLayout>(_ layout: Layout) throws {
                    let capacity = layout.blockCount * Layout.statesPerBlock
                    if capacity < states { return }
                    let dfa = try construction.runOnBits(layout, try source(nfa, includingUnusedSymbols: false))
                    #expect(dfa == expected, "\(states) states, \(members) members, \(capacity) bits")
                    comparedCounts[capacity, default: 0] += 1
                }
                try compare(SingleBlock<UInt64>())
                try compare(SingleBlock<SIMD2<UInt64>>())
                try compare(SingleBlock<SIMD4<UInt64>>())
                try compare(SingleBlock<SIMD8<UInt64>>())
                try compare(SingleBlock<SIMD16<UInt64>>())
                for capacity in [2048, 3072, 4096, 5120] {
                    try compare(BlockRow(stateCount: capacity))
                }
                let dfa = try nfa.determinized()
                #expect(try dfa.isEquivalent(to: expected))
                for length in [0, 1, states / 2, states - 1, states] {
                    let shifts = [Symbol](repeating: 0, count: length)
                    #expect(dfa.accepts(shifts) == nfa.accepts(shifts))
                    #expect(dfa.accepts([1] + shifts) == nfa.accepts([1] + shifts))
                }
            }
        }
        #expect(comparedCounts == [64: 4, 128: 10, 256: 16, 512: 18, 1024: 22, 2048: 24, 3072: 26, 4096: 28, 5120: 30])
    }

    /// Every representation of subsets builds the same automaton, number for number.
    @Test(arguments: 0..<60)
    func representationsAgree(_ seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let shape = RandomShape(
            states: 1 + random.draw(14), symbols: 1 + random.draw(5), density: 1 + Double(seed % 3) / 4,
            finalDensity: 0.2)
        let nfa = try RandomAutomata.nfa(shape, &random)
        let budget = Budget.default
        for keepsEmptySubset in [false, true] {
            let construction = SubsetConstruction(
                automaton: nfa, keepsEmptySubset: keepsEmptySubset, namesSubsets: false, budget: budget)
            func runOnBits<Layout: SubsetLayout>(_ layout: Layout) throws -> DFA {
                try construction.runOnBits(layout, try source(nfa, includingUnusedSymbols: keepsEmptySubset))
            }
            let expected = try runOnBits(SingleBlock<UInt64>())
            let onLists = try construction.runOnLists(
                try source(nfa, includingUnusedSymbols: keepsEmptySubset), mayGiveUp: false)
            #expect(try runOnBits(SingleBlock<SIMD2<UInt64>>()) == expected)
            #expect(try runOnBits(SingleBlock<SIMD4<UInt64>>()) == expected)
            #expect(try runOnBits(BlockRow(stateCount: nfa.stateCount)) == expected)
            #expect(try runOnBits(SingleBlock<SIMD8<UInt64>>()) == expected)
            #expect(try runOnBits(SingleBlock<SIMD16<UInt64>>()) == expected)
            #expect(try runOnBits(BlockRow(stateCount: 1025)) == expected)
            #expect(onLists == expected)
        }
    }

    /// Symbols that no state tells apart go one way and come back as many.
    @Test func equalSymbolsAreMergedAndExpanded() throws {
        var builder = NFA.Builder(alphabet: Alphabet.bytes)
        try builder.addStates(3)
        for byte in 97...122 as ClosedRange<Symbol> {
            try builder.addTransition(from: 0, on: byte, to: 0)
            try builder.addTransition(from: 0, on: byte, to: 1)
        }
        for byte in 48...57 as ClosedRange<Symbol> { try builder.addTransition(from: 1, on: byte, to: 2) }
        builder.insertInitial(0)
        builder.insertFinal(2)
        let nfa = try builder.build()
        #expect(try source(nfa, includingUnusedSymbols: false).classCount == 2)
        #expect(try source(nfa, includingUnusedSymbols: true).classCount == 3)
        let dfa = try nfa.determinized()
        #expect(dfa.stateCount == 3)
        #expect(dfa.transitionCount == 26 + 26 + 10)
        #expect(dfa.accepts("abz7"))
        #expect(!dfa.accepts("7"))
        #expect(try nfa.determinized(total: true).transitionCount == 4 * 256)
    }

    @Test func budgetIsKept() throws {
        #expect(throws: AutomataError.self) {
            try NFA.kthFromTheEnd(40).determinized(budget: Budget(maximumStates: 50_000))
        }
        do {
            _ = try NFA.kthFromTheEnd(40).determinized(budget: Budget(maximumBytes: 1 << 20))
            Issue.record("a mebibyte can't hold 2⁴⁰ subsets")
        } catch {
            #expect(error.isBudgetExceeded)
        }
        do {
            _ = try NFA.kthFromTheEnd(40).determinized(budget: Budget(isCancelled: { true }))
            Issue.record("the cancellation was not heard")
        } catch {
            #expect(error.isCancelled)
        }
    }

    @Test func budgetOfExactlyTheStatesNeeded() throws {
        #expect(try NFA.kthFromTheEnd(10).determinized(budget: Budget(maximumStates: 1024)).stateCount == 1024)
        #expect(throws: AutomataError.self) {
            try NFA.kthFromTheEnd(10).determinized(budget: Budget(maximumStates: 1023))
        }
    }

    /// Hopcroft, Motwani, Ullman, 3rd ed., section 2.5.5: subsets are closed under epsilon moves.
    @Test func subsetsOfEpsilonNFAsAreClosed() throws {
        let chain = try EpsilonNFA(
            alphabet: ["a", "b", "c"],
            transitions: [("A", "a", "A"), ("A", "", "B"), ("B", "b", "B"), ("B", "", "C"), ("C", "c", "C")],
            initial: ["A"], final: ["C"])
        #expect(try chain.determinized(namingSubsets: true).stateNames == ["{A,B,C}", "{B,C}", "{C}"])
    }

    /// A state that nothing but epsilon moves leaves is in the names; one that lies on the way of
    /// no accepted word isn't.
    @Test func closuresNameUsefulStates() throws {
        let automaton = try EpsilonNFA(
            alphabet: ["a"],
            transitions: [("p", "", "q"), ("q", "", "r"), ("r", "a", "s"), ("s", "", "lost"), ("t", "a", "p")],
            initial: ["p"], final: ["s"])
        #expect(try automaton.determinized(namingSubsets: true).stateNames == ["{p,q,r}", "{s}"])
        let total = try automaton.determinized(total: true, namingSubsets: true)
        #expect(total.stateNames == ["{p,q,r}", "{s}", "∅"])
    }

    /// States without names are named by the numbers that they have in the ε-NFA.
    @Test func closuresOfNamelessStates() throws {
        var builder = EpsilonNFA.Builder(alphabet: ["a"])
        try builder.addStates(4)
        builder.insertInitial(0)
        builder.insertFinal(3)
        try builder.addEpsilonMove(from: 0, to: 2)
        try builder.addTransition(from: 2, on: "a", to: 3)
        #expect(try builder.build().determinized(namingSubsets: true).stateNames == ["{q0,q2}", "{q3}"])
    }

    /// The construction of the textbooks on random ε-NFAs: the same subsets, and the same steps
    /// between them.
    @Test(arguments: 0..<300)
    func closedSubsetsAreTheTextbooks(_ seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let shape = RandomShape(
            states: 1 + random.draw(9), symbols: 1 + random.draw(3), density: 0.4 + Double(seed % 4) / 4,
            finalDensity: 0.3, epsilonDensity: [0, 0.3, 0.9][seed % 3])
        let automaton = try RandomAutomata.epsilonNFA(shape, &random)
        let reference = ReferenceAutomaton(automaton)
        let useful = Set(automaton.accessibleStates.intersection(automaton.coaccessibleStates).map(Int.init))
        func name(_ subset: Set<Int>) -> String {
            subset.isEmpty
                ? "∅" : "{" + subset.sorted().map { automaton.name(of: StateID($0)) }.joined(separator: ",") + "}"
        }

        for total in [false, true] {
            // Breadth-first, in the order of the symbols.
            var subsets = [reference.closure(reference.initial).intersection(useful)]
            if subsets[0].isEmpty, !total { subsets = [] }
            var steps: [[Int]] = []
            var next = 0
            while next < subsets.count {
                for symbol in automaton.alphabet.symbols {
                    let target = reference.step(subsets[next], Int(symbol)).intersection(useful)
                    if target.isEmpty, !total { continue }
                    if !subsets.contains(target) { subsets.append(target) }
                    steps.append([next, Int(symbol), subsets.firstIndex(of: target) ?? -1])
                }
                next += 1
            }
            let dfa = try automaton.determinized(total: total, namingSubsets: true)
            #expect((dfa.stateNames ?? []) == subsets.map(name))
            #expect(dfa.transitions.map { [Int($0.source), Int($0.symbol), Int($0.target)] } == steps)
            #expect(
                dfa.finalStates.map(Int.init)
                    == subsets.indices.filter { !subsets[$0].isDisjoint(with: reference.final) })
            #expect(try dfa.isEquivalent(to: automaton.determinized(total: total)))
        }
    }

    @Test func namesThatLookAlikeGiveNoNames() throws {
        let nfa = NFA.sample(
            ["a", "b", "c"],
            [("s", "a", "x,y"), ("s", "b", "x"), ("s", "b", "y"), ("x", "c", "x"), ("y", "a", "y"), ("x,y", "c", "y")],
            ["s"], ["x", "y", "x,y"])
        let dfa = try nfa.determinized(namingSubsets: true)
        #expect(dfa.stateNames == nil)
        #expect(dfa.accepts("bcc"))
    }
}

extension NFA {
    /// An automaton that a test spells out.
    static func sample(
        _ alphabet: Alphabet, _ transitions: [(String, String, String)], _ initial: [String], _ final: [String]
    ) -> NFA {
        guard let nfa = try? NFA(alphabet: alphabet, transitions: transitions, initial: initial, final: final) else {
            preconditionFailure("the sample is wrong")
        }
        return nfa
    }

    /// Words over {a, b} whose `k`-th symbol from the end is a: *k* + 1 states, and 2ᵏ once
    /// determinized (Meyer and Fischer, 1971).
    static func kthFromTheEnd(_ k: Int) -> NFA {
        var transitions = [("0", "a", "0"), ("0", "b", "0"), ("0", "a", "1")]
        for state in stride(from: 1, to: k, by: 1) {
            transitions += [("\(state)", "a", "\(state + 1)"), ("\(state)", "b", "\(state + 1)")]
        }
        return sample(["a", "b"], transitions, ["0"], ["\(k)"])
    }
}
