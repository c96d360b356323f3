extension Circuit {
    /// Returns the lexicographically first assignment that makes only allowed literals true: its
    /// true variables, a bit each; `nil` if there is none.
    ///
    /// - Complexity: O(*s* *n* / 64) for *s* elements and *n* variables.
    func firstAssignment(allowing isAllowed: [Bool]) -> [UInt64]? {
        let isSatisfiable = satisfiableNodes(allowing: isAllowed)
        guard isSatisfiable.last == true else { return nil }
        let width = (variableCount + 63) / 64
        var rows = [UInt64](repeating: 0, count: nodeCount * width)
        for node in 0..<nodeCount where isSatisfiable[node] {
            let row = node * width
            var hasRow = false
            for position in range(of: node) {
                switch items[position].kind {
                case .literal(let literal):
                    if literal.value { rows[row + literal.variable / 64] |= 1 << UInt64(literal.variable % 64) }
                case .free(let variable):
                    if !isAllowed[2 * variable + 1] { rows[row + variable / 64] |= 1 << UInt64(variable % 64) }
                case .child(let child):
                    if isSum[node] {
                        guard isSatisfiable[child] else { continue }
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

    /// Returns whether one assignment is false at the first variable where another one isn't.
    private func precedes(_ left: Int, _ right: Int, _ width: Int, _ rows: [UInt64]) -> Bool {
        for word in 0..<width where rows[left + word] != rows[right + word] {
            let difference = rows[left + word] ^ rows[right + word]
            return rows[left + word] & (1 << UInt64(difference.trailingZeroBitCount)) == 0
        }
        return false
    }
}
