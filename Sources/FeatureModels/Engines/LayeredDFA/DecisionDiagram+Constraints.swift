internal import Automata

extension DecisionDiagram {
    /// Returns the disjunction of literals.
    ///
    /// - Complexity: O(*n* log *n*) for *n* literals.
    /// - Throws: What the budget throws.
    mutating func clause(_ literals: [Literal]) throws(AutomataError) -> Function {
        let literals = sorted(literals)
        var result: Function = 0
        var last: Literal?
        for literal in literals.reversed() {
            if literal == last { continue }
            if let last, literal.variable == last.variable { return 1 }
            last = literal
            result =
                try literal.value
                ? node(literal.variable, result, 1)
                : node(literal.variable, 1, result)
        }
        return result
    }

    /// Returns a bound on the number of true literals.
    ///
    /// - Complexity: O(*n* log *n* + *n* *k*) for *n* literals of which *k* may be true.
    /// - Throws: What the budget throws.
    mutating func bound(_ bound: BooleanSystem.AtMost) throws(AutomataError) -> Function {
        // The number of true literals so far leads to a function of the variables below; the last
        // one is for any number that is too large.
        let exceeded = min(max(bound.bound, -1), bound.literals.count) + 1
        var after = [Function](repeating: 1, count: exceeded + 1)
        after[exceeded] = 0
        var next = bound.literals.count
        let literals = sorted(bound.literals)
        var condition = bound.condition
        while next > 0 || condition != nil {
            var variable = next > 0 ? literals[next - 1].variable : -1
            if let condition, next == 0 || levels[condition.variable] >= levels[variable] {
                variable = condition.variable
            }
            var (ifFalse, ifTrue) = (0, 0)
            while next > 0, literals[next - 1].variable == variable {
                if literals[next - 1].value { ifTrue += 1 } else { ifFalse += 1 }
                next -= 1
            }
            let before = after
            for count in 0...exceeded {
                var low = before[min(exceeded, count + ifFalse)]
                var high = before[min(exceeded, count + ifTrue)]
                if let condition, condition.variable == variable {
                    if condition.value { low = 1 } else { high = 1 }
                }
                after[count] = try node(variable, low, high)
            }
            if condition?.variable == variable { condition = nil }
        }
        return after[0]
    }

    /// Returns literals from the top of the order to its bottom.
    private func sorted(_ literals: [Literal]) -> [Literal] {
        literals.sorted {
            let (left, right) = (levels[$0.variable], levels[$1.variable])
            return left < right || left == right && $0 < $1
        }
    }
}
