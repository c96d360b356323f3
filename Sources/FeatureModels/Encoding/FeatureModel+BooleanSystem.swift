internal import Automata

extension FeatureModel {
    /// Returns the conditions for products: variable *i* tells whether the product holds feature
    /// *i*; further variables are defined by the features.
    ///
    /// - Parameter omitted: The index of a constraint to leave out, or to negate.
    /// - Complexity: O(*n*) for *n* features, group members, and parts of constraints.
    package func booleanSystem(without omitted: Int? = nil, isNegated: Bool = false) -> BooleanSystem {
        var system = BooleanSystem(variableCount: features.count)
        system.clauses.append([Literal(Int(root))])
        for group in groups { system.add(group) }
        var encoding = ClauseEncoding(system)
        for (index, constraint) in constraints.enumerated() {
            if index != omitted {
                encoding.add(constraint)
            } else if isNegated {
                encoding.addNegation(of: constraint)
            }
        }
        return encoding.system
    }
}

extension BooleanSystem {
    fileprivate mutating func add(_ group: FeatureModel.Group) {
        let parent = Literal(Int(group.parent))
        let members = group.members.map { Literal(Int($0)) }
        let count = members.count
        let bounds = group.bounds
        for member in members { clauses.append([!member, parent]) }
        if bounds.lowerBound == count {
            for member in members { clauses.append([!parent, member]) }
        } else if bounds.lowerBound == 1 {
            clauses.append([!parent] + members)
        } else if bounds.lowerBound > 1 {
            self.bounds.append(
                AtMost(condition: parent, bound: count - bounds.lowerBound, literals: members.map { !$0 }))
        }
        if bounds.upperBound < count {
            // Without the parent there are no members anyway.
            self.bounds.append(AtMost(condition: nil, bound: bounds.upperBound, literals: members))
        }
    }
}
