internal import Automata
internal import AutomataFormats
internal import Machines
internal import TextSupport

/// Reads our own JSON. The members of the root may come in any order.
struct JSONMachineReader {
    private enum Key: String, CaseIterable {
        case format, version, kind, inputs, outputs, states, initial, stateOutputs, transitions
    }

    private let text: MachineText
    private var cursor: JSONCursor
    /// The values of the root's members.
    private var values: [Key: JSONCursor] = [:]
    private var states = NameTable()
    private var stateCount = 0
    private var pace = BudgetPace()
    /// The error of the budget or of the machine, which ends the work.
    private var failure: FormatError?

    static func read(_ text: MachineText) throws(FormatError) -> MachineReadResult {
        var reader = JSONMachineReader(text)
        do throws(TextProblem) { return MachineReadResult(machine: try reader.machine()) } catch {
            throw reader.failure ?? text.error(error.message, at: error.offset, remedy: error.remedy)
        }
    }

    private init(_ text: MachineText) {
        self.text = text
        cursor = JSONCursor(text.bytes, from: text.bytes.byteOrderMarkLength)
    }

    private mutating func machine() throws(TextProblem) -> Machine {
        try findMembers()
        try cursor(at: .format)
        guard try cursor.string() == "automata" else { throw problem("the format \"automata\"", .format) }
        try cursor(at: .version)
        guard cursor.naturalNumber() == 1 else { throw problem("version 1", .version) }
        try cursor(at: .kind)
        let kind = try cursor.string()
        guard kind == "Mealy" || kind == "Moore" else {
            let isAcceptor = ["DFA", "NFA", "epsilon-NFA"].contains(kind)
            throw TextProblem(
                offset: values[.kind]?.position, message: "expected the kind \"Mealy\" or \"Moore\"",
                remedy: isAcceptor ? "the other commands and Format.json read automata that accept words" : nil)
        }
        try cursor(at: .inputs)
        let inputs = try names("input")
        try cursor(at: .outputs)
        let outputs = try names("output")
        try cursor(at: .states)
        try readStates()
        try cursor(at: .initial)
        let initial = try state()
        return kind == "Mealy"
            ? .mealy(try mealy(inputs, outputs, initial)) : .moore(try moore(inputs, outputs, initial))
    }

    private mutating func findMembers() throws(TextProblem) {
        var values: [Key: JSONCursor] = [:]
        try cursor.object("an object") { (cursor, name, offset) throws(TextProblem) in
            guard let key = Key(rawValue: name) else {
                throw TextProblem(
                    offset: offset,
                    message: "unknown key \(Message.quoted(name.utf8)); expected "
                        + Key.allCases.map { "'\($0)'" }.joined(separator: ", "))
            }
            guard values.updateValue(cursor, forKey: key) == nil else { throw .duplicateKey(name, at: offset) }
            try cursor.skipValue()
        }
        try cursor.finish("the end of the file")
        self.values = values
    }

    /// Moves the cursor to the value of a key.
    private mutating func cursor(at key: Key) throws(TextProblem) {
        guard let value = values[key] else { throw TextProblem(offset: 0, message: "expected the key '\(key)'") }
        cursor = value
        cursor.skipBlanks()
    }

    private func problem(_ expected: String, _ key: Key) -> TextProblem {
        TextProblem(offset: values[key]?.position, message: "expected " + expected)
    }

    /// Runs a function of the library, and keeps its error.
    private mutating func checked<Result>(
        at offset: Int, _ body: () throws(AutomataError) -> Result
    ) throws(TextProblem) -> Result {
        do throws(AutomataError) { return try body() } catch {
            failure = text.error(error, at: offset)
            throw TextProblem(offset: offset, message: error.description)
        }
    }

    private mutating func check(bytes: Int) throws(TextProblem) {
        guard pace.isDue(at: bytes) else { return }
        let budget = text.budget
        try checked(at: cursor.position) { () throws(AutomataError) in try budget.check(statesBuilt: 0, bytes: bytes) }
    }

