internal import Automata
internal import RegularExpressions
internal import WorkLimits

/// The progress of a search in a text.
struct SearchProgress: Sendable {
    var cursor = SearchCursor()
    /// The word that was being read when the text ended.
    var open: OpenWord?
    /// The sets of an earlier part of the text, by kind of automaton.
    var matchableRows: LazyDFA<MatchableRows<SearchDFA>>?
    var matchableStates: LazyDFA<MatchableRows<SearchNFA>>?
    /// The sets of states of words in an earlier part of the text.
    var wordStates: WordStates?
    /// The budget, which can cancel the search, and bounds the memory for sets of rows by what the
    /// machine has.
    var budget: Budget?
    /// The error that stopped the search.
    private(set) var failure: AutomataError?

    /// The number of leading bytes of the text that are no longer needed.
    var doneCount: Int {
        guard let open else { return cursor.position }
        return open.end < 0 ? open.start : open.end
    }

    /// Returns whether there is memory for a number of bytes; otherwise stops the search.
    mutating func hasRoom(_ byteCount: Int) -> Bool {
        do throws(AutomataError) {
            try budget?.checkFreeMemory(bytes: byteCount)
            return true
        } catch {
            stop(for: error)
            return false
        }
    }

    /// Stops the search if there is an error.
    mutating func stop(for error: AutomataError?) {
        guard let error else { return }
        (failure, cursor.isStopped) = (error, true)
    }

    /// Makes all positions relative to a later start.
    mutating func move(to start: Int) {
        cursor.position -= start
        cursor.lastEnd = max(-1, cursor.lastEnd - start)
        cursor.precedingByteCount += start
        open?.move(to: start)
    }
}

/// The position at which a search continues, and its state there.
package struct SearchCursor: Sendable {
    /// The next position to try.
    var position = 0
    /// The end of the last match; -1 if there is none in the text.
    var lastEnd = -1
    /// The number of bytes before the text.
    var precedingByteCount = 0
    /// The number of bytes that were read without a match.
    var unmatchedByteCount = 0
    /// Whether a function has ended the search.
    var isStopped = false

    package init(
        position: Int = 0, lastEnd: Int = -1, precedingByteCount: Int = 0, unmatchedByteCount: Int = 0,
        isStopped: Bool = false
    ) {
        self.position = position
        self.lastEnd = lastEnd
        self.precedingByteCount = precedingByteCount
        self.unmatchedByteCount = unmatchedByteCount
        self.isStopped = isStopped
    }

    /// The number of bytes that may be read without a match for each searched byte.
    private static let unmatchedBytesPerSearchedByte = 4
    /// The number of bytes that may always be read without a match.
    private static let minimumUnmatchedByteCount = 4096

    /// Continues as the caller's function decided after a match.
    @inline(__always)
    mutating func apply(_ step: Searcher.Step) {
        switch step {
        case .next: break
        case .skip(let next): position = max(position, next)
        case .stop: isStopped = true
        }
    }

    /// Whether so many bytes were read without a match that a search in two passes is worthwhile.
    @inline(__always)
    var isWasteful: Bool {
        unmatchedByteCount > Self.minimumUnmatchedByteCount
            && unmatchedByteCount > Self.unmatchedBytesPerSearchedByte &* (precedingByteCount &+ position)
    }
}

/// A word that is being read.
package struct OpenWord: Sendable {
    var start: Int
    /// The end of the part that was read. It isn't known whether the word may end there.
    var position: Int
    var row: SearchDFA.Row
    /// The last earlier position at which it may end; -1 if there is none.
    var end = -1
    var endRow = SearchDFA.dead

    fileprivate mutating func move(to start: Int) {
        self.start -= start
        position -= start
        if end >= 0 { end -= start }
    }
}
