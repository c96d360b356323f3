public import Automata
internal import RegularExpressions
public import WorkLimits

/// A DFA over bytes whose final states are labeled with patterns, as tables for a lexical analyzer.
///
/// The label of a word is the number of the first pattern that matches it, as in *lex*. No DFA
/// with the same labels has fewer states. Its rows are complete: state 0 is the sink state.
///
/// ```swift
/// let dfa = try Searcher(for: [keyword, identifier]).labeledDFA()
/// var state = dfa.start
/// for byte in word {
///     let column = Int(dfa.classOfByte[Int(byte)])
///     state = dfa.targets[Int(state) * dfa.classCount + column]
/// }
/// dfa.labels[Int(state)]  // the number of the first pattern that matches the word
/// ```
public struct LabeledDFA: Sendable, Hashable {
    /// The class of each of the 256 bytes; no state distinguishes the bytes of a class.
    public private(set) var classOfByte: [UInt8]
    /// The number of classes.
    public private(set) var classCount: Int
    /// The initial state.
    public let start: UInt32
    /// The target of each state on each class, state by state.
    public private(set) var targets: [UInt32]
    /// The label of each state; `nil` for states that aren't final.
    public let labels: [UInt32?]

    /// The number of states, including the sink state.
    public var stateCount: Int { labels.count }
}

extension Searcher {
    /// Returns the minimal DFA that labels each word with the first pattern that matches it.
    ///
    /// - Complexity: O(*m* log *n*) for the *n* states and *m* transitions of the searcher's DFA.
    /// - Throws: `AutomataError.unsupported(_:)` if the searcher is lazy, or a pattern depends on
    ///   the text around its words; `AutomataError.budgetExceeded(statesBuilt:limit:)`,
    ///   `AutomataError.cancelled(statesBuilt:)`.
    public func labeledDFA(budget: Budget = .default) throws(AutomataError) -> LabeledDFA {
        guard case .complete(let automaton, _) = engine else {
            throw .unsupported("a lazy searcher has no tables; make a searcher that isn't lazy")
        }
        guard !automaton.hasContexts else {
            throw .unsupported(
                "a pattern depends on the text around its words, which tables can't represent; remove anchors and \\b")
        }
        return try LabeledDFA(automaton, budget: budget)
    }
}

extension LabeledDFA {
    /// Minimizes the automaton of patterns without contexts.
    ///
    /// A second DFA has a symbol for each label: on its label, a final state leads to the only
    /// final state of the second DFA. So its minimization respects the labels.
    fileprivate init(_ automaton: SearchDFA, budget: Budget) throws(AutomataError) {
        let marked = try Self.marked(automaton, budget: budget)
        let dfa = try marked.dfa.minimized(budget: budget)
        let classCount = automaton.classCount
        let rows = dfa.sparseRows
        // The sink state comes first, and the state after the marks has no number.
        var numbers = [UInt32](repeating: 0, count: dfa.stateCount)
        var count: UInt32 = 1
        for state in dfa.states where !dfa.isFinal(state) {
            numbers[Int(state)] = count
            count += 1
        }
        try budget.check(statesBuilt: Int(count), bytes: (8 * classCount + 8) * Int(count))
        var targets = [UInt32](repeating: 0, count: Int(count) * classCount)
        var labels = [UInt32?](repeating: nil, count: Int(count))
        for state in dfa.states {
            let number = Int(numbers[Int(state)])
            for index in rows.range(of: state) {
                let symbol = Int(rows.symbols[index])
                if symbol < classCount {
                    targets[number * classCount + symbol] = numbers[Int(rows.targets[index])]
                } else {
                    labels[number] = marked.labels[symbol - classCount]
                }
            }
        }
        self.init(
            classOfByte: automaton.classOfByte, classCount: classCount,
            start: dfa.initialState.map { numbers[Int($0)] } ?? 0, targets: targets, labels: labels)
        mergeClasses()
    }

    /// Merges the classes that no state distinguishes, and numbers them by their least bytes.
    private mutating func mergeClasses() {
        var numberOfColumn: [[UInt32]: UInt8] = [:]
        var columns: [[UInt32]] = []
        var newClass = [UInt8?](repeating: nil, count: classCount)
        classOfByte = classOfByte.map { old in
            if let number = newClass[Int(old)] { return number }
            let column = labels.indices.map { targets[$0 * classCount + Int(old)] }
            let number = numberOfColumn[column] ?? UInt8(columns.count)
            if numberOfColumn.updateValue(number, forKey: column) == nil { columns.append(column) }
            newClass[Int(old)] = number
            return number
        }
        targets = labels.indices.flatMap { state in columns.map { $0[state] } }
        classCount = columns.count
    }

    /// Returns the DFA with marks, whose symbols follow those of the classes, and their labels.
    private static func marked(
        _ automaton: SearchDFA, budget: Budget
    ) throws(AutomataError) -> (dfa: DFA, labels: [UInt32]) {
        let (classCount, rowCount) = (automaton.classCount, automaton.rowCount)
        // Perhaps only few of many patterns are the first ones that match a word.
        var labels: [UInt32] = []
        var numberOfLabel: [UInt32: Int] = [:]
        var offsets: [UInt32] = [0]
        var (symbols, targets): ([Symbol], [StateID]) = ([], [])
        var pace = BudgetPace()
        // The dead row has no transitions; its state is unreachable, or the only one.
        for row in 0..<SearchDFA.Row(rowCount) {
            if pace.isDue(states: Int(row), work: Int(row) * classCount) {
                try budget.check(statesBuilt: 0, bytes: 16 * symbols.count + 64 * labels.count)
            }
            for column in 0..<classCount {
                let target = automaton.target(of: row, on: column)
                guard target != SearchDFA.dead else { continue }
                symbols.append(Symbol(column))
                targets.append(StateID(target))
            }
            if let label = automaton.patterns(of: row, before: AssertionResolution.Side.nothing.rawValue).first {
                let number = numberOfLabel[label] ?? labels.count
                if numberOfLabel.updateValue(number, forKey: label) == nil { labels.append(label) }
                symbols.append(Symbol(classCount + number))
                targets.append(StateID(rowCount))
            }
            guard symbols.count < maximumCount else { throw .tooLarge("transitions") }
            offsets.append(UInt32(symbols.count))
        }
        offsets.append(UInt32(symbols.count))
        try budget.check(statesBuilt: 0, bytes: 16 * symbols.count + 128 * (classCount + labels.count))
        let dfa = DFA(
            alphabet: try Alphabet((0..<classCount + labels.count).map(String.init)),
            rows: Transitions(offsets: offsets, symbols: symbols, targets: targets),
            initialState: StateID(automaton.starts[0]), finalStates: [StateID(rowCount)])
        return (dfa, labels)
    }
}
