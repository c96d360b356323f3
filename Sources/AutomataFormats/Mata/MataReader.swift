@_spi(Tool) internal import Automata

/// The contents of one `.mata` text.
struct MataText {
    var input: TextInput
    let isBits: Bool
    /// Whether the text lists its alphabet.
    let listsAlphabet: Bool
    var parts: AutomatonParts
    let stateCount: Int
    let stateNames: NameTable?
    var alphabet = NameTable()
    /// The offset of each symbol's first occurrence.
    var symbolOffsets: [Int] = []

    /// The bytes in use.
    var byteCount: Int {
        max(parts.byteCount, parts.capacityByteCount) + AutomatonParts.byteCount(ofStates: stateCount)
            + (stateNames?.byteCount ?? 0) + alphabet.byteCount + 8 * symbolOffsets.count
    }
}

/// Reads one `.mata` text into states, symbols and transitions.
///
/// In the bits form, a transition's symbol is the number of its formula in ``formulas``;
/// ``Minterms`` converts these to symbols, possibly for several texts together.
struct MataReader {
    private var lexer: MataLexer
    private var isBits = false
    private var states: NameInterner<StateID>
    private var symbols: NameInterner<Symbol>
    private var parts = AutomatonParts()
    private let batch = TransitionBatch()
    private(set) var formulas: FormulaStore
    private var listsAlphabet = false
    private var listsStates = false
    private var stateSets: [(formula: [Int32], isInitial: Bool)] = []
    private var stateSetBytes = 0
    private var parser = FormulaParser()
    /// The states of the list that is being read.
    private var list: [StateID] = []
    private var pace = BudgetPace()

    var input: TextInput { lexer.input }

    init(_ input: TextInput, formulas: FormulaStore = FormulaStore()) {
        lexer = MataLexer(input)
        self.formulas = formulas
        states = NameInterner(textCount: input.count)
        symbols = NameInterner(textCount: input.count, keepsOffsets: true)
        parts.reserve(for: input)
    }

    /// Reads the whole text.
    mutating func read() throws(FormatError) {
        try readHeader()
        while lexer.skipBlankLines() {
            try checkBudget()
            switch lexer.byte {
            case UInt8(ascii: "%"): try readKey()
            case UInt8(ascii: "@"):
                throw lexer.error(
                    "a second automaton starts here", remedy: "write one automaton in each file")
            default:
                if isBits { try readBitsTransition() } else { try readTransitions() }
            }
        }
        // Numbering copies the names.
        try check(nameCopies: 1)
    }

    /// Checks the budget regularly.
    @inline(__always)
    private mutating func checkBudget() throws(FormatError) {
        if pace.isDue(at: lexer.position) { try check(nameCopies: 0) }
    }

    /// Checks the budget for all held memory, including copies of the names.
    private func check(nameCopies: Int) throws(FormatError) {
        try input.check(statesBuilt: states.count, bytes: heldBytes(nameCopies: nameCopies))
    }

    private func heldBytes(nameCopies: Int) -> Int {
        let names = (1 + nameCopies) * (states.byteCount + symbols.byteCount)
        let lists = 4 * list.capacity + parser.byteCount + stateSetBytes
        return parts.byteCount + AutomatonParts.byteCount(ofStates: states.count)
            + (names + lists + formulas.byteCount) * 3 / 2
    }

    /// Returns the automaton that was read, its states numbered densely, and the states' names.
    ///
    /// Symbols are numbered as the text lists them, or else in natural order; in the bits form,
    /// they are still formulas.
    consuming func result() throws(FormatError) -> MataText {
        let input = lexer.input
        var steps = input.steps(statesBuilt: states.count, bytes: heldBytes(nameCopies: 1))
        do throws(AutomataError) { return try result(steps: &steps) } catch { throw input.error(error) }
    }

