internal import Automata
internal import TextSupport

/// The bytes of a text. Copying them costs nothing, while a copy of a ``TextInput`` counts
/// references; a reader that makes such a copy for each name takes a quarter longer.
struct TextBytes {
    let start: UnsafePointer<UInt8>
    let count: Int

    @inline(__always)
    subscript(offset: Int) -> UInt8 { start[offset] }

    var raw: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }
}

/// The size of the automata that were already read from other texts of the same call.
struct OtherTexts {
    var states = 0
    var bytes = 0

    mutating func add(_ automaton: Automaton) {
        states += automaton.stateCount
        bytes += automaton.byteCount
    }
}

extension Automaton {
    /// The approximate number of bytes of its transitions.
    fileprivate var byteCount: Int { 4 * stateCount + 8 * transitionCount }
}

/// A text with its name and budget, for a reader.
///
/// Offsets count bytes from 0. Lines and columns are counted only if an error needs them, so that
/// they don't make reading slower.
struct TextInput {
    let bytes: TextBytes
    /// The name of the input in messages; `nil` if it has none.
    let name: String?
    /// The budget, against which the automata of other texts count, too.
    let budget: Budget
    var others = OtherTexts()

    init(start: UnsafePointer<UInt8>, count: Int, name: String?, budget: Budget) {
        bytes = TextBytes(start: start, count: count)
        (self.name, self.budget) = (name, budget)
    }

    @inline(__always)
    var start: UnsafePointer<UInt8> { bytes.start }

    @inline(__always)
    var count: Int { bytes.count }

    @inline(__always)
    subscript(offset: Int) -> UInt8 { bytes[offset] }

    func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start + range.lowerBound, count: range.count)
    }

    /// Checks the budget.
    func check(statesBuilt: Int = 0, bytes: Int = 0) throws(FormatError) {
        do { try budget.check(statesBuilt: others.states + statesBuilt, bytes: others.bytes + bytes) } catch {
            throw FormatError(inputName: name, limit: error)
        }
    }

    /// Returns a step counter for work on a text that was read, with the given numbers of states
    /// and bytes in use.
    func steps(statesBuilt: Int, bytes: Int) -> BudgetSteps {
        BudgetSteps(BudgetWatch(budget, states: others.states + statesBuilt, bytes: others.bytes + bytes))
    }

    /// Checks the budget for the automaton of the text.
    func check(_ automaton: Automaton) throws(FormatError) {
        try check(statesBuilt: automaton.stateCount, bytes: automaton.byteCount)
    }

    /// Returns an error at a place.
    func error(at offset: Int, _ message: String, remedy: String? = nil) -> FormatError {
        let position = TextPosition(of: offset, in: bytes.raw)
        return FormatError(
            inputName: name, line: position.line, column: position.column, message: message, remedy: remedy)
    }

    func error(_ problem: TextProblem) -> FormatError {
        if problem.isLimit { return error(tooLarge: .tooLarge("items"), at: problem.offset, problem.message) }
        return problem.offset.map { error(at: $0, problem.message, remedy: problem.remedy) }
            ?? FormatError(inputName: name, message: problem.message, remedy: problem.remedy)
    }

    /// Returns an error without a place.
    func error(_ message: String) -> FormatError { FormatError(inputName: name, message: message) }

    /// Returns the error for an `AutomataError`, with its place if it is known.
    func error(_ error: AutomataError, at offset: Int? = nil) -> FormatError {
        switch error {
        case .budgetExceeded, .cancelled: return FormatError(inputName: name, limit: error)
        case .tooLarge: return self.error(tooLarge: error, at: offset)
        default: return offset.map { self.error(at: $0, "\(error)") } ?? self.error("\(error)")
        }
    }

    /// Returns an error about a correct text whose automaton is too large for any budget.
    func error(tooLarge limit: AutomataError, at offset: Int? = nil, _ message: String? = nil) -> FormatError {
        let position = offset.map { TextPosition(of: $0, in: bytes.raw) }
        return FormatError(
            inputName: name, line: position?.line, column: position?.column, message: message, limit: limit)
    }

    /// Returns the text at a place, for a message: a word in quotes, `the end of the line` or
    /// `the end of the file`.
    func found(at offset: Int) -> String { Message.foundText(at: offset, in: bytes.raw) }

    /// The offset past a byte order mark, if the text starts with one.
    var offsetPastByteOrderMark: Int {
        count >= 3 && start[0] == 0xEF && start[1] == 0xBB && start[2] == 0xBF ? 3 : 0
    }
}

/// Checks the budget of a writer after each megabyte of text, or some thousand prepared items.
struct WritingWatch {
    private let budget: Budget
    private var pace = BudgetPace()
    private var steps: BudgetSteps

    init(_ budget: Budget) {
        self.budget = budget
        steps = BudgetSteps(BudgetWatch(budget, states: 0, bytes: 0))
    }

    /// Counts a step that writes nothing yet, and checks the budget every few thousand steps.
    @inline(__always)
    mutating func step() throws(FormatError) {
        try count { (steps) throws(AutomataError) in try steps.step() }
    }

    /// Returns the result of a function for each item, and counts a step for each.
    mutating func map<Element>(_ items: Range<Int>, _ make: (Int) -> Element) throws(FormatError) -> [Element] {
        try items.map { (item) throws(FormatError) in
            try step()
            return make(item)
        }
    }

    /// Runs a function that counts its steps against the budget.
    @inline(__always)
    mutating func count<Result>(
        _ work: (inout BudgetSteps) throws(AutomataError) -> Result
    ) throws(FormatError) -> Result {
        do throws(AutomataError) { return try work(&steps) } catch { throw FormatError(limit: error) }
    }

    @inline(__always)
    mutating func check(count: Int) throws(FormatError) {
        if pace.isDue(at: count, every: BudgetPace.cells) { try checkBudget(count) }
    }

    private func checkBudget(_ count: Int) throws(FormatError) {
        do { try budget.check(bytes: count) } catch { throw FormatError(limit: error) }
    }
}
