extension Circuit {
    /// Returns whether an assignment makes only allowed literals true.
    ///
    /// - Complexity: O(*s*) for *s* elements.
    func isSatisfiable(allowing isAllowed: [Bool]) -> Bool {
        satisfiableNodes(allowing: isAllowed).last ?? false
    }

    /// Returns, for each node, whether one of its assignments makes only allowed literals true.
    ///
    /// - Complexity: O(*s*) for *s* elements.
    func satisfiableNodes(allowing isAllowed: [Bool]) -> [Bool] {
        values(zero: false, one: true, plus: { $0 || $1 }, times: { $0 && $1 }) { isAllowed[$0.index] }
    }

    /// Returns whether each literal is true in an assignment that makes only allowed ones true;
    /// `nil` if there is none.
    ///
    /// - Complexity: O(*s*) for *s* elements.
    func possibleLiterals(allowing isAllowed: [Bool]) -> [Bool]? {
        let isSatisfiable = satisfiableNodes(allowing: isAllowed)
        guard isSatisfiable.last == true else { return nil }
        var isPossible = [Bool](repeating: false, count: 2 * variableCount)
        var isReached = [Bool](repeating: false, count: nodeCount)
        isReached[root] = true
        for node in (0..<nodeCount).reversed() where isReached[node] {
            for position in range(of: node) {
                switch items[position].kind {
                case .literal(let literal): isPossible[literal.index] = true
                case .free(let variable):
                    isPossible[2 * variable] = isPossible[2 * variable] || isAllowed[2 * variable]
                    isPossible[2 * variable + 1] = isPossible[2 * variable + 1] || isAllowed[2 * variable + 1]
                case .child(let child): if isSatisfiable[child] { isReached[child] = true }
                }
            }
        }
        return isPossible
    }

    /// Returns for 64 questions together whether an assignment makes only allowed literals true.
    ///
    /// - Parameter isAllowed: The questions that allow each literal, as a bit set.
    /// - Complexity: O(*s*) for *s* elements.
    func satisfiable(allowing isAllowed: [UInt64]) -> UInt64 {
        values(zero: 0, one: .max, plus: |, times: &) { isAllowed[$0.index] }.last ?? 0
    }
}
