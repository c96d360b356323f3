extension FiniteAutomaton {
    /// Splits a text by ``Alphabet/word(_:separator:)`` into symbols and returns whether the
    /// automaton accepts them.
    ///
    /// If a symbol of the text isn't in the alphabet, the text isn't accepted.
    ///
    /// - Complexity: O(*n*) for a text of *n* bytes, plus the cost of reading its word in this
    ///   model of automaton. A text much longer than the DFA's table is read by a ``Matcher``.
    public func accepts(_ text: String, separator: String? = nil) -> Bool {
        if separator == nil || separator == "", let dfa = asDFA, dfa.isWorthFreezing(for: text.utf8.count),
            !dfa.hasForeignBytesAsNames
        {
            return Matcher(dfa).accepts(text)
        }
        guard let word = try? alphabet.word(text, separator: separator) else { return false }
        return accepts(word)
    }

    /// Returns whether the automaton accepts the word of the symbols with the given names.
    ///
    /// If a name isn't in the alphabet, the word isn't accepted.
    ///
    /// - Complexity: O(*n*) for names of *n* bytes, plus the cost of reading their word in this
    ///   model of automaton.
    public func accepts(_ names: [String]) -> Bool {
        var word: [Symbol] = []
        for name in names {
            guard let symbol = alphabet.symbol(named: name) else { return false }
            word.append(symbol)
        }
        return accepts(word)
    }
}

extension DFA {
    /// Returns whether the DFA accepts the word. To read long texts or many words, make a
    /// ``Matcher``.
    ///
    /// - Complexity: O(*w*) for a word of length *w* in a dense table, O(*w* log *d*) in a sparse
    ///   one with at most *d* transitions from a state.
    public func accepts(_ word: some Sequence<Symbol>) -> Bool {
        guard let initialState else { return false }
        if let answer = word.withContiguousStorageIfAvailable({ accepts($0, from: initialState) }) { return answer }
        var state = initialState
        for symbol in word {
            guard Int(symbol) < alphabet.count, let next = target(from: state, on: symbol) else { return false }
            state = next
        }
        return finalStates.contains(state)
    }

    private func accepts(_ word: UnsafeBufferPointer<Symbol>, from start: StateID) -> Bool {
        if isWorthFreezing(for: word.count) { return Matcher(self).accepts(symbols: word) }
        let symbolCount = alphabet.count
        var state = start
        switch table {
        case .dense(let cells):
            for symbol in word {
                guard Int(symbol) < symbolCount else { return false }
                state = cells[Int(state) * symbolCount + Int(symbol)]
                if state == .absent { return false }
            }
        case .sparse(let rows):
            for symbol in word {
                guard let index = rows.range(of: state, on: symbol).first else { return false }
                state = rows.targets[index]
            }
        }
        return finalStates.contains(state)
    }

    /// Whether freezing pays: it costs some dozen steps per cell, and makes a step several times
    /// faster.
    fileprivate func isWorthFreezing(for length: Int) -> Bool {
        length > 1 << 16 && length / 16 > stateCount + transitionCount + alphabet.count
    }

    /// Whether some name is one non-ASCII byte. A ``Matcher`` would find it in text, which
    /// otherwise consists of scalars.
    fileprivate var hasForeignBytesAsNames: Bool {
        guard case .named(let names) = alphabet.storage else { return false }
        return names.bytes.contains { $0 >= 0x80 }
    }
}

extension NFA {
    /// Returns whether the NFA accepts the word.
    ///
    /// - Complexity: at most O(*w* *m*) for a word of length *w*; each step costs the transitions
    ///   of the states that are reached.
    public func accepts(_ word: some Sequence<Symbol>) -> Bool {
        var simulation = SubsetSimulation(rows: rows, epsilon: nil)
        return simulation.reaches(finalStates, from: initialStates, by: word)
    }
}

extension EpsilonNFA {
    /// Returns whether the automaton accepts the word.
    ///
    /// - Complexity: at most O(*w* *m*) for a word of length *w*; each step costs the transitions
    ///   and moves of the states that are reached.
    public func accepts(_ word: some Sequence<Symbol>) -> Bool {
        var simulation = SubsetSimulation(rows: rows, epsilon: epsilon)
        return simulation.reaches(finalStates, from: initialStates, by: word)
    }
}
