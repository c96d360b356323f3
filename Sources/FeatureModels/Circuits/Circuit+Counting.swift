internal import BigIntegers
internal import WorkLimits

extension Circuit {
    /// Returns the number of assignments of each node that make only allowed literals true.
    ///
    /// - Parameter isAllowed: Whether each literal may be true, by its index; `nil` if all may be.
    /// - Complexity: O(*s*) operations on integers for *s* elements.
    /// - Throws: `LimitError` if the budget is cancelled or its bytes are exceeded.
    func counts(allowing isAllowed: [Bool]? = nil, budget: Budget) throws(LimitError) -> [BigInteger] {
        var counts: [BigInteger] = []
        counts.reserveCapacity(nodeCount)
        var limbs = 0
        var steps = LimitedSteps(BudgetWatch(budget, states: nodeCount, bytes: byteCount))
        for node in 0..<nodeCount {
            let count = count(of: node, counts, allowing: isAllowed)
            limbs += count.bitWidth / 64 + 1
            try steps.step(range(of: node).count + count.bitWidth / 64, holding: counts.count * 72 + limbs * 8)
            counts.append(count)
        }
        return counts
    }

    /// Returns the number of assignments of a node, by the numbers of its children.
    func count(of node: Int, _ counts: [BigInteger], allowing isAllowed: [Bool]?) -> BigInteger {
        isSum[node] ? sum(node, counts) : product(node, counts, isAllowed)
    }

    private func sum(_ node: Int, _ counts: [BigInteger]) -> BigInteger {
        var sum: BigInteger = 0
        for position in range(of: node) {
            if case .child(let child) = items[position].kind { sum += counts[child] }
        }
        return sum
    }

    private func product(_ node: Int, _ counts: [BigInteger], _ isAllowed: [Bool]?) -> BigInteger {
        // Most products have one child.
        var first: BigInteger?
        var factors: [BigInteger] = []
        var freeCount = 0
        for position in range(of: node) {
            switch items[position].kind {
            case .literal(let literal):
                if let isAllowed, !isAllowed[literal.index] { return 0 }
            case .free(let variable):
                guard let isAllowed else {
                    freeCount += 1
                    continue
                }
                let (isTrueAllowed, isFalseAllowed) = (isAllowed[2 * variable], isAllowed[2 * variable + 1])
                if isTrueAllowed, isFalseAllowed { freeCount += 1 }
                if !isTrueAllowed, !isFalseAllowed { return 0 }
            case .child(let child):
                if counts[child] == 1 { continue }
                if first == nil { first = counts[child] } else { factors.append(counts[child]) }
            }
        }
        if let first, !factors.isEmpty { factors.append(first) }
        // Numbers of similar size are multiplied first, as there may be many small ones.
        while factors.count > 1 {
            for position in 0..<factors.count / 2 {
                factors[position] = factors[2 * position] * factors[2 * position + 1]
            }
            if !factors.count.isMultiple(of: 2) { factors[factors.count / 2] = factors[factors.count - 1] }
            factors.removeLast(factors.count / 2)
        }
        let product = factors.first ?? first ?? 1
        return freeCount == 0 ? product : product << freeCount
    }

    /// Returns the number of the root's assignments in which each variable is true.
    ///
    /// - Parameter counts: The counts of all nodes, with the same literals allowed.
    /// - Complexity: O(*s*) operations on integers for *s* elements.
    /// - Throws: `LimitError` if the budget is cancelled or its bytes are exceeded.
    func trueCounts(
        _ counts: [BigInteger], allowing isAllowed: [Bool]? = nil, budget: Budget
    ) throws(LimitError) -> [BigInteger] {
        var result = [BigInteger](repeating: 0, count: variableCount)
        if isEmpty { return result }
        // The number of ways to complete an assignment of a node to one of the root.
        var contexts = [BigInteger](repeating: 0, count: nodeCount)
        contexts[root] = 1
        // Variables share numbers: each node adds at most two, and each addition creates one.
        var numberCount = 0
        var contextLimbs = 1
        let limbsPerNumber = counts[root].bitWidth / 64 + 1
        func add(_ number: BigInteger, to sum: inout BigInteger) {
            if sum.isZero {
                sum = number
            } else {
                sum += number
                numberCount += 1
            }
        }
        func addContext(_ number: BigInteger, to child: Int) {
            contextLimbs -= contexts[child].bitWidth / 64
            if contexts[child].isZero { contexts[child] = number } else { contexts[child] += number }
            contextLimbs += contexts[child].bitWidth / 64
        }
        let fixedBytes = byteCount + 72 * (nodeCount + variableCount)
        var steps = LimitedSteps(BudgetWatch(budget, states: nodeCount, bytes: fixedBytes))
        for node in (0..<nodeCount).reversed() where !contexts[node].isZero && !counts[node].isZero {
            let context = contexts[node]
            contexts[node] = 0
            contextLimbs -= context.bitWidth / 64
            let range = range(of: node)
            let work = (range.count + 2) * ((context.bitWidth + counts[node].bitWidth) / 64 + 1)
            // Checks the budget before the node's numbers are created, as these need memory, too.
            let limbs = min(variableCount, numberCount) * limbsPerNumber + contextLimbs + work
            try steps.step(work, holding: 8 * limbs)
            if isSum[node] {
                for position in range {
                    if case .child(let child) = items[position].kind { addContext(context, to: child) }
                }
                continue
            }
            let total = context * counts[node]
            let half = total >> 1
            numberCount += 2
            for position in range {
                try steps.step(total.bitWidth / 64 + 1, holding: 8 * limbs)
                switch items[position].kind {
                case .literal(let literal): if literal.value { add(total, to: &result[literal.variable]) }
                case .free(let variable):
                    let allowsBothValues = isAllowed.map { $0[2 * variable] && $0[2 * variable + 1] } ?? true
                    if allowsBothValues {
                        add(half, to: &result[variable])
                    } else if isAllowed?[2 * variable] == true {
                        add(total, to: &result[variable])
                    }
                case .child(let child): addContext(counts[child] == 1 ? total : total / counts[child], to: child)
                }
            }
        }
        return result
    }
}
