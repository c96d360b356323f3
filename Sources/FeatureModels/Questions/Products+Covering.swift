public import WorkLimits

extension Products {
    /// Returns a sample of products that covers all interactions of `strength` features: each
    /// combination of decisions about `strength` features that occurs in a product occurs in the
    /// sample.
    ///
    ///     for product in try products.coveringSample(strength: 2) { test(product) }
    ///
    /// A sample of strength 2 is called pairwise; in general, a sample of strength *t* is called
    /// *t*-wise. The sample is small, but not always the smallest. The same products always give
    /// the same sample.
    ///
    /// - Parameters:
    ///   - strength: The number *t* of features in an interaction; at least 1.
    ///   - budget: The budget; each combination that some product has counts as a state.
    /// - Complexity: O(*m* (*s* / 64 + *p* log *n*) + *p* *n* *s*) for *n* features, *s* elements
    ///   of the compiled products, *p* products of the sample, and *m* combinations of decisions
    ///   about *t* features. There are up to 2ᵗ *n*ᵗ / *t*! such combinations.
    /// - Precondition: The strength is positive.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    /// - Reference: M. F. Johansen, Ø. Haugen, F. Fleurey, An algorithm for generating t-wise
    ///   covering arrays from large feature models, SPLC 2012, doi:10.1145/2362536.2362547, for the
    ///   task.
    public func coveringSample(
        strength: Int, budget: Budget = .default
    ) throws(FeatureModelError) -> [Configuration] {
        precondition(strength > 0, "the strength of a sample must be positive")
        if isEmpty { return [] }
        let variables = isInScope.indices.filter { isInScope[$0] }
        return try stopping { () throws(LimitError) in
            var open = try Interactions(of: Swift.min(strength, variables.count), among: variables, in: circuit, budget)
            var sample: [Configuration] = []
            repeat {
                try budget.check(built: open.count, bytes: open.byteCount)
                let assignment = try open.nextAssignment(of: circuit, budget)
                open.removeAll(coveredBy: assignment)
                sample.append(product { assignment[$0.index] })
            } while open.count > 0
            return sample
        }
    }
}

/// Combinations of literals that occur together in an assignment.
private struct Interactions {
    private let strength: Int
    /// The indices of the literals, one choice after the other.
    private var literals: [Int32] = []

    var count: Int { strength == 0 ? 0 : literals.count / strength }
    var byteCount: Int { 4 * literals.count }

    /// Creates the combinations of literals of `strength` variables that occur in assignments.
    init(of strength: Int, among variables: [Int], in circuit: Circuit, _ budget: Budget) throws(LimitError) {
        self.strength = strength
        if strength == 0 { return }
        // There are too many combinations to count.
        guard strength < Int.bitWidth - 1 else {
            throw .budgetExceeded(built: 0, limit: .states(budget.maximumStates))
        }
        var candidates: [[Int32]] = []
        var isAllowed = [UInt64](repeating: .max, count: 2 * circuit.variableCount)
        // The positions of the chosen variables, in ascending order.
        var indices = Array(0..<strength)
        while true {
            for signs in 0..<1 << strength {
                candidates.append(
                    (0..<strength).map { Int32(Literal(variables[indices[$0]], signs >> $0 & 1 == 0).index) })
                if candidates.count == 64 { try addPossible(&candidates, &isAllowed, circuit, budget) }
            }
            guard let last = (0..<strength).last(where: { indices[$0] < variables.count - strength + $0 }) else {
                break
            }
            indices[last] += 1
            for index in last + 1..<max(last + 1, strength) { indices[index] = indices[index - 1] + 1 }
        }
        try addPossible(&candidates, &isAllowed, circuit, budget)
    }

