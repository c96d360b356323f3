package import Automata
internal import RegularExpressions

/// A search in two passes. The backward pass computes, for each position, the rows from which a
/// word can end later. Thus the forward pass reads only bytes of matches.
///
/// The sets of all positions would take much memory. Only the sets at the ends of blocks are kept,
/// and each block is read backward again before it is read forward. If the kept sets take much
/// memory, too, blocks are grouped, and each group is read backward again before its blocks.
///
/// - Complexity: O(*n*) for *n* bytes, and O(*m*) for each new set, for *m* rows. The sets of a
///   block take about 4 MiB at most; there are O(√*n*) sets for the ends of blocks.
package struct TwoPassSearch<Reading: WordReading> {
    package typealias Rows = LazyDFA<MatchableRows<Reading.Graph>>

    private(set) var reading: Reading
    private let steps: MatchableRows<Reading.Graph>
    private var rows: Rows
    /// The sets at the positions of a block and at its end.
    private var sets: [Rows.SetID] = []
    private var open: (start: Int, row: Reading.Row)?
    private let budget: Budget?
    /// The error of the budget that stopped the search.
    private(set) var failure: AutomataError?

    /// Creates a search. `kept` contains the sets of an earlier part of the text, which are often
    /// needed again. `budget` limits the time, and is checked at each block.
    package init(_ reading: Reading, _ graph: Reading.Graph, _ kept: inout Rows?, budget: Budget? = nil) {
        (self.reading, self.budget) = (reading, budget)
        steps = MatchableRows(graph)
        rows = kept ?? LazyDFA(steps, classOfByte: graph.classOfByte)
        kept = nil
    }

    /// The sets that the next part of the text may need.
    var kept: Rows? { reading.endsText ? nil : rows }

    /// A part of the text.
    private struct Part {
        /// The positions of its bytes.
        var positions: Range<Int>
        /// The set at its end.
        var end: [UInt64]
        /// Whether a word begins in the part.
        var hasBeginning: Bool
    }

    /// Reports matches until the function ends the search or the text ends.
    ///
    /// - Parameter cursor: The position from which the search continues.
    /// - Returns: The word that continues after the text, or `nil` if it must be read again.
    /// - Requires: No word is open.
    package mutating func run(_ cursor: inout SearchCursor, _ report: CandidateSearch.Report) -> OpenWord? {
        let count = reading.text.count
        guard cursor.position <= count else { return nil }
        // A word that is open at the end of a piece may still match.
        let last = reading.endsText ? rows.id(of: steps.rowsAtEnd) : rows.id(of: steps.rowsAtUnknownEnd)
        let all = Part(positions: cursor.position..<count, end: rows.content(of: last), hasBeginning: true)
        let groupSize = rows.blockSize * rows.groupSize(for: all.positions.count)
        for group in groupSize < all.positions.count ? parts(of: all, size: groupSize) : [all] {
            guard needsReading(group, cursor) else { continue }
            for block in parts(of: group, size: rows.blockSize) where goesOn() && needsReading(block, cursor) {
                read(block, &cursor, report)
                if cursor.isStopped { return nil }
            }
        }
        if failure != nil { return nil }
        cursor.position = max(cursor.position, count)
        if reading.endsText {
            let (start, row) = open ?? (count, reading.start(at: count))
            if start != count || cursor.lastEnd != count, cursor.position == count,
                let ending = reading.ending(row, at: count)
            {
                cursor.apply(report(start..<count, ending))
            }
        } else if let open {
            cursor.position = open.start
            return reading.openWord(from: open.start, after: cursor.lastEnd)
        }
        return nil
    }

    /// Returns whether the budget lets the search go on.
    private mutating func goesOn() -> Bool {
        guard failure == nil else { return false }
        do throws(AutomataError) { try budget?.check(statesBuilt: 0) } catch { failure = error }
        return failure == nil
    }

    private func needsReading(_ part: Part, _ cursor: SearchCursor) -> Bool {
        open != nil || part.hasBeginning && part.positions.upperBound > cursor.position
    }

    /// Reads a part backward, and divides it into smaller ones.
    private mutating func parts(of part: Part, size: Int) -> [Part] {
        var parts: [Part] = []
        var set = rows.id(ofKept: part.end)
        for lower in stride(from: part.positions.lowerBound, to: part.positions.upperBound, by: size).reversed()
        where goesOn() {
            let positions = lower..<min(part.positions.upperBound, lower + size)
            let end = rows.content(of: set)
            var bits: UInt8 = 0
            set = rows.readBackwards(reading.text, positions, from: set) { bits |= $2 &>> reading.side(before: $0) }
            parts.append(Part(positions: positions, end: end, hasBeginning: bits & 1 != 0))
            set = rows.id(ofKept: rows.content(of: set))
        }
        return parts.reversed()
    }

    /// Reports the matches that end in a block.
    private mutating func read(_ block: Part, _ cursor: inout SearchCursor, _ report: CandidateSearch.Report) {
        let lower = block.positions.lowerBound
        let end = rows.id(ofKept: block.end)
        if sets.count <= block.positions.count { sets = [Rows.SetID](repeating: 0, count: block.positions.count + 1) }
        sets.withUnsafeMutableBufferPointer { sets in
            sets[block.positions.count] = end
            _ = rows.readBackwards(reading.text, block.positions, from: end) { position, set, _ in
                sets[position &- lower] = set
            }
        }
        var position = lower
        while position < block.positions.upperBound {
            defer { position &+= 1 }
            // The rows after the byte from which a word can end.
            let next = sets[position - lower + 1]
            if let word = open {
                let row = reading.kept(word.row)
                let target = reading.target(of: row, at: position)
                if reading.sharesRow(target, with: next, of: rows) {
                    open?.row = target
                    continue
                }
                // Its row is in the set of this position, so the word ends here.
                (open, cursor.lastEnd) = (nil, position)
                if let ending = reading.ending(row, at: position) {
                    cursor.apply(report(word.start..<position, ending))
                    if cursor.isStopped { return }
                }
            }
            let sides = rows.sides(of: sets[position - lower])
            guard position >= cursor.position, sides &>> reading.side(before: position) & 1 != 0 else { continue }
            let start = reading.start(at: position)
            let target = reading.target(of: start, at: position)
            if reading.sharesRow(target, with: next, of: rows) {
                open = (position, target)
            } else if position != cursor.lastEnd, let ending = reading.ending(start, at: position) {
                cursor.lastEnd = position
                cursor.apply(report(position..<position, ending))
                if cursor.isStopped { return }
            }
        }
    }
}
