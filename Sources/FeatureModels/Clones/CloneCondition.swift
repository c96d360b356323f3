internal import TextSupport
internal import WorkLimits

/// The state of a constraint while a product is read, feature by feature.
///
/// A node is the residual constraint after a part of the product; equal residuals are one node.
/// Features that were read are true, and those that can't come any more are false. Sums are kept as
/// long as their comparison is undecided. When a clone begins, a proposition about each clone
/// becomes its conjunction with one about this clone.
package struct CloneCondition {
    /// A proposition about the rest of the product.
    fileprivate enum Node: Hashable {
        case constant(Bool)
        case present(Slot)
        case not(Int)
        case and([Int])
        case or([Int])
        case atMostOne([Int])
        case equivalent(Int, Int)
        /// A comparison, given by its index, with its sums so far, and the scopes whose clones have
        /// ended.
        case comparison(Int, [Int128], ended: [Int])
        case each(scope: Int, Int)
    }

    /// A feature in a scope.
    fileprivate struct Slot: Hashable {
        var scope: Int
        var feature: FeatureID
    }

    /// A clone that propositions are about.
    private struct Scope {
        var feature: FeatureID
        /// The scope around the clones.
        var domain: Int
        /// The positions that distinguish steps within the clone, in ascending order.
        var positions: [Int] = []
    }

    private struct Amount {
        var comparison: Comparison
        /// The terms of each total.
        var terms: [[Term]]
        /// The scopes of the slots, in ascending order.
        var scopes: [Int]
    }

    private struct Term {
        var slot: Slot
        var number: Int128
        /// The greatest number of times that the term may count; `nil` if there is no bound.
        var most: Int?
    }

    /// A step of the reading: a feature begins, or none does, and features before a place can't
    /// come any more.
    private struct Step: Hashable {
        var node: Int
        var opened: FeatureID?
        /// The number of positions of each scope that can't come any more, plus one if its clone
        /// has ended.
        var passed: [Int]
    }

    /// A node, and those of its scopes whose clones haven't begun.
    private struct Inner: Hashable {
        var node: Int
        var outer: [Int]
    }

    /// The condition that is true, and the one that is false.
    package static let (isTrue, isFalse) = (0, 1)

    private let tree: CloneTree
    private var nodes: [Node] = []
    private var numbers: [Node: Int] = [:]
    /// A Boolean value for each node that indicates whether it may imply others: it has a
    /// comparison, or is about each clone.
    private var areComparable: [Bool] = []
    /// The free scopes of each node: its scopes without those bound by a proposition about each
    /// clone.
    private var freeScopes: [[Int]] = []
    private var nodeBytes = 0
    /// The residuals of nodes below propositions about each clone, for the current step.
    private var inner: [Inner: Int] = [:]
    /// The scopes: the whole product, and one for each proposition about each clone.
    private var scopes: [Scope]
    private var amounts: [Amount] = []
    private var known: [Step: Int] = [:]
    private var features: Set<FeatureID> = []
    /// The node of the whole constraint, before anything is read.
    package private(set) var start = 0

    /// The reason why a constraint can't be read.
    package struct Fault: Error {
        package var description: String
    }

    /// - Parameter constraint: One of the constraints of the tree, which has no findings.
    package init(_ constraint: Proposition, in tree: CloneTree) throws(Fault) {
        self.tree = tree
        scopes = [Scope(feature: tree.model.root, domain: 0)]
        _ = number(.constant(true))
        _ = number(.constant(false))
        start = try node(constraint, in: [])
        for scope in scopes.indices { scopes[scope].positions.sort() }
    }

    /// The features whose clones propositions are about, the root for the whole product.
    package var scopeFeatures: [FeatureID] { scopes.map(\.feature) }

    /// The number of terms of comparisons that were added up so far.
    package private(set) var addedTermCount = 0

    /// The bytes held.
    package var byteCount: Int { nodeBytes + known.count * (64 + 8 * scopes.count) }
}

// MARK: Construction

