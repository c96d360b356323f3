extension DFA {
    /// Returns the automaton with its classes of bytes or scalars numbered by their least members;
    /// named symbols are unchanged.
    ///
    /// - Complexity: O(ranges) if they are in order already, otherwise O(*m* log *d*).
    func withSymbolsByLeastMember() -> DFA {
        guard case .partition(let partition) = alphabet.storage else { return self }
        var newSymbol = [Symbol](repeating: .absent, count: partition.count)
        var count: Symbol = 0
        var isOrdered = true
        // The ranges ascend, so a class is first found at its least member.
        for range in partition.ranges where newSymbol[Int(range.symbol)] == .absent {
            isOrdered = isOrdered && range.symbol == count
            newSymbol[Int(range.symbol)] = count
            count = count + 1
        }
        guard !isOrdered, let renumbered = try? partition.merged(newSymbol, count: partition.count) else {
            return self
        }
        var (sources, symbols, targets): ([StateID], [Symbol], [StateID]) = ([], [], [])
        for transition in transitions {
            sources.append(transition.source)
            symbols.append(newSymbol[Int(transition.symbol)])
            targets.append(transition.target)
        }
        return DFA(
            alphabet: Alphabet(renumbered),
            rows: Transitions(stateCount: stateCount, sources: sources, symbols: symbols, targets: targets),
            initialState: initialState, finalStates: finalStates, annotations: annotations)
    }

    /// Returns the automaton with classes of bytes or scalars merged if no state distinguishes
    /// them; named symbols are unchanged.
    ///
    /// Classes keep the order of their first members.
    ///
    /// - Complexity: O(*n* *k*) for a dense table, O(*m* + *k*) for a sparse one.
    func mergingEqualSymbols() throws(AutomataError) -> DFA {
        guard case .partition(let partition) = alphabet.storage, let groups = SymbolGroups(self, atMost: alphabet.count)
        else { return self }
        return restricted(to: groups, over: Alphabet(try partition.merged(groups.groupBySymbol, count: groups.count)))
    }

    /// Whether one symbol for each group leaves at most half of the transitions; groups of symbols
    /// without transitions save nothing.
    func isHalved(by groups: SymbolGroups) -> Bool {
        guard case .sparse(let rows) = table else { return groups.count * 2 <= alphabet.count }
        var kept = 0
        for symbol in rows.symbols where groups.representatives[Int(groups.groupBySymbol[Int(symbol)])] == symbol {
            kept += 1
        }
        return kept * 2 <= rows.count
    }

    /// Returns the automaton with one symbol for each group.
    package func restricted(to groups: SymbolGroups, over newAlphabet: Alphabet) -> DFA {
        switch table {
        case .dense(let cells):
            let width = alphabet.count
            var newCells: [StateID] = []
            newCells.reserveCapacity(stateCount * groups.count)
            for state in 0..<stateCount {
                for symbol in groups.representatives { newCells.append(cells[state &* width &+ Int(symbol)]) }
            }
            return DFA(
                alphabet: newAlphabet, stateCount: stateCount, denseTargets: newCells, initialState: initialState,
                finalStates: finalStates, annotations: annotations)
        case .sparse(let rows):
            var list = RowList(stateCount: stateCount)
            for state in 0..<StateID(stateCount) {
                for index in rows.range(of: state) {
                    let group = groups.groupBySymbol[Int(rows.symbols[index])]
                    let isFirst = groups.representatives[Int(group)] == rows.symbols[index]
                    if isFirst { list.append(group, rows.targets[index]) }
                }
                list.endRow()
            }
            return DFA(
                alphabet: newAlphabet, rows: list.rows, initialState: initialState, finalStates: finalStates,
                annotations: annotations)
        }
    }

    /// Returns the automaton with all symbols of each group, the inverse of
    /// ``restricted(to:over:)``.
    package func expanded(from groups: SymbolGroups, over newAlphabet: Alphabet) -> DFA {
        let width = newAlphabet.count
        switch table {
        case .dense(let cells):
            var newCells: [StateID] = []
            newCells.reserveCapacity(stateCount * width)
            for state in 0..<stateCount {
                for group in groups.groupBySymbol { newCells.append(cells[state &* groups.count &+ Int(group)]) }
            }
            return DFA(
                alphabet: newAlphabet, stateCount: stateCount, denseTargets: newCells, initialState: initialState,
                finalStates: finalStates, annotations: annotations)
        case .sparse(let rows):
            let members = groups.members
            var (sources, symbols, targets): ([StateID], [Symbol], [StateID]) = ([], [], [])
            for state in 0..<StateID(stateCount) {
                for index in rows.range(of: state) {
                    for symbol in members[Int(rows.symbols[index])] {
                        sources.append(state)
                        symbols.append(symbol)
                        targets.append(rows.targets[index])
                    }
                }
            }
            return DFA(
                alphabet: newAlphabet,
                rows: Transitions(stateCount: stateCount, sources: sources, symbols: symbols, targets: targets),
                initialState: initialState, finalStates: finalStates, annotations: annotations)
        }
    }
}

