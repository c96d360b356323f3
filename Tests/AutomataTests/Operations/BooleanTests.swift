import Automata
import AutomataTestSupport
import Synchronization
import Testing

@Suite("Boolean operations")
struct BooleanTests {
    /// Ends with 01, and has an even number of 0, over alphabets in another order.
    private let endsWith01 = NFA.sample(
        ["0", "1"], [("p", "0", "p"), ("p", "1", "p"), ("p", "0", "q"), ("q", "1", "r")], ["p"], ["r"])
    private let evenZeros = NFA.sample(
        ["1", "0"], [("e", "0", "o"), ("e", "1", "e"), ("o", "0", "e"), ("o", "1", "o")], ["e"], ["e"])

    @Test func textbookProduct() throws {
        let left = try endsWith01.minimized().withStateNames(["a", "b", "c"])
        let right = try DFA(evenZeros)
        let product = try left.intersection(right, namingPairs: true)
        #expect(product.alphabet == ["0", "1"])
        #expect(product.stateNames?.sorted() == ["(a,e)", "(a,o)", "(b,e)", "(b,o)", "(c,e)", "(c,o)"])
        #expect(product.name(of: 0) == "(a,e)")
        #expect(product.accepts("1001"))
        #expect(!product.accepts("01"))
        #expect(try left.union(right).accepts("01"))
        #expect(try left.difference(right, namingPairs: true).accepts("01"))
        #expect(try left.symmetricDifference(right).accepts("00"))
        #expect(try !left.symmetricDifference(right).accepts("1001"))
        let chain = try DFA(alphabet: ["a"], transitions: [("x", "a", "y")], initial: "x", final: ["y"])
        let loop = try DFA(alphabet: ["b"], transitions: [("u", "b", "u")], initial: "u", final: ["u"])
        #expect(try chain.union(loop, namingPairs: true).stateNames == ["(x,u)", "(y,–)", "(–,u)"])
    }

    @Test func complementsOfTextbooks() throws {
        let dfa = try endsWith01.determinized()
        #expect(try dfa.complement().accepts("0110"))
        #expect(try !dfa.complement().accepts("01"))
        let all = try DFA(alphabet: ["a"], transitions: [("x", "a", "x")], initial: "x", final: ["x"])
        #expect(try all.complement().stateCount == 0)
        #expect(try all.complement(total: true).isTotal)
        #expect(try all.complement(total: true).isEmpty)
        let none = try DFA(alphabet: ["a"], transitions: [], initial: nil, final: [])
        #expect(try none.complement().accepts("aaa"))
        #expect(try none.complement(total: true).isTotal)
        #expect(try NFA(none).complement().accepts(""))
    }

    @Test func complementsOverOtherAlphabets() throws {
        let dfa = try DFA(
            alphabet: ["a", "b"], transitions: [("x", "a", "y"), ("x", "b", "y")], initial: "x", final: ["y"])
        let wider = try dfa.complement(over: ["c", "a", "b"])
        #expect(wider.alphabet == ["c", "a", "b"])
        #expect(wider.accepts("c") && wider.accepts("") && wider.accepts("ab") && !wider.accepts("a"))
        let narrower = try dfa.complement(over: ["b"])
        #expect(narrower.alphabet == ["b"])
        #expect(narrower.accepts("") && !narrower.accepts("b") && narrower.accepts("bb") && !narrower.accepts("a"))
        #expect(throws: AutomataError.incompatibleAlphabets(.bytes, .named)) { try dfa.complement(over: .bytes) }

        let letters = try Alphabet.bytes([[97...122]])
        let letter = try DFA(
            NFA(
                alphabet: letters, rows: Transitions(stateCount: 2, sources: [0], symbols: [0], targets: [1]),
                initialStates: [0], finalStates: [1]))
        let rest = try letter.complement(over: .bytes([[0...255]]))
        #expect(rest.alphabet == (try .bytes([[97...122], [0...96, 123...255]])))
        #expect(rest.accepts("A") && !rest.accepts("q") && rest.accepts("qq") && rest.accepts(""))
        #expect(try NFA(letter).complement(over: .bytes([[0...99]])).alphabet.widths == [3, 97])
        let few = try letter.complement(over: .bytes([[97...99]]))
        #expect(few.alphabet == (try .bytes([[97...99]])))
        #expect(few.accepts("aa") && !few.accepts("a") && !few.accepts("zz"))
    }

