internal import Automata
internal import CJansson
internal import TextSupport

extension JSON {
    static func read(_ input: TextInput, options: ReadOptions) throws(FormatError) -> Automaton {
        var failure = json_error_t()
        let skipped = input.offsetPastByteOrderMark
        let flags = Int(JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL)
        let source = JSONSource(input, from: skipped)
        let root = json_load_callback(
            { buffer, count, source in
                guard let buffer, let source else { return 0 }
                return Unmanaged<JSONSource>.fromOpaque(source).takeUnretainedValue().read(into: buffer, count)
            }, Unmanaged.passUnretained(source).toOpaque(), flags, &failure)
        defer { json_decref(root) }
        if let refusal = source.refusal { throw refusal }
        guard let root else { throw syntaxError(failure, in: input, skipped: skipped) }
        var reader = JSONReader(input: input)
        do throws(JSONReader.Problem) {
            let automaton = try reader.automaton(root)
            guard options.symbolsAreBytes, automaton.asEpsilonNFA.alphabet.kind == .named else { return automaton }
            do { return try automaton.readingSymbolsAsBytes(listed: true) } catch {
                throw JSONReader.Problem(
                    path: [.key("alphabet"), .index(Int(error.symbol))], message: automaton.message(for: error))
            }
        } catch {
            guard let path = error.path else { throw input.error(error.message) }
            throw input.error(at: JSONLocator.offset(of: path, in: input, from: skipped), error.message)
        }
    }

    private static func syntaxError(_ failure: json_error_t, in input: TextInput, skipped: Int) -> FormatError {
        let message = withUnsafeBytes(of: failure.text) { text in
            String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }
        // The parser tells where the token ends that it quotes at the end of its message.
        var end = max(0, min(Int(failure.position), input.count - skipped)) + skipped
        if message.hasSuffix("near end of file") {
            end = input.count
        } else if let quote = message.utf8.firstIndex(of: UInt8(ascii: "'")), message.utf8.last == UInt8(ascii: "'") {
            let tokenCount = message.utf8[quote...].count - 2
            if message.hasSuffix(" near " + message[quote...]), tokenCount <= end - skipped { end -= tokenCount }
        }
        return input.error(at: end, "invalid JSON: \(message)")
    }
}

/// Hands a text to the parser piece by piece, so that the budget is asked in between, and up to where it is nested too deep: the parser
/// calls itself for each list in a list, and so does what frees its tree.
private final class JSONSource {
    private let input: TextInput
    private var offset: Int
    private var pace = ReadingPace()
    private var nesting = JSONNesting()
    /// What the budget said, or that the text is nested too deep.
    private(set) var refusal: FormatError?

    /// What a byte of text becomes in the parser's tree, about.
    private static let growth = 16
    /// What an automaton needs is 5 deep. The parser takes some 200 bytes of stack for each.
    private static let maximumDepth = 50

    init(_ input: TextInput, from offset: Int) {
        self.input = input
        self.offset = offset
    }

    func read(into buffer: UnsafeMutableRawPointer, _ capacity: Int) -> Int {
        if pace.isDue(at: offset) {
            do throws(FormatError) { try input.check(bytes: Self.growth * offset) } catch {
                refusal = error
                // The parser's mark of a failure.
                return -1
            }
        }
        // What is wrong before that place is told first.
        let piece = UnsafeBufferPointer(start: input.start + offset, count: min(capacity, input.count - offset))
        let count = nesting.pass(piece, to: Self.maximumDepth)
        if count == 0, !piece.isEmpty {
            refusal = input.error(
                at: offset, "expected at most \(Self.maximumDepth) lists and objects within each other, found more")
            return -1
        }
        buffer.copyMemory(from: input.start + offset, byteCount: count)
        offset += count
        return count
    }
}

