/// Tries each place of a text at which a word may begin.
///
/// - Complexity: O(*n*) for *n* bytes: if much was read in vain, it ends.
struct CandidateSearch {
    private let reading: SearchReading

    /// The bytes that may be read in vain for each byte that the search has passed.
    private static let patience = 4
    /// The bytes that may be read in vain in any case.
    private static let leastInVain = 4096

    init(_ reading: SearchReading) { self.reading = reading }

    /// Reports matches until the function returns `false` or the text ends.
    ///
    /// - Returns: The place from which another search has to go on; `nil` if this one is done.
    func run(_ report: (Range<Int>, SearchAutomaton.Row) -> Bool) -> SearchPlace? {
        let count = reading.text.count
        var place = SearchPlace()
        var inVain = 0
        while place.position <= count {
            let start = reading.beginning(from: place.position)
            var row = reading.start(at: start)
            var position = start
            var end = -1
            var endRow = SearchAutomaton.dead
            if reading.isAccepting(row, at: start), start != place.lastEnd { (end, endRow) = (start, row) }
            while position < count {
                row = reading.target(of: row, at: position)
                if row == SearchAutomaton.dead { break }
                position &+= 1
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
