extension Alphabet {
    /// Returns the joint alphabet of this alphabet and another. For named symbols it is the union,
    /// with this alphabet's symbols first; for classes, the coarsest common refinement.
    ///
    /// - Complexity: O(1) for alphabets that share their storage, otherwise O(total length of the
    ///   names), or O(*r* log *r*) for classes of *r* ranges in total.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)`` if the alphabets are of different
    ///   kinds.
    public func joint(with other: Alphabet) throws(AutomataError) -> Alphabet {
        try aligned(with: other).alphabet
    }

    /// Returns the joint alphabet, and the map of each alphabet's symbols into it.
    ///
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)`` if the alphabets are of different
    ///   kinds.
    package func aligned(with other: Alphabet) throws(AutomataError) -> AlphabetAlignment {
        try AlphabetAlignment(self, other)
    }

    /// Returns the map of this alphabet's symbols into an alphabet that contains all of them,
    /// possibly with classes split.
    ///
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``;
    ///   ``AutomataError/unknownSymbol(_:position:)`` for a name that the other doesn't have;
    ///   ``AutomataError/invalidSymbolClass(_:)`` for a class of the other alphabet that is only
    ///   partly within a class of this one.
    package func map(into finer: Alphabet) throws(AutomataError) -> SymbolMap {
        let alignment = try AlphabetAlignment(finer, self)
        if alignment.alphabet == finer { return alignment.maps[1] }
        if kind == .named {
            throw .unknownSymbol(alignment.alphabet.name(of: Symbol(finer.count)), position: nil)
        }
        for symbol in finer.symbols where alignment.maps[0].newSymbols(of: symbol).count > 1 {
            throw .invalidSymbolClass(finer.name(of: symbol))
        }
        let foreignSymbol = alignment.maps[0].oldSymbols.firstIndex(of: .absent)
        throw .unknownSymbol(foreignSymbol.map { alignment.alphabet.name(of: Symbol($0)) } ?? "", position: nil)
    }
}

extension FiniteAutomaton {
    /// Returns the automaton over another alphabet, which must contain all symbols of the
    /// automaton's own alphabet. Classes may be split into smaller ones.
    ///
    /// The language is kept; states keep their numbers and names. Operations on two automata align
    /// them automatically.
    ///
    /// - Complexity: O(1) over the same alphabet. Otherwise O(*n* + *m'* log *d*) for *m'* new
    ///   transitions, at most *d* from one state; O(*n* *k'* + *m'*) for a DFA and *k'* new
    ///   symbols.
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for a symbol that the alphabet
    ///   doesn't have; ``AutomataError/invalidSymbolClass(_:)`` for a new class that is only partly
    ///   within an old one; ``AutomataError/incompatibleAlphabets(_:_:)``;
    ///   ``AutomataError/budgetExceeded(statesBuilt:limit:)``.
    public func aligned(to alphabet: Alphabet, budget: Budget = .default) throws(AutomataError) -> Self {
        try aligned(by: self.alphabet.map(into: alphabet), budget: budget)
    }

    /// Returns the automaton with the new symbols of an alignment; each new symbol comes from at
    /// most one old symbol.
    package func aligned(by map: SymbolMap, budget: Budget = .default) throws(AutomataError) -> Self {
        if map.isIdentity, map.alphabet == alphabet { return self }
        if let dfa = asDFA { return .fitting(try dfa.replacingSymbols(by: map, budget: budget), .dfa) }
        return .fitting(try asEpsilonNFA.replacingSymbols(by: map, budget: budget), model)
    }
}

extension DFA {
    fileprivate func replacingSymbols(by map: SymbolMap, budget: Budget) throws(AutomataError) -> DFA {
        let newCount = map.alphabet.count
        guard case .dense(let cells) = table, staysDense(by: map) else {
            return DFA(
                alphabet: map.alphabet, rows: try sparseRows.mapped(by: map, budget: budget),
                initialState: initialState, finalStates: finalStates, annotations: annotations)
        }
        let (count, overflow) = stateCount.multipliedReportingOverflow(by: newCount)
        guard !overflow, count <= maximumCount else { throw .tooLarge("transitions") }
        try budget.check(statesBuilt: 0, bytes: 4 * count)
        let oldSymbols = map.oldSymbols
        let oldCount = alphabet.count
        let newCells = [StateID](unsafeUninitializedCapacity: count) { newCells, initializedCount in
            for state in 0..<stateCount {
                for symbol in 0..<newCount {
                    let old = oldSymbols[symbol]
                    newCells.initializeElement(
                        at: initializedCount, to: old == .absent ? .absent : cells[state * oldCount + Int(old)])
                    initializedCount += 1
                }
            }
        }
        return DFA(
            alphabet: map.alphabet, stateCount: stateCount, denseTargets: newCells, initialState: initialState,
            finalStates: finalStates, annotations: annotations)
    }

