extension DistinguishabilityTable: CustomStringConvertible {
    /// The table for the first 64 states as text: the round of each mark, the pairs of each round,
    /// and the blocks.
    public var description: String { text(showing: 64, watch: NoWatch()) }

    /// Returns the table as text, within a budget.
    ///
    /// The triangular table with the round of each mark comes first. Below it are the pairs that
    /// each round marks, with the symbol that distinguishes them, and the blocks of equivalent
    /// states.
    ///
    /// - Parameters:
    ///   - stateCount: The number of states that are shown.
    ///   - budget: The bound on the bytes of the text.
    /// - Complexity: O(*s*² (log *r* + *k*)) for *s* states that are shown and *r* rounds, and the
    ///   length of the text.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func text(showing stateCount: Int = 64, budget: Budget) throws(AutomataError) -> String {
        try text(showing: stateCount, watch: budget)
    }

    private func text<Watch: WorkWatch>(showing stateCount: Int, watch: Watch) throws(Watch.Failure) -> String {
        let shown = StateID(min(max(stateCount, 0), automaton.stateCount))
        var pairs: [(first: StateID, second: StateID, mark: Mark)] = []
        var steps = StepCount(watch)
        for second in 0..<shown {
            for first in 0..<second {
                try steps.step(automaton.alphabet.count, holding: 32 * pairs.count)
                if let mark = mark(of: first, second) { pairs.append((first, second, mark)) }
            }
        }
        var text = MeasuredText(watch)
        var names = PrintableStates(automaton)
        try write(to: &text, shown, pairs, &names)
        try text.beginWriting()
        try write(to: &text, shown, pairs, &names)
        return text.text
    }

    private func write<Watch: WorkWatch>(
        to text: inout MeasuredText<Watch>, _ shown: StateID,
        _ pairs: [(first: StateID, second: StateID, mark: Mark)], _ names: inout PrintableStates<DFA>
    ) throws(Watch.Failure) {
        try writeTable(to: &text, shown, pairs, &names)
        try writeFirstRound(to: &text, shown, &names)
        let symbols = PrintableSymbols(automaton.alphabet)
        var round = 0
        for (_, pair) in pairs.enumerated().sorted(by: { ($0.1.mark.round, $0.0) < ($1.1.mark.round, $1.0) }) {
            guard let symbol = pair.mark.symbol, let p = automaton.target(from: pair.first, on: symbol),
                let q = automaton.target(from: pair.second, on: symbol)
            else { continue }
            if pair.mark.round > round {
                round = pair.mark.round
                try text.append("round \(round):\n")
            }
            try text.append("  ")
            try text.append(braced: [pair.first, pair.second], separator: ",", &names)
            try text.append(" —")
            try text.append(symbols[symbol])
            try text.append("→ ")
            try text.append(braced: [p, q], separator: ",", &names)
            try text.append("\n")
        }
        try text.append("blocks:")
        for block in blocks {
            let members = block.prefix { $0 < shown }
            if members.isEmpty { continue }
            try text.append(" ")
            try text.append(braced: members[...], separator: ",", &names)
        }
        try text.append("\n")
        if Int(shown) < automaton.stateCount {
            try text.append("… (the first \(shown) of \(automaton.stateCount) states are shown)\n")
        }
    }

    /// Writes a row for each state except the first, and a column for each except the last. A cell
    /// has the round of the mark, or a point.
    private func writeTable<Watch: WorkWatch>(
        to text: inout MeasuredText<Watch>, _ shown: StateID,
        _ pairs: [(first: StateID, second: StateID, mark: Mark)], _ names: inout PrintableStates<DFA>
    ) throws(Watch.Failure) {
        if shown < 2 { return }
        let nameWidth = (0..<shown).reduce(0) { max($0, names.size(of: $1).width) }
        let widths = (0..<shown).map { max(names.size(of: $0).width, String(roundCount).count) }
        var next = 0
        for row in 1..<shown {
            try text.append(row, &names)
            var padding = nameWidth - names.size(of: row).width
            for column in 0..<row {
                var cell = "·"
                if next < pairs.count, pairs[next].first == column, pairs[next].second == row {
                    cell = String(pairs[next].mark.round)
                    next += 1
                }
                try text.append(spaces: padding + 2)
                try text.append(cell)
                padding = widths[Int(column)] - cell.count
            }
            try text.append("\n")
        }
        var padding = nameWidth
        for column in 0..<(shown - 1) {
            try text.append(spaces: padding + 2)
            try text.append(column, &names)
            padding = widths[Int(column)] - names.size(of: column).width
        }
        try text.append("\n")
    }

    private func writeFirstRound<Watch: WorkWatch>(
        to text: inout MeasuredText<Watch>, _ shown: StateID, _ names: inout PrintableStates<DFA>
    ) throws(Watch.Failure) {
        try text.append("round 0: ")
        if automaton.finalStates.isEmpty { return try text.append("no state is final\n") }
        if automaton.finalStates.count == automaton.stateCount { return try text.append("all states are final\n") }
        try text.append("final states: ")
        try text.append(braced: automaton.finalStates.prefix { $0 < shown }[...], separator: ",", &names)
        try text.append("\n")
    }
}
