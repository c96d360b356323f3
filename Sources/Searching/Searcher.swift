internal import AlgorithmSupport
public import Automata
public import RegularExpressions
public import WorkLimits

/// A searcher for the matches of patterns in texts, each with its position and its pattern.
///
/// Matches are leftmost-longest, as in POSIX and in lexical analyzers. The first match begins where
/// the first word of any pattern begins, and is the longest word that begins there. The next match
/// begins at its end or later. The matches are exact for all regular languages, including patterns
/// with intersection and complement.
///
/// ```swift
/// let searcher = try Searcher(for: [
///     RegularExpression(parsing: #"\berror\b"#), RegularExpression(parsing: #"[0-9]+ms"#),
/// ])
/// for match in searcher.matches(in: bytes) { print(match.range, match.pattern) }
/// ```
///
/// Patterns are over bytes: expressions whose unit is `bytes` or `utf8`, and automata over bytes or
/// over named symbols of one byte each. Assertions such as `^` and `\b` refer to the text around a
/// match; within an intersection or a complement they refer to the matched word alone. The empty
/// word matches at each position without a longer match, except at the end of the previous match.
///
/// A search takes time linear in the text. The search tries one position after the other until too
/// many bytes have been read twice. Then it first reads the rest of the text backward, to find the
/// beginnings and ends of words. In this pass, each byte can take time linear in the number of
/// states.
///
/// Searchers are immutable, and copies share the tables. Any number of threads may share a
/// searcher.
public struct Searcher: Sendable {
    /// The automaton that reads texts.
    package enum Engine: Sendable {
        case complete(SearchDFA, SearchFilters)
        case lazy(SearchNFA)
    }

    package let engine: Engine
    /// The number of patterns.
    public let patternCount: Int

    /// Makes a searcher for expressions.
    ///
    /// - Parameters:
    ///   - expressions: The patterns.
    ///   - withinLines: A Boolean value that indicates whether each line is a separate text: no
    ///     match contains a newline, and assertions such as `^` and `\A` refer to the line.
    ///   - lazily: A Boolean value that indicates whether states are built only when a search
    ///     reaches them. This avoids exponential work for patterns whose DFA would exceed the
    ///     budget. Searches are slower, however, and each different list of matching patterns stays
    ///     in memory.
    ///   - budget: The limits of the work.
    /// - Complexity: The time to build the minimal DFA of the patterns' union, exponential at
    ///   worst; for a lazy searcher, only the time to build the patterns' NFAs.
    /// - Throws: `AutomataError.incompatibleAlphabets(_:_:)` if an expression isn't over bytes;
    ///   `AutomataError.budgetExceeded(statesBuilt:limit:)`;
    ///   `AutomataError.cancelled(statesBuilt:)`; `AutomataError.tooLarge(_:)`.
    public init(
        for expressions: [RegularExpression], withinLines: Bool = false, lazily: Bool = false,
        budget: Budget = .default
    ) throws(AutomataError) {
        if !lazily, let automaton = try Self.trie(expressions, withinLines: withinLines, budget: budget) {
            try self.init(automaton, patternCount: expressions.count, budget: budget)
            return
        }
        var construction = SearchConstruction(withinLines: withinLines, budget: budget)
        for expression in expressions { try construction.add(expression) }
        try self.init(construction, lazily: lazily, patternCount: expressions.count)
    }

    /// Makes a searcher for literal words, each of them a pattern of its own.
    ///
    /// - Parameters:
    ///   - words: The words in bytes, or the UTF-8 of texts.
    ///   - withinLines: A Boolean value that indicates whether each line is a separate text: no
    ///     match contains a newline, and assertions such as `^` and `\A` refer to the line.
    ///   - budget: The limits of the work.
    /// - Complexity: O(*n* *c*) for *n* bytes in all words, *c* of them different.
    /// - Throws: `AutomataError.budgetExceeded(statesBuilt:limit:)`,
    ///   `AutomataError.cancelled(statesBuilt:)`, `AutomataError.tooLarge(_:)`.
    public init(
        forWords words: some Collection<some Sequence<UInt8>>, withinLines: Bool = false, budget: Budget = .default
    ) throws(AutomataError) {
        var trie = WordTrie(withinLines: withinLines, budget: budget)
        for (pattern, word) in words.enumerated() { try trie.add(word, pattern: pattern) }
        // Each byte is a class.
        guard let automaton = try trie.automaton() else { throw .tooLarge("classes") }
        try self.init(automaton, patternCount: words.count, budget: budget)
    }

    /// Returns the automaton of expressions that are words, or `nil` if an expression isn't one.
    private static func trie(
        _ expressions: [RegularExpression], withinLines: Bool, budget: Budget
    ) throws(AutomataError) -> SearchDFA? {
        var trie = WordTrie(withinLines: withinLines, budget: budget)
        for (pattern, expression) in expressions.enumerated() {
            guard try trie.add(expression, pattern: pattern) else { return nil }
        }
        return try trie.automaton()
    }

    private init(_ automaton: SearchDFA, patternCount: Int, budget: Budget) throws(AutomataError) {
        self.init(automaton, try SearchFilters(automaton, budget: budget), patternCount: patternCount)
    }