    /// Whether a dense table is smaller than a sparse one with the new symbols too, many of which
    /// may be unused.
    private func staysDense(by map: SymbolMap) -> Bool {
        var newTransitions = 0
        for symbol in alphabet.symbols { newTransitions += map.newSymbols(of: symbol).count }
        // An upper bound, as if each state had a transition on each symbol.
        let (most, overflow) = newTransitions.multipliedReportingOverflow(by: stateCount)
        return !overflow
            && Table.isDenseBetter(
                stateCount: stateCount, symbolCount: map.alphabet.count, transitionCount: most)
    }
}

extension EpsilonNFA {
    /// Returns the automaton with new symbols; symbols that the map joins become one.
    func replacingSymbols(by map: SymbolMap, budget: Budget) throws(AutomataError) -> EpsilonNFA {
        return EpsilonNFA(
            alphabet: map.alphabet, rows: try rows.mapped(by: map, budget: budget), epsilon: epsilon,
            initialStates: initialStates, finalStates: finalStates, annotations: annotations)
    }
}

// MARK: - Several automata at once

extension AlphabetAlignment {
    /// Returns two automata over their joint alphabet.
    package static func align<Left: FiniteAutomaton, Right: FiniteAutomaton>(
        _ left: Left, _ right: Right, budget: Budget
    ) throws(AutomataError) -> (Left, Right) {
        let alignment = try AlphabetAlignment(left.alphabet, right.alphabet)
        return (
            try left.aligned(by: alignment.maps[0], budget: budget),
            try right.aligned(by: alignment.maps[1], budget: budget)
        )
    }

    /// Returns any number of automata over their joint alphabet.
    package static func align<Model: FiniteAutomaton>(
        _ automata: [Model], budget: Budget
    ) throws(AutomataError) -> (alphabet: Alphabet, automata: [Model]) {
        var alphabets: [Alphabet] = []
        alphabets.reserveCapacity(automata.count)
        for automaton in automata { alphabets.append(automaton.alphabet) }
        let alignment = try AlphabetAlignment(alphabets)
        var aligned: [Model] = []
        aligned.reserveCapacity(automata.count)
        for (automaton, map) in zip(automata, alignment.maps) {
            aligned.append(try automaton.aligned(by: map, budget: budget))
        }
        return (alignment.alphabet, aligned)
    }
}

extension Alphabet {
    /// Returns the map of this alphabet's symbols into another one. Classes of the other alphabet
    /// are split if this one distinguishes their members; symbols that the other doesn't have are
    /// dropped.
    ///
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``.
    package func restriction(to other: Alphabet) throws(AutomataError) -> SymbolMap {
        if self == other { return SymbolMap(keeping: count, in: other) }
        let alignment = try AlphabetAlignment(other, self)
        // In the joint alphabet the other's symbols come first, and symbols that only this one has
        // come last.
        var keptCount = 0
        for symbol in other.symbols { keptCount += alignment.maps[0].newSymbols(of: symbol).count }
        let target: Alphabet
        switch alignment.alphabet.storage {
        case .named:
            target = other
        case .partition(let partition):
            let ranges = partition.ranges.filter { Int($0.symbol) < keptCount }
            target = Alphabet(SymbolPartition(domain: partition.domain, joinedRanges: ranges, count: keptCount))
        }
        var offsets: [UInt32] = [0]
        var images: [Symbol] = []
        for symbol in symbols {
            for image in alignment.maps[1].newSymbols(of: symbol) where Int(image) < keptCount { images.append(image) }
            offsets.append(UInt32(images.count))
        }
        return SymbolMap(offsets: offsets, images: images, in: target == other ? other : target)
    }
}
