import Synchronization
import Testing

@testable import Automata

/// How soon long work stops.
@Suite("Budgets")
struct BudgetTests {
    /// Counts how often it was asked, and says stop from some question on.
    private final class Clock: Sendable {
        private let asked = Mutex(0)
        let limit: Int

        init(limit: Int = .max) { self.limit = limit }

        var count: Int { asked.withLock { $0 } }

        func tick() -> Bool {
            asked.withLock {
                $0 += 1
                return $0 >= limit
            }
        }
    }

    /// A chain that reads other symbols at each state, no two of which are alike.
    private func chain(_ length: Int, symbolsEach: Int) throws -> NFA {
        var builder = NFA.Builder(alphabet: try Alphabet((0..<length * symbolsEach).map(String.init)))
        try builder.addStates(length + 1)
        for state in 0..<length {
            for symbol in 0..<symbolsEach {
                try builder.addTransition(
                    from: State(state), on: Symbol(state * symbolsEach + symbol),
                    to: State((state + 1 + symbol) % (length + 1)))
            }
        }
        builder.insertInitial(0)
        builder.insertFinal(State(length))
        return try builder.build()
    }

    /// Batches that don't start at multiples of their size, as those behind a chain, are heard too.
    @Test(arguments: [1, 2, 3])
    func bitSubsetsAskOnTheirWay(_ chain: Int) throws {
        let kth = NFA.kthFromTheEnd(14)
        var builder = NFA.Builder(alphabet: ["a", "b"])
        try builder.addStates(kth.stateCount + chain)
        for move in kth.transitions { try builder.addTransition(from: move.source, on: move.symbol, to: move.target) }
        for state in State(kth.stateCount)..<State(kth.stateCount + chain) {
            let next = Int(state) == kth.stateCount + chain - 1 ? 0 : state + 1
            try builder.addTransition(from: state, on: 0, to: next)
        }
        builder.insertInitial(State(kth.stateCount))
        for state in kth.finalStates { builder.insertFinal(state) }
        let clock = Clock()
        _ = try builder.build().determinized(budget: Budget(isCancelled: { clock.tick() }))
        #expect(clock.count >= 4)
    }

    /// Rows over very many symbols fill the memory long before there are many of them.
    @Test(arguments: [(200, 40), (2_000, 1)])
    func wideRowsCountSoon(_ length: Int, _ symbolsEach: Int) throws {
        let nfa = try chain(length, symbolsEach: symbolsEach)
        let built = statesBuilt { try nfa.determinized(total: true, budget: Budget(maximumBytes: 1 << 18)) }
        #expect(try #require(built) < length)
    }

    /// The states built when an operation ran out of memory, `nil` where it didn't.
    private func statesBuilt(_ operation: () throws -> DFA) -> Int? {
        do {
            _ = try operation()
            return nil
        } catch AutomataError.budgetExceeded(let built, .bytes) {
            return built
        } catch {
            return nil
        }
    }

    /// Equal symbols are one while subsets are built, and many again in the result.
    @Test func theResultCounts() throws {
        var builder = NFA.Builder(alphabet: try Alphabet((0..<2_000).map(String.init)))
        try builder.addStates(9)
        for symbol in 0..<Symbol(2_000) {
            try builder.addTransition(from: 0, on: symbol, to: 0)
            if symbol % 2 == 0 { try builder.addTransition(from: 0, on: symbol, to: 1) }
            for state in 1..<State(8) { try builder.addTransition(from: state, on: symbol, to: state + 1) }
        }
        builder.insertInitial(0)
        builder.insertFinal(8)
        let nfa = try builder.build()
        #expect(try nfa.determinized().transitionCount == 256 * 2_000)
        // The table has two mebibytes.
        #expect(statesBuilt { try nfa.determinized(budget: Budget(maximumBytes: 1 << 20)) } != nil)
    }

    @Test func theNamesOfSubsetsCount() throws {
        let nfa = NFA.kthFromTheEnd(12)
        let budget = Budget(maximumBytes: 160 << 10)
        #expect(try nfa.determinized(budget: budget).stateCount == 4_096)
        #expect(statesBuilt { try nfa.determinized(namingSubsets: true, budget: budget) } != nil)
    }

