import Automata
import Learning

let learned = try DFA.learned(alphabet: ["a", "b"]) { $0.last == "b" }
print(learned.model.stateCount, learned.model.accepts("ab"), learned.model.accepts("ba"))
