import Automata
import AutomataTestSupport
import RegularExpressions
import Synchronization
import Testing

@Suite("Subsumption in determinization")
struct SubsumptionTests {
    /// Subsuming states change no language and only lower the number of states, in every
    /// representation, but for names.
    private func expectSubsumption(in nfa: NFA) throws {
        for total in [false, true] {
            let expected = try nfa.determinized(total: total, namingSubsets: true)
            let dfa = try nfa.determinized(total: total)
            #expect(dfa.stateCount <= expected.stateCount)
            #expect(try dfa.minimized() == expected.withStateNames(nil).minimized())
            // What is looked for on the way counts no states of its own.
            let exact = Budget(maximumStates: dfa.stateCount)
            #expect(try nfa.determinized(total: total, budget: exact) == dfa)
            let construction = SubsetConstruction(
                automaton: nfa, keepsEmptySubset: total, namesSubsets: false, budget: .default)
            let useful = UsefulStates(nfa)
            if useful.isDeterministic, !total { continue }
            func absorbing() throws -> SubsetSource {
                try SubsetSource(nfa, useful: useful, includingUnusedSymbols: total, absorbing: true)
            }
            #expect(try absorbing().subsumingStates.states.count <= SubsumingStates.maximumCount)
            #expect(try construction.runOnBits(SingleBlock<SIMD4<UInt64>>(), absorbing()) == dfa)
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

    /// The states of a cycle accept every word together, and with one that isn't final none of them
    /// does.
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

    /// States lose their simulators one after another, in the worst order for a search from the
    /// last state on.
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
}
