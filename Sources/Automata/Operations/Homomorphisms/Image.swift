extension EpsilonNFA {
    /// An automaton for what the accepted words become under a homomorphism: *h*(*L*).
    ///
    /// A transition on a symbol becomes a chain of them on the symbol's word, an epsilon move for the empty one. States keep their
    /// numbers; those of the chains come behind them, and transitions on one symbol to one state share theirs.
    ///
    /// - Complexity: O(*n* + *m* log *d* + *s* *l*) for *s* pairs of a symbol and a state that it leads to, and words of length *l*.
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` where the homomorphism doesn't know a symbol of the automaton,
    ///   ``AutomataError/invalidSymbolClass(_:)``, ``AutomataError/incompatibleAlphabets(_:_:)``,
    ///   ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    ///
    /// Hopcroft, Motwani, Ullman: *Introduction to Automata Theory, Languages, and Computation*, 3rd ed., section 4.2.3.
    public func image(under homomorphism: Homomorphism, budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        let aligned = try aligned(to: homomorphism.source, budget: budget)
        var builder = ChainBuilder(stateCount: stateCount, budget: budget)
        for state in states {
            for index in aligned.rows.range(of: state) {
                try builder.addPath(
                    from: state, on: homomorphism.images[Int(aligned.rows.symbols[index])],
                    to: aligned.rows.targets[index], key: aligned.rows.symbols[index])
            }
            for index in epsilon.range(of: state) { builder.addMove(from: state, to: epsilon.targets[index]) }
        }
        return try builder.build(
            alphabet: homomorphism.target, initialStates: initialStates, finalStates: finalStates)
    }

    /// An NFA for the words that a homomorphism takes to accepted ones: *h*⁻¹(*L*). Epsilon moves are removed first.
    ///
    /// - Complexity: that of ``removingEpsilonMoves(budget:)`` and of ``NFA/preimage(under:budget:)``.
    /// - Throws: as ``NFA/preimage(under:budget:)``.
    public func preimage(under homomorphism: Homomorphism, budget: Budget = .default) throws(AutomataError) -> NFA {
        try removingEpsilonMoves(budget: budget.withoutStateLimit).preimage(under: homomorphism, budget: budget)
    }

    /// An automaton for the words in which any word of its language stands for each symbol that has one here; the other symbols stay.
    ///
    /// Each transition on such a symbol becomes a copy of the language's automaton between two epsilon moves; transitions on one symbol to one state
    /// share theirs. The alphabet is joint of this automaton's and the languages'.
    ///
    /// - Parameters:
    ///   - languages: the language for each symbol that is replaced.
    ///   - budget: the bound on states and memory.
    /// - Complexity: O(*n* + *m* log *d* + *s* *l*) for *s* pairs of a replaced symbol and a state that it leads to, and automata of *l*
    ///   states and transitions.
    /// - Throws: ``AutomataError/symbolOutOfRange(_:symbolCount:)``, ``AutomataError/incompatibleAlphabets(_:_:)``,
    ///   ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    ///
    /// Hopcroft, Motwani, Ullman: *Introduction to Automata Theory, Languages, and Computation*, 3rd ed., section 7.3.1.
    public func substituting(
        _ languages: [Symbol: EpsilonNFA], budget: Budget = .default
    ) throws(AutomataError) -> EpsilonNFA {
        let replaced = languages.keys.sorted()
        for symbol in replaced where Int(symbol) >= alphabet.count {
            throw .symbolOutOfRange(symbol, symbolCount: alphabet.count)
        }
        var alphabets = [alphabet]
        for symbol in replaced { alphabets.append(languages[symbol]?.alphabet ?? []) }
        let alignment = try AlphabetAlignment(alphabets)
        var parts: [Symbol: EpsilonNFA] = [:]
        for (symbol, map) in zip(replaced, alignment.maps.dropFirst()) {
            parts[symbol] = try languages[symbol]?.trimmed().aligned(by: map, budget: budget)
        }
        var builder = ChainBuilder(stateCount: stateCount, budget: budget)
        for state in states {
            for index in rows.range(of: state) {
                let (symbol, target) = (rows.symbols[index], rows.targets[index])
                if let part = parts[symbol] {
                    try builder.addCopy(of: part, from: state, to: target, key: symbol)
                } else {
                    for image in alignment.maps[0].newSymbols(of: symbol) {
                        try builder.addPath(from: state, on: [image], to: target, key: symbol)
                    }
                }
            }
            for index in epsilon.range(of: state) { builder.addMove(from: state, to: epsilon.targets[index]) }
        }
        return try builder.build(
            alphabet: alignment.alphabet, initialStates: initialStates, finalStates: finalStates)
    }

    /// An automaton for the accepted words with only the given symbols left in them: transitions on others become epsilon moves.
    ///
    /// The alphabet consists of the given symbols, in the order of this one's. States keep their numbers and names.
    ///
    /// - Complexity: O(*n* + *m*).
    /// - Throws: ``AutomataError/symbolOutOfRange(_:symbolCount:)`` for a symbol that the alphabet doesn't have.
    public func projected(onto symbols: some Sequence<Symbol>) throws(AutomataError) -> EpsilonNFA {
        let map = try alphabet.projection(onto: symbols)
        var (sources, targets): ([State], [State]) = ([], [])
        for state in states {
            for index in rows.range(of: state) where map.newSymbols(of: rows.symbols[index]).isEmpty {
                sources.append(state)
                targets.append(rows.targets[index])
            }
            for index in epsilon.range(of: state) {
                sources.append(state)
                targets.append(epsilon.targets[index])
            }
        }
        return EpsilonNFA(
            alphabet: map.alphabet, rows: try rows.mapped(by: map, budget: .unlimited),
            epsilon: EpsilonMoves(stateCount: stateCount, sources: sources, targets: targets),
            initialStates: initialStates, finalStates: finalStates, names: names)
    }

    /// The automaton with other names for some of its symbols, which must be named ones; symbols that get one name become one symbol.
    ///
    /// The alphabet has the new names in the order of the old ones. States keep their numbers and names.
    ///
    /// - Complexity: O(*n* + *m* log *d*), *d* the most transitions from one state.
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for an old name that the alphabet doesn't have,
    ///   ``AutomataError/incompatibleAlphabets(_:_:)`` for an alphabet of classes.
    public func renamed(_ names: [String: String]) throws(AutomataError) -> EpsilonNFA {
        try aligned(by: alphabet.renaming(names), budget: .unlimited)
    }
}

extension NFA {
    /// An automaton for what the accepted words become under a homomorphism, as ``EpsilonNFA/image(under:budget:)`` makes it; it has no epsilon moves
    /// unless a symbol becomes the empty word.
    ///
    /// - Complexity: as ``EpsilonNFA/image(under:budget:)`` has.
    /// - Throws: as ``EpsilonNFA/image(under:budget:)``.
    public func image(under homomorphism: Homomorphism, budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        try EpsilonNFA(self).image(under: homomorphism, budget: budget)
    }

    /// An NFA for the words that a homomorphism takes to accepted ones: *h*⁻¹(*L*).
    ///
    /// It has the same states, with their names; a transition on a symbol leads where the symbol's word leads.
    ///
    /// - Complexity: O(*n* *k* *l* *m*) at worst for *k* symbols and words of length *l*; each step costs the transitions of the states that are
    ///   reached.
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` where the homomorphism's target doesn't have a symbol of the automaton,
    ///   ``AutomataError/invalidSymbolClass(_:)``, ``AutomataError/incompatibleAlphabets(_:_:)``,
    ///   ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    ///
    /// Hopcroft, Motwani, Ullman: *Introduction to Automata Theory, Languages, and Computation*, 3rd ed., section 4.2.4.
    public func preimage(under homomorphism: Homomorphism, budget: Budget = .default) throws(AutomataError) -> NFA {
        let aligned = try aligned(to: homomorphism.target, budget: budget)
        var rows = GrowingRows()
        var simulation = Simulation(rows: aligned.rows, epsilon: nil)
        var pace = BudgetPace()
        var work = 0
        for state in states {
            guard rows.transitionCount < maximumCount / 2 else { throw .tooLarge("transitions") }
            rows.beginRow()
            for (symbol, image) in homomorphism.images.enumerated() {
                if pace.isDue(states: Int(state), work: work + rows.transitionCount) {
                    try budget.check(
                        statesBuilt: Int(state), statesPending: stateCount - Int(state), bytes: rows.byteCount)
                }
                simulation.start(in: [state])
                for letter in image {
                    simulation.step(on: letter)
                    work += simulation.current.count + 1
                    if simulation.current.isEmpty { break }
                }
                for target in simulation.current { rows.append(target, on: Symbol(symbol)) }
            }
            rows.endRow()
        }
        try budget.check(statesBuilt: stateCount, bytes: rows.byteCount)
        return NFA(
            alphabet: homomorphism.source, rows: rows.transitions(), initialStates: initialStates,
            finalStates: finalStates, names: names)
    }

    /// An automaton for the words in which any word of its language stands for each symbol that has one here, as
    /// ``EpsilonNFA/substituting(_:budget:)`` makes it.
    ///
    /// - Complexity: as ``EpsilonNFA/substituting(_:budget:)`` has.
    /// - Throws: as ``EpsilonNFA/substituting(_:budget:)``.
    public func substituting(
        _ languages: [Symbol: EpsilonNFA], budget: Budget = .default
    ) throws(AutomataError) -> EpsilonNFA {
        try EpsilonNFA(self).substituting(languages, budget: budget)
    }

    /// An automaton for the accepted words with only the given symbols left in them, as ``EpsilonNFA/projected(onto:)`` makes it.
    ///
    /// - Complexity: O(*n* + *m*).
    /// - Throws: ``AutomataError/symbolOutOfRange(_:symbolCount:)`` for a symbol that the alphabet doesn't have.
    public func projected(onto symbols: some Sequence<Symbol>) throws(AutomataError) -> EpsilonNFA {
        try EpsilonNFA(self).projected(onto: symbols)
    }

    /// The automaton with other names for some of its symbols, which must be named ones; symbols that get one name become one symbol.
    ///
    /// The alphabet has the new names in the order of the old ones. States keep their numbers and names.
    ///
    /// - Complexity: O(*n* + *m* log *d*), *d* the most transitions from one state.
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for an old name that the alphabet doesn't have,
    ///   ``AutomataError/incompatibleAlphabets(_:_:)`` for an alphabet of classes.
    public func renamed(_ names: [String: String]) throws(AutomataError) -> NFA {
        try aligned(by: alphabet.renaming(names), budget: .unlimited)
    }
}

