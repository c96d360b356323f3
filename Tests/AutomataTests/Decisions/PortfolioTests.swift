import Testing

@testable import Automata

/// The portfolios on automata that are too large for their first search, so that the others have their turns.
@Suite struct PortfolioTests {
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
            for (one, question) in [(problem, "inclusion"), (problem.swapped, "inclusion the other way")] {
                var plain = PairSearch(one, .inclusion, rule: .congruence, isBreadthFirst: false, budget: .default)
                let expected = try plain.advance()
                let portfolio = InclusionPortfolio(one, budget: .default)
                // In many short turns, and in one.
                var stepwise: Bool?
                while stepwise == nil { stepwise = try portfolio.advance(by: 1) }
                #expect(stepwise == expected, "\(question) \(round)")
                #expect(try InclusionPortfolio(one, budget: .default).advance() == expected, "\(question) \(round)")
                if let expected { answers[expected, default: 0] += 1 }
            }
            var plain = PairSearch(problem, .equivalence, rule: .unionFind, isBreadthFirst: false, budget: .default)
            let expected = try plain.advance()
            #expect(try EquivalencePortfolio(problem, budget: .default).run() == expected, "equivalence \(round)")
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
                    } catch {
                        #expect(error.isBudgetExceeded)
                    }
                }
            }
        }
        #expect(decided > given / 4)
    }

    /// A search that a budget ended doesn't begin anew, time and again.
    @Test(arguments: 0..<3 as Range<UInt64>)
    func theyEndWhereSearchesRunOutOfStates(_ seed: UInt64) throws {
        var random = SplitMix64(seed: 33_000 + seed)
        var shape = RandomShape(states: 100, symbols: 2, density: 1.8, maximumInitialStates: 1)
        shape.finalDensity = 0.02
        for round in 0..<4 {
            let left = try RandomAutomata.nfa(shape, &random)
            var fewer = NFA.Builder(alphabet: left.alphabet)
            try fewer.addStates(left.stateCount)
            for (index, transition) in left.transitions.enumerated() where index % 120 != 60 {
                try fewer.addTransition(from: transition.source, on: transition.symbol, to: transition.target)
            }
            for state in left.initialStates { fewer.insertInitial(state) }
            for state in left.finalStates { fewer.insertFinal(state) }
            let problem = try InclusionProblem(left, try fewer.build(), keepsRightSymbols: true, budget: .default)
            let portfolio = InclusionPortfolio(problem, budget: Budget(maximumStates: 512))
            var (turns, ended) = (0, false)
            while !ended, turns < 2000 {
                turns += 1
                do throws(AutomataError) {
                    ended = try portfolio.advance(by: 1 << 12) != nil
                } catch {
                    #expect(error.isBudgetExceeded)
                    ended = true
                }
            }
            #expect(ended, "round \(round)")
        }
    }
}