    /// Adds the satisfiable ones of up to 64 candidates, and removes all candidates.
    private mutating func addPossible(
        _ candidates: inout [[Int32]], _ isAllowed: inout [UInt64], _ circuit: Circuit, _ budget: Budget
    ) throws(LimitError) {
        // The negation of a literal has the index that differs in the last bit.
        for (lane, candidate) in candidates.enumerated() {
            for literal in candidate { isAllowed[Int(literal) ^ 1] &= ~(1 << UInt64(lane)) }
        }
        let answers = circuit.satisfiable(allowing: isAllowed)
        for (lane, candidate) in candidates.enumerated() {
            if answers >> UInt64(lane) & 1 == 1 { literals += candidate }
            for literal in candidate { isAllowed[Int(literal) ^ 1] = .max }
        }
        candidates.removeAll(keepingCapacity: true)
        try budget.check(built: count, bytes: byteCount)
    }

    /// Returns whether each literal is true in an assignment that has the first choice and many
    /// others.
    ///
    /// Literals become true one by one, those that complete the most choices first. The weights are
    /// recomputed whenever an eighth more literals are true.
    func nextAssignment(of circuit: Circuit, _ budget: Budget) throws(LimitError) -> [Bool] {
        var isAllowed = [Bool](repeating: true, count: 2 * circuit.variableCount)
        for literal in literals.prefix(strength) { isAllowed[Int(literal) ^ 1] = false }
        var isPossible = circuit.possibleLiterals(allowing: isAllowed) ?? isAllowed
        var fixedCount = 0
        var steps = LimitedSteps(BudgetWatch(budget, states: count, bytes: byteCount))
        while true {
            let weights = weights(where: isPossible)
            let wanted = weights.indices.filter { weights[$0] != .zero }.sorted { weights[$0] > weights[$1] }
            if wanted.isEmpty { break }
            var remainingDecisions = 1 + fixedCount / 8
            for literal in wanted where remainingDecisions > 0 && isPossible[literal] && isPossible[literal ^ 1] {
                isAllowed[literal ^ 1] = false
                isPossible = circuit.possibleLiterals(allowing: isAllowed) ?? isPossible
                try steps.step(circuit.items.count)
                (remainingDecisions, fixedCount) = (remainingDecisions - 1, fixedCount + 1)
            }
            try steps.check()
        }
        // The variables that are still open can't cover anything more.
        let costs = [Int](repeating: 0, count: 2 * circuit.variableCount)
        let first = try CheapestAssignments(circuit, costs: costs, allowing: isAllowed, limit: 1, budget: budget)
        var isTrue = [Bool](repeating: false, count: 2 * circuit.variableCount)
        for literal in first.literals(of: 0) { isTrue[literal.index] = true }
        return isTrue
    }

    /// The benefit of making an open literal true: the number of choices that it completes, and the
    /// number of those that it brings closer to completion.
    private struct Weight: Comparable {
        var completedCount = 0
        var begunCount = 0

        static let zero = Weight()

        static func < (left: Weight, right: Weight) -> Bool {
            (left.completedCount, left.begunCount) < (right.completedCount, right.begunCount)
        }
    }

    /// Returns the weight of each literal.
    ///
    /// - Parameter isPossible: Whether each literal may become true; it is true if its negation
    ///   can't.
    private func weights(where isPossible: [Bool]) -> [Weight] {
        var weights = [Weight](repeating: .zero, count: isPossible.count)
        literals.withUnsafeBufferPointer { literals in
            for start in stride(from: 0, to: literals.count, by: Swift.max(1, strength)) {
                let choice = literals[start..<start + strength]
                guard choice.allSatisfy({ isPossible[Int($0)] }) else { continue }
                let open = choice.lazy.filter { isPossible[Int($0) ^ 1] }
                let count = open.count
                for literal in open {
                    if count == 1 {
                        weights[Int(literal)].completedCount += 1
                    } else {
                        weights[Int(literal)].begunCount += 1
                    }
                }
            }
        }
        return weights
    }

    /// Removes the choices whose literals are all true.
    mutating func removeAll(coveredBy isTrue: [Bool]) {
        if strength == 0 { return }
        var end = 0
        for start in stride(from: 0, to: literals.count, by: strength) {
            if literals[start..<start + strength].allSatisfy({ isTrue[Int($0)] }) { continue }
            for offset in 0..<strength { literals[end + offset] = literals[start + offset] }
            end += strength
        }
        literals.removeLast(literals.count - end)
    }
}
