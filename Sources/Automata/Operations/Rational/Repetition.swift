extension EpsilonNFA {
    /// An automaton for the words that consist of any number of this automaton's, none included: *L*\*.
    ///
    /// A new state, the last one, is initial and final; epsilon moves lead from it to the initial states, and to it from the final ones.
    ///
    /// - Complexity: O(*n* + *m*).
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    ///
    /// Thompson: *Regular expression search algorithm*, Communications of the ACM 11(6), 1968, doi:10.1145/363347.363387.
    public func kleeneStar(budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        var gluing = try Gluing([self], budget: budget)
        let hub = try gluing.addState()
        for state in initialStates { gluing.move(from: hub, to: state) }
        for state in finalStates { gluing.move(from: state, to: hub) }
        gluing.initialStates = [hub]
        gluing.finalStates = [hub]
        return try gluing.build()
    }

    /// An automaton for the words that consist of one of this automaton's or more: *L*⁺ = *L* *L*\*.
    ///
    /// Epsilon moves lead from the final states to the initial ones, through a new state where that takes fewer.
    ///
    /// - Complexity: O(*n* + *m*).
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func kleenePlus(budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        var gluing = try Gluing([self], budget: budget)
        try gluing.move(from: Array(finalStates), to: Array(initialStates))
        (gluing.initialStates, gluing.finalStates) = (initialStates, finalStates)
        return try gluing.build()
    }

    /// An automaton for the words that consist of just so many of this automaton's, one copy behind the other; the empty word alone for
    /// no copy.
    ///
    /// - Parameter exponent: how many; must not be negative.
    /// - Complexity: O(*e* (*n* + *m*)) for the exponent *e*.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func power(_ exponent: Int, budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        precondition(exponent >= 0, "a power has no negative exponent")
        return try chain(exponent...exponent, budget: budget)
    }

    /// An automaton for the words that consist of as many of this automaton's as the range has: copies one behind the other, of
    /// which the last ones may be left out.
    ///
    /// - Parameter counts: how many; must not be negative.
    /// - Complexity: O(*c* (*n* + *m*)) for the upper bound *c*.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func repeated(_ counts: ClosedRange<Int>, budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        precondition(counts.lowerBound >= 0, "nothing is repeated a negative number of times")
        return try chain(counts, budget: budget)
    }

    /// An automaton for the words that consist of so many of this automaton's or more: copies one behind the other, of which the last one
    /// may be repeated.
    ///
    /// - Parameter count: how many at least; must not be negative.
    /// - Complexity: O(*c* (*n* + *m*)) for the count *c*.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func repeated(atLeast count: Int, budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        precondition(count >= 0, "nothing is repeated a negative number of times")
        if count == 0 { return try kleeneStar(budget: budget) }
        return try chain(count...count, isLastRepeated: true, budget: budget)
    }

    /// An automaton for this automaton's words and the empty one: a new state, the last one, is initial and final where there is no
    /// such state yet.
    ///
    /// - Complexity: O(*n* + *m*).
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func optional(budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        if !initialStates.isDisjoint(with: finalStates) { return self }
        var gluing = try Gluing([self], budget: budget)
        let start = try gluing.addState()
        gluing.initialStates = initialStates.union([start])
        gluing.finalStates = finalStates.union([start])
        return try gluing.build()
    }

    /// Copies one behind the other; words may end after as many as the range has.
    private func chain(
        _ counts: ClosedRange<Int>, isLastRepeated: Bool = false, budget: Budget
    ) throws(AutomataError) -> EpsilonNFA {
        let trim = trimmed()
        let last = trim.stateCount == 0 ? min(counts.upperBound, 1) : counts.upperBound
        var gluing = try Gluing(copies: last, of: trim, budget: budget)
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

extension NFA {
    /// An NFA for the words that consist of any number of this automaton's, none included: *L*\*.
    ///
    /// It has one state more, which is initial and final; a final state gets the transitions that leave the initial ones. States that can't be
    /// reached are left out. ``EpsilonNFA/kleeneStar(budget:)`` adds epsilon moves in their place.
    ///
    /// - Complexity: O(*n* + *m* + *f* *d*) for *f* final states and *d* transitions from the initial ones.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func kleeneStar(budget: Budget = .default) throws(AutomataError) -> NFA {
        try EpsilonNFA(self).kleeneStar(budget: budget).removingEpsilonMoves(budget: budget.withoutStateLimit)
    }

    /// An NFA for the words that consist of one of this automaton's or more: *L*⁺ = *L* *L*\*.
    ///
    /// It has no more states; a final state gets the transitions that leave the initial ones.
    ///
    /// - Complexity: O(*n* + *m* + *f* *d*) for *f* final states and *d* transitions from the initial ones.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func kleenePlus(budget: Budget = .default) throws(AutomataError) -> NFA {
        try EpsilonNFA(self).kleenePlus(budget: budget).removingEpsilonMoves(budget: budget.withoutStateLimit)
    }

    /// An NFA for the words that consist of just so many of this automaton's; the empty word alone for none. It has so many copies of
    /// the automaton's states at most, less those that can't be reached.
    ///
    /// - Parameter exponent: how many; must not be negative.
    /// - Complexity: O(*e* (*n* + *m* + *f* *d*)) for the exponent *e*, *f* final states and *d* transitions from the initial ones.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func power(_ exponent: Int, budget: Budget = .default) throws(AutomataError) -> NFA {
        try EpsilonNFA(self).power(exponent, budget: budget).removingEpsilonMoves(budget: budget.withoutStateLimit)
    }

    /// An NFA for the words that consist of as many of this automaton's as the range has.
    ///
    /// - Parameter counts: how many; must not be negative.
    /// - Complexity: O(*c* (*n* + *m* + *f* *d*)) for the upper bound *c*, *f* final states and *d* transitions from the initial ones; *c*
    ///   times that where the empty word is one of the automaton's.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func repeated(_ counts: ClosedRange<Int>, budget: Budget = .default) throws(AutomataError) -> NFA {
        try EpsilonNFA(self).repeated(counts, budget: budget).removingEpsilonMoves(budget: budget.withoutStateLimit)
    }

    /// An NFA for the words that consist of so many of this automaton's or more.
    ///
    /// - Parameter count: how many at least; must not be negative.
    /// - Complexity: O(*c* (*n* + *m* + *f* *d*)) for the count *c*, *f* final states and *d* transitions from the initial ones; *c* times that
    ///   where the empty word is one of the automaton's.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func repeated(atLeast count: Int, budget: Budget = .default) throws(AutomataError) -> NFA {
        try EpsilonNFA(self).repeated(atLeast: count, budget: budget)
            .removingEpsilonMoves(budget: budget.withoutStateLimit)
    }

    /// An NFA for this automaton's words and the empty one: a new state, the last one, is initial and final where there is no such state yet.
    ///
    /// - Complexity: O(*n* + *m*).
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func optional(budget: Budget = .default) throws(AutomataError) -> NFA {
        try EpsilonNFA(self).optional(budget: budget).withoutMoves
    }
}