extension DFA {
    /// An automaton for what the accepted words become under a homomorphism, as ``EpsilonNFA/image(under:budget:)`` makes it; it has no epsilon moves
    /// unless a symbol becomes the empty word.
    ///
    /// - Complexity: as ``EpsilonNFA/image(under:budget:)`` has.
    /// - Throws: as ``EpsilonNFA/image(under:budget:)``.
    public func image(under homomorphism: Homomorphism, budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        try EpsilonNFA(NFA(self)).image(under: homomorphism, budget: budget)
    }

    /// A DFA for the words that a homomorphism takes to accepted ones: *h*⁻¹(*L*).
    ///
    /// It has the same states, with their names; a transition on a symbol leads where the symbol's word leads.
    ///
    /// - Complexity: O(*n* *k* *l*) for *k* symbols and words of length *l*, and O(log *d*) for each step in a sparse table.
    /// - Throws: as ``NFA/preimage(under:budget:)``.
    public func preimage(under homomorphism: Homomorphism, budget: Budget = .default) throws(AutomataError) -> DFA {
        try NFA(self).preimage(under: homomorphism, budget: budget).asDeterministic
    }

    /// An automaton for the words in which any word of its language stands for each symbol that has one here, as
    /// ``EpsilonNFA/substituting(_:budget:)`` makes it.
    ///
    /// - Complexity: as ``EpsilonNFA/substituting(_:budget:)`` has.
    /// - Throws: as ``EpsilonNFA/substituting(_:budget:)``.
    public func substituting(
        _ languages: [Symbol: EpsilonNFA], budget: Budget = .default
    ) throws(AutomataError) -> EpsilonNFA {
        try EpsilonNFA(NFA(self)).substituting(languages, budget: budget)
    }