    /// Closures that cost much each: a clique of epsilon moves.
    @Test func epsilonRemovalAsksOnItsWay() throws {
        let count: State = 1_500
        var builder = EpsilonNFA.Builder(alphabet: ["a"])
        try builder.addStates(Int(count))
        for source in 0..<count {
            try builder.addTransition(from: source, on: 0, to: (source + 1) % count)
            for target in stride(from: source % 3, to: count, by: 3) {
                try builder.addEpsilonMove(from: source, to: target)
            }
        }
        builder.insertInitial(0)
        builder.insertFinal(1)
        let automaton = try builder.build()
        let clock = Clock(limit: 2)
        #expect(throws: AutomataError.self) {
            try automaton.removingEpsilonMoves(budget: Budget(isCancelled: { clock.tick() }))
        }
    }

    /// A bound on the states of the result is none on the states that epsilon removal passes through.
    @Test func epsilonRemovalBuildsNoStatesOfItsOwn() throws {
        var builder = EpsilonNFA.Builder(alphabet: ["a"])
        try builder.addStates(9_000)
        for state in 1..<State(9_000) {
            try builder.addTransition(from: 0, on: 0, to: state)
            builder.insertFinal(state)
        }
        try builder.addEpsilonMove(from: 0, to: 1)
        builder.insertInitial(0)
        #expect(try builder.build().determinized(budget: Budget(maximumStates: 2)).stateCount == 2)
    }

    /// Nor on those that decisions pass through: they count the sets and pairs that they build.
    @Test func decisionsCountNoStatesOfEpsilonRemoval() throws {
        var builder = EpsilonNFA.Builder(alphabet: ["a"])
        try builder.addStates(9_000)
        for state in 1..<State(9_000) {
            try builder.addTransition(from: 0, on: 0, to: state)
            builder.insertFinal(state)
        }
        try builder.addEpsilonMove(from: 0, to: 1)
        builder.insertInitial(0)
        let automaton = try builder.build()
        let same = try EpsilonNFA(NFA(automaton.determinized()))
        let budget = Budget(maximumStates: 100)
        #expect(try automaton.isEquivalent(to: same, budget: budget))
        #expect(try automaton.equivalenceCounterexample(to: same, budget: budget) == nil)
        #expect(try same.isIncluded(in: automaton, budget: budget))
        #expect(try same.inclusionCounterexample(in: automaton, budget: budget) == nil)
        #expect(try same.commonWord(with: automaton, budget: budget)?.description == "ε")
        #expect(try automaton.shortestRejectedWord(budget: budget)?.description == "aa")
        #expect(try Automaton.epsilonNFA(automaton).isUniversal(budget: budget) == false)
        #expect(try automaton.pumpingTriple(budget: budget) == nil)
    }

    /// Many states and many symbols, and no transition at all.
    @Test func completionCounts() throws {
        var builder = EpsilonNFA.Builder(alphabet: try Alphabet((0..<70_000).map(String.init)))
        try builder.addStates(50_000)
        builder.insertInitial(0)
        let automaton = try builder.build()
        let nfa = try automaton.removingEpsilonMoves()
        #expect(nfa.stateCount == 1)
        #expect(!automaton.isTotal)
        #expect(throws: AutomataError.self) { try automaton.completed(budget: .default) }
        #expect(throws: AutomataError.self) { try automaton.completed(budget: Budget(maximumStates: 50_000)) }
        #expect(throws: AutomataError.self) { try nfa.completed(budget: Budget(maximumBytes: 1 << 20)) }
        let complete = try nfa.completed(budget: .default)
        #expect(complete.isTotal)
        #expect(complete.stateCount == 2)
        #expect(try complete.completed(budget: Budget(maximumBytes: 0)) == complete)
        #expect(throws: AutomataError.self) { try DFA(nfa).completed(budget: Budget(maximumStates: 1)) }
        #expect(try DFA(nfa).completed(budget: .default).isTotal)
    }

    @Test func messagesNameSmallLimits() {
        let error = AutomataError.budgetExceeded(statesBuilt: 3, limit: .bytes(1_000))
        #expect(error.description.contains("1000 bytes"))
    }

    @Test(arguments: [0, -1, .min])
    func nothingFits(_ limit: Int) {
        for budget in [Budget(maximumStates: limit), Budget(maximumBytes: limit)] {
            #expect(throws: AutomataError.self) { try NFA.kthFromTheEnd(2).determinized(budget: budget) }
        }
    }
}

