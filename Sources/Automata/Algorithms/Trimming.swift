extension FiniteAutomaton {
    /// Returns the automaton without inaccessible states.
    ///
    /// States keep their order and names; the language is kept.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) for a DFA that is stored as a dense table.
    public func accessiblePart() -> Self { restricted(to: accessibleStates) }

    /// Returns the automaton without the states from which no final state can be reached.
    ///
    /// States keep their order and names; the language is kept.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) for a DFA that is stored as a dense table.
    public func coaccessiblePart() -> Self { restricted(to: coaccessibleStates) }

    /// Returns the automaton without the states that no accepting run visits.
    ///
    /// States keep their order and names; the language is kept. The empty language yields an
    /// automaton without states.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) for a DFA that is stored as a dense table.
    public func trimmed() -> Self { restricted(to: accessibleStates.intersection(coaccessibleStates)) }

    /// Returns the automaton with only the given states and the transitions between them. States
    /// keep their order and names. Ids that aren't states of the automaton are ignored.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) for a DFA that is stored as a dense table.
    public func restricted(to states: StateSet) -> Self {
        let renumbering = Renumbering(keeping: states.intersection(StateSet(allBelow: stateCount)), of: stateCount)
        if renumbering.keepsAll { return self }
        let (initial, final) = (renumbering.set(initialStates), renumbering.set(finalStates))
        let annotations = annotations.permuted(by: renumbering.oldStates)
        guard let dfa = asDFA else {
            let automaton = asEpsilonNFA
            return .fitting(
                EpsilonNFA(
                    alphabet: alphabet, rows: renumbering.rows(automaton.rows),
                    epsilon: renumbering.moves(automaton.epsilon), initialStates: initial, finalStates: final,
                    annotations: annotations), model)
        }
        if case .dense(let cells) = dfa.table {
            return .fitting(
                DFA(
                    alphabet: alphabet, stateCount: renumbering.oldStates.count,
                    denseTargets: renumbering.cells(cells, symbolCount: alphabet.count), initialState: initial.first,
                    finalStates: final, annotations: annotations), .dfa)
        }
        return .fitting(
            DFA(
                alphabet: alphabet, rows: renumbering.rows(dfa.sparseRows), initialState: initial.first,
                finalStates: final, annotations: annotations), .dfa)
    }
}

/// A selection of an automaton's states, with new numbers in the old order.
package struct Renumbering {
    /// The kept states, ascending.
    let oldStates: [StateID]
    /// The new number of each old state, or ``DenseID/absent`` for dropped ones.
    package let newStates: [StateID]

    init(keeping kept: StateSet, of stateCount: Int) {
        self.init(keeping: Array(kept), of: stateCount)
    }

    /// Numbers the kept states, which must ascend.
    package init(keeping kept: [StateID], of stateCount: Int) {
        oldStates = kept
        var newStates = [StateID](repeating: .absent, count: stateCount)
        for (new, old) in oldStates.enumerated() { newStates[Int(old)] = StateID(new) }
        self.newStates = newStates
    }

    var keepsAll: Bool { oldStates.count == newStates.count }

    func newState(_ old: StateID) -> StateID? {
        let new = newStates[Int(old)]
        return new == .absent ? nil : new
    }

    package func set(_ old: StateSet) -> StateSet { StateSet(old.lazy.compactMap { newState($0) }) }

    /// Returns the transitions between kept states; the new numbers ascend with the old ones, so
    /// the rows stay sorted.
    func rows(_ rows: Transitions) -> Transitions {
        var list = RowList(stateCount: oldStates.count)
        for old in oldStates {
            for index in rows.range(of: old) {
                let target = newStates[Int(rows.targets[index])]
                if target != .absent { list.append(rows.symbols[index], target) }
            }
            list.endRow()
        }
        return list.rows
    }

    /// Returns the rows of kept states in a dense table.
    func cells(_ cells: [StateID], symbolCount: Int) -> [StateID] {
        [StateID](unsafeUninitializedCapacity: oldStates.count * symbolCount) { newCells, initializedCount in
            for old in oldStates {
                for cell in Int(old) * symbolCount..<(Int(old) + 1) * symbolCount {
                    let target = cells[cell]
                    newCells.initializeElement(
                        at: initializedCount, to: target == .absent ? .absent : newStates[Int(target)])
                    initializedCount += 1
                }
            }
        }
    }

    func moves(_ moves: EpsilonMoves) -> EpsilonMoves {
        var offsets: [UInt32] = [0]
        var targets: [StateID] = []
        offsets.reserveCapacity(oldStates.count + 1)
        for old in oldStates {
            for index in moves.range(of: old) {
                let target = newStates[Int(moves.targets[index])]
                if target != .absent { targets.append(target) }
            }
            offsets.append(UInt32(targets.count))
        }
        return EpsilonMoves(offsets: offsets, targets: targets)
    }
}
