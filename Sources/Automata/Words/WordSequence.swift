/// The accepted words in shortlex order: short ones first, and those of one length in the order of
/// their letters.
///
/// They are made one after another as they are asked for, so that the language may be infinite. A
/// loop over them has no budget but the machine's memory, of which it takes some bits for each
/// state and length; ``cursor()`` gives a way through them that keeps to one.
///
/// ```swift
/// for text in try dfa.words().texts().prefix(10) { print(text) }
/// ```
///
/// - Reference: M. Ackerman, J. Shallit, Efficient enumeration of words in regular languages,
///   Theoretical Computer Science 410(37), 2009, doi:10.1016/j.tcs.2009.03.018.
public struct WordSequence: Sequence, Sendable {
    private let rows: LetterRows
    private let layers: LiveLayers
    private let lengths: ClosedRange<Int>
    private let budget: Budget

    /// The words of a DFA whose lengths are in the range.
    init(_ dfa: DFA, lengths: ClosedRange<Int>, budget: Budget) throws(AutomataError) {
        precondition(lengths.lowerBound >= 0, "a word has no negative length")
        rows = try LetterRows(dfa, budget: budget)
        layers = LiveLayers(rows)
        self.lengths = lengths
        self.budget = budget
    }

    /// The alphabet of the letters.
    public var alphabet: Alphabet { rows.alphabet }

    /// Returns the words as texts, each made when it is asked for, as
    /// ``Alphabet/text(ofLetters:separator:)`` makes it.
    ///
    /// - Parameter separator: The text between two letters; unless given, a space if some name
    ///   isn't one scalar, otherwise nothing.
    /// - Complexity: O(length of all names), and for each word that of the sequence and O(length of
    ///   the text).
    public func texts(separator: String? = nil) -> some Sequence<String> {
        let text = LetterText(alphabet, separator: separator)
        return lazy.map { String(decoding: text.bytes(of: $0), as: UTF8.self) }
    }

    /// A place before the first word, which moves within the budget that was given for the words.
    public func cursor() -> WordCursor { WordCursor(rows, layers, lengths: lengths, budget: budget) }

    /// The first accepted word after the given one, which need not be accepted; `nil` where there
    /// is none.
    ///
    /// - Complexity: O(*w* *m*) for a word of *w* letters.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func first(after word: [Letter]) throws(AutomataError) -> [Letter]? {
        var cursor = cursor()
        return try cursor.moveToFirst(after: word) ? cursor.word : nil
    }

    /// The last accepted word before the given one, which need not be accepted; `nil` where there
    /// is none.
    ///
    /// - Complexity: O(*w* *m*) for a word of *w* letters.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func last(before word: [Letter]) throws(AutomataError) -> [Letter]? {
        var cursor = cursor()
        return try cursor.moveToLast(before: word) ? cursor.word : nil
    }

    /// Makes the words one after another.
    public struct Iterator: IteratorProtocol {
        private var cursor: WordCursor

        init(_ cursor: WordCursor) {
            self.cursor = cursor
        }

        /// The next word.
        public mutating func next() -> [Letter]? {
            // Without a budget nothing is thrown.
            (try? cursor.moveToNext()) == true ? cursor.word : nil
        }
    }

    /// Starts before the first word.
    public func makeIterator() -> Iterator {
        Iterator(WordCursor(rows, layers, lengths: lengths, budget: .unlimited))
    }
}

extension FiniteAutomaton {
    /// Returns the accepted words in shortlex order, each once, of all lengths or of those in a
    /// range.
    ///
    /// - Parameters:
    ///   - lengths: the lengths; must not be negative.
    ///   - budget: the bound on memory, and on the states of the DFA that another automaton is made
    ///     into.
    /// - Complexity: O(*n* + *m*) for a DFA, and that of determinization for others, O(2ⁿ) at
    ///   worst. Then for each word the letters that it doesn't share with the one before, and
    ///   O(*m*) for each length.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func words(
        ofLengths lengths: some RangeExpression<Int> = 0..., budget: Budget = .default
    ) throws(AutomataError) -> WordSequence {
        let bounds = Self.bounds(lengths, "lengths must not be negative")
        let lengths = bounds.least...(bounds.most ?? .max)
        if let dfa = asDFA { return try WordSequence(dfa, lengths: lengths, budget: budget) }
        return try WordSequence(determinized(budget: budget), lengths: lengths, budget: budget)
    }
}
