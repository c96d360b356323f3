import Synchronization
import Testing

@testable import Automata

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

    /// Automata of all the sizes at which another representation of subsets takes over, sparse and dense.
    @Test(arguments: [1, 8, 63, 64, 65, 127, 128, 129, 200, 256, 257, 400, 600, 1_100, 2_100, 4_200])
    func languageIsKept(_ states: Int) throws {
        for seed in 0..<6 {
            var random = SplitMix64(seed: UInt64(states * 100 + seed))
            let shape = RandomShape(
                states: states, symbols: [1, 2, 3, 12][seed % 4], density: [0.9, 1.1, 1.4][seed % 3],
                finalDensity: 0.1, maximumInitialStates: 3)
            let nfa = try RandomAutomata.nfa(shape, &random)
            guard let dfa = try? nfa.determinized(budget: Budget(maximumStates: 3_000)) else { continue }
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
            func runOnBits<Bits: SubsetBits>(_ type: Bits.Type) throws -> DFA {
                try construction.runOnBits(type, try source(nfa, includingUnusedSymbols: keepsEmptySubset))
            }
            let expected = try runOnBits(UInt64.self)
            let onLists = try construction.runOnLists(
                try source(nfa, includingUnusedSymbols: keepsEmptySubset), mayGiveUp: false)
            #expect(try runOnBits(SIMD2<UInt64>.self) == expected)
            #expect(try runOnBits(SIMD8<UInt64>.self) == expected)
            #expect(onLists == expected)
        }
    }

    /// Subsuming states change no language and only lower the number of states, in every representation, but for names.
    private func expectSubsumption(in nfa: NFA) throws {
        for total in [false, true] {
            let expected = try nfa.determinized(total: total, namingSubsets: true)
            let dfa = try nfa.determinized(total: total)
            #expect(dfa.stateCount <= expected.stateCount)
            #expect(try dfa.minimized() == expected.withStateNames(nil).minimized())
            let construction = SubsetConstruction(
                automaton: nfa, keepsEmptySubset: total, namesSubsets: false, budget: .default)
            let useful = UsefulStates(nfa)
            if useful.isDeterministic, !total { continue }
            func absorbing() throws -> SubsetSource {
                try SubsetSource(nfa, useful: useful, includingUnusedSymbols: total, absorbing: true)
            }
            #expect(try absorbing().subsuming.states.count <= SubsumingStates.maximumCount)
            #expect(try construction.runOnBits(SIMD4<UInt64>.self, absorbing()) == dfa)
            #expect(try construction.runOnLists(absorbing(), mayGiveUp: false) == dfa)
        }
    }

    /// A state that accepts every word takes the place of the subsets that it is in.
    @Test(arguments: 0..<60)
    func universalStatesAbsorbTheirSubsets(_ seed: Int) throws {
        var random = SplitMix64(seed: UInt64(1000 + seed))
        let shape = RandomShape(
            states: 1 + random.draw(12), symbols: 1 + random.draw(3), density: 1.2 + Double(seed % 3) / 3,
            finalDensity: 0.7)
        let nfa = try RandomAutomata.nfa(shape, &random)
        try expectSubsumption(in: nfa)
    }

    /// The states of a cycle accept every word together, and with one that isn't final none of them does.
    @Test func universalStatesAreFoundInCycles() throws {
        for isFinal in [true, false] {
            var builder = NFA.Builder(alphabet: ["a", "b"])
            try builder.addStates(4)
            for symbol in 0..<2 as Range<Symbol> {
                for (source, target) in [(0, 0), (0, 1), (1, 2), (2, 3), (3, 1)] as [(StateID, StateID)] {
                    try builder.addTransition(from: source, on: symbol, to: target)
                }
            }
            builder.insertInitial(0)
            for state in [1, 2] as [StateID] { builder.insertFinal(state) }
            if isFinal { builder.insertFinal(3) }
            let nfa = try builder.build()
            #expect(try nfa.determinized().stateCount == (isFinal ? 2 : 4))
            #expect(try nfa.determinized(namingSubsets: true).stateCount == 4)
        }
    }

    /// Searches for many words at once: which of them were found doesn't matter once one is.
    @Test func unionsOfSearchesStaySmall() throws {
        let searches = try (0..<40).map { number in
            try RegularExpression(
                parsing: ".*x\(number)y.*", syntax: .programmer, options: .init(unit: .bytes, dotMatchesNewline: true)
            ).dfa()
        }
        let union = try NFA.union(of: searches.map { NFA($0) })
        let dfa = try union.determinized(budget: Budget(maximumStates: 1_000))
        #expect(dfa.accepts(try dfa.alphabet.word("ax17yb")))
        #expect(!dfa.accepts(try dfa.alphabet.word("ax17b")))
    }

    /// Searches that aren't determinized yet: what comes before the words is one loop for all.
    @Test(arguments: [RegularExpression.Options.Unit.bytes, .utf8])
    func unionsOfNondeterministicSearchesShareTheirBeginning(_ unit: RegularExpression.Options.Unit) throws {
        let options = RegularExpression.Options(unit: unit, dotMatchesNewline: true)
        let patterns = (0..<30).map { ".*(x\($0)|y{\(1 + $0 % 5)})z.*" }
        let searches = try patterns.map { try RegularExpression(parsing: $0, options: options).nfa() }
        let union = try NFA.union(of: searches)
        let useful = UsefulStates(union)
        let source = try SubsetSource(union, useful: useful, includingUnusedSymbols: false, absorbing: true)
        #expect(union.initialStates.count == 30)
        #expect(source.initialStates.count == 1)
        #expect(source.transitionCount < union.transitionCount)
        let together = try RegularExpression(parsing: patterns.joined(separator: "|"), options: options).minimalDFA()
        #expect(try union.minimized(budget: Budget(maximumStates: 1_000)) == together)
    }

    /// States lose their simulators one after another, in the worst order for a search from the last state on.
    @Test func lookingForSimulatorsIsLinear() throws {
        let count = 20_000
        var builder = NFA.Builder(alphabet: ["a", "b", "c", "d"])
        try builder.addStates(count + 4)
        let (start, first, second, hub) = (0, 1, 2, StateID(count + 3)) as (StateID, StateID, StateID, StateID)
        builder.insertInitial(start)
        for state in [first, second] { builder.insertFinal(state) }
        for symbol in 0..<3 as Range<Symbol> { try builder.addTransition(from: first, on: symbol, to: first) }
        for symbol in 0..<2 as Range<Symbol> { try builder.addTransition(from: second, on: symbol, to: second) }
        try builder.addTransition(from: start, on: 0, to: start)
        try builder.addTransition(from: start, on: 0, to: second)
        try builder.addTransition(from: start, on: 3, to: hub)
        for state in 3..<StateID(count + 3) {
            try builder.addTransition(from: hub, on: 0, to: state)
            try builder.addTransition(from: state, on: 2, to: first)
        }
        // As many looks as there are transitions, and some; they were the square of that.
        let looks = Mutex(0)
        let budget = Budget(isCancelled: {
            looks.withLock { $0 += 1 }
            return false
        })
        #expect(try builder.build().determinized(budget: budget).stateCount == 6)
        #expect(looks.withLock { $0 } < 200)
    }

    /// States that the same words lead to are one, and no others.
    @Test(arguments: 0..<60)
    func beginningsAreShared(_ seed: Int) throws {
        var random = SplitMix64(seed: UInt64(3000 + seed))
        let parts = try (0..<3).map { _ in
            let shape = RandomShape(
                states: 1 + random.draw(4), symbols: 2, density: 1 + Double(seed % 3) / 3, finalDensity: 0.3)
            let part = try RandomAutomata.nfa(shape, &random)
            return try NFA.union(of: [part, part.restricted(to: part.accessibleStates)])
        }
        try expectSubsumption(in: NFA.union(of: parts))
    }

    /// Of patterns in UTF-8 what follows is a loop of several states, and without a flag `.` reads
    /// no newline.
    @Test(arguments: [RegularExpression.Options.Unit.utf8, .scalars], [true, false])
    func unionsOfSearchesInTextStaySmall(_ unit: RegularExpression.Options.Unit, _ readsNewlines: Bool) throws {
        let options = RegularExpression.Options(
            unit: unit, ignoresCase: true, dotMatchesNewline: readsNewlines)
        let patterns = (0..<30).map { ".*é\($0)[0-9]+y.*" }
        let searches = try patterns.map { try RegularExpression(parsing: $0, options: options).minimalDFA() }
        let union = try DFA.union(of: searches, budget: Budget(maximumStates: 1_000))
        let together = try RegularExpression(parsing: patterns.joined(separator: "|"), options: options).minimalDFA()
        #expect(try union.minimized() == together)
    }

    /// Loops at the end make other states superfluous.
    @Test(arguments: 0..<60)
    func endsSubsumeOtherStates(_ seed: Int) throws {
        var random = SplitMix64(seed: UInt64(2000 + seed))
        let loops = try ["(a|b)*", "(a(a|b))*", "(ab|ba|aa)*", "a*", "(a|b)*a(a|b)*", "((a|b)(a|b))*|a*"].map {
            try RegularExpression(parsing: $0, options: .init(unit: .bytes)).nfa()
        }
        let parts = try (0..<4).map { _ in
            var builder = NFA.Builder(alphabet: .bytes)
            let count = 3 + random.draw(4)
            try builder.addStates(count)
            builder.insertInitial(0)
            builder.insertFinal(StateID(count - 1))
            for state in 0..<StateID(count) {
                for symbol in [97, 98, 98] as [Symbol] {
                    try builder.addTransition(from: state, on: symbol, to: StateID(random.draw(count)))
                }
            }
            return try builder.build().concatenation(loops[random.draw(loops.count)])
        }
        let nfa = try NFA.union(of: parts)
        try expectSubsumption(in: nfa)
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

    /// A state that nothing but epsilon moves leaves is in the names; one that lies on the way of no accepted word isn't.
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

    /// The construction of the textbooks on random ε-NFAs: the same subsets, and the same steps between them.
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

    /// Words over {a, b} whose `k`-th symbol from the end is a: *k* + 1 states, and 2ᵏ once determinized (Meyer and Fischer, 1971).
    static func kthFromTheEnd(_ k: Int) -> NFA {
        var transitions = [("0", "a", "0"), ("0", "b", "0"), ("0", "a", "1")]
        for state in stride(from: 1, to: k, by: 1) {
            transitions += [("\(state)", "a", "\(state + 1)"), ("\(state)", "b", "\(state + 1)")]
        }
        return sample(["a", "b"], transitions, ["0"], ["\(k)"])
    }
}
