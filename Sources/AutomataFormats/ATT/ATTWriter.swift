@_spi(Tool) internal import Automata
internal import TextSupport

/// Writes AT&T text of four columns, separated by tabs.
///
/// States are written by number, or by name if all names are numbers. The initial state's lines
/// come first.
struct ATTWriter {
    private let automaton: EpsilonNFA
    private let symbols: SymbolTexts
    /// The spelling of each state, and last that of a new one.
    private var states = PackedTexts()
    private let newState: Int
    private var output = TextOutput()
    private var notes: [String] = []

    static func write(_ automaton: EpsilonNFA, _ budget: Budget) throws(FormatError) -> WriteResult {
        var writer = try ATTWriter(automaton, budget)
        try writer.writeAll(budget)
        return WriteResult(bytes: writer.output.bytes, notes: writer.notes)
    }

    private init(_ automaton: EpsilonNFA, _ budget: Budget) throws(FormatError) {
        self.automaton = automaton
        var watch = WritingWatch(budget)
        let names = automaton.names.flatMap { Self.areNumbers($0) ? $0 : nil }
        states.reserve(automaton.stateCount + 1)
        for state in automaton.states {
            try watch.step()
            states.append { output in
                if let names { output.append(names.utf8(of: state)) } else { output.append(Int(state)) }
            }
        }
        // The first number that isn't a state's.
        var number = automaton.stateCount
        while let names, names.index(of: String(number)) != nil { number += 1 }
        newState = number
        states.append { $0.append(number) }
        symbols = try SymbolTexts(automaton, formatName: "AT&T text", budget) { (name, output) throws(FormatError) in
            let isSpecial = name.contains { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D || $0 == 0 }
            guard !name.isEmpty, !isSpecial, !ATT.isEpsilon(name) else {
                throw FormatError(
                    message:
                        "AT&T text can't represent the symbol \(Message.quoted(name)): a symbol's name must not be empty, "
                        + "have a tab, line end or NUL, or be one that means ε", remedy: "write .mata or JSON")
            }
            output.append(name)
        }
    }

    private mutating func writeAll(_ budget: Budget) throws(FormatError) {
        var isWritten = false
        let lines = ChunkedOutput(after: [], budget)
        states.withTexts { states in
            symbols.spellings.withTexts { spellings in
                if automaton.initialStates.count > 1 {
                    for state in automaton.initialStates {
                        writeMove(from: states[automaton.stateCount], to: states[Int(state)], lines)
                    }
                    isWritten = true
                } else if let initial = automaton.initialStates.first {
                    isWritten = writeLines(of: initial, states, spellings, lines)
                }
                guard isWritten else { return }
                let first = automaton.initialStates.count == 1 ? automaton.initialStates.first : nil
                for state in automaton.states where state != first && lines.limit == nil {
                    _ = writeLines(of: state, states, spellings, lines)
                }
            }
        }
        output.bytes = try lines.finish()
        if automaton.initialStates.count > 1 {
            notes.append(
                "AT&T text has one initial state: the new state \(newState) leads to the "
                    + "\(automaton.initialStates.count) initial states by ε")
        }
        if isWritten {
            noteLosses()
        } else {
            notes.append(
                automaton.stateCount == 0
                    ? "the automaton has no states, so the AT&T text is empty"
                    : "no initial state has a transition or is final, so the AT&T text is empty")
            let isUsed = [Bool](repeating: false, count: automaton.alphabet.count)
            if let note = LossNote.unusedSymbols(automaton.alphabet, isUsed: isUsed, formatName: "AT&T text") {
                notes.append(note)
            }
        }
    }