/// How deep a place in JSON text is nested.
private struct JSONNesting {
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Goes past a piece of the text, as far as it isn't deeper than it may be, and tells how far that is.
    mutating func pass(_ piece: UnsafeBufferPointer<UInt8>, to maximumDepth: Int) -> Int {
        for (index, byte) in piece.enumerated() {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                if depth == maximumDepth { return index }
                depth &+= 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth &- 1)
            default: break
            }
        }
        return piece.count
    }
}

/// Makes an automaton of parsed JSON.
struct JSONReader {
    typealias Value = UnsafeMutablePointer<json_t>

    /// What is wrong, and where: keys and indices from the root.
    struct Problem: Error {
        var path: [JSONLocator.Step]?
        var message: String
    }

    let input: TextInput
    private var stateNames: NameTable?
    private var stateCount = 0
    private var symbolNames: NameTable?
    private var symbolCount = 0

    init(input: TextInput) {
        self.input = input
    }

    mutating func automaton(_ root: Value) throws(Problem) -> Automaton {
        try checkKeys(root)
        let kind = try kind(root)
        let alphabet = try alphabet(root)
        try readStates(root)
        var parts = AutomatonParts()
        for state in try states(root, "initial") { parts.initialStates.insert(state) }
        for state in try states(root, "final") { parts.finalStates.insert(state) }
        try readTransitions(root, allowsEpsilon: kind == .epsilonNFA, into: &parts)
        let rows = Transitions(
            stateCount: stateCount, sources: parts.sources, symbols: parts.symbols, targets: parts.targets)
        let moves = EpsilonMoves(stateCount: stateCount, sources: parts.moveSources, targets: parts.moveTargets)
        let automaton = EpsilonNFA(
            alphabet: alphabet, rows: rows, epsilon: moves, initialStates: parts.initialStates,
            finalStates: parts.finalStates, names: stateNames)
        return try Self.automaton(automaton, of: kind)
    }

    private static func automaton(_ automaton: EpsilonNFA, of kind: Kind) throws(Problem) -> Automaton {
        if kind == .epsilonNFA { return .epsilonNFA(automaton) }
        let nfa = NFA(
            alphabet: automaton.alphabet, rows: automaton.rows, initialStates: automaton.initialStates,
            finalStates: automaton.finalStates, names: automaton.names)
        if kind == .nfa { return .nfa(nfa) }
        do { return .dfa(try DFA(nfa)) } catch {
            throw Problem(path: [.key("kind")], message: "the automaton is no DFA: \(error)")
        }
    }

    // MARK: Members of the root

    private enum Kind { case dfa, nfa, epsilonNFA }

    private func checkKeys(_ root: Value) throws(Problem) {
        guard root.pointee.type == JSON_OBJECT else { throw Problem(path: [], message: "expected an object") }
        var member = json_object_iter(root)
        while let current = member {
            let key = String(cString: json_object_iter_key(current))
            guard JSON.keys.contains(key) else {
                throw Problem(
                    path: [.key(key)],
                    message: "unknown key '\(key)'; expected \(JSON.keys.map { "'\($0)'" }.joined(separator: ", "))")
            }
            member = json_object_iter_next(root, current)
        }
        guard try string(root, "format") == "automata" else {
            throw Problem(path: [.key("format")], message: "expected the format \"automata\"")
        }
        let version = try value(root, "version")
        guard version.pointee.type == JSON_INTEGER, json_integer_value(version) == JSON.version else {
            throw Problem(path: [.key("version")], message: "expected version \(JSON.version)")
        }
    }

    private func kind(_ root: Value) throws(Problem) -> Kind {
        switch try string(root, "kind") {
        case "DFA": return .dfa
        case "NFA": return .nfa
        case "epsilon-NFA": return .epsilonNFA
        default: throw Problem(path: [.key("kind")], message: "expected \"DFA\", \"NFA\" or \"epsilon-NFA\"")
        }
    }

