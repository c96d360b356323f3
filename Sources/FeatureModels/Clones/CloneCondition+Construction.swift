internal import TextSupport
internal import WorkLimits

extension CloneCondition {
    /// Returns the node of a proposition within clones of the open scopes.
    mutating func node(_ proposition: Proposition, in open: [Int], _ work: inout CloneWork) throws(Fault) -> Int {
        do { try charge(&work) } catch { throw .stopped(error) }
        switch proposition {
        case .constant(let value): return value ? Self.trueNode : Self.falseNode
        case .feature(let feature): return number(.present(slot(of: feature, in: open)))
        case .comparison(let left, let relation, let right):
            return number(try comparison(left, relation, right, in: open))
        case .each(let feature, let operand):
            let domain = slot(of: feature, in: open).scope
            // Within a clone of a feature, its only clone is that one.
            if scopes[domain].feature == feature { return try node(operand, in: open + [domain], &work) }
            scopes.append(Scope(feature: feature, domain: domain))
            let scope = scopes.count - 1
            return each(scope, try node(operand, in: open + [scope], &work))
        case .not, .and, .or, .atMostOne, .implies, .equivalent:
            var operands: [Int] = []
            for operand in proposition.operands { operands.append(try node(operand, in: open, &work)) }
            switch proposition {
            case .not: return not(operands[0])
            case .and: return and(operands)
            case .or: return or(operands)
            case .atMostOne: return atMostOne(operands)
            case .implies: return implies(operands)
            default: return equivalent(operands[0], operands[1])
            }
        }
    }

    /// Returns the slot of a feature in the innermost scope that it is within.
    private mutating func slot(of feature: FeatureID, in open: [Int]) -> Slot {
        let scope = open.last { tree.isWithin(feature, scopes[$0].feature) } ?? 0
        scopes[scope].positions.append(tree.positions[Int(feature)])
        features.insert(feature)
        byteCount += 48
        return Slot(scope: scope, feature: feature)
    }

    private mutating func comparison(
        _ left: ValueExpression, _ relation: ValueRelation, _ right: ValueExpression, in open: [Int]
    ) throws(Fault) -> Node {
        var slots: [FeatureID: Slot] = [:]
        for feature in Set(left.features + right.features) { slots[feature] = slot(of: feature, in: open) }
        func most(_ feature: FeatureID) -> Int? {
            slots[feature].flatMap { tree.maximumCount(of: feature, within: scopes[$0.scope].feature) }
        }
        guard let comparison = Comparison(left, relation, right, counting: { most($0) ?? 1 }) else {
            return .constant(false)
        }
        let sums: [[CloneAmount.Term]] = comparison.totals.map { total in
            total.numbers.compactMap { feature, number in
                slots[feature].map { slot in
                    CloneAmount.Term(
                        scope: slot.scope, position: tree.positions[Int(feature)], number: number, most: most(feature))
                }
            }
        }
        for sum in sums {
            let unboundedTerms = sum.filter { $0.most == nil }
            if !comparison.isLinear, let term = unboundedTerms.first {
                throw .notReadable(
                    "a constraint uses \(quoted(term)), whose number of clones has no upper bound, in an operation "
                        + "other than a sum; give it a bound")
            }
            if let first = unboundedTerms.first(where: { $0.number > 0 }),
                let second = unboundedTerms.first(where: { $0.number < 0 })
            {
                throw .notReadable(
                    "a constraint compares \(quoted(first)) with \(quoted(second)), whose numbers of clones have no "
                        + "upper bounds; give one of them a bound")
            }
        }
        amounts.append(CloneAmount(comparison, sums))
        byteCount += 128 + 128 * sums.reduce(0) { $0 + $1.count }
        return .comparison(amounts.count - 1, sums.map { _ in 0 }, ended: [])
    }

    private func quoted(_ term: CloneAmount.Term) -> String {
        Message.quoted(tree.model[tree.order[term.position]].name.utf8)
    }
}

extension ValueExpression {
    fileprivate var features: [FeatureID] {
        var features: [FeatureID] = []
        forEachFeature { features.append($0) }
        return features
    }
}