    /// Everything against sets of words, for automata of all models and alphabets that differ.
    @Test func againstSetsOfWords() throws {
        var random = SplitMix64(seed: 5)
        let alphabets: [Alphabet] = [["a", "b"], ["b", "a"], ["b", "c"], ["a"], [], ["c", "a", "b"]]
        for round in 0..<250 {
            let pick = [alphabets[random.draw(6)], alphabets[random.draw(6)]]
            let joint = try pick[0].joint(with: pick[1])
            let length = joint.count == 3 ? 3 : 5
            let operands = try pick.map { alphabet in
                var shape = RandomShape.mixed(&random, maximumStates: 5)
                shape.symbols = alphabet.count
                return try RandomAutomata.epsilonNFA(shape, &random, alphabet: alphabet)
            }
            let sets = operands.map { WordSet($0, over: joint, upTo: length) }
            let expected = [
                sets[0].intersection(sets[1]), sets[0].union(sets[1]), sets[0].subtracting(sets[1]),
                sets[0].union(sets[1]).subtracting(sets[0].intersection(sets[1])), sets[0].complement,
            ]
            let models: [(EpsilonNFA) throws -> Automaton] = [
                { .dfa(try $0.determinized()) }, { .nfa(try $0.removingEpsilonMoves()) }, { .epsilonNFA($0) },
            ]
            let (left, right) = (try models[round % 3](operands[0]), try models[round / 3 % 3](operands[1]))
            let results = [
                try left.intersection(right), try left.union(right), try left.difference(right),
                try left.symmetricDifference(right), .dfa(try left.complement(over: joint)),
            ]
            for (result, words) in zip(results, expected) {
                #expect(result.alphabet == joint)
                #expect(WordSet(result, upTo: length) == words)
            }
            if case .dfa = left, case .dfa = right {
                for case .dfa(let dfa) in results.prefix(4) {
                    #expect(dfa.trimmed() == dfa)
                    #expect(dfa.canonicallyNumbered() == dfa)
                }
                #expect(results.allSatisfy { $0.model == .dfa })
            }
        }
    }

    /// Large alphabets go other ways: classes that are merged, dense and sparse rows.
    @Test(arguments: [9, 40, 200]) func manySymbols(_ symbols: Int) throws {
        var random = SplitMix64(seed: UInt64(symbols))
        for density in [0.02, 0.3, 1] {
            let shape = RandomShape(states: 6, symbols: symbols, density: density)
            let dfas = try (0..<2).map { _ in try RandomAutomata.dfa(shape, &random) }
            let (left, right) = (dfas[0], dfas[1])
            let results = [
                try left.intersection(right), try left.union(right), try left.difference(right),
                try left.symmetricDifference(right), try left.complement(),
            ]
            for _ in 0..<400 {
                let word = (0..<random.draw(6)).map { _ in Symbol(random.draw(symbols)) }
                let (l, r) = (left.accepts(word), right.accepts(word))
                for (result, isAccepted) in zip(results, [l && r, l || r, l && !r, l != r, !l]) {
                    #expect(result.accepts(word) == isAccepted)
                }
            }
            for dfa in results.prefix(4) {
                #expect(dfa.trimmed() == dfa)
                #expect(dfa.canonicallyNumbered() == dfa)
            }
        }
    }

    @Test func laws() throws {
        var random = SplitMix64(seed: 6)
        for _ in 0..<60 {
            let shape = RandomShape(states: 6, symbols: 2, density: 0.8)
            let (a, b, c) = (
                try RandomAutomata.nfa(shape, &random), try RandomAutomata.nfa(shape, &random),
                try RandomAutomata.nfa(shape, &random)
            )
            func same(_ left: some Minimizable, _ right: some Minimizable) throws {
                #expect(try left.minimalForm() == right.minimalForm())
            }
            try same(a.union(b).complement(), a.complement().intersection(b.complement()))
            try same(a.intersection(b).complement(), a.complement().union(b.complement()))
            try same(a.intersection(b.union(c)), a.intersection(b).union(a.intersection(c)))
            try same(a.union(b.intersection(c)), a.union(b).intersection(a.union(c)))
            try same(a.difference(b), NFA(b.complement()).intersection(a))
            try same(a.symmetricDifference(b), a.union(b).difference(a.intersection(b)))
            try same(a.complement().complement(), a)
            try same(NFA.intersection(of: [a, b, c]), a.intersection(b.intersection(c)))
            try same(NFA.union(of: [a, b, c]), a.union(b.union(c)))
            #expect(try a.difference(a).isEmpty)
            let dfas = try [a, b, c].map { try $0.determinized() }
            try same(DFA.union(of: dfas), a.union(b.union(c)))
            try same(DFA.intersection(of: dfas), a.intersection(b.intersection(c)))
            try same(dfas[0].symmetricDifference(dfas[1]), a.symmetricDifference(b))
            #expect(try dfas[0].symmetricDifference(dfas[0]).stateCount == 0)
        }
    }

