internal import Automata
internal import RegularExpressions

/// A search that tries each position at which a word may begin. It ends when too many bytes were
/// read without a match.
///
/// - Complexity: O(*n*) for *n* bytes.
package struct CandidateSearch {
    /// A function that receives a match and the row in which it ends, and returns how to continue.
    package typealias Report = (Range<Int>, SearchDFA.Row) -> Searcher.Step

    /// The reasons to end a search.
    enum End {
        /// No match begins in the rest of the text.
        case searchedAll
        /// The next match depends on text that follows.
        case needsMoreText
        /// The caller's function ended the search.
        case stopped
        /// Too many bytes were read without a match; two passes should search the rest.
        case readTooMuchWithoutMatch
    }

    private let reading: SearchReading
    private let filters: SearchFilters
    private let vectors: Int32

    /// - Parameter vectors: The width in bytes of the vectors to filter with; 0 for no filter.
    init(_ reading: SearchReading, _ filters: SearchFilters, vectors: Int32) {
        (self.reading, self.filters, self.vectors) = (reading, filters, vectors)
    }

    /// Reports matches until the function ends the search, the text ends, or too much was read
    /// without a match.
    func run(_ progress: inout SearchProgress, _ report: Report) -> End {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * CandidatePositions.wordCount) { marks in
            let marks = marks.baseAddress!
            func candidates(_ filter: Prefilter?, _ block: Int) -> CandidatePositions {
                CandidatePositions(
                    filter ?? .none, in: reading.text, marks: marks + block * CandidatePositions.wordCount,
                    vectors: vectors)
            }
            if vectors > 0, let runs = filters.runs {
                return RunSearch(reading, runs, marks: marks, vectors: vectors).run(&progress, report)
            }
            return run(candidates(filters.prefilter, 0), candidates(filters.loop?.exits, 1), &progress, report)
        }
    }

    private func run(
        _ prefilterCandidates: CandidatePositions, _ loopExits: CandidatePositions, _ progress: inout SearchProgress,
        _ report: Report
    ) -> End {
        let count = reading.text.count
        var (prefilterCandidates, loopExits) = (prefilterCandidates, loopExits)
        let usesPrefilter = vectors > 0 && filters.prefilter != nil
        var unfilteredPositions = UnfilteredPositions(reading, vectors > 0 ? filters.firstEnd : nil)
        // The dead row stands for no loop, because no word is read on from it.
        let loopRow = vectors > 0 ? filters.loop?.row ?? SearchDFA.dead : SearchDFA.dead
        let isAcceptingWithinLoop = filters.loop?.isAcceptingWithin ?? false
        // Separate variables stay in registers.
        var cursor = progress.cursor
        defer { progress.cursor = cursor }
        var open = progress.open
        progress.open = nil
        while open != nil || cursor.position <= count {
            var (start, position, row): (Int, Int, SearchDFA.Row)
            var (end, endRow) = (-1, SearchDFA.dead)
            if let word = open {
                (start, position, row, end, endRow) = (word.start, word.position, word.row, word.end, word.endRow)
                open = nil
                if reading.isAccepting(row, at: position) { (end, endRow) = (position, row) }
            } else {
                if cursor.isWasteful { return .readTooMuchWithoutMatch }
                start =
                    usesPrefilter
                    ? prefilterCandidates.first(from: cursor.position)
                    : unfilteredPositions.first(from: cursor.position)
                if start >= count, !reading.endsText {
                    // A filter checks `length` bytes, which may reach into the text that follows.
                    let length = usesPrefilter ? prefilterCandidates.length : 1
                    cursor.position = max(cursor.position, count - length + 1)
                    return .needsMoreText
                }
                (position, row) = (start, reading.start(at: start))
                if start != cursor.lastEnd, reading.isAccepting(row, at: start) { (end, endRow) = (start, row) }
            }
            while position < count {
                row = reading.target(of: row, at: position)
                if row == SearchDFA.dead { break }
                position &+= 1
                if row == loopRow {
                    let exit = loopExits.first(from: position)
                    if isAcceptingWithinLoop, exit > position { (end, endRow) = (exit &- 1, row) }
                    position = exit
                }
                if reading.isAccepting(row, at: position) { (end, endRow) = (position, row) }
            }
            if row != SearchDFA.dead, !reading.endsText {
                progress.open = OpenWord(start: start, position: position, row: row, end: end, endRow: endRow)
                return .needsMoreText
            }
            if end < 0 {
                cursor.position = start &+ 1
                cursor.unmatchedByteCount &+= position &- start
            } else {
                cursor.unmatchedByteCount &+= position &- end
                // After an empty match, the next one may begin one byte later at the earliest.
                cursor.position = start == end ? end &+ 1 : end
                cursor.lastEnd = end
                cursor.apply(report(start..<end, endRow))
                if cursor.isStopped { return .stopped }
            }
        }
        return .searchedAll
    }
}
