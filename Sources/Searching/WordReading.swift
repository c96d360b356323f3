internal import AlgorithmSupport
internal import Automata
internal import RegularExpressions

/// A text that a search reads word by word, knowing the rows from which words can end.
package protocol WordReading {
    associatedtype Graph: SearchGraph
    typealias Row = UInt32

    var text: UnsafeBufferPointer<UInt8> { get }
    /// Whether nothing follows the text.
    var endsText: Bool { get }
    /// Returns the kind of character before a position.
    func side(before position: Int) -> UInt8
    /// Returns the row in which a word begins at a position.
    mutating func start(at position: Int) -> Row
    /// Returns the row after the byte at a position.
    mutating func target(of row: Row, at position: Int) -> Row
    /// Returns the current number of a row, after discarding other rows if they take too much
    /// memory.
    mutating func kept(_ row: Row) -> Row
    /// Returns whether no word can continue from a row.
    func isDead(_ row: Row) -> Bool
    /// Returns whether the row is in a set. If the row is itself a set, returns whether both sets
    /// have an element in common.
    func sharesRow(_ row: Row, with set: UInt32, of rows: LazyDFA<MatchableRows<Graph>>) -> Bool
    /// Returns the number that identifies the patterns of a word that ends in a row at a position,
    /// or `nil` if no word ends there.
    mutating func ending(_ row: Row, at position: Int) -> Row?
    /// Returns the word that begins at a position and is unfinished at the end of the text; `nil`
    /// if it will be read again.
    func openWord(from start: Int, after lastEnd: Int) -> OpenWord?
}

extension SearchReading: WordReading {
    package typealias Graph = SearchDFA

    package func kept(_ row: Row) -> Row { row }

    package func isDead(_ row: Row) -> Bool { row == SearchDFA.dead }

    @inline(__always)
    package func sharesRow(_ row: Row, with set: UInt32, of rows: LazyDFA<MatchableRows<SearchDFA>>) -> Bool {
        rows.contains(row, in: set)
    }

    package func ending(_ row: Row, at position: Int) -> Row? { isAccepting(row, at: position) ? row : nil }

    package func openWord(from start: Int, after lastEnd: Int) -> OpenWord? {
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

/// A text that is read by an NFA that is determinized meanwhile; the rows are sets of states of the
/// NFA.
struct LazyReading: WordReading {
    typealias Graph = SearchNFA

    let text: UnsafeBufferPointer<UInt8>
    let endsText: Bool
    private let front: UInt8
    private let automaton: SearchNFA
    private(set) var states: WordStates

    /// - Parameter kept: The sets of states of words in an earlier part of the text.
    init(
        _ automaton: SearchNFA, text: UnsafeRawBufferPointer, front: UInt8, endsText: Bool,
        _ kept: inout WordStates?
    ) {
        (self.automaton, self.front, self.endsText) = (automaton, front, endsText)
        self.text = text.assumingMemoryBound(to: UInt8.self)
        states = kept ?? WordStates(automaton)
        kept = nil
    }

    func side(before position: Int) -> UInt8 {
        position == 0 ? front : automaton.sideOfByte[Int(text[position - 1])]
    }

    mutating func start(at position: Int) -> Row {
        states.start(behind: side(before: position))
    }

    mutating func target(of row: Row, at position: Int) -> Row { states.sets.target(of: row, on: text[position]) }

    mutating func kept(_ row: Row) -> Row {
        states.sets.isFull ? states.sets.id(ofKept: states.sets.content(of: row)) : row
    }

    func isDead(_ row: Row) -> Bool { states.sets.isEmpty(row) }

    func sharesRow(_ row: Row, with set: UInt32, of rows: LazyDFA<MatchableRows<SearchNFA>>) -> Bool {
        states.sets.intersects(row, rows, set)
    }

    mutating func ending(_ row: Row, at position: Int) -> Row? {
        let isAtEnd = position == text.count
        guard endsText || !isAtEnd else { return nil }
        let side = isAtEnd ? AssertionResolution.Side.nothing.rawValue : automaton.sideOfByte[Int(text[position])]
        return states.numberOfPatterns(of: row, before: side)
    }

    func openWord(from start: Int, after lastEnd: Int) -> OpenWord? { nil }
}

/// The sets of states in which words may be, and the patterns whose words end in them.
struct WordStates: Sendable {
    typealias Row = UInt32

    private let automaton: SearchNFA
    fileprivate var sets: LazyDFA<OpenRows<SearchNFA>>
    private var endings: EndingPatterns<SearchNFA>
    /// The known numbers of the lists of patterns by set and side.
    private var numbers: [Row] = []
    /// The set in which words begin after each side, if it is known.
    private var starts: [Row?] = unknownStarts
    /// The discard count of the sets to which the numbers and starts refer.
    private var discardCount = 0

    /// The number of an unknown list.
    private static var absent: Row { .max }
    private static var unknownStarts: [Row?] { Array(repeating: nil, count: SearchDFA.sideCount) }

    init(_ automaton: SearchNFA) {
        self.automaton = automaton
        sets = LazyDFA(OpenRows(automaton, beginsEverywhere: false), classOfByte: automaton.classOfByte)
        endings = EndingPatterns(automaton)
    }

    private mutating func discardStaleNumbers() {
        if discardCount != sets.discardCount {
            (numbers, starts, discardCount) = ([], Self.unknownStarts, sets.discardCount)
        }
    }

    fileprivate mutating func start(behind side: UInt8) -> Row {
        discardStaleNumbers()
        if let start = starts[Int(side)] { return start }
        let start = sets.id(of: automaton.startRows(behind: side))
        starts[Int(side)] = start
        return start
    }

    /// Returns the number of the list of patterns whose words end in a set before a side, or `nil`
    /// if there are none.
    fileprivate mutating func numberOfPatterns(of row: Row, before side: UInt8) -> Row? {
        discardStaleNumbers()
        let index = Int(row) * SearchDFA.sideCount + Int(side)
        if index < numbers.count, numbers[index] != Self.absent { return numbers[index] }
        let patterns = endings.of(row, before: side, in: sets)
        guard !patterns.isEmpty else { return nil }
        if index >= numbers.count { numbers += repeatElement(Self.absent, count: index + 1 - numbers.count) }
        numbers[index] = automaton.number(of: patterns)
        return numbers[index]
    }
}
