internal import WorkLimits

extension DecisionDiagram {
    /// Reorders the variables so that functions have fewer nodes, and frees all other nodes.
    ///
    /// Moves each variable, beginning with the variable with the most nodes, through all levels and
    /// then to the level with the smallest diagram, until ``siftingStepsLeft`` is used up.
    /// Functions keep their numbers.
    ///
    /// - Parameter isThorough: Whether to repeat until a round removes less than one node in 50.
    /// - Complexity: O(*v* *n*) for each round, *v* variables and *n* nodes.
    /// - Throws: The budget's error; the functions are still valid then.
    /// - Reference: R. Rudell, Dynamic variable ordering for ordered binary decision diagrams,
    ///   International Conference on Computer-Aided Design, 1993, doi:10.1109/ICCAD.1993.580029.
    package mutating func sift(isThorough: Bool, keeping functions: [Function]) throws(LimitError) {
        try collect(keeping: functions)
        try check(furtherBytes: 4 * capacity)
        var references = ReferenceCounts(capacity: capacity)
        for function in functions { references.counts[Int(function)] += 1 }
        for slot in 2..<end where nodes[slot].variable != Self.noVariable {
            references.counts[Int(nodes[slot].low)] += 1
            references.counts[Int(nodes[slot].high)] += 1
        }
        while true {
            let before = nodeCount
            let counts = (0..<variableCount).map { tables[$0].count }
            let bySize = (0..<variableCount).filter { counts[$0] > 0 }.sorted { (counts[$0], $1) > (counts[$1], $0) }
            for variable in bySize where siftingStepsLeft > 0 { try sift(variable, &references) }
            if !isThorough || before - nodeCount <= before / 50 { return }
        }
    }

    /// Moves a variable to its best level.
    private mutating func sift(_ variable: Int, _ references: inout ReferenceCounts) throws(LimitError) {
        let start = Int(levels[variable])
        let limit = nodeCount + nodeCount / 5
        var best = (count: nodeCount, level: start)
        // The near end first, as the way back passes all levels again.
        let isDownFirst = start > variableCount / 2
        for isDown in [isDownFirst, !isDownFirst] {
            // A step changes only nodes of the two variables that it exchanges.
            var nodesAhead = 0
            var level = Int(levels[variable])
            for other in isDown ? level + 1..<variableCount : 0..<level { nodesAhead += tables[order[other]].count }
            while isDown ? level + 1 < variableCount : level > 0 {
                if nodeCount - tables[variable].count - nodesAhead >= best.count || siftingStepsLeft < 0 { break }
                nodesAhead -= tables[order[isDown ? level + 1 : level - 1]].count
                try swapLevels(isDown ? level : level - 1, &references)
                level += isDown ? 1 : -1
                if nodeCount < best.count { best = (nodeCount, level) }
                if nodeCount > limit { break }
            }
        }
        var level = Int(levels[variable])
        while level < best.level {
            try swapLevels(level, &references)
            level += 1
        }
        while level > best.level {
            try swapLevels(level - 1, &references)
            level -= 1
        }
    }

    /// Exchanges the variables of a level and the next one; the nodes keep their functions.
    private mutating func swapLevels(_ level: Int, _ references: inout ReferenceCounts) throws(LimitError) {
        let (upper, lower) = (order[level], order[level + 1])
        stepsLeft -= tables[upper].mask + tables[upper].count
        // A node that changes takes longer than a bucket without one.
        siftingStepsLeft -= tables[upper].mask + 16 * tables[upper].count
        try reserveSlots(2 * tables[upper].count)
        references.grow(to: capacity)
        if stepsLeft < 0 { try check(furtherBytes: 4 * capacity) }
        var moved = unlinkNodes(of: upper, above: UInt32(lower))
        let counts = references.counts
        exchangeLevels(level)
        while moved != 0 {
            let slot = moved
            let node = nodes[Int(slot)]
            moved = node.next
            let (lowLow, lowHigh) = cofactors(of: node.low, UInt32(lower))
            let (highLow, highHigh) = cofactors(of: node.high, UInt32(lower))
            let low = countedNode(upper, lowLow, highLow, counts)
            let high = countedNode(upper, lowHigh, highHigh, counts)
            drop(node.low, lower, counts)
            drop(node.high, lower, counts)
            nodes[Int(slot)] = Node(variable: UInt32(lower), low: low, high: high, next: 0)
            link(slot, lower, hash: Self.hash(low, high))
        }
        for variable in [upper, lower] where tables[variable].count > 2 * tables[variable].mask + 2 {
            try growTable(variable)
        }
    }

