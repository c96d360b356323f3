import Automata

/// Finds what somebody may have meant who misspelled a name.
enum Spelling {
    /// Those of the names, three at most, that begin with the word or are spelled alike, in their
    /// order; upper and lower case are alike.
    static func alike(_ word: String, among names: [String]) -> [String] {
        let word = word.lowercased()
        if word.isEmpty { return [] }
        return Array(
            names.lazy.filter { name in
                let name = name.lowercased()
                return name.hasPrefix(word) || isClose(name, to: word)
            }.prefix(3))
    }

    /// Whether one letter in three or fewer makes the difference, or nothing but the order of the
    /// letters.
    private static func isClose(_ name: String, to word: String) -> Bool {
        guard word.count <= 40 else { return false }
        if name.sorted() == word.sorted() { return true }
        var letters = Set(name.map { String($0) })
        letters.formUnion(word.map { String($0) })
        guard let alphabet = try? Alphabet(letters.sorted()), let spelled = try? alphabet.word(word) else {
            return false
        }
        let neighbors = try? NFA.words(within: max(1, name.count / 3), of: spelled, over: alphabet)
        return neighbors?.accepts(name) ?? false
    }
}
