internal import AlgorithmSupport
internal import Automata
internal import RegularExpressions
internal import WorkLimits

/// The construction of a search's automaton from expressions or automata.
///
/// The words of all patterns form one marked language. A mark before each word stands for the side
/// before it in the text; a mark after the word stands for its pattern and the side after it. In
/// the minimal DFA of this language, the targets of front marks are the start rows. The marks that
/// can follow a state determine the patterns that it accepts.
///
/// - Complexity: That of the determinization, exponential at worst.
struct SearchConstruction {
    typealias Side = AssertionResolution.Side

    /// A pattern as rows over its own alphabet.
    private struct Pattern {
        var rows: Transitions
        var starts: [Side: StateSet]
        var ends: [Side: StateSet]
        /// The symbol of each byte, or `nil` if the alphabet lacks it.
        var symbols: [Symbol?]
    }

    private var patterns: [Pattern] = []
    /// Whether words depend on the sides around them.
    private var hasContexts = false
    /// Whether words have no newlines.
    private let withinLines: Bool
    let budget: Budget

    init(withinLines: Bool, budget: Budget) { (self.withinLines, self.budget) = (withinLines, budget) }

    /// Adds an expression, whose assertions are about the text around a word.
    mutating func add(_ expression: RegularExpression) throws(AutomataError) {
        let symbols = try Self.symbols(of: expression.alphabet)
        let pieces = try BooleanPieces(expression, root: expression.root, budget: budget)
        guard expression.hasAssertions, pieces[expression.root] == nil else {
            let nfa = try expression.nfa(
                root: expression.root, using: .automatic, pieces: pieces, budget: budget)
            return add(nfa, symbols)
        }
        let rows: Transitions
        let (initial, final): (StateSet, StateSet)
        if pieces.hasOperators(below: expression.root) {
            let marked = try ThompsonConstruction.marked(
                expression, root: expression.root, pieces: pieces, budget: budget
            )
            .removingEpsilonMoves(budget: budget)
            (rows, initial, final) = (marked.rows, marked.initialStates, marked.finalStates)
        } else {
            let positions = try PositionAutomaton(
                expression, root: expression.root, mergingLeaves: true, budget: budget)
            rows = try positions.rows(alphabetCount: expression.alphabet.count, budget: budget)
            (initial, final) = ([0], positions.finalStates)
        }
        let resolution = try AssertionResolution(expression)
        // The expression may distinguish fewer sides.
        let sides = Side.allCases.map { $0.example.map { resolution.side(of: $0) } ?? .nothing }
        let resolved = try resolution.resolve(
            rows, initial: initial, final: final, after: Array(Set(sides)).sorted { $0.rawValue < $1.rawValue },
            budget: budget)
        var pattern = Pattern(rows: resolved.rows, starts: [:], ends: [:], symbols: symbols)
        for (side, own) in zip(Side.allCases, sides) {
            pattern.starts[side] = resolved.starts[own]
            pattern.ends[side] = resolved.ends[own]
        }
        hasContexts = true
        patterns.append(pattern)
    }

    /// Adds the language of an automaton.
    mutating func add(_ automaton: NFA) throws(AutomataError) {
        add(automaton, try Self.symbols(of: automaton.alphabet))
    }

    private mutating func add(_ nfa: NFA, _ symbols: [Symbol?]) {
        var pattern = Pattern(rows: nfa.rows, starts: [:], ends: [:], symbols: symbols)
        for side in Side.allCases {
            pattern.starts[side] = nfa.initialStates
            pattern.ends[side] = nfa.finalStates
        }
        patterns.append(pattern)
    }

    /// Returns the symbol of each byte.
    ///
    /// - Throws: `AutomataError.incompatibleAlphabets(_:_:)` if the alphabet isn't one of bytes.
    private static func symbols(of alphabet: Alphabet) throws(AutomataError) -> [Symbol?] {
        guard SymbolClasses.isReadByteByByte(alphabet) else {
            throw .incompatibleAlphabets(alphabet.kind, .bytes)
        }
        return (0...255).map { alphabet.symbol(for: UInt8($0)) }
    }

