import Automata
import AutomataTestSupport

/// Answers by walking over pairs of sets in shortlex order of words, as plainly as can be.
enum NaiveComparison {
    /// The least word that leads to a pair of sets that the predicate, which sees whether each has
    /// a final state, holds for.
    static func leastWord(_ left: NFA, _ right: NFA, where isWanted: (Bool, Bool) -> Bool) -> [Symbol]? {
        var queue = [(word: [Symbol](), sets: [Set(left.initialStates), Set(right.initialStates)])]
        var met: Set = [queue[0].sets]
        var next = 0
        while next < queue.count {
            let (word, sets) = queue[next]
            next += 1
            if isWanted(sets[0].contains { left.isFinal($0) }, sets[1].contains { right.isFinal($0) }) { return word }
            for symbol in left.alphabet.symbols {
                let successors = [
                    Set(sets[0].flatMap { left.targets(from: $0, on: symbol) }),
                    Set(sets[1].flatMap { right.targets(from: $0, on: symbol) }),
                ]
                if met.insert(successors).inserted { queue.append((word + [symbol], successors)) }
            }
        }
        return nil
    }

    /// Whether a run from an initial state to a final one reads the word.
    static func accepts(_ automaton: NFA, _ word: [Symbol]) -> Bool {
        word.reduce(Set(automaton.initialStates)) { states, symbol in
            Set(states.flatMap { automaton.targets(from: $0, on: symbol) })
        }.contains { automaton.isFinal($0) }
    }

    static func counterexample(_ left: NFA, _ right: NFA) -> [Symbol]? { leastWord(left, right) { $0 && !$1 } }
    static func difference(_ left: NFA, _ right: NFA) -> [Symbol]? { leastWord(left, right) { $0 != $1 } }
    static func common(_ left: NFA, _ right: NFA) -> [Symbol]? { leastWord(left, right) { $0 && $1 } }
    static func rejected(_ automaton: NFA) -> [Symbol]? { leastWord(automaton, automaton) { _, accepts in !accepts } }
    static func accepted(_ automaton: NFA) -> [Symbol]? { leastWord(automaton, automaton) { accepts, _ in accepts } }
}

/// Pairs of automata of all kinds: unrelated, equal by construction, one within the other.
enum RandomPairs {
    static func draw(_ random: inout SplitMix64, maximumStates: Int = 8) throws -> (NFA, NFA) {
        let symbols = 1 + random.draw(3)
        func automaton() throws -> NFA {
            var shape = RandomShape.mixed(&random, maximumStates: maximumStates, symbols: [symbols])
            shape.density = [0.3, 0.7, 1, 1.5, 2][random.draw(5)]
            shape.maximumInitialStates = 3
            return try RandomAutomata.nfa(shape, &random)
        }
        let (one, other) = (try automaton(), try automaton())
        switch random.draw(8) {
        case 0: return (one, one)
        case 1: return (one, NFA(try one.determinized().minimized()))
        case 2: return (try one.union(other), try other.union(one))
        case 3: return (one, try one.union(other))
        case 4: return (try one.intersection(other), other)
        case 5: return (one.reversed().reversed().trimmed(), NFA(try other.determinized()))
        default: return (one, other)
        }
    }
}
