/// Tries each place of a text at which a word may begin.
///
/// - Complexity: O(*n*) for *n* bytes: if much was read in vain, it ends.
struct CandidateSearch {
    private let reading: SearchReading
    private let filters: SearchFilters
    private let vectors: Int32

    /// The bytes that may be read in vain for each byte that the search has passed.
    private static let patience = 4
    /// The bytes that may be read in vain in any case.
    private static let leastInVain = 4096

    /// - Parameter vectors: The width of the vectors to use, in bytes; with 0 there are no filters.
    init(_ reading: SearchReading, _ filters: SearchFilters, vectors: Int32) {
        (self.reading, self.filters, self.vectors) = (reading, filters, vectors)
    }

    /// Reports matches until the function returns `false` or the text ends.
    ///
    /// - Returns: The place from which another search has to go on; `nil` if this one is done.
    func run(_ report: (Range<Int>, SearchAutomaton.Row) -> Bool) -> SearchPlace? {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * MarkedPlaces.wordCount) { marks in
            guard let marks = marks.baseAddress else { return SearchPlace() }
            func places(_ filter: PlaceFilter?, _ block: Int) -> MarkedPlaces {
                MarkedPlaces(
                    filter ?? .none, in: reading.text, marks: marks + block * MarkedPlaces.wordCount, vectors: vectors)
            }
            if vectors > 0, let runs = filters.runs {
                reportRuns(from: places(runs.beginnings, 0), to: places(runs.exits, 1), runs.row, report)
                return nil
            }
            return run(places(filters.beginnings, 0), places(filters.loop?.exits, 1), report)
        }
    }

    private func reportRuns(
        from beginnings: MarkedPlaces, to exits: MarkedPlaces, _ row: SearchAutomaton.Row,
        _ report: (Range<Int>, SearchAutomaton.Row) -> Bool
    ) {
        var (beginnings, exits) = (beginnings, exits)
        let count = reading.text.count
        var start = beginnings.first(from: 0)
        while start < count {
            let end = exits.first(from: start &+ 1)
            if !report(start..<end, row) { return }
            start = beginnings.first(from: end)
        }
    }

    private func run(
        _ beginnings: MarkedPlaces, _ exits: MarkedPlaces, _ report: (Range<Int>, SearchAutomaton.Row) -> Bool
    ) -> SearchPlace? {
        let count = reading.text.count
        var (beginnings, exits) = (beginnings, exits)
        let areBeginningsMarked = vectors > 0 && filters.beginnings != nil
        // No word is read on from the dead row.
        let loopRow = vectors > 0 ? filters.loop?.row ?? SearchAutomaton.dead : SearchAutomaton.dead
        let isAcceptingWithinLoop = filters.loop?.isAcceptingWithin ?? false
        var place = SearchPlace()
        var inVain = 0
        while place.position <= count {
            let start =
                areBeginningsMarked ? beginnings.first(from: place.position) : reading.beginning(from: place.position)
            var row = reading.start(at: start)
            var position = start
            var end = -1
            var endRow = SearchAutomaton.dead
            if reading.isAccepting(row, at: start), start != place.lastEnd { (end, endRow) = (start, row) }
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
            if end < 0 {
                place.position = start + 1
                inVain += position - start
            } else {
                if !report(start..<end, endRow) { return nil }
                inVain += position - end
                // The empty word takes no byte, so that the next one may begin behind it only.
                place = SearchPlace(position: max(end, start == end ? end + 1 : end), lastEnd: end)
            }
            if inVain > Self.leastInVain, inVain > Self.patience * place.position { return place }
        }
        return nil
    }
}
