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

    /// Reports matches until the function returns `false` or the text ends.
    ///
    /// - Requires: No word is open.
    func run(_ progress: inout SearchProgress, _ report: CandidateSearch.Report) {
        let count = reading.text.count
        let first = progress.place.position
        guard first <= count else { return }
        // Many parts of a text need the same sets.
        let steps = MatchableRows(automaton)
        var rows = progress.matchableRows ?? LazySets(steps, classOfByte: automaton.classOfByte)
        progress.matchableRows = nil
        defer { if !reading.isWhole { progress.matchableRows = rows } }
        let blockSize = rows.blockSize
        // Blocks of positions (lower, upper], from the first one on.
        let blockCount = (count - first + blockSize - 1) / blockSize
        var ends = [[UInt64]](repeating: [], count: blockCount)
        // A word that the end of a part of a text leaves open may still match.
        var set = reading.isWhole ? rows.id(of: steps.atEnd) : rows.id(of: steps.atUnknown)
        var position = count
        for block in (0..<blockCount).reversed() {
            ends[block] = rows.content(of: set)
            let lower = first + block * blockSize
            while position > lower {
                position -= 1
                set = rows.target(of: set, on: reading.text[position])
            }
            set = rows.id(ofKept: rows.content(of: set))
        }

        var open: (start: Int, row: SearchAutomaton.Row)?
        var sets = [LazySets<MatchableRows>.SetID](repeating: 0, count: blockSize + 1)
        for block in 0..<blockCount {
            let lower = first + block * blockSize
            let upper = min(count, lower + blockSize)
            sets[upper - lower] = rows.id(ofKept: ends[block])
            for position in (lower..<upper).reversed() {
                sets[position - lower] = rows.target(of: sets[position - lower + 1], on: reading.text[position])
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
                    (open, progress.place.lastEnd) = (nil, position)
                    if !report(word.start..<position, word.row) { return }
                }
                let start = reading.start(at: position)
                let target = reading.target(of: start, at: position)
                if rows.contains(target, in: next) {
                    open = (position, target)
                } else if position != progress.place.lastEnd, reading.isAccepting(start, at: position) {
                    progress.place.lastEnd = position
                    if !report(position..<position, start) { return }
                }
            }
        }
        progress.place.position = count
        if reading.isWhole {
            if let open {
                _ = report(open.start..<count, open.row)
            } else if progress.place.lastEnd != count {
                let start = reading.start(at: count)
                if reading.isAccepting(start, at: count) { _ = report(count..<count, start) }
            }
        } else if let open {
            progress.open = reading.openWord(from: open.start, after: progress.place.lastEnd)
        }
    }
}

extension SearchReading {
    /// Reads a word that goes on to the end of the text.
    fileprivate func openWord(from start: Int, after lastEnd: Int) -> OpenWord {
        var word = OpenWord(start: start, position: start, row: self.start(at: start))
        if start != lastEnd, isAccepting(word.row, at: start) { (word.end, word.endRow) = (start, word.row) }
        while word.position < text.count {
            word.row = target(of: word.row, at: word.position)
            word.position += 1
            if isAccepting(word.row, at: word.position) { (word.end, word.endRow) = (word.position, word.row) }
        }
        return word
    }
}
