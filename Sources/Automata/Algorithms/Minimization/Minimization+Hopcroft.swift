extension DFA {
    /// Minimizes by Hopcroft's algorithm: after a split, only one half of a block has to split
    /// others, so the smaller one is used.
    ///
    /// The queue holds blocks, not pairs of a block and a symbol: each block is processed for all
    /// symbols in turn. A new block is always the smaller half, so the numbers of blocks are the
    /// queue. Sparse rows start from blocks of states with transitions on the same symbols. Within
    /// such a block no transition is missing, so no state for missing targets is needed.
    ///
    /// - Result: that of ``minimized(using:total:budget:)``.
    /// - Complexity: O(*m* log *n*) time, where *m* is *n* *k* in a dense table; O(*n* + *m*)
    ///   space.
    /// - Throws: the errors of ``minimized(using:total:budget:)``.
    /// - Reference: J. Hopcroft, An *n* log *n* algorithm for minimizing states in a finite
    ///   automaton, 1971, doi:10.1016/B978-0-12-417750-5.50022-1.
    func minimizedByHopcroft(total: Bool, budget: Budget) throws(AutomataError) -> DFA {
        let input = try MinimizationInput(self, keepingDense: true, budget: budget)
        var classes = StateClasses(input)
        try input.withRows(
            complete: { (rows) throws(AutomataError) in
                classes.startFromRows(rows)
                try classes.refineByHopcroft(rows, budget: budget)
            },
            pairs: { (rows) throws(AutomataError) in
                classes.startFromRows(rows)
                try classes.refineByHopcroft(rows, budget: budget)
            },
            sparse: { (rows) throws(AutomataError) in
                classes.startFromRows(rows)
                try classes.refineByHopcroft(rows, budget: budget)
            })
        return try input.quotient(classes, total: total, budget: budget)
    }
}

extension StateClasses {
    /// Splits the classes until they are stable. They must be stable with respect to the previous
    /// classes, or be the first ones.
    mutating func refineByHopcroft(_ rows: some RefinableRows, budget: Budget) throws(AutomataError) {
        guard rows.targets.count <= maximumCount else { throw .tooLarge("transitions") }
        try budget.check(statesBuilt: count - 1, bytes: rows.targets.count * 16 + stateCount * 40)
        var partition = RefinablePartition<StateID>(classes: classes.base, elementCount: stateCount, classCount: count)
        try rows.refine(&partition, seeds: seeds(partition), budget: budget)
        for state in 0..<stateCount { classes[state] = partition.set(of: state) }
        count = partition.setCount
    }

    /// Returns all classes except the largest of each previous class. Together with the previous
    /// class they determine the splits by the largest one.
    private func seeds(_ partition: borrowing RefinablePartition<StateID>) -> [UInt32] {
        let largest = ScratchBuffer<UInt32>(repeating: .max, count: previousCount)
        let hasPrevious = previousCount > 1
        func parent(_ set: Int) -> Int { hasPrevious ? Int(previous[Int(partition.members(of: set)[0])]) : 0 }
        for set in 0..<partition.setCount {
            let parent = parent(set)
            if largest[parent] == .max || partition.size(of: set) > partition.size(of: Int(largest[parent])) {
                largest[parent] = UInt32(truncatingIfNeeded: set)
            }
        }
        return (0..<UInt32(partition.setCount)).filter { largest[parent(Int($0))] != $0 }
    }
}

extension RefinablePartition<StateID> {
    /// Splits sets by their predecessors until no set splits another.
    ///
    /// - Parameter seeds: the sets whose predecessors may not be separated yet.
    mutating func refine(
        by predecessors: inout some PredecessorIndex & ~Copyable, seeds: [UInt32], budget: Budget
    ) throws(AutomataError) {
        var next = setCount
        for seed in seeds { splitOthers(by: Int(seed), &predecessors) }
        var work = 0
        while next < setCount {
            work += size(of: next) + 1
            splitOthers(by: next, &predecessors)
            next += 1
            if work >= BudgetPace.chunk {
                try budget.check(statesBuilt: setCount - 1)
                work = 0
            }
        }
    }

    /// Separates the states with a transition into the set on some symbol from the other states.
    @inline(__always)
    private mutating func splitOthers(by set: Int, _ predecessors: inout some PredecessorIndex & ~Copyable) {
        let groups = predecessors.collect(of: members(of: set))
        for group in 0..<groups {
            for source in predecessors.group(group) { mark(Int(source)) }
            split()
        }
    }
}

/// An index of the predecessors of a set, symbol by symbol.
protocol PredecessorIndex: ~Copyable {
    /// Collects the predecessors of all members, before any of them moves.
    ///
    /// - Returns: the number of symbols with predecessors.
    mutating func collect(of members: UnsafeBufferPointer<StateID>) -> Int
    /// Returns the predecessors on one of these symbols.
    func group(_ index: Int) -> UnsafeBufferPointer<StateID>
}

/// Groups of predecessors, one after another.
struct PredecessorGroups: ~Copyable {
    var states: ScratchBuffer<StateID>
    private var ends = ScratchBuffer<UInt32>()

    /// - Parameter capacity: the maximum number of members of all groups together.
    init(capacity: Int) {
        states = ScratchBuffer(capacity: capacity)
    }

    var count: Int { ends.count }

    @inline(__always)
    mutating func removeAll() {
        states.truncate(to: 0)
        ends.truncate(to: 0)
    }

    /// Ends a group that starts at the end of the previous one, if it isn't empty.
    @inline(__always)
    mutating func endGroup(at end: Int) {
        let last = ends.count == 0 ? 0 : ends[ends.count &- 1]
        if end > Int(last) { ends.append(UInt32(truncatingIfNeeded: end)) }
    }

