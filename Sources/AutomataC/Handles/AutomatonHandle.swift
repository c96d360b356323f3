internal import Automata
internal import CAutomata
internal import Synchronization

/// An automaton, with what was lent of it.
final class AutomatonHandle: Handle, Sendable {
    static let kind: StaticString = "automaton"

    let automaton: Automaton
    let alphabet: AlphabetHandle
    // Kept here too, as a look into an enum's payload costs more than the answer.
    let stateCount: Int
    let finalStates: StateSet

    private let lentTransitions = Mutex<StableRows?>(nil)
    private let lentEpsilonMoves = Mutex<StableRows?>(nil)
    private let lentInitialStates = Mutex<StableArray<State>?>(nil)
    private let lentFinalStates = Mutex<StableArray<State>?>(nil)
    private let lentNames = Mutex<StableNames?>(nil)

    /// - Parameter alphabet: a handle for the automaton's alphabet, where there is one already.
    init(_ automaton: Automaton, alphabet: AlphabetHandle? = nil) {
        self.automaton = automaton
        self.alphabet = alphabet ?? AlphabetHandle(automaton.alphabet)
        stateCount = automaton.stateCount
        finalStates = automaton.finalStates
    }

    /// The transitions on symbols.
    var transitions: StableRows {
        lentTransitions.withLock { rows in
            if let rows { return rows }
            let made = StableRows(automaton.map(dfa: \.sparseRows, nfa: \.rows, epsilonNFA: \.rows))
            rows = made
            return made
        }
    }

    var epsilonMoves: StableRows {
        lentEpsilonMoves.withLock { rows in
            if let rows { return rows }
            let made: StableRows
            if case .epsilonNFA(let automaton) = automaton {
                made = StableRows(automaton.epsilon)
            } else {
                made = StableRows(EpsilonMoves(stateCount: stateCount))
            }
            rows = made
            return made
        }
    }

    var initialStates: StableArray<State> {
        lentInitialStates.withLock { states in
            if let states { return states }
            let made = StableArray(Array(automaton.initialStates))
            states = made
            return made
        }
    }

    var finalStateList: StableArray<State> {
        lentFinalStates.withLock { states in
            if let states { return states }
            let made = StableArray(Array(finalStates))
            states = made
            return made
        }
    }

    var names: StableNames {
        lentNames.withLock { names in
            if let names { return names }
            let made = nameTable.map { StableNames($0) } ?? StableNames(numbers: stateCount)
            names = made
            return made
        }
    }

    /// The states' own names.
    var nameTable: NameTable? { automaton.map(dfa: \.names, nfa: \.names, epsilonNFA: \.names) }
}

extension StableNames {
    /// The names that states without names go by: `q0`, `q1` and so on.
    convenience init(numbers count: Int) {
        var byteCount = 0
        for number in 0..<count { byteCount += "q\(number)".utf8.count }
        self.init(count: count, byteCount: byteCount) { number, append in
            var name = "q\(number)"
            name.withUTF8(append)
        }
    }
}
