import Automata

/// A finite automaton as textbooks define it: sets, and no more. The oracle that the library is
/// compared with, so everything here is written to be seen to be right; nothing is fast.
struct ReferenceAutomaton {
    var symbolCount: Int
    /// δ: for each state and symbol the set of targets.
    var targets: [[Set<Int>]]
    /// For each state the states that a move without a symbol leads to.
    var moves: [Set<Int>]
    var initial: Set<Int>
    var final: Set<Int>

    var states: Range<Int> { targets.indices }
    private var symbols: Range<Int> { 0..<symbolCount }

    init(stateCount: Int, symbolCount: Int) {
        self.symbolCount = symbolCount
        targets = Array(repeating: Array(repeating: [], count: symbolCount), count: stateCount)
        moves = Array(repeating: [], count: stateCount)
        initial = []
        final = []
    }

    init(_ automaton: EpsilonNFA) {
        self.init(stateCount: automaton.stateCount, symbolCount: automaton.alphabet.count)
        for transition in automaton.transitions {
            targets[Int(transition.source)][Int(transition.symbol)].insert(Int(transition.target))
        }
        for state in states { moves[state] = Set(automaton.epsilonTargets(from: StateID(state)).map(Int.init)) }
        initial = Set(automaton.initialStates.map(Int.init))
        final = Set(automaton.finalStates.map(Int.init))
    }

    init(_ automaton: NFA) { self.init(EpsilonNFA(automaton)) }
    init(_ automaton: DFA) { self.init(NFA(automaton)) }

    /// The automaton as a value of the library.
    func epsilonNFA(_ alphabet: Alphabet) throws -> EpsilonNFA {
        var builder = EpsilonNFA.Builder(alphabet: alphabet)
        try builder.addStates(states.count)
        for state in states {
            for symbol in symbols {
                for target in targets[state][symbol] {
                    try builder.addTransition(from: StateID(state), on: Symbol(symbol), to: StateID(target))
                }
            }
            for target in moves[state] { try builder.addEpsilonMove(from: StateID(state), to: StateID(target)) }
        }
        for state in initial { builder.insertInitial(StateID(state)) }
        for state in final { builder.insertFinal(StateID(state)) }
        return try builder.build()
    }

    /// The states that moves without a symbol lead to.
    func closure(_ set: Set<Int>) -> Set<Int> {
        var closed = set
        while true {
            let larger = closed.union(closed.flatMap { moves[$0] })
            if larger == closed { return closed }
            closed = larger
        }
    }

    func step(_ set: Set<Int>, _ symbol: Int) -> Set<Int> {
        closure(Set(set.flatMap { targets[$0][symbol] }))
    }

    /// Whether each word up to a length is accepted, in the order of ``words(symbols:upTo:)``.
    func language(upTo length: Int) -> [Bool] {
        var layer = [closure(initial)]
        var accepted = layer
        for _ in 0..<length {
            layer = layer.flatMap { set in symbols.map { step(set, $0) } }
            accepted += layer
        }
        return accepted.map { !$0.isDisjoint(with: final) }
    }

    func reversed() -> ReferenceAutomaton {
        var result = ReferenceAutomaton(stateCount: states.count, symbolCount: symbolCount)
        for state in states {
            for symbol in symbols {
                for target in targets[state][symbol] { result.targets[target][symbol].insert(state) }
            }
            for target in moves[state] { result.moves[target].insert(state) }
        }
        (result.initial, result.final) = (final, initial)
        return result
    }

    /// The minimal trim DFA, numbered breadth-first in alphabet order: by subsets, then by marking
    /// the pairs of states that a word tells apart.
    func minimalDFA(_ alphabet: Alphabet) throws -> DFA {
        var subsets = [closure(initial)]
        var table: [[Int]] = []
        while table.count < subsets.count {
            let subset = subsets[table.count]
            table.append(
                symbols.map { symbol in
                    let target = step(subset, symbol)
                    if let known = subsets.firstIndex(of: target) { return known }
                    subsets.append(target)
                    return subsets.count - 1
                })
        }
        let isFinal = subsets.map { !$0.isDisjoint(with: final) }

        var differs = isFinal.map { left in isFinal.map { $0 != left } }
        var isSettled = false
        while !isSettled {
            isSettled = true
            for left in subsets.indices {
                for right in subsets.indices where !differs[left][right] {
                    if symbols.contains(where: { differs[table[left][$0]][table[right][$0]] }) {
                        differs[left][right] = true
                        isSettled = false
                    }
                }
            }
        }
        func isDead(_ state: Int) -> Bool {
            var reached: Set = [state]
            while true {
                let larger = reached.union(reached.flatMap { table[$0] })
                if larger == reached { return !reached.contains { isFinal[$0] } }
                reached = larger
            }
        }
        func representative(_ state: Int) -> Int { differs[state].firstIndex(of: false) ?? state }

        var builder = DFA.Builder(alphabet: alphabet)
        if isDead(0) { return try builder.build() }
        var order = [representative(0)]
        try builder.addState()
        builder.initialState = 0
        var next = 0
        while next < order.count {
            if isFinal[order[next]] { builder.insertFinal(StateID(next)) }
            for symbol in symbols {
                let target = representative(table[order[next]][symbol])
                if isDead(target) { continue }
                if !order.contains(target) {
                    order.append(target)
                    try builder.addState()
                }
                let number = order.firstIndex(of: target) ?? 0
                try builder.addTransition(from: StateID(next), on: Symbol(symbol), to: StateID(number))
            }
            next += 1
        }
        return try builder.build()
    }
}