/// Every operation with a budget is heard from at its start, and stops at the report that the caller doesn't like.
@Suite("Cancellation")
struct CancellationTests {
    /// What is reported, and the report at which the caller cancels, by way of the report alone.
    private final class Caller: Sendable {
        private let reports = Mutex(0)
        private let limit: Int

        init(stoppingAt limit: Int) { self.limit = limit }

        var count: Int { reports.withLock { $0 } }

        var budget: Budget {
            Budget(
                isCancelled: { self.reports.withLock { $0 >= self.limit } },
                reportProgress: { _ in self.reports.withLock { $0 += 1 } })
        }
    }

    private struct Operation: CustomTestStringConvertible, Sendable {
        let name: String
        let run: @Sendable (Budget) throws(AutomataError) -> Void

        init(_ name: String, _ run: @escaping @Sendable (Budget) throws(AutomataError) -> Void) {
            self.name = name
            self.run = run
        }

        var testDescription: String { name }
    }

    private static let operations: [Operation] = {
        let automata: [(String, NFA)] = [
            ("no states", .withoutStates),
            ("kth", .kthFromTheEnd(4)),
            ("kth, larger", .kthFromTheEnd(9)),
            ("lists", .loopAndChain(400)),
            ("deterministic", NFA(DFA.chain(of: 1_000))),
        ]
        var operations: [Operation] = []
        for (name, nfa) in automata {
            let epsilonNFA = EpsilonNFA(nfa).withMove
            operations.append(
                Operation("determinize \(name)") { (budget) throws(AutomataError) in
                    _ = try nfa.determinized(budget: budget)
                })
            operations.append(
                Operation("determinize totally \(name)") { (budget) throws(AutomataError) in
                    _ = try nfa.determinized(total: true, namingSubsets: true, budget: budget)
                })
            operations.append(
                Operation("remove epsilon moves \(name)") { (budget) throws(AutomataError) in
                    _ = try EpsilonNFA(nfa).removingEpsilonMoves(budget: budget)
                    _ = try epsilonNFA.removingEpsilonMoves(budget: budget)
                })
            operations.append(
                Operation("complete \(name)") { (budget) throws(AutomataError) in
                    _ = try nfa.completed(budget: budget)
                    _ = try nfa.completed().completed(budget: budget)
                    _ = try epsilonNFA.completed(budget: budget)
                })
            operations.append(
                Operation("run \(name)") { (budget) throws(AutomataError) in
                    let word = [Symbol](repeating: 0, count: 1_000)
                    _ = try nfa.run(on: word, budget: budget).text(budget: budget)
                    _ = try epsilonNFA.run(on: word, budget: budget).text(budget: budget)
                    _ = try epsilonNFA.determinized().run(on: word, budget: budget).text(budget: budget)
                })
            operations.append(
                Operation("table \(name)") { (budget) throws(AutomataError) in
                    _ = try Automaton.nfa(nfa).transitionTable(budget: budget)
                    _ = try Automaton.epsilonNFA(epsilonNFA).transitionTable(budget: budget)
                })
            operations += decisions(name, nfa, epsilonNFA)
            guard let dfa = try? nfa.determinized() else { continue }
            operations.append(
                Operation("decide what the DFA is, \(name)") { (budget) throws(AutomataError) in
                    _ = try dfa.nonminimality(budget: budget)
                    _ = try dfa.equivalentStates(budget: budget)
                    _ = try dfa.pumpingTriple(budget: budget)
                    _ = try dfa.isEquivalent(to: dfa.completed(), using: .hopcroftKarp, budget: budget)
                    _ = try dfa.isUniversal(using: .antichain, budget: budget)
                })
            operations.append(
                Operation("determinize and complete the DFA \(name)") { (budget) throws(AutomataError) in
                    _ = try dfa.determinized(budget: budget)
                    _ = try dfa.completed(budget: budget)
                    _ = try dfa.transitionTable(budget: budget)
                })
            for algorithm in MinimizationAlgorithm.allCases where algorithm != .revuz || dfa.isFinite {
                operations.append(
                    Operation("minimize by \(algorithm) \(name)") { (budget) throws(AutomataError) in
                        _ = try dfa.minimized(using: algorithm, budget: budget)
                        _ = try dfa.minimized(using: algorithm, total: true, budget: budget)
                    })
            }
        }
        return operations
    }()

