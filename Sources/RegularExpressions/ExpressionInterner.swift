internal import AlgorithmSupport
internal import Automata

/// A table that creates unique nodes and applies simple algebraic laws: units, zeros, idempotence
/// and double complement.
///
/// A leaf is the id of a set. Children of a union keep their order unless `sorted` is set. Then
/// nested unions and intersections are flattened, and expressions that are equal up to
/// associativity, commutativity and idempotence are one node. So an expression has only finitely
/// many derivatives.
package struct ExpressionInterner {
    package private(set) var nodes: [ExpressionNode] = []
    package private(set) var children: [NodeID] = []
    private let isSorted: Bool
    /// A node's number + 1; 0 for a free slot. At most half of the slots are used.
    private var slots: [UInt32]

    package static var empty: NodeID { 0 }
    package static var epsilon: NodeID { 1 }

    package init(sorted: Bool = false) {
        isSorted = sorted
        slots = Array(repeating: 0, count: 128)
        nodes.reserveCapacity(64)
        _ = intern(ExpressionNode(kind: .empty))
        _ = intern(ExpressionNode(kind: .epsilon))
    }

    /// The number of bytes in use.
    package var byteCount: Int { 16 * nodes.count + 4 * (children.count + slots.count) }

    @inline(__always)
    package subscript(node: NodeID) -> ExpressionNode { nodes[Int(node)] }

    @inline(__always)
    package func children(of node: ExpressionNode) -> ArraySlice<NodeID> {
        children[Int(node.first)..<Int(node.first) + Int(node.second)]
    }

    /// Whether a node is ¬∅, all words.
    @inline(__always)
    private func isUniversal(_ node: NodeID) -> Bool {
        nodes[Int(node)].kind == .complement && nodes[Int(node)].child == Self.empty
    }

    // MARK: Nodes

    package mutating func leaf(_ set: SymbolSetID) -> NodeID {
        intern(ExpressionNode(kind: .symbols, first: set.rawValue))
    }

    package mutating func assertion(_ assertion: RegularExpression.Assertion) -> NodeID {
        intern(ExpressionNode(kind: .assertion, first: UInt32(assertion.rawValue)))
    }

    package mutating func concatenation(_ left: NodeID, _ right: NodeID) -> NodeID {
        if left == Self.empty || right == Self.empty { return Self.empty }
        if left == Self.epsilon { return right }
        if right == Self.epsilon { return left }
        return intern(ExpressionNode(kind: .concatenation, first: left.rawValue, second: right.rawValue))
    }

    /// Returns the concatenation of a list of nodes, nested to the right.
    package mutating func concatenation(_ parts: some BidirectionalCollection<NodeID>) -> NodeID {
        var result = Self.epsilon
        for part in parts.reversed() { result = concatenation(part, result) }
        return result
    }

    package mutating func union(_ left: NodeID, _ right: NodeID) -> NodeID {
        if left == right || right == Self.empty { return left }
        if left == Self.empty { return right }
        return union([left, right])
    }

    package mutating func union(_ parts: some Sequence<NodeID>) -> NodeID {
        var list: [NodeID] = []
        for part in parts {
            if part == Self.empty { continue }
            if isSorted, isUniversal(part) { return part }
            if isSorted, self[part].kind == .union {
                list.append(contentsOf: children(of: self[part]))
            } else {
                list.append(part)
            }
        }
        return operation(.union, unique(list), of: Self.empty)
    }

    package mutating func intersection(_ parts: some Sequence<NodeID>) -> NodeID {
        var list: [NodeID] = []
        for part in parts {
            if part == Self.empty { return part }
            if isUniversal(part) { continue }
            if isSorted, self[part].kind == .intersection {
                list.append(contentsOf: children(of: self[part]))
            } else {
                list.append(part)
            }
        }
        return operation(.intersection, unique(list), of: complement(Self.empty))
    }

    package mutating func complement(_ node: NodeID) -> NodeID {
        if self[node].kind == .complement { return self[node].child }
        return intern(ExpressionNode(kind: .complement, first: node.rawValue))
    }

    package mutating func star(_ node: NodeID) -> NodeID { repetition(node, from: 0, to: unbounded) }

    /// Returns a node repeated `least` to `most` times, or at least `least` times if `most` is
    /// ``unbounded``.
    package mutating func repetition(_ node: NodeID, from least: UInt32, to most: UInt32) -> NodeID {
        if most == 0 || node == Self.epsilon { return Self.epsilon }
        if node == Self.empty { return least == 0 ? Self.epsilon : Self.empty }
        if least == 1, most == 1 { return node }
        let inner = self[node]
        if inner.kind == .star { return node }
        if inner.kind == .repetition {
            // For (r?)?, (r⁺)?, (r⁺)⁺ and similar ones, the inner or outer bounds are redundant.
            if inner.least <= 1, inner.most == unbounded, least <= 1 {
                return least == 0 || inner.least == 0 ? repetition(inner.child, from: 0, to: unbounded) : node
            }
            if inner.least <= 1, most == unbounded, least <= 1 {
                return repetition(inner.child, from: min(inner.least, least), to: unbounded)
            }
            if inner.least == 0, inner.most == 1 { return repetition(inner.child, from: 0, to: most) }
        }
        if least == 0, most == unbounded { return intern(ExpressionNode(kind: .star, first: node.rawValue)) }
        return intern(ExpressionNode(kind: .repetition, first: node.rawValue, second: least, third: most))
    }

    /// Removes duplicates.
    private func unique(_ list: [NodeID]) -> [NodeID] {
        if list.count <= 1 { return list }
        if isSorted {
            var sorted = list.sorted()
            var kept = 1
            for index in 1..<sorted.count where sorted[index] != sorted[index - 1] {
                sorted[kept] = sorted[index]
                kept += 1
            }
            sorted.removeLast(sorted.count - kept)
            return sorted
        }
        if list.count <= 16 {
            var kept: [NodeID] = []
            kept.reserveCapacity(list.count)
            for part in list where !kept.contains(part) { kept.append(part) }
            return kept
        }
        var visited = Set<NodeID>(minimumCapacity: list.count)
        return list.filter { visited.insert($0).inserted }
    }

    private mutating func operation(_ kind: ExpressionKind, _ parts: [NodeID], of nothing: NodeID) -> NodeID {
        if parts.isEmpty { return nothing }
        if parts.count == 1 { return parts[0] }
        return intern(kind, parts)
    }

    // MARK: Index

    private static func mix(_ hash: UInt64, _ value: UInt32) -> UInt64 {
        let product = (hash ^ UInt64(value)) &* 0x9E37_79B9_7F4A_7C15
        return product ^ product >> 29
    }

    private static func hash(_ node: ExpressionNode) -> UInt64 {
        mix(mix(mix(UInt64(node.kind.rawValue) + 1, node.first), node.second), node.third)
    }

    private static func hash(_ kind: ExpressionKind, _ parts: some Sequence<NodeID>) -> UInt64 {
        var hash = UInt64(kind.rawValue) + 1
        for part in parts { hash = mix(hash, part.rawValue) }
        return hash
    }

    private mutating func intern(_ node: ExpressionNode) -> NodeID {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: Self.hash(node) >> 7) & mask
        while slots[slot] != 0 {
            if nodes[Int(slots[slot] - 1)] == node { return NodeID(rawValue: slots[slot] - 1) }
            slot = (slot + 1) & mask
        }
        return add(node, at: slot)
    }

    private mutating func intern(_ kind: ExpressionKind, _ parts: [NodeID]) -> NodeID {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: Self.hash(kind, parts) >> 7) & mask
        while slots[slot] != 0 {
            let candidate = nodes[Int(slots[slot] - 1)]
            if candidate.kind == kind, Int(candidate.second) == parts.count,
                children(of: candidate).elementsEqual(parts)
            {
                return NodeID(rawValue: slots[slot] - 1)
            }
            slot = (slot + 1) & mask
        }
        let start = UInt32(children.count)
        children.append(contentsOf: parts)
        return add(ExpressionNode(kind: kind, first: start, second: UInt32(parts.count)), at: slot)
    }

    private mutating func add(_ node: ExpressionNode, at slot: Int) -> NodeID {
        nodes.append(node)
        slots[slot] = UInt32(nodes.count)
        if nodes.count * 2 > slots.count { growIndex() }
        return NodeID(nodes.count - 1)
    }

    private mutating func growIndex() {
        slots = Array(repeating: 0, count: slots.count * 4)
        let mask = slots.count - 1
        for (number, node) in nodes.enumerated() {
            let isOperation = node.kind == .union || node.kind == .intersection
            let hash = isOperation ? Self.hash(node.kind, children(of: node)) : Self.hash(node)
            var slot = Int(truncatingIfNeeded: hash >> 7) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = UInt32(number + 1)
        }
    }
}

