internal import Automata
internal import TextSupport

/// Reads our own JSON: all three models and all kinds of alphabets, without loss.
///
/// The members of the root may come in any order. One that refers to states or symbols before they
/// are known is skipped, and read at the end.
struct AutomatonJSONReader {
    private enum Key: String, CaseIterable {
        case format, version, kind, alphabet, states, initial, final, transitions
    }

    private enum Kind: String {
        case dfa = "DFA"
        case nfa = "NFA"
        case epsilonNFA = "epsilon-NFA"
    }

    private let input: TextInput
    var cursor: JSONCursor
    private var pace = BudgetPace()
    /// The error of the budget, which ends the work.
    private var limit: FormatError?
    /// The values of the root's members.
    private var values: [Key: JSONCursor] = [:]
    private var kind = Kind.epsilonNFA
    var alphabet = Alphabet(NameTable())
    var symbolNames: NameTable?
    var symbolCount = 0
    private var stateNames: NameTable?
    private var stateCount = 0
    private var parts = AutomatonParts()
    /// The bytes of names and classes.
    var alphabetBytes = 0
    private var stateNameBytes = 0

    static func read(_ input: TextInput, options: ReadOptions) throws(FormatError) -> Automaton {
        var reader = AutomatonJSONReader(input)
        do throws(TextProblem) { return try reader.automaton(symbolsAreBytes: options.symbolsAreBytes) } catch {
            throw reader.limit ?? input.error(error)
        }
    }

    private init(_ input: TextInput) {
        self.input = input
        cursor = JSONCursor(input.bytes.raw, from: input.offsetPastByteOrderMark)
    }

    private mutating func automaton(symbolsAreBytes: Bool) throws(TextProblem) -> Automaton {
        try readRoot()
        let automaton = try automaton()
        guard symbolsAreBytes, automaton.alphabet.kind == .named else { return automaton }
        do { return try automaton.readingSymbolsAsBytes(listsAlphabet: true) } catch {
            throw TextProblem(offset: try offset(ofSymbol: error.symbol), message: automaton.message(for: error))
        }
    }

    private mutating func automaton() throws(TextProblem) -> Automaton {
        var steps = input.steps(statesBuilt: stateCount, bytes: heldBytes)
        let rows: Transitions
        let epsilon: EpsilonMoves
        do throws(AutomataError) {
            try steps.check()
            rows = try Transitions(
                stateCount: stateCount, sources: parts.sources, symbols: parts.symbols, targets: parts.targets,
                steps: &steps)
            epsilon = try EpsilonMoves(
                stateCount: stateCount, sources: parts.moveSources, targets: parts.moveTargets, steps: &steps)
        } catch { throw problem(input.error(error)) }
        let automaton = EpsilonNFA(
            alphabet: alphabet, rows: rows, epsilon: epsilon, initialStates: parts.initialStates,
            finalStates: parts.finalStates, annotations: StateAnnotations(names: stateNames))
        if kind == .epsilonNFA { return .epsilonNFA(automaton) }
        let nfa = NFA(
            alphabet: automaton.alphabet, rows: automaton.rows, initialStates: automaton.initialStates,
            finalStates: automaton.finalStates, annotations: automaton.annotations)
        if kind == .nfa { return .nfa(nfa) }
        do { return .dfa(try DFA(nfa)) } catch {
            // An automaton can't be determinized before it is read.
            let remedy = ": determinize first"
            var reason = "\(error)"
            if reason.hasSuffix(remedy) { reason = reason.dropLast(remedy.count) + ": make its kind NFA" }
            throw TextProblem(offset: values[.kind]?.position, message: "invalid DFA: \(reason)")
        }
    }

    /// Checks the budget.
    mutating func check(at position: Int) throws(TextProblem) {
        guard pace.isDue(at: position) else { return }
        do throws(FormatError) { try input.check(statesBuilt: stateCount, bytes: heldBytes) } catch {
            throw problem(error)
        }
    }

    /// The bytes in use, including bytes for growing arrays and for creating rows.
    private var heldBytes: Int {
        parts.byteCount + AutomatonParts.byteCount(ofStates: stateCount) + (alphabetBytes + stateNameBytes) * 3 / 2
    }

    /// Returns the problem for an error about a limit, and keeps the error.
    private mutating func problem(_ limit: FormatError) -> TextProblem {
        self.limit = limit
        return TextProblem(message: limit.message, isLimit: true)
    }

