internal import Automata
internal import WorkLimits

/// The nodes of an expression and of its derivatives, and whether each is nullable.
struct NullableArena {
    private(set) var interner: ExpressionInterner
    private var nullable: [Bool] = []
    /// The number in this arena of each of the expression's nodes.
    private(set) var newNodes: [NodeID] = []

    /// - Parameter sorted: whether unions and intersections are sets, so that there are only
    ///   finitely many derivatives.
    init(_ storage: ExpressionStorage, sorted: Bool = false) {
        interner = ExpressionInterner(sorted: sorted)
        newNodes.reserveCapacity(storage.nodes.count)
        for node in storage.nodes {
            let new: NodeID
            switch node.kind {
            case .empty: new = ExpressionInterner.empty
            case .epsilon: new = ExpressionInterner.epsilon
            case .symbols: new = interner.leaf(node.set)
            case .assertion: new = interner.assertion(node.assertion)
            case .concatenation:
                new = interner.concatenation(newNodes[Int(node.left)], newNodes[Int(node.right)])
            case .union: new = interner.union(storage.children(of: node).map { newNodes[Int($0)] })
            case .intersection: new = interner.intersection(storage.children(of: node).map { newNodes[Int($0)] })
            case .star: new = interner.star(newNodes[Int(node.child)])
            case .repetition:
                new = interner.repetition(newNodes[Int(node.child)], from: node.least, to: node.most)
            case .complement: new = interner.complement(newNodes[Int(node.child)])
            }
            newNodes.append(new)
        }
        update()
    }

    var byteCount: Int { interner.byteCount + nullable.count }

    func isNullable(_ node: NodeID) -> Bool { nullable[Int(node)] }

    /// Computes the properties of new nodes; children have smaller numbers than their parents.
    private mutating func update() {
        while nullable.count < interner.nodes.count {
            let node = interner.nodes[nullable.count]
            switch node.kind {
            case .empty, .symbols, .assertion: nullable.append(false)
            case .epsilon, .star: nullable.append(true)
            case .concatenation: nullable.append(nullable[Int(node.left)] && nullable[Int(node.right)])
            case .union: nullable.append(interner.children(of: node).contains { nullable[Int($0)] })
            case .intersection: nullable.append(interner.children(of: node).allSatisfy { nullable[Int($0)] })
            case .complement: nullable.append(!nullable[Int(node.child)])
            case .repetition: nullable.append(node.least == 0 || nullable[Int(node.child)])
            }
        }
    }

    mutating func concatenation(_ left: NodeID, _ right: NodeID) -> NodeID {
        defer { update() }
        return interner.concatenation(left, right)
    }

    mutating func union(_ parts: [NodeID]) -> NodeID {
        defer { update() }
        return interner.union(parts)
    }

    mutating func intersection(_ parts: [NodeID]) -> NodeID {
        defer { update() }
        return interner.intersection(parts)
    }

    mutating func complement(_ node: NodeID) -> NodeID {
        defer { update() }
        return interner.complement(node)
    }

    /// Returns the rest of a star or a repetition after one copy.
    mutating func afterOneCopy(_ number: NodeID) -> NodeID {
        let node = interner[number]
        guard node.kind == .repetition else { return number }
        defer { update() }
        return interner.repetition(
            node.child, from: node.least == 0 ? 0 : node.least - 1,
            to: node.most == unbounded ? unbounded : node.most - 1)
    }

    /// Returns the children whose derivatives form the derivative of a node.
    func childrenWithSteps(of number: NodeID) -> [NodeID] {
        let node = interner[number]
        switch node.kind {
        case .empty, .epsilon, .symbols, .assertion: return []
        case .concatenation: return isNullable(node.left) ? [node.left, node.right] : [node.left]
        case .union, .intersection: return Array(interner.children(of: node))
        case .star, .repetition, .complement: return [node.child]
        }
    }
}
