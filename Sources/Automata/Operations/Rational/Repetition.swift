extension FiniteAutomaton {
    /// Returns an automaton for the Kleene star *L*\*: concatenations of any number of accepted
    /// words.
    ///
    /// A new last state is initial and final; epsilon moves lead from it to the initial states, and
    /// to it from the final states. An NFA or a DFA yields an NFA without epsilon moves.
    ///
    /// - Complexity: O(*n* + *m*), and O(*f* *d*) to remove the epsilon moves, for *f* final states
    ///   and *d* transitions from the initial ones.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    ///
    /// Thompson: *Regular expression search algorithm*, Communications of the ACM 11(6), 1968,
    /// doi:10.1145/363347.363387.
    public func kleeneStar(budget: Budget = .default) throws(AutomataError) -> Nondeterministic {
        let view = asEpsilonNFA
        var gluing = try EpsilonComposition([view], budget: budget)
        let loopState = try gluing.addState()
        for state in view.initialStates { gluing.move(from: loopState, to: state) }
        for state in view.finalStates { gluing.move(from: state, to: loopState) }
        gluing.initialStates = [loopState]
        gluing.finalStates = [loopState]
        return try Self.nondeterministic(gluing.build(), for: [model], budget: budget)
    }

    /// Returns an automaton for *L*⁺ = *L* *L*\*: concatenations of one or more accepted words.
    ///
    /// Epsilon moves lead from the final states to the initial ones, through a new state if that
    /// takes fewer moves. An NFA or a DFA yields an NFA without epsilon moves.
    ///
    /// - Complexity: that of ``kleeneStar(budget:)``.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func kleenePlus(budget: Budget = .default) throws(AutomataError) -> Nondeterministic {
        let view = asEpsilonNFA
        var gluing = try EpsilonComposition([view], budget: budget)
        try gluing.move(from: Array(view.finalStates), to: Array(view.initialStates))
        (gluing.initialStates, gluing.finalStates) = (view.initialStates, view.finalStates)
        return try Self.nondeterministic(gluing.build(), for: [model], budget: budget)
    }

    /// Returns an automaton for the concatenations of `exponent` accepted words, built from that
    /// many copies in a row. The exponent 0 yields the language of the empty word.
    ///
    /// - Parameters:
    ///   - exponent: the number of words; must not be negative.
    ///   - budget: the bound on states and memory.
    /// - Complexity: that of ``repeated(_:budget:)``.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func power(_ exponent: Int, budget: Budget = .default) throws(AutomataError) -> Nondeterministic {
        precondition(exponent >= 0, "an exponent must not be negative")
        return try repeated(exponent...exponent, budget: budget)
    }

    /// Returns an automaton for the concatenations of *i* accepted words, for all *i* in a range.
    ///
    /// The result is a row of copies of this automaton. The last copies are optional or repeated.
    ///
    /// ```swift
    /// try digit.repeated(2...4)
    /// try digit.repeated(1...)
    /// ```
    ///
    /// - Parameters:
    ///   - counts: the numbers of words, a nonempty range without negative numbers.
    ///   - budget: the bound on states and memory.
    /// - Complexity: O(*c* (*n* + *m*)) for the upper bound *c* of the range, or the lower one if
    ///   there is no upper bound. For an NFA or a DFA, the removal of epsilon moves adds O(*c* *f*
    ///   *d*) transitions, for *f* final states and *d* transitions from the initial ones, and
    ///   O(*c*² *f* *d*) transitions if the automaton accepts the empty word.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func repeated(
        _ counts: some RangeExpression<Int>, budget: Budget = .default
    ) throws(AutomataError) -> Nondeterministic {
        let (least, most) = Self.bounds(counts, "a repetition count must not be negative")
        if least == 0, most == nil { return try kleeneStar(budget: budget) }
        let copies = try asEpsilonNFA.chain(least...(most ?? least), isLastRepeated: most == nil, budget: budget)
        return try Self.nondeterministic(copies, for: [model], budget: budget)
    }

    /// Returns an automaton for the accepted words and the empty word. A new last state is
    /// initial and final unless there is such a state already.
    ///
    /// - Complexity: O(*n* + *m*).
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func optional(budget: Budget = .default) throws(AutomataError) -> Nondeterministic {
        let view = asEpsilonNFA
        if !view.initialStates.isDisjoint(with: view.finalStates) { return .fitting(view, max(model, .nfa)) }
        var gluing = try EpsilonComposition([view], budget: budget)
        let start = try gluing.addState()
        gluing.initialStates = view.initialStates.union([start])
        gluing.finalStates = view.finalStates.union([start])
        return .fitting(try gluing.build(), max(model, .nfa))
    }

    /// Returns the bounds of a range without negative numbers; the upper one is `nil` if absent.
    static func bounds(_ range: some RangeExpression<Int>, _ message: String) -> (least: Int, most: Int?) {
        if let range = range as? PartialRangeFrom<Int> {
            precondition(range.lowerBound >= 0, message)
            return (range.lowerBound, nil)
        }
        if let range = range as? ClosedRange<Int> {
            precondition(range.lowerBound >= 0, message)
            return (range.lowerBound, range.upperBound)
        }
        if let range = range as? PartialRangeThrough<Int> {
            precondition(range.upperBound >= 0, message)
            return (0, range.upperBound)
        }
        let range = range.relative(to: 0..<Int.max)
        precondition(range.lowerBound >= 0, message)
        precondition(!range.isEmpty, "the range of repetition counts is empty")
        return (range.lowerBound, range.upperBound - 1)
    }
}

extension EpsilonNFA {
    /// Chains copies; words may end after any number of copies in the range.
    fileprivate func chain(
        _ counts: ClosedRange<Int>, isLastRepeated: Bool = false, budget: Budget
    ) throws(AutomataError) -> EpsilonNFA {
        let trim = trimmed()
        let last = trim.stateCount == 0 ? min(counts.upperBound, 1) : counts.upperBound
        var gluing = try EpsilonComposition(copies: last, of: trim, budget: budget)
        for copy in 0..<last {
            let (starts, ends) = (gluing.initialStates(of: copy), gluing.finalStates(of: copy))
            if copy == 0 { gluing.initialStates = StateSet(starts) }
            if copy + 1 >= counts.lowerBound { for state in ends { gluing.finalStates.insert(state) } }
            if copy + 1 < last {
                try gluing.move(from: ends, to: gluing.initialStates(of: copy + 1))
            } else if isLastRepeated {
                try gluing.move(from: ends, to: starts)
            }
        }
        if counts.lowerBound == 0 {
            let start = try gluing.addState()
            gluing.initialStates.insert(start)
            gluing.finalStates.insert(start)
        }
        return try gluing.build(over: alphabet)
    }
}

extension Automaton {
    /// Returns an automaton for the concatenations of at least `least` and at most `most` accepted
    /// words; `nil` for `most` sets no upper bound.
    @_spi(Tool) public func repeated(
        from least: Int, to most: Int?, budget: Budget
    ) throws(AutomataError) -> Automaton {
        switch (least, most) {
        case (1, nil): try kleenePlus(budget: budget)
        case (0, 1): try optional(budget: budget)
        case (_, nil): try repeated(least..., budget: budget)
        case (_, let most?): try repeated(least...most, budget: budget)
        }
    }
}
