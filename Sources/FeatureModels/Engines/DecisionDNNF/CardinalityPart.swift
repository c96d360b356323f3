internal import AlgorithmSupport
internal import WorkLimits

/// A part with one literal of each variable, whose conditions only bound the number of true
/// literals: a long clause, or the bounds of a group.
///
/// Deciding its variables one by one would take quadratic time and memory, as each of the smaller
/// parts needs a key.
struct CardinalityPart {
    /// A literal of each variable, in ascending order.
    private let literals: [Literal]
    /// The bounds on the number of true literals.
    private var low = 0
    private var high: Int

    /// The least number of variables for which the shape of a part is examined.
    static let minimumCount = 256
    /// The maximum number of decisions before a part with bounds that aren't those of a clause, if
    /// conditions tell its variables apart. After more decisions there are many such parts, each of
    /// other variables, whose tables share nothing, as smaller parts do.
    static let maximumDecisions = 8

    /// Whether only the assignments that make all literals true, or all false, can be missing.
    var isClause: Bool { low <= 1 && high >= literals.count - 1 }

    /// Returns whether all variables are of the same class.
    func isUniform(in classes: [Int32]) -> Bool {
        !classes.isEmpty && literals.allSatisfy { classes[$0.variable] == classes[literals[0].variable] }
    }

    /// Returns classes of variables that no clause tells apart, so that those that are left after
    /// decisions about others are mostly the same ones; an empty list if no bound is wide.
    static func classes(of propagator: borrowing Propagator) -> [Int32] {
        var isWide = false
        for bound in 0..<propagator.boundCount {
            isWide = isWide || propagator.bounds.range(bound).count >= minimumCount
        }
        guard isWide else { return [] }
        var classes: [[Int]: Int32] = [:]
        return (0..<propagator.variableCount).map { variable in
            var conditions: [Int] = []
            for literal in [2 * variable, 2 * variable + 1] {
                for position in propagator.implied.range(literal) { conditions.append(propagator.implied[position]) }
                conditions.append(-1)
                for position in propagator.clausesWith.range(literal) {
                    conditions.append(propagator.clausesWith[position])
                }
                conditions.append(-1)
            }
            let found = classes[conditions] ?? Int32(classes.count)
            classes[conditions] = found
            return found
        }
    }

    /// Recognizes a part; fails if it has other conditions.
    ///
    /// - Complexity: O(*n*) for *n* literals of its conditions.
    init?(_ part: Part, _ numbers: borrowing ScratchBuffer<UInt32>, _ propagator: borrowing Propagator) {
        guard let first = Self.openLiterals(ofConditionIn: part, numbers, propagator) else { return nil }
        literals = first.sorted()
        high = literals.count
        guard literals.count == part.variables.count, !Self.hasPairs(part, numbers, propagator) else { return nil }
        let own = Set(literals)
        /// Returns whether a condition is on the literals, or on their negations; `nil` for others.
        func areSame(_ others: [Literal]) -> Bool? {
            guard others.count == own.count else { return nil }
            if others.allSatisfy(own.contains) { return true }
            return others.allSatisfy { own.contains(!$0) } ? false : nil
        }
        for position in part.clauses {
            guard let isSame = areSame(propagator.openLiterals(ofClause: Int(numbers[position]))) else { return nil }
            if isSame { low = max(low, 1) } else { high = min(high, literals.count - 1) }
        }
        for position in part.bounds {
            let bound = Int(numbers[position])
            guard propagator.isUniform(bound: bound),
                let isSame = areSame(propagator.openLiterals(ofBound: bound))
            else { return nil }
            let slack = propagator.limits[bound] - propagator.trueWeights[bound]
            if isSame { high = min(high, slack) } else { low = max(low, literals.count - slack) }
        }
    }

    private static func openLiterals(
        ofConditionIn part: Part, _ numbers: borrowing ScratchBuffer<UInt32>, _ propagator: borrowing Propagator
    ) -> [Literal]? {
        if !part.clauses.isEmpty {
            return propagator.openLiterals(ofClause: Int(numbers[part.clauses.lowerBound]))
        }
        if part.bounds.isEmpty { return nil }
        return propagator.openLiterals(ofBound: Int(numbers[part.bounds.lowerBound]))
    }

    private static func hasPairs(
        _ part: Part, _ numbers: borrowing ScratchBuffer<UInt32>, _ propagator: borrowing Propagator
    ) -> Bool {
        for position in part.variables {
            let literal = 2 * Int(numbers[position])
            let (first, second) = (propagator.implied.range(literal), propagator.implied.range(literal + 1))
            let partners = first.lowerBound..<second.upperBound
            if partners.contains(where: { propagator.values[propagator.implied[$0]] == 0 }) { return true }
        }
        return false
    }

