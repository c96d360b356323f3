package import WorkLimits

extension BooleanSystem {
    /// The clauses and bounds of one rule of a model.
    package struct Part: Sendable {
        /// The rule; `nil` for the negation of a constraint, and for definitions of comparisons.
        package let relation: FeatureRelation?
        package let clauses: Range<Int>
        package let bounds: Range<Int>
    }
}

extension FeatureModel {
    /// Returns the conditions for products: variable *i* is true if the product has feature *i*;
    /// further variables are defined by the features.
    ///
    /// - Requires: The model has no findings and no clones.
    /// - Complexity: O(*n*) for *n* features, group members, and parts of constraints, plus the
    ///   cost of the comparisons' diagrams.
    /// - Throws: `LimitError` if the budget is exceeded or cancelled.
    package func booleanSystem(budget: Budget) throws(LimitError) -> BooleanSystem {
        try systemByRelation(budget: budget).system
    }

    /// Returns the conditions of the tree alone.
    func treeSystem(budget: Budget) throws(LimitError) -> BooleanSystem {
        var tree = self
        tree.constraints = []
        return try tree.booleanSystem(budget: budget)
    }

    /// Returns the conditions for products, and the part of each rule, in the order of rules.
    ///
    /// - Parameter negated: The index of a constraint that must be false; `nil` for none.
    /// - Requires: The model has no findings and no clones.
    /// - Complexity: O(*n*) for *n* features, group members, and parts of constraints, plus the
    ///   cost of the comparisons' diagrams.
    /// - Throws: `LimitError` if the budget is exceeded or cancelled.
    package func systemByRelation(
        negating negated: Int? = nil, budget: Budget
    ) throws(LimitError) -> (system: BooleanSystem, parts: [BooleanSystem.Part]) {
        let constraints = try resolvedConstraints(budget: budget)
        var encoding = try ClauseEncoding(
            BooleanSystem(variableCount: features.count), for: constraints, budget: budget)
        var parts: [BooleanSystem.Part] = []
        if !encoding.system.clauses.isEmpty {
            parts.append(
                BooleanSystem.Part(relation: nil, clauses: encoding.system.clauses.indices, bounds: 0..<0))
        }
        var pace = BudgetPace()
        var byteCount = encoding.system.clauses.count * Self.bytesPerClause
        func add(
            _ relation: FeatureRelation?, _ add: (inout ClauseEncoding) throws(LimitError) -> Void
        ) throws(LimitError) {
            if pace.isDue(at: byteCount, every: BudgetPace.states * Self.bytesPerClause) {
                try budget.check(built: 0, bytes: byteCount)
            }
            let start = (encoding.system.clauses.count, encoding.system.bounds.count)
            encoding.heldByteCount = byteCount
            try add(&encoding)
            let part = BooleanSystem.Part(
                relation: relation, clauses: start.0..<encoding.system.clauses.count,
                bounds: start.1..<encoding.system.bounds.count)
            parts.append(part)
            byteCount += Self.bytesPerClause * (1 + part.clauses.count + part.bounds.count)
            byteCount += Self.bytesPerLiteral * encoding.system.literalCount(of: part)
        }
        try add(.root) { $0.system.clauses.append([Literal(Int(root))]) }
        for (index, group) in groups.enumerated() {
            let parent = Literal(Int(group.parent))
            for member in group.members {
                try add(.parent(of: member)) { $0.system.clauses.append([!Literal(Int(member)), parent]) }
            }
            if group.bounds.lowerBound == group.members.count {
                for member in group.members {
                    try add(.mandatory(member)) { $0.system.clauses.append([!parent, Literal(Int(member))]) }
                }
            } else if group.bounds != 0...group.members.count {
                try add(.group(index)) { $0.system.addBounds(of: group) }
            }
        }
        for (index, constraint) in constraints.enumerated() {
            if index == negated {
                try add(nil) { (encoding) throws(LimitError) in try encoding.add(.not(constraint)) }
            } else {
                try add(.constraint(index)) { (encoding) throws(LimitError) in try encoding.add(constraint) }
            }
        }
        try budget.check(built: 0, bytes: byteCount)
        return (encoding.system, parts)
    }

    /// The bytes of a clause, of its part and of copies while lists grow.
    private static let bytesPerClause = 240
    /// The bytes of a literal and its weight.
    private static let bytesPerLiteral = 12
}

extension BooleanSystem {
    fileprivate func literalCount(of part: Part) -> Int {
        clauses[part.clauses].reduce(0) { $0 + $1.count } + bounds[part.bounds].reduce(0) { $0 + $1.literals.count }
    }

    fileprivate mutating func addBounds(of group: FeatureModel.Group) {
        let parent = Literal(Int(group.parent))
        let members = group.members.map { Literal(Int($0)) }
        let count = members.count
        let bounds = group.bounds
        if bounds.lowerBound == 1 {
            clauses.append([!parent] + members)
        } else if bounds.lowerBound > 1 {
            self.bounds.append(
                AtMostConstraint(condition: parent, bound: count - bounds.lowerBound, literals: members.map { !$0 }))
        }
        if bounds.upperBound < count {
            // Without the parent, there are no members anyway.
            self.bounds.append(AtMostConstraint(condition: nil, bound: bounds.upperBound, literals: members))
        }
    }
}
