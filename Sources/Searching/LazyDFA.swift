internal import AlgorithmSupport
internal import Automata
internal import RegularExpressions
internal import WorkLimits

/// The transition function of a DFA whose states are sets of rows (states of a search's automaton).
package protocol SubsetTransitions: Sendable {
    var rowCount: Int { get }
    var classCount: Int { get }
    /// Adds to `result` the rows that a byte of a class leads to from a set, which has a bit per
    /// row.
    func add(from set: ArraySlice<UInt64>, on column: Int, to result: inout [UInt64])
    /// Returns a bit for each kind of character at which a word of a set can be complete. This is
    /// the character after the word if text is read forward, or the one before it if read backward.
    func sides(of set: ArraySlice<UInt64>) -> UInt8
}

/// A DFA whose states are sets of rows. Sets are made when they are reached, and discarded when
/// they take too much memory.
package struct LazyDFA<Step: SubsetTransitions>: Sendable {
    package typealias SetID = UInt32
    package typealias Row = SearchDFA.Row

    private let step: Step
    private let classOfByte: [UInt8]
    fileprivate let wordCount: Int
    /// The sets, each of `wordCount` words.
    fileprivate var words: [UInt64] = []
    /// An index of the sets by their words, open addressing: the id of a set + 1, or 0. The number
    /// of slots is a power of two, and at least half of them are free.
    private var slots = [SetID](repeating: 0, count: 64)
    private let slotHash = SlotHash()
    /// The target of each set on each class of bytes, or `absent` if it isn't known.
    private var targets: [SetID] = []
    /// The sides of each set.
    private var sides: [UInt8] = []
    /// The number of times that the sets were discarded.
    package private(set) var discardCount = 0
    /// The set that is being made.
    private var result: [UInt64]

    private static var absent: SetID { .max }
    /// The number of bytes from which sets are discarded.
    private static var maximumBytes: Int { 1 << 22 }

    package init(_ step: Step, classOfByte: [UInt8]) {
        (self.step, self.classOfByte) = (step, classOfByte)
        wordCount = (step.rowCount + 63) / 64
        result = [UInt64](repeating: 0, count: wordCount)
    }

    /// The number of positions whose sets fit the memory between two discards.
    var blockSize: Int { LazyDFASize.blockSize(rowCount: step.rowCount, classCount: step.classCount) }

    /// Returns the number of blocks in a group, so that the sets at the ends of blocks take little
    /// memory.
    func groupSize(for byteCount: Int) -> Int {
        LazyDFASize.groupSize(rowCount: step.rowCount, classCount: step.classCount, textByteCount: byteCount)
    }

    /// The number of sets.
    var count: Int { sides.count }

    /// Returns the content of a set.
    func content(of id: SetID) -> [UInt64] {
        // `Array(words[…])` of all words would keep their memory, which is reserved for many sets.
        words[range(of: id)].map { $0 }
    }

    /// Returns the id of the set of the given rows.
    package mutating func id(of rows: some Sequence<Row>) -> SetID {
        var set = [UInt64](repeating: 0, count: wordCount)
        for row in rows { set.insert(row) }
        return id(of: set)
    }

    /// Whether the sets take so much memory that they should be discarded.
    package var isFull: Bool { 16 * words.count + 4 * targets.count > Self.maximumBytes }

    /// Returns the id of a set, after discarding all others if they take too much memory.
    mutating func id(ofKept set: [UInt64]) -> SetID {
        if isFull {
            // The next sets reuse the memory, because a host with little memory may not provide it
            // again.
            words.removeAll(keepingCapacity: true)
            targets.removeAll(keepingCapacity: true)
            sides.removeAll(keepingCapacity: true)
            for slot in slots.indices { slots[slot] = 0 }
            discardCount += 1
        }
        return id(of: set)
    }

    /// Returns the set that a set and a byte lead to.
    ///
    /// - Complexity: O(1) if the set is known; otherwise the time of a transition.
    @inline(__always)
    mutating func target(of set: SetID, on byte: UInt8) -> SetID {
        let index = Int(set) * step.classCount + Int(classOfByte[Int(byte)])
        let known = targets[index]
        return known != Self.absent ? known : make(index)
    }

    /// Returns the set that a byte leads to from a set. Discards all other sets if they take too
    /// much memory.
    ///
    /// - Complexity: O(1) if the set is known; otherwise the time of a transition.
    @inline(__always)
    package mutating func step(from set: SetID, on byte: UInt8) -> SetID {
        let target = target(of: set, on: byte)
        return isFull ? id(ofKept: content(of: target)) : target
    }

    /// Reads bytes backward from the last one.
    ///
    /// - Parameter visit: A function that takes the position before each byte, the set there and
    ///   the set's sides.
    /// - Returns: The set before the first byte.
    @inline(__always)
    mutating func readBackwards(
        _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, from last: SetID,
        visit: (Int, SetID, UInt8) -> Void
    ) -> SetID {
        var (position, set) = (range.upperBound, last)
        while position > range.lowerBound {
            position &-= 1
            set = target(of: set, on: text[position])
            visit(position, set, sides[Int(set)])
            // While sets are known, the tables don't move.
            withTables { targets, sides, classes, classCount in
                while position > range.lowerBound {
                    let column = Int(truncatingIfNeeded: classes[Int(text[position &- 1])])
                    let known = targets[Int(truncatingIfNeeded: set) &* classCount &+ column]
                    if known == Self.absent { return }
                    (position, set) = (position &- 1, known)
                    visit(position, set, sides[Int(truncatingIfNeeded: set)])
                }
            }
        }
        return set
    }

    /// Reads bytes until the next byte has a side before which the set has the end of a word.
    ///
    /// - Parameters:
    ///   - position: The position of the next byte.
    ///   - set: The set at the position.
    ///   - sideOfByte: The side of each byte.
    /// - Returns: A Boolean value that indicates whether there is such a byte.
    mutating func read(
        _ text: UnsafeBufferPointer<UInt8>, from position: inout Int, _ set: inout SetID, sideOfByte: [UInt8]
    ) -> Bool {
        while true {
            let isFound = sideOfByte.withUnsafeBufferPointer { sideOfByte in
                withTables { targets, sides, classes, classCount in
                    while position < text.count {
                        let byte = Int(text[position])
                        if sides[Int(truncatingIfNeeded: set)] &>> sideOfByte[byte] & 1 != 0 { return true }
                        let column = Int(truncatingIfNeeded: classes[byte])
                        let known = targets[Int(truncatingIfNeeded: set) &* classCount &+ column]
                        if known == Self.absent { return false }
                        (position, set) = (position &+ 1, known)
                    }
                    return false
                }
            }
            if isFound || position == text.count { return isFound }
            set = step(from: set, on: text[position])
            position &+= 1
        }
    }

    /// Calls a function with the targets and the sides of all sets, and the class of each byte.
    @inline(__always)
    private func withTables<Result>(
        _ body: (UnsafeBufferPointer<SetID>, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, Int) -> Result
    ) -> Result {
        targets.withUnsafeBufferPointer { targets in
            sides.withUnsafeBufferPointer { sides in
                classOfByte.withUnsafeBufferPointer { body(targets, sides, $0, step.classCount) }
            }
        }
    }

    /// Returns a bit for each side next to which a set has a result.
    @inline(__always)
    func sides(of set: SetID) -> UInt8 { sides[Int(set)] }

    @inline(never)
    private mutating func make(_ index: Int) -> SetID {
        let (set, column) = index.quotientAndRemainder(dividingBy: step.classCount)
        for word in result.indices { result[word] = 0 }
        step.add(from: words[range(of: SetID(set))], on: column, to: &result)
        let id = id(of: result)
        targets[index] = id
        return id
    }

    private mutating func id(of set: [UInt64]) -> SetID {
        let slot = slot(of: set[...])
        if slots[slot] != 0 { return slots[slot] - 1 }
        let id = SetID(count)
        slots[slot] = id + 1
        words += set
        sides.append(step.sides(of: set[...]))
        targets += repeatElement(Self.absent, count: step.classCount)
        if count * 2 > slots.count { growSlots() }
        return id
    }

    /// Returns the slot with the id of a set, or the free one where it belongs.
    private func slot(of set: ArraySlice<UInt64>) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: set.reduce(0) { slotHash.mixed($0 ^ $1) }) & mask
        while slots[slot] != 0, !words[range(of: slots[slot] - 1)].elementsEqual(set) { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func growSlots() {
        slots = [SetID](repeating: 0, count: slots.count * 4)
        for id in 0..<SetID(count) { slots[slot(of: words[range(of: id)])] = id + 1 }
    }

    private func range(of set: SetID) -> Range<Int> { Int(set) * wordCount..<(Int(set) + 1) * wordCount }

    /// Returns whether a set has no rows.
    func isEmpty(_ set: SetID) -> Bool { words[range(of: set)].allSatisfy { $0 == 0 } }

    /// Returns whether a set has a row.
    @inline(__always)
    func contains(_ row: Row, in set: SetID) -> Bool {
        words[Int(set) &* wordCount &+ Int(row >> 6)] >> UInt64(row & 63) & 1 != 0
    }
}