    init(_ automaton: SearchDFA, _ filters: SearchFilters, patternCount: Int) {
        self.init(.complete(automaton, filters), patternCount: patternCount)
    }

    private init(_ engine: Engine, patternCount: Int) { (self.engine, self.patternCount) = (engine, patternCount) }

    /// Makes a searcher for the languages of automata.
    ///
    /// - Parameters:
    ///   - automata: The patterns.
    ///   - withinLines: A Boolean value that indicates whether each line is a separate text: no
    ///     match contains a newline, and assertions such as `^` and `\A` refer to the line.
    ///   - lazily: A Boolean value that indicates whether states are built only when a search
    ///     reaches them. This avoids exponential work for patterns whose DFA would exceed the
    ///     budget. Searches are slower, however, and each different list of matching patterns stays
    ///     in memory.
    ///   - budget: The limits of the work.
    /// - Complexity: The time to build the minimal DFA of the patterns' union, exponential at
    ///   worst; for a lazy searcher, only the time to build the patterns' NFAs.
    /// - Throws: `AutomataError.incompatibleAlphabets(_:_:)` if an automaton isn't over bytes;
    ///   `AutomataError.budgetExceeded(statesBuilt:limit:)`;
    ///   `AutomataError.cancelled(statesBuilt:)`; `AutomataError.tooLarge(_:)`.
    public init(
        forLanguagesOf automata: [NFA], withinLines: Bool = false, lazily: Bool = false, budget: Budget = .default
    ) throws(AutomataError) {
        var construction = SearchConstruction(withinLines: withinLines, budget: budget)
        for automaton in automata { try construction.add(automaton) }
        try self.init(construction, lazily: lazily, patternCount: automata.count)
    }

    private init(
        _ construction: SearchConstruction, lazily: Bool, patternCount: Int
    ) throws(AutomataError) {
        if lazily {
            self.init(.lazy(try construction.lazyAutomaton()), patternCount: patternCount)
        } else {
            try self.init(construction.automaton(), patternCount: patternCount, budget: construction.budget)
        }
    }

    /// The numbers of the patterns that can't have a match in any text, in ascending order.
    @_spi(Tool) public var patternsWithoutWords: [Int] {
        let ids =
            switch engine {
            case .complete(let automaton, _): automaton.patternsWithWords
            case .lazy(let automaton): automaton.patternsWithWords
            }
        return (0..<patternCount).filter { !ids.contains(UInt32($0)) }
    }

    /// A Boolean value that indicates whether states are built only when a search reaches them.
    public var isLazy: Bool { if case .lazy = engine { true } else { false } }

    /// The number of bytes of the tables, without states that are built lazily.
    public var tableByteCount: Int {
        switch engine {
        case .complete(let automaton, let filters): automaton.byteCount + filters.byteCount
        case .lazy(let automaton): automaton.byteCount
        }
    }

    /// Returns the maximum number of bytes that a search in a text takes for sets of rows.
    package func workingByteCount(forTextOf byteCount: Int) -> Int {
        let classCount =
            switch engine {
            case .complete(let automaton, _): automaton.classCount
            case .lazy(let automaton): automaton.classCount
            }
        return LazyDFASize.byteCount(rowCount: rowCount, classCount: classCount, textByteCount: byteCount)
    }

    /// The number of rows of the automaton.
    var rowCount: Int {
        switch engine {
        case .complete(let automaton, _): automaton.rowCount
        case .lazy(let automaton): automaton.rowCount
        }
    }

    /// The side that each byte forms for adjacent words.
    var sideOfByte: [UInt8] {
        switch engine {
        case .complete(let automaton, _): automaton.sideOfByte
        case .lazy(let automaton): automaton.sideOfByte
        }
    }

    /// A word in a text that a pattern matches.
    public struct Match: Sendable, Hashable {
        /// The range of the match, in bytes.
        public let range: Range<Int>
        /// The number of the pattern that matches the word, or the smallest number of several.
        public let pattern: Int
        /// The row in which the word ends, and the side after the word. For a lazy searcher, the
        /// row is the number of the list of patterns instead.
        let row: SearchDFA.Row
        let side: UInt8

        /// A number that identifies the patterns of the match.
        package var key: UInt64 { UInt64(row) << 8 | UInt64(side) }

        /// Returns whether two matches have the same range and pattern.
        public static func == (left: Match, right: Match) -> Bool {
            left.range == right.range && left.pattern == right.pattern
        }

