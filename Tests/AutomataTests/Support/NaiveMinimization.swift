import Automata

/// Minimization as the textbooks define it: fill a table with the pairs of states that some word
/// tells apart.
///
/// Slow and plain; what the fast algorithms are compared with.
struct NaiveMinimization {
    let dfa: DFA
    /// Each state's targets, the last state standing for a missing target.
    private let targets: [[Int]]
    private let isFinal: [Bool]

    init(_ dfa: DFA) {
        self.dfa = dfa
        let sink = dfa.stateCount
        targets =
            dfa.states.map { state in
                dfa.alphabet.symbols.map { dfa.target(from: state, on: $0).map(Int.init) ?? sink }
            } + [Array(repeating: sink, count: dfa.alphabet.count)]
        isFinal = dfa.states.map(dfa.isFinal) + [false]
    }

    /// Whether some word is accepted from one of the states and not from the other, for all pairs;
    /// the last state is the sink.
    func distinguishable() -> [[Bool]] {
        let count = isFinal.count
        var table = (0..<count).map { p in (0..<count).map { q in isFinal[p] != isFinal[q] } }
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for p in 0..<count {
                for q in 0..<p where !table[p][q] {
                    for symbol in 0..<targets[p].count where table[targets[p][symbol]][targets[q][symbol]] {
                        table[p][q] = true
                        table[q][p] = true
                        hasChanged = true
                        break
                    }
                }
            }
        }
        return table
    }

    /// The minimal DFA, trim or total, numbered breadth-first.
    func minimized(total: Bool = false) throws -> DFA {
        let table = distinguishable()
        let sink = dfa.stateCount
        var builder = DFA.Builder(alphabet: dfa.alphabet)
        // The first accessible member of each class, in breadth-first order.
        var members: [Int] = []
        func number(of state: Int) throws -> StateID? {
            if !total, !table[state][sink] { return nil }
            if let known = members.firstIndex(where: { !table[$0][state] }) { return StateID(known) }
            members.append(state)
            if isFinal[state] { builder.insertFinal(StateID(members.count - 1)) }
            return try builder.addState()
        }
        builder.initialState = try number(of: dfa.initialState.map(Int.init) ?? sink)
        var index = 0
        while index < members.count {
            for symbol in dfa.alphabet.symbols {
                if let target = try number(of: targets[members[index]][Int(symbol)]) {
                    try builder.addTransition(from: StateID(index), on: symbol, to: target)
                }
            }
            index += 1
        }
        return try builder.build()
    }
}