extension LazyDFA {
    /// Returns whether a set and a set of another kind have a row in common.
    @inline(__always)
    func intersects<Other>(_ set: SetID, _ others: LazyDFA<Other>, _ other: SetID) -> Bool {
        let (own, otherStart) = (Int(set) &* wordCount, Int(other) &* wordCount)
        for index in 0..<wordCount where words[own &+ index] & others.words[otherStart &+ index] != 0 { return true }
        return false
    }
}

/// Bounds on the memory for sets of rows.
package enum LazyDFASize {
    /// The maximum number of bytes of the sets of a block, with their index and their targets.
    private static let maximumBlockBytes = 4 << 20
    /// The maximum number of bytes of sets of both kinds that may be held when a block begins.
    private static let maximumBytesBeforeBlock = 8 << 20

    /// Returns the number of positions whose sets fit the memory between two discards.
    package static func blockSize(rowCount: Int, classCount: Int) -> Int {
        min(1 << 16, max(64, maximumBlockBytes / byteCountOfSet(rowCount, classCount)))
    }

    /// Returns the number of blocks in a group: all blocks if the sets at their ends take little
    /// memory, otherwise the square root of their number.
    static func groupSize(rowCount: Int, classCount: Int, textByteCount: Int) -> Int {
        let blockCount = textByteCount / blockSize(rowCount: rowCount, classCount: classCount) + 1
        let maximumKeptBlocks = maximumBlockEndBytes / byteCountOfBlockEndSet(rowCount)
        return blockCount <= maximumKeptBlocks ? blockCount : Int(Double(blockCount).squareRoot()) + 1
    }

    /// Returns the maximum number of bytes for the sets of a text, reached if each position has a
    /// new set.
    package static func byteCount(rowCount: Int, classCount: Int, textByteCount: Int) -> Int {
        let bytesPerSet = byteCountOfSet(rowCount, classCount)
        let (bytesOfAllSets, overflows) = (2 * bytesPerSet).multipliedReportingOverflow(by: textByteCount)
        let bytesPerBlock = blockSize(rowCount: rowCount, classCount: classCount) * bytesPerSet
        let groupSize = groupSize(rowCount: rowCount, classCount: classCount, textByteCount: textByteCount)
        return min(
            overflows ? .max : bytesOfAllSets,
            bytesPerBlock + maximumBytesBeforeBlock + 2 * groupSize * byteCountOfBlockEndSet(rowCount))
    }

    /// The maximum number of bytes of the sets at the ends of blocks if blocks aren't grouped.
    private static let maximumBlockEndBytes = 4 << 20

    /// The bytes of a set at the end of a block.
    private static func byteCountOfBlockEndSet(_ rowCount: Int) -> Int { 8 * ((rowCount + 63) / 64) + 64 }

    /// The bytes of a set: its rows in an array that may be half empty, its targets, and the index.
    private static func byteCountOfSet(_ rowCount: Int, _ classCount: Int) -> Int {
        16 * ((rowCount + 63) / 64) + 4 * classCount + 64
    }
}

extension [UInt64] {
    /// Adds a row to a set, a bit for each row.
    mutating func insert(_ row: SearchDFA.Row) { self[Int(row >> 6)] |= 1 << UInt64(row & 63) }
}

extension ArraySlice<UInt64> {
    /// Returns whether a set has a row.
    func contains(_ row: SearchDFA.Row) -> Bool { self[startIndex + Int(row >> 6)] >> UInt64(row & 63) & 1 != 0 }

    /// Calls a function with each row of a set.
    func forEachRow(_ body: (SearchDFA.Row) -> Void) {
        for (index, word) in enumerated() {
            var rest = word
            while rest != 0 {
                body(SearchDFA.Row(index << 6 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
    }
}
