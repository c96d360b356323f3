extension DFA {
    /// Returns the automaton with its states numbered breadth-first from the initial one in
    /// alphabet order; inaccessible states follow in their old order.
    ///
    /// States keep their names. Accessible automata without state names have equal (`==`) results
    /// if they differ only in the numbers of their states.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) in a dense table.
    public func canonicallyNumbered() -> DFA {
        let order = breadthFirstOrder(includingInaccessible: true)
        var newNumber = [StateID](repeating: .absent, count: stateCount)
        var isIdentity = true
        for (new, old) in order.enumerated() {
            newNumber[Int(old)] = StateID(new)
            isIdentity = isIdentity && new == Int(old)
        }
        return isIdentity ? self : renumbered(newNumber, order: order)
    }

    /// Returns the accessible states breadth-first in alphabet order, followed by the inaccessible
    /// ones if requested.
    func breadthFirstOrder(includingInaccessible: Bool) -> [StateID] {
        var order: [StateID] = []
        var isSeen = [Bool](repeating: false, count: stateCount)
        let rows = TargetRows(table, symbolCount: alphabet.count)
        if let initialState {
            order.append(initialState)
            isSeen[Int(initialState)] = true
        }
        var index = 0
        while index < order.count {
            for cell in rows.range(of: order[index]) {
                let target = rows.targets[cell]
                if target == .absent || isSeen[Int(target)] { continue }
                isSeen[Int(target)] = true
                order.append(target)
            }
            index += 1
        }
        if includingInaccessible { order += states.filter { !isSeen[Int($0)] } }
        return order
    }

    private func renumbered(_ newNumber: [StateID], order: [StateID]) -> DFA {
        let newTable: Table
        switch table {
        case .dense(let cells):
            let width = alphabet.count
            var newCells: [StateID] = []
            newCells.reserveCapacity(cells.count)
            for old in order {
                for cell in Int(old) * width..<(Int(old) + 1) * width {
                    newCells.append(cells[cell] == .absent ? .absent : newNumber[Int(cells[cell])])
                }
            }
            newTable = .dense(newCells)
        case .sparse(let rows):
            var list = RowList(stateCount: stateCount, transitionCount: rows.count)
            for old in order {
                for index in rows.range(of: old) {
                    list.append(rows.symbols[index], newNumber[Int(rows.targets[index])])
                }
                list.endRow()
            }
            newTable = .sparse(list.rows)
        }
        return DFA(
            alphabet: alphabet, stateCount: stateCount, transitionCount: transitionCount, table: newTable,
            initialState: initialState.map { newNumber[Int($0)] },
            finalStates: StateSet(finalStates.lazy.map { newNumber[Int($0)] }),
            annotations: annotations.permuted(by: order))
    }
}
