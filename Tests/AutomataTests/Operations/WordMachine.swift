import Automata

/// An automaton read as its definition says, one set of states after another.
struct WordMachine {
    let stateCount: Int
    let initial: Set<Int>
    let final: Set<Int>
    /// The transitions on symbols, and on nothing, of each state.
    private let steps: [[(symbol: Symbol, target: Int)]]
    private let moves: [[Int]]
    /// The symbol that stands for each letter.
    private let symbols: [Symbol?]

    init(_ automaton: Automaton, _ letters: PoolLetters) {
        let automaton = automaton.asEpsilonNFA
        stateCount = automaton.stateCount
        initial = Set(automaton.initialStates.map(Int.init))
        final = Set(automaton.finalStates.map(Int.init))
        steps = automaton.states.map { automaton.transitions(from: $0).map { ($0.symbol, Int($0.target)) } }
        moves = automaton.states.map { automaton.epsilonTargets(from: $0).map(Int.init) }
        symbols = (0..<letters.count).map { letters.symbol($0, in: automaton.alphabet) }
    }

    /// The states that moves lead to from some, and where wanted transitions too.
    func closed(_ set: Set<Int>, overLetters: Bool = false) -> Set<Int> {
        var (closed, pending) = (set, Array(set))
        while let state = pending.popLast() {
            for target in moves[state] + (overLetters ? readable(state) : []) where closed.insert(target).inserted {
                pending.append(target)
            }
        }
        return closed
    }

    /// Where a state's transitions lead that a letter stands for.
    private func readable(_ state: Int) -> [Int] {
        steps[state].filter { symbols.contains($0.symbol) }.map(\.target)
    }

    func step(_ set: Set<Int>, _ letter: Int) -> Set<Int> {
        guard let symbol = symbols[letter] else { return [] }
        return closed(Set(set.flatMap { steps[$0].filter { $0.symbol == symbol }.map(\.target) }))
    }

    func reached(by word: [Int], from states: Set<Int>? = nil) -> Set<Int> {
        word.reduce(closed(states ?? initial), step)
    }

    func accepts(_ word: [Int], from states: Set<Int>) -> Bool {
        !reached(by: word, from: states).isDisjoint(with: final)
    }

    func accepts(_ word: [Int]) -> Bool { accepts(word, from: initial) }

    /// Whether some run reads symbols that stand for the parts of a word one after the other.
    func accepts(_ word: [Int], where matches: (Symbol, ArraySlice<Int>) -> Bool) -> Bool {
        struct Place: Hashable {
            var state: Int
            var position: Int
        }
        var met = Set(initial.map { Place(state: $0, position: 0) })
        var pending = Array(met)
        while let place = pending.popLast() {
            if place.position == word.count, final.contains(place.state) { return true }
            var next = moves[place.state].map { Place(state: $0, position: place.position) }
            for (symbol, target) in steps[place.state] {
                for end in place.position...word.count where matches(symbol, word[place.position..<end]) {
                    next.append(Place(state: target, position: end))
                }
            }
            for place in next where met.insert(place).inserted { pending.append(place) }
        }
        return false
    }

    /// The states from which a final one can be reached.
    var leadingToFinal: Set<Int> {
        Set((0..<stateCount).filter { !closed([$0], overLetters: true).isDisjoint(with: final) })
    }

    /// Where words of another automaton lead.
    func reached(from states: Set<Int>, by other: WordMachine) -> Set<Int> {
        var pending = [(closed(states), other.closed(other.initial))]
        var met: Set<[Set<Int>]> = []
        var found: Set<Int> = []
        while let (mine, others) = pending.popLast() {
            guard met.insert([mine, others]).inserted else { continue }
            if !others.isDisjoint(with: other.final) { found.formUnion(mine) }
            for letter in symbols.indices { pending.append((step(mine, letter), other.step(others, letter))) }
        }
        return found
    }

    /// Whether no state that words pass on their way to acceptance leads back to itself by a
    /// letter.
    var isFinite: Bool {
        let useful = closed(initial, overLetters: true).intersection(leadingToFinal)
        return !useful.contains { state in
            readable(state).contains { useful.contains($0) && closed([$0], overLetters: true).contains(state) }
        }
    }
}