    private consuming func result(steps: inout BudgetSteps) throws(AutomataError) -> MataText {
        let states = try states.numbering(byNumber: !listsStates, steps: &steps)
        if !states.isIdentity { try parts.renumberStates(steps: &steps) { states($0) } }
        for (formula, isInitial) in stateSets {
            let codes = formula.map { $0 < 0 ? $0 : Int32(truncatingIfNeeded: states(StateID($0)).rawValue) }
            let set = try StateFormula.states(of: codes, stateCount: self.states.count, steps: &steps)
            if isInitial { parts.initialStates.formUnion(set) } else { parts.finalStates.formUnion(set) }
        }
        var text = MataText(
            input: lexer.input, isBits: isBits, listsAlphabet: listsAlphabet, parts: parts,
            stateCount: self.states.count, stateNames: states.names)
        if !isBits {
            let symbols =
                listsAlphabet
                ? try symbols.numbering(byNumber: false, steps: &steps) : try symbols.naturalNumbering(steps: &steps)
            if !symbols.isIdentity { try text.parts.renumberSymbols(steps: &steps) { symbols($0) } }
            text.alphabet = symbols.names ?? NameTable()
            text.symbolOffsets = symbols.firstOffsets
        }
        return text
    }

    private mutating func readHeader() throws(FormatError) {
        let expected = "expected '@NFA', '@NFA-explicit' or '@NFA-bits', found "
        guard lexer.skipBlankLines() else { throw lexer.error(expected + "the end of the file") }
        let start = lexer.position
        switch String(decoding: lexer.input.slice(lexer.wordRange()), as: UTF8.self) {
        case "@NFA", "@NFA-explicit": isBits = false
        case "@NFA-bits": isBits = true
        default: throw input.error(at: start, expected + input.found(at: start))
        }
        try lexer.expectLineEnd()
    }

    // MARK: Keys

    private mutating func readKey() throws(FormatError) {
        let start = lexer.position
        switch String(decoding: lexer.input.slice(lexer.wordRange()), as: UTF8.self) {
        case "%Alphabet-auto", "%States-auto":
            try lexer.expectLineEnd()
        case "%Alphabet", "%Alphabet-enum":
            listsAlphabet = listsAlphabet || !isBits
            while !lexer.isAtLineEnd() {
                try checkBudget()
                if isBits { _ = try nextVariable() } else { _ = try nextSymbol(mayBeNew: true) }
            }
        case "%States", "%States-enum":
            listsStates = true
            while !lexer.isAtLineEnd() {
                try checkBudget()
                _ = try nextState()
            }
        case "%Initial", "%Initial-enum": try readStateSet(isInitial: true)
        case "%Final", "%Final-enum": try readStateSet(isInitial: false)
        default:
            throw input.error(
                at: start,
                "expected '%Initial', '%Final', '%Alphabet-auto', '%Alphabet' or '%States', found "
                    + input.found(at: start))
        }
    }

    /// Reads states in a list, or, in the bits form, also as a formula.
    private mutating func readStateSet(isInitial: Bool) throws(FormatError) {
        list.removeAll(keepingCapacity: true)
        parser.reset()
        var isList = true
        while !lexer.isAtLineEnd() {
            try checkBudget()
            if isBits, let token = lexer.operatorOrConstant() {
                if isList {
                    // So far there was at most one state, which is the first operand.
                    guard list.count <= 1 else { throw lexer.error("expected a state, found \(lexer.found)") }
                    if let first = list.first { _ = parser.addOperand(Int32(truncatingIfNeeded: first.rawValue)) }
                    isList = false
                }
                try add(token, operand: "a state")
            } else if isList {
                list.append(try nextState())
            } else {
                let start = lexer.position
                let state = try nextState()
                guard let code = Int32(exactly: state.rawValue), parser.addOperand(code) else {
                    throw input.error(
                        at: start, "expected \(parser.expectation(of: "a state")), found \(input.found(at: start))")
                }
            }
        }
        if isList {
            for state in list {
                if isInitial { parts.initialStates.insert(state) } else { parts.finalStates.insert(state) }
            }
            return
        }
        guard parser.isComplete else {
            throw lexer.error("expected \(parser.expectation(of: "a state")), found \(lexer.found)")
        }
        // A copy has no spare capacity, and the parser can reuse its list.
        let formula = parser.finish().map { $0 }
        stateSetBytes += 64 + 4 * formula.count
        stateSets.append((formula, isInitial))
    }

    private mutating func add(_ token: MataLexer.Operator, operand: String) throws(FormatError) {
        let isAdded =
            switch token {
            case .operator(let byte): parser.addOperator(byte)
            case .true: parser.addOperand(FormulaParser.true)
            case .false: parser.addOperand(FormulaParser.false)
            }
        guard isAdded else {
            throw lexer.error("expected \(parser.expectation(of: operand)), found \(lexer.found)")
        }
        lexer.skip(token)
    }

    // MARK: Transitions