    @inline(__always)
    subscript(index: Int) -> UnsafeBufferPointer<StateID> {
        let start = index == 0 ? 0 : Int(ends[index &- 1])
        return UnsafeBufferPointer(start: states.base + start, count: Int(ends[index]) &- start)
    }
}

/// The predecessors in a total table, by symbol and target.
struct CompletePredecessors: PredecessorIndex, ~Copyable {
    private let stateCount: Int
    private let width: Int
    private let offsets: ScratchBuffer<UInt32>
    private let sources: ScratchBuffer<StateID>
    private var groups: PredecessorGroups

    init(_ rows: CompleteRows) {
        (stateCount, width) = (rows.stateCount, rows.width)
        let count = stateCount * width
        offsets = ScratchBuffer(repeating: 0, count: count + 1)
        var sources = ScratchBuffer<StateID>(capacity: count)
        sources.appendUninitialized(count)
        for state in 0..<stateCount {
            for symbol in 0..<width {
                offsets.base[symbol &* stateCount &+ Int(rows.targets[state &* width &+ symbol])] &+= 1
            }
        }
        offsets.accumulate()
        // Fill from the back, so that each offset ends up at the start of its part.
        var state = stateCount
        while state > 0 {
            state &-= 1
            for symbol in 0..<width {
                let cell = symbol &* stateCount &+ Int(rows.targets[state &* width &+ symbol])
                offsets.base[cell] &-= 1
                sources[Int(offsets.base[cell])] = StateID(truncatingIfNeeded: state)
            }
        }
        self.sources = sources
        groups = PredecessorGroups(capacity: count)
    }

    @inline(__always)
    mutating func collect(of members: UnsafeBufferPointer<StateID>) -> Int {
        groups.removeAll()
        for symbol in 0..<width {
            let cells = offsets.base + symbol &* stateCount
            for member in members {
                var index = Int(cells[Int(member)])
                let end = Int(cells[Int(member) &+ 1])
                while index < end {
                    groups.states.append(sources[index])
                    index &+= 1
                }
            }
            groups.endGroup(at: groups.states.count)
        }
        return groups.count
    }

    @inline(__always)
    func group(_ index: Int) -> UnsafeBufferPointer<StateID> { groups[index] }
}

/// A transition seen from its target.
struct IncomingArc: BitwiseCopyable {
    var symbol: Symbol
    var source: StateID
}

/// The predecessors in sparse rows, by target, with their symbols.
struct PartialPredecessors: PredecessorIndex, ~Copyable {
    private let offsets: ScratchBuffer<UInt32>
    private let arcs: ScratchBuffer<IncomingArc>
    private var groups: PredecessorGroups
    /// The symbols in the order of discovery.
    private var visited = ScratchBuffer<Symbol>()
    /// The number of predecessors on each symbol during counting, then the position of the next
    /// one; 0 between calls.
    private let cursors: ScratchBuffer<UInt32>

    init(_ rows: PartialRows) {
        let (stateCount, count) = (rows.stateCount, rows.targets.count)
        offsets = ScratchBuffer(repeating: 0, count: stateCount + 1)
        cursors = ScratchBuffer(repeating: 0, count: rows.symbolCount)
        var arcs = ScratchBuffer<IncomingArc>(capacity: count)
        arcs.appendUninitialized(count)
        for target in rows.targets { offsets.base[Int(target)] &+= 1 }
        offsets.accumulate()
        var state = stateCount
        while state > 0 {
            state &-= 1
            for index in rows.row(state) {
                let target = Int(rows.targets[index])
                offsets.base[target] &-= 1
                arcs[Int(offsets.base[target])] = IncomingArc(
                    symbol: rows.symbols[index], source: StateID(truncatingIfNeeded: state))
            }
        }
        self.arcs = arcs
        groups = PredecessorGroups(capacity: count)
    }

    @inline(__always)
    mutating func collect(of members: UnsafeBufferPointer<StateID>) -> Int {
        groups.removeAll()
        if members.count == 1 {
            let member = Int(members[0])
            let (start, end) = (Int(offsets.base[member]), Int(offsets.base[member &+ 1]))
            if start == end { return 0 }
            if end &- start == 1 {
                groups.states.append(arcs[start].source)
                groups.endGroup(at: 1)
                return 1
            }
        }
        return collectBySymbol(members)
    }

    /// Counts the predecessors on each symbol, then groups them by symbol.
    private mutating func collectBySymbol(_ members: UnsafeBufferPointer<StateID>) -> Int {
        var count = 0
        for member in members {
            for index in Int(offsets.base[Int(member)])..<Int(offsets.base[Int(member) &+ 1]) {
                let symbol = arcs[index].symbol
                if cursors[Int(symbol)] == 0 { visited.append(symbol) }
                cursors.base[Int(symbol)] &+= 1
                count &+= 1
            }
        }
        groups.states.appendUninitialized(count)
        var end: UInt32 = 0
        for index in 0..<visited.count {
            let start = end
            end &+= cursors[Int(visited[index])]
            cursors[Int(visited[index])] = start
            groups.endGroup(at: Int(end))
        }
        for member in members {
            for index in Int(offsets.base[Int(member)])..<Int(offsets.base[Int(member) &+ 1]) {
                let symbol = Int(arcs[index].symbol)
                groups.states[Int(cursors[symbol])] = arcs[index].source
                cursors.base[symbol] &+= 1
            }
        }
        for index in 0..<visited.count { cursors[Int(visited[index])] = 0 }
        visited.truncate(to: 0)
        return groups.count
    }

    @inline(__always)
    func group(_ index: Int) -> UnsafeBufferPointer<StateID> { groups[index] }
}
