import CAutomata

/// Ends the program with the library's message where a call failed.
func check(_ status: automata_status, _ error: automata_error) {
    guard status != AUTOMATA_OK else { return }
    print(withUnsafeBytes(of: error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    fatalError()
}

let text = "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final r\np 0 p\np 1 p\np 0 q\nq 1 r\n"
var error = automata_error()
var nfa: OpaquePointer?
var dfa: OpaquePointer?
check(automata_fa_from_text(text, text.utf8.count, AUTOMATA_FORMAT_MATA, nil, &nfa, &error), error)
check(automata_fa_minimize(nfa, nil, &dfa, &error), error)
print("\(automata_fa_state_count(dfa)) states")
for word in ["1101", "110", ""] {
    var accepted = false
    check(automata_fa_accepts(dfa, word, word.utf8.count, nil, 0, &accepted, &error), error)
    print("'\(word)' is \(accepted ? "accepted" : "rejected")")
}
automata_fa_free(dfa)
automata_fa_free(nfa)