    // MARK: The automaton

    /// Returns the automaton of the search.
    ///
    /// - Throws: `AutomataError.budgetExceeded(statesBuilt:limit:)`,
    ///   `AutomataError.cancelled(statesBuilt:)`, `AutomataError.tooLarge(_:)`.
    func automaton() throws(AutomataError) -> SearchDFA {
        let (classes, marks) = try classesAndMarks()
        let dfa = try markedNFA(classes, marks).determinizedBySubsumption(budget: budget).minimized(budget: budget)
        // A row has a cell for each class, even if few classes have transitions.
        let bytesOfRow = MemoryLayout<SearchDFA.Row>.stride << SearchDFA.shift(classes.count)
        try budget.check(statesBuilt: dfa.stateCount, bytes: bytesOfRow * dfa.stateCount)
        return SearchDFA(dfa, classOfByte: classes.classOfByte, marks: marks)
    }

    /// Returns the automaton of a search that makes the states of its DFA when a text needs them.
    ///
    /// - Throws: `AutomataError.budgetExceeded(statesBuilt:limit:)`,
    ///   `AutomataError.cancelled(statesBuilt:)`, `AutomataError.tooLarge(_:)`.
    func lazyAutomaton() throws(AutomataError) -> SearchNFA {
        let (classes, marks) = try classesAndMarks()
        return SearchNFA(try markedNFA(classes, marks), classOfByte: classes.classOfByte, marks: marks)
    }

    private func classesAndMarks() throws(AutomataError) -> (
        classes: (classOfByte: [UInt8], count: Int), marks: Marks
    ) {
        let classes = try byteClasses()
        let sides = hasContexts ? Side.allCases : [.nothing]
        let marks = Marks(
            classCount: classes.count, sides: sides, patternCount: patterns.count, withinLines: withinLines)
        return (classes, marks)
    }

    /// The symbols of the marked language: classes of bytes, then marks before words, then marks
    /// after words.
    struct Marks {
        var classCount: Int
        /// The sides that words distinguish; a single one if they distinguish none.
        var sides: [Side]
        var patternCount: Int
        /// Whether each line is a separate text, so that nothing precedes or follows it.
        var withinLines: Bool

        func front(_ side: Int) -> Symbol { Symbol(classCount + side) }
        func behind(_ pattern: Int, _ side: Int) -> Symbol {
            Symbol(classCount + sides.count + pattern * sides.count + side)
        }
        var firstBehind: Symbol { Symbol(classCount + sides.count) }
        var count: Int { classCount + sides.count * (1 + patternCount) }

        /// Returns the pattern of a mark after a word before a side, or `nil` for other symbols.
        func pattern(_ symbol: Symbol, _ side: Int) -> UInt32? {
            guard symbol >= firstBehind else { return nil }
            let (pattern, markSide) = (Int(symbol) - Int(firstBehind)).quotientAndRemainder(dividingBy: sides.count)
            return markSide == side ? UInt32(pattern) : nil
        }

        /// Returns whether a symbol is a mark after a word before a side.
        func isBehind(_ symbol: Symbol, _ side: Int) -> Bool { pattern(symbol, side) != nil }

        /// The raw value of the side of each byte; the same for all if words don't distinguish
        /// sides.
        var sideOfByte: [UInt8] {
            (0...255).map { byte in
                let isNothing = sides.count == 1 || withinLines && byte == SearchConstruction.newline
                return (isNothing ? AssertionResolution.Side.nothing : .init(byte: UInt8(byte))).rawValue
            }
        }
    }

    private static var newline: Int { 0x0A }