        /// Hashes the range and the pattern.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(range)
            hasher.combine(pattern)
        }
    }

    /// Returns the numbers of all patterns that match the word of a match, in ascending order.
    ///
    /// - Requires: The match is from this searcher.
    /// - Complexity: O(*k*) for *k* patterns that match the word.
    public func patterns(of match: Match) -> [Int] { patterns(forMatchKey: match.key) }

    /// Returns the numbers of the patterns of a match's key, or none if no match has the key.
    package func patterns(forMatchKey key: UInt64) -> [Int] {
        let (row, side) = (SearchDFA.Row(truncatingIfNeeded: key >> 8), UInt8(truncatingIfNeeded: key))
        guard key >> 40 == 0, Int(side) < SearchDFA.sideCount else { return [] }
        return switch engine {
        case .complete(let automaton, _): automaton.patterns(of: row, before: side).map { Int($0) }
        case .lazy(let automaton): automaton.patterns(numbered: row)
        }
    }

    /// Returns whether a text has a match.
    ///
    /// - Complexity: O(*n*) for *n* bytes. A lazy searcher always reads all of them.
    public func hasMatch(in text: borrowing some SearchableText & ~Copyable & ~Escapable) -> Bool {
        firstMatch(in: text) != nil
    }

    /// Returns the first match, or `nil` if there is none.
    ///
    /// - Complexity: O(*n*) for *n* bytes. A lazy searcher always reads all of them.
    public func firstMatch(in text: borrowing some SearchableText & ~Copyable & ~Escapable) -> Match? {
        var first: Match?
        forEachMatch(in: text) { match in
            first = match
            return false
        }
        return first
    }

    /// Returns all matches in the order of the text.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    public func matches(in text: borrowing some SearchableText & ~Copyable & ~Escapable) -> [Match] {
        var matches: [Match] = []
        forEachMatch(in: text) { match in
            matches.append(match)
            return true
        }
        return matches
    }

    /// Calls a function with each match in turn, until the function returns `false`.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    public func forEachMatch(
        in text: borrowing some SearchableText & ~Copyable & ~Escapable, _ body: (Match) -> Bool
    ) {
        text.withSearchedBytes { bytes in
            forEachMatch(in: bytes, vectors: VectorWidth.widest) { body($0) ? .next : .stop }
        }
    }

    /// The continuation of a search after a match.
    @_spi(Tool) public enum Step: Sendable {
        /// Continues with the next match.
        case next
        /// Continues at the given position, unless the search is already past it. No word may begin
        /// before the position and end after it.
        case skip(to: Int)
        /// Ends the search.
        case stop
    }

    /// Calls a function with matches in turn; the function's result decides how the search
    /// continues.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    @_spi(Tool) public func forEachMatch(in text: UnsafeRawBufferPointer, stepping body: (Match) -> Step) {
        forEachMatch(in: text, vectors: VectorWidth.widest, body)
    }

    /// Calls a function with each match in turn; the function's result decides how the search
    /// continues.
    ///
    /// - Parameter vectors: The width in bytes of the vectors to filter with; 0 for no filter.
    package func forEachMatch(in text: UnsafeRawBufferPointer, vectors: Int32, _ body: (Match) -> Step) {
        var progress = SearchProgress()
        search(text, from: &progress, endsText: true, vectors: vectors, body)
    }

    /// Continues a search in a text.
    ///
    /// - Parameters:
    ///   - front: The side before the text.
    ///   - endsText: A Boolean value that indicates whether nothing follows the text.
    ///   - body: A function that takes a match and decides how to continue.
    func search(
        _ text: UnsafeRawBufferPointer, from progress: inout SearchProgress,
        front: UInt8 = AssertionResolution.Side.nothing.rawValue, endsText: Bool, vectors: Int32,
        _ body: (Match) -> Step
    ) {
        let precedingByteCount = progress.cursor.precedingByteCount
        func deliver(_ range: Range<Int>, _ pattern: Int, _ row: SearchDFA.Row, _ side: UInt8) -> Step {
            let shifted = range.lowerBound + precedingByteCount..<range.upperBound + precedingByteCount
            let step = body(Match(range: shifted, pattern: pattern, row: row, side: side))
            return if case .skip(let position) = step { .skip(to: position - precedingByteCount) } else { step }
        }
        switch engine {
        case .complete(let automaton, let filters):
            automaton.withReading(of: text, front: front, endsText: endsText) { reading in
                func report(_ range: Range<Int>, _ row: SearchDFA.Row) -> Step {
                    let side = reading.side(after: range.upperBound)
                    return deliver(range, reading.pattern(of: row, before: side), row, side)
                }
                if CandidateSearch(reading, filters, vectors: vectors).run(&progress, report)
                    == .readTooMuchWithoutMatch,
                    progress.hasRoom(workingByteCount(forTextOf: text.count))
                {
                    var search = TwoPassSearch(reading, automaton, &progress.matchableRows, budget: progress.budget)
                    progress.open = search.run(&progress.cursor, report)
                    progress.matchableRows = search.kept
                    progress.stop(for: search.failure)
                }
            }
        case .lazy(let automaton):
            guard progress.hasRoom(workingByteCount(forTextOf: text.count)) else { return }
            let reading = LazyReading(
                automaton, text: text, front: front, endsText: endsText, &progress.wordStates)
            var search = TwoPassSearch(reading, automaton, &progress.matchableStates, budget: progress.budget)
            progress.open = search.run(&progress.cursor) { range, number in
                deliver(range, automaton.patterns(numbered: number)[0], number, 0)
            }
            progress.matchableStates = search.kept
            progress.wordStates = search.reading.states
            progress.stop(for: search.failure)
        }
    }
}
