extension CloneCondition {
    mutating func each(_ scope: Int, _ operand: Int) -> Int {
        operand == Self.trueNode ? operand : number(.each(scope: scope, operand))
    }

    mutating func not(_ operand: Int) -> Int {
        switch nodes[operand] {
        case .constant(let value): value ? Self.falseNode : Self.trueNode
        case .not(let inner): inner
        default: number(.not(operand))
        }
    }

    mutating func equivalent(_ left: Int, _ right: Int) -> Int {
        if left == right { return Self.trueNode }
        switch (min(left, right), max(left, right)) {
        case (Self.trueNode, let other): return other
        case (Self.falseNode, let other): return not(other)
        case (let first, let second): return number(.equivalent(first, second))
        }
    }

    /// Returns a chain of implications without the constants that don't matter.
    mutating func implies(_ operands: [Int]) -> Int {
        var parts: [Int] = []
        for operand in operands {
            if operand == Self.trueNode {
                // The chain up to here is true.
                parts = [operand]
            } else if parts == [Self.trueNode] {
                parts = [operand]
            } else if parts == [Self.falseNode] {
                parts = [Self.trueNode]
            } else if operand == Self.falseNode, parts.count > 1, parts.last == Self.falseNode {
                // Twice negated.
                parts.removeLast()
            } else {
                parts.append(operand)
            }
        }
        if parts.count == 2 { return or([not(parts[0]), parts[1]]) }
        return parts.count > 2 ? number(.implies(parts)) : parts.first ?? Self.trueNode
    }

    // MARK: - And, or

    mutating func and(_ operands: [Int]) -> Int {
        var parts: Set<Int> = []
        for operand in operands {
            if case .and(let inner) = nodes[operand] { parts.formUnion(inner) } else { parts.insert(operand) }
        }
        parts.remove(Self.trueNode)
        if parts.contains(Self.falseNode) || hasOpposites(parts) { return Self.falseNode }
        gatherLiterals(of: &parts, areNegated: true)
        if absorbLiterals(of: &parts, areNegated: true) { return Self.falseNode }
        // Clones lead to the same proposition with other sums.
        for alike in comparableParts(parts) {
            if alike.contains(where: { part in alike.contains { areExclusiveEquations(part, $0) } }) {
                return Self.falseNode
            }
            for part in alike where alike.contains(where: { $0 != part && parts.contains($0) && implies($0, part) }) {
                parts.remove(part)
            }
        }
        return parts.count > 1 ? number(.and(parts.sorted())) : parts.first ?? Self.trueNode
    }

    mutating func or(_ operands: [Int]) -> Int {
        var parts: Set<Int> = []
        for operand in operands {
            if case .or(let inner) = nodes[operand] { parts.formUnion(inner) } else { parts.insert(operand) }
        }
        parts.remove(Self.falseNode)
        if parts.contains(Self.trueNode) || hasOpposites(parts) { return Self.trueNode }
        gatherLiterals(of: &parts, areNegated: false)
        if absorbLiterals(of: &parts, areNegated: false) { return Self.trueNode }
        for alike in comparableParts(parts) {
            for part in alike where alike.contains(where: { $0 != part && parts.contains($0) && implies(part, $0) }) {
                parts.remove(part)
            }
        }
        return parts.count > 1 ? number(.or(parts.sorted())) : parts.first ?? Self.falseNode
    }

    /// Returns whether parts have two opposite propositions.
    private func hasOpposites(_ parts: Set<Int>) -> Bool {
        parts.contains { if case .not(let operand) = nodes[$0] { parts.contains(operand) } else { false } }
    }

    /// The maximum length of a list that is simplified: each part is compared with each other.
    private static let maximumComparedCount = 256

    /// Returns the parts that may imply others, in lists of parts that may imply each other.
    private func comparableParts(_ parts: Set<Int>) -> [[Int]] {
        let comparable = parts.filter { areComparable[$0] }
        if comparable.count < 2 { return [] }
        return Dictionary(grouping: comparable) { forms[$0] }.values.filter {
            2...Self.maximumComparedCount ~= $0.count
        }
    }

    /// Returns whether the form of a node shows that it implies another one in the same place.
    private func implies(_ left: Int, _ right: Int) -> Bool {
        if left == right { return true }
        switch (nodes[left], nodes[right]) {
        case (.comparison(let first, let sums, let ended), .comparison(let second, let others, let otherEnded)):
            return first == second && ended == otherEnded
                && amounts[first].comparison.implies(others, from: sums) ?? false
        case (.anyLiteral(let rest), .anyLiteral(let other)):
            return rest.list == other.list && literals[rest.list].isSubset(rest, of: other)
        case (.not(let left), .not(let right)): return implies(right, left)
        case (.each(let first, let left), .each(let second, let right)): return first == second && implies(left, right)
        case (.or(let parts), .or(let others)):
            return parts.allSatisfy { part in others.contains { implies(part, $0) } }
        case (.and(let parts), .and(let others)):
            return others.allSatisfy { other in parts.contains { implies($0, other) } }
        default: return false
        }
    }

    /// Returns whether two nodes are the same equation with different sums, so that both can't be
    /// true.
    private func areExclusiveEquations(_ left: Int, _ right: Int) -> Bool {
        guard case .comparison(let first, let sums, let ended) = nodes[left],
            case .comparison(let second, let others, let otherEnded) = nodes[right]
        else { return false }
        return first == second && ended == otherEnded && amounts[first].comparison.implies(others, from: sums) == nil
    }