    /// The classes of bytes that neither patterns nor their sides distinguish.
    private func byteClasses() throws(AutomataError) -> (classOfByte: [UInt8], count: Int) {
        var classOfByte = (0...255).map { byte in
            hasContexts ? Int(Side(byte: UInt8(byte)).rawValue) : withinLines && byte == Self.newline ? 1 : 0
        }
        var pace = BudgetPace()
        for (index, pattern) in patterns.enumerated() {
            if pace.isDue(states: 0, work: 256 * index) { try budget.check(statesBuilt: 0) }
            var numbers: [UInt64: Int] = [:]
            for byte in 0..<256 {
                let symbol = pattern.symbols[byte].map { UInt64($0) + 1 } ?? 0
                let key = symbol << 8 | UInt64(classOfByte[byte])
                let number = numbers[key] ?? numbers.count
                numbers[key] = number
                classOfByte[byte] = number
            }
        }
        return (classOfByte.map { UInt8($0) }, (classOfByte.max() ?? 0) + 1)
    }

    private func markedNFA(
        _ classes: (classOfByte: [UInt8], count: Int), _ marks: Marks
    ) throws(AutomataError) -> NFA {
        var (sources, symbols, targets): ([StateID], [Symbol], [StateID]) = ([], [], [])
        func add(_ source: Int, _ symbol: Symbol, _ target: Int) {
            sources.append(StateID(source))
            symbols.append(symbol)
            targets.append(StateID(target))
        }
        let stateCount = patterns.reduce(2) { $0 + $1.rows.stateCount }
        guard stateCount < maximumCount, marks.count < maximumCount else { throw .tooLarge("states") }
        let final = stateCount - 1
        var offset = 1
        var pace = BudgetPace()
        for (number, pattern) in patterns.enumerated() {
            // The classes of each symbol.
            var classesOfSymbol: [[Symbol]] = []
            var seen = [Bool](repeating: false, count: classes.count)
            for byte in 0..<256 where !withinLines || byte != Self.newline {
                guard let symbol = pattern.symbols[byte], !seen[Int(classes.classOfByte[byte])] else { continue }
                seen[Int(classes.classOfByte[byte])] = true
                while classesOfSymbol.count <= Int(symbol) { classesOfSymbol.append([]) }
                classesOfSymbol[Int(symbol)].append(Symbol(classes.classOfByte[byte]))
            }
            for state in 0..<pattern.rows.stateCount {
                if pace.isDue(states: offset + state, work: symbols.count) {
                    try budget.check(statesBuilt: offset + state, bytes: 28 * symbols.count)
                }
                for index in pattern.rows.range(of: StateID(state)) {
                    let symbol = Int(pattern.rows.symbols[index])
                    guard symbol < classesOfSymbol.count else { continue }
                    for own in classesOfSymbol[symbol] {
                        add(offset + state, own, offset + Int(pattern.rows.targets[index]))
                    }
                }
            }
            for (index, side) in marks.sides.enumerated() {
                for state in pattern.starts[side] ?? [] { add(0, marks.front(index), offset + Int(state)) }
                for state in pattern.ends[side] ?? [] { add(offset + Int(state), marks.behind(number, index), final) }
            }
            guard symbols.count < maximumCount else { throw .tooLarge("transitions") }
            offset += pattern.rows.stateCount
        }
        try budget.check(statesBuilt: offset, bytes: 28 * symbols.count)
        return NFA(
            alphabet: try Alphabet((0..<marks.count).map(String.init)),
            rows: Transitions(stateCount: stateCount, sources: sources, symbols: symbols, targets: targets),
            initialStates: [0], finalStates: [StateID(final)])
    }
}

extension AssertionResolution.Side {
    /// The side that a byte forms.
    init(byte: UInt8) {
        self = byte == 0x0A ? .newline : CharacterClasses.word.contains(UInt32(byte)) && byte < 0x80 ? .word : .other
    }

    /// A character with this side, or `nil` if there is none.
    fileprivate var example: UInt32? {
        switch self {
        case .nothing: nil
        case .newline: 0x0A
        case .word: 0x61
        case .other: 0x20
        }
    }
}
