import Automata

/// Counts runs as one would by hand.
enum NaiveRuns {
    /// The number of accepting runs on a word of an automaton without cycles of epsilon moves.
    static func count(_ automaton: EpsilonNFA, _ word: [Symbol]) -> Int {
        var known: [[Int?]] = Array(
            repeating: Array(repeating: nil, count: automaton.stateCount), count: word.count + 1)
        func count(_ state: StateID, _ position: Int) -> Int {
            if let sum = known[position][Int(state)] { return sum }
            var sum = position == word.count && automaton.isFinal(state) ? 1 : 0
            for target in automaton.epsilonTargets(from: state) { sum += count(target, position) }
            if position < word.count {
                for target in automaton.targets(from: state, on: word[position]) { sum += count(target, position + 1) }
            }
            known[position][Int(state)] = sum
            return sum
        }
        return automaton.initialStates.reduce(0) { $0 + count($1, 0) }
    }

    /// Whether a path is an accepting run on a word.
    static func isAccepting(_ path: RunPath, _ automaton: EpsilonNFA, _ word: [Symbol]) -> Bool {
        var state = path.start
        for move in path.moves {
            let targets =
                move.symbol.map { automaton.targets(from: state, on: $0) } ?? automaton.epsilonTargets(from: state)
            if !targets.contains(move.target) { return false }
            state = move.target
        }
        return automaton.isInitial(path.start) && automaton.isFinal(state) && path.moves.compactMap(\.symbol) == word
    }

    /// The degree of ambiguity of a trim automaton by the criteria of Weber and Seidl, each looked
    /// up in the monoid of all matrices that count the runs on one word between states, up to two.
    static func degree(_ nfa: NFA) -> AmbiguityDegree {
        let states = nfa.states.map(Int.init)
        typealias Matrix = [[Int]]
        func product(_ one: Matrix, _ other: Matrix) -> Matrix {
            states.map { p in states.map { q in min(2, states.reduce(0) { $0 + one[p][$1] * other[$1][q] }) } }
        }
        let letters: [Matrix] = nfa.alphabet.symbols.map { symbol in
            states.map { p in states.map { nfa.targets(from: StateID(p), on: symbol).contains(StateID($0)) ? 1 : 0 } }
        }
        let one: Matrix = states.map { p in states.map { $0 == p ? 1 : 0 } }
        var monoid: Set = [one]
        var pending = [one]
        while let matrix = pending.popLast() {
            for letter in letters {
                let next = product(matrix, letter)
                if monoid.insert(next).inserted { pending.append(next) }
            }
        }
        let isAmbiguous = monoid.contains { matrix in
            nfa.initialStates.reduce(0) { sum, p in
                sum + nfa.finalStates.reduce(0) { $0 + matrix[Int(p)][Int($1)] }
            } > 1
        }
        if !isAmbiguous { return .unambiguous }
        if monoid.contains(where: { matrix in states.contains { matrix[$0][$0] > 1 } }) { return .exponential }
        var pairs: [(Int, Int)] = []
        for p in states {
            for q in states where q != p {
                if monoid.contains(where: { $0[p][p] > 0 && $0[p][q] > 0 && $0[q][q] > 0 }) { pairs.append((p, q)) }
            }
        }
        let leads = states.map { p in states.map { q in monoid.contains { $0[p][q] > 0 } } }
        // The longest chain of pairs: without exponential ambiguity no pair follows itself.
        func longest(from pair: (Int, Int)) -> Int {
            1 + (pairs.filter { leads[pair.1][$0.0] }.map { longest(from: $0) }.max() ?? 0)
        }
        let degree = pairs.map { longest(from: $0) }.max() ?? 0
        return degree == 0 ? .finite : .polynomial(degree: degree)
    }
}
