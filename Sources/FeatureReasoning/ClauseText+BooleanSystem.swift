internal import FeatureModels
internal import WorkLimits

extension ClauseText {
    /// Adds conditions of a system.
    ///
    /// - Parameters:
    ///   - selector: A literal that activates the conditions; `nil` if they always hold.
    ///   - budget: The budget, which is checked before a bound becomes many clauses.
    /// - Throws: `LimitError` if the budget runs out.
    mutating func add(
        _ part: BooleanSystem.Part, of system: BooleanSystem, if selector: Int32? = nil, budget: Budget
    ) throws(LimitError) {
        let premise = selector.map { [-$0] } ?? []
        for clause in system.clauses[part.clauses] { add(premise + clause.map { Int32($0) }) }
        for bound in system.bounds[part.bounds] {
            let counters = bound.sumCount(upTo: budget.maximumBytes / Self.byteCount(variables: 1, literals: 0))
            try check(adding: counters, literals: 7 * counters + 6 * bound.literals.count, budget)
            add(bound, premise)
        }
    }

    /// Checks that a budget allows a solver with more variables and literals.
    private func check(adding variables: Int, literals count: Int, _ budget: Budget) throws(LimitError) {
        guard variables < Int(Int32.max) - variableCount else {
            throw .budgetExceeded(built: 0, limit: budget.byteLimit)
        }
        try budget.check(
            built: 0, bytes: Self.byteCount(variables: variableCount + variables, literals: literals.count + count))
    }

    /// Adds a bound as clauses.
    ///
    /// An at-most-one bound on up to 6 literals needs no further variables. Other bounds are
    /// counted: after each literal, there is a variable for each sum of weights, up to the bound,
    /// that the true literals so far may reach; it is true if they reach it.
    ///
    /// - Parameter premise: Literals of which one is true if the bound isn't active.
    /// - Complexity: O(*n* *k*) for *n* literals and *k* sums, at most the bound.
    /// - Reference: C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP
    ///   2005, doi:10.1007/11564751_73; S. Hölldobler, N. Manthey, P. Steinke, A compact encoding
    ///   of pseudo-Boolean constraints into SAT, KI 2012, doi:10.1007/978-3-642-33347-7_10.
    private mutating func add(_ bound: BooleanSystem.AtMostConstraint, _ premise: [Int32]) {
        let premise = premise + (bound.condition.map { [-Int32($0)] } ?? [])
        let literals = bound.literals.map { Int32($0) }
        if bound.bound < 0 { return add(premise) }
        if bound.bound >= bound.totalWeight { return }
        if bound.bound == 1, bound.weights.isEmpty, literals.count <= 6 {
            for (index, first) in literals.enumerated() {
                for second in literals[..<index] { add(premise + [-first, -second]) }
            }
            return
        }
        var sums: [(sum: Int, variable: Int32)] = []
        for (position, literal) in literals.enumerated() {
            let weight = bound.weight(at: position)
            if weight > bound.bound { add(premise + [-literal]) }
            for (sum, variable) in sums.reversed() {
                if sum + weight <= bound.bound { break }
                add(premise + [-literal, -variable])
            }
            // The sums with and without the literal, both in ascending order.
            let last = sums
            sums = []
            var (without, with) = (0, -1)
            while true {
                let reached = with < 0 ? weight : with < last.count ? last[with].sum + weight : .max
                let kept = without < last.count ? last[without].sum : .max
                if min(reached, kept) > bound.bound { break }
                let variable = addVariable()
                sums.append((min(reached, kept), variable))
                if kept <= reached {
                    add([-last[without].variable, variable])
                    without += 1
                }
                if reached <= kept {
                    add(with < 0 ? [-literal, variable] : [-literal, -last[with].variable, variable])
                    with += 1
                }
            }
        }
    }
}

extension BooleanSystem.AtMostConstraint {
    /// Returns an upper bound of the number of sums up to the bound that prefixes of the literals
    /// reach; counting ends beyond a limit.
    fileprivate func sumCount(upTo limit: Int) -> Int {
        if weights.isEmpty { return literals.count * max(0, min(bound, literals.count)) }
        // No solver can handle more.
        let limit = min(limit, 1 << 24)
        var count = 0
        var sums = [0]
        for weight in weights {
            var next: [Int] = []
            var (without, with) = (0, 0)
            while without < sums.count || with < sums.count {
                let kept = without < sums.count ? sums[without] : .max
                let reached = with < sums.count ? sums[with] + weight : .max
                if min(kept, reached) > bound { break }
                next.append(min(kept, reached))
                if kept <= reached { without += 1 }
                if reached <= kept { with += 1 }
            }
            sums = next
            count += sums.count
            if count > limit { return .max / 64 }
        }
        return count
    }
}
