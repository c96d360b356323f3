/// Builds the table of a ``Matcher`` from a DFA: orders the rows, merges the columns, fills the
/// cells.
struct FrozenTableBuilder {
    /// The DFA's transitions between rows, except transitions to the dead row.
    private let transitions: Transitions
    private let order: RowOrder
    private let startRow: StateID
    let columns: MergedColumns

    init(_ dfa: DFA) {
        let rows = dfa.sparseRows
        let order = RowOrder(dfa, rows)
        startRow = dfa.initialState.map { order.row[Int($0)] } ?? 0
        self.order = order
        transitions = order.transitions(rows, symbolCount: dfa.alphabet.count)
        columns = MergedColumns(transitions, symbolCount: dfa.alphabet.count)
    }

    func table() -> FrozenTable {
        let rowCount = transitions.rowCount
        let (cellCount, overflow) = rowCount.multipliedReportingOverflow(by: columns.count)
        let isDense =
            !overflow && cellCount <= Int(UInt32.max)
            && cellCount <= max(Self.smallTableCells, Self.worthwhileCells * (transitions.count + rowCount))
        let stride = isDense ? columns.count : 1
        let cells: FrozenTable.Cells =
            if !isDense {
                .sparse(sparseCells())
            } else if (rowCount - 1) * stride <= UInt8.max {
                .bytes(denseCells())
            } else if (rowCount - 1) * stride <= UInt16.max {
                .shorts(denseCells())
            } else {
                .words(denseCells())
            }
        return FrozenTable(
            cells: cells, stride: stride, start: Int(startRow) * stride,
            firstAccepting: order.firstAccepting * stride,
            allAcceptingPosition: order.allAccepting.map { $0 * stride } ?? FrozenTable.noPosition)
    }

    /// The maximum size of tables that are always dense, however few cells are used.
    private static let smallTableCells = 1 << 20
    /// The maximum number of cells per transition in a larger dense table.
    private static let worthwhileCells = 16

    private func denseCells<Cell: FixedWidthInteger>() -> [Cell] {
        let stride = columns.count
        let count = transitions.rowCount * stride
        return [Cell](unsafeUninitializedCapacity: count) { cells, initializedCount in
            cells.initialize(repeating: 0)
            for row in 0..<transitions.rowCount {
                for index in transitions.range(of: row) {
                    let column = Int(columns.ofSymbol[Int(transitions.symbols[index])])
                    cells[row * stride + column] = Cell(truncatingIfNeeded: Int(transitions.targets[index]) * stride)
                }
            }
            initializedCount = count
        }
    }

    /// Returns the cells, with the least symbol of each column for all symbols that share it.
    private func sparseCells() -> Transitions {
        columns.merging.rows(transitions) { $0 }
    }
}

/// The row of each state: first the dead row, then states that don't accept, states that do, and
/// the all-accepting row.
struct RowOrder {
    /// The row of each state; 0 for inaccessible states and for dead ones.
    private(set) var row: [StateID]
    private(set) var rowCount = 1
    private(set) var firstAccepting: Int
    private(set) var allAccepting: Int?
    /// The state of each row except the dead and the all-accepting one, which have no transitions
    /// of their own.
    private(set) var states: [StateID] = []

    init(_ dfa: DFA, _ rows: Transitions) {
        var liveStates = dfa.accessibleStates
        liveStates.formIntersection(dfa.coaccessibleStates)
        let universal = Self.universalStates(dfa, rows).intersection(liveStates)
        row = Array(repeating: 0, count: dfa.stateCount)
        for state in liveStates where !dfa.isFinal(state) { states.append(state) }
        firstAccepting = states.count + 1
        for state in liveStates where dfa.isFinal(state) && !universal.contains(state) { states.append(state) }
        for (index, state) in states.enumerated() { row[Int(state)] = StateID(index + 1) }
        rowCount += states.count
        if !universal.isEmpty {
            for state in universal { row[Int(state)] = StateID(rowCount) }
            allAccepting = rowCount
            rowCount += 1
        }
    }

    /// Returns the states from which no word leads to a rejecting state or a missing transition.
    private static func universalStates(_ dfa: DFA, _ rows: Transitions) -> StateSet {
        let symbolCount = dfa.alphabet.count
        var nonuniversalSeeds = StateSet()
        for state in dfa.states.reversed() where !dfa.isFinal(state) || rows.range(of: state).count < symbolCount {
            nonuniversalSeeds.insert(state)
        }
        let nonuniversalStates = reachableStates(
            from: nonuniversalSeeds, over: [reversedRows([TargetRows(rows)], stateCount: dfa.stateCount)],
            stateCount: dfa.stateCount)
        var universal = StateSet()
        for state in dfa.states.reversed() where !nonuniversalStates.contains(state) { universal.insert(state) }
        return universal
    }
}

extension RowOrder {
    /// Returns the transitions between the rows of a table that don't lead to the dead row.
    fileprivate func transitions(_ rows: Transitions, symbolCount: Int) -> Transitions {
        var list = RowList(stateCount: rowCount, transitionCount: rows.count)
        list.endRow()
        for state in states {
            for index in rows.range(of: state) {
                let target = row[Int(rows.targets[index])]
                if target != 0 { list.append(rows.symbols[index], target) }
            }
            list.endRow()
        }
        if let allAccepting {
            for symbol in 0..<Symbol(symbolCount) { list.append(symbol, StateID(allAccepting)) }
            list.endRow()
        }
        return list.rows
    }
}

/// The columns of a table: symbols that no row distinguishes share one. The last column is that of
/// symbols without transitions.
struct MergedColumns {
    let ofSymbol: [Symbol]
    /// The number of columns, including the last column.
    let count: Int
    let merging: SymbolMerging

    init(_ transitions: Transitions, symbolCount: Int) {
        let merging = SymbolMerging(transitions, symbolCount: symbolCount, includingUnused: false)
        ofSymbol = merging.classOf.map { $0 == .absent ? Symbol(merging.classCount) : $0 }
        count = merging.classCount + 1
        self.merging = merging
    }
}
