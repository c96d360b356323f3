extension DFA {
    /// The automaton with its classes of bytes or scalars numbered by their least members; one over named symbols as it is.
    ///
    /// - Complexity: O(ranges) where they are in order already, otherwise O(*m* log *d*).
    func withSymbolsByLeastMember() -> DFA {
        guard case .partition(let partition) = alphabet.storage else { return self }
        var newSymbol = [Symbol](repeating: .none, count: partition.count)
        var count: Symbol = 0
        var isOrdered = true
        // The ranges ascend, so a class is met first at its least member.
        for range in partition.ranges where newSymbol[Int(range.symbol)] == .none {
            isOrdered = isOrdered && range.symbol == count
            newSymbol[Int(range.symbol)] = count
            count += 1
        }
        guard !isOrdered, let renumbered = try? partition.merged(newSymbol, count: partition.count) else {
            return self
        }
        var (sources, symbols, targets): ([State], [Symbol], [State]) = ([], [], [])
        for transition in transitions {
            sources.append(transition.source)
            symbols.append(newSymbol[Int(transition.symbol)])
            targets.append(transition.target)
        }
        return DFA(
            alphabet: Alphabet(renumbered),
            rows: Transitions(stateCount: stateCount, sources: sources, symbols: symbols, targets: targets),
            initialState: initialState, finalStates: finalStates, names: names)
    }

    /// The automaton with those classes of bytes or scalars merged that no state tells apart; one over named symbols as it is.
    ///
    /// Classes keep the order of their first members.
    ///
    /// - Complexity: O(*n* *k*) for a dense table, O(*m* + *k*) for a sparse one.
    func mergingEqualSymbols() throws(AutomataError) -> DFA {
        guard case .partition(let partition) = alphabet.storage else { return self }
        let groups = SymbolGroups(self)
        if groups.count == alphabet.count { return self }
        let merged = Alphabet(try partition.merged(groups.groupOf, count: groups.count))
        switch table {
        case .dense(let cells):
            var newCells: [State] = []
            newCells.reserveCapacity(stateCount * groups.count)
            for state in 0..<stateCount {
                for symbol in groups.representatives { newCells.append(cells[state * alphabet.count + Int(symbol)]) }
            }
            return DFA(
                alphabet: merged, stateCount: stateCount, denseTargets: newCells, initialState: initialState,
                finalStates: finalStates, names: names)
        case .sparse(let rows):
            var offsets: [UInt32] = [0]
            var (symbols, targets): ([Symbol], [State]) = ([], [])
            for state in 0..<State(stateCount) {
                for index in rows.range(of: state) {
                    let group = groups.groupOf[Int(rows.symbols[index])]
                    if groups.representatives[Int(group)] != rows.symbols[index] { continue }
                    symbols.append(group)
                    targets.append(rows.targets[index])
                }
                offsets.append(UInt32(truncatingIfNeeded: targets.count))
            }
            return DFA(
                alphabet: merged, rows: Transitions(offsets: offsets, symbols: symbols, targets: targets),
                initialState: initialState, finalStates: finalStates, names: names)
        }
    }
}

/// The symbols of a DFA in groups that no state tells apart, numbered by their first symbols.
struct SymbolGroups {
    /// The group of each symbol.
    private(set) var groupOf: [UInt32]
    /// The first symbol of each group.
    private(set) var representatives: [Symbol]

    var count: Int { representatives.count }

    /// - Complexity: O(*n* *k*) for a dense table, O(*m* + *k*) for a sparse one.
    init(_ dfa: DFA) {
        var splitter = GroupSplitter(symbolCount: dfa.alphabet.count)
        switch dfa.table {
        case .dense(let cells):
            let width = dfa.alphabet.count
            let symbols = Array(dfa.alphabet.symbols)
            for state in 0..<dfa.stateCount where splitter.canSplit {
                let row = cells[state * width..<(state + 1) * width]
                if splitter.isUniform(row) { continue }
                splitter.split(symbols[...], row)
                splitter.updatePairs()
            }
        case .sparse(let rows):
            for state in 0..<State(dfa.stateCount) where splitter.canSplit {
                let range = rows.range(of: state)
                splitter.split(rows.symbols[range], rows.targets[range])
            }
        }
        (groupOf, representatives) = splitter.numbered()
    }
}

/// Splits groups of symbols row by row.
private struct GroupSplitter {
    private var groupOf: [UInt32]
    private var sizes: [Int]
    /// A symbol and another of its group that it is compared with.
    private var pairs: [(Int, Int)]

    init(symbolCount: Int) {
        groupOf = Array(repeating: 0, count: symbolCount)
        sizes = symbolCount == 0 ? [] : [symbolCount]
        pairs = symbolCount == 0 ? [] : (1..<symbolCount).map { ($0, 0) }
    }

    /// Whether some group has two symbols.
    var canSplit: Bool { sizes.count < groupOf.count }

    /// Whether the symbols of each group have one target in a row with a cell for each symbol.
    func isUniform(_ row: ArraySlice<State>) -> Bool {
        row.withUnsafeBufferPointer { row in pairs.allSatisfy { row[$0.0] == row[$0.1] } }
    }

    /// Parts the symbols of a group that have different targets in a row, or of which only some have one.
    mutating func split(_ symbols: ArraySlice<Symbol>, _ targets: ArraySlice<State>) {
        let keyed = zip(symbols, targets).map { (symbol: $0, group: groupOf[Int($0)], target: $1) }
            .sorted { ($0.group, $0.target, $0.symbol) < ($1.group, $1.target, $1.symbol) }
        var start = 0
        while start < keyed.count {
            let (_, group, target) = keyed[start]
            var end = start + 1
            while end < keyed.count, keyed[end].group == group, keyed[end].target == target { end += 1 }
            // The rest of the group has another target, or none.
            if end - start < sizes[Int(group)] {
                sizes[Int(group)] -= end - start
                for index in start..<end { groupOf[Int(keyed[index].symbol)] = UInt32(sizes.count) }
                sizes.append(end - start)
            }
            start = end
        }
    }

    /// Sets up ``isUniform(_:)`` for the groups as they are now.
    mutating func updatePairs() {
        let (numbers, first) = numbered()
        pairs = numbers.indices.compactMap { symbol in
            let other = Int(first[Int(numbers[symbol])])
            return other == symbol ? nil : (symbol, other)
        }
    }

    /// The groups in the order of their first symbols, and these.
    func numbered() -> (groupOf: [UInt32], representatives: [Symbol]) {
        var numbers = [UInt32](repeating: .none, count: sizes.count)
        var representatives: [Symbol] = []
        let groups = groupOf.enumerated().map { symbol, group in
            if numbers[Int(group)] == .none {
                numbers[Int(group)] = UInt32(representatives.count)
                representatives.append(Symbol(symbol))
            }
            return numbers[Int(group)]
        }
        return (groups, representatives)
    }
}