    @Test func neutralElements() throws {
        #expect(try DFA.union(of: []).isEmpty)
        #expect(try DFA.intersection(of: []).accepts(""))
        #expect(try NFA.union(of: []).isEmpty)
        #expect(try NFA.intersection(of: []).accepts(""))
        #expect(try EpsilonNFA.intersection(of: []).accepts(""))
        #expect(try Automaton.intersection(of: []).accepts(""))
        #expect(try Automaton.union(of: []).model == .dfa)
        let mixed = [Automaton.nfa(endsWith01), .dfa(try DFA(evenZeros)), .epsilonNFA(EpsilonNFA(evenZeros))]
        #expect(try Automaton.union(of: mixed).model == .epsilonNFA)
        #expect(try Automaton.intersection(of: mixed).accepts("1001"))
        #expect(try Automaton.union(of: Array(mixed.prefix(2))).model == .nfa)
        let empty = try NFA(alphabet: [], transitions: [], initial: [], final: [])
        #expect(try NFA.intersection(of: [endsWith01, empty]).alphabet == ["0", "1"])
        #expect(try endsWith01.union(empty).minimized() == endsWith01.minimized())
    }

    @Test func unionKeepsNamesThatDiffer() throws {
        #expect(try endsWith01.union(evenZeros).stateNames == ["p", "q", "r", "e", "o"])
        #expect(try endsWith01.union(endsWith01).stateNames == nil)
    }

