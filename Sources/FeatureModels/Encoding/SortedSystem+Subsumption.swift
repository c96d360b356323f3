extension SortedSystem {
    /// Removes subsumed clauses, and literals that are redundant because of another clause.
    ///
    /// - Complexity: O(*s*) for the sum *s* of the occurrences of each clause's rarest literal.
    /// - Reference: N. Eén, A. Biere, Effective preprocessing in SAT through variable and clause
    ///   elimination, SAT 2005, doi:10.1007/11499107_5.
    mutating func removeSubsumed() {
        pairs = Array(Set(pairs.map { [$0.0, $0.1] })).sorted { $0.lexicographicallyPrecedes($1) }
            .map { ($0[0], $0[1]) }
        var partners = [[Literal]](repeating: [], count: 2 * variableCount)
        for (first, second) in pairs {
            partners[first.index].append(second)
            partners[second.index].append(first)
        }
        var isInClause = [Bool](repeating: false, count: 2 * variableCount)
        var kept: [[Literal]] = []
        var shortened: [[Literal]] = []
        for var clause in Set(clauses).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            for literal in clause { isInClause[literal.index] = true }
            var isSubsumed = false
            let original = clause
            for literal in original where isInClause[literal.index] {
                for partner in partners[literal.index] {
                    if isInClause[partner.index] { isSubsumed = true }
                    // Because of the pair, a clause with the literal doesn't need the partner's
                    // negation.
                    if isInClause[(!partner).index], let position = clause.firstIndex(of: !partner) {
                        clause.remove(at: position)
                        isInClause[(!partner).index] = false
                    }
                }
            }
            for literal in original { isInClause[literal.index] = false }
            if isSubsumed { continue }
            if clause.count > 2 { kept.append(clause) } else { shortened.append(clause) }
        }
        clauses = kept
        for clause in shortened { add(clause) }
        removeSubsumedLongClauses()
    }

    /// Removes clauses that another clause subsumes.
    private mutating func removeSubsumedLongClauses() {
        var occurrences = [[Int]](repeating: [], count: 2 * variableCount)
        let sorted = clauses.sorted { $0.count < $1.count }
        var marks = [Int](repeating: -1, count: 2 * variableCount)
        var result: [[Literal]] = []
        for (index, clause) in sorted.enumerated() {
            for literal in clause { marks[literal.index] = index }
            // A clause is listed at one of its literals, where all clauses that contain it look for
            // it.
            let isSubsumed = clause.contains { literal in
                occurrences[literal.index].contains { other in
                    result[other].allSatisfy { marks[$0.index] == index }
                }
            }
            if isSubsumed { continue }
            if let rarest = clause.min(by: { occurrences[$0.index].count < occurrences[$1.index].count }) {
                occurrences[rarest.index].append(result.count)
            }
            result.append(clause)
        }
        clauses = result
    }
}
