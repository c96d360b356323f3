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
        guard case .partition(let partition) = alphabet.storage, let groups = SymbolGroups(self, atMost: alphabet.count)
        else { return self }
        return restricted(to: groups, over: Alphabet(try partition.merged(groups.groupOf, count: groups.count)))
    }

    /// The automaton with one symbol for each group.
    func restricted(to groups: SymbolGroups, over newAlphabet: Alphabet) -> DFA {
        switch table {
        case .dense(let cells):
            let width = alphabet.count
            var newCells: [State] = []
            newCells.reserveCapacity(stateCount * groups.count)
            for state in 0..<stateCount {
                for symbol in groups.representatives { newCells.append(cells[state &* width &+ Int(symbol)]) }
            }
            return DFA(
                alphabet: newAlphabet, stateCount: stateCount, denseTargets: newCells, initialState: initialState,
                finalStates: finalStates, names: names)
        case .sparse(let rows):
            var offsets: [UInt32] = [0]
            var (symbols, targets): ([Symbol], [State]) = ([], [])
            offsets.reserveCapacity(stateCount + 1)
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
                alphabet: newAlphabet, rows: Transitions(offsets: offsets, symbols: symbols, targets: targets),
                initialState: initialState, finalStates: finalStates, names: names)
        }
    }

    /// The automaton with all symbols of a group for the one that stands for it: what undoes ``restricted(to:over:)``.
    func expanded(from groups: SymbolGroups, over newAlphabet: Alphabet) -> DFA {
        let width = newAlphabet.count
        switch table {
        case .dense(let cells):
            var newCells: [State] = []
            newCells.reserveCapacity(stateCount * width)
            for state in 0..<stateCount {
                for group in groups.groupOf { newCells.append(cells[state &* groups.count &+ Int(group)]) }
            }
            return DFA(
                alphabet: newAlphabet, stateCount: stateCount, denseTargets: newCells, initialState: initialState,
                finalStates: finalStates, names: names)
        case .sparse(let rows):
            let members = groups.members
            var (sources, symbols, targets): ([State], [Symbol], [State]) = ([], [], [])
            for state in 0..<State(stateCount) {
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
                initialState: initialState, finalStates: finalStates, names: names)
        }
    }
}

/// The symbols of a DFA in groups that no state tells apart, numbered by their first symbols.
struct SymbolGroups {
    /// The group of each symbol.
    let groupOf: [UInt32]
    /// The first symbol of each group.
    let representatives: [Symbol]

    var count: Int { representatives.count }

    /// The symbols of each group, ascending.
    var members: [[Symbol]] {
        var members = [[Symbol]](repeating: [], count: count)
        for (symbol, group) in groupOf.enumerated() { members[Int(group)].append(Symbol(symbol)) }
        return members
    }

    /// Parts groups row by row, which most rows leave as they are.
    ///
    /// - Parameter limit: how many groups are worth the while; there must be fewer than symbols in any case.
    /// - Returns: `nil` as soon as there are more.
    /// - Complexity: O(*n* *k*) for a dense table, O(*m* + *k*) for a sparse one.
    init?(_ dfa: DFA, atMost limit: Int) {
        let limit = min(limit, dfa.alphabet.count - 1)
        guard limit > 0 else { return nil }
        var splitter = GroupSplitter(symbolCount: dfa.alphabet.count)
        switch dfa.table {
        case .dense(let cells):
            let symbols = Array(dfa.alphabet.symbols)
            cells.withUnsafeBufferPointer { cells in
                for state in 0..<dfa.stateCount where splitter.count <= limit {
                    let row = UnsafeBufferPointer(rebasing: cells[state * symbols.count..<(state + 1) * symbols.count])
                    if !splitter.isUniform(row) { splitter.split(symbols[...], row) }
                }
            }
        case .sparse(let rows):
            rows.targets.withUnsafeBufferPointer { targets in
                for state in 0..<State(dfa.stateCount) where splitter.count <= limit {
                    let range = rows.range(of: state)
                    let (symbols, targets) = (rows.symbols[range], UnsafeBufferPointer(rebasing: targets[range]))
                    if !splitter.isUniform(symbols, targets) { splitter.split(symbols, targets) }
                }
            }
        }
        if splitter.count > limit { return nil }
        (groupOf, representatives) = splitter.numbered()
    }
}

/// Splits groups of symbols row by row.
private struct GroupSplitter {
    private var groupOf: [UInt32]
    private var sizes: [Int]
    /// Each symbol with another of its group that it is compared with; `nil` where the groups have changed since.
    private var pairs: [(Int, Int)]?
    /// What a sparse row has for a group: one target, and how many times.
    private var seen: [(row: Int, target: State, count: Int)]
    private var row = 0

    init(symbolCount: Int) {
        groupOf = Array(repeating: 0, count: symbolCount)
        sizes = [symbolCount]
        seen = Array(repeating: (0, 0, 0), count: symbolCount)
    }

    var count: Int { sizes.count }

    /// Whether the symbols of each group have one target in a row with a cell for each symbol.
    mutating func isUniform(_ row: UnsafeBufferPointer<State>) -> Bool {
        if pairs == nil {
            let (numbers, first) = numbered()
            pairs = numbers.indices.compactMap { symbol in
                let other = Int(first[Int(numbers[symbol])])
                return other == symbol ? nil : (symbol, other)
            }
        }
        var difference: State = 0
        for (one, other) in pairs ?? [] { difference |= row[one] ^ row[other] }
        return difference == 0
    }

    /// Whether a row has one target for all symbols of a group or for none, for each group.
    mutating func isUniform(_ symbols: ArraySlice<Symbol>, _ targets: UnsafeBufferPointer<State>) -> Bool {
        row += 1
        // Symbols that belong to a group that was met, and weren't met yet themselves.
        var missing = 0
        for (symbol, target) in zip(symbols, targets) {
            let group = Int(groupOf[Int(symbol)])
            if seen[group].row != row {
                seen[group] = (row, target, 1)
                missing += sizes[group] - 1
            } else {
                if seen[group].target != target { return false }
                missing -= 1
            }
        }
        return missing == 0
    }

    /// Parts the symbols of a group that have different targets in a row, or of which only some have one.
    mutating func split(_ symbols: ArraySlice<Symbol>, _ targets: UnsafeBufferPointer<State>) {
        pairs = nil
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