    /// Takes the nodes of a variable with a child of the next variable out of their table, and
    /// returns the first one; the others follow by ``Node/next``.
    private mutating func unlinkNodes(of variable: Int, above next: UInt32) -> UInt32 {
        var taken: UInt32 = 0
        let table = tables[variable]
        var count = table.count
        for bucket in 0...table.mask {
            var slot = table.buckets[bucket]
            if slot == 0 { continue }
            var kept: UInt32 = 0
            while slot != 0 {
                let node = nodes[Int(slot)]
                if nodes[Int(node.low)].variable == next || nodes[Int(node.high)].variable == next {
                    nodes[Int(slot)].next = taken
                    taken = slot
                    count -= 1
                } else {
                    nodes[Int(slot)].next = kept
                    kept = slot
                }
                slot = node.next
            }
            table.buckets[bucket] = kept
        }
        tables[variable].count = count
        return taken
    }

    @inline(__always)
    private func cofactors(of function: Function, _ variable: UInt32) -> (Function, Function) {
        let node = nodes[Int(function)]
        return node.variable == variable ? (node.low, node.high) : (function, function)
    }

    /// Returns a node with one more reference.
    @inline(__always)
    private mutating func countedNode(
        _ variable: Int, _ low: Function, _ high: Function, _ counts: UnsafeMutablePointer<UInt32>
    ) -> Function {
        if low == high {
            counts[Int(low)] += 1
            return low
        }
        let hash = Self.hash(low, high)
        var found = tables[variable].buckets[hash & tables[variable].mask]
        while found != 0 {
            let node = nodes[Int(found)]
            if node.low == low, node.high == high {
                counts[Int(found)] += 1
                return found
            }
            found = node.next
        }
        let slot = popReservedSlot()
        nodes[Int(slot)] = Node(variable: UInt32(variable), low: low, high: high, next: 0)
        link(slot, variable, hash: hash)
        counts[Int(slot)] = 1
        counts[Int(low)] += 1
        counts[Int(high)] += 1
        return slot
    }

    /// Removes one reference, and the node with its last one. Only nodes of the lower variable are
    /// removed, since nodes further below have new parents.
    @inline(__always)
    private mutating func drop(_ function: Function, _ variable: Int, _ counts: UnsafeMutablePointer<UInt32>) {
        counts[Int(function)] -= 1
        if counts[Int(function)] > 0 { return }
        let node = nodes[Int(function)]
        assert(node.variable == UInt32(variable))
        let bucket = tables[variable].buckets + Self.hash(node.low, node.high) & tables[variable].mask
        if bucket.pointee == function {
            bucket.pointee = node.next
        } else {
            var slot = Int(bucket.pointee)
            while nodes[slot].next != function { slot = Int(nodes[slot].next) }
            nodes[slot].next = node.next
        }
        tables[variable].count -= 1
        counts[Int(node.low)] -= 1
        counts[Int(node.high)] -= 1
        release(function)
    }
}

/// The number of references to each node, from others and from outside.
private struct ReferenceCounts: ~Copyable {
    private(set) var counts: UnsafeMutablePointer<UInt32>
    private var capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        counts = .allocate(capacity: capacity)
        counts.initialize(repeating: 0, count: capacity)
    }

    deinit { counts.deallocate() }

    mutating func grow(to capacity: Int) {
        if capacity <= self.capacity { return }
        let grown = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
        grown.moveInitialize(from: counts, count: self.capacity)
        (grown + self.capacity).initialize(repeating: 0, count: capacity - self.capacity)
        counts.deallocate()
        (counts, self.capacity) = (grown, capacity)
    }
}
