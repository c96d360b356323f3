extension DeterminizationSteps: CustomStringConvertible {
    /// The steps of the first 64 subsets, one per line.
    public var description: String { text(showing: 64, watch: NoWatch()) }

    /// Returns the steps as text, one per line, within a budget.
    ///
    /// - Parameters:
    ///   - subsetCount: The number of subsets whose steps are shown.
    ///   - budget: The bound on the bytes of the text.
    /// - Complexity: O(*n* *k*) for each subset that is shown, and the length of the text.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func text(showing subsetCount: Int = 64, budget: Budget) throws(AutomataError) -> String {
        try text(showing: subsetCount, watch: budget)
    }

    private func text<Watch: WorkWatch>(showing subsetCount: Int, watch: Watch) throws(Watch.Failure) -> String {
        var text = MeasuredText(watch)
        var names = PrintableStates(automaton)
        let symbols = PrintableSymbols(automaton.alphabet)
        let shown = min(max(subsetCount, 0), subsets.count)
        try write(to: &text, shown, &names, symbols)
        try text.beginWriting()
        try write(to: &text, shown, &names, symbols)
        return text.text
    }

    private func write<Watch: WorkWatch>(
        to text: inout MeasuredText<Watch>, _ shown: Int, _ names: inout PrintableStates<Model>,
        _ symbols: PrintableSymbols
    ) throws(Watch.Failure) {
        if subsets.isEmpty { return try text.append("no subset: no state is initial\n") }
        var next = 0
        for index in 0..<shown {
            if index == 0 {
                try text.append("→ ")
                try append(initialStates, closedTo: subsets[0], to: &text, &names)
            } else {
                try append(subsets[index], to: &text, &names)
            }
            try text.append(result.isFinal(StateID(index)) ? "  final\n" : "\n")
            while next < steps.count, steps[next].source == StateID(index) {
                let step = steps[next]
                try text.append("  —")
                try text.append(symbols[step.symbol])
                try text.append("→ ")
                try append(step.targetsBeforeClosure, closedTo: subsets[Int(step.target)], to: &text, &names)
                try text.append(step.isNew ? "  new\n" : "\n")
                next += 1
            }
        }
        if shown < subsets.count { try text.append("… (the first \(shown) of \(subsets.count) subsets are shown)\n") }
        try text.append(subsets.count == 1 ? "1 subset" : "\(subsets.count) subsets")
        try text.append(", \(result.finalStates.count) of them final\n")
    }

    /// Writes a set, and its closure under epsilon moves if that has more states.
    private func append<Watch: WorkWatch>(
        _ states: StateSet, closedTo closure: StateSet, to text: inout MeasuredText<Watch>,
        _ names: inout PrintableStates<Model>
    ) throws(Watch.Failure) {
        try append(states, to: &text, &names)
        if states == closure { return }
        try text.append(", closed ")
        try append(closure, to: &text, &names)
    }

    private func append<Watch: WorkWatch>(
        _ set: StateSet, to text: inout MeasuredText<Watch>, _ names: inout PrintableStates<Model>
    ) throws(Watch.Failure) {
        if set.isEmpty { return try text.append("∅") }
        try text.append(braced: Array(set)[...], separator: ",", &names)
    }
}
