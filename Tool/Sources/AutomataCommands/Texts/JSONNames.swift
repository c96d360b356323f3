@_spi(Tool) import Automata
import TextSupport

/// The names of states and symbols as JSON, each encoded once, as steps repeat them.
struct JSONNames {
    private let states: [JSONText]
    private let symbols: [JSONText]

    init(_ automaton: some FiniteAutomaton) {
        states = automaton.states.map { JSONText(automaton.name(of: $0)) }
        symbols = automaton.alphabet.symbols.map { symbol in
            Witness([symbol], over: automaton.alphabet).jsonSymbols.first ?? JSONText(written: "")
        }
    }

    subscript(state: StateID) -> JSONText { states[Int(state)] }

    subscript(symbol symbol: Symbol) -> JSONText { symbols[Int(symbol)] }

    /// Returns the names of states as an array.
    func list<States: Sequence<StateID>>(_ states: States) -> JSONList<LazyMapSequence<States, JSONText>> {
        JSONList(states.lazy.map { self[$0] })
    }
}