    /// An automaton for the accepted words with only the given symbols left in them, as ``EpsilonNFA/projected(onto:)`` makes it.
    ///
    /// - Complexity: O(*n* + *m*).
    /// - Throws: ``AutomataError/symbolOutOfRange(_:symbolCount:)`` for a symbol that the alphabet doesn't have.
    public func projected(onto symbols: some Sequence<Symbol>) throws(AutomataError) -> EpsilonNFA {
        try EpsilonNFA(NFA(self)).projected(onto: symbols)
    }

    /// The automaton with other names for some of its symbols, as ``NFA/renamed(_:)`` makes it: symbols that get one name become one symbol, on
    /// which a state may then have several targets.
    ///
    /// - Complexity: O(*n* + *m* log *d*), *d* the most transitions from one state.
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for an old name that the alphabet doesn't have,
    ///   ``AutomataError/incompatibleAlphabets(_:_:)`` for an alphabet of classes.
    public func renamed(_ names: [String: String]) throws(AutomataError) -> NFA {
        try NFA(self).renamed(names)
    }
}

extension Automaton {
    /// An automaton for what the accepted words become under a homomorphism, of the most specific model.
    ///
    /// - Complexity: as ``EpsilonNFA/image(under:budget:)`` has.
    /// - Throws: as ``EpsilonNFA/image(under:budget:)``.
    public func image(under homomorphism: Homomorphism, budget: Budget = .default) throws(AutomataError) -> Automaton {
        Automaton(mostSpecific: try asEpsilonNFA.image(under: homomorphism, budget: budget))
    }

