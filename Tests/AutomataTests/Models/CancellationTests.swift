import Automata
import Synchronization
import Testing

/// Every operation with a budget is heard from at its start, and stops at the report that the
/// caller doesn't like.
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
            guard let dfa = try? nfa.determinized() else { preconditionFailure("\(name) can't be determinized") }
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
    fileprivate static func loopAndChain(_ length: Int) -> NFA {
        let chain = (0..<length).map {
            Automaton.Transition(from: StateID($0), on: Symbol($0 % 20), to: StateID($0 + 1))
        }
        let transitions = (0..<20 as Range<Symbol>).map { Automaton.Transition(from: 0, on: $0, to: 0) } + chain
        return NFA(
            alphabet: [
                "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18",
                "19",
            ],
            rows: Transitions(
                stateCount: length + 1, sources: transitions.map(\.source), symbols: transitions.map(\.symbol),
                targets: transitions.map(\.target)),
            initialStates: [0], finalStates: [StateID(length)])
    }
}

extension DFA {
    /// Accepts one word of so many `a`.
    fileprivate static func chain(of length: Int) -> DFA {
        DFA(
            alphabet: ["a"],
            rows: Transitions(
                offsets: (0...UInt32(length)).map { $0 } + [UInt32(length)],
                symbols: Array(repeating: 0, count: length), targets: Array(1...StateID(length))),
            initialState: 0, finalStates: [StateID(length)])
    }
}