extension CloneCondition {
    private mutating func number(_ node: Node) -> Int {
        if let number = numbers[node] { return number }
        numbers[node] = nodes.count
        nodes.append(node)
        let operands = node.operands
        var free = Set(operands.flatMap { freeScopes[$0] })
        var isComparable = operands.contains { areComparable[$0] }
        switch node {
        case .present(let slot): free = [slot.scope]
        case .comparison(let index, _, _):
            free = Set(amounts[index].scopes)
            isComparable = true
        case .each(let scope, _):
            free.remove(scope)
            free.insert(scopes[scope].domain)
            isComparable = true
        default: break
        }
        areComparable.append(isComparable)
        freeScopes.append(free.sorted())
        nodeBytes += 192 + 16 * operands.count + 8 * free.count
        return nodes.count - 1
    }

    private mutating func node(_ proposition: Proposition, in open: [Int]) throws(Fault) -> Int {
        switch proposition {
        case .constant(let value): return value ? Self.isTrue : Self.isFalse
        case .feature(let feature): return number(.present(slot(of: feature, in: open)))
        case .comparison(let left, let relation, let right):
            return number(try comparison(left, relation, right, in: open))
        case .each(let feature, let operand):
            let domain = slot(of: feature, in: open).scope
            // Within a clone of a feature, its only clone is that one.
            if scopes[domain].feature == feature { return try node(operand, in: open + [domain]) }
            scopes.append(Scope(feature: feature, domain: domain))
            let scope = scopes.count - 1
            return each(scope, try node(operand, in: open + [scope]))
        case .not, .and, .or, .atMostOne, .implies, .equivalent:
            var operands: [Int] = []
            for operand in proposition.operands { operands.append(try node(operand, in: open)) }
            switch proposition {
            case .not: return not(operands[0])
            case .and: return and(operands)
            case .or: return or(operands)
            case .atMostOne: return atMostOne(operands)
            case .implies: return or([not(operands[0]), operands[1]])
            default: return equivalent(operands[0], operands[1])
            }
        }
    }

    /// Returns the slot of a feature in the innermost scope that it is within.
    private mutating func slot(of feature: FeatureID, in open: [Int]) -> Slot {
        let scope = open.last { tree.isWithin(feature, scopes[$0].feature) } ?? 0
        scopes[scope].positions.append(tree.positions[Int(feature)])
        features.insert(feature)
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
        let terms: [[Term]] = comparison.totals.map { total in
            total.numbers.compactMap { feature, number in
                slots[feature].map { Term(slot: $0, number: number, most: most(feature)) }
            }
        }
        for total in terms {
            let unboundedTerms = total.filter { $0.most == nil }
            if !comparison.isLinear, let term = unboundedTerms.first {
                throw Fault(
                    description: "a constraint uses \(quoted(term.slot)), whose number of clones has no "
                        + "upper bound, in an operation other than a sum; give it a bound")
            }
            if let first = unboundedTerms.first(where: { $0.number > 0 }),
                let second = unboundedTerms.first(where: { $0.number < 0 })
            {
                throw Fault(
                    description: "a constraint compares \(quoted(first.slot)) with \(quoted(second.slot)), whose "
                        + "numbers of clones have no upper bounds; give one of them a bound")
            }
        }
        let slotScopes = Set(terms.joined().map(\.slot.scope)).sorted()
        amounts.append(Amount(comparison: comparison, terms: terms, scopes: slotScopes))
        nodeBytes += 128 + 80 * terms.reduce(0) { $0 + $1.count }
        return .comparison(amounts.count - 1, terms.map { _ in 0 }, ended: [])
    }

    private func quoted(_ slot: Slot) -> String { Message.quoted(tree.model[slot.feature].name.utf8) }
}

extension ValueExpression {
    fileprivate var features: [FeatureID] {
        var features: [FeatureID] = []
        forEachFeature { features.append($0) }
        return features
    }
}

// MARK: Reading

extension CloneCondition {
    /// Returns the residual of a node after a step.
    ///
    /// - Parameters:
    ///   - opened: The feature that begins; `nil` if one ends.
    ///   - frontiers: The place in the open clone of each scope before which features can't come
    ///     any more.
    package mutating func rest(of node: Int, opening opened: FeatureID?, frontiers: [Int]) -> Int {
        if node <= Self.isFalse { return node }
        let step = Step(
            node: node, opened: opened.flatMap { features.contains($0) ? $0 : nil },
            passed: zip(scopes, frontiers).map { scope, frontier in
                frontier == .max ? scope.positions.count + 1 : scope.positions.partitioningIndex { $0 >= frontier }
            })
        if let rest = known[step] { return rest }
        inner.removeAll(keepingCapacity: true)
        let rest = rest(of: node, opening: opened, frontiers: frontiers, under: [])
        known[step] = rest
        return rest
    }

