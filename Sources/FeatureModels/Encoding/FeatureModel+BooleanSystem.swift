internal import Automata

extension BooleanSystem {
    /// The clauses and bounds that say one rule of a model.
    package struct Part: Sendable {
        /// The rule; `nil` for the negation of a constraint.
        package let relation: FeatureRelation?
        package let clauses: Range<Int>
        package let bounds: Range<Int>
    }
}

extension FeatureModel {
    /// Returns the conditions for products: variable *i* tells whether the product holds feature
    /// *i*; further variables are defined by the features.
    ///
    /// - Complexity: O(*n*) for *n* features, group members, and parts of constraints.
    package func booleanSystem() -> BooleanSystem { systemByRelation().system }

    /// The conditions of the tree alone.
    var treeSystem: BooleanSystem {
        var tree = self
        tree.constraints = []
        return tree.booleanSystem()
    }

    /// Returns the conditions for products, and which of them each rule gives, in the order of
    /// groups and constraints.
    ///
    /// - Parameter negated: The index of a constraint that has to be false instead.
    /// - Complexity: O(*n*) for *n* features, group members, and parts of constraints.
    package func systemByRelation(
        negating negated: Int? = nil
    ) -> (system: BooleanSystem, parts: [BooleanSystem.Part]) {
        var encoding = ClauseEncoding(BooleanSystem(variableCount: features.count), for: constraints)
        var parts: [BooleanSystem.Part] = []
        func add(_ relation: FeatureRelation?, _ add: (inout ClauseEncoding) -> Void) {
            let start = (encoding.system.clauses.count, encoding.system.bounds.count)
            add(&encoding)
            parts.append(
                BooleanSystem.Part(
                    relation: relation, clauses: start.0..<encoding.system.clauses.count,
                    bounds: start.1..<encoding.system.bounds.count))
        }
        add(.root) { $0.system.clauses.append([Literal(Int(root))]) }
        for (index, group) in groups.enumerated() {
            let parent = Literal(Int(group.parent))
            for member in group.members {
                add(.parent(of: member)) { $0.system.clauses.append([!Literal(Int(member)), parent]) }
            }
            if group.bounds.lowerBound == group.members.count {
                for member in group.members {
                    add(.mandatory(member)) { $0.system.clauses.append([!parent, Literal(Int(member))]) }
                }
            } else if group.bounds != 0...group.members.count {
                add(.group(index)) { $0.system.addBounds(of: group) }
            }
        }
        for (index, constraint) in constraints.enumerated() {
            if index == negated {
                add(nil) { $0.add(.not(constraint)) }
            } else {
                add(.constraint(index)) { $0.add(constraint) }
            }
        }
        return (encoding.system, parts)
    }
}

extension BooleanSystem {
    fileprivate mutating func addBounds(of group: FeatureModel.Group) {
        let parent = Literal(Int(group.parent))
        let members = group.members.map { Literal(Int($0)) }
        let count = members.count
        let bounds = group.bounds
        if bounds.lowerBound == 1 {
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
