internal import Automata
internal import RegularExpressions

/// Finds words that consist of a byte of one class and then any number of bytes of another class,
/// 64 positions at a time.
///
/// For each position, one bit indicates whether a word may begin there, and another bit whether a
/// word can continue. A word continues from one position to the next like the carry of an addition.
/// Therefore, one addition finds which of 64 positions are within a word.
struct RunSearch {
    private let reading: SearchReading
    private let runs: SearchFilters.Runs
    private let beginnings: UnsafeMutablePointer<UInt64>
    private let exits: UnsafeMutablePointer<UInt64>
    private let vectors: Int32

    /// - Requires: The marks have room for two blocks.
    init(
        _ reading: SearchReading, _ runs: SearchFilters.Runs, marks: UnsafeMutablePointer<UInt64>, vectors: Int32
    ) {
        (self.reading, self.runs, self.vectors) = (reading, runs, vectors)
        (beginnings, exits) = (marks, marks + CandidatePositions.wordCount)
    }

    /// Reports matches until the function ends the search or the text ends.
    @inline(__always)
    func run(_ progress: inout SearchProgress, _ report: CandidateSearch.Report) -> CandidateSearch.End {
        let count = reading.text.count
        var position = progress.open?.position ?? progress.cursor.position
        var start = progress.open?.start ?? position
        var isWithin = progress.open != nil
        // No word begins before this position, and none is open there if it is after the last end.
        var least = start
        progress.open = nil
        guard let text = reading.text.baseAddress else { return .searchedAll }
        while position < count {
            let length = min(CandidatePositions.blockSize, count &- position)
            let isAnyBeginning = runs.firstByte.mark(text + position, length, beginnings, vectors: vectors)
            guard isAnyBeginning || isWithin else {
                position &+= length
                continue
            }
            _ = runs.exits.mark(text + position, length, exits, vectors: vectors)
            let blockEnd = position &+ length
            var index = 0
            while position < blockEnd {
                var valid = UInt64.max &>> UInt64(truncatingIfNeeded: max(0, 64 &- (blockEnd &- position)))
                if least > position {
                    isWithin = false
                    valid &= Self.bits(from: least &- position)
                }
                let (begins, continuations) = (beginnings[index] & valid, ~exits[index] & valid)
                let (sum, overflow) = (begins | continuations).addingReportingOverflow(begins)
                let (carried, overflowOfCarry) = sum.addingReportingOverflow(isWithin ? 1 : 0)
                // The positions after one that is within a word.
                let follows = carried ^ (begins | continuations) ^ begins
                var ends = follows & ~continuations & valid
                var starts = begins & ~(follows & continuations)
                if !isWithin {
                    start = position &+ starts.trailingZeroBitCount
                    starts &= starts &- 1
                }
                while ends != 0 {
                    let step = report(start..<(position &+ ends.trailingZeroBitCount), runs.row)
                    progress.cursor.apply(step)
                    if progress.cursor.isStopped { return .stopped }
                    ends &= ends &- 1
                    if case .skip(let next) = step, next > position {
                        least = next
                        let rest = Self.bits(from: next &- position)
                        (starts, ends) = (starts & rest, ends & rest)
                    }
                    start = position &+ starts.trailingZeroBitCount
                    starts &= starts &- 1
                }
                let rest = blockEnd &- position
                isWithin = rest < 64 ? follows &>> UInt64(rest) & 1 != 0 : overflow || overflowOfCarry
                position &+= 64
                index &+= 1
            }
            position = max(blockEnd, least)
            if least > blockEnd { isWithin = false }
        }
        progress.cursor.position = count
        guard isWithin, least <= start else { return .searchedAll }
        if reading.endsText {
            progress.cursor.apply(report(start..<count, runs.row))
            return progress.cursor.isStopped ? .stopped : .searchedAll
        }
        // The word may end at each position after its first byte.
        let last = count - 1 > start ? count - 1 : -1
        progress.open = OpenWord(start: start, position: count, row: runs.row, end: last, endRow: runs.row)
        return .needsMoreText
    }

    /// Returns a machine word with the bits from an index on.
    @inline(__always)
    private static func bits(from index: Int) -> UInt64 { UInt64.max << UInt64(truncatingIfNeeded: index) }
}
