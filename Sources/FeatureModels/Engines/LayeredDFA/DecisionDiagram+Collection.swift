internal import WorkLimits

extension DecisionDiagram {
    /// Frees all nodes that can't be reached from the functions.
    ///
    /// - Complexity: O(*n*) for *n* allocated nodes.
    /// - Throws: `LimitError` if the budget is cancelled; its limits may be exceeded.
    package mutating func collect(keeping functions: some Sequence<Function>) throws(LimitError) {
        var steps = stepsWithoutLimit
        var isReached = BitField(count: end)
        isReached.insert(0)
        isReached.insert(1)
        var pending: [Function] = []
        for function in functions where isReached.insert(Int(function)) { pending.append(function) }
        while let function = pending.popLast() {
            try steps.step()
            let node = nodes[Int(function)]
            if isReached.insert(Int(node.low)) { pending.append(node.low) }
            if isReached.insert(Int(node.high)) { pending.append(node.high) }
        }
        for variable in 0..<variableCount where tables[variable].count > 0 {
            for bucket in 0...tables[variable].mask {
                try steps.step()
                var kept: UInt32 = 0
                var slot = tables[variable].buckets[bucket]
                while slot != 0 {
                    let next = nodes[Int(slot)].next
                    if isReached.contains(Int(slot)) {
                        nodes[Int(slot)].next = kept
                        kept = slot
                    } else {
                        tables[variable].count -= 1
                        release(slot)
                    }
                    slot = next
                }
                tables[variable].buckets[bucket] = kept
            }
        }
        memo.clear()
        stackCount = 0
    }

    /// Returns the nodes of a function without the constants, parents before children.
    ///
    /// - Complexity: O(*n* log *n*) for *n* nodes.
    /// - Throws: The error of the steps.
    func nodes(of function: Function, counting steps: inout LimitedSteps) throws(LimitError) -> [Function] {
        var isReached = BitField(count: end)
        var reached: [Function] = []
        if function > 1 {
            isReached.insert(Int(function))
            reached.append(function)
        }
        var next = 0
        var byLevel = [[Function]](repeating: [], count: variableCount)
        while next < reached.count {
            let node = nodes[Int(reached[next])]
            if node.low > 1, isReached.insert(Int(node.low)) { reached.append(node.low) }
            if node.high > 1, isReached.insert(Int(node.high)) { reached.append(node.high) }
            byLevel[level(of: reached[next])].append(reached[next])
            next += 1
            try steps.step(holding: 12 * reached.count)
        }
        reached.removeAll(keepingCapacity: true)
        for nodes in byLevel {
            reached += nodes.sorted()
            try steps.step(nodes.count, holding: 12 * next)
        }
        return reached
    }
}

/// A set of small numbers.
private struct BitField {
    private var words: [UInt64]

    init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) >> 6) }

    @inline(__always)
    func contains(_ index: Int) -> Bool { words[index >> 6] >> UInt64(index & 63) & 1 == 1 }

    /// Adds a number and returns whether it is new.
    @discardableResult @inline(__always)
    mutating func insert(_ index: Int) -> Bool {
        if contains(index) { return false }
        words[index >> 6] |= 1 << UInt64(index & 63)
        return true
    }
}