    /// Reads a line `source symbol target`, and the following lines as long as they have the
    /// simplest form.
    private mutating func readTransitions() throws(FormatError) {
        readPlainTransitions()
        guard !lexer.isAtLineEnd(), lexer.byte != UInt8(ascii: "%"), lexer.byte != UInt8(ascii: "@") else { return }
        let source = try nextState()
        let symbol = try nextSymbol(mayBeNew: !listsAlphabet)
        let target = try nextState()
        parts.addTransition(from: source, on: symbol, to: target)
        try lexer.expectLineEnd()
    }

    /// Reads lines of numbered names with single spaces between them, which takes little more time
    /// than reading the digits.
    private mutating func readPlainTransitions() {
        let input = lexer.input.bytes
        var position = lexer.position
        defer {
            lexer.position = position
            batch.flush(to: &parts)
        }
        // In pieces, to check the budget regularly.
        let end = position + BudgetPace.chunk
        while position < end {
            guard let source = states.numberedName(in: input, at: position),
                input[source.end] == UInt8(ascii: " "),
                let symbol = symbols.numberedName(in: input, at: source.end + 1, mayBeNew: !listsAlphabet),
                input[symbol.end] == UInt8(ascii: " "),
                let target = states.numberedName(in: input, at: symbol.end + 1),
                input[target.end] == UInt8(ascii: "\n")
            else { return }
            batch.add(from: source.id, on: symbol.id, to: target.id, flushingTo: &parts)
            position = target.end + 1
        }
    }

    /// Reads a line `source formula target`.
    private mutating func readBitsTransition() throws(FormatError) {
        let source = try nextState()
        parser.reset()
        let start = lexer.position
        var end = start
        while !lexer.isAtLineEnd() {
            try checkBudget()
            if let token = lexer.operatorOrConstant() {
                try add(token, operand: "a variable")
            } else if parser.isComplete {
                break
            } else {
                let offset = lexer.position
                let variable = try nextVariable()
                guard parser.addOperand(variable) else {
                    throw input.error(
                        at: offset,
                        "expected \(parser.expectation(of: "a variable")), found \(input.found(at: offset))")
                }
            }
            end = lexer.position
        }
        guard parser.isComplete else {
            throw lexer.error("expected \(parser.expectation(of: "a variable")), found \(lexer.found)")
        }
        // Until all texts are read, a symbol is the number of a formula.
        let formula: Symbol
        do throws(AutomataError) {
            formula = Symbol(try formulas.number(of: parser.finish(), spelled: input.slice(start..<end)))
        } catch { throw input.error(error, at: start) }
        let target = try nextState()
        parts.addTransition(from: source, on: formula, to: target)
        try lexer.expectLineEnd()
    }

    // MARK: Names

    private mutating func nextState() throws(FormatError) -> StateID {
        if lexer.isAtLineEnd() { throw lexer.error("expected a state, found \(lexer.found)") }
        if let numbered = states.numberedName(in: lexer.input.bytes, at: lexer.position) {
            lexer.position = numbered.end
            return numbered.id
        }
        let (name, offset) = try lexer.name(expecting: "a state", endingAtOperators: isBits)
        do throws(AutomataError) {
            return try lexer.withBytes(of: name) { (bytes) throws(AutomataError) in
                try states.id(of: bytes, at: offset)
            }
        } catch { throw input.error(error, at: offset) }
    }

    private mutating func nextSymbol(mayBeNew: Bool) throws(FormatError) -> Symbol {
        let (name, offset) = try lexer.name(expecting: "a symbol", endingAtOperators: false)
        do throws(AutomataError) {
            let id = try lexer.withBytes(of: name) { (bytes) throws(AutomataError) -> Symbol? in
                mayBeNew ? try symbols.id(of: bytes, at: offset) : symbols.existingID(of: bytes)
            }
            if let id { return id }
        } catch { throw input.error(error, at: offset) }
        throw input.error(at: offset, "expected a symbol that %Alphabet lists, found \(input.found(at: offset))")
    }

    private mutating func nextVariable() throws(FormatError) -> Int32 {
        let (name, offset) = try lexer.name(expecting: "a variable", endingAtOperators: true)
        do throws(AutomataError) {
            return try lexer.withBytes(of: name) { (bytes) throws(AutomataError) in
                try formulas.variable(named: bytes)
            }
        } catch { throw input.error(error, at: offset) }
    }
}
