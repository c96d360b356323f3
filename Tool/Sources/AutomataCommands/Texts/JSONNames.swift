@_spi(Tool) import Automata
import TextSupport

/// The names of states and symbols as JSON, each encoded once: steps name them over and over.
struct JSONNames {
    private let states: [String]
    private let symbols: [String]

    init(_ automaton: some FiniteAutomaton) {
        states = automaton.states.map { JSONString.quoted(automaton.name(of: $0)) }
        symbols = automaton.alphabet.symbols.map { Witness([$0], over: automaton.alphabet).jsonSymbols.joined() }
    }

    subscript(state: StateID) -> String { states[Int(state)] }

    subscript(symbol symbol: Symbol) -> String { symbols[Int(symbol)] }

    /// Returns the names of states as an array.
    func list(_ states: some Sequence<StateID>) -> String {
        "[" + states.map { self[$0] }.joined(separator: ", ") + "]"
    }
}
