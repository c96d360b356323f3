internal import Automata
internal import TextSupport

/// Reads AT&T text: lines `source target symbol`, `source target symbol symbol` and `final`.
///
/// Fields are separated by tabs if a tab follows the first one, so that a symbol may have blanks;
/// otherwise by runs of blanks.
struct ATTReader {
    private let input: TextInput
    private let symbolTable: ATTSymbolTable?
    private var position: Int
    private var parts = AutomatonParts()
    private let batch = TransitionBatch()
    private var states: NumberInterner
    private var symbols: NameInterner<Symbol>
    private var labels = ATTLabelCache()
    private var isStarted = false
    /// The offset past the last line end.
    private let endOfLines: Int

    init(_ input: TextInput, symbolTable: ATTSymbolTable?) throws(FormatError) {
        self.input = input
        self.symbolTable = symbolTable
        position = input.offsetPastByteOrderMark
        endOfLines = (input.slice(0..<input.count).lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
        states = NumberInterner(textCount: input.count)
        symbols = NameInterner(textCount: input.count, keepsOffsets: true)
        parts.reserve(for: input)
    }

    /// The offset of each symbol's first occurrence; known after the automaton was made.
    private(set) var symbolOffsets: [Int] = []

    mutating func read() throws(FormatError) {
        var pace = BudgetPace()
        while position < input.count {
            if pace.isDue(at: position) { try check(nameCopies: 0) }
            readPlainLines()
            if position < input.count { try readLine() }
        }
        // Numbering copies the names.
        try check(nameCopies: 1)
    }

    /// Checks the budget for all held memory, including copies of the names.
    private func check(nameCopies: Int) throws(FormatError) {
        try input.check(bytes: heldBytes(nameCopies: nameCopies))
    }

    private func heldBytes(nameCopies: Int) -> Int {
        parts.byteCount + ((1 + nameCopies) * symbols.byteCount + states.byteCount) * 3 / 2
    }

    mutating func automaton() throws(FormatError) -> Automaton {
        var steps = input.steps(statesBuilt: 0, bytes: heldBytes(nameCopies: 1))
        do {
            let alphabet: Alphabet
            if let symbolTable {
                alphabet = Alphabet(symbolTable.alphabet)
            } else {
                let numbering = try symbols.naturalNumbering(steps: &steps)
                if !numbering.isIdentity { try parts.renumberSymbols(steps: &steps) { numbering($0) } }
                alphabet = Alphabet(numbering.names ?? NameTable())
                symbolOffsets = numbering.firstOffsets
            }
            let (stateCount, names) = try states.numberStates(of: &parts, steps: &steps)
            return try parts.automaton(alphabet: alphabet, stateCount: stateCount, names: names, steps: &steps)
        } catch { throw input.error(error) }
    }

    // MARK: Lines

    /// Reads lines of the simplest form: one separator between fields, and short labels that
    /// occurred before.
    private mutating func readPlainLines() {
        guard isStarted else { return }
        let text = input.start
        let newline = UInt8(ascii: "\n")
        var position = self.position
        defer {
            self.position = position
            batch.flush(to: &parts)
        }
        // In pieces, to check the budget regularly.
        let endOfLines = min(endOfLines, position + BudgetPace.chunk)
        // Every offset before this end has a line end after it, so that scanning digits and labels
        // needs no other check.
        while position < endOfLines {
            guard let source = states.state(in: text, at: position) else { return }
            let separator = text[source.end]
            if separator == newline {
                parts.finalStates.insert(source.state)
                position = source.end &+ 1
                continue
            }
            guard separator == UInt8(ascii: "\t") || separator == UInt8(ascii: " "),
                let target = states.state(in: text, at: source.end &+ 1), text[target.end] == separator
            else { return }
            let first = target.end &+ 1
            var end = first
            var key: UInt64 = 1
            while text[end] != separator, text[end] != newline, end &- first <= 7 {
                key = key << 8 | UInt64(text[end])
                end &+= 1
            }
            guard end &- first <= 7 else { return }
            let meaning = labels[key]
            guard meaning != .absent else { return }
            if text[end] != newline {
                // The output must be the same label again, at the end of the line.
                let length = end &- first
                guard end &+ length &+ 1 < endOfLines, text[end &+ length &+ 1] == newline else { return }
                var index = 0
                while index < length {
                    if text[first &+ index] != text[end &+ 1 &+ index] { return }
                    index &+= 1
                }
                end = end &+ length &+ 1
            }
            position = end &+ 1
            if meaning == ATTLabelCache.epsilon {
                parts.addEpsilonMove(from: source.state, to: target.state)
            } else {
                batch.add(from: source.state, on: meaning, to: target.state, flushingTo: &parts)
            }
        }
    }

    private mutating func readLine() throws(FormatError) {
        let fields = try nextFields()
        guard let first = fields.first else { return }
        let source = try state(first)
        if !isStarted {
            isStarted = true
            parts.initialStates.insert(source)
        }
        switch fields.count {
        case 1: parts.finalStates.insert(source)
        case 2:
            try expectNoWeight(fields[1])
            parts.finalStates.insert(source)
        case 3, 4, 5:
            let target = try state(fields[1])
            if fields.count >= 4, !input.slice(fields[2]).elementsEqual(input.slice(fields[3])) {
                throw input.error(
                    at: fields[3].lowerBound,
                    "expected the input symbol \(Message.quoted(input.slice(fields[2]))) as output too, found "
                        + "\(Message.quoted(input.slice(fields[3]))): transducers and weights can't be read")
            }
            if fields.count == 5 { try expectNoWeight(fields[4]) }
            try addTransition(from: source, on: fields[2], to: target)
        default:
            throw input.error(
                at: fields[5].lowerBound, "expected the end of the line, found \(input.found(at: fields[5].lowerBound))"
            )
        }
    }

    private mutating func addTransition(from source: StateID, on field: Range<Int>, to target: StateID)
        throws(FormatError)
    {
        let name = input.slice(field)
        let meaning = try meaning(of: name, at: field.lowerBound)
        labels.keep(name, meaning)
        if meaning == ATTLabelCache.epsilon {
            parts.addEpsilonMove(from: source, to: target)
        } else {
            parts.addTransition(from: source, on: meaning, to: target)
        }
    }

    private mutating func meaning(of name: UnsafeBufferPointer<UInt8>, at offset: Int) throws(FormatError) -> Symbol {
        if let symbolTable {
            switch symbolTable.entry(for: name) {
            case .epsilon: return ATTLabelCache.epsilon
            case .symbol(let symbol): return symbol
            case nil:
                throw input.error(
                    at: offset, "expected a symbol of the symbol table, found \(Message.quoted(name))")
            }
        }
        if ATT.isEpsilon(name) { return ATTLabelCache.epsilon }
        do { return try symbols.id(of: name, at: offset) } catch { throw input.error(error, at: offset) }
    }

    // MARK: Fields

    /// Reads the fields of the line at the position, at most six; the position moves past the line.
    private mutating func nextFields() throws(FormatError) -> [Range<Int>] {
        let start = position
        while position < input.count, input[position] != UInt8(ascii: "\n") { position += 1 }
        var end = position
        if position < input.count { position += 1 }
        if end > start, input[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        var index = start
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        while index < end, isBlank(input[index]) { index += 1 }
        var fieldEnd = index
        while fieldEnd < end, !isBlank(input[fieldEnd]) { fieldEnd += 1 }
        if index == end { return [] }
        var fields = [index..<fieldEnd]
        if fieldEnd < end, input[fieldEnd] == UInt8(ascii: "\t") {
            index = fieldEnd
            while index < end, fields.count < 6 {
                index += 1
                fieldEnd = index
                while fieldEnd < end, input[fieldEnd] != UInt8(ascii: "\t") { fieldEnd += 1 }
                if fieldEnd == index {
                    if fieldEnd == end { break }
                    throw input.error(at: index, "expected a field, found two tabs in a row")
                }
                fields.append(index..<fieldEnd)
                index = fieldEnd
            }
            return fields
        }
        index = fieldEnd
        while fields.count < 6 {
            while index < end, isBlank(input[index]) { index += 1 }
            if index == end { break }
            fieldEnd = index
            while fieldEnd < end, !isBlank(input[fieldEnd]) { fieldEnd += 1 }
            fields.append(index..<fieldEnd)
            index = fieldEnd
        }
        return fields
    }

    private mutating func state(_ field: Range<Int>) throws(FormatError) -> StateID {
        var number: UInt64 = 0
        for offset in field {
            let digit = input[offset] &- UInt8(ascii: "0")
            let (product, overflows) = number.multipliedReportingOverflow(by: 10)
            guard digit <= 9, !overflows, product <= UInt64(Int64.max) - UInt64(digit) else {
                throw input.error(
                    at: field.lowerBound,
                    "expected the number of a state, found \(Message.quoted(input.slice(field)))")
            }
            number = product + UInt64(digit)
        }
        return states.state(number: number)
    }

    /// Checks that a weight is zero, as in an unweighted automaton.
    private func expectNoWeight(_ field: Range<Int>) throws(FormatError) {
        let digits = input.slice(field)
        let isZero =
            digits.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
            && digits.filter { $0 == UInt8(ascii: ".") }.count <= 1 && digits.contains(UInt8(ascii: "0"))
        guard isZero else {
            throw input.error(
                at: field.lowerBound,
                "expected no weight or the weight 0, found \(Message.quoted(digits)): weights can't be read")
        }
    }
}
