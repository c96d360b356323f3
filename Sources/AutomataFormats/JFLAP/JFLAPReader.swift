internal import Automata
internal import TextSupport
internal import XMLSupport

/// Reads JFLAP's XML, with or without the `<automaton>` element that version 4 doesn't have yet.
final class JFLAPReader: XMLReader {
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
    /// The error of the budget, which ends the work.
    private var limit: FormatError?
    private var stack: [Element] = []
    private var textBytes: [UInt8] = []
    private var textOffset = 0
    private var hasType = false
    private var ids = NameTable()
    private var names: [[UInt8]] = []
    private var parts = AutomatonParts()
    private var transitions: [Transition] = []

    private init(_ input: TextInput) {
        self.input = input
    }

    static func read(_ input: TextInput, options: ReadOptions) throws(FormatError) -> ReadText {
        let reader = JFLAPReader(input)
        do throws(TextProblem) { try reader.read(xml: input.bytes.raw) } catch {
            throw reader.limit ?? input.error(error)
        }
        var result = try reader.result()
        if options.symbolsAreBytes {
            result.automaton = try result.automaton.readingSymbolsAsBytes(listed: false, in: input, firstOffsets: [])
        }
        return result
    }

    func check() throws(TextProblem) {
        do throws(FormatError) { try input.check(statesBuilt: names.count, bytes: 100 * transitions.count) } catch {
            limit = error
            throw TextProblem(message: error.message, isLimit: true)
        }
    }

    // MARK: Elements

    func start(_ name: String, attributes: XMLAttributes) throws(TextProblem) {
        let element = try element(name)
        stack.append(element)
        switch element {
        case .state: try startState(attributes)
        case .transition: transitions.append(Transition(offset: attributes.offset))
        case .initial:
            guard parts.initialStates.isEmpty else {
                throw TextProblem(message: "expected one initial state, found a second one")
            }
            parts.initialStates.insert(StateID(names.count - 1))
        case .final: parts.finalStates.insert(StateID(names.count - 1))
        case .type, .from, .to, .read:
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
        guard let isNew = try? id.withUnsafeBufferPointer({ try ids.intern($0).isNew }) else {
            throw TextProblem(message: "there are too many states")
        }
        guard isNew else {
            throw TextProblem(
                message: "the id \(Message.quoted(id)) stands for another state already",
                remedy: "expected each id once")
        }
        names.append(attributes["name"].map { Array($0.utf8) } ?? Array("q".utf8) + id)
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
        case .from where !transitions.isEmpty:
            transitions[transitions.count - 1].from = (Self.trimmed(textBytes), textOffset)
        case .to where !transitions.isEmpty:
            transitions[transitions.count - 1].to = (Self.trimmed(textBytes), textOffset)
        case .read where !transitions.isEmpty: transitions[transitions.count - 1].read = textBytes
        default: break
        }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {
        switch stack.last {
        case .type, .from, .to, .read: textBytes.append(contentsOf: bytes)
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
        guard hasType else { throw input.error(at: input.count, "expected <type>fa</type> in <structure>") }
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
                    parts.addTransition(from: source, on: Symbol(symbol), to: target)
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
    ) throws(FormatError) -> StateID {
        guard let reference else {
            throw input.error(at: transition.offset, "expected <\(element)> in the transition")
        }
        guard let state = reference.id.withUnsafeBufferPointer({ ids.id(of: $0) as StateID? }) else {
            throw input.error(
                at: reference.offset, "expected the id of a state, found \(Message.quoted(reference.id))")
        }
        return state
    }
}