    /// Writes the transitions of a state, and its final line; returns `false` if it has neither.
    private func writeLines(
        of state: StateID, _ states: PackedTexts.Texts, _ spellings: PackedTexts.Texts, _ lines: ChunkedOutput
    ) -> Bool {
        let name = states[Int(state)]
        for target in automaton.epsilonTargets(from: state) { writeMove(from: name, to: states[Int(target)], lines) }
        for index in automaton.rows.range(of: state) {
            let target = states[Int(automaton.rows.targets[index])]
            for member in symbols.members(of: automaton.rows.symbols[index]) {
                writeLine(from: name, to: target, label: spellings[member], lines)
            }
        }
        if automaton.isFinal(state) {
            lines.append(name)
            lines.append(UInt8(ascii: "\n"))
        }
        return automaton.isFinal(state) || !automaton.rows.range(of: state).isEmpty
            || !automaton.epsilon.range(of: state).isEmpty
    }

    private func writeMove(
        from source: UnsafeBufferPointer<UInt8>, to target: UnsafeBufferPointer<UInt8>, _ lines: ChunkedOutput
    ) {
        let epsilon: StaticString = "@0@"
        writeLine(
            from: source, to: target,
            label: UnsafeBufferPointer(start: epsilon.utf8Start, count: epsilon.utf8CodeUnitCount), lines)
    }

    @inline(__always)
    private func writeLine(
        from source: UnsafeBufferPointer<UInt8>, to target: UnsafeBufferPointer<UInt8>,
        label: UnsafeBufferPointer<UInt8>, _ lines: ChunkedOutput
    ) {
        lines.append(source)
        lines.append(UInt8(ascii: "\t"))
        lines.append(target)
        lines.append(UInt8(ascii: "\t"))
        lines.append(label)
        lines.append(UInt8(ascii: "\t"))
        lines.append(label)
        lines.append(UInt8(ascii: "\n"))
    }

    /// Notes the states and symbols that occur in no line.
    private mutating func noteLosses() {
        var isStateUsed = [Bool](repeating: false, count: automaton.stateCount)
        var isSymbolUsed = [Bool](repeating: false, count: automaton.alphabet.count)
        for state in automaton.initialStates { isStateUsed[Int(state)] = true }
        for state in automaton.finalStates { isStateUsed[Int(state)] = true }
        for state in automaton.states {
            if !automaton.rows.range(of: state).isEmpty || !automaton.epsilon.range(of: state).isEmpty {
                isStateUsed[Int(state)] = true
            }
        }
        for target in automaton.rows.targets { isStateUsed[Int(target)] = true }
        for target in automaton.epsilon.targets { isStateUsed[Int(target)] = true }
        for symbol in automaton.rows.symbols { isSymbolUsed[Int(symbol)] = true }
        if let note = LossNote.unusedStates(isUsed: isStateUsed, formatName: "AT&T text") { notes.append(note) }
        if let note = LossNote.unusedSymbols(automaton.alphabet, isUsed: isSymbolUsed, formatName: "AT&T text") {
            notes.append(note)
        }
    }

    /// Returns whether all names are numbers in the reader's spelling, below the limit on numbers.
    private static func areNumbers(_ names: NameTable) -> Bool {
        (0..<names.count).allSatisfy { id in
            let name = names.utf8(at: id)
            return name.count <= 18 && name.allSatisfy { $0 &- UInt8(ascii: "0") <= 9 } && !name.isEmpty
                && (name.count == 1 || name.first != UInt8(ascii: "0"))
        }
    }
}

/// Notes about losses in a format.
enum LossNote {
    static func unusedStates(isUsed: [Bool], formatName: String) -> String? {
        let count = isUsed.count { !$0 }
        return count == 0 ? nil : "\(formatName) can't represent states that no line mentions: \(count) were left out"
    }

    static func unusedSymbols(_ alphabet: Alphabet, isUsed: [Bool], formatName: String) -> String? {
        let unused = isUsed.indices.filter { !isUsed[$0] }
        if unused.isEmpty { return nil }
        return "\(formatName) can't represent symbols without a transition: "
            + Message.list(unused.prefix(5).map { alphabet.name(of: Symbol($0)) })
            + (unused.count > 5 ? " and \(unused.count - 5) more" : "") + " left out"
    }
}