extension DFA {
    /// An NFA for the words that consist of any number of this automaton's, none included, as ``NFA/kleeneStar(budget:)`` makes it.
    ///
    /// - Complexity: O(*n* + *m* + *f* *d*) for *f* final states and *d* transitions from the initial one.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func kleeneStar(budget: Budget = .default) throws(AutomataError) -> NFA {
        try NFA(self).kleeneStar(budget: budget)
    }

    /// An NFA for the words that consist of one of this automaton's or more, as ``NFA/kleenePlus(budget:)`` makes it.
    ///
    /// - Complexity: O(*n* + *m* + *f* *d*) for *f* final states and *d* transitions from the initial one.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func kleenePlus(budget: Budget = .default) throws(AutomataError) -> NFA {
        try NFA(self).kleenePlus(budget: budget)
    }

    /// An NFA for the words that consist of just so many of this automaton's, as ``NFA/power(_:budget:)`` makes it.
    ///
    /// - Complexity: O(*e* (*n* + *m* + *f* *d*)) for the exponent *e*, *f* final states and *d* transitions from the initial one.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func power(_ exponent: Int, budget: Budget = .default) throws(AutomataError) -> NFA {
        try NFA(self).power(exponent, budget: budget)
    }

    /// An NFA for the words that consist of as many of this automaton's as the range has, as ``NFA/repeated(_:budget:)`` makes it.
    ///
    /// - Complexity: as ``NFA/repeated(_:budget:)`` has.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func repeated(_ counts: ClosedRange<Int>, budget: Budget = .default) throws(AutomataError) -> NFA {
        try NFA(self).repeated(counts, budget: budget)
    }

    /// An NFA for the words that consist of so many of this automaton's or more, as ``NFA/repeated(atLeast:budget:)`` makes it.
    ///
    /// - Complexity: as ``NFA/repeated(atLeast:budget:)`` has.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func repeated(atLeast count: Int, budget: Budget = .default) throws(AutomataError) -> NFA {
        try NFA(self).repeated(atLeast: count, budget: budget)
    }

    /// An NFA for this automaton's words and the empty one, as ``NFA/optional(budget:)`` makes it.
    ///
    /// - Complexity: O(*n* + *m*).
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func optional(budget: Budget = .default) throws(AutomataError) -> NFA {
        try NFA(self).optional(budget: budget)
    }
}

