extension DFA {
    /// The transition table as textbooks print it: a row a state, `→` before initial and `←` before final ones, a column a symbol.
    public var description: String {
        let rows = sparseRows
        return TransitionTable(self) { state, symbol in rows.range(of: state, on: symbol).map { rows.targets[$0] } }
            .text(setsInBraces: false)
    }
}

extension NFA {
    /// The transition table as textbooks print it: a row a state, `→` before initial and `←` before final ones, a column a symbol, each cell
    /// the set of targets.
    public var description: String {
        TransitionTable(self) { Array(targets(from: $0, on: $1)) }.text(setsInBraces: true)
    }
}

extension EpsilonNFA {
    /// The transition table as textbooks print it: a row a state, `→` before initial and `←` before final ones, a column a symbol and the last
    /// one for ε, each cell the set of targets.
    public var description: String {
        TransitionTable(self, epsilonTargets: { Array(epsilonTargets(from: $0)) }) { Array(targets(from: $0, on: $1)) }
            .text(setsInBraces: true)
    }
}

/// Lays out a transition table in columns of equal width.
private struct TransitionTable<Model: FiniteAutomaton> {
    private let automaton: Model
    private let targets: (State, Symbol) -> [State]
    private let epsilonTargets: ((State) -> [State])?

    init(
        _ automaton: Model, epsilonTargets: ((State) -> [State])? = nil, targets: @escaping (State, Symbol) -> [State]
    ) {
        self.automaton = automaton
        self.targets = targets
        self.epsilonTargets = epsilonTargets
    }

    func text(setsInBraces: Bool) -> String {
        func cell(_ targets: [State]) -> String {
            if targets.isEmpty { return setsInBraces ? "∅" : "–" }
            let names = targets.map(automaton.name).joined(separator: ",")
            return setsInBraces ? "{\(names)}" : names
        }
        var lines = [["", "δ"] + automaton.alphabet.names + (epsilonTargets == nil ? [] : ["ε"])]
        for state in automaton.states {
            let marks = (automaton.isInitial(state) ? "→" : " ") + (automaton.isFinal(state) ? "←" : " ")
            var line = [marks, automaton.name(of: state)]
            line += automaton.alphabet.symbols.map { cell(targets(state, $0)) }
            if let epsilonTargets { line.append(cell(epsilonTargets(state))) }
            lines.append(line)
        }
        let widths = lines[0].indices.map { column in lines.map { Self.width(of: $0[column]) }.max() ?? 0 }
        return lines.map { line in
            var text = ""
            for (column, cell) in line.enumerated() {
                text +=
                    cell + String(repeating: " ", count: widths[column] - Self.width(of: cell) + (column == 0 ? 1 : 2))
            }
            while text.last == " " { text.removeLast() }
            return text + "\n"
        }.joined()
    }

    /// Characters, each taken as one column wide.
    private static func width(of text: String) -> Int { text.count }
}
