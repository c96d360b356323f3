/// The step of a DFA whose states are sets of rows of a search's automaton.
protocol SetStep: Sendable {
    var rowCount: Int { get }
    var classCount: Int { get }
    /// Adds the rows of the set that a set and a byte of a class lead to; a set is a bit for each row.
    func add(from set: ArraySlice<UInt64>, on column: Int, to result: inout [UInt64])
}

/// A DFA whose states are sets of rows, made as they are met, and forgotten when they take too much room.
struct LazySets<Step: SetStep>: Sendable {
    typealias SetID = UInt32
    typealias Row = SearchAutomaton.Row

    private let step: Step
    private let classOfByte: [UInt8]
    fileprivate let wordCount: Int
    /// The sets, each of `wordCount` words.
    fileprivate var words: [UInt64] = []
    private var ids: [ArraySlice<UInt64>: SetID] = [:]
    /// The set that each set and byte of a class lead to; `absent` if it isn't known.
    private var targets: [SetID] = []
    /// The times that all sets were forgotten.
    private(set) var age = 0

    private static var absent: SetID { .max }
    /// The bytes that sets may take before they are forgotten.
    private static var mostBytes: Int { 1 << 22 }

    init(_ step: Step, classOfByte: [UInt8]) {
        (self.step, self.classOfByte) = (step, classOfByte)
        wordCount = (step.rowCount + 63) / 64
    }

    /// The number of sets that may be made before they are forgotten, if each has a place of its own.
    var blockSize: Int { min(1 << 16, max(64, (1 << 24) / (8 * wordCount))) }

    /// Returns the content of a set.
    func content(of id: SetID) -> [UInt64] { Array(words[Int(id) * wordCount..<(Int(id) + 1) * wordCount]) }

    /// Returns the set of some rows.
    mutating func id(of rows: some Sequence<Row>) -> SetID {
        var set = [UInt64](repeating: 0, count: wordCount)
        for row in rows { set.insert(row) }
        return id(of: set)
    }

    /// Whether the sets take so much room that they should be forgotten.
    var isFull: Bool { 16 * words.count + 4 * targets.count > Self.mostBytes }

    /// Forgets all sets if they take too much room, and returns the id of one.
    mutating func id(ofKept set: [UInt64]) -> SetID {
        if isFull {
            (words, ids, targets) = ([], [:], [])
            age += 1
        }
        return id(of: set)
    }

    /// Returns the set that a set and a byte lead to.
    ///
    /// - Complexity: O(1) if it was met; otherwise that of a step.
    @inline(__always)
    mutating func target(of set: SetID, on byte: UInt8) -> SetID {
        let index = Int(set) * step.classCount + Int(classOfByte[Int(byte)])
        let known = targets[index]
        return known != Self.absent ? known : make(index)
    }

    @inline(never)
    private mutating func make(_ index: Int) -> SetID {
        let (set, column) = index.quotientAndRemainder(dividingBy: step.classCount)
        var result = [UInt64](repeating: 0, count: wordCount)
        step.add(from: words[set * wordCount..<(set + 1) * wordCount], on: column, to: &result)
        let id = id(of: result)
        targets[index] = id
        return id
    }

    private mutating func id(of set: [UInt64]) -> SetID {
        if let id = ids[set[...]] { return id }
        let id = SetID(ids.count)
        ids[set[...]] = id
        words += set
        targets += repeatElement(Self.absent, count: step.classCount)
        return id
    }

    /// Returns whether a set has a row.
    @inline(__always)
    func contains(_ row: Row, in set: SetID) -> Bool {
        words[Int(set) &* wordCount &+ Int(row >> 6)] >> UInt64(row & 63) & 1 != 0
    }
}

extension LazySets {
    /// Returns whether a set and one of another kind have a row in common.
    @inline(__always)
    func intersects<Other>(_ set: SetID, _ others: LazySets<Other>, _ other: SetID) -> Bool {
        let (own, its) = (Int(set) &* wordCount, Int(other) &* wordCount)
        for index in 0..<wordCount where words[own &+ index] & others.words[its &+ index] != 0 { return true }
        return false
    }
}

extension [UInt64] {
    /// Adds a row to a set, a bit for each row.
    mutating func insert(_ row: SearchAutomaton.Row) { self[Int(row >> 6)] |= 1 << UInt64(row & 63) }
}

extension ArraySlice<UInt64> {
    /// Returns whether a set has a row.
    func contains(_ row: SearchAutomaton.Row) -> Bool { self[startIndex + Int(row >> 6)] >> UInt64(row & 63) & 1 != 0 }

    /// Calls a function with each row of a set.
    func forEachRow(_ body: (SearchAutomaton.Row) -> Void) {
        for (index, word) in enumerated() {
            var rest = word
            while rest != 0 {
                body(SearchAutomaton.Row(index << 6 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
    }
}