    // MARK: - Members of the root

    private mutating func readRoot() throws(TextProblem) {
        cursor.skipBlanks()
        let start = cursor.position
        try cursor.open(UInt8(ascii: "{"), "an object")
        var skipped: [Key] = []
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "}"), isFirst: &isFirst) {
            let key = try key()
            if isReady(for: key) {
                try read(key)
            } else {
                skipped.append(key)
                try skipValue()
            }
        }
        try cursor.finish("the end of the file")
        if let key = Key.allCases.first(where: { values[$0] == nil }) {
            throw TextProblem(offset: start, message: "expected the key '\(key)'")
        }
        for key in skipped {
            if let value = values[key] { cursor = value }
            pace = BudgetPace()
            try read(key)
        }
    }

    private mutating func key() throws(TextProblem) -> Key {
        let (name, offset) = try cursor.key()
        guard let key = Key(rawValue: name) else {
            throw TextProblem(
                offset: offset,
                message: "unknown key \(Message.quoted(name.utf8)); expected "
                    + Key.allCases.map { "'\($0)'" }.joined(separator: ", "))
        }
        guard values.updateValue(cursor, forKey: key) == nil else {
            throw .duplicateKey(key.rawValue, at: offset)
        }
        return key
    }

    /// Whether all states and symbols are known to which the value of a key refers.
    private func isReady(for key: Key) -> Bool {
        switch key {
        case .format, .version, .kind, .alphabet, .states: true
        case .initial, .final: values[.states] != nil
        case .transitions: values[.states] != nil && values[.alphabet] != nil && values[.kind] != nil
        }
    }

    private mutating func skipValue() throws(TextProblem) {
        var reader = self
        defer { limit = reader.limit }
        try cursor.skipValue { (position) throws(TextProblem) in try reader.check(at: position) }
    }

    private mutating func read(_ key: Key) throws(TextProblem) {
        let start = cursor.position
        switch key {
        case .format:
            guard try cursor.string() == "automata" else {
                throw TextProblem(offset: start, message: "expected the format \"automata\"")
            }
        case .version:
            guard cursor.naturalNumber() == 1 else { throw TextProblem(offset: start, message: "expected version 1") }
        case .kind:
            let name = try cursor.string()
            guard let kind = Kind(rawValue: name) else {
                let isMachine = ["Mealy", "Moore"].contains(name)
                throw TextProblem(
                    offset: start, message: "expected \"DFA\", \"NFA\" or \"epsilon-NFA\"",
                    remedy: isMachine ? "automata machine and MachineFormat.json read \(name) machines" : nil)
            }
            self.kind = kind
        case .alphabet: try readAlphabet()
        case .states: try readStates()
        case .initial: parts.initialStates = try states()
        case .final: parts.finalStates = try states()
        case .transitions: try readTransitions()
        }
    }

    // MARK: - Symbols

    private func offset(ofSymbol symbol: Symbol) throws(TextProblem) -> Int? {
        guard var cursor = values[.alphabet] else { return nil }
        var isFirst = true
        try cursor.open(UInt8(ascii: "["), "a list")
        var rest = Int(symbol)
        while try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirst), rest > 0 {
            try cursor.skipValue()
            rest -= 1
        }
        return cursor.position
    }

    // MARK: - States and transitions

    /// The number of states that even a short text may have; longer texts may have as many states
    /// as bytes. Without a limit, a short text could use any amount of memory, because states
    /// without transitions need no text.
    private static let uncheckedStateCount = 1 << 24

    private mutating func readStates() throws(TextProblem) {
        if cursor.peek == UInt8(ascii: "[") {
            let names = try names("state")
            (stateNames, stateCount) = (names, names.count)
            return
        }
        let maximum = min(max(Self.uncheckedStateCount, input.count), maximumCount)
        let start = cursor.position
        guard let count = cursor.naturalNumber(), count <= maximum else {
            throw TextProblem(
                offset: start, message: "expected a list of names or the number of states, 0…\(maximum)")
        }
        stateCount = count
    }

    private mutating func states() throws(TextProblem) -> StateSet {
        var states: StateSet = []
        try cursor.open(UInt8(ascii: "["), "a list of states")
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirst) {
            try check(at: cursor.position)
            states.insert(try state())
        }
        return states
    }

    private mutating func readTransitions() throws(TextProblem) {
        try cursor.open(UInt8(ascii: "["), "a list of transitions")
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirst) {
            try check(at: cursor.position)
            let start = cursor.position
            func expectInside(_ byte: UInt8) throws(TextProblem) {
                guard cursor.skip(byte) else {
                    throw TextProblem(offset: start, message: "expected a transition [source, symbol, target]")
                }
                cursor.skipBlanks()
            }
            try expectInside(UInt8(ascii: "["))
            let source = try state()
            try expectInside(UInt8(ascii: ","))
            let symbol = try symbol()
            try expectInside(UInt8(ascii: ","))
            let target = try state()
            try expectInside(UInt8(ascii: "]"))
            if let symbol {
                parts.addTransition(from: source, on: symbol, to: target)
            } else {
                parts.addEpsilonMove(from: source, to: target)
            }
            guard parts.sources.count <= maximumCount, parts.moveSources.count <= maximumCount else {
                throw TextProblem(
                    offset: start, message: "\(AutomataError.tooLarge("transitions"))", isLimit: true)
            }
        }
    }

    private mutating func state() throws(TextProblem) -> StateID {
        let start = cursor.position
        guard let state: StateID = try id(in: stateNames, count: stateCount) else {
            throw TextProblem(
                offset: start, message: "expected a state, by name or by number below \(stateCount)")
        }
        return state
    }

    /// The symbol of a transition; `nil` for ε.
    private mutating func symbol() throws(TextProblem) -> Symbol? {
        let start = cursor.position
        if cursor.skipWord("null") {
            if kind == .epsilonNFA { return nil }
            throw TextProblem(
                offset: start, message: "expected a symbol: null is ε, which only the kind \"epsilon-NFA\" has")
        }
        guard let symbol: Symbol = try id(in: symbolNames, count: symbolCount) else {
            throw TextProblem(
                offset: start,
                message: "expected a symbol of the alphabet, by name or by number below \(symbolCount), or null for ε")
        }
        return symbol
    }

    /// The id of a state or symbol that is given by its name or number.
    @inline(__always)
    private mutating func id<ID: DenseID>(in names: NameTable?, count: Int) throws(TextProblem) -> ID? {
        if cursor.peek == UInt8(ascii: "\"") { return try cursor.withString { names?.id(of: $0) } }
        if cursor.peek == UInt8(ascii: "{") {
            return try bytes(ofNameOfKind: ID.self == Symbol.self ? "symbol" : "state")
                .withUnsafeBufferPointer { names?.id(of: $0) }
        }
        guard let number = cursor.naturalNumber(), number < count else { return nil }
        return ID(number)
    }

    // MARK: - Names

    mutating func names(_ kind: String) throws(TextProblem) -> NameTable {
        var names = NameTable()
        try cursor.open(UInt8(ascii: "["), "a list of names")
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirst) {
            try check(at: cursor.position)
            if kind == "state" {
                (stateCount, stateNameBytes) = (names.count, names.byteCount)
            } else {
                alphabetBytes = names.byteCount
            }
            let start = cursor.position
            func add(_ name: UnsafeBufferPointer<UInt8>) throws(TextProblem) {
                let isNew: Bool
                do throws(AutomataError) { isNew = try names.intern(name).isNew } catch {
                    throw TextProblem(offset: start, message: "\(error)", isLimit: true)
                }
                guard isNew else {
                    throw TextProblem(
                        offset: start,
                        message: "the \(kind) \(Message.quoted(name)) is listed twice",
                        remedy: "expected each \(kind) once")
                }
            }
            if cursor.peek == UInt8(ascii: "\"") {
                try cursor.withString(add)
            } else {
                try bytes(ofNameOfKind: kind).withUnsafeBufferPointer(add)
            }
        }
        return names
    }

    /// The bytes of a name that isn't UTF-8.
    private mutating func bytes(ofNameOfKind kind: String) throws(TextProblem) -> [UInt8] {
        let start = cursor.position
        let problem = TextProblem(
            offset: start, message: "expected a \(kind)'s name, or its bytes as {\"bytes\": [...]}")
        guard cursor.skip(UInt8(ascii: "{")), try cursor.key().name == "bytes", cursor.skip(UInt8(ascii: "[")) else {
            throw problem
        }
        var bytes: [UInt8] = []
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirst) {
            guard let byte = cursor.naturalNumber().flatMap({ UInt8(exactly: $0) }) else { throw problem }
            bytes.append(byte)
        }
        guard cursor.skip(UInt8(ascii: "}")) else { throw problem }
        return bytes
    }
}
