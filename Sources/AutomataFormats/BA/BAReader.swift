internal import Automata
internal import TextSupport

/// Reads BA text: the initial states, transitions `symbol,source->target`, and the accepting
/// states, one on each line.
struct BAReader {
    private let input: TextInput
    private var position: Int
    private var section = Section.initialStates
    private var firstState: StateID?
    private var parts = AutomatonParts()
    private var states: NameInterner<StateID>
    private var symbols: NameInterner<Symbol>

    private enum Section {
        case initialStates, transitions, acceptingStates
    }

    init(_ input: TextInput, keepsSymbolOffsets: Bool) {
        self.input = input
        position = input.offsetPastByteOrderMark
        states = NameInterner(textCount: input.count)
        symbols = NameInterner(textCount: input.count, keepsOffsets: keepsSymbolOffsets)
        parts.reserve(for: input)
    }

    mutating func read() throws(FormatError) {
        var pace = BudgetPace()
        let limit = input.budget.maximumBytes - min(input.others.bytes, input.budget.maximumBytes)
        while position < input.count {
            if pace.isDue(at: position) || heldBytes > limit { try check() }
            let line = nextLine()
            if !line.isEmpty { try read(line) }
        }
        try check()
        guard firstState != nil else {
            throw input.error(at: input.count, "expected the initial state, found the end of the file")
        }
    }

    /// Reads the automaton, and the place of each symbol's first occurrence if that is requested.
    mutating func automaton() throws(FormatError) -> (automaton: Automaton, symbolOffsets: [Int]) {
        if section == .initialStates, let firstState { parts.initialStates = [firstState] }
        var steps = input.steps(statesBuilt: states.count, bytes: heldBytes)
        do {
            // Dense states are put in natural order without sorting.
            let states =
                try states.isDense
                ? states.numbering(byNumber: true, steps: &steps) : states.naturalNumbering(steps: &steps)
            if !states.isIdentity { try parts.renumberStates(steps: &steps) { states($0) } }
            if parts.finalStates.isEmpty { parts.finalStates = StateSet(allBelow: self.states.count) }
            let symbols = try symbols.naturalNumbering(steps: &steps)
            if !symbols.isIdentity { try parts.renumberSymbols(steps: &steps) { symbols($0) } }
            let automaton = try parts.automaton(
                alphabet: Alphabet(symbols.names ?? NameTable()), stateCount: self.states.count, names: states.names,
                steps: &steps)
            return (automaton, symbols.firstOffsets)
        } catch { throw input.error(error) }
    }

    /// The bytes of transitions and names so far, with two copies of the names for sorting.
    private var heldBytes: Int { parts.byteCount + 3 * (states.byteCount + symbols.byteCount) }

    private func check() throws(FormatError) {
        try input.check(
            statesBuilt: states.count, bytes: heldBytes + AutomatonParts.byteCount(ofStates: states.count))
    }

    // MARK: Lines

    /// Reads the line at the position, without its end; the position moves past it.
    private mutating func nextLine() -> Range<Int> {
        let start = position
        while position < input.count, input[position] != UInt8(ascii: "\n") { position += 1 }
        var end = position
        if position < input.count { position += 1 }
        if end > start, input[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return start..<end
    }

    private mutating func read(_ line: Range<Int>) throws(FormatError) {
        let text = input.slice(line)
        if let offset = text.firstIndex(of: UInt8(ascii: "\r")) {
            throw input.error(
                at: line.lowerBound + offset, "expected the end of the line after a carriage return",
                remedy: "end lines with a line feed, or with both")
        }
        guard let separator = BA.separator(in: text) else {
            try readState(line)
            return
        }
        let comma = line.lowerBound + separator
        guard input[comma] == UInt8(ascii: ",") else {
            throw input.error(
                at: comma, "expected ',' after the symbol, found '->'",
                remedy: "write a transition as symbol,source->target")
        }
        var arrow = comma + 1
        while arrow < line.upperBound, !BA.isArrow(in: text, at: arrow - line.lowerBound) {
            if input[arrow] == UInt8(ascii: ",") { throw separatorInName(at: arrow) }
            arrow += 1
        }
        guard arrow < line.upperBound else {
            throw input.error(at: arrow, "expected '->' and the target, found \(input.found(at: arrow))")
        }
        let target = arrow + 2..<line.upperBound
        if let separator = BA.separator(in: input.slice(target)) {
            throw separatorInName(at: target.lowerBound + separator)
        }
        try readTransition(symbol: line.lowerBound..<comma, source: comma + 1..<arrow, target: target)
    }

    private mutating func readState(_ name: Range<Int>) throws(FormatError) {
        let state = try state(name, "a state")
        switch section {
        case .initialStates:
            // Without transitions, the lines after the first one are accepting states.
            if firstState != nil { parts.finalStates.insert(state) }
            parts.initialStates.insert(state)
        case .transitions, .acceptingStates:
            section = .acceptingStates
            parts.finalStates.insert(state)
        }
        if firstState == nil { firstState = state }
    }

    private mutating func readTransition(
        symbol: Range<Int>, source: Range<Int>, target: Range<Int>
    ) throws(FormatError) {
        guard section != .acceptingStates else {
            throw input.error(
                at: symbol.lowerBound, "expected an accepting state, found a transition",
                remedy: "write all transitions before the accepting states")
        }
        let name = try nonemptyName(symbol, "a symbol")
        let (source, target) = (try state(source, "the source"), try state(target, "the target"))
        if section == .initialStates {
            section = .transitions
            parts.finalStates = []
            if firstState == nil {
                firstState = source
                parts.initialStates.insert(source)
            }
        }
        do {
            parts.addTransition(from: source, on: try symbols.id(of: name, at: symbol.lowerBound), to: target)
        } catch { throw input.error(error, at: symbol.lowerBound) }
    }

    // MARK: Names

    private mutating func state(_ range: Range<Int>, _ expected: String) throws(FormatError) -> StateID {
        let name = try nonemptyName(range, expected)
        do { return try states.id(of: name, at: range.lowerBound) } catch {
            throw input.error(error, at: range.lowerBound)
        }
    }

    /// Returns the bytes of a name, which must not be empty.
    private func nonemptyName(_ range: Range<Int>, _ expected: String) throws(FormatError) -> UnsafeBufferPointer<UInt8>
    {
        guard !range.isEmpty else {
            throw input.error(at: range.lowerBound, "expected \(expected), found \(input.found(at: range.lowerBound))")
        }
        return input.slice(range)
    }

    private func separatorInName(at offset: Int) -> FormatError {
        input.error(
            at: offset, "expected one ',' and one '->' in a transition, found a second ',' or '->'",
            remedy: "rename the states and symbols that have ',' or '->' in their names")
    }
}
