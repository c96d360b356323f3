internal import AlgorithmSupport
internal import WorkLimits

/// A system with fewer variables, and the meanings of the removed variables.
///
/// The reduction removes each variable that has the same value in all assignments. Of variables
/// that are always equal or always opposite, it keeps one. It finds such variables by unit
/// propagation from each literal. In feature models, most of them are core features, dead features,
/// or mandatory children.
///
/// - Reference: I. Lynce, J. Marques-Silva, Probing-based preprocessing techniques for
///   propositional satisfiability, ICTAI 2003, doi:10.1109/TAI.2003.1250177.
package struct Reduction: Sendable {
    /// The meaning of a variable of the original system.
    package enum Meaning: Hashable, Sendable {
        /// The variable has the given value in all assignments.
        case constant(Bool)
        /// The variable equals a literal of the reduced system.
        case literal(Literal)
    }

    /// The conditions on the remaining variables; `nil` if the old conditions can't be satisfied.
    private(set) var system: SortedSystem?
    /// The meaning of each old variable, if the system can be satisfied.
    private(set) var meanings: [Meaning]

    /// The maximum number of literals that a round visits. Missed reductions only cost engines time.
    private static let stepLimit = 200_000_000

    private static let roundLimit = 5

    /// Reduces a system.
    ///
    /// - Complexity: O(*n* *m*) for *n* variables and *m* literals of clauses at worst, up to a
    ///   bound.
    /// - Throws: `LimitError` if the budget is cancelled or its bytes are exceeded.
    init(_ system: BooleanSystem, budget: Budget) throws(LimitError) {
        let old = SortedSystem(system)
        meanings = (0..<system.variableCount).map { .literal(Literal($0)) }
        var current = old
        for _ in 0..<Self.roundLimit where !current.isContradictory {
            try budget.check(built: 0)
            current.removeSubsumed()
            try budget.check(built: 0)
            guard let merger = try Merger(current, stepLimit: Self.stepLimit, budget: budget) else { return }
            try budget.check(built: 0)
            let (smaller, change) = merger.result(for: current)
            for index in meanings.indices {
                if case .literal(let literal) = meanings[index] { meanings[index] = change.meaning(of: literal) }
            }
            current = smaller
            if merger.isIdle { break }
        }
        if !current.isContradictory { self.system = current }
    }
}

/// The values and equalities that one round of probing finds.
private struct Merger {
    /// The literal that stands for each variable: another variable's, or its own.
    private var representatives: [Literal]
    /// The values of variables.
    private var values: [Bool?]
    /// A Boolean value that indicates whether another round would find nothing.
    private(set) var isIdle = true

    /// Probes all literals.
    ///
    /// - Returns: `nil` if the system can't be satisfied.
    init?(_ system: SortedSystem, stepLimit: Int, budget: Budget) throws(LimitError) {
        let count = system.variableCount
        representatives = (0..<count).map { Literal($0) }
        values = Array(repeating: nil, count: count)
        var propagator = Propagator(system)
        for unit in system.units where !propagator.assume(unit) { return nil }
        let marks = ScratchBuffer<Int32>(repeating: -1, count: 2 * count)
        var steps = LimitedSteps(BudgetWatch(budget, states: 0, bytes: propagator.byteCount))
        for variable in 0..<count where !propagator.isAssigned(variable) {
            let fixed = propagator.trailCount
            let start = propagator.stepCount
            if start > stepLimit { break }
            let literal = Literal(variable)
            var forced: Literal?
            if propagator.assume(literal) {
                for position in fixed..<propagator.trailCount {
                    marks[propagator.trailLiteral(position).index] = Int32(variable)
                }
            } else {
                forced = !literal
            }
            propagator.undo(to: fixed)
            var equal: [Literal] = []
            if forced == nil {
                if propagator.assume(!literal) {
                    for position in (fixed + 1)..<max(fixed + 1, propagator.trailCount) {
                        let other = propagator.trailLiteral(position)
                        // True in both cases, or in exactly one.
                        if marks[other.index] == Int32(variable) { equal.append(other) }
                        if marks[(!other).index] == Int32(variable) { merge(!other, literal) }
                    }
                } else {
                    forced = literal
                }
                propagator.undo(to: fixed)
            }
            if let forced {
                guard propagator.assume(forced) else { return nil }
                isIdle = false
            }
            for other in equal {
                guard propagator.assume(other) else { return nil }
                isIdle = false
            }
            try steps.step(propagator.stepCount - start)
        }
        for position in 0..<propagator.trailCount {
            let literal = propagator.trailLiteral(position)
            values[literal.variable] = literal.value
        }
    }

