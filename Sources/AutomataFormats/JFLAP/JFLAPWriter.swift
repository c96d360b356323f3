internal import Automata
internal import TextSupport
internal import XMLSupport

/// Writes JFLAP's XML, the states at their positions, or on a grid if they have none.
struct JFLAPWriter {
    private let automaton: EpsilonNFA
    private let symbols: SymbolTexts
    private var output = TextOutput()
    private var watch: WritingWatch
    /// The number of states in a row of the grid.
    private let columns: Int
    private var notes: [String] = []

    static func write(_ automaton: EpsilonNFA, _ budget: Budget) throws(FormatError) -> WriteResult {
        var writer = try JFLAPWriter(automaton, budget)
        try writer.writeAll()
        return WriteResult(bytes: writer.output.bytes, notes: writer.notes)
    }

    private init(_ automaton: EpsilonNFA, _ budget: Budget) throws(FormatError) {
        self.automaton = automaton
        watch = WritingWatch(budget)
        columns = (1...1000).first { $0 * $0 >= automaton.stateCount } ?? 1000
        symbols = try SymbolTexts(automaton, formatName: "JFLAP", budget) { (name, output) throws(FormatError) in
            guard !name.isEmpty, XMLText.canHold(name[...]) else {
                throw FormatError(
                    message:
                        "JFLAP can't represent the symbol \(Message.quoted(name)): an empty name would mean ε, and a name "
                        + "must have only characters that XML allows", remedy: "write .mata or JSON")
            }
            XMLText.append(name[...], to: &output)
        }
    }

    private mutating func writeAll() throws(FormatError) {
        output.append("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n")
        output.append("<structure>\n <type>fa</type>\n <automaton>\n")
        let needsStart = automaton.initialStates.count > 1
        let positions = automaton.statePositions
        for state in automaton.states {
            try watch.check(count: output.bytes.count)
            let name = automaton.names.map { $0.utf8(of: state) } ?? Array(automaton.name(of: state).utf8)[...]
            guard XMLText.canHold(name) else {
                throw FormatError(
                    message: "JFLAP can't represent the state name \(Message.quoted(name)): it has characters that XML "
                        + "doesn't allow", remedy: "write JSON")
            }
            writeState(
                Int(state), name: name, position: positions?[Int(state)],
                isInitial: !needsStart && automaton.isInitial(state), isFinal: automaton.isFinal(state))
        }
        if needsStart { try writeStart() }
        try writeTransitions()
        output.append(" </automaton>\n</structure>\n")
        var isUsed = [Bool](repeating: false, count: automaton.alphabet.count)
        for symbol in automaton.rows.symbols { isUsed[Int(symbol)] = true }
        if let note = LossNote.unusedSymbols(automaton.alphabet, isUsed: isUsed, formatName: "JFLAP") {
            notes.append(note)
        }
    }

    private mutating func writeState(
        _ id: Int, name: ArraySlice<UInt8>, position: StatePosition?, isInitial: Bool, isFinal: Bool
    ) {
        output.append("  <state id=\"")
        output.append(id)
        output.append("\" name=\"")
        XMLText.append(name, to: &output)
        output.append("\">\n   <x>")
        if let position {
            output.append(string: position.x.description)
            output.append("</x>\n   <y>")
            output.append(string: position.y.description)
            output.append("</y>\n")
        } else {
            output.append(80 + 140 * (id % columns))
            output.append(".0</x>\n   <y>")
            // Neighbors have different heights, so that the arrows of a row don't cross its states.
            output.append(80 + 120 * (id / columns) + (id % columns % 2) * 40)
            output.append(".0</y>\n")
        }
        if isInitial { output.append("   <initial/>\n") }
        if isFinal { output.append("   <final/>\n") }
        output.append("  </state>\n")
    }

    /// Writes a new initial state, from which the automaton's initial states are reached by ε.
    private mutating func writeStart() throws(FormatError) {
        let id = automaton.stateCount
        var name = "start"
        while automaton.state(named: name) != nil { name = "_" + name }
        writeState(
            id, name: Array(name.utf8)[...], position: automaton.statePositions.flatMap(StatePosition.position(below:)),
            isInitial: true, isFinal: false)
        for state in automaton.initialStates {
            try watch.check(count: output.bytes.count)
            writeTransition(from: id, to: Int(state), label: [])
        }
        notes.append(
            "JFLAP has one initial state: the new state '\(name)' leads to the \(automaton.initialStates.count) "
                + "initial states by ε")
    }

    private mutating func writeTransitions() throws(FormatError) {
        for state in automaton.states {
            for target in automaton.epsilonTargets(from: state) {
                try watch.check(count: output.bytes.count)
                writeTransition(from: Int(state), to: Int(target), label: [])
            }
            for index in automaton.rows.range(of: state) {
                for member in symbols.members(of: automaton.rows.symbols[index]) {
                    try watch.check(count: output.bytes.count)
                    writeTransition(from: Int(state), to: Int(automaton.rows.targets[index]), label: symbols[member])
                }
            }
        }
    }

    private mutating func writeTransition(from source: Int, to target: Int, label: ArraySlice<UInt8>) {
        output.append("  <transition>\n   <from>")
        output.append(source)
        output.append("</from>\n   <to>")
        output.append(target)
        if label.isEmpty {
            output.append("</to>\n   <read/>\n  </transition>\n")
        } else {
            output.append("</to>\n   <read>")
            output.append(label)
            output.append("</read>\n  </transition>\n")
        }
    }
}
