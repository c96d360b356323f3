import Automata

/// Functions that find suggestions for misspelled names.
package enum NameSuggestions {
    /// Returns the first three names that begin with a word or are near misses of it, regardless of
    /// case.
    package static func names(like word: String, among names: [String]) -> [String] {
        let word = word.lowercased()
        if word.isEmpty { return [] }
        return Array(
            names.lazy.filter { name in
                let name = name.lowercased()
                return name.hasPrefix(word) || isNearMiss(word, of: name)
            }.prefix(3))
    }

    /// Returns whether a word is a near miss of a name. Either only the order of letters differs,
    /// or at most two letters, and fewer than half the letters of the longer word.
    package static func isNearMiss(_ word: String, of name: String) -> Bool {
        let (name, word) = (Array(name), Array(word))
        let distance = min(2, (max(name.count, word.count) - 1) / 2)
        guard word.count <= 40, abs(name.count - word.count) <= max(distance, 0) else { return false }
        if name.sorted() == word.sorted() { return true }
        guard distance > 0 else { return false }
        let letters = Set(name + word).map { String($0) }.sorted()
        guard let alphabet = try? Alphabet(letters), let spelled = try? alphabet.word(String(word)) else {
            return false
        }
        let neighbors = try? NFA.words(within: distance, of: spelled, over: alphabet)
        return neighbors?.accepts(String(name)) ?? false
    }
}
