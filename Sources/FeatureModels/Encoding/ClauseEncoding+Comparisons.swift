package import WorkLimits

extension ClauseEncoding {
    /// A comparison, as a key.
    struct ComparisonKey: Hashable {
        var left: ValueExpression
        var relation: ValueRelation
        var right: ValueExpression
    }

    /// Returns unconditional bounds and a form that together are equivalent to a comparison.
    mutating func bounds(
        of left: ValueExpression, _ relation: ValueRelation, _ right: ValueExpression
    ) -> (bounds: [BooleanSystem.AtMostConstraint], form: Form) {
        guard let sum = LinearSum(left, right) else { return ([], form(of: left, relation, right)) }
        switch relation {
        case .less: return ([sum.atMost(-1)], Form())
        case .lessOrEqual: return ([sum.atMost(0)], Form())
        case .greater: return ([sum.atMost(0).exceeded(if: nil)], Form())
        case .greaterOrEqual: return ([sum.atMost(-1).exceeded(if: nil)], Form())
        case .equal: return ([sum.atMost(0), sum.atMost(-1).exceeded(if: nil)], Form())
        case .notEqual: return ([], form(of: left, relation, right))
        }
    }

    /// Returns the form of a comparison.
    mutating func form(of left: ValueExpression, _ relation: ValueRelation, _ right: ValueExpression) -> Form {
        guard let sum = LinearSum(left, right) else {
            return comparisons[ComparisonKey(left: left, relation: relation, right: right)] ?? Form(positive: [[]])
        }
        switch relation {
        case .less: return Form(literal(of: sum.atMost(-1)))
        case .lessOrEqual: return Form(literal(of: sum.atMost(0)))
        case .greater: return Form(!literal(of: sum.atMost(0)))
        case .greaterOrEqual: return Form(!literal(of: sum.atMost(-1)))
        case .equal, .notEqual:
            let (isLess, isAtMost) = (literal(of: sum.atMost(-1)), literal(of: sum.atMost(0)))
            let areEqual = Form(positive: [[!isLess], [isAtMost]], negative: [[isLess, !isAtMost]])
            return relation == .equal ? areEqual : areEqual.flipped
        }
    }

    /// Adds definitions for the nonlinear comparisons in propositions, each once: a variable for
    /// each node of their diagrams, which is true if and only if the rest of the comparison is.
    mutating func define(comparisonsIn propositions: [Proposition], budget: Budget) throws(LimitError) {
        var open = propositions
        while let proposition = open.popLast() {
            open += proposition.operands
            guard case .comparison(let left, let relation, let right) = proposition else { continue }
            let key = ComparisonKey(left: left, relation: relation, right: right)
            if comparisons[key] != nil || LinearSum(left, right) != nil { continue }
            guard let comparison = Comparison(left, relation, right) else { throw .tooLarge("numbers of a constraint") }
            comparisons[key] = try define(ComparisonDiagram(comparison, budget: budget), budget: budget)
        }
    }

    /// Adds definitions for the nodes of a diagram, and returns the form of its root.
    fileprivate mutating func define(_ diagram: ComparisonDiagram, budget: Budget) throws(LimitError) -> Form {
        var literals: [Literal] = []
        func literal(_ target: ComparisonDiagram.Target) -> Literal? {
            if case .node(let number) = target { literals[number] } else { nil }
        }
        for node in diagram.nodes {
            let feature = Literal(Int(node.feature))
            switch (node.ifDeselected, node.ifSelected) {
            case (.constant, .constant(let value)): literals.append(value ? feature : !feature)
            default:
                let definition = system.addVariable()
                for (target, condition) in [(node.ifSelected, !feature), (node.ifDeselected, feature)] {
                    switch target {
                    case .constant(let value): system.clauses.append([condition, value ? definition : !definition])
                    case .node(let number):
                        system.clauses.append([condition, !definition, literals[number]])
                        system.clauses.append([condition, definition, !literals[number]])
                    }
                }
                // These clauses are implied, but propagation alone wouldn't find that.
                if let first = literal(node.ifDeselected), let second = literal(node.ifSelected) {
                    system.clauses.append([!first, !second, definition])
                    system.clauses.append([first, second, !definition])
                }
                literals.append(definition)
            }
            if literals.count & 0xFFF == 0 { try budget.check(built: 0, bytes: system.clauses.count * 80) }
        }
        switch diagram.root {
        case .constant(let value):
            return value ? Form(positive: [], negative: [[]]) : Form(positive: [[]], negative: [])
        case .node(let number): return Form(literals[number])
        }
    }
}

extension BooleanSystem {
    /// Replaces bounds on weights by clauses and definitions of further variables, for solvers
    /// without weights.
    ///
    /// - Complexity: The sum of the costs of ``ComparisonDiagram/init(_:budget:)`` for all bounds.
    /// - Throws: `LimitError` if the budget is exceeded or cancelled.
    package mutating func expandWeights(budget: Budget) throws(LimitError) {
        let weighted = bounds.filter { !$0.weights.isEmpty }
        bounds.removeAll { !$0.weights.isEmpty }
        var encoding = try ClauseEncoding(self, for: [], budget: budget)
        for bound in weighted {
            var limit = Int128(bound.bound)
            var numbers: [(feature: FeatureID, number: Int128)] = []
            for (literal, weight) in zip(bound.literals, bound.weights) {
                numbers.append((FeatureID(literal.variable), Int128(literal.value ? weight : -weight)))
                if !literal.value { limit -= Int128(weight) }
            }
            let diagram = try ComparisonDiagram(Comparison(sumOf: numbers, atMost: limit), budget: budget)
            let form = try encoding.define(diagram, budget: budget)
            let premise = bound.condition.map { [!$0] } ?? []
            encoding.system.clauses += form.positive.map { $0 + premise }
        }
        self = encoding.system
    }
}

/// The difference of two linear expressions, as a sum of weights of features.
private struct LinearSum {
    /// The number that the sum is compared with, before ``divisor`` divides both.
    private var bound: Int128
    private var divisor: Int128 = 1
    /// The weight that literals of features that aren't selected add.
    private var base = 0
    private var literals: [Literal] = []
    private var weights: [Int] = []

    /// Creates the difference; `nil` if it isn't linear or its weights are too large for bounds.
    init?(_ left: ValueExpression, _ right: ValueExpression) {
        guard let sum = Comparison(left, .lessOrEqual, right)?.linearSum else { return nil }
        bound = sum.bound
        if let first = sum.numbers.first?.number {
            divisor = Int128(sum.numbers.reduce(first.magnitude) { commonDivisor($0, $1.number.magnitude) })
        }
        guard (bound / divisor).magnitude <= UInt128(Int.max / 8) else { return nil }
        var total = 0
        for (feature, number) in sum.numbers {
            let number = number / divisor
            guard number.magnitude <= BooleanSystem.AtMostConstraint.maximumWeight else { return nil }
            let weight = Int(number)
            total += abs(weight)
            if total > Int.max / 8 { return nil }
            // A negative weight counts, with the opposite sign, if the feature isn't selected.
            literals.append(Literal(Int(feature), weight > 0))
            weights.append(abs(weight))
            if weight < 0 { base -= weight }
        }
    }

    /// Returns the bound by which the difference is at most a number.
    func atMost(_ difference: Int128) -> BooleanSystem.AtMostConstraint {
        let (quotient, remainder) = (bound + difference).quotientAndRemainder(dividingBy: divisor)
        let limit = Int(remainder < 0 ? quotient - 1 : quotient) + base
        return BooleanSystem.AtMostConstraint(condition: nil, bound: limit, literals: literals, weights: weights)
    }
}