    /// Returns the residual of a node below propositions about each clone whose clones haven't
    /// begun.
    private mutating func rest(of node: Int, opening opened: FeatureID?, frontiers: [Int], under outer: [Int]) -> Int {
        if node <= Self.isFalse { return node }
        let key = Inner(node: node, outer: freeScopes[node].filter(outer.contains))
        if let rest = inner[key] { return rest }
        let rest = newRest(of: node, opening: opened, frontiers: frontiers, under: key.outer)
        inner[key] = rest
        return rest
    }

    private mutating func newRest(
        of node: Int, opening opened: FeatureID?, frontiers: [Int], under outer: [Int]
    ) -> Int {
        func hasPassed(_ slot: Slot) -> Bool {
            !outer.contains(slot.scope) && tree.positions[Int(slot.feature)] < frontiers[slot.scope]
        }
        switch nodes[node] {
        case .constant: return node
        case .present(let slot):
            if slot.feature == opened && !outer.contains(slot.scope) { return Self.isTrue }
            return hasPassed(slot) ? Self.isFalse : node
        case .comparison(let index, let sums, let ended):
            return comparison(index, sums, ended, opening: opened, frontiers: frontiers, under: outer)
        case .each(let scope, let operand):
            let slot = Slot(scope: scopes[scope].domain, feature: scopes[scope].feature)
            let next = rest(of: operand, opening: opened, frontiers: frontiers, under: outer + [scope])
            let others = hasPassed(slot) ? Self.isTrue : each(scope, next)
            guard slot.feature == opened && !outer.contains(slot.scope) else { return others }
            return and([others, rest(of: operand, opening: opened, frontiers: frontiers, under: outer)])
        case .not(let operand):
            return not(rest(of: operand, opening: opened, frontiers: frontiers, under: outer))
        case .and(let operands): return and(rests(of: operands, opened, frontiers, outer))
        case .or(let operands): return or(rests(of: operands, opened, frontiers, outer))
        case .atMostOne(let operands): return atMostOne(rests(of: operands, opened, frontiers, outer))
        case .equivalent(let left, let right):
            let rests = rests(of: [left, right], opened, frontiers, outer)
            return equivalent(rests[0], rests[1])
        }
    }

    private mutating func comparison(
        _ index: Int, _ sums: [Int128], _ ended: [Int], opening opened: FeatureID?, frontiers: [Int], under outer: [Int]
    ) -> Int {
        let amount = amounts[index]
        // A later clone doesn't count for the current one.
        let ended = amount.scopes.filter { scope in
            ended.contains(scope) || frontiers[scope] == .max && !outer.contains(scope)
        }
        var sums = sums
        var (low, high) = (sums, sums)
        for (total, terms) in amount.terms.enumerated() {
            addedTermCount += terms.count
            var (isLowBounded, isHighBounded) = (true, true)
            var (least, most) = (Int128(0), Int128(0))
            for term in terms where !ended.contains(term.slot.scope) {
                if !outer.contains(term.slot.scope) {
                    if term.slot.feature == opened { sums[total] += term.number }
                    if tree.positions[Int(term.slot.feature)] < frontiers[term.slot.scope] { continue }
                }
                switch (term.most, term.number < 0) {
                case (nil, true): isLowBounded = false
                case (nil, false): isHighBounded = false
                case (let count?, true): least += term.number * Int128(count)
                case (let count?, false): most += term.number * Int128(count)
                }
            }
            // Far from all sums and bounds, but also from overflow.
            low[total] = isLowBounded ? sums[total] + least : Int128.min / 2
            high[total] = isHighBounded ? sums[total] + most : Int128.max / 2
        }
        if let value = amount.comparison.holds(from: low, to: high) { return value ? Self.isTrue : Self.isFalse }
        return number(.comparison(index, sums, ended: ended))
    }

    private mutating func rests(
        of operands: [Int], _ opened: FeatureID?, _ frontiers: [Int], _ outer: [Int]
    ) -> [Int] {
        var rests: [Int] = []
        for operand in operands {
            rests.append(rest(of: operand, opening: opened, frontiers: frontiers, under: outer))
        }
        return rests
    }

    private mutating func each(_ scope: Int, _ operand: Int) -> Int {
        operand == Self.isTrue ? operand : number(.each(scope: scope, operand))
    }