    @Test func budgetsHold() throws {
        let (left, right) = (try Families.dfa(60, 2, seed: 1), try Families.dfa(60, 2, seed: 2))
        let small = Budget(maximumStates: 500)
        #expect(try left.intersection(right).stateCount > 500)
        #expect(throws: AutomataError.self) { try left.intersection(right, budget: small) }
        #expect(throws: AutomataError.self) { try left.union(right, budget: small) }
        #expect(throws: AutomataError.self) { try left.intersection(right, budget: Budget(maximumBytes: 4096)) }
        #expect(throws: AutomataError.self) { try NFA(left).intersection(NFA(right), budget: small) }
        let kth = try Families.kth(10)
        #expect(throws: AutomataError.self) { try NFA(left).difference(kth, budget: small) }
        #expect(throws: AutomataError.self) { try kth.complement(budget: small) }
        #expect(throws: AutomataError.self) { try kth.union(kth, budget: Budget(maximumStates: 20)) }
        #expect(throws: AutomataError.self) {
            try left.complement(over: ["a", "b", "c"], budget: Budget(maximumBytes: 10))
        }
        let stop = Budget(isCancelled: { true })
        for operation: () throws -> Any in [
            { try left.intersection(right, budget: stop) }, { try kth.intersection(kth, budget: stop) },
            { try kth.difference(kth, budget: stop) }, { try kth.union(kth, budget: stop) },
            { try kth.complement(budget: stop) }, { try DFA.union(of: [left, right], budget: stop) },
        ] {
            #expect(throws: AutomataError.cancelled(statesBuilt: 0)) {
                do { _ = try operation() } catch AutomataError.cancelled {
                    throw AutomataError.cancelled(statesBuilt: 0)
                }
            }
        }
    }

    /// Whatever leads to a final state by many steps back to smaller numbers stays.
    @Test(arguments: [2, 40]) func productsKeepWaysThatGoBackOften(symbolCount: Int) throws {
        var builder = DFA.Builder(alphabet: try RandomAutomata.alphabet(symbolCount))
        try builder.addStates(30)
        for state in 1..<30 {
            try builder.addTransition(from: StateID(state - 1), on: 0 as Symbol, to: StateID(state))
            try builder.addTransition(from: StateID(state), on: 1 as Symbol, to: StateID(state - 1))
        }
        builder.initialState = 0
        builder.insertFinal(0)
        let counter = try builder.build()
        let product = try counter.intersection(counter)
        #expect(product.stateCount == 30)
        #expect(product.accepts(String(repeating: "a", count: 29) + String(repeating: "b", count: 29)))
        #expect(try counter.difference(Families.chain(3, symbols: symbolCount)).isEquivalent(to: counter))
    }

    /// A single pair of states may have as many successors as there are pairs, which aren't all
    /// built before the budget is asked.
    @Test func singleRowsStayWithinTheBudget() throws {
        var builder = NFA.Builder(alphabet: ["a"])
        try builder.addStates(2_000)
        for state in 0..<2_000 as Range<StateID> {
            try builder.addTransition(from: 0, on: 0 as Symbol, to: state)
            builder.insertFinal(state)
        }
        builder.insertInitial(0)
        let star = try builder.build()
        let budget = Budget(maximumStates: 100_000)
        let operations: [() throws -> Void] = [
            { _ = try star.intersection(star, budget: budget) },
            { _ = try star.leftQuotient(by: star, budget: budget) },
        ]
        for operation in operations {
            let error = #expect(throws: AutomataError.self) { try operation() }
            guard case .budgetExceeded(let statesBuilt, _)? = error else {
                Issue.record("another error")
                continue
            }
            #expect(statesBuilt < 2_000_000)
        }
    }

    /// States that lead to no final one are in no pair, of which there would be very many here.
    @Test func uselessStatesCostNothing() throws {
        let left = try NFA(
            alphabet: ["a", "b"],
            transitions: [("p", "a", "q"), ("p", "a", "sink"), ("sink", "a", "sink"), ("sink", "b", "sink")],
            initial: ["p"], final: ["q"])
        let kth = try Families.kth(16)
        let small = Budget(maximumStates: 10)
        #expect(try left.difference(kth, budget: small).stateCount == 2)
        #expect(try EpsilonNFA(left).difference(EpsilonNFA(kth), budget: small).accepts("a"))
        #expect(try left.symmetricDifference(left, budget: small).isEmpty)
        let chain = NFA(try Families.chain(100, symbols: 2))
        #expect(try left.intersection(chain, budget: small).isEmpty)
        #expect(try chain.intersection(left, budget: small).isEmpty)
    }

    /// As many pairs to begin with as the automata have initial states multiplied; their bytes
    /// count too.
    @Test func initialPairsStayWithinTheBudget() throws {
        let count = 3_000
        let all = StateSet(allBelow: count)
        let nfa = NFA(
            alphabet: ["a"], rows: Transitions(stateCount: count), initialStates: all, finalStates: all)
        let budget = Budget(maximumStates: .max, maximumBytes: 1 << 20)
        let operations: [() throws -> Void] = [
            { _ = try nfa.intersection(nfa, budget: budget) }, { _ = try nfa.shuffle(nfa, budget: budget) },
            { _ = try nfa.leftQuotient(by: nfa, budget: budget) },
            { _ = try nfa.rightQuotient(by: nfa, budget: budget) },
        ]
        for operation in operations {
            let error = #expect(throws: AutomataError.self) { try operation() }
            guard case .budgetExceeded(let statesBuilt, .bytes)? = error else {
                Issue.record("another error")
                continue
            }
            #expect(statesBuilt < 1_000_000)
        }
    }

    @Test func progressIsReported() throws {
        let reported = Mutex(0)
        let budget = Budget(reportProgress: { progress in reported.withLock { $0 = max($0, progress.statesBuilt) } })
        let (left, right) = (try Families.dfa(100, 2, seed: 1), try Families.dfa(100, 2, seed: 2))
        let product = try left.intersection(right, budget: budget)
        #expect(reported.withLock { $0 } >= product.stateCount)
        #expect(product.trimmed() == product)
    }
}

/// What has a minimal DFA, to compare languages by.
protocol Minimizable {
    func minimalForm() throws -> DFA
}

extension DFA: Minimizable {
    func minimalForm() throws -> DFA { try minimized() }
}

extension NFA: Minimizable {
    func minimalForm() throws -> DFA { try minimized() }
}

extension EpsilonNFA: Minimizable {
    func minimalForm() throws -> DFA { try minimized() }
}

extension Automaton: Minimizable {
    func minimalForm() throws -> DFA { try asEpsilonNFA.minimized() }
}
