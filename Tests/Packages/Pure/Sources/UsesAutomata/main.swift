import Automata

let endsWith01 = try NFA(
    alphabet: ["0", "1"],
    transitions: [("p", "0", "p"), ("p", "1", "p"), ("p", "0", "q"), ("q", "1", "r")],
    initial: ["p"], final: ["r"])
let minimal = try endsWith01.minimized()
print("\(minimal.stateCount) states")
for word in ["1101", "110", ""] {
    print("'\(word)' is \(minimal.accepts(word) ? "accepted" : "rejected")")
}
