extension FiniteAutomaton {
    /// Returns the automaton with new names for some of its named symbols. Symbols that get the
    /// same name become one symbol.
    ///
    /// The alphabet has the new names in the order of the old ones. States keep their numbers and
    /// names.
    ///
    /// - Complexity: O(*n* + *m* log *d*), where *d* is the maximum number of transitions from one
    ///   state.
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for an old name that the alphabet
    ///   doesn't have; ``AutomataError/incompatibleAlphabets(_:_:)`` for an alphabet of classes.
    public func renamed(_ names: [String: String]) throws(AutomataError) -> Nondeterministic {
        try renamed(names.inOrder)
    }

    /// Returns the automaton with new names for some of its symbols. Each pair has an old and a new
    /// name.
    ///
    /// Names in pairs are equal if their UTF-8 bytes are equal. A dictionary can't distinguish
    /// canonically equivalent names, because they are equal as Swift strings.
    ///
    /// - Complexity: O(*n* + *m* log *d*), where *d* is the maximum number of transitions from one
    ///   state.
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for an old name that the alphabet
    ///   doesn't have; ``AutomataError/duplicateSymbol(_:)`` for an old name that is given twice;
    ///   ``AutomataError/incompatibleAlphabets(_:_:)`` for an alphabet of classes.
    public func renamed(_ names: [(String, String)]) throws(AutomataError) -> Nondeterministic {
        // Symbols may be joined, so the alignment of DFAs can't do this.
        let map = try alphabet.renaming(names)
        return .fitting(try asEpsilonNFA.replacingSymbols(by: map, budget: .unlimited), max(model, .nfa))
    }
}

extension [String: String] {
    /// The entries in the order of the keys, so that always the same error is reported.
    var inOrder: [(String, String)] { sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
}

extension Alphabet {
    /// Returns the map that renames some of the symbols.
    fileprivate func renaming(_ newNames: [(String, String)]) throws(AutomataError) -> SymbolMap {
        guard case .named(let names) = storage else { throw .incompatibleAlphabets(kind, .named) }
        var newNameOf: [Symbol: String] = [:]
        for (old, new) in newNames {
            guard let symbol: Symbol = names.id(of: old) else { throw .unknownSymbol(old, position: nil) }
            guard newNameOf.updateValue(new, forKey: symbol) == nil else { throw .duplicateSymbol(old) }
        }
        var table = NameTable()
        var newSymbols: [Symbol] = []
        for symbol in symbols {
            if let name = newNameOf[symbol] {
                newSymbols.append(Symbol(try table.intern(name).id))
            } else {
                newSymbols.append(
                    try names.withUTF8(at: Int(symbol)) { (name) throws(AutomataError) in
                        Symbol(try table.intern(name).id)
                    })
            }
        }
        return SymbolMap(newSymbols, in: Alphabet(table))
    }
}
