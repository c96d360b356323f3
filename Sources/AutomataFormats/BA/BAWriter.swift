internal import Automata
internal import TextSupport

/// Writes an automaton without epsilon moves as BA text, all names as they are.
///
/// BA needs an initial state, and all states accept if no state is listed as accepting. So the
/// writer adds an initial or an accepting state if the automaton has none.
struct BAWriter {
    private let automaton: EpsilonNFA
    private let symbols: SymbolTexts
    /// The spelling of each state, the new ones last; empty for states without a line.
    private var states = PackedTexts()
    private var initialStates: [StateID]
    private var finalStates: [StateID]
    private var notes: [String] = []

    static func write(_ automaton: EpsilonNFA, _ budget: Budget) throws(FormatError) -> WriteResult {
        try FormatError.refuseEpsilonMoves(of: automaton, formatName: "BA")
        var writer = try BAWriter(automaton, budget)
        try writer.spellStates(budget)
        return WriteResult(bytes: try writer.text(budget), notes: writer.notes)
    }

    private init(_ automaton: EpsilonNFA, _ budget: Budget) throws(FormatError) {
        self.automaton = automaton
        var watch = WritingWatch(budget)
        symbols = try SymbolTexts(automaton, formatName: "BA", budget) { (name, output) throws(FormatError) in
            try watch.check(count: output.bytes.count + name.count)
            try Self.append(name[...], "symbol", to: &output)
        }
        initialStates = Array(automaton.initialStates)
        finalStates = Array(automaton.finalStates)
        if initialStates.count > 1 { reduceInitialStates() }
    }

    /// Keeps one of several initial states if no transition distinguishes them from accepting ones.
    private mutating func reduceInitialStates() {
        let count = initialStates.count
        if automaton.rows.symbols.isEmpty {
            initialStates = [initialStates.first { automaton.isFinal($0) } ?? initialStates[0]]
            notes.append("an automaton without transitions has one initial state in BA: 1 of \(count) is written")
        } else {
            notes.append("most tools expect one initial state in BA: \(count) are written, one per line")
        }
    }

    // MARK: States

    private mutating func spellStates(_ budget: Budget) throws(FormatError) {
        var watch = WritingWatch(budget)
        let isUsed = statesWithLine()
        states.reserve(automaton.stateCount)
        for state in automaton.states {
            try watch.step()
            try states.append { (output) throws(FormatError) in
                guard isUsed[Int(state)] else { return }
                if let names = automaton.names {
                    let name = names.utf8(of: state)
                    try watch.check(count: output.bytes.count + name.count)
                    try Self.append(name, "state", to: &output)
                } else {
                    try watch.check(count: output.bytes.count)
                    output.append("q")
                    output.append(Int(state))
                }
            }
        }
        if initialStates.isEmpty {
            let (state, name) = addState("start")
            initialStates = [state]
            notes.append("BA needs an initial state, and the automaton has none: the new state '\(name)' is initial")
        }
        if finalStates.isEmpty {
            let (state, name) = addState("accept")
            finalStates = [state]
            notes.append(
                "in BA all states accept if none is listed as accepting: the new unreachable state '\(name)' accepts")
        }
        noteLosses(isUsed)
    }

    /// Adds a state with a name that no other has.
    private mutating func addState(_ base: String) -> (state: StateID, name: String) {
        let state = StateID(states.count)
        var name = automaton.names == nil ? "q\(states.count)" : base
        while automaton.state(named: name) != nil { name = "_" + name }
        states.append { $0.append(string: name) }
        return (state, name)
    }

    private func statesWithLine() -> [Bool] {
        var isUsed = [Bool](repeating: false, count: automaton.stateCount)
        for state in initialStates { isUsed[Int(state)] = true }
        for state in finalStates { isUsed[Int(state)] = true }
        for state in automaton.states where !automaton.rows.range(of: state).isEmpty { isUsed[Int(state)] = true }
        for target in automaton.rows.targets { isUsed[Int(target)] = true }
        return isUsed
    }

    private mutating func noteLosses(_ isStateUsed: [Bool]) {
        var isSymbolUsed = [Bool](repeating: false, count: automaton.alphabet.count)
        for symbol in automaton.rows.symbols { isSymbolUsed[Int(symbol)] = true }
        if let note = LossNote.unusedStates(isUsed: isStateUsed, formatName: "BA") { notes.append(note) }
        if let note = LossNote.unusedSymbols(automaton.alphabet, isUsed: isSymbolUsed, formatName: "BA") {
            notes.append(note)
        }
    }

    // MARK: Text

    private func text(_ budget: Budget) throws(FormatError) -> [UInt8] {
        let lines = ChunkedOutput(after: [], budget)
        states.withTexts { states in
            symbols.spellings.withTexts { spellings in
                for state in initialStates { appendLine(states[Int(state)], lines) }
                for state in automaton.states where lines.limit == nil {
                    for index in automaton.rows.range(of: state) {
                        for member in symbols.members(of: automaton.rows.symbols[index]) {
                            lines.append(spellings[member])
                            lines.append(UInt8(ascii: ","))
                            lines.append(states[Int(state)])
                            lines.append(UInt8(ascii: "-"))
                            lines.append(UInt8(ascii: ">"))
                            appendLine(states[Int(automaton.rows.targets[index])], lines)
                        }
                    }
                }
                for state in finalStates where lines.limit == nil { appendLine(states[Int(state)], lines) }
            }
        }
        return try lines.finish()
    }

    @inline(__always)
    private func appendLine(_ end: UnsafeBufferPointer<UInt8>, _ lines: ChunkedOutput) {
        lines.append(end)
        lines.append(UInt8(ascii: "\n"))
    }

    /// Writes a name that BA can hold.
    private static func append(
        _ name: ArraySlice<UInt8>, _ kind: String, to output: inout TextOutput
    ) throws(FormatError) {
        let hasSeparator = name.withUnsafeBufferPointer { BA.separator(in: $0) != nil }
        let hasLineEnd = name.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        // As the first state, it would lose its byte order mark.
        let hasByteOrderMark = name.starts(with: [0xEF, 0xBB, 0xBF])
        guard !name.isEmpty, !hasSeparator, !hasLineEnd, !hasByteOrderMark else {
            throw FormatError(
                message:
                    "BA can't represent the \(kind) \(Message.quoted(name)): a name must not be empty, have ',', '->' or a "
                    + "line end, or start with a byte order mark", remedy: "rename it, or write .mata or JSON")
        }
        output.append(name)
    }
}
