@_spi(Tool) public import Automata
public import WorkLimits

extension ExtendedNFA {
    /// Returns an ε-NFA of the same language. Labels other than ε and sets of symbols are replaced
    /// by Thompson's automata.
    ///
    /// States keep their numbers but not their names; the states of labels have greater numbers. If
    /// labels have assertions, the result is instead Thompson's automaton for
    /// ``regularExpression(by:order:simplifying:budget:)``, as assertions refer to the whole word.
    ///
    /// - Complexity: O(*n* + *s*) for labels that are *s* symbols and operators long with their
    ///   repetitions unrolled.
    /// - Throws: `AutomataError` if the budget stops the work; `AutomataError.tooLarge(_:)` for too
    ///   many states or transitions for 32-bit ids.
    ///
    /// Thompson: *Regular expression search algorithm*, Communications of the ACM 11(6), 1968,
    /// doi:10.1145/363347.363387.
    public func epsilonNFA(budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        if transitions.contains(where: \.label.hasAssertions) {
            return try regularExpression(by: .stateElimination, budget: budget).epsilonNFA(budget: budget)
        }
        var builder = EpsilonNFA.Builder(alphabet: alphabet)
        try builder.addStates(stateCount)
        for state in initialStates { builder.insertInitial(state) }
        for state in finalStates { builder.insertFinal(state) }
        var bytes = 0
        for transition in transitions {
            let (source, label, target) = (transition.source, transition.label, transition.target)
            switch label.shape(of: label.root) {
            case .epsilon: try builder.addEpsilonMove(from: source, to: target)
            case .symbols(let symbols):
                for symbol in symbols { try builder.addTransition(from: source, on: symbol, to: target) }
                bytes += 16 * symbols.count
            default:
                let part = try label.epsilonNFA(budget: budget)
                let first = builder.stateCount
                func copy(_ state: StateID) -> StateID { StateID(first + Int(state)) }
                try builder.addStates(part.stateCount)
                bytes += 16 * part.transitionCount + 8 * part.stateCount
                try budget.check(statesBuilt: builder.stateCount, bytes: bytes)
                for transition in part.transitions {
                    try builder.addTransition(
                        from: copy(transition.source), on: transition.symbol, to: copy(transition.target))
                }
                for state in part.states {
                    for next in part.epsilonTargets(from: state) {
                        try builder.addEpsilonMove(from: copy(state), to: copy(next))
                    }
                }
                for state in part.initialStates { try builder.addEpsilonMove(from: source, to: copy(state)) }
                for state in part.finalStates { try builder.addEpsilonMove(from: copy(state), to: target) }
            }
        }
        return try builder.build(budget: budget)
    }

    /// Returns an automaton of the same shape whose symbols are the texts of the labels, for
    /// drawing or for writing in any format.
    ///
    /// States keep their numbers and names; a transition on ε is an epsilon move. Equal texts are
    /// one symbol.
    ///
    /// - Complexity: O(*n* + *m* + length of the labels).
    /// - Throws: `AutomataError.inexpressible(_:)` if the syntax can't express a label; another
    ///   `AutomataError` if the budget stops the work.
    public func withLabelsAsSymbols(
        syntax: RegularExpression.Syntax, budget: Budget = .default
    ) throws(AutomataError) -> EpsilonNFA {
        var builder = EpsilonNFA.Builder(growingAlphabet: [])
        if let names = stateNames {
            for name in names { _ = try builder.state(named: name) }
        } else {
            try builder.addStates(stateCount)
        }
        for state in initialStates { builder.insertInitial(state) }
        for state in finalStates { builder.insertFinal(state) }
        var bytes = 0
        for transition in transitions {
            if transition.label.shape(of: transition.label.root) == .epsilon {
                try builder.addEpsilonMove(from: transition.source, to: transition.target)
                continue
            }
            let text = try transition.label.text(syntax: syntax, budget: budget)
            bytes += text.utf8.count
            try budget.check(statesBuilt: stateCount, bytes: bytes)
            try builder.addTransition(from: transition.source, on: text, to: transition.target)
        }
        return try builder.build(budget: budget)
    }
}

// MARK: - Text

extension ExtendedNFA {
    /// Returns the automaton as lines: the initial states, one line per transition, such as
    /// `p → q a|b`, and the final states.
    ///
    /// - Complexity: O(*n* + *m* + length of the labels).
    /// - Throws: `AutomataError.inexpressible(_:)` if the syntax can't express a label; another
    ///   `AutomataError` if the budget stops the work.
    public func text(
        syntax: RegularExpression.Syntax, budget: Budget = .default
    ) throws(AutomataError) -> String {
        var heads: [String] = []
        var labels: [String] = []
        var width = 0
        var bytes = 0
        for transition in transitions {
            let head = "\(name(of: transition.source)) → \(name(of: transition.target))".printable
            width = max(width, min(head.count, 40))
            let label = try transition.label.text(syntax: syntax, budget: budget).printable
            bytes += head.utf8.count + label.utf8.count + 50
            try budget.check(statesBuilt: 0, bytes: bytes)
            heads.append(head)
            labels.append(label)
        }
        func line(_ title: String, _ states: [StateID]) -> String {
            "\(title): \(states.map { name(of: $0).printable }.joined(separator: ", "))\n"
        }
        var text = line("initial", Array(initialStates))
        for (head, label) in zip(heads, labels) {
            text += head + String(repeating: " ", count: max(0, width - head.count)) + "  " + label + "\n"
        }
        return text + line("final", Array(finalStates))
    }
}

extension ExtendedNFA: CustomStringConvertible {
    /// The automaton as lines, cut if it is large; see ``text(syntax:budget:)``.
    public var description: String {
        let syntax: RegularExpression.Syntax =
            alphabet.kind == .named && !transitions.contains(where: \.label.hasAssertions) ? .textbook : .programmer
        if transitions.count <= 400, let text = try? text(syntax: syntax, budget: Budget(maximumBytes: 1 << 16)) {
            return text
        }
        return "an extended automaton of \(stateCount) states and \(transitions.count) transitions"
    }
}
