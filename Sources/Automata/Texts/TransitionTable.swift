extension FiniteAutomaton {
    /// The transition table, cut after 200 states and 40 symbols; ``transitionTable(budget:)``
    /// isn't cut.
    public var description: String {
        var table = TransitionTable(self, size: .readable)
        return table.text(watch: NoWatch())
    }

    /// Returns the transition table in textbook form. Each state has a row, with `→` before initial
    /// states and `←` before final ones. Each symbol has a column, and for an ε-NFA, ε has the last
    /// column. A cell contains the target for a DFA, otherwise the set of targets.
    ///
    /// - Parameter budget: the bound on the length of the text, which is checked before the text is
    ///   made.
    /// - Complexity: O(*n* *k* log *d* + *m*) time for *d* transitions from a state, and a text
    ///   of length O(*n* *k* + *m*).
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func transitionTable(budget: Budget = .default) throws(AutomataError) -> String {
        var table = TransitionTable(self, size: .whole)
        return try table.text(watch: budget)
    }
}

extension DFA {
    /// Returns the target as a list of one state, without an allocation; an empty list if there is
    /// no target.
    fileprivate func targets(from state: StateID, on symbol: Symbol) -> ArraySlice<StateID> {
        switch table {
        case .dense(let targets):
            let cell = Int(state) * alphabet.count + Int(symbol)
            return targets[cell..<(targets[cell] == .absent ? cell : cell + 1)]
        case .sparse(let rows): return rows.targets[rows.range(of: state, on: symbol)]
        }
    }
}

/// Lays out a transition table in columns of equal width, except for very wide cells.
private struct TransitionTable<Model: FiniteAutomaton> {
    /// The part of a table that is printed.
    enum Size {
        case whole
        /// Shows only the first rows and columns, for people and debuggers.
        case readable
    }

    private let automaton: Model
    private let rowCount: Int
    private let symbols: [String]
    private let isCut: Bool
    private let setsInBraces: Bool
    private let targets: (StateID, Symbol) -> ArraySlice<StateID>
    private let epsilonTargets: ((StateID) -> ArraySlice<StateID>)?
    private var states: PrintableStates<Model>
    /// The widths of the columns: names, each symbol, and epsilon moves.
    private var widths: [Int]

    init(_ automaton: Model, size: Size) {
        self.automaton = automaton
        if let dfa = automaton.asDFA {
            setsInBraces = false
            targets = { dfa.targets(from: $0, on: $1) }
            epsilonTargets = nil
        } else {
            let view = automaton.asEpsilonNFA
            setsInBraces = true
            targets = { view.targets(from: $0, on: $1) }
            epsilonTargets = automaton.model == .epsilonNFA ? { view.epsilonTargets(from: $0) } : nil
        }
        rowCount = size == .whole ? automaton.stateCount : min(automaton.stateCount, 200)
        let alphabet = automaton.alphabet
        isCut = size == .readable && alphabet.count > 40
        symbols = (isCut ? (0..<40).map { alphabet.name(of: $0) } : alphabet.names).map(\.printable)
        states = PrintableStates(automaton)
        widths = (["δ"] + symbols + ["ε"]).map { Self.width(of: $0) }
    }

    mutating func text<Watch: WorkWatch>(watch: Watch) throws(Watch.Failure) -> String {
        // A cell takes at least one byte, so a table that is much too large isn't even scanned.
        let (cellCount, overflow) = rowCount.multipliedReportingOverflow(by: symbols.count + 1)
        try watch.check(bytes: overflow ? .max : cellCount)
        try measureColumns(watch)
        var text = MeasuredText(watch)
        try write(to: &text)
        try text.beginWriting()
        try write(to: &text)
        return text.text
    }

    // MARK: Columns

    /// The maximum width to which columns are padded; otherwise one long name would make all rows
    /// as long.
    private static var maximumPadding: Int { 80 }

    /// Returns the number of characters, each taken as one column wide.
    private static func width(of text: String) -> Int {
        min(text.prefix(maximumPadding).count, maximumPadding)
    }

    private mutating func measureColumns<Watch: WorkWatch>(_ watch: Watch) throws(Watch.Failure) {
        var pace = BudgetPace()
        var work = 0
        for state in 0..<StateID(rowCount) {
            if pace.isDue(states: Int(state), work: work) { try watch.check(bytes: 0) }
            widths[0] = max(widths[0], min(states.size(of: state).width, Self.maximumPadding))
            for column in symbols.indices {
                let cell = targets(state, Symbol(column))
                work += cell.count + 1
                widths[column + 1] = max(widths[column + 1], min(width(of: cell), Self.maximumPadding))
            }
            if let epsilonTargets {
                let cell = epsilonTargets(state)
                work += cell.count
                widths[symbols.count + 1] = max(widths[symbols.count + 1], min(width(of: cell), Self.maximumPadding))
            }
        }
    }

    private mutating func width(of cell: ArraySlice<StateID>) -> Int {
        if cell.isEmpty { return 1 }
        var width = setsInBraces ? 1 + cell.count : cell.count - 1
        for state in cell where width <= Self.maximumPadding { width += states.size(of: state).width }
        return width
    }

    // MARK: Rows

    /// Writes the lines; the padding of a cell is written with the next one, so that lines don't
    /// end in spaces.
    private mutating func write<Watch: WorkWatch>(to text: inout MeasuredText<Watch>) throws(Watch.Failure) {
        try text.append(spaces: rowCount > 0 ? 3 : 1)
        try text.append("δ")
        var padding = widths[0] + 1
        for (column, name) in symbols.enumerated() {
            try text.append(spaces: padding)
            try text.append(name)
            padding = 2 + max(0, widths[column + 1] - Self.width(of: name))
        }
        try writeCut(to: &text, &padding)
        if epsilonTargets != nil {
            try text.append(spaces: padding)
            try text.append("ε")
        }
        try text.append("\n")
        for state in 0..<StateID(rowCount) {
            try text.append(automaton.isInitial(state) ? "→" : " ")
            try text.append(automaton.isFinal(state) ? "← " : "  ")
            try text.append(state, &states)
            var padding = 2 + max(0, widths[0] - states.size(of: state).width)
            for column in symbols.indices {
                try text.append(spaces: padding)
                let cell = targets(state, Symbol(column))
                try write(cell, to: &text)
                padding = 2 + max(0, widths[column + 1] - width(of: cell))
            }
            try writeCut(to: &text, &padding)
            if let epsilonTargets {
                try text.append(spaces: padding)
                try write(epsilonTargets(state), to: &text)
            }
            try text.append("\n")
        }
        if rowCount < automaton.stateCount { try text.append("   … (\(automaton.stateCount) states in all)\n") }
    }

    /// Writes the column that stands for omitted ones.
    private func writeCut<Watch: WorkWatch>(
        to text: inout MeasuredText<Watch>, _ padding: inout Int
    ) throws(Watch.Failure) {
        if !isCut { return }
        try text.append(spaces: padding)
        try text.append("…")
        padding = 2
    }

    private mutating func write<Watch: WorkWatch>(
        _ cell: ArraySlice<StateID>, to text: inout MeasuredText<Watch>
    ) throws(Watch.Failure) {
        if cell.isEmpty {
            try text.append(setsInBraces ? "∅" : "–")
        } else if setsInBraces {
            try text.append(braced: cell, separator: ",", &states)
        } else {
            for state in cell { try text.append(state, &states) }
        }
    }
}
