internal import AlgorithmSupport

/// A partial assignment with unit propagation and undo.
///
/// Each clause counts its assigned literals, and each bound weighs them. So satisfied clauses are
/// known at once, and undoing needs no search.
struct Propagator: ~Copyable {
    let variableCount: Int
    /// The clauses with three or more literals.
    let clauses: Rows
    let clauseCount: Int
    /// The literals of each bound, and their weights.
    let bounds: Rows
    let boundWeights: Rows
    /// The greatest weight in each bound.
    let greatestWeights: ScratchBuffer<Int>
    let boundCount: Int
    /// The conditions of bounds, or `unconditional`.
    let conditions: ScratchBuffer<UInt32>
    /// The maximum weight that each bound allows.
    let limits: ScratchBuffer<Int>
    /// The literals that each literal implies by a clause of two literals.
    let implied: Rows
    /// The clauses and bounds that have a literal, and the bounds that it conditions.
    let clausesWith: Rows
    let boundsWith: Rows
    let boundsConditioned: Rows
    /// The weight of a literal in each of the bounds that have it.
    let weightsWith: Rows

    /// The values of literals: 1 for true, -1 for false, 0 for unassigned.
    let values: ScratchBuffer<Int8>
    /// For each clause, the number of true literals, and that of literals that aren't false.
    let trueCounts: ScratchBuffer<Int32>
    let openCounts: ScratchBuffer<Int32>
    /// For each bound, the weight of true literals, and that of literals without a value.
    let trueWeights: ScratchBuffer<Int>
    let openWeights: ScratchBuffer<Int>

    /// The true literals, in the order of their assignments.
    let trail: ScratchBuffer<UInt32>
    private(set) var trailCount = 0
    private var processedCount = 0
    /// The number of literals visited so far.
    private(set) var stepCount = 0

    static var unconditional: UInt32 { .max }

    /// Creates a propagator without assignments; ``assumeUnits()`` makes those of the system's
    /// units.
    init(_ system: borrowing SortedSystem) {
        variableCount = system.variableCount
        let literalCount = 2 * variableCount
        clauseCount = system.clauses.count
        boundCount = system.bounds.count
        clauses = Rows(
            system.clauses.enumerated().flatMap { row, clause in clause.map { (row, $0.index) } }, rowCount: clauseCount
        )
        bounds = Rows(
            system.bounds.enumerated().flatMap { row, bound in bound.literals.map { (row, $0.index) } },
            rowCount: boundCount)
        boundWeights = Rows(
            system.bounds.enumerated().flatMap { row, bound in
                bound.literals.indices.map { (row, bound.weight(at: $0)) }
            },
            rowCount: boundCount)
        greatestWeights = ScratchBuffer(system.bounds.map { $0.weights.max() ?? 1 })
        conditions = ScratchBuffer(system.bounds.map { $0.condition?.code ?? Self.unconditional })
        limits = ScratchBuffer(system.bounds.map(\.bound))
        implied = Rows(
            system.pairs.flatMap { pair in
                [((!pair.0).index, pair.1.index), ((!pair.1).index, pair.0.index)]
            }, rowCount: literalCount)
        clausesWith = Rows(
            system.clauses.enumerated().flatMap { row, clause in clause.map { ($0.index, row) } },
            rowCount: literalCount)
        boundsWith = Rows(
            system.bounds.enumerated().flatMap { row, bound in bound.literals.map { ($0.index, row) } },
            rowCount: literalCount)
        weightsWith = Rows(
            system.bounds.flatMap { bound in
                bound.literals.indices.map { (bound.literals[$0].index, bound.weight(at: $0)) }
            },
            rowCount: literalCount)
        boundsConditioned = Rows(
            system.bounds.enumerated().compactMap { row, bound in bound.condition.map { ($0.index, row) } },
            rowCount: literalCount)
        values = ScratchBuffer(repeating: 0, count: literalCount)
        trueCounts = ScratchBuffer(repeating: 0, count: clauseCount)
        openCounts = ScratchBuffer(system.clauses.map { Int32($0.count) })
        trueWeights = ScratchBuffer(repeating: 0, count: boundCount)
        openWeights = ScratchBuffer(system.bounds.map(\.totalWeight))
        trail = ScratchBuffer(repeating: 0, count: variableCount)
    }

    /// The bytes that are held.
    var byteCount: Int {
        4 * (2 * clauses.count + 4 * bounds.count + implied.count + 12 * variableCount + 4 * clauseCount)
    }

    /// Returns whether a variable has a value.
    @inline(__always)
    func isAssigned(_ variable: Int) -> Bool { values[2 * variable] != 0 }

