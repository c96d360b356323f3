internal import AlgorithmSupport
package import WorkLimits

extension CloneCondition {
    /// Returns the residual of a node after a step.
    ///
    /// - Parameters:
    ///   - opened: The feature that begins; `nil` if one ends.
    ///   - frontiers: For the open clone of each scope, the position before which no more features
    ///     can come.
    /// - Complexity: O(*k* + *s* log *n*) for *k* operators, *s* comparisons and *n* features.
    ///   Literals of long disjunctions together count as one operator.
    /// - Throws: `LimitError` if the budget of the work is exceeded or cancelled.
    package mutating func residual(
        of node: Int, opening opened: FeatureID?, frontiers: [Int], _ work: inout CloneWork
    ) throws(LimitError) -> Int {
        if node <= Self.falseNode { return node }
        if !innerResiduals.isEmpty { innerResiduals.removeAll(keepingCapacity: true) }
        // Looking up the residual would take as long, and memory.
        if isLong(node) { return try newRest(of: node, opening: opened, frontiers: frontiers, under: [], &work) }
        let step = Step(
            node: node, opened: opened.flatMap { features.contains($0) ? $0 : nil },
            passed: zip(scopes, frontiers).map { scope, frontier in
                frontier == .max ? scope.positions.count + 1 : scope.positions.partitioningIndex { $0 >= frontier }
            })
        if let rest = knownResiduals[step] {
            try charge(&work)
            return rest
        }
        let rest = try residual(of: node, opening: opened, frontiers: frontiers, under: [], &work)
        knownResiduals[step] = rest
        byteCount += 160 + 8 * scopes.count
        return rest
    }

    /// Counts an evaluation, and the bytes that are new since the last evaluation.
    mutating func charge(_ work: inout CloneWork) throws(LimitError) {
        let newBytes = byteCount - chargedByteCount
        chargedByteCount = byteCount
        try work.add(steps: CloneWork.evaluation, bytes: newBytes)
    }

    private func isLong(_ node: Int) -> Bool {
        switch nodes[node] {
        case .anyLiteral, .atMostOneLiteral: true
        case .not(let operand): isLong(operand)
        default: false
        }
    }

    /// Returns the residual of a node within propositions about each clone, before these clones
    /// begin.
    private mutating func residual(
        of node: Int, opening opened: FeatureID?, frontiers: [Int], under outer: [Int], _ work: inout CloneWork
    ) throws(LimitError) -> Int {
        if node <= Self.falseNode { return node }
        let key = Inner(node: node, outer: freeScopes[node].filter(outer.contains))
        if let rest = innerResiduals[key] { return rest }
        let rest = try newRest(of: node, opening: opened, frontiers: frontiers, under: key.outer, &work)
        innerResiduals[key] = rest
        return rest
    }

    private mutating func newRest(
        of node: Int, opening opened: FeatureID?, frontiers: [Int], under outer: [Int], _ work: inout CloneWork
    ) throws(LimitError) -> Int {
        try charge(&work)
        func hasPassed(_ slot: Slot) -> Bool {
            !outer.contains(slot.scope) && tree.positions[Int(slot.feature)] < frontiers[slot.scope]
        }
        switch nodes[node] {
        case .constant: return node
        case .present(let slot):
            if slot.feature == opened && !outer.contains(slot.scope) { return Self.trueNode }
            return hasPassed(slot) ? Self.falseNode : node
        case .anyLiteral(let rest), .atMostOneLiteral(let rest):
            let scope = literals[rest.list].scope
            if outer.contains(scope) { return node }
            let (trueLiteralCount, next) = literals[rest.list].step(
                rest, opening: position(of: opened), frontier: frontiers[scope])
            guard case .anyLiteral = nodes[node] else { return atMostOne(next, alreadyTrue: trueLiteralCount) }
            return trueLiteralCount > 0 ? Self.trueNode : any(next)
        case .comparison(let index, var sums, let ended):
            // A later clone doesn't count for the current one.
            let ended = amounts[index].scopes.filter { scope in
                ended.contains(scope) || frontiers[scope] == .max && !outer.contains(scope)
            }
            let value = amounts[index].step(
                &sums, ended: ended, opening: position(of: opened), frontiers: frontiers, under: outer)
            if let value { return value ? Self.trueNode : Self.falseNode }
            return number(.comparison(index, sums, ended: ended))
        case .each(let scope, let operand):
            let slot = Slot(scope: scopes[scope].domain, feature: scopes[scope].feature)
            let next = try residual(of: operand, opening: opened, frontiers: frontiers, under: outer + [scope], &work)
            let others = hasPassed(slot) ? Self.trueNode : each(scope, next)
            guard slot.feature == opened && !outer.contains(slot.scope) else { return others }
            return and([others, try residual(of: operand, opening: opened, frontiers: frontiers, under: outer, &work)])
        case .not(let operand):
            return not(try residual(of: operand, opening: opened, frontiers: frontiers, under: outer, &work))
        case .and(let operands): return and(try residuals(of: operands, opened, frontiers, outer, &work))
        case .or(let operands): return or(try residuals(of: operands, opened, frontiers, outer, &work))
        case .implies(let operands): return implies(try residuals(of: operands, opened, frontiers, outer, &work))
        case .atMostOne(let operands): return atMostOne(try residuals(of: operands, opened, frontiers, outer, &work))
        case .equivalent(let left, let right):
            let rests = try residuals(of: [left, right], opened, frontiers, outer, &work)
            return equivalent(rests[0], rests[1])
        }
    }

    private func position(of opened: FeatureID?) -> Int? { opened.map { tree.positions[Int($0)] } }

    private mutating func residuals(
        of operands: [Int], _ opened: FeatureID?, _ frontiers: [Int], _ outer: [Int], _ work: inout CloneWork
    ) throws(LimitError) -> [Int] {
        var rests: [Int] = []
        for operand in operands {
            rests.append(try residual(of: operand, opening: opened, frontiers: frontiers, under: outer, &work))
        }
        return rests
    }
}
