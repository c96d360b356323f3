internal import AlgorithmSupport
package import Automata
internal import RegularExpressions

/// A DFA for Σ\*·*L*, where *L* is the language of all patterns. It skips parts of a text in which
/// no word of *L* ends.
///
/// A state is the set of rows of all words that began earlier. It stays the same after a word has
/// ended, so the first end is found as a ``Matcher`` finds its verdict. In a *fresh* state no word
/// is open: no word that began before the position can still end after it.
package final class FirstEndDFA: Sendable {
    typealias Position = FrozenTable.Position

    private let classes: [UInt8]
    private let table: FrozenTable
    private let longInputs: LongInputReading?
    private let shuffling: RowShuffling?
    /// The state in which reading begins after each side.
    private let freshPositions: [Position]
    private var endedPosition: Position { table.allAcceptingPosition }

    /// The cost of skipping a byte; 1 is the cost of filtering a position by a pair of bytes.
    static let cost = 7.0
    /// The maximum number of machine words of sets in the construction, which takes about a hundred
    /// microseconds.
    private static let maximumWork = 1 << 16

    /// Creates the DFA, or fails if it has too many states or a pattern matches the empty word.
    package init?(_ automaton: SearchDFA) {
        guard automaton.starts.allSatisfy({ automaton.acceptedSides(of: $0) == 0 }) else { return nil }
        let examples = automaton.exampleOfClass
        let rows = UnfinishedWords(automaton)
        var sets = LazyDFA(rows, classOfByte: automaton.classOfByte)
        let starts = (0..<UInt8(SearchDFA.sideCount)).map { sets.id(of: [rows.rowWithoutWord(behind: $0)]) }
        let stride = automaton.classCount + 1
        let workOfSet = automaton.classCount * (rows.rowCount / 64 + 1)
        // The dead row, the sets, and the row after an end, whose number depends on the sets.
        var targets = [Int](repeating: 0, count: stride)
        let endedTarget = -1
        var set = 0
        while set < sets.count {
            guard (set + 1) * workOfSet <= Self.maximumWork else { return nil }
            let sides = sets.sides(of: UInt32(set))
            for example in examples {
                let isEnd = sides >> automaton.sideOfByte[Int(example)] & 1 != 0
                targets.append(isEnd ? endedTarget : Int(sets.target(of: UInt32(set), on: example)) + 1)
            }
            targets.append(0)
            set += 1
        }
        let last = sets.count + 1
        targets += Array(repeating: endedTarget, count: automaton.classCount) + [0]
        let cells = targets.map { UInt32(($0 == endedTarget ? last : $0) * stride) }
        let isShort = last * stride <= Int(UInt16.max)
        classes = automaton.classOfByte
        table = FrozenTable(
            cells: isShort ? .shorts(cells.map { UInt16($0) }) : .words(cells), stride: stride,
            start: (Int(starts[0]) + 1) * stride, firstAccepting: last * stride, allAcceptingPosition: last * stride)
        shuffling = RowShuffling(table, classes: classes, stoppingAt: table.allAcceptingPosition)
        longInputs = LongInputReading(
            table, classes: classes, stoppingAt: table.allAcceptingPosition, shuffling: shuffling)
        freshPositions = starts.map { (Int($0) + 1) * stride }
    }

    var byteCount: Int {
        table.byteCount + (longInputs?.tables?.byteCount ?? 0) + (shuffling?.byteCount ?? 0) + classes.count
    }

    /// A part of a text in which no word ends.
    package struct Stretch {
        /// A position before which no match begins.
        package var start: Int
        /// The first end of a word, or the end of the text if there is none.
        package var end: Int
    }

    /// The number of bytes that are read one by one at first.
    private static let nearCount = 256
    /// The minimum size of the following parts, so small that reading one again costs little.
    private static let minimumPartSize = 1920
    /// The largest size of a part. Each part is twice as long as the one before.
    private static let maximumPartSize = 16 * 1024

    /// Skips the part of a text in which no word ends. The part starts at a position after a
    /// character of the kind `side`.
    package func pass(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int, behind side: UInt8, _ progress: inout ChunkProgress
    ) -> Stretch {
        var stretch = Stretch(start: start, end: text.count)
        var position = freshPositions[Int(side)]
        var index = min(text.count, start + Self.nearCount)
        if let end = readNear(text, start..<index, from: &position, &stretch.start) {
            stretch.end = end
            return stretch
        }
        // The word that ends first may begin in the part before.
        var previous = (index: index, position: position)
        var size = Self.minimumPartSize
        while index < text.count {
            let part = UnsafeBufferPointer(rebasing: text[index..<min(text.count, index + size)])
            var next = position
            let count = read(part, from: &next, after: index - start, &progress)
            if count < part.count || next == endedPosition {
                index += part.count
                break
            }
            previous = (index, position)
            (index, position) = (index + count, next)
            if freshPositions.contains(position) { stretch.start = index }
            if shuffling == nil { size = min(2 * size, Self.maximumPartSize) }
        }
        if let end = readNear(text, previous.index..<index, from: &previous.position, &stretch.start) {
            stretch.end = end
        }
        return stretch
    }

    /// Reads bytes, at most until a word has ended.
    private func read(
        _ bytes: UnsafeBufferPointer<UInt8>, from position: inout Position, after count: Int,
        _ progress: inout ChunkProgress
    ) -> Int {
        if let shuffling { return shuffling.readBlocks(bytes, from: &position) }
        if ChunkReading.isWorthwhile(bytes.count, after: count), let longInputs, !progress.skips(bytes.count) {
            return longInputs.read(bytes, from: &position, after: count, &progress)
        }
        return classes.withUnsafeBufferPointer {
            table.read(bytes, classes: $0, from: &position, stoppingAt: endedPosition)
        }
    }

    /// Reads a part of a text byte by byte.
    ///
    /// - Parameter lastFresh: The last position at which no word is open.
    /// - Returns: The first end of a word.
    private func readNear(
        _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, from position: inout Position, _ lastFresh: inout Int
    ) -> Int? {
        switch table.cells {
        case .shorts(let cells): readNear(text, range, from: &position, &lastFresh, cells)
        case .words(let cells): readNear(text, range, from: &position, &lastFresh, cells)
        case .bytes, .sparse: nil
        }
    }

    @inline(__always)
    private func readNear(
        _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, from position: inout Position, _ lastFresh: inout Int,
        _ cells: [some FixedWidthInteger]
    ) -> Int? {
        // Fresh states have the least numbers, because their sets were made first.
        let (greatestFreshPosition, endedPosition) = (freshPositions.max() ?? 0, endedPosition)
        return cells.withUnsafeBufferPointer { cells in
            classes.withUnsafeBufferPointer { classes in
                for index in range {
                    if position <= greatestFreshPosition { lastFresh = index }
                    let column = Int(truncatingIfNeeded: classes[Int(text[index])])
                    position = Int(truncatingIfNeeded: cells[position &+ column])
                    // That a word ended before a byte is only known after the byte.
                    if position == endedPosition { return index }
                }
                if position <= greatestFreshPosition { lastFresh = range.upperBound }
                return nil
            }
        }
    }
}

