internal import Automata
internal import CAutomata

/// An automaton, with the parts lent to C.
final class AutomatonHandle: Handle, Sendable {
    static let kind: StaticString = "automaton"

    let automaton: Automaton
    let alphabet: AlphabetHandle
    // Stored here too, because reading an enum's payload takes longer than the rest of a call.
    let stateCount: Int
    let finalStates: StateSet

    private let lentTransitions = LazyReference<StableRows>()
    private let lentEpsilonMoves = LazyReference<StableRows>()
    private let lentInitialStates = LazyReference<StableArray<StateID>>()
    private let lentFinalStates = LazyReference<StableArray<StateID>>()
    private let lentNames = LazyReference<StableNames>()

    /// - Parameter alphabet: a handle for the automaton's alphabet, if there is one already.
    init(_ automaton: Automaton, alphabet: AlphabetHandle? = nil) {
        self.automaton = automaton
        self.alphabet = alphabet ?? AlphabetHandle(automaton.alphabet)
        stateCount = automaton.stateCount
        finalStates = automaton.finalStates
    }

    /// The transitions on symbols.
    var transitions: StableRows {
        lentTransitions.get { StableRows(automaton.asEpsilonNFA.rows) }
    }

    var epsilonMoves: StableRows {
        lentEpsilonMoves.get {
            automaton.model == .epsilonNFA
                ? StableRows(automaton.asEpsilonNFA.epsilon) : StableRows(EpsilonMoves(stateCount: stateCount))
        }
    }

    var initialStates: StableArray<StateID> { lentInitialStates.get { StableArray(Array(automaton.initialStates)) } }

    var finalStateList: StableArray<StateID> { lentFinalStates.get { StableArray(Array(finalStates)) } }

    var names: StableNames {
        lentNames.get { nameTable.map { StableNames($0) } ?? StableNames(numbers: stateCount) }
    }

    /// The states' own names.
    var nameTable: NameTable? { automaton.nameTable }
}

extension StableNames {
    /// Creates the names of states without names: `q0`, `q1` and so on.
    convenience init(numbers count: Int) {
        var byteCount = 0
        for number in 0..<count { byteCount += "q\(number)".utf8.count }
        self.init(count: count, byteCount: byteCount) { number, append in
            var name = "q\(number)"
            name.withUTF8(append)
        }
    }
}