extension Automaton {
    /// An automaton for the words that consist of any number of this automaton's, none included: an NFA unless this one has epsilon moves.
    ///
    /// - Complexity: as ``NFA/kleeneStar(budget:)`` or ``EpsilonNFA/kleeneStar(budget:)`` has.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func kleeneStar(budget: Budget = .default) throws(AutomataError) -> Automaton {
        if case .epsilonNFA(let automaton) = self { return .epsilonNFA(try automaton.kleeneStar(budget: budget)) }
        return .nfa(try asNFA.kleeneStar(budget: budget))
    }

    /// An automaton for the words that consist of one of this automaton's or more: an NFA unless this one has epsilon moves.
    ///
    /// - Complexity: as ``NFA/kleenePlus(budget:)`` or ``EpsilonNFA/kleenePlus(budget:)`` has.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func kleenePlus(budget: Budget = .default) throws(AutomataError) -> Automaton {
        if case .epsilonNFA(let automaton) = self { return .epsilonNFA(try automaton.kleenePlus(budget: budget)) }
        return .nfa(try asNFA.kleenePlus(budget: budget))
    }

    /// An automaton for the words that consist of just so many of this automaton's: an NFA unless this one has epsilon moves.
    ///
    /// - Complexity: as ``NFA/power(_:budget:)`` or ``EpsilonNFA/power(_:budget:)`` has.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func power(_ exponent: Int, budget: Budget = .default) throws(AutomataError) -> Automaton {
        if case .epsilonNFA(let automaton) = self { return .epsilonNFA(try automaton.power(exponent, budget: budget)) }
        return .nfa(try asNFA.power(exponent, budget: budget))
    }

    /// An automaton for the words that consist of as many of this automaton's as the range has: an NFA unless this one has epsilon moves.
    ///
    /// - Complexity: as ``NFA/repeated(_:budget:)`` or ``EpsilonNFA/repeated(_:budget:)`` has.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func repeated(_ counts: ClosedRange<Int>, budget: Budget = .default) throws(AutomataError) -> Automaton {
        if case .epsilonNFA(let automaton) = self { return .epsilonNFA(try automaton.repeated(counts, budget: budget)) }
        return .nfa(try asNFA.repeated(counts, budget: budget))
    }

    /// An automaton for the words that consist of so many of this automaton's or more: an NFA unless this one has epsilon moves.
    ///
    /// - Complexity: as ``NFA/repeated(atLeast:budget:)`` or ``EpsilonNFA/repeated(atLeast:budget:)`` has.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func repeated(atLeast count: Int, budget: Budget = .default) throws(AutomataError) -> Automaton {
        if case .epsilonNFA(let automaton) = self {
            return .epsilonNFA(try automaton.repeated(atLeast: count, budget: budget))
        }
        return .nfa(try asNFA.repeated(atLeast: count, budget: budget))
    }

    /// An automaton for this automaton's words and the empty one: an NFA unless this one has epsilon moves.
    ///
    /// - Complexity: O(*n* + *m*).
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func optional(budget: Budget = .default) throws(AutomataError) -> Automaton {
        if case .epsilonNFA(let automaton) = self { return .epsilonNFA(try automaton.optional(budget: budget)) }
        return .nfa(try asNFA.optional(budget: budget))
    }
}

extension Automaton {
    /// An automaton for the words that are so many words of the language one after another; any number from the least one on where there
    /// is no most.
    package func repeated(from least: Int, to most: Int?, budget: Budget) throws(AutomataError) -> Automaton {
        switch (least, most) {
        case (0, nil): try kleeneStar(budget: budget)
        case (1, nil): try kleenePlus(budget: budget)
        case (_, nil): try repeated(atLeast: least, budget: budget)
        case (0, 1): try optional(budget: budget)
        case (_, let most?): try repeated(least...most, budget: budget)
        }
    }
}