extension ExpressionInterner {
    /// Returns the nodes reachable from a node, children before parents and from left to right,
    /// with the sets that they use.
    ///
    /// - Complexity: O(total number of nodes + size of the result).
    package func storage(root: NodeID, sets: SymbolSets) -> ExpressionStorage {
        storage(
            root: root, sets: sets, newNumbers: DenseNumbers(count: nodes.count),
            newSets: DenseNumbers(count: sets.count))
    }

    /// Returns the nodes reachable from a node, faster than ``storage(root:sets:)`` for few nodes.
    ///
    /// - Complexity: O(size of the result).
    package func smallStorage(root: NodeID, sets: SymbolSets) -> ExpressionStorage {
        storage(root: root, sets: sets, newNumbers: SparseNumbers(), newSets: SparseNumbers())
    }

    private func storage(
        root: NodeID, sets: SymbolSets, newNumbers: some NewNumbers<NodeID>, newSets: some NewNumbers<SymbolSetID>
    ) -> ExpressionStorage {
        var (newNumbers, newSets) = (newNumbers, newSets)
        var result = ExpressionStorage(nodes: [], children: [], sets: SymbolSets())
        // A node is visited twice: before its children, which are pushed above it, and after them.
        var pending = [root]
        while let number = pending.last {
            if newNumbers[number] != .absent {
                pending.removeLast()
                continue
            }
            var node = self[number]
            let countBefore = pending.count
            switch node.kind {
            case .concatenation:
                if newNumbers[node.right] == .absent { pending.append(node.right) }
                if newNumbers[node.left] == .absent { pending.append(node.left) }
            case .union, .intersection:
                for child in children(of: node).reversed() where newNumbers[child] == .absent {
                    pending.append(child)
                }
            case .star, .repetition, .complement:
                if newNumbers[node.child] == .absent { pending.append(node.child) }
            case .empty, .epsilon, .symbols, .assertion: break
            }
            if pending.count > countBefore { continue }
            pending.removeLast()
            switch node.kind {
            case .symbols:
                if newSets[node.set] == .absent { newSets[node.set] = result.sets.append(sets[node.set]) }
                node.first = newSets[node.set].rawValue
            case .concatenation:
                node.first = newNumbers[node.left].rawValue
                node.second = newNumbers[node.right].rawValue
            case .union, .intersection:
                let start = UInt32(result.children.count)
                for child in children(of: node) { result.children.append(newNumbers[child]) }
                node.first = start
            case .star, .repetition, .complement: node.first = newNumbers[node.child].rawValue
            case .empty, .epsilon, .assertion: break
            }
            newNumbers[number] = NodeID(result.nodes.count)
            result.nodes.append(node)
        }
        return result
    }
}

/// A map from old ids to new ones; ``DenseID/absent`` for dropped ids.
private protocol NewNumbers<ID> {
    associatedtype ID: DenseID

    subscript(old: ID) -> ID { get set }
}

private struct DenseNumbers<ID: DenseID>: NewNumbers {
    private var numbers: [ID]

    init(count: Int) { numbers = Array(repeating: .absent, count: count) }

    @inline(__always)
    subscript(old: ID) -> ID {
        get { numbers[Int(old)] }
        set { numbers[Int(old)] = newValue }
    }
}

private struct SparseNumbers<ID: DenseID>: NewNumbers {
    private var numbers: [ID: ID] = [:]

    subscript(old: ID) -> ID {
        get { numbers[old] ?? .absent }
        set { numbers[old] = newValue }
    }
}
