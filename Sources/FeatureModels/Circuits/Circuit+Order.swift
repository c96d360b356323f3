extension Circuit {
    /// Returns the lexicographically first of the cheapest assignments that make only allowed
    /// literals true, as a bit set of its true variables; `nil` if there is none.
    ///
    /// - Parameter costs: The cost of each literal, by its index; empty if all cost nothing.
    /// - Complexity: O(*s* *n* / 64) for *s* elements and *n* variables.
    func firstAssignment(allowing isAllowed: [Bool], costs: [Int] = []) -> [UInt64]? {
        func cost(_ literal: Literal) -> Int? {
            isAllowed[literal.index] ? costs.isEmpty ? 0 : costs[literal.index] : nil
        }
        let leastCosts = leastCosts(cost)
        guard leastCosts.last ?? nil != nil else { return nil }
        let width = (variableCount + 63) / 64
        var rows = [UInt64](repeating: 0, count: nodeCount * width)
        for node in 0..<nodeCount where leastCosts[node] != nil {
            let row = node * width
            var hasRow = false
            for position in range(of: node) {
                switch items[position].kind {
                case .literal(let literal):
                    if literal.value { rows[row + literal.variable / 64] |= 1 << UInt64(literal.variable % 64) }
                case .free(let variable):
                    let (ifFalse, ifTrue) = (cost(Literal(variable, false)), cost(Literal(variable)))
                    if ifTrue ?? .max < ifFalse ?? .max { rows[row + variable / 64] |= 1 << UInt64(variable % 64) }
                case .child(let child):
                    if isSum[node] {
                        guard leastCosts[child] == leastCosts[node] else { continue }
                        if !hasRow || precedes(child * width, row, width, rows) {
                            for word in 0..<width { rows[row + word] = rows[child * width + word] }
                        }
                        hasRow = true
                    } else {
                        for word in 0..<width { rows[row + word] |= rows[child * width + word] }
                    }
                }
            }
        }
        return Array(rows.suffix(width))
    }

    /// Returns the least cost of each node's assignments; `nil` if it has none.
    private func leastCosts(_ cost: (Literal) -> Int?) -> [Int?] {
        var leastCosts: [Int?] = []
        leastCosts.reserveCapacity(nodeCount)
        for node in 0..<nodeCount {
            var least: Int? = isSum[node] ? nil : 0
            for position in range(of: node) {
                let part: Int? =
                    switch items[position].kind {
                    case .literal(let literal): cost(literal)
                    case .free(let variable):
                        [cost(Literal(variable, false)), cost(Literal(variable))].compactMap(\.self).min()
                    case .child(let child): leastCosts[child]
                    }
                if isSum[node] {
                    if let part { least = min(least ?? .max, part) }
                } else {
                    least = least.flatMap { least in part.map { least + $0 } }
                }
            }
            leastCosts.append(least)
        }
        return leastCosts
    }

    /// Returns whether one assignment is false at the first variable where another one isn't.
    private func precedes(_ left: Int, _ right: Int, _ width: Int, _ rows: [UInt64]) -> Bool {
        for word in 0..<width where rows[left + word] != rows[right + word] {
            let difference = rows[left + word] ^ rows[right + word]
            return rows[left + word] & (1 << UInt64(difference.trailingZeroBitCount)) == 0
        }
        return false
    }
}