/// The rows of words that began before a position and may continue, and a row in which words begin,
/// which depends on the side before the position.
private struct UnfinishedWords: SubsetTransitions {
    private let automaton: SearchDFA
    /// The row of each side. Sides with the same start row share it.
    private let rowOfSide: [SearchDFA.Row]
    private let examples: [UInt8]

    init(_ automaton: SearchDFA) {
        self.automaton = automaton
        examples = automaton.exampleOfClass
        rowOfSide = automaton.starts.map { start in
            SearchDFA.Row(automaton.rowCount + (automaton.starts.firstIndex(of: start) ?? 0))
        }
    }

    var rowCount: Int { automaton.rowCount + SearchDFA.sideCount }
    var classCount: Int { automaton.classCount }

    /// Returns the row of a side.
    func rowWithoutWord(behind side: UInt8) -> SearchDFA.Row { rowOfSide[Int(side)] }

    func add(from set: ArraySlice<UInt64>, on column: Int, to result: inout [UInt64]) {
        set.forEachRow { row in
            let side = Int(row) - automaton.rowCount
            result.insert(automaton.target(of: side < 0 ? row : automaton.starts[side], on: column))
        }
        result[0] &= ~1
        result.insert(rowWithoutWord(behind: automaton.sideOfByte[Int(examples[column])]))
    }

    /// The sides before which a word ends.
    func sides(of set: ArraySlice<UInt64>) -> UInt8 {
        var sides: UInt8 = 0
        set.forEachRow { if Int($0) < automaton.rowCount { sides |= automaton.acceptedSides(of: $0) } }
        return sides
    }
}

/// The positions that a search without a filter tries.
struct UnfilteredPositions {
    private let reading: SearchReading
    private let ends: FirstEndDFA?
    /// The length of a part that takes as long to skip as to try all its positions.
    private static var shortCount: Int { 64 }
    private var progress = ChunkProgress()
    /// The position before which all positions are tried.
    private var end = 0

    init(_ reading: SearchReading, _ ends: FirstEndDFA?) { (self.reading, self.ends) = (reading, ends) }

    /// Returns the first position at or after a given one at which a word with an end may begin.
    @inline(__always)
    mutating func first(from position: Int) -> Int {
        position < end || ends == nil
            ? reading.beginning(from: position) : reading.beginning(from: pass(from: position))
    }

    @inline(never)
    private mutating func pass(from position: Int) -> Int {
        guard let ends, position < reading.text.count else { return position }
        let stretch = ends.pass(reading.text, from: position, behind: reading.side(before: position), &progress)
        // Words that end with the text are unknown to this automaton.
        end = stretch.end == reading.text.count ? .max : stretch.end
        // The next part is probably short, too.
        if stretch.end &- position < Self.shortCount { end = max(end, position &+ Self.shortCount) }
        return stretch.start
    }
}