    private mutating func alphabet(_ root: Value) throws(Problem) -> Alphabet {
        let value = try value(root, "alphabet")
        if value.pointee.type == JSON_ARRAY {
            let names = try self.names(value, path: [.key("alphabet")], what: "symbol")
            symbolNames = names
            symbolCount = names.count
            return Alphabet(names)
        }
        for (key, domain) in [("bytes", SymbolPartition.Domain.bytes), ("scalars", .scalars)] {
            guard let classes = json_object_get(value, key), json_object_size(value) == 1 else { continue }
            let partition = try partition(classes, domain: domain, path: [.key("alphabet"), .key(key)])
            symbolCount = partition.count
            return Alphabet(partition)
        }
        throw Problem(
            path: [.key("alphabet")],
            message: "expected a list of names, {\"bytes\": [...]} or {\"scalars\": [...]}")
    }

    private func partition(
        _ classes: Value, domain: SymbolPartition.Domain, path: [JSONLocator.Step]
    ) throws(Problem) -> SymbolPartition {
        let expected = "expected a list of classes, each a list of ranges [first, last]"
        guard classes.pointee.type == JSON_ARRAY else { throw Problem(path: path, message: expected) }
        var ranges: [SymbolPartition.ClassRange] = []
        for symbol in 0..<json_array_size(classes) {
            let path = path + [.index(symbol)]
            guard let members = json_array_get(classes, symbol), members.pointee.type == JSON_ARRAY,
                json_array_size(members) > 0
            else { throw Problem(path: path, message: expected) }
            for index in 0..<json_array_size(members) {
                guard let range = json_array_get(members, index), json_array_size(range) == 2,
                    let lower = integer(json_array_get(range, 0)), let upper = integer(json_array_get(range, 1)),
                    lower <= upper, upper <= Int(domain.upperBound),
                    domain == .bytes || Unicode.Scalar(UInt32(lower)) != nil && Unicode.Scalar(UInt32(upper)) != nil
                else {
                    throw Problem(
                        path: path + [.index(index)],
                        message: "expected a range [first, last] of "
                            + (domain == .bytes ? "bytes, 0…255" : "Unicode scalars, 0…1114111 without surrogates"))
                }
                ranges.append(
                    SymbolPartition.ClassRange(lower: UInt32(lower), upper: UInt32(upper), symbol: Symbol(symbol)))
            }
        }
        do { return try SymbolPartition(domain: domain, ranges: ranges, count: json_array_size(classes)) } catch {
            throw Problem(path: path, message: "\(error)")
        }
    }

    private mutating func readStates(_ root: Value) throws(Problem) {
        let value = try value(root, "states")
        if value.pointee.type == JSON_ARRAY {
            let names = try self.names(value, path: [.key("states")], what: "state")
            stateNames = names
            stateCount = names.count
            return
        }
        // A state without a transition takes no text, so that a short text could ask for any amount of memory.
        let maximum = max(Self.freeStateCount, input.count)
        guard let count = integer(value), count <= maximum else {
            throw Problem(
                path: [.key("states")],
                message: "expected a list of names or the number of states, 0…\(maximum)")
        }
        stateCount = count
    }

    /// So many states may be asked for by any text, and more by one that is longer.
    private static let freeStateCount = 1 << 24

    private func states(_ root: Value, _ key: String) throws(Problem) -> [State] {
        let list = try value(root, key)
        guard list.pointee.type == JSON_ARRAY else {
            throw Problem(path: [.key(key)], message: "expected a list of states")
        }
        var states: [State] = []
        for index in 0..<json_array_size(list) {
            guard let state = state(json_array_get(list, index)) else {
                throw Problem(path: [.key(key), .index(index)], message: expectedState)
            }
            states.append(state)
        }
        return states
    }