    /// Returns the literal that stands for another one.
    private func representative(of literal: Literal) -> Literal {
        var literal = literal
        while representatives[literal.variable].variable != literal.variable {
            let next = representatives[literal.variable]
            literal = literal.value ? next : !next
        }
        return literal
    }

    /// Records that two literals are equal.
    private mutating func merge(_ first: Literal, _ second: Literal) {
        let (first, second) = (representative(of: first), representative(of: second))
        if first.variable == second.variable { return }
        isIdle = false
        // Keeps the smaller number, to keep the order of variables.
        let (kept, dropped) = first.variable < second.variable ? (first, second) : (second, first)
        representatives[dropped.variable] = dropped.value ? kept : !kept
    }

    /// The change from old variables to new ones.
    struct Change {
        fileprivate var meanings: [Reduction.Meaning]

        /// Returns the meaning of a literal.
        func meaning(of literal: Literal) -> Reduction.Meaning {
            switch meanings[literal.variable] {
            case .constant(let value): .constant(value == literal.value)
            case .literal(let other): .literal(literal.value ? other : !other)
            }
        }
    }

    /// Returns the smaller system, and the change of the variables.
    func result(for system: SortedSystem) -> (SortedSystem, Change) {
        var known = values
        // The value of a variable is also that of all variables that are equal to it.
        for variable in known.indices {
            if let value = values[variable] {
                let representative = representative(of: Literal(variable))
                known[representative.variable] = value == representative.value
            }
        }
        var meanings: [Reduction.Meaning] = []
        var newCount = 0
        for variable in known.indices {
            let representative = representative(of: Literal(variable))
            if let value = known[representative.variable] {
                meanings.append(.constant(value == representative.value))
            } else if representative.variable == variable {
                meanings.append(.literal(Literal(newCount)))
                newCount += 1
            } else if case .literal(let other) = meanings[representative.variable] {
                meanings.append(.literal(representative.value ? other : !other))
            }
        }
        let change = Change(meanings: meanings)
        return (change.apply(to: system, variableCount: newCount), change)
    }
}

extension Merger.Change {
    /// Returns a system over the new variables.
    func apply(to system: SortedSystem, variableCount: Int) -> SortedSystem {
        var result = BooleanSystem(variableCount: variableCount)
        for pair in system.pairs { apply(to: [pair.0, pair.1], &result) }
        for clause in system.clauses { apply(to: clause, &result) }
        for bound in system.bounds { apply(to: bound, &result) }
        return SortedSystem(result)
    }

    private func apply(to clause: [Literal], _ result: inout BooleanSystem) {
        var literals: [Literal] = []
        for literal in clause {
            switch meaning(of: literal) {
            case .constant(true): return
            case .constant(false): break
            case .literal(let other): literals.append(other)
            }
        }
        result.clauses.append(literals)
    }

    private func apply(to bound: BooleanSystem.AtMostConstraint, _ result: inout BooleanSystem) {
        var new = BooleanSystem.AtMostConstraint(condition: nil, bound: bound.bound, literals: [])
        var weights: [Int] = []
        if let condition = bound.condition {
            switch meaning(of: condition) {
            case .constant(true): break
            case .constant(false): return
            case .literal(let other): new.condition = other
            }
        }
        for (position, literal) in bound.literals.enumerated() {
            switch meaning(of: literal) {
            case .constant(let value): new.bound -= value ? bound.weight(at: position) : 0
            case .literal(let other):
                new.literals.append(other)
                weights.append(bound.weight(at: position))
            }
        }
        new.weights = weights
        result.bounds.append(new)
    }
}
