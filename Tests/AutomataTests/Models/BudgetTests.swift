import Automata
import Synchronization
import Testing
import WorkLimits

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

    /// The bytes that were held before the work count, and those held meanwhile.
    @Test func heldBytesAreAdded() throws {
        let budget = Budget(maximumBytes: 100)
        var steps = LimitedSteps(BudgetWatch(budget, states: 7, bytes: 60))
        try steps.step(holding: 40)
        try steps.check(holding: 40)
        let excess = LimitError.budgetExceeded(built: 7, limit: .bytes(100))
        #expect(throws: excess) { try steps.check(holding: 41) }
        var more = LimitedSteps(BudgetWatch(budget, states: 7, bytes: 60))
        #expect(throws: excess) { try more.step(holding: 41) }
        var tooMany = LimitedSteps(BudgetWatch(Budget(maximumStates: 6), states: 7))
        #expect(throws: LimitError.budgetExceeded(built: 7, limit: .states(6))) { try tooMany.step() }
    }

    /// Checks come at the first step and then after so many steps, states or cells.
    @Test func checksComeAtTheirPace() throws {
        let clock = Clock()
        var steps = LimitedSteps(BudgetWatch(Budget(isCancelled: { clock.tick() })))
        for _ in 0..<2 * (BudgetPace.states + 1) { try steps.step() }
        #expect(clock.count == 2)
        try steps.step(BudgetPace.states + 1)
        #expect(clock.count == 3)
        func dueCount(_ counts: [(states: Int, work: Int)]) -> Int {
            var pace = BudgetPace()
            return counts.count { pace.isDue(states: $0.states, work: $0.work) }
        }
        let (states, cells) = (BudgetPace.states, BudgetPace.cells)
        #expect(dueCount([(0, 0), (states - 1, cells - 1)]) == 1)
        #expect(dueCount([(0, 0), (states, 0), (2 * states, 0)]) == 3)
        #expect(dueCount([(0, 0), (0, cells), (0, 2 * cells)]) == 3)
        var pace = BudgetPace()
        #expect([0, 9, 10, 19, 20].map { pace.isDue(at: $0, every: 10) } == [true, false, true, false, true])
    }

    /// A chain that reads other symbols at each state, no two of which are alike.
    private func chain(_ length: Int, symbolsEach: Int) throws -> NFA {
        var builder = NFA.Builder(alphabet: try Alphabet((0..<length * symbolsEach).map(String.init)))
        try builder.addStates(length + 1)
        for state in 0..<length {
            for symbol in 0..<symbolsEach {
                try builder.addTransition(
                    from: StateID(state), on: Symbol(state * symbolsEach + symbol),
                    to: StateID((state + 1 + symbol) % (length + 1)))
            }
        }
        builder.insertInitial(0)
        builder.insertFinal(StateID(length))
        return try builder.build()
    }

    /// Batches that don't start at multiples of their size, as those behind a chain, are heard too.
    @Test(arguments: [1, 2, 3])
    func bitSubsetsAskOnTheirWay(_ chain: Int) throws {
        let kth = NFA.kthFromTheEnd(14)
        var builder = NFA.Builder(alphabet: ["a", "b"])
        try builder.addStates(kth.stateCount + chain)
        for move in kth.transitions { try builder.addTransition(from: move.source, on: move.symbol, to: move.target) }
        for state in StateID(kth.stateCount)..<StateID(kth.stateCount + chain) {
            let next = Int(state) == kth.stateCount + chain - 1 ? 0 : Int(state) + 1
            try builder.addTransition(from: state, on: 0, to: StateID(next))
        }
        builder.insertInitial(StateID(kth.stateCount))
        for state in kth.finalStates { builder.insertFinal(state) }
        let clock = Clock()
        _ = try builder.build().determinized(budget: Budget(isCancelled: { clock.tick() }))
        #expect(clock.count >= 4)
    }

    /// Lists of states that all lead to the same ones take long and stay short.
    @Test func listsOfStatesAskOnTheirWay() throws {
        let count: StateID = 400
        var builder = NFA.Builder(alphabet: ["a"])
        try builder.addStates(Int(count))
        for source in 0..<count {
            for target in source + 1..<count {
                try builder.addTransition(from: source, on: 0, to: target)
            }
        }
        builder.insertInitial(0)
        builder.insertFinal(count - 1)
        let nfa = try builder.build()
        let clock = Clock()
        // In so little memory bit sets are out of the question.
        let budget = Budget(maximumBytes: 4 << 20, isCancelled: { clock.tick() })
        #expect(try nfa.determinized(budget: budget).stateCount == Int(count))
        #expect(clock.count >= 12)
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
            if Int(symbol) % 2 == 0 { try builder.addTransition(from: 0, on: symbol, to: 1) }
            for state in 1..<StateID(8) { try builder.addTransition(from: state, on: symbol, to: state + 1) }
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
        let count = 1_500
        var builder = EpsilonNFA.Builder(alphabet: ["a"])
        try builder.addStates(count)
        for source in 0..<count {
            try builder.addTransition(from: StateID(source), on: 0, to: StateID((source + 1) % count))
            for target in stride(from: source % 3, to: count, by: 3) {
                try builder.addEpsilonMove(from: StateID(source), to: StateID(target))
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

    /// Accepts the empty word and `a`, each state but the first by itself.
    private func star(_ count: StateID) throws -> EpsilonNFA {
        var builder = EpsilonNFA.Builder(alphabet: ["a"])
        try builder.addStates(Int(count))
        for state in 1..<count {
            try builder.addTransition(from: 0, on: 0, to: state)
            builder.insertFinal(state)
        }
        try builder.addEpsilonMove(from: 0, to: 1)
        builder.insertInitial(0)
        return try builder.build()
    }

    /// A bound on the states of the result is none on the states that epsilon removal passes
    /// through.
    @Test func epsilonRemovalBuildsNoStatesOfItsOwn() throws {
        #expect(try star(9_000).determinized(budget: Budget(maximumStates: 2)).stateCount == 2)
    }

    /// Nor on those that decisions pass through: they count the sets and pairs that they build.
    @Test func decisionsCountNoStatesOfEpsilonRemoval() throws {
        let automaton = try star(9_000)
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