    private func readTransitions(
        _ root: Value, allowsEpsilon: Bool, into parts: inout AutomatonParts
    ) throws(Problem) {
        let list = try value(root, "transitions")
        guard list.pointee.type == JSON_ARRAY else {
            throw Problem(path: [.key("transitions")], message: "expected a list of transitions")
        }
        for index in 0..<json_array_size(list) {
            func problem(_ steps: [JSONLocator.Step], _ message: String) -> Problem {
                Problem(path: [.key("transitions"), .index(index)] + steps, message: message)
            }
            guard let transition = json_array_get(list, index), json_array_size(transition) == 3 else {
                throw problem([], "expected a transition [source, symbol, target]")
            }
            guard let source = state(json_array_get(transition, 0)) else { throw problem([.index(0)], expectedState) }
            guard let target = state(json_array_get(transition, 2)) else { throw problem([.index(2)], expectedState) }
            let label = json_array_get(transition, 1)
            if let label, label.pointee.type == JSON_NULL {
                guard allowsEpsilon else {
                    throw problem([.index(1)], "expected a symbol: null is ε, which only the kind \"epsilon-NFA\" has")
                }
                parts.addEpsilonMove(from: source, to: target)
            } else if let symbol = id(label, names: symbolNames, count: symbolCount) {
                parts.addTransition(from: source, on: symbol, to: target)
            } else {
                throw problem(
                    [.index(1)],
                    "expected a symbol of the alphabet, by name or by number below \(symbolCount), or null for ε")
            }
        }
    }

    // MARK: Values

    private func value(_ object: Value, _ key: String) throws(Problem) -> Value {
        guard let value = json_object_get(object, key) else {
            throw Problem(path: [], message: "expected the key '\(key)'")
        }
        return value
    }

    private func string(_ object: Value, _ key: String) throws(Problem) -> String {
        let value = try value(object, key)
        guard let text = json_string_value(value) else {
            throw Problem(path: [.key(key)], message: "expected a string")
        }
        return String(cString: text)
    }

    private func integer(_ value: Value?) -> Int? {
        guard let value, value.pointee.type == JSON_INTEGER else { return nil }
        let integer = json_integer_value(value)
        return integer >= 0 ? Int(integer) : nil
    }

    private var expectedState: String { "expected a state, by name or by number below \(stateCount)" }

    private func state(_ value: Value?) -> State? { id(value, names: stateNames, count: stateCount) }

    /// The id of a state or symbol that is given by its name or number.
    private func id(_ value: Value?, names: NameTable?, count: Int) -> UInt32? {
        if let number = integer(value) { return number < count ? UInt32(number) : nil }
        guard let value, let text = json_string_value(value), let names else { return nil }
        return text.withMemoryRebound(to: UInt8.self, capacity: json_string_length(value)) {
            names.id(of: UnsafeBufferPointer(start: $0, count: json_string_length(value)))
        }
    }

    private func names(_ list: Value, path: [JSONLocator.Step], what: String) throws(Problem) -> NameTable {
        var names = NameTable(minimumCapacity: json_array_size(list))
        for index in 0..<json_array_size(list) {
            guard let bytes = bytes(json_array_get(list, index)) else {
                throw Problem(
                    path: path + [.index(index)],
                    message: "expected a \(what)'s name, or its bytes as {\"bytes\": [...]}")
            }
            let isNew: Bool
            do { isNew = try bytes.withUnsafeBufferPointer { try names.intern($0).isNew } } catch {
                throw Problem(path: path, message: "\(error)")
            }
            guard isNew else {
                throw Problem(
                    path: path + [.index(index)],
                    message: "the \(what) \(Message.quoted(bytes)) is listed twice; expected each \(what) once")
            }
        }
        return names
    }

    /// The bytes of a string, or of the list that a name which isn't UTF-8 is written as.
    private func bytes(_ value: Value?) -> [UInt8]? {
        guard let value else { return nil }
        if let text = json_string_value(value) {
            return text.withMemoryRebound(to: UInt8.self, capacity: json_string_length(value)) {
                Array(UnsafeBufferPointer(start: $0, count: json_string_length(value)))
            }
        }
        guard json_object_size(value) == 1, let list = json_object_get(value, "bytes"), list.pointee.type == JSON_ARRAY
        else { return nil }
        var bytes: [UInt8] = []
        for index in 0..<json_array_size(list) {
            guard let byte = integer(json_array_get(list, index)).flatMap({ UInt8(exactly: $0) }) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
