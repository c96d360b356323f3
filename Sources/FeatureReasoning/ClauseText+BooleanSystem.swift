internal import Automata
internal import FeatureModels

extension ClauseText {
    /// Adds conditions of a system.
    ///
    /// - Parameters:
    ///   - guardian: A literal without which the conditions needn't hold; `nil` if they always
    ///     hold.
    ///   - budget: The budget, which is asked before a bound becomes many clauses.
    /// - Throws: ``AutomataError`` if the budget runs out.
    mutating func add(
        _ part: BooleanSystem.Part, of system: BooleanSystem, if guardian: Int32? = nil, budget: Budget
    ) throws(AutomataError) {
        let premise = guardian.map { [-$0] } ?? []
        for clause in system.clauses[part.clauses] { add(premise + clause.map { Int32($0) }) }
        for bound in system.bounds[part.bounds] {
            let counters = bound.literals.count * max(0, min(bound.bound, bound.literals.count))
            try check(adding: counters, literals: 7 * counters + 6 * bound.literals.count, budget)
            add(bound, premise)
        }
    }

    /// Checks that a budget allows a solver with more variables and literals.
    private func check(adding variables: Int, literals count: Int, _ budget: Budget) throws(AutomataError) {
        guard variables < Int(Int32.max) - variableCount else {
            throw .budgetExceeded(statesBuilt: 0, limit: .bytes(budget.maximumBytes))
        }
        try budget.check(bytes: Self.byteCount(variables: variableCount + variables, literals: literals.count + count))
    }

    /// Adds a bound as clauses.
    ///
    /// Up to 6 literals of which one may be true need no further variables. All others are counted:
    /// the counter of a literal has a variable for each number up to the bound that is true if at
    /// least so many literals up to this one are.
    ///
    /// - Parameter premise: Literals of which one is true if the bound needn't hold.
    /// - Complexity: O(*n* *k*) for *n* literals and the bound *k*.
    /// - Reference: C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP
    ///   2005, doi:10.1007/11564751_73.
    private mutating func add(_ bound: BooleanSystem.AtMost, _ premise: [Int32]) {
        let premise = premise + (bound.condition.map { [-Int32($0)] } ?? [])
        let literals = bound.literals.map { Int32($0) }
        if bound.bound < 0 { return add(premise) }
        if bound.bound == 0 {
            for literal in literals { add(premise + [-literal]) }
            return
        }
        if bound.bound >= literals.count { return }
        if bound.bound == 1, literals.count <= 6 {
            for (index, first) in literals.enumerated() {
                for second in literals[..<index] { add(premise + [-first, -second]) }
            }
            return
        }
        var counter: [Int32] = []
        for literal in literals {
            if counter.count == bound.bound, let full = counter.last { add(premise + [-literal, -full]) }
            let last = counter
            counter = (0..<min(bound.bound, last.count + 1)).map { _ in addVariable() }
            for (number, variable) in counter.enumerated() {
                if number < last.count { add([-last[number], variable]) }
                add(number == 0 ? [-literal, variable] : [-literal, -last[number - 1], variable])
            }
        }
    }
}
