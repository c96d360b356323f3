internal import Automata
internal import TextSupport
internal import XMLSupport

/// Reads JFLAP's XML, with or without the `<automaton>` element, which version 4 lacks.
final class JFLAPReader: XMLReader {
    private enum Element {
        case structure, type, automaton, state, transition, initial, final, x, y, from, to, read, other
    }

    /// The current transition; its states are indices in the table of ids.
    private struct Transition {
        var from: StateID?
        var to: StateID?
        var read: [UInt8] = []
        var offset: Int
    }

    private let input: TextInput
    /// The error of the budget, which ends the work.
    private var limit: FormatError?
    private var stack: [Element] = []
    private var textBytes: [UInt8] = []
    private var textOffset = 0
    private var hasType = false
    /// The ids of states, including states that transitions mention first.
    private var ids = NameTable()
    /// The state of each id; ``DenseID/absent`` until it is read.
    private var states: [StateID] = []
    private var firstMentions: [Int] = []
    private var names = PackedTexts()
    /// The positions of states by number, up to the last known position; `nil` if unknown.
    private var positions: [StatePosition?] = []
    /// The coordinates of the current state.
    private var coordinates: (x: Double?, y: Double?) = (nil, nil)
    private var symbols = NameTable()
    /// The parts so far; the states of transitions are indices in the table of ids.
    private var parts = AutomatonParts()
    private var transition: Transition?

    private init(_ input: TextInput) {
        self.input = input
    }

    static func read(_ input: TextInput, options: ReadOptions) throws(FormatError) -> ReadResult {
        let reader = JFLAPReader(input)
        do throws(TextProblem) { try reader.read(xml: input.bytes.raw) } catch {
            throw reader.limit ?? input.error(error)
        }
        var result = try reader.result()
        if options.symbolsAreBytes {
            result.automaton = try result.automaton.readingSymbolsAsBytes(
                listsAlphabet: false, in: input, firstOffsets: [])
        }
        return result
    }

    var maximumParserBytes: Int { input.budget.maximumBytes }

    /// The bytes in use, including the growth of arrays.
    private var heldBytes: Int {
        let tables =
            ids.byteCount + names.byteCount + symbols.byteCount + 4 * states.capacity + 8 * firstMentions.capacity
            + positions.capacity * MemoryLayout<StatePosition?>.stride
        return parts.byteCount + tables * 3 / 2
    }

    func check(parserBytes: Int) throws(TextProblem) {
        do throws(FormatError) {
            try input.check(statesBuilt: names.count, bytes: parserBytes + heldBytes)
        } catch {
            throw problem(error)
        }
    }

    func outOfMemory() throws(TextProblem) {
        let limit = AutomataError.budgetExceeded(statesBuilt: names.count, limit: input.budget.byteLimit)
        throw problem(FormatError(inputName: input.name, limit: limit))
    }

    private func problem(_ limit: FormatError) -> TextProblem {
        self.limit = limit
        return TextProblem(message: limit.message, isLimit: true)
    }

    // MARK: Elements

    func start(_ name: String, attributes: XMLAttributes) throws(TextProblem) {
        let element = try element(name)
        stack.append(element)
        switch element {
        case .state: try startState(attributes)
        case .transition: transition = Transition(offset: attributes.offset)
        case .initial:
            guard parts.initialStates.isEmpty else {
                throw TextProblem(message: "expected one initial state, found a second one")
            }
            parts.initialStates.insert(StateID(names.count - 1))
        case .final: parts.finalStates.insert(StateID(names.count - 1))
        case .type, .x, .y, .from, .to, .read:
            textBytes.removeAll(keepingCapacity: true)
            textOffset = attributes.offset
        case .structure, .automaton, .other: break
        }
    }

    private func element(_ name: String) throws(TextProblem) -> Element {
        guard let parent = stack.last else {
            if name != "structure" { throw TextProblem(message: "expected <structure>, found <\(name)>") }
            return .structure
        }
        switch (parent, name) {
        case (.structure, "type"): return .type
        case (.structure, "automaton"): return .automaton
        case (.structure, "state"), (.automaton, "state"): return .state
        case (.structure, "transition"), (.automaton, "transition"): return .transition
        case (.state, "initial"): return .initial
        case (.state, "final"): return .final
        case (.state, "x"): return .x
        case (.state, "y"): return .y
        case (.transition, "from"): return .from
        case (.transition, "to"): return .to
        case (.transition, "read"): return .read
        default: return .other
        }
    }