    /// Adds the assignments to the kept variables that can be extended to all.
    ///
    /// - Returns: The node; `nil` if there is no assignment.
    /// - Complexity: O(*n*) for *n* variables and a clause, otherwise O(*n* *k*) for *k* possible
    ///   numbers of true literals, and less if the tables have another part with these variables.
    /// - Throws: `LimitError` if the budget is exceeded or cancelled.
    ///
    /// - Parameter heldBytes: The bytes that the compiler holds besides the circuit.
    func node(
        in circuit: inout Circuit, _ tables: inout CardinalityTables, keeping isKept: [Bool], heldBytes: Int,
        budget: Budget
    ) throws(LimitError) -> Int? {
        guard low <= high else { return nil }
        let kept = literals.filter { isKept[$0.variable] }
        // Any number of the others may be true.
        let low = max(0, low - (literals.count - kept.count))
        let high = min(high, kept.count)
        if low > high { return nil }
        if low == 0, high == kept.count { return circuit.addProduct(kept.map { Circuit.Item.free($0.variable) }) }
        guard low == 1 && high == kept.count || low == 0 && high == kept.count - 1 else {
            return try tables.node(low...high, of: kept, in: &circuit, heldBytes: heldBytes, budget)
        }
        // A literal adds at most so many nodes and elements.
        let (nodeCount, itemCount) = (circuit.nodeCount + 3 * kept.count, circuit.items.count + 16 * kept.count)
        try budget.check(built: nodeCount, bytes: heldBytes + circuit.byteCount + 96 * kept.count)
        if itemCount > Circuit.maximumItemCount { throw .tooLarge("parts of products") }
        var steps = LimitedSteps(BudgetWatch(budget, states: nodeCount, bytes: heldBytes))
        return try circuit.addClause(low == 1 ? kept[...] : kept.map { !$0 }[...], &steps).satisfied
    }
}

extension Propagator {
    /// Returns the literals of a clause that have no value.
    fileprivate func openLiterals(ofClause clause: Int) -> [Literal] {
        clauses.range(clause).map { Literal(code: UInt32(clauses[$0])) }.filter { values[$0.index] == 0 }
    }

    /// Returns the literals of a bound that have no value.
    fileprivate func openLiterals(ofBound bound: Int) -> [Literal] {
        bounds.range(bound).map { Literal(code: UInt32(bounds[$0])) }.filter { values[$0.index] == 0 }
    }

    /// Returns whether a bound holds in any case, and only counts its literals.
    fileprivate func isUniform(bound: Int) -> Bool {
        let condition = conditions[bound]
        return greatestWeights[bound] == 1 && (condition == Self.unconditional || values[Int(condition)] == 1)
    }
}

extension Circuit {
    /// The sets of assignments to some variables that a clause distinguishes.
    fileprivate struct ClauseNodes {
        /// The assignments that make a literal true.
        var satisfied: Int
        /// The only other assignment.
        var falsified: Int
        /// All assignments.
        var free: Int
    }

    /// The number of literals whose disjunction isn't halved.
    private static var leafCount: Int { 8 }

    /// Adds the assignments that a clause distinguishes. Halves of the clause have nodes of their
    /// own, so that few numbers of assignments are large.
    fileprivate mutating func addClause(
        _ literals: ArraySlice<Literal>, _ steps: inout LimitedSteps
    ) throws(LimitError) -> ClauseNodes {
        try steps.step(literals.count <= Self.leafCount ? literals.count : 1, holding: byteCount)
        if literals.count <= Self.leafCount {
            let free = literals.map { Item.free($0.variable) }
            var parts: [Int] = []
            for (index, literal) in literals.enumerated() {
                var elements = literals.prefix(index).map { Item.literal(!$0) }
                elements.append(.literal(literal))
                parts.append(addProduct(elements + free.dropFirst(index + 1)))
            }
            return ClauseNodes(
                satisfied: parts.count == 1 ? parts[0] : addSum(parts),
                falsified: addProduct(literals.map { Item.literal(!$0) }), free: addProduct(free))
        }
        let middle = literals.startIndex + literals.count / 2
        let left = try addClause(literals[..<middle], &steps)
        let right = try addClause(literals[middle...], &steps)
        let byLeft = addProduct([.child(left.satisfied), .child(right.free)])
        let byRight = addProduct([.child(left.falsified), .child(right.satisfied)])
        return ClauseNodes(
            satisfied: addSum([byLeft, byRight]),
            falsified: addProduct([.child(left.falsified), .child(right.falsified)]),
            free: addProduct([.child(left.free), .child(right.free)]))
    }
}
