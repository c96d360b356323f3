package import Automata

/// A language as the set of its words up to a length: the oracle for operations on languages, which
/// it computes by their textbook definitions.
package struct WordSet: Equatable {
    package let alphabet: Alphabet
    package let length: Int
    package private(set) var words: Set<[Symbol]>

    package init(_ words: some Sequence<[Symbol]>, over alphabet: Alphabet, upTo length: Int) {
        self.alphabet = alphabet
        self.length = length
        self.words = Set(words.filter { $0.count <= length })
    }

    /// Creates the set of the accepted words, tried one by one. The words are over the given
    /// alphabet, or over the automaton's own.
    package init(_ automaton: some FiniteAutomaton, over alphabet: Alphabet? = nil, upTo length: Int) {
        let alphabet = alphabet ?? automaton.alphabet
        let all = allWords(symbols: alphabet.count, upTo: length)
        self.init(
            all.filter { Witness($0, over: alphabet).isAccepted(by: automaton) }, over: alphabet, upTo: length)
    }

    package func map(_ transform: (Set<[Symbol]>) -> some Sequence<[Symbol]>) -> WordSet {
        WordSet(transform(words), over: alphabet, upTo: length)
    }

    package func union(_ other: WordSet) -> WordSet { map { $0.union(other.words) } }
    package func intersection(_ other: WordSet) -> WordSet { map { $0.intersection(other.words) } }
    package func subtracting(_ other: WordSet) -> WordSet { map { $0.subtracting(other.words) } }

    package var complement: WordSet {
        map { Set(allWords(symbols: alphabet.count, upTo: length)).subtracting($0) }
    }

    package func concatenation(_ other: WordSet) -> WordSet {
        map { words in words.flatMap { left in other.words.map { left + $0 } } }
    }

    package func contains(_ word: [Symbol]) -> Bool { words.contains(word) }

    /// Returns the words up to a smaller length.
    package func upTo(_ length: Int) -> WordSet { WordSet(words, over: alphabet, upTo: length) }
}

/// ``words(symbols:upTo:)`` where a member of that name hides it.
private func allWords(symbols: Int, upTo length: Int) -> [[Symbol]] { words(symbols: symbols, upTo: length) }
