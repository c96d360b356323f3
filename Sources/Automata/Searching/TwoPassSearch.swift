/// Finds words by two passes: one from the end of the text on tells from which rows a word ends
/// behind each position, so that the other one reads no byte in vain.
///
/// The sets of all positions would take much room. The first pass keeps those at the ends of blocks
/// alone, and each block is read backwards once more before it is read forwards.
///
/// - Complexity: O(*n*) for *n* bytes, and for each set that is met O(*m*) for *m* rows; in
///   addition the sets of a block, 32 MiB at most, and one for each block.
struct TwoPassSearch<Reading: WordReading> {
    typealias Rows = LazySets<MatchableRows<Reading.Graph>>

    private var reading: Reading
    private let graph: Reading.Graph

    init(_ reading: Reading, _ graph: Reading.Graph) { (self.reading, self.graph) = (reading, graph) }

    /// Reports matches until the function returns `false` or the text ends.
    ///
    /// - Parameters:
    ///   - place: Where the search goes on.
    ///   - kept: The sets that an earlier part of the text needed; many parts need the same.
    /// - Returns: The word that goes on behind the text, if it needn't be read once more.
    /// - Requires: No word is open.
    mutating func run(
        _ place: inout SearchPlace, _ kept: inout Rows?, _ report: CandidateSearch.Report
    ) -> OpenWord? {
        let count = reading.text.count
        let first = place.position
        guard first <= count else { return nil }
        let steps = MatchableRows(graph)
        var rows = kept ?? LazySets(steps, classOfByte: graph.classOfByte)
        kept = nil
        defer { if !reading.isWhole { kept = rows } }
        let blockSize = rows.blockSize
        // Blocks of positions (lower, upper], from the first one on.
        let blockCount = (count - first + blockSize - 1) / blockSize
        var ends = [[UInt64]](repeating: [], count: blockCount)
        var hasBeginning = [Bool](repeating: false, count: blockCount)
        // A word that the end of a part of a text leaves open may still match.
        var set = reading.isWhole ? rows.id(of: steps.atEnd) : rows.id(of: steps.atUnknown)
        for block in (0..<blockCount).reversed() {
            ends[block] = rows.content(of: set)
            let lower = first + block * blockSize
            var bits: UInt8 = 0
            set = rows.readBackwards(reading.text, lower..<min(count, lower + blockSize), from: set) {
                bits |= $2 &>> reading.side(before: $0)
            }
            hasBeginning[block] = bits & 1 != 0
            set = rows.id(ofKept: rows.content(of: set))
        }

        var open: (start: Int, row: Reading.Row)?
        var sets = [Rows.SetID](repeating: 0, count: min(count - first, blockSize) + 1)
        for block in 0..<blockCount where open != nil || hasBeginning[block] {
            let lower = first + block * blockSize
            let upper = min(count, lower + blockSize)
            let end = rows.id(ofKept: ends[block])
            sets.withUnsafeMutableBufferPointer { sets in
                sets[upper - lower] = end
                _ = rows.readBackwards(reading.text, lower..<upper, from: end) { position, set, _ in
                    sets[position &- lower] = set
                }
            }
            for position in lower..<upper {
                // What the byte at the position leads to, if a word ends behind it.
                let next = sets[position - lower + 1]
                if let word = open {
                    let row = reading.kept(word.row)
                    let target = reading.target(of: row, at: position)
                    if reading.isAny(target, in: next, of: rows) {
                        open?.row = target
                        continue
                    }
                    // Its row is in the set of the position, so it ends here.
                    (open, place.lastEnd) = (nil, position)
                    if let ending = reading.ending(row, at: position), !report(word.start..<position, ending) {
                        place.isStopped = true
                        return nil
                    }
                }
                let sides = rows.sides(of: sets[position - lower])
                guard sides &>> reading.side(before: position) & 1 != 0 else { continue }
                let start = reading.start(at: position)
                let target = reading.target(of: start, at: position)
                if reading.isAny(target, in: next, of: rows) {
                    open = (position, target)
                } else if position != place.lastEnd, let ending = reading.ending(start, at: position) {
                    place.lastEnd = position
                    if !report(position..<position, ending) {
                        place.isStopped = true
                        return nil
                    }
                }
            }
        }
        place.position = count
        if reading.isWhole {
            let (start, row) = open ?? (count, reading.start(at: count))
            if start != count || place.lastEnd != count, let ending = reading.ending(row, at: count) {
                place.isStopped = !report(start..<count, ending)
            }
        } else if let open {
            place.position = open.start
            return reading.openWord(from: open.start, after: place.lastEnd)
        }
        return nil
    }
}
