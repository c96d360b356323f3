/// Finds words by two passes: one from the end of the text on tells from which rows a word ends
/// behind each position, so that the other one reads no byte in vain.
///
/// The sets of all positions would take much room. The first pass keeps those at the ends of blocks
/// alone, and each block is read backwards once more before it is read forwards.
///
/// - Complexity: O(*n*) for *n* bytes, and for each set that is met O(*m*) for *m* rows; in addition
///   the sets of a block, 16 MiB at most, and one for each block.
struct TwoPassSearch {
    private let reading: SearchReading
    private let automaton: SearchAutomaton

    init(_ reading: SearchReading, _ automaton: SearchAutomaton) {
        (self.reading, self.automaton) = (reading, automaton)
    }

    /// A word that is being read.
    private struct Open {
        var start: Int
        var row: SearchAutomaton.Row
    }

    /// Reports matches until the function returns `false` or the text ends.
    func run(from place: SearchPlace, _ report: (Range<Int>, SearchAutomaton.Row) -> Bool) {
        let count = reading.text.count
        guard place.position <= count else { return }
        var rows = MatchableRows(automaton)
        let blockSize = rows.blockSize
        // Blocks of positions (lower, upper], from the place on.
        let blockCount = (count - place.position + blockSize - 1) / blockSize
        var ends = [[UInt64]](repeating: [], count: blockCount)
        var set = rows.atEnd()
        var position = count
        for block in (0..<blockCount).reversed() {
            ends[block] = rows.content(of: set)
            let lower = place.position + block * blockSize
            while position > lower {
                position -= 1
                set = rows.set(before: reading.text[position], set)
            }
            set = rows.id(ofKept: rows.content(of: set))
        }

        var lastEnd = place.lastEnd
        var open: Open?
        var sets = [MatchableRows.SetID](repeating: 0, count: blockSize + 1)
        for block in 0..<blockCount {
            let lower = place.position + block * blockSize
            let upper = min(count, lower + blockSize)
            sets[upper - lower] = rows.id(ofKept: ends[block])
            for position in (lower..<upper).reversed() {
                sets[position - lower] = rows.set(before: reading.text[position], sets[position - lower + 1])
            }
            for position in lower..<upper {
                // What the byte at the position leads to, if a word ends behind it.
                let next = sets[position - lower + 1]
                if let word = open {
                    let target = reading.target(of: word.row, at: position)
                    if rows.contains(target, in: next) {
                        open?.row = target
                        continue
                    }
                    // Its row is in the set of the position, so it ends here.
                    if !report(word.start..<position, word.row) { return }
                    (open, lastEnd) = (nil, position)
                }
                let start = reading.start(at: position)
                let target = reading.target(of: start, at: position)
                if rows.contains(target, in: next) {
                    open = Open(start: position, row: target)
                } else if position != lastEnd, reading.isAccepting(start, at: position) {
                    if !report(position..<position, start) { return }
                    lastEnd = position
                }
            }
        }
        if let word = open {
            _ = report(word.start..<count, word.row)
        } else if lastEnd != count {
            let start = reading.start(at: count)
            if reading.isAccepting(start, at: count) { _ = report(count..<count, start) }
        }
    }
}
