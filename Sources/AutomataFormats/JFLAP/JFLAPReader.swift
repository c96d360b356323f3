internal import Automata
internal import CExpat
internal import TextSupport

/// Reads JFLAP's XML, with or without the `<automaton>` element that version 4 doesn't have yet.
final class JFLAPReader {
    private enum Element {
        case structure, type, automaton, state, transition, initial, final, from, to, read, other
    }

    private struct Transition {
        var from: (id: [UInt8], offset: Int)?
        var to: (id: [UInt8], offset: Int)?
        var read: [UInt8] = []
        var offset: Int
    }

    private let input: TextInput
    private let parser: XML_Parser
    /// The first error, which stops the parser.
    private var error: FormatError?
    private var stack: [Element] = []
    private var text: [UInt8] = []
    private var textOffset = 0
    private var type: [UInt8]?
    private var ids = NameTable()
    private var names: [[UInt8]] = []
    private var parts = AutomatonParts()
    private var transitions: [Transition] = []

    private init(_ input: TextInput, parser: XML_Parser) {
        self.input = input
        self.parser = parser
    }

    static func read(_ input: TextInput, options: ReadOptions) throws(FormatError) -> ReadText {
        guard let parser = XML_ParserCreate(nil) else { throw input.error("there is no memory for an XML parser") }
        defer { XML_ParserFree(parser) }
        let reader = JFLAPReader(input, parser: parser)
        try reader.parse()
        var result = try reader.result()
        if options.symbolsAreBytes {
            result.automaton = try result.automaton.readingSymbolsAsBytes(listed: false, in: input, firstOffsets: [])
        }
        return result
    }

    // MARK: XML

