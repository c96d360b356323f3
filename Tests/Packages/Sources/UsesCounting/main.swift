import Automata
import AutomataCounting

let noTwoOnes = try DFA(
    alphabet: ["0", "1"], transitions: [("p", "0", "p"), ("p", "1", "q"), ("q", "0", "p")], initial: "p",
    final: ["p", "q"])
print(try noTwoOnes.wordCount(ofLength: 100))
