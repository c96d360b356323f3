import Automata

/// Simulation and bisimulation as they are defined: the greatest relations that satisfy their
/// conditions, found by taking pairs out.
struct NaiveRelations {
    private let targets: [[[Int]]]
    private let isAccepting: [Bool]

    init(_ nfa: NFA, _ direction: RunDirection) {
        let automaton = direction == .forward ? nfa : nfa.reversed()
        targets = automaton.states.map { state in
            automaton.alphabet.symbols.map { automaton.targets(from: state, on: $0).map(Int.init) }
        }
        isAccepting = automaton.states.map(automaton.isFinal)
    }

    /// `[p][q]` says whether `q` simulates `p`.
    func simulation() -> [[Bool]] {
        greatest { p, q, relation in isMatched(p, q) { relation[$0][$1] } && (!isAccepting[p] || isAccepting[q]) }
    }

    /// `[p][q]` says whether the states are bisimilar.
    func bisimulation() -> [[Bool]] {
        greatest { p, q, relation in
            isMatched(p, q) { relation[$0][$1] } && isMatched(q, p) { relation[$1][$0] }
                && isAccepting[p] == isAccepting[q]
        }
    }

    private func isMatched(_ p: Int, _ q: Int, _ isRelated: (Int, Int) -> Bool) -> Bool {
        zip(targets[p], targets[q]).allSatisfy { mine, others in
            mine.allSatisfy { target in others.contains { isRelated(target, $0) } }
        }
    }

    private func greatest(_ holds: (Int, Int, [[Bool]]) -> Bool) -> [[Bool]] {
        var relation = isAccepting.map { _ in isAccepting.map { _ in true } }
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for p in isAccepting.indices {
                for q in isAccepting.indices where relation[p][q] && !holds(p, q, relation) {
                    relation[p][q] = false
                    hasChanged = true
                }
            }
        }
        return relation
    }
}

extension NFA {
    /// The automaton whose runs start in one state only.
    func starting(in state: StateID) -> NFA {
        NFA(alphabet: alphabet, rows: rows, initialStates: [state], finalStates: finalStates)
    }
}