    /// An automaton for the words that a homomorphism takes to accepted ones: a DFA where this one is, and otherwise an NFA.
    ///
    /// - Complexity: as ``NFA/preimage(under:budget:)`` has.
    /// - Throws: as ``NFA/preimage(under:budget:)``.
    public func preimage(under homomorphism: Homomorphism, budget: Budget = .default) throws(AutomataError) -> Automaton
    {
        switch self {
        case .dfa(let dfa): .dfa(try dfa.preimage(under: homomorphism, budget: budget))
        case .nfa(let nfa): .nfa(try nfa.preimage(under: homomorphism, budget: budget))
        case .epsilonNFA(let automaton): .nfa(try automaton.preimage(under: homomorphism, budget: budget))
        }
    }

    /// An automaton for the words in which any word of its language stands for each symbol that has one here, of the most specific model.
    ///
    /// - Complexity: as ``EpsilonNFA/substituting(_:budget:)`` has.
    /// - Throws: as ``EpsilonNFA/substituting(_:budget:)``.
    public func substituting(
        _ languages: [Symbol: Automaton], budget: Budget = .default
    ) throws(AutomataError) -> Automaton {
        let languages = languages.mapValues(\.asEpsilonNFA)
        return Automaton(mostSpecific: try asEpsilonNFA.substituting(languages, budget: budget))
    }

    /// An automaton for the accepted words with only the given symbols left in them, of the most specific model.
    ///
    /// - Complexity: O(*n* + *m*).
    /// - Throws: ``AutomataError/symbolOutOfRange(_:symbolCount:)`` for a symbol that the alphabet doesn't have.
    public func projected(onto symbols: some Sequence<Symbol>) throws(AutomataError) -> Automaton {
        Automaton(mostSpecific: try asEpsilonNFA.projected(onto: symbols))
    }

    /// The automaton with other names for some of its symbols, of the most specific model.
    ///
    /// - Complexity: O(*n* + *m* log *d*), *d* the most transitions from one state.
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for an old name that the alphabet doesn't have,
    ///   ``AutomataError/incompatibleAlphabets(_:_:)`` for an alphabet of classes.
    public func renamed(_ names: [String: String]) throws(AutomataError) -> Automaton {
        Automaton(mostSpecific: try asEpsilonNFA.renamed(names))
    }
}

extension Alphabet {
    /// What becomes of the symbols where only some are left, in their old order.
    fileprivate func projection(onto kept: some Sequence<Symbol>) throws(AutomataError) -> SymbolMap {
        var isKept = [Bool](repeating: false, count: count)
        for symbol in kept {
            guard Int(symbol) < count else { throw .symbolOutOfRange(symbol, symbolCount: count) }
            isKept[Int(symbol)] = true
        }
        let old = symbols.filter { isKept[Int($0)] }
        var newSymbols = [Symbol](repeating: .none, count: count)
        for (new, symbol) in old.enumerated() { newSymbols[Int(symbol)] = Symbol(new) }
        switch storage {
        case .named(let names): return SymbolMap(newSymbols, in: Alphabet(names.permuted(by: old)))
        case .partition(let partition):
            let ranges = partition.ranges.compactMap { range in
                newSymbols[Int(range.symbol)] == .none
                    ? nil
                    : SymbolPartition.ClassRange(
                        lower: range.lower, upper: range.upper, symbol: newSymbols[Int(range.symbol)])
            }
            return SymbolMap(
                newSymbols,
                in: Alphabet(SymbolPartition(domain: partition.domain, joinedRanges: ranges, count: old.count)))
        }
    }

    /// What becomes of the symbols where some get other names.
    fileprivate func renaming(_ newNames: [String: String]) throws(AutomataError) -> SymbolMap {
        guard case .named(let names) = storage else { throw .incompatibleAlphabets(kind, .named) }
        var newNameOf: [Symbol: String] = [:]
        for (old, new) in newNames.sorted(by: { $0.key < $1.key }) {
            guard let symbol = names.id(of: old) else { throw .unknownSymbol(old, position: nil) }
            newNameOf[symbol] = new
        }
        var table = NameTable()
        var newSymbols: [Symbol] = []
        for symbol in symbols {
            if let name = newNameOf[symbol] {
                newSymbols.append(try table.intern(name).id)
            } else {
                newSymbols.append(
                    try names.withUTF8(of: symbol) { (name) throws(AutomataError) in try table.intern(name).id })
            }
        }
        return SymbolMap(newSymbols, in: Alphabet(table))
    }
}