    /// Returns the literal at a position of the trail.
    func trailLiteral(_ position: Int) -> Literal { Literal(code: trail[position]) }

    /// Makes a literal true and propagates.
    ///
    /// - Returns: `false` if a clause or bound can't be satisfied any more; the assignments stay
    ///   until they are undone.
    mutating func assume(_ literal: Literal) -> Bool {
        switch values[literal.index] {
        case 1: true
        case -1: false
        default:
            enqueue(literal.code) && propagate()
        }
    }

    /// Undoes assignments until the given number is left.
    mutating func undo(to count: Int) {
        while trailCount > count {
            trailCount -= 1
            let literal = Int(trail[trailCount])
            values[literal] = 0
            values[literal ^ 1] = 0
            if trailCount >= processedCount { continue }
            for position in clausesWith.range(literal) { trueCounts[clausesWith[position]] -= 1 }
            for position in clausesWith.range(literal ^ 1) { openCounts[clausesWith[position]] += 1 }
            for position in boundsWith.range(literal) {
                trueWeights[boundsWith[position]] -= weightsWith[position]
                openWeights[boundsWith[position]] += weightsWith[position]
            }
            for position in boundsWith.range(literal ^ 1) {
                openWeights[boundsWith[position]] += weightsWith[position]
            }
        }
        processedCount = min(processedCount, trailCount)
    }

    /// Returns whether a bound still restricts its open literals.
    @inline(__always)
    func isActive(bound: Int) -> Bool {
        let condition = conditions[bound]
        if condition != Self.unconditional, values[Int(condition)] == -1 { return false }
        return trueWeights[bound] + openWeights[bound] > limits[bound]
    }

    @inline(__always)
    private mutating func enqueue(_ code: UInt32) -> Bool {
        let value = values[Int(code)]
        if value != 0 { return value == 1 }
        values[Int(code)] = 1
        values[Int(code ^ 1)] = -1
        trail[trailCount] = code
        trailCount += 1
        return true
    }

    private mutating func propagate() -> Bool {
        while processedCount < trailCount {
            let literal = Int(trail[processedCount])
            processedCount += 1
            // All counts are changed before a conflict is reported, as all are undone.
            if !count(literal) { return false }
        }
        return true
    }

    private mutating func count(_ literal: Int) -> Bool {
        var isConsistent = true
        for position in clausesWith.range(literal) { trueCounts[clausesWith[position]] += 1 }
        let falsified = clausesWith.range(literal ^ 1)
        for position in falsified { openCounts[clausesWith[position]] -= 1 }
        for position in boundsWith.range(literal) {
            trueWeights[boundsWith[position]] += weightsWith[position]
            openWeights[boundsWith[position]] -= weightsWith[position]
        }
        for position in boundsWith.range(literal ^ 1) {
            openWeights[boundsWith[position]] -= weightsWith[position]
        }
        stepCount += falsified.count + 1

        for position in implied.range(literal) where isConsistent {
            isConsistent = enqueue(UInt32(truncatingIfNeeded: implied[position]))
        }
        for position in falsified where isConsistent {
            let clause = clausesWith[position]
            if trueCounts[clause] == 0, openCounts[clause] <= 1 { isConsistent = enqueueUnit(of: clause) }
        }
        for position in boundsWith.range(literal) where isConsistent {
            isConsistent = inspect(bound: boundsWith[position])
        }
        for position in boundsConditioned.range(literal) where isConsistent {
            isConsistent = inspect(bound: boundsConditioned[position])
        }
        return isConsistent
    }

    private mutating func enqueueUnit(of clause: Int) -> Bool {
        for position in clauses.range(clause) {
            // Literals that are enqueued but not counted yet may be true.
            if values[clauses[position]] == 0 { return enqueue(UInt32(truncatingIfNeeded: clauses[position])) }
            if values[clauses[position]] == 1 { return true }
        }
        return false
    }

    private mutating func inspect(bound: Int) -> Bool {
        let slack = limits[bound] - trueWeights[bound]
        guard slack < greatestWeights[bound] else { return true }
        let condition = conditions[bound]
        if condition != Self.unconditional, values[Int(condition)] != 1 {
            return slack >= 0 || enqueue(condition ^ 1)
        }
        if slack < 0 { return false }
        if openWeights[bound] <= slack { return true }
        stepCount += bounds.range(bound).count
        for position in bounds.range(bound) where boundWeights[position] > slack && values[bounds[position]] == 0 {
            if !enqueue(UInt32(truncatingIfNeeded: bounds[position]) ^ 1) { return false }
        }
        return true
    }
}
