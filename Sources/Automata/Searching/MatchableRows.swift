/// The rows from which a word ends somewhere behind a position, for each position of a text, from
/// its end on.
///
/// The set of a position follows from that of the next one and the byte in between.
struct MatchableRows: SetStep {
    private let automaton: SearchAutomaton
    /// A byte of each class.
    private let examples: [UInt8]

    init(_ automaton: SearchAutomaton) {
        self.automaton = automaton
        examples = automaton.exampleOfClass
    }

    var rowCount: Int { automaton.rowCount }
    var classCount: Int { automaton.classCount }

    /// The rows at the end of a text.
    var atEnd: [SearchAutomaton.Row] { accepting(before: AssertionResolution.Side.nothing.rawValue) }

    /// The rows at the end of a part of a text: whatever follows it may lead to the end of a word.
    var atUnknown: Range<SearchAutomaton.Row> { 1..<max(1, SearchAutomaton.Row(automaton.rowCount)) }

    func add(from set: ArraySlice<UInt64>, on column: Int, to result: inout [UInt64]) {
        for row in accepting(before: automaton.sideOfByte[Int(examples[column])]) { result.insert(row) }
        for row in 1..<SearchAutomaton.Row(max(1, automaton.rowCount))
        where set.contains(row: Int(automaton.target(of: row, on: column))) {
            result.insert(row)
        }
    }

    private func accepting(before side: UInt8) -> [SearchAutomaton.Row] {
        automaton.acceptedSides.indices.compactMap { index in
            automaton.acceptedSides[index] >> side & 1 != 0 ? automaton.firstAccepting + UInt32(index) : nil
        }
    }
}
