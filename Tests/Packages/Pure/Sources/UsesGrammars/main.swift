import Automata
import Grammars

let nested = try Grammar(parsing: "S → aSb | ε")
print(nested.type == .contextFree)

let ending = try RegularGrammar(Grammar(parsing: "S → 0S | 1S | 0A\nA → 1"))
let minimal = try ending.automaton().minimized()
print(minimal.stateCount, minimal.accepts("1101"), minimal.accepts("110"))