/// The symbols of a DFA in groups that no state distinguishes, numbered by their first symbols.
package struct SymbolGroups {
    /// The group of each symbol.
    package let groupBySymbol: [Symbol]
    /// The first symbol of each group.
    let representatives: [Symbol]

    package var count: Int { representatives.count }

    /// The symbols of each group, ascending.
    var members: [[Symbol]] {
        var members = [[Symbol]](repeating: [], count: count)
        for (symbol, group) in groupBySymbol.enumerated() { members[Int(group)].append(Symbol(symbol)) }
        return members
    }

    /// Groups symbols by a hash of their columns, and checks the groups row by row.
    ///
    /// - Parameter limit: the maximum useful number of groups; there must be fewer groups than
    ///   symbols in any case.
    /// - Returns: `nil` if there are more groups; usually a few rows show this.
    /// - Complexity: O(*n* *k*) for a dense table, O(*m* + *k* log *n*) for a sparse one.
    package init?(_ dfa: DFA, atMost limit: Int) {
        let limit = min(limit, dfa.alphabet.count - 1)
        guard limit > 0 else { return nil }
        let groups: SymbolGroups?
        switch dfa.table {
        case .dense(let cells):
            groups = cells.withUnsafeBufferPointer {
                Self.groups(DenseColumns(width: dfa.alphabet.count, cells: $0), dfa.stateCount, limit)
            }
        case .sparse(let rows):
            groups = rows.symbols.withUnsafeBufferPointer { symbols in
                rows.targets.withUnsafeBufferPointer { targets in
                    rows.offsets.withUnsafeBufferPointer { offsets in
                        Self.groups(
                            SparseColumns(
                                width: dfa.alphabet.count, offsets: offsets, symbols: symbols, targets: targets),
                            dfa.stateCount, limit)
                    }
                }
            }
        }
        guard let groups else { return nil }
        self = groups
    }

    private init(groupBySymbol: [Symbol], representatives: [Symbol]) {
        self.groupBySymbol = groupBySymbol
        self.representatives = representatives
    }

    private static func groups(_ columns: some SymbolColumnReader, _ stateCount: Int, _ limit: Int) -> SymbolGroups? {
        var seed: UInt64 = 0
        while true {
            guard let groups = groups(columns, stateCount, limit, seed: seed) else { return nil }
            if columns.areEqual(in: groups, stateCount) { return groups }
            // Different symbols have the same hash, which is very rare, and doesn't recur with
            // another seed.
            seed += 1
        }
    }

    private static func groups(
        _ columns: some SymbolColumnReader, _ stateCount: Int, _ limit: Int, seed: UInt64
    ) -> SymbolGroups? {
        let hashes = ScratchBuffer<UInt64>(repeating: 0, count: columns.width)
        var groups = SymbolGroups(groupBySymbol: [], representatives: [])
        var (row, end) = (0, 32)
        repeat {
            end = min(end, stateCount)
            while row < end {
                columns.add(row, to: hashes.base, multiplier: Multipliers.number(UInt64(row), seed: seed))
                row += 1
            }
            groups = SymbolGroups(hashes)
            if groups.count > limit { return nil }
            end *= 4
        } while row < stateCount
        return groups
    }

    /// Groups symbols of equal hashes, in the order of discovery.
    private init(_ hashes: borrowing ScratchBuffer<UInt64>) {
        var index = SignatureIndex(stateCount: hashes.count)
        index.reset(expectedCount: hashes.count)
        var groupBySymbol = [Symbol](repeating: 0, count: hashes.count)
        var representatives: [Symbol] = []
        for symbol in 0..<hashes.count {
            let mixed = (hashes[symbol] ^ hashes[symbol] >> 31) &* 0xBF58_476D_1CE4_E5B9
            groupBySymbol[symbol] = Symbol(rawValue: index.id(of: mixed))
            if index.count > representatives.count { representatives.append(Symbol(symbol)) }
        }
        self.init(groupBySymbol: groupBySymbol, representatives: representatives)
    }
}

