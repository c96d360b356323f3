/// The rows of all words that began before a position and may still go on, or begin at it.
struct OpenRows: SetStep {
    private let automaton: SearchAutomaton
    /// The row from which a word begins behind a byte of each class.
    private let starts: [SearchAutomaton.Row]

    init(_ automaton: SearchAutomaton) {
        self.automaton = automaton
        starts = automaton.exampleOfClass.map { automaton.starts[Int(automaton.sideOfByte[Int($0)])] }
    }

    var rowCount: Int { automaton.rowCount }
    var classCount: Int { automaton.classCount }

    /// The row at the beginning of a text.
    var atBeginning: SearchAutomaton.Row { automaton.starts[Int(AssertionResolution.Side.nothing.rawValue)] }

    func add(from set: ArraySlice<UInt64>, on column: Int, to result: inout [UInt64]) {
        set.forEachRow { result.insert(automaton.target(of: SearchAutomaton.Row($0), on: column)) }
        result.insert(starts[column])
    }
}
