import Automata
import RegularExpressions

let number = try RegularExpression(parsing: "-?[0-9]+").minimalDFA()
print(number.accepts("-17"), number.accepts("1-7"))

let evenCount = try DFA(
    alphabet: ["a", "b"],
    transitions: [("even", "b", "even"), ("even", "a", "odd"), ("odd", "b", "odd"), ("odd", "a", "even")],
    initial: "even", final: ["even"])
let expression = try evenCount.regularExpression()
print(try expression.isEquivalent(to: RegularExpression(parsing: "(b+ab*a)*", syntax: .textbook)))
