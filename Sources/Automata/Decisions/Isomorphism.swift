extension DFA {
    /// Whether the accessible parts of two automata over one alphabet are equal up to the names and
    /// numbers of their states.
    ///
    /// Minimal automata are isomorphic if and only if their languages are equal.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) in dense tables.
    public func isIsomorphic(to other: DFA) -> Bool { accessibleIsomorphism(to: other) != nil }

    /// Returns the corresponding state of the other automaton for each state, or `nil` if
    /// ``isIsomorphic(to:)`` doesn't hold. Inaccessible states correspond to `nil`.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) in dense tables.
    public func isomorphism(to other: DFA) -> [StateID?]? {
        accessibleIsomorphism(to: other)?.map { $0 == .absent ? nil : $0 }
    }

    /// Returns the isomorphism, if any, with ``DenseID/absent`` for inaccessible states.
    private func accessibleIsomorphism(to other: DFA) -> [StateID]? {
        guard alphabet == other.alphabet else { return nil }
        var map = [StateID](repeating: .absent, count: stateCount)
        guard let initialState, let otherInitial = other.initialState else {
            return initialState == other.initialState ? map : nil
        }
        var inverse = [StateID](repeating: .absent, count: other.stateCount)
        map[Int(initialState)] = otherInitial
        inverse[Int(otherInitial)] = initialState
        var pending = [initialState]
        let (rows, otherRows) = (sparseRows, other.sparseRows)
        while let state = pending.popLast() {
            let partner = map[Int(state)]
            let (row, otherRow) = (rows.range(of: state), otherRows.range(of: partner))
            guard isFinal(state) == other.isFinal(partner), rows.symbols[row] == otherRows.symbols[otherRow] else {
                return nil
            }
            for (index, otherIndex) in zip(row, otherRow) {
                let (target, otherTarget) = (rows.targets[index], otherRows.targets[otherIndex])
                if map[Int(target)] == .absent, inverse[Int(otherTarget)] == .absent {
                    map[Int(target)] = otherTarget
                    inverse[Int(otherTarget)] = target
                    pending.append(target)
                } else if map[Int(target)] != otherTarget {
                    return nil
                }
            }
        }
        return map
    }
}
