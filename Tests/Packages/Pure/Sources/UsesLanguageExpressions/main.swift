import Automata
import LanguageExpressions

let expression = try LanguageExpression(parsing: "(a | b) & !<y>")
print(expression.names)

let operands: [String: Automaton] = [
    "a": .dfa(try DFA(alphabet: ["x", "y"], transitions: [("p", "x", "q")], initial: "p", final: ["q"])),
    "b": .dfa(try DFA(alphabet: ["x", "y"], transitions: [("p", "y", "q")], initial: "p", final: ["q"])),
]
let value = try expression.value(of: operands).minimized()
print(value.accepts("x"), value.accepts("y"))