    private mutating func not(_ operand: Int) -> Int {
        switch nodes[operand] {
        case .constant(let value): value ? Self.isFalse : Self.isTrue
        case .not(let inner): inner
        default: number(.not(operand))
        }
    }

    private mutating func and(_ operands: [Int]) -> Int {
        var parts: Set<Int> = []
        for operand in operands {
            if case .and(let inner) = nodes[operand] { parts.formUnion(inner) } else { parts.insert(operand) }
        }
        parts.remove(Self.isTrue)
        if parts.contains(Self.isFalse) || hasOpposites(parts) { return Self.isFalse }
        // Clones lead to the same proposition with other sums.
        let comparable = parts.filter { areComparable[$0] }
        if comparable.contains(where: { part in comparable.contains { areEquations(part, $0) } }) {
            return Self.isFalse
        }
        for part in comparable
        where comparable.contains(where: { $0 != part && parts.contains($0) && implies($0, part) }) {
            parts.remove(part)
        }
        return parts.count > 1 ? number(.and(parts.sorted())) : parts.first ?? Self.isTrue
    }

    private mutating func or(_ operands: [Int]) -> Int {
        var parts: Set<Int> = []
        for operand in operands {
            if case .or(let inner) = nodes[operand] { parts.formUnion(inner) } else { parts.insert(operand) }
        }
        parts.remove(Self.isFalse)
        if parts.contains(Self.isTrue) || hasOpposites(parts) { return Self.isTrue }
        let comparable = parts.filter { areComparable[$0] }
        for part in comparable
        where comparable.contains(where: { $0 != part && parts.contains($0) && implies(part, $0) }) {
            parts.remove(part)
        }
        return parts.count > 1 ? number(.or(parts.sorted())) : parts.first ?? Self.isFalse
    }

    /// Returns whether parts have two opposite propositions.
    private func hasOpposites(_ parts: Set<Int>) -> Bool {
        parts.contains { if case .not(let operand) = nodes[$0] { parts.contains(operand) } else { false } }
    }

    /// Returns whether the form of a node shows that it implies another one in the same place.
    private func implies(_ left: Int, _ right: Int) -> Bool {
        if left == right { return true }
        switch (nodes[left], nodes[right]) {
        case (.comparison(let first, let sums, let ended), .comparison(let second, let others, let otherEnded)):
            return first == second && ended == otherEnded
                && amounts[first].comparison.implies(others, from: sums) ?? false
        case (.not(let left), .not(let right)): return implies(right, left)
        case (.each(let first, let left), .each(let second, let right)): return first == second && implies(left, right)
        case (.or(let parts), .or(let others)):
            return parts.allSatisfy { part in others.contains { implies(part, $0) } }
        case (.and(let parts), .and(let others)):
            return others.allSatisfy { other in parts.contains { implies($0, other) } }
        default: return false
        }
    }

    /// Returns whether two nodes are the same equation with different sums.
    private func areEquations(_ left: Int, _ right: Int) -> Bool {
        guard case .comparison(let first, let sums, let ended) = nodes[left],
            case .comparison(let second, let others, let otherEnded) = nodes[right]
        else { return false }
        return first == second && ended == otherEnded && amounts[first].comparison.implies(others, from: sums) == nil
    }

    private mutating func atMostOne(_ operands: [Int]) -> Int {
        let rest = operands.filter { $0 != Self.isTrue && $0 != Self.isFalse }
        switch operands.count(where: { $0 == Self.isTrue }) {
        case 0: return rest.count > 1 ? number(.atMostOne(rest.sorted())) : Self.isTrue
        case 1:
            let negations = rest.map { not($0) }
            return and(negations)
        default: return Self.isFalse
        }
    }

    private mutating func equivalent(_ left: Int, _ right: Int) -> Int {
        if left == right { return Self.isTrue }
        switch (min(left, right), max(left, right)) {
        case (Self.isTrue, let other): return other
        case (Self.isFalse, let other): return not(other)
        case (let first, let second): return number(.equivalent(first, second))
        }
    }
}

extension CloneCondition.Node {
    var operands: [Int] {
        switch self {
        case .constant, .present, .comparison: []
        case .not(let operand), .each(_, let operand): [operand]
        case .and(let operands), .or(let operands), .atMostOne(let operands): operands
        case .equivalent(let left, let right): [left, right]
        }
    }
}
