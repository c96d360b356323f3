/// The accepted words in shortlex order: shorter words first, and words of equal length in the
/// order of their letters.
///
/// The words are computed on demand, so the language may be infinite. Only the machine's memory
/// limits a loop over them: it takes a few bits for each state and length. ``cursor()`` returns a
/// cursor with a budget.
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

    /// Creates the sequence of a DFA's words whose lengths are in the range.
    init(_ dfa: DFA, lengths: ClosedRange<Int>, budget: Budget) throws(AutomataError) {
        precondition(lengths.lowerBound >= 0, "a word length must not be negative")
        rows = try LetterRows(dfa, budget: budget)
        layers = LiveLayers(rows)
        self.lengths = lengths
        self.budget = budget
    }

    /// The alphabet of the letters.
    public var alphabet: Alphabet { rows.alphabet }

    /// Returns the words as texts, each made on demand by ``Alphabet/text(ofLetters:separator:)``.
    ///
    /// - Parameter separator: The text between two letters; by default a space if some name
    ///   isn't one scalar, otherwise nothing.
    /// - Complexity: O(length of all letters' names) once, and for each word the cost of the
    ///   sequence and O(length of the text).
    public func texts(separator: String? = nil) -> some Sequence<String> {
        let text = LetterText(alphabet, separator: separator)
        return lazy.map { String(decoding: text.bytes(of: $0), as: UTF8.self) }
    }

    /// Returns a cursor before the first word, with the budget of the sequence.
    public func cursor() -> WordCursor { WordCursor(rows, layers, lengths: lengths, budget: budget) }

    /// Returns the first accepted word after the given one, which need not be accepted, or `nil` if
    /// there is none.
    ///
    /// - Complexity: O(*w* *m*) for a word of *w* letters.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func first(after word: [Letter]) throws(AutomataError) -> [Letter]? {
        var cursor = cursor()
        return try cursor.moveToFirst(after: word) ? cursor.word : nil
    }

    /// Returns the last accepted word before the given one, which need not be accepted, or `nil` if
    /// there is none.
    ///
    /// - Complexity: O(*w* *m*) for a word of *w* letters.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func last(before word: [Letter]) throws(AutomataError) -> [Letter]? {
        var cursor = cursor()
        return try cursor.moveToLast(before: word) ? cursor.word : nil
    }

    /// An iterator over the words.
    public struct Iterator: IteratorProtocol {
        private var cursor: WordCursor

        init(_ cursor: WordCursor) {
            self.cursor = cursor
        }

        /// Returns the next word, or `nil` after the last word.
        public mutating func next() -> [Letter]? {
            // Without a budget nothing is thrown.
            (try? cursor.moveToNext()) == true ? cursor.word : nil
        }
    }

    /// Returns an iterator before the first word.
    public func makeIterator() -> Iterator {
        Iterator(WordCursor(rows, layers, lengths: lengths, budget: .unlimited))
    }
}

extension FiniteAutomaton {
    /// Returns the accepted words in shortlex order, each once, of all lengths or of the
    /// lengths in a range.
    ///
    /// - Parameters:
    ///   - lengths: the lengths; must not be negative.
    ///   - budget: the bound on memory, and on the states of the DFA if the automaton must be
    ///     determinized.
    /// - Complexity: O(*n* + *m*) for a DFA; for others the time of determinization, O(2ⁿ) at
    ///   worst. Then each word costs the number of letters that differ from the previous word, and
    ///   each new length O(*m*).
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func words(
        ofLengths lengths: some RangeExpression<Int> = 0..., budget: Budget = .default
    ) throws(AutomataError) -> WordSequence {
        let bounds = Self.bounds(lengths, "word lengths must not be negative")
        let lengths = bounds.least...(bounds.most ?? .max)
        if let dfa = asDFA { return try WordSequence(dfa, lengths: lengths, budget: budget) }
        return try WordSequence(determinized(budget: budget), lengths: lengths, budget: budget)
    }
}