/// A reader of a table's columns, row by row.
private protocol SymbolColumnReader {
    var width: Int { get }
    /// Adds a row's targets to the hashes of their symbols.
    func add(_ row: Int, to hashes: UnsafeMutablePointer<UInt64>, multiplier: UInt64)
    /// Whether all symbols of a group have equal targets in all rows.
    func areEqual(in groups: SymbolGroups, _ stateCount: Int) -> Bool
}

private struct DenseColumns: SymbolColumnReader {
    let width: Int
    let cells: UnsafeBufferPointer<StateID>

    @inline(__always)
    func add(_ row: Int, to hashes: UnsafeMutablePointer<UInt64>, multiplier: UInt64) {
        for symbol in 0..<width { hashes[symbol] &+= UInt64(cells[row &* width &+ symbol]) &* multiplier }
    }

    func areEqual(in groups: SymbolGroups, _ stateCount: Int) -> Bool {
        var (others, firsts) = ([Int](), [Int]())
        for symbol in 0..<width {
            let first = Int(groups.representatives[Int(groups.groupBySymbol[symbol])])
            if first == symbol { continue }
            others.append(symbol)
            firsts.append(first)
        }
        var difference: UInt32 = 0
        for state in 0..<stateCount {
            let row = state &* width
            for index in 0..<others.count {
                difference |= cells[row &+ others[index]].rawValue ^ cells[row &+ firsts[index]].rawValue
            }
        }
        return difference == 0
    }
}

private struct SparseColumns: SymbolColumnReader {
    let width: Int
    let offsets: UnsafeBufferPointer<UInt32>
    let symbols: UnsafeBufferPointer<Symbol>
    let targets: UnsafeBufferPointer<StateID>

    @inline(__always)
    func add(_ row: Int, to hashes: UnsafeMutablePointer<UInt64>, multiplier: UInt64) {
        for index in Int(offsets[row])..<Int(offsets[row &+ 1]) {
            hashes[Int(symbols[index])] &+= (UInt64(targets[index]) &+ 1) &* multiplier
        }
    }

    func areEqual(in groups: SymbolGroups, _ stateCount: Int) -> Bool {
        var sizes = [Int](repeating: 0, count: groups.count)
        for group in groups.groupBySymbol { sizes[Int(group)] += 1 }
        // The last row that had each group, and its target in that row.
        let seenIn = ScratchBuffer<StateID>(repeating: .absent, count: groups.count)
        let seenTarget = ScratchBuffer<StateID>(repeating: 0, count: groups.count)
        for state in 0..<stateCount {
            // The number of symbols of known groups that weren't met yet themselves.
            var missing = 0
            for index in Int(offsets[state])..<Int(offsets[state &+ 1]) {
                let group = Int(groups.groupBySymbol[Int(symbols[index])])
                if seenIn[group] != StateID(truncatingIfNeeded: state) {
                    seenIn[group] = StateID(truncatingIfNeeded: state)
                    seenTarget[group] = targets[index]
                    missing &+= sizes[group] &- 1
                } else if seenTarget[group] == targets[index] {
                    missing &-= 1
                } else {
                    return false
                }
            }
            if missing != 0 { return false }
        }
        return true
    }
}
