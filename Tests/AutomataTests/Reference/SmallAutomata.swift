import Automata
import TestSupport

/// All automata of a size, numbered: each bit of a number is one transition, initial or final
/// state.
struct SmallAutomata {
    let states: Int
    let symbols: Int
    /// Whether moves without a symbol are among the bits.
    var hasMoves = false
    /// Whether state 0 is the only initial one in all of them.
    var startsInZero = false

    private var transitionBits: Int { states * states * symbols }
    private var moveBits: Int { hasMoves ? states * states : 0 }
    private var initialBits: Int { startsInZero ? 0 : states }

    var count: Int { 1 << (transitionBits + moveBits + initialBits + states) }

    /// All of them in the long scope or where there are few, else every third one.
    var numbers: StrideTo<Int> { stride(from: 0, to: count, by: TestScope.isLong || count <= 64 ? 1 : 3) }

    subscript(number: Int) -> ReferenceAutomaton {
        var result = ReferenceAutomaton(stateCount: states, symbolCount: symbols)
        var rest = number
        func bit() -> Bool {
            defer { rest >>= 1 }
            return rest & 1 == 1
        }
        for source in 0..<states {
            for symbol in 0..<symbols {
                for target in 0..<states where bit() { result.targets[source][symbol].insert(target) }
            }
            if hasMoves { for target in 0..<states where bit() { result.moves[source].insert(target) } }
        }
        for state in 0..<states where bit() { result.final.insert(state) }
        if startsInZero {
            result.initial = states > 0 ? [0] : []
        } else {
            for state in 0..<states where bit() { result.initial.insert(state) }
        }
        return result
    }

    /// The number of the automaton in which states 1 and 2 of three have changed places.
    func renamed(_ number: Int) -> Int {
        let swap = [0, 2, 1]
        var result = 0
        var index = 0
        for source in 0..<states {
            for symbol in 0..<symbols {
                for target in 0..<states {
                    if number >> index & 1 == 1 {
                        result |= 1 << ((swap[source] * symbols + symbol) * states + swap[target])
                    }
                    index += 1
                }
            }
        }
        for state in 0..<states {
            if number >> index & 1 == 1 { result |= 1 << (transitionBits + swap[state]) }
            index += 1
        }
        return result
    }
}
