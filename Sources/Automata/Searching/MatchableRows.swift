/// Tells from which rows of a search's automaton a word ends somewhere behind a position, for each
/// position of a text, from its end on.
///
/// The set of a position follows from that of the next one and the byte in between, so that this is
/// a DFA that reads the text backwards; its states are made as they are met, and forgotten when they
/// take too much room.
struct MatchableRows {
    typealias SetID = UInt32

    private let automaton: SearchAutomaton
    private let wordCount: Int
    /// The sets, each of `wordCount` words.
    private(set) var words: [UInt64] = []
    private var ids: [ArraySlice<UInt64>: SetID] = [:]
    /// The set before a byte of a class; `absent` if it isn't known.
    private var before: [SetID] = []
    /// A byte of each class.
    private let examples: [UInt8]

    private static var absent: SetID { .max }
    /// The bytes that sets may take before they are forgotten.
    private static var mostBytes: Int { 1 << 22 }

    init(_ automaton: SearchAutomaton) {
        self.automaton = automaton
        wordCount = (automaton.rowCount + 63) / 64
        var examples = [UInt8](repeating: 0, count: automaton.classCount)
        for byte in 0...255 { examples[Int(automaton.classOfByte[byte])] = UInt8(byte) }
        self.examples = examples
    }

    /// The number of positions whose sets may be kept at a time, if each has one of its own.
    var blockSize: Int { min(1 << 16, max(64, (1 << 24) / (8 * wordCount))) }

    /// The set at the end of a text.
    mutating func atEnd() -> SetID {
        var set = [UInt64](repeating: 0, count: wordCount)
        addAccepting(before: AssertionResolution.Side.nothing.rawValue, to: &set)
        return id(of: set)
    }

    /// Returns the content of a set.
    func content(of id: SetID) -> [UInt64] { Array(words[Int(id) * wordCount..<(Int(id) + 1) * wordCount]) }

    /// Forgets all sets if they take too much room, and returns the id of one.
    mutating func id(ofKept set: [UInt64]) -> SetID {
        if 16 * words.count + 4 * before.count > Self.mostBytes { (words, ids, before) = ([], [:], []) }
        return id(of: set)
    }

    /// Returns the set at the position before a byte.
    ///
    /// - Complexity: O(1) if it was met; otherwise O(*n*) for *n* rows.
    @inline(__always)
    mutating func set(before byte: UInt8, _ set: SetID) -> SetID {
        let index = Int(set) * automaton.classCount + Int(automaton.classOfByte[Int(byte)])
        let known = before[index]
        return known != Self.absent ? known : make(index)
    }

    @inline(never)
    private mutating func make(_ index: Int) -> SetID {
        let (set, column) = index.quotientAndRemainder(dividingBy: automaton.classCount)
        var result = [UInt64](repeating: 0, count: wordCount)
        addAccepting(before: automaton.sideOfByte[Int(examples[column])], to: &result)
        for row in 1..<max(1, automaton.rowCount) {
            let target = Int(automaton.cells[row << automaton.shift + column])
            if words[set * wordCount + target >> 6] >> UInt64(target & 63) & 1 != 0 {
                result[row >> 6] |= 1 << UInt64(row & 63)
            }
        }
        let id = id(of: result)
        before[index] = id
        return id
    }

    private func addAccepting(before side: UInt8, to set: inout [UInt64]) {
        for (index, sides) in automaton.acceptedSides.enumerated() where sides >> side & 1 != 0 {
            let row = Int(automaton.firstAccepting) + index
            set[row >> 6] |= 1 << UInt64(row & 63)
        }
    }

    private mutating func id(of set: [UInt64]) -> SetID {
        if let id = ids[set[...]] { return id }
        let id = SetID(ids.count)
        ids[set[...]] = id
        words += set
        before += repeatElement(Self.absent, count: automaton.classCount)
        return id
    }

    /// Returns whether a set has a row.
    @inline(__always)
    func contains(_ row: SearchAutomaton.Row, in set: SetID) -> Bool {
        words[Int(set) &* wordCount &+ Int(row >> 6)] >> UInt64(row & 63) & 1 != 0
    }
}
