extension Run: CustomStringConvertible {
    /// The run step by step: a line with the states reached after each symbol, then an accepting
    /// run or the reason why there is none.
    public var description: String { text(watch: NoWatch()) }

    /// Returns the ``description`` within a budget. If the text would exceed the budget, the method
    /// throws before it makes the text.
    ///
    /// - Complexity: O(*w* *n*) for a word of length *w* at most, and the length of the text.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func text(budget: Budget) throws(AutomataError) -> String { try text(watch: budget) }

    private func text<Watch: WorkWatch>(watch: Watch) throws(Watch.Failure) -> String {
        var text = MeasuredText(watch)
        var names = PrintableStates(automaton)
        let symbols = PrintableSymbols(automaton.alphabet)
        try write(to: &text, &names, symbols)
        try text.beginWriting()
        try write(to: &text, &names, symbols)
        return text.text
    }

    private func write<Watch: WorkWatch>(
        to text: inout MeasuredText<Watch>, _ names: inout PrintableStates<Model>, _ symbols: PrintableSymbols
    ) throws(Watch.Failure) {
        if reachedStates.count == 0 { return try text.append("rejected: there is no initial state\n") }
        if automaton.model == .dfa { return try writeSingleRun(to: &text, &names, symbols) }
        let last = reachedStates[reachedStates.count - 1]
        try text.append("→ ")
        try text.append(braced: reachedStates[0], separator: ", ", &names)
        for row in 1..<reachedStates.count {
            try text.append("\n  —")
            try text.append(symbols[word[row - 1]])
            try text.append("→ ")
            try text.append(braced: reachedStates[row], separator: ", ", &names)
        }
        if let stuckPosition {
            let symbol = symbols[word[stuckPosition]]
            try text.append("\n  —\(symbol)→ ∅\nrejected: no state of ")
            try text.append(braced: last, separator: ", ", &names)
            try text.append(" has a transition on \(symbol), symbol \(stuckPosition + 1) of \(word.count)\n")
        } else if let path = acceptingPath {
            try text.append("\naccepted: ")
            try text.append(path.start, &names)
            for move in path.moves {
                try text.append(" —")
                try text.append(move.symbol.map { symbols[$0] } ?? "ε")
                try text.append("→ ")
                try text.append(move.target, &names)
            }
            try text.append("\n")
        } else {
            try text.append("\nrejected: no state of ")
            try text.append(braced: last, separator: ", ", &names)
            try text.append(" is final\n")
        }
    }

    /// Writes the run of a DFA, which is in one state at a time.
    private func writeSingleRun<Watch: WorkWatch>(
        to text: inout MeasuredText<Watch>, _ names: inout PrintableStates<Model>, _ symbols: PrintableSymbols
    ) throws(Watch.Failure) {
        let states = reachedStates.states
        try text.append("→ ")
        try text.append(states[0], &names)
        for (symbol, state) in zip(word, states.dropFirst()) {
            try text.append("\n  —")
            try text.append(symbols[symbol])
            try text.append("→ ")
            try text.append(state, &names)
        }
        try text.append(isAccepting ? "\naccepted: " : "\nrejected: ")
        try text.append(states[states.count - 1], &names)
        if let stuckPosition {
            let symbol = symbols[word[stuckPosition]]
            try text.append(" has no transition on \(symbol), symbol \(stuckPosition + 1) of \(word.count)\n")
        } else {
            try text.append(isAccepting ? " is final\n" : " is not final\n")
        }
    }
}
