internal import Automata
internal import RegularExpressions

extension Searcher {
    /// Returns the longest match that begins at a position, or `nil` if no match begins there.
    ///
    /// A lexical analyzer gets its next token this way: if several patterns match the longest word,
    /// the match has the first pattern. Assertions refer to the text around the match. The match is
    /// empty if only the empty word matches.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - position: The number of bytes before the match, at most the text's length.
    /// - Complexity: O(*l*) for *l* bytes up to the first byte with which no word can continue. A
    ///   lazy searcher makes new states in each call.
    public func longestMatch(
        in text: borrowing some SearchableText & ~Copyable & ~Escapable, at position: Int
    ) -> Match? {
        text.withSearchedBytes { bytes in
            precondition(0...bytes.count ~= position, "the position must be in the text")
            switch engine {
            case .complete(let automaton, _): return longestMatch(in: bytes, at: position, automaton)
            case .lazy(let automaton): return longestMatch(in: bytes, at: position, automaton)
            }
        }
    }

    private func longestMatch(in text: UnsafeRawBufferPointer, at position: Int, _ automaton: SearchDFA) -> Match? {
        var match: Match?
        automaton.withReading(of: text) { reading in
            var reading = reading
            guard let (end, row) = reading.longestWord(at: position) else { return }
            let side = reading.side(after: end)
            match = Match(
                range: position..<end, pattern: reading.pattern(of: row, before: side), row: row, side: side)
        }
        return match
    }

    private func longestMatch(in text: UnsafeRawBufferPointer, at position: Int, _ automaton: SearchNFA) -> Match? {
        var states: WordStates?
        var reading = LazyReading(
            automaton, text: text, front: AssertionResolution.Side.nothing.rawValue, endsText: true, &states)
        return reading.longestWord(at: position).map { end, number in
            Match(range: position..<end, pattern: automaton.patterns(numbered: number)[0], row: number, side: 0)
        }
    }
}

extension WordReading {
    /// Returns the end of the longest word that begins at a position, and the number from which its
    /// patterns are found; `nil` if no word begins there.
    @inline(__always)
    fileprivate mutating func longestWord(at start: Int) -> (end: Int, ending: Row)? {
        var longest: (end: Int, ending: Row)?
        var row = self.start(at: start)
        var position = start
        while true {
            if let ending = ending(row, at: position) { longest = (position, ending) }
            guard position < text.count else { return longest }
            row = target(of: kept(row), at: position)
            if isDead(row) { return longest }
            position &+= 1
        }
    }
}
