/// The nodes of an expression and of what is derived from it, and which of them have the empty word.
struct NullableArena {
    private(set) var interner: ExpressionInterner
    private var nullable: [Bool] = []
    /// The number here of each of the expression's nodes.
    private(set) var newNodes: [UInt32] = []

    /// - Parameter sorted: whether unions and intersections are sets, so that there are finitely many derivatives.
    init(_ storage: ExpressionStorage, sorted: Bool = false) {
        interner = ExpressionInterner(sorted: sorted)
        newNodes.reserveCapacity(storage.nodes.count)
        for node in storage.nodes {
            let new: UInt32
            switch node.kind {
            case .empty: new = ExpressionInterner.empty
            case .epsilon: new = ExpressionInterner.epsilon
            case .symbols: new = interner.leaf(node.first)
            case .assertion:
                new =
                    RegularExpression.Assertion(rawValue: UInt8(truncatingIfNeeded: node.first)).map {
                        interner.assertion($0)
                    } ?? ExpressionInterner.empty
            case .concatenation:
                new = interner.concatenation(newNodes[Int(node.first)], newNodes[Int(node.second)])
            case .union: new = interner.union(storage.children(of: node).map { newNodes[Int($0)] })
            case .intersection: new = interner.intersection(storage.children(of: node).map { newNodes[Int($0)] })
            case .star: new = interner.star(newNodes[Int(node.first)])
            case .repetition:
                new = interner.repetition(newNodes[Int(node.first)], from: node.second, to: node.third)
            case .complement: new = interner.complement(newNodes[Int(node.first)])
            }
            newNodes.append(new)
        }
        update()
    }

    var byteCount: Int { interner.byteCount + nullable.count }

    func isNullable(_ node: UInt32) -> Bool { nullable[Int(node)] }

    /// Finds out about the nodes that are new; children have smaller numbers than their parents.
    private mutating func update() {
        while nullable.count < interner.nodes.count {
            let node = interner.nodes[nullable.count]
            switch node.kind {
            case .empty, .symbols, .assertion: nullable.append(false)
            case .epsilon, .star: nullable.append(true)
            case .concatenation: nullable.append(nullable[Int(node.first)] && nullable[Int(node.second)])
            case .union: nullable.append(interner.children(of: node).contains { nullable[Int($0)] })
            case .intersection: nullable.append(interner.children(of: node).allSatisfy { nullable[Int($0)] })
            case .complement: nullable.append(!nullable[Int(node.first)])
            case .repetition: nullable.append(node.second == 0 || nullable[Int(node.first)])
            }
        }
    }

    mutating func concatenation(_ left: UInt32, _ right: UInt32) -> UInt32 {
        defer { update() }
        return interner.concatenation(left, right)
    }

    mutating func union(_ parts: [UInt32]) -> UInt32 {
        defer { update() }
        return interner.union(parts)
    }

    mutating func intersection(_ parts: [UInt32]) -> UInt32 {
        defer { update() }
        return interner.intersection(parts)
    }

    mutating func complement(_ node: UInt32) -> UInt32 {
        defer { update() }
        return interner.complement(node)
    }

    /// What is left of a star or a repetition after one copy.
    mutating func afterOneCopy(_ number: UInt32) -> UInt32 {
        let node = interner[number]
        guard node.kind == .repetition else { return number }
        defer { update() }
        return interner.repetition(
            node.first, from: node.second == 0 ? 0 : node.second - 1, to: node.third == .none ? .none : node.third - 1)
    }

    /// The children whose derivatives make those of a node.
    func childrenWithSteps(of number: UInt32) -> [UInt32] {
        let node = interner[number]
        switch node.kind {
        case .empty, .epsilon, .symbols, .assertion: return []
        case .concatenation: return isNullable(node.first) ? [node.first, node.second] : [node.first]
        case .union, .intersection: return Array(interner.children(of: node))
        case .star, .repetition, .complement: return [node.first]
        }
    }
}