    private func startState(_ attributes: XMLAttributes) throws(TextProblem) {
        guard let id = attributes["id"].map({ Self.trimmed(Array($0.utf8)) }), !id.isEmpty else {
            throw TextProblem(message: "expected an attribute 'id' of the state")
        }
        let number = try number(of: id, at: attributes.offset)
        guard states[Int(number)] == .absent else {
            throw TextProblem(
                message: "duplicate id \(Message.quoted(id)) of a state",
                remedy: "give each state an id of its own")
        }
        states[Int(number)] = StateID(names.count)
        let name = attributes["name"].map { Array($0.utf8) } ?? Array("q".utf8) + id
        names.append { $0.append(name) }
        coordinates = (nil, nil)
    }

    /// Keeps the position of the state that ends, if it has one.
    private func endState() {
        guard let x = coordinates.x, let y = coordinates.y, let position = StatePosition(x: x, y: y) else { return }
        positions.append(contentsOf: repeatElement(nil, count: names.count - 1 - positions.count))
        positions.append(position)
    }

    private func number(of id: [UInt8], at offset: Int) throws(TextProblem) -> StateID {
        do throws(AutomataError) {
            let (number, isNew) = try id.withUnsafeBufferPointer { (bytes) throws(AutomataError) in
                try ids.intern(bytes)
            }
            if isNew {
                states.append(.absent)
                firstMentions.append(offset)
            }
            return StateID(number)
        } catch { throw TextProblem(message: "\(error)", isLimit: true) }
    }

    func end(at offset: Int) throws(TextProblem) {
        switch stack.popLast() {
        case .type:
            let type = Self.trimmed(textBytes)
            guard type.elementsEqual("fa".utf8) else {
                throw TextProblem(
                    message: "expected the type 'fa', a finite automaton, found \(Message.quoted(type))")
            }
            hasType = true
        case .state: endState()
        case .x: coordinates.x = Self.coordinate(textBytes)
        case .y: coordinates.y = Self.coordinate(textBytes)
        case .from: transition?.from = try number(of: Self.trimmed(textBytes), at: textOffset)
        case .to: transition?.to = try number(of: Self.trimmed(textBytes), at: textOffset)
        case .read: transition?.read = textBytes
        case .transition: try endTransition()
        default: break
        }
    }

    private func endTransition() throws(TextProblem) {
        guard let transition else { return }
        self.transition = nil
        guard let source = transition.from else { throw missing("from", of: transition) }
        guard let target = transition.to else { throw missing("to", of: transition) }
        if transition.read.isEmpty { return parts.addEpsilonMove(from: source, to: target) }
        do throws(AutomataError) {
            let symbol = try transition.read.withUnsafeBufferPointer { (bytes) throws(AutomataError) in
                try symbols.intern(bytes).id
            }
            parts.addTransition(from: source, on: Symbol(symbol), to: target)
        } catch { throw TextProblem(message: "\(error)", isLimit: true) }
    }

    private func missing(_ element: String, of transition: Transition) -> TextProblem {
        TextProblem(offset: transition.offset, message: "expected <\(element)> in the transition")
    }

    func text(_ bytes: UnsafeRawBufferPointer) {
        switch stack.last {
        case .type, .x, .y, .from, .to, .read: textBytes.append(contentsOf: bytes)
        default: break
        }
    }

    /// Returns the coordinate in an element, or `nil` if there is none.
    private static func coordinate(_ text: [UInt8]) -> Double? {
        trimmed(text).withUnsafeBufferPointer { DecimalNumber.finiteValue($0) }
    }

    private static func trimmed(_ text: [UInt8]) -> [UInt8] {
        func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
        guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return Array(text[first...last])
    }

    // MARK: The automaton

    /// The positions of all states; `nil` if there are none.
    private var statePositions: [StatePosition]? {
        if positions.isEmpty { return nil }
        return StatePosition.completed(
            (0..<names.count).lazy.map { [positions] in $0 < positions.count ? positions[$0] : nil })
    }

    private func result() throws(FormatError) -> ReadResult {
        guard hasType else { throw input.error(at: input.count, "expected <type>fa</type> in <structure>") }
        if let number = states.firstIndex(of: .absent) {
            throw input.error(
                at: firstMentions[number],
                "unknown state id \(Message.quoted(Array(ids.utf8(at: number)))); add the state or fix the id")
        }
        var steps = input.steps(
            statesBuilt: names.count,
            bytes: heldBytes + AutomatonParts.byteCount(ofStates: names.count)
                + (positions.isEmpty ? 0 : names.count) * MemoryLayout<StatePosition>.stride)
        do throws(AutomataError) {
            try parts.renumberTransitions(steps: &steps) { states[Int($0)] }
            let (table, note) = try UniqueNames.table(names, steps: &steps)
            let alphabet = Alphabet(try parts.numberSymbolsNaturally(symbols, steps: &steps))
            let automaton = try parts.automaton(
                alphabet: alphabet, stateCount: names.count, names: table,
                positions: statePositions, steps: &steps)
            return ReadResult(automaton: automaton, notes: note.map { [$0] } ?? [])
        } catch { throw input.error(error) }
    }
}