    private mutating func names(_ what: String) throws(TextProblem) -> NameTable {
        var table = NameTable()
        try cursor.open(UInt8(ascii: "["), "a list of names")
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirst) {
            try check(bytes: table.byteCount)
            let start = cursor.position
            let name = try cursor.string()
            let isNew = try checked(at: start) { () throws(AutomataError) in try table.intern(name).isNew }
            guard isNew else {
                throw TextProblem(
                    offset: start, message: "duplicate \(what) \(Message.quoted(name.utf8)); list each once")
            }
        }
        return table
    }

    /// The number of states that even a short text may have.
    private static let uncheckedStateCount = 1 << 20

    private mutating func readStates() throws(TextProblem) {
        if cursor.peek == UInt8(ascii: "[") {
            states = try names("state")
            stateCount = states.count
        } else {
            let maximum = max(Self.uncheckedStateCount, text.bytes.count)
            guard let count = cursor.naturalNumber(), count <= maximum else {
                throw problem("a list of names or the number of states, up to \(maximum)", .states)
            }
            stateCount = count
        }
        guard stateCount > 0 else { throw problem("at least one state; a machine has an initial one", .states) }
    }

    private mutating func state() throws(TextProblem) -> StateID {
        cursor.skipBlanks()
        let start = cursor.position
        let state: StateID? =
            cursor.peek == UInt8(ascii: "\"")
            ? states.id(of: try cursor.string())
            : cursor.naturalNumber().flatMap { $0 < stateCount ? StateID($0) : nil }
        guard let state else {
            throw TextProblem(
                offset: start, message: "expected a state, by its name or by its number below \(stateCount)")
        }
        return state
    }

    /// Reads a list of states and names, and calls a function with it.
    private mutating func rows(
        _ expected: String, nameCount: Int,
        _ add: (inout Self, Int, StateID, [String], StateID) throws(TextProblem) -> Void
    ) throws(TextProblem) {
        try cursor(at: .transitions)
        try cursor.open(UInt8(ascii: "["), "a list of transitions")
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirst) {
            let start = cursor.position
            func expect(_ byte: UInt8) throws(TextProblem) {
                cursor.skipBlanks()
                guard cursor.skip(byte) else { throw TextProblem(offset: start, message: "expected " + expected) }
                cursor.skipBlanks()
            }
            try expect(UInt8(ascii: "["))
            let source = try state()
            var names: [String] = []
            for _ in 0..<nameCount {
                try expect(UInt8(ascii: ","))
                names.append(try cursor.string())
            }
            try expect(UInt8(ascii: ","))
            let target = try state()
            try expect(UInt8(ascii: "]"))
            try add(&self, start, source, names, target)
        }
    }

    /// Throws if a name isn't in a list of the machine.
    private func check(_ name: String, in table: NameTable, _ what: String, at offset: Int) throws(TextProblem) {
        guard table.index(of: name) == nil else { return }
        throw TextProblem(
            offset: offset,
            message: "unknown \(what) \(Message.quoted(name.utf8)); list it in '\(what)s' or fix the name")
    }

    private mutating func mealy(
        _ inputs: NameTable, _ outputs: NameTable, _ initial: StateID
    ) throws(TextProblem) -> MealyMachine {
        guard values[.stateOutputs] == nil else { throw problem("no 'stateOutputs' in a Mealy machine", .stateOutputs) }
        var builder = MealyMachine.Builder(inputs: inputs, outputs: outputs)
        try addStates { (name) throws(AutomataError) in
            if let name { _ = try builder.state(named: name) } else { try builder.addState() }
        }
        try rows("a transition [source, input, output, target]", nameCount: 2) {
            (reader, start, source, names, target) throws(TextProblem) in
            try reader.check(bytes: builder.byteCount)
            try reader.check(names[0], in: inputs, "input", at: start)
            try reader.check(names[1], in: outputs, "output", at: start)
            try reader.checked(at: start) { () throws(AutomataError) in
                try builder.addTransition(from: source, on: names[0], output: names[1], to: target)
            }
        }
        builder.initialState = initial
        let budget = text.budget
        return try checked(at: 0) { () throws(AutomataError) in try builder.build(budget: budget) }
    }

    private mutating func moore(
        _ inputs: NameTable, _ outputs: NameTable, _ initial: StateID
    ) throws(TextProblem) -> MooreMachine {
        try cursor(at: .stateOutputs)
        let start = cursor.position
        let answers = try cursor.list { (cursor) throws(TextProblem) in try cursor.string() }
        guard answers.count == stateCount else {
            throw problem("an output for each of the \(stateCount) states", .stateOutputs)
        }
        for answer in answers { try check(answer, in: outputs, "output", at: start) }
        var builder = MooreMachine.Builder(inputs: inputs, outputs: outputs)
        try addStates { (name) throws(AutomataError) in
            try builder.addState(named: name, output: answers[builder.stateCount])
        }
        try rows("a transition [source, input, target]", nameCount: 1) {
            (reader, start, source, names, target) throws(TextProblem) in
            try reader.check(bytes: builder.byteCount)
            try reader.check(names[0], in: inputs, "input", at: start)
            try reader.checked(at: start) { () throws(AutomataError) in
                try builder.addTransition(from: source, on: names[0], to: target)
            }
        }
        builder.initialState = initial
        let budget = text.budget
        return try checked(at: 0) { () throws(AutomataError) in try builder.build(budget: budget) }
    }

    private mutating func addStates(_ add: (String?) throws(AutomataError) -> Void) throws(TextProblem) {
        let (states, count) = (states, stateCount)
        try checked(at: 0) { () throws(AutomataError) in
            for state in 0..<count { try add(states.count > 0 ? states[state] : nil) }
        }
    }
}
