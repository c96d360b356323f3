import Automata
import AutomataTestSupport
import Synchronization
import Testing

/// The scheduler on automata that are too large for the first strategy, so that the others have
/// their turns.
@Suite struct SchedulerTests {
    @Test(arguments: 0..<4 as Range<UInt64>)
    func theirAnswersAreRight(_ seed: UInt64) throws {
        var random = SplitMix64(seed: 31_000 + seed)
        var answers: [Bool: Int] = [:]
        for round in 0..<18 {
            var shape = RandomShape(states: 14 + random.draw(12), symbols: 2, density: 1.2 + Double(round % 3) * 0.15)
            shape.finalDensity = [0.1, 0.5, 0.9][random.draw(3)]
            let left = try RandomAutomata.nfa(shape, &random)
            let other = try RandomAutomata.nfa(shape, &random)
            let right: NFA =
                switch round % 6 {
                case 0: other
                case 1: try left.union(other)
                case 2: try other.union(left).reversed().reversed()
                // Twice the states, and the same language.
                case 3: try left.union(left)
                case 4: left.reversed().reversed().trimmed()
                default: try left.reduced(using: .simulation)
                }
            let problem = try InclusionProblem(left, right, keepsRightSymbols: true, budget: .default)
            /// Which sides accept the word that was met; both where there is none.
            func acceptance(_ trace: SearchTrace?, in problem: InclusionProblem) throws -> [Bool] {
                guard let trace else { return [true, true] }
                let word = try trace.word(in: problem, budget: .default).map { problem.leastSymbols[Int($0)] }
                return [NaiveComparison.accepts(left, word), NaiveComparison.accepts(right, word)]
            }
            for (one, question) in [(problem, "inclusion"), (problem.swapped, "inclusion the other way")] {
                var plain = PairSearch(one, .inclusion, rule: .congruence, order: .depthFirst, budget: .default)
                let expected = try plain.advance()
                let scheduler = Scheduler(one, .inclusion, budget: .default)
                // In many short turns, and in one.
                var stepwise: Bool?
                while stepwise == nil { stepwise = try scheduler.advance(by: 1) }
                #expect(stepwise == expected, "\(question) \(round)")
                let sides = try acceptance(scheduler.trace, in: one)
                let isOtherWay = question != "inclusion"
                #expect(
                    sides == (expected == true ? [true, true] : [!isOtherWay, isOtherWay]), "\(question) \(round)")
                #expect(try Scheduler(one, .inclusion, budget: .default).advance() == expected, "\(question) \(round)")
                if let expected { answers[expected, default: 0] += 1 }
            }
            var plain = PairSearch(problem, .equivalence, rule: .unionFind, order: .depthFirst, budget: .default)
            let expected = try plain.advance()
            let scheduler = Scheduler(problem, .equivalence, budget: .default)
            #expect(try scheduler.advance() == expected, "equivalence \(round)")
            let sides = try acceptance(scheduler.trace, in: problem)
            #expect((sides[0] == sides[1]) == (expected == true), "equivalence \(round)")
            #expect(try left.isEquivalent(to: right) == expected)
        }
        #expect(answers[true, default: 0] >= 8 && answers[false, default: 0] >= 4)
    }

    /// The answer doesn't depend on what the searches may hold, as long as one of them gets there.
    @Test func littleMemoryChangesNoAnswer() throws {
        var random = SplitMix64(seed: 32_000)
        var (decided, given) = (0, 0)
        for _ in 0..<12 {
            let shape = RandomShape(states: 20, symbols: 2, density: 1.3, maximumInitialStates: 1)
            let left = try RandomAutomata.nfa(shape, &random)
            let right = try left.union(RandomAutomata.nfa(shape, &random))
            for (one, other) in [(left, right), (right, left)] {
                let expected = try one.isIncluded(in: other)
                for kibibytes in [16, 64, 256, 1024] {
                    given += 1
                    do throws(AutomataError) {
                        let answer = try one.isIncluded(in: other, budget: Budget(maximumBytes: kibibytes << 10))
                        #expect(answer == expected)
                        decided += 1
                    } catch .budgetExceeded(_, .bytes(let limit)) {
                        #expect(limit == kibibytes << 10)
                    } catch {
                        #expect(error.isBudgetExceeded)
                    }
                }
            }
        }
        #expect(decided > given / 4)
    }

    /// A search that a budget ended doesn't begin anew, time and again: here the one with the
    /// preorder is ended while others go on.
    @Test func theyEndWhereSearchesRunOutOfStates() throws {
        let left = try Self.largeSearch(without: [])
        let right = try Self.largeSearch(without: ["41a62", "81a15", "97a42"])
        let problem = try InclusionProblem(left, right, keepsRightSymbols: true, budget: .default)
        let scheduler = Scheduler(problem, .inclusion, budget: Budget(maximumStates: 4096))
        var turns = 0
        #expect(throws: AutomataError.self) {
            while try scheduler.advance(by: 1 << 12) == nil, turns < 2000 { turns += 1 }
        }
        #expect(turns < 2000)
    }

    /// One search that has no room doesn't end the others: two states are too few for pairs of
    /// sets, and bisimilarity needs none.
    @Test func aFirstSearchWithoutRoomIsNotTheEnd() throws {
        let (one, other) = (NFA.kthFromTheEnd(5), NFA.kthFromTheEnd(7))
        let (left, right) = (try one.union(other), try other.union(one))
        let budget = Budget(maximumStates: 2)
        #expect(throws: AutomataError.self) { try left.isEquivalent(to: right, using: .congruence, budget: budget) }
        #expect(try left.isEquivalent(to: right, budget: budget))
        #expect(throws: AutomataError.budgetExceeded(statesBuilt: 3, limit: .states(1))) {
            let problem = try InclusionProblem(one, other, keepsRightSymbols: true, budget: .default)
            var search = PairSearch(
                problem, .equivalence, rule: .unionFind, order: .smallestFirst, budget: Budget(maximumStates: 1))
            _ = try search.advance()
        }
    }

    /// The searches share the bytes of the budget with whoever holds some of them already, those
    /// backward not excepted, which go first here.
    @Test func whatOthersHoldCounts() throws {
        var random = SplitMix64(seed: 33_000)
        var shape = RandomShape(states: 30, symbols: 2, density: 2.5, maximumInitialStates: 1)
        shape.finalDensity = 0.9
        let left = try RandomAutomata.nfa(shape, &random)
        let right = try left.union(RandomAutomata.nfa(shape, &random))
        let problem = try InclusionProblem(left, right, keepsRightSymbols: true, budget: .default)
        let budget = Budget(maximumBytes: 1 << 20)
        #expect(try Scheduler(problem, .inclusion, budget: budget).advance() == true)
        do throws(AutomataError) {
            _ = try Scheduler(problem, .inclusion, budget: budget).advance(reserving: 1 << 20)
            Issue.record("no bytes were left, and none were missed")
        } catch {
            #expect(error.isBudgetExceeded)
        }
    }

    /// The answer about equivalence doesn't depend on what the searches may hold either.
    @Test func littleMemoryChangesNoEquivalence() throws {
        let left = try Self.largeSearch(without: [])
        let right = try Self.largeSearch(without: ["41a62"])
        let problem = try InclusionProblem(left, right, keepsRightSymbols: true, budget: .default)
        let expected = try Scheduler(problem, .equivalence, budget: .default).advance()
        var decided = 0
        for kibibytes in [2, 8, 32, 128, 512, 2048] {
            do throws(AutomataError) {
                let budget = Budget(maximumBytes: kibibytes << 10)
                #expect(try Scheduler(problem, .equivalence, budget: budget).advance() == expected)
                decided += 1
            } catch {
                #expect(error.isBudgetExceeded)
            }
        }
        #expect(decided > 0)
    }

    /// What waits smallest sets first is told and counted like what waits otherwise.
    @Test func pairsThatWaitAreReported() throws {
        let nfa = NFA.kthFromTheEnd(12)
        let problem = try InclusionProblem(nfa, NFA(nfa.determinized()), keepsRightSymbols: true, budget: .default)
        let reports = Mutex<[Budget.Progress]>([])
        let budget = Budget(reportProgress: { progress in reports.withLock { $0.append(progress) } })
        var search = PairSearch(problem, .equivalence, rule: .unionFind, order: .smallestFirst, budget: budget)
        let plain = PairSearch(problem, .equivalence, rule: .visited, order: .depthFirst, budget: budget)
        #expect(search.byteCount >= plain.byteCount + 4 * nfa.stateCount)
        #expect(try search.advance() == true)
        let pending = reports.withLock { $0.map(\.statesPending) }
        #expect(pending.count > 2 && pending.contains { $0 > 100 })
        #expect(reports.withLock { $0.allSatisfy { $0.statesPending <= $0.statesBuilt } })
    }

    /// A random automaton whose inclusions take antichains of many sets.
    private static func largeSearch(without omitted: Set<Substring>) throws -> NFA {
        var builder = NFA.Builder(alphabet: ["a", "b"])
        try builder.addStates(100)
        for arc in arcs.split(whereSeparator: \.isWhitespace) where !omitted.contains(arc) {
            let ends = arc.split(whereSeparator: \.isLetter)
            let symbol: Symbol = arc.contains("a") ? 0 : 1
            try builder.addTransition(
                from: StateID(#require(UInt32(ends[0]))), on: symbol, to: StateID(#require(UInt32(ends[1]))))
        }
        builder.insertInitial(0)
        for state: StateID in [
            66, 96, 19, 91, 44, 36, 95, 1, 42, 9, 74, 58, 76, 45, 37, 83, 89, 62, 71, 2, 43, 68, 26, 23, 8,
        ] { builder.insertFinal(state) }
        return try builder.build()
    }

    private static let arcs = """
        0b23 0b25 0b33 1a15 1a35 1b3 1b39 2a36 2b4 2b83 3a23 3a57 3b85 5a46 5b88 5b94 6a12 6a68 6b21 6b46 6b95 7a70 7a85
        8a87 8b63 8b95 8b96 9a41 9b56 9b98 10a94 10b75 11a65 11a98 11b4 12a4 12a38 12a40 12a73 12b41 12b74 13a2 14a47
        14b11 15a71 15b5 16b17 16b31 17b2 17b3 17b62 17b95 18b18 18b35 19a46 19a64 19b14 20a73 20b10 20b12 20b20 20b50
        20b79 21a83 22b84 23a74 24a24 24a32 24a42 24a49 24a78 24a96 24b25 24b39 24b45 25a5 25a7 25a19 26b2 26b31 26b47
        27a59 27b29 27b49 27b84 28a21 28a96 29a45 29a63 29a69 29b37 30a62 30a73 31a49 31a53 31a70 31a75 31a94 31b17
        32a35 32a45 32a69 32b7 32b92 33a0 33a23 33a27 34a81 34b65 35a10 36a32 36a82 36b21 36b96 37b7 37b30 38a4 38b65
        38b83 39a20 39a42 40a59 40a70 40b65 41a1 41a28 41a62 41b83 41b99 43a7 43a50 43b40 43b71 44a33 44a77 44a85 44b16
        44b81 45a73 45a76 45b1 45b34 45b92 46b47 46b62 47a17 47a33 47a75 47b8 47b10 48a28 48a29 48a96 48b99 49a10 50b34
        50b79 51a64 52a19 52a66 53a8 53a56 53b65 53b67 53b77 53b89 54a21 54a76 54b94 56a46 56b49 56b50 56b70 57a75 57a84
        57b62 57b70 57b99 58a58 58b43 58b49 58b52 59a35 59a87 59b94 60b38 60b62 62a16 62a35 62a39 62b56 62b79 63a43
        63b53 63b54 64b78 65a19 65b6 67a25 67b19 67b32 68a52 68a81 69a61 69b22 69b33 70a10 70a56 70a98 71a9 71a25 71a61
        71b16 71b22 71b69 72a30 72a35 72b8 72b17 72b19 72b59 73a30 73a86 73b0 74a70 74a93 74b43 75a19 75a48 75b67 75b83
        75b92 76a2 76b0 76b73 77a53 77b11 77b59 78b6 78b21 78b82 79a48 79b11 79b12 79b61 81a15 81a45 82b71 83a46 83a68
        83b66 84a91 85a8 85a13 85a90 85b25 85b73 85b99 86a0 86a20 86a81 86b2 86b43 86b59 86b63 87b11 87b35 87b39 87b69
        88a7 88a88 89a16 89a47 89a75 89b92 90a57 92a79 92b8 94a41 94a45 94a92 94b6 95a12 95b67 95b69 96a84 96b40 97a36
        97a42 97a61 97a77 97b74 98a22 98a53 98b18 98b33 98b79 99a25 99b6 99b97
        """
}
