public import Automata

extension MealyMachine {
    /// Returns a characterizing set *W*: words of inputs such that any two states answer at least
    /// one of them differently. That a state can't read an input counts as an answer.
    ///
    /// The words are shortest ones for the pairs of states that made them necessary: at most *n* − 1
    /// words of at most *n* − 1 inputs. A machine with one state has none.
    ///
    /// - Requires: the machine is minimal, and all of its states are accessible, as those of
    ///   ``minimized(budget:)`` are.
    /// - Complexity: O(*n*² *k*).
    /// - Throws: ``AutomataError/unsupported(_:)`` if two states are equivalent; another
    ///   ``AutomataError`` if the budget stops the work.
    /// - Reference: T. S. Chow, Testing software design modeled by finite-state machines, IEEE
    ///   Transactions on Software Engineering 4(3), 1978, doi:10.1109/TSE.1978.231496.
    public func characterizingSet(budget: Budget = .default) throws(AutomataError) -> [[Symbol]] {
        let separation = try StateSeparation(self, budget: budget)
        var words: [[Symbol]] = []
        var blocks = [[StateID]]([Array(states)])
        var steps = BudgetSteps(BudgetWatch(budget))
        while let block = blocks.last {
            guard block.count > 1 else {
                blocks.removeLast()
                continue
            }
            let word = separation.word(separating: block[0], block[1])
            words.append(word)
            try steps.step(stateCount)
            blocks = blocks.flatMap { split($0, by: word) }
        }
        return words
    }

    private func split(_ block: [StateID], by word: [Symbol]) -> [[StateID]] {
        if block.count == 1 { return [] }
        var answers = Numbering<[Symbol]>()
        var parts: [[StateID]] = []
        for state in block {
            let (number, isNew) = answers.number(of: answer(from: state, to: word))
            if isNew { parts.append([]) }
            parts[Int(number)].append(state)
        }
        return parts
    }

    /// Returns for each state words of a characterizing set that separate it from every other
    /// state: its identification set *Wₛ*.
    ///
    /// - Requires: `words` separate all pairs of states, as ``characterizingSet(budget:)`` does.
    /// - Complexity: O(*n*² *w*) for *w* words, and the length of their answers.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func identificationSets(
        from words: [[Symbol]], budget: Budget = .default
    ) throws(AutomataError) -> [[[Symbol]]] {
        let answers = words.map { word in
            var numbering = Numbering<[Symbol]>()
            return states.map { numbering.number(of: answer(from: $0, to: word)).number }
        }
        var steps = BudgetSteps(BudgetWatch(budget, states: 0, bytes: words.count * stateCount * 4))
        var sets: [[[Symbol]]] = []
        for state in states {
            var others = states.filter { $0 != state }
            var set: [[Symbol]] = []
            for (word, answers) in zip(words, answers) where !others.isEmpty {
                try steps.step(others.count)
                let rest = others.filter { answers[Int($0)] == answers[Int(state)] }
                if rest.count < others.count { set.append(word) }
                others = rest
            }
            sets.append(set)
        }
        return sets
    }

    /// Returns a shortest word of inputs to each state, or `nil` for one that can't be reached: the
    /// state cover. The words are closed under prefixes, and the first in the order of inputs.
    ///
    /// - Complexity: O(*n* *k* + length of the result).
    public func stateCover() -> [[Symbol]?] {
        var words = [[Symbol]?](repeating: nil, count: stateCount)
        words[Int(initialState)] = []
        var found = [initialState]
        var next = 0
        while next < found.count {
            let source = found[next]
            for input in inputs.symbols {
                let target = cell(source, input).target
                guard target != .absent, words[Int(target)] == nil else { continue }
                words[Int(target)] = (words[Int(source)] ?? []) + [input]
                found.append(target)
            }
            next += 1
        }
        return words
    }
}
