internal import Automata
internal import RegularExpressions

/// A search that tries each position at which a word may begin, until much was read in vain.
///
/// - Complexity: O(*n*) for *n* bytes.
package struct CandidateSearch {
    /// A function that takes a match and its row, and decides how to continue.
    package typealias Report = (Range<Int>, SearchAutomaton.Row) -> Searcher.Step

    /// The reasons to end a search.
    enum End {
        /// No match begins in the rest of the text.
        case searchedAll
        /// More text follows, on which the next match depends.
        case awaitsText
        /// The function ended the search.
        case stopped
        /// Much was read without a match, so two passes search the rest.
        case readMuchInVain
    }

    private let reading: SearchReading
    private let filters: SearchFilters
    private let vectors: Int32

    /// - Parameter vectors: The width in bytes of the vectors to filter with; 0 for no filter.
    init(_ reading: SearchReading, _ filters: SearchFilters, vectors: Int32) {
        (self.reading, self.filters, self.vectors) = (reading, filters, vectors)
    }

    /// Reports matches until the function ends the search, the text ends, or much was read in vain.
    func run(_ progress: inout SearchProgress, _ report: Report) -> End {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * MarkedPlaces.wordCount) { marks in
            let marks = marks.baseAddress!
            func places(_ filter: PlaceFilter?, _ block: Int) -> MarkedPlaces {
                MarkedPlaces(
                    filter ?? .none, in: reading.text, marks: marks + block * MarkedPlaces.wordCount, vectors: vectors)
            }
            if vectors > 0, let runs = filters.runs {
                return RunSearch(reading, runs, marks: marks, vectors: vectors).run(&progress, report)
            }
            return run(places(filters.beginnings, 0), places(filters.loop?.exits, 1), &progress, report)
        }
    }

    private func run(
        _ beginnings: MarkedPlaces, _ exits: MarkedPlaces, _ progress: inout SearchProgress, _ report: Report
    ) -> End {
        let count = reading.text.count
        var (beginnings, exits) = (beginnings, exits)
        let areBeginningsMarked = vectors > 0 && filters.beginnings != nil
        var quiet = QuietPlaces(reading, vectors > 0 ? filters.firstEnds : nil)
        // No word is read on from the dead row.
        let loopRow = vectors > 0 ? filters.loop?.row ?? SearchAutomaton.dead : SearchAutomaton.dead
        let isAcceptingWithinLoop = filters.loop?.isAcceptingWithin ?? false
        // Separate variables stay in registers.
        var place = progress.place
        defer { progress.place = place }
        var open = progress.open
        progress.open = nil
        while open != nil || place.position <= count {
            var (start, position, row): (Int, Int, SearchAutomaton.Row)
            var (end, endRow) = (-1, SearchAutomaton.dead)
            if let word = open {
                (start, position, row, end, endRow) = (word.start, word.position, word.row, word.end, word.endRow)
                open = nil
                if reading.isAccepting(row, at: position) { (end, endRow) = (position, row) }
            } else {
                if place.isImpatient { return .readMuchInVain }
                start =
                    areBeginningsMarked
                    ? beginnings.first(from: place.position) : quiet.first(from: place.position)
                if start >= count, !reading.isWhole {
                    // The bytes that the filter checks may continue behind the end.
                    let length = areBeginningsMarked ? beginnings.length : 1
                    place.position = max(place.position, count - length + 1)
                    return .awaitsText
                }
                (position, row) = (start, reading.start(at: start))
                if start != place.lastEnd, reading.isAccepting(row, at: start) { (end, endRow) = (start, row) }
            }
            while position < count {
                row = reading.target(of: row, at: position)
                if row == SearchAutomaton.dead { break }
                position &+= 1
                if row == loopRow {
                    let exit = exits.first(from: position)
                    if isAcceptingWithinLoop, exit > position { (end, endRow) = (exit &- 1, row) }
                    position = exit
                }
                if reading.isAccepting(row, at: position) { (end, endRow) = (position, row) }
            }
            if row != SearchAutomaton.dead, !reading.isWhole {
                progress.open = OpenWord(start: start, position: position, row: row, end: end, endRow: endRow)
                return .awaitsText
            }
            if end < 0 {
                place.position = start &+ 1
                place.inVain &+= position &- start
            } else {
                place.inVain &+= position &- end
                // After an empty match, the next one may begin one byte later at the earliest.
                place.position = start == end ? end &+ 1 : end
                place.lastEnd = end
                place.take(report(start..<end, endRow))
                if place.isStopped { return .stopped }
            }
        }
        return .searchedAll
    }
}
