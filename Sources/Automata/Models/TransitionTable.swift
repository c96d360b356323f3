extension DFA {
    /// The transition table, cut after 200 states and 40 symbols; ``transitionTable()`` is whole.
    public var description: String { table(within: .readable) }

    /// The transition table as textbooks print it: a row a state, `→` before initial and `←` before final ones, a column a symbol.
    ///
    /// - Complexity: O(*n* *k* log *d*) time for *d* transitions from a state, and O(*n* *k*) text.
    public func transitionTable() -> String { table(within: .whole) }

    private func table(within size: TransitionTable<DFA>.Size) -> String {
        TransitionTable(self, size: size) { state, symbol in target(from: state, on: symbol).map { [$0] } ?? [] }
            .text(setsInBraces: false)
    }
}

extension NFA {
    /// The transition table, cut after 200 states and 40 symbols; ``transitionTable()`` is whole.
    public var description: String { table(within: .readable) }

    /// The transition table as textbooks print it: a row a state, `→` before initial and `←` before final ones, a column a symbol, each cell
    /// the set of targets.
    ///
    /// - Complexity: O(*n* *k* log *d* + *m*) time for *d* transitions from a state, and O(*n* *k* + *m*) text.
    public func transitionTable() -> String { table(within: .whole) }

    private func table(within size: TransitionTable<NFA>.Size) -> String {
        TransitionTable(self, size: size) { Array(targets(from: $0, on: $1)) }.text(setsInBraces: true)
    }
}

extension EpsilonNFA {
    /// The transition table, cut after 200 states and 40 symbols; ``transitionTable()`` is whole.
    public var description: String { table(within: .readable) }

    /// The transition table as textbooks print it: a row a state, `→` before initial and `←` before final ones, a column a symbol and the last
    /// one for ε, each cell the set of targets.
    ///
    /// - Complexity: O(*n* *k* log *d* + *m*) time for *d* transitions from a state, and O(*n* *k* + *m*) text.
    public func transitionTable() -> String { table(within: .whole) }

    private func table(within size: TransitionTable<EpsilonNFA>.Size) -> String {
        TransitionTable(self, size: size, epsilonTargets: { Array(epsilonTargets(from: $0)) }) {
            Array(targets(from: $0, on: $1))
        }.text(setsInBraces: true)
    }
}

/// Lays out a transition table in columns of equal width.
private struct TransitionTable<Model: FiniteAutomaton> {
    /// How much of a table is printed.
    enum Size {
        case whole
        /// What a person, a debugger or a failed test can bear.
        case readable
    }

    private let automaton: Model
    private let rowCount: Int
    private let columnCount: Int
    private let targets: (State, Symbol) -> [State]
    private let epsilonTargets: ((State) -> [State])?

    init(
        _ automaton: Model, size: Size, epsilonTargets: ((State) -> [State])? = nil,
        targets: @escaping (State, Symbol) -> [State]
    ) {
        self.automaton = automaton
        rowCount = size == .whole ? automaton.stateCount : min(automaton.stateCount, 200)
        columnCount = size == .whole ? automaton.alphabet.count : min(automaton.alphabet.count, 40)
        self.targets = targets
        self.epsilonTargets = epsilonTargets
    }

    func text(setsInBraces: Bool) -> String {
        func cell(_ targets: [State]) -> String {
            if targets.isEmpty { return setsInBraces ? "∅" : "–" }
            let names = targets.map { automaton.name(of: $0).printable }.joined(separator: ",")
            return setsInBraces ? "{\(names)}" : names
        }
        let isCut = columnCount < automaton.alphabet.count
        let symbols = automaton.alphabet.symbols.prefix(columnCount)
        var lines = [
            ["", "δ"] + symbols.map { automaton.alphabet.name(of: $0).printable } + (isCut ? ["…"] : [])
                + (epsilonTargets == nil ? [] : ["ε"])
        ]
        for state in automaton.states.prefix(rowCount) {
            let marks = (automaton.isInitial(state) ? "→" : " ") + (automaton.isFinal(state) ? "←" : " ")
            var line = [marks, automaton.name(of: state).printable]
            line += symbols.map { cell(targets(state, $0)) }
            if isCut { line.append("…") }
            if let epsilonTargets { line.append(cell(epsilonTargets(state))) }
            lines.append(line)
        }
        let widths = lines[0].indices.map { column in lines.map { Self.width(of: $0[column]) }.max() ?? 0 }
        let rest = rowCount < automaton.stateCount ? "   … (\(automaton.stateCount) states in all)\n" : ""
        return lines.map { line in
            var text = ""
            for (column, cell) in line.enumerated() {
                text +=
                    cell + String(repeating: " ", count: widths[column] - Self.width(of: cell) + (column == 0 ? 1 : 2))
            }
            while text.last == " " { text.removeLast() }
            return text + "\n"
        }.joined() + rest
    }

    /// Characters, each taken as one column wide.
    private static func width(of text: String) -> Int { text.count }
}