    private func parse() throws(FormatError) {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let data, let name else { return }
                Unmanaged<JFLAPReader>.fromOpaque(data).takeUnretainedValue()
                    .start(String(cString: name), attributes: attributes)
            },
            { data, _ in
                guard let data else { return }
                Unmanaged<JFLAPReader>.fromOpaque(data).takeUnretainedValue().end()
            })
        XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let data, let text, count > 0 else { return }
            Unmanaged<JFLAPReader>.fromOpaque(data).takeUnretainedValue()
                .characters(UnsafeRawBufferPointer(start: text, count: Int(count)))
        }
        // Entities can blow up a text, and JFLAP has none.
        XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
            guard let data else { return }
            Unmanaged<JFLAPReader>.fromOpaque(data).takeUnretainedValue()
                .fail("expected no declaration of an entity")
        }
        var offset = 0
        repeat {
            let count = min(input.count - offset, 1 << 20)
            let isLast = offset + count == input.count
            let status = UnsafeRawPointer(input.start + offset).withMemoryRebound(to: CChar.self, capacity: count) {
                XML_Parse(parser, $0, Int32(count), isLast ? 1 : 0)
            }
            if let error { throw error }
            guard status == XML_STATUS_OK else {
                let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "not well-formed"
                throw input.error(at: currentOffset, "invalid XML: \(reason)")
            }
            offset += count
            try input.check(statesBuilt: names.count, bytes: 100 * transitions.count)
        } while offset < input.count
    }

    private var currentOffset: Int { max(0, min(Int(XML_GetCurrentByteIndex(parser)), input.count)) }

    private func fail(_ message: String) {
        guard error == nil else { return }
        error = input.error(at: currentOffset, message)
        XML_StopParser(parser, 0)
    }

    // MARK: Elements

    private func start(_ name: String, attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
        guard error == nil else { return }
        let element = element(name)
        stack.append(element)
        switch element {
        case .state: startState(attributes)
        case .transition: transitions.append(Transition(offset: currentOffset))
        case .initial:
            if parts.initialStates.isEmpty {
                parts.initialStates.insert(State(names.count - 1))
            } else {
                fail("expected one initial state, found a second one")
            }
        case .final: parts.finalStates.insert(State(names.count - 1))
        case .type, .from, .to, .read:
            text.removeAll(keepingCapacity: true)
            textOffset = currentOffset
        case .structure, .automaton, .other: break
        }
    }

    private func element(_ name: String) -> Element {
        guard let parent = stack.last else {
            if name != "structure" { fail("expected <structure>, found <\(name)>") }
            return .structure
        }
        switch (parent, name) {
        case (.structure, "type"): return .type
        case (.structure, "automaton"): return .automaton
        case (.structure, "state"), (.automaton, "state"): return .state
        case (.structure, "transition"), (.automaton, "transition"): return .transition
        case (.state, "initial"): return .initial
        case (.state, "final"): return .final
        case (.transition, "from"): return .from
        case (.transition, "to"): return .to
        case (.transition, "read"): return .read
        default: return .other
        }
    }

    private func startState(_ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
        var id: [UInt8]?
        var name: [UInt8]?
        var index = 0
        while let attributes, let key = attributes[index], let value = attributes[index + 1] {
            switch String(cString: key) {
            case "id": id = Array(String(cString: value).utf8)
            case "name": name = Array(String(cString: value).utf8)
            default: break
            }
            index += 2
        }
        guard let id = id.map({ Self.trimmed($0) }), !id.isEmpty else {
            fail("expected an attribute 'id' of the state")
            return
        }
        guard let isNew = try? id.withUnsafeBufferPointer({ try ids.intern($0).isNew }) else {
            fail("there are too many states")
            return
        }
        guard isNew else {
            fail("the id \(Message.quoted(id)) stands for another state already; expected each id once")
            return
        }
        names.append(name ?? Array("q".utf8) + id)
    }

    private func end() {
        guard error == nil, let element = stack.popLast() else { return }
        switch element {
        case .type:
            type = Self.trimmed(text)
            if type != Array("fa".utf8) {
                fail("expected the type 'fa', a finite automaton, found \(Message.quoted(type ?? []))")
            }
        case .from where !transitions.isEmpty:
            transitions[transitions.count - 1].from = (Self.trimmed(text), textOffset)
        case .to where !transitions.isEmpty:
            transitions[transitions.count - 1].to = (Self.trimmed(text), textOffset)
        case .read where !transitions.isEmpty: transitions[transitions.count - 1].read = text
        default: break
        }
    }

    private func characters(_ bytes: UnsafeRawBufferPointer) {
        switch stack.last {
        case .type, .from, .to, .read: text.append(contentsOf: bytes)
        default: break
        }
    }

    private static func trimmed(_ text: [UInt8]) -> [UInt8] {
        func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
        guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return Array(text[first...last])
    }

    // MARK: The automaton

    private func result() throws(FormatError) -> ReadText {
        guard type != nil else { throw input.error(at: input.count, "expected <type>fa</type> in <structure>") }
        var symbols = NameTable()
        var notes: [String] = []
        do {
            for transition in transitions {
                let source = try state(transition.from, "from", of: transition)
                let target = try state(transition.to, "to", of: transition)
                if transition.read.isEmpty {
                    parts.addEpsilonMove(from: source, to: target)
                } else {
                    let symbol = try transition.read.withUnsafeBufferPointer { try symbols.intern($0).id }
                    parts.addTransition(from: source, on: symbol, to: target)
                }
            }
            let (table, note) = try UniqueNames.table(names)
            if let note { notes.append(note) }
            let alphabet = Alphabet(parts.numberSymbolsNaturally(symbols).names)
            let automaton = try parts.automaton(alphabet: alphabet, stateCount: names.count, names: table)
            return ReadText(automaton: automaton, notes: notes)
        } catch let error as FormatError {
            throw error
        } catch {
            throw input.error("\(error)")
        }
    }

    private func state(
        _ reference: (id: [UInt8], offset: Int)?, _ element: String, of transition: Transition
    ) throws(FormatError) -> State {
        guard let reference else {
            throw input.error(at: transition.offset, "expected <\(element)> in the transition")
        }
        guard let state = reference.id.withUnsafeBufferPointer({ ids.id(of: $0) }) else {
            throw input.error(
                at: reference.offset, "expected the id of a state, found \(Message.quoted(reference.id))")
        }
        return state
    }
}