    private static func decisions(_ name: String, _ nfa: NFA, _ epsilonNFA: EpsilonNFA) -> [Operation] {
        let other = nfa.reversed()
        return [
            Operation("find a pumping triple \(name)") { (budget) throws(AutomataError) in
                _ = try nfa.pumpingTriple(budget: budget)
                _ = try epsilonNFA.pumpingTriple(budget: budget)
            },
            Operation("ask about ambiguity \(name)") { (budget) throws(AutomataError) in
                _ = try nfa.isUnambiguous(budget: budget)
                _ = try nfa.ambiguityDegree(budget: budget)
                _ = try epsilonNFA.isUnambiguous(budget: budget)
                _ = try nfa.growth(budget: budget)
            },
            Operation("relate the states \(name)") { (budget) throws(AutomataError) in
                _ = try nfa.bisimulationPartition(.backward, budget: budget)
                _ = try nfa.simulationPreorder(.forward, budget: budget)
                _ = try epsilonNFA.reduced(budget: budget)
            },
            Operation("find common words \(name)") { (budget) throws(AutomataError) in
                _ = try nfa.commonWord(with: other, budget: budget)
                _ = try nfa.shortestRejectedWord(budget: budget)
            },
        ]
            + InclusionAlgorithm.allCases.map { algorithm in
                Operation("compare by \(algorithm) \(name)") { (budget) throws(AutomataError) in
                    _ = try nfa.isIncluded(in: other, using: algorithm, budget: budget)
                    _ = try nfa.isEquivalent(to: other, using: algorithm, budget: budget)
                    _ = try other.isEquivalent(to: epsilonNFA.removingEpsilonMoves(), using: algorithm, budget: budget)
                }
            }
    }

    @Test(arguments: operations)
    private func eachReportCanBeTheLast(_ operation: Operation) throws {
        let listener = Caller(stoppingAt: .max)
        try operation.run(listener.budget)
        #expect(listener.count >= 1)
        for report in 1...listener.count where report < 4 || report == listener.count {
            let caller = Caller(stoppingAt: report)
            do {
                try operation.run(caller.budget)
                Issue.record("not cancelled at report \(report)")
            } catch {
                #expect(error.isCancelled)
            }
            #expect(caller.count == report)
        }
    }
}

extension EpsilonNFA {
    /// The automaton with an epsilon move from its last state to its first, where it has any.
    fileprivate var withMove: EpsilonNFA {
        guard stateCount > 0 else { return self }
        var offsets = [UInt32](repeating: 0, count: stateCount + 1)
        offsets[stateCount] = 1
        return EpsilonNFA(
            alphabet: alphabet, rows: rows, epsilon: EpsilonMoves(offsets: offsets, targets: [0]),
            initialStates: initialStates, finalStates: finalStates)
    }
}

extension NFA {
    fileprivate static var withoutStates: NFA {
        NFA(alphabet: ["a"], rows: Transitions(stateCount: 0), initialStates: [], finalStates: [])
    }

    /// A chain of the numbers 0 to 19, over and over, that may be begun anew at each 0.
    fileprivate static func loopAndChain(_ length: State) -> NFA {
        let chain = (0..<length).map { Transition(from: $0, on: $0 % 20, to: $0 + 1) }
        let transitions = (0..<20).map { Transition(from: 0, on: $0, to: 0) } + chain
        return NFA(
            alphabet: [
                "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18",
                "19",
            ],
            rows: Transitions(
                stateCount: Int(length) + 1, sources: transitions.map(\.source), symbols: transitions.map(\.symbol),
                targets: transitions.map(\.target)),
            initialStates: [0], finalStates: [length])
    }
}

extension DFA {
    /// Accepts one word of so many `a`.
    fileprivate static func chain(of length: Int) -> DFA {
        DFA(
            alphabet: ["a"],
            rows: Transitions(
                offsets: (0...UInt32(length)).map { $0 } + [UInt32(length)],
                symbols: Array(repeating: 0, count: length), targets: (1...State(length)).map { $0 }),
            initialState: 0, finalStates: [State(length)])
    }
}