    // MARK: - At most one

    mutating func atMostOne(_ operands: [Int]) -> Int {
        let rest = operands.filter { $0 != Self.trueNode && $0 != Self.falseNode }
        switch operands.count(where: { $0 == Self.trueNode }) {
        case 0:
            if rest.count < 2 { return Self.trueNode }
            if let list = onlyList(of: rest) { return number(.atMostOneLiteral(list)) }
            return number(.atMostOne(rest.sorted()))
        case 1:
            let negations = rest.map { not($0) }
            return and(negations)
        default: return Self.falseNode
        }
    }

    // MARK: - Many literals

    /// Returns the disjunction of literals.
    mutating func any(_ rest: CloneLiterals.UnreadLiterals) -> Int {
        guard literals[rest.list].count(of: rest) <= Self.maximumSeparateLiterals else {
            return number(.anyLiteral(rest))
        }
        return or(separate(rest))
    }

    /// Returns whether at most one of some literals is true, of which some are true already.
    mutating func atMostOne(_ rest: CloneLiterals.UnreadLiterals, alreadyTrue trueCount: Int) -> Int {
        if trueCount > 1 { return Self.falseNode }
        if trueCount == 1 { return not(any(rest)) }
        guard literals[rest.list].count(of: rest) <= Self.maximumSeparateLiterals else {
            return number(.atMostOneLiteral(rest))
        }
        return atMostOne(separate(rest))
    }

    /// Returns the nodes of literals.
    private mutating func separate(_ rest: CloneLiterals.UnreadLiterals) -> [Int] {
        let list = literals[rest.list]
        return list.indices(of: rest).map { index in
            let node = number(.present(Slot(scope: list.scope, feature: tree.order[list.positions[index]])))
            return list.isPositive[index] ? node : not(node)
        }
    }

    /// Returns the slot of a literal, and whether it is positive; `nil` for other nodes.
    private func literal(_ node: Int) -> (slot: Slot, isPositive: Bool)? {
        switch nodes[node] {
        case .present(let slot): return (slot, true)
        case .not(let operand):
            if case .present(let slot) = nodes[operand] { return (slot, false) }
            return nil
        default: return nil
        }
    }

    /// Replaces many literals in the parts of a constraint by one disjunction for each scope.
    ///
    /// - Parameter areNegated: Whether the parts are those of a conjunction, which is the negation
    ///   of a disjunction of opposite literals.
    private mutating func gatherLiterals(of parts: inout Set<Int>, areNegated: Bool) {
        // Residuals keep the lists of the constraint, so that no list is made for each of them.
        guard !isMade, parts.count > Self.maximumSeparateLiterals else { return }
        let byScope = Dictionary(grouping: parts.filter { literal($0) != nil }) { literal($0)?.slot.scope ?? 0 }
        for (_, members) in byScope.sorted(by: { $0.key < $1.key }) {
            guard let list = onlyList(of: members, areNegated: areNegated) else { continue }
            parts.subtract(members)
            let node = number(.anyLiteral(list))
            parts.insert(areNegated ? not(node) : node)
        }
    }

    /// Returns the list of many literals; `nil` if there are few, other nodes among them, a feature
    /// twice or several scopes.
    private mutating func onlyList(of members: [Int], areNegated: Bool = false) -> CloneLiterals.UnreadLiterals? {
        guard !isMade, members.count > Self.maximumSeparateLiterals else { return nil }
        let found = members.compactMap { literal($0) }.sorted {
            tree.positions[Int($0.slot.feature)] < tree.positions[Int($1.slot.feature)]
        }
        guard found.count == members.count, Set(found.map(\.slot)).count == found.count,
            found.allSatisfy({ $0.slot.scope == found[0].slot.scope })
        else { return nil }
        var list = CloneLiterals(scope: found[0].slot.scope)
        for (slot, isPositive) in found {
            list.append(tree.positions[Int(slot.feature)], isPositive: isPositive != areNegated)
        }
        if let number = literalNumbers[list] { return CloneLiterals.UnreadLiterals(list: number) }
        literalNumbers[list] = literals.count
        literals.append(list)
        byteCount += 256 + 48 * list.count
        return CloneLiterals.UnreadLiterals(list: literals.count - 1)
    }

    /// Removes the literals among parts that long disjunctions among them contain.
    ///
    /// - Returns: Whether an opposite literal decides about all parts.
    private func absorbLiterals(of parts: inout Set<Int>, areNegated: Bool) -> Bool {
        let lists = parts.compactMap { part -> CloneLiterals.UnreadLiterals? in
            var node = nodes[part]
            if areNegated {
                guard case .not(let operand) = node else { return nil }
                node = nodes[operand]
            }
            if case .anyLiteral(let rest) = node { return rest }
            return nil
        }
        if lists.isEmpty { return false }
        for part in parts {
            guard let (slot, isPositive) = literal(part) else { continue }
            for rest in lists where literals[rest.list].scope == slot.scope {
                guard let index = literals[rest.list].index(of: tree.positions[Int(slot.feature)]), rest.contains(index)
                else { continue }
                if literals[rest.list].isPositive[index] != (isPositive != areNegated) { return true }
                parts.remove(part)
            }
        }
        return false
    }
}
