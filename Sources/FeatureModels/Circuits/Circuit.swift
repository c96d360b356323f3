/// A set of assignments to Boolean variables as a smooth decision-DNNF: sums of disjoint sets, and
/// products of sets over different variables.
///
/// Each node represents assignments to one or more variables:
/// - A product is a list of literals, of free variables that take both values, and of children,
///   without a common variable.
/// - A sum is a list of children over the same variables, without a common assignment.
///
/// Children come before their parents, and the root is the last node. So one loop over the nodes
/// computes a result for all of them. A set without assignments has no nodes.
///
/// - Reference: A. Darwiche, P. Marquis, A knowledge compilation map, Journal of Artificial
///   Intelligence Research 17, 2002, doi:10.1613/jair.989.
package struct Circuit: Sendable {
    /// An element of a node.
    package struct Item: Hashable, Sendable {
        let code: UInt32

        static func literal(_ literal: Literal) -> Item { Item(code: literal.code << 1) }
        static func free(_ variable: Int) -> Item { Item(code: UInt32(variable) << 2 | 1) }
        static func child(_ node: Int) -> Item { Item(code: UInt32(node) << 2 | 3) }

        /// The kind of an element, with the index of its variable, literal or child.
        package enum Kind {
            case literal(Literal)
            case free(Int)
            case child(Int)
        }

        package var kind: Kind {
            switch code & 3 {
            case 1: .free(Int(code >> 2))
            case 3: .child(Int(code >> 2))
            default: .literal(Literal(code: code >> 1))
            }
        }

        fileprivate init(code: UInt32) { self.code = code }
    }

    /// The maximum number of elements; positions and nodes must fit their fields.
    static let maximumItemCount = 1 << 30

    /// The number of variables, all of which occur in the root.
    package let variableCount: Int
    /// The first element of each node, and the end of the last node.
    private(set) var starts: [UInt32] = [0]
    /// The elements of all nodes.
    package private(set) var items: [Item] = []
    /// For each node, whether the node is a sum.
    package private(set) var isSum: [Bool] = []

    /// Creates an empty set.
    init(variableCount: Int) { self.variableCount = variableCount }

    /// Creates a circuit of the codes of its elements, which already satisfy the invariants.
    init(variableCount: Int, starts: [UInt32], codes: [UInt32], isSum: [Bool]) {
        self.variableCount = variableCount
        (self.starts, self.isSum) = (starts, isSum)
        items = codes.map { Item(code: $0) }
    }

    /// The number of nodes.
    package var nodeCount: Int { isSum.count }

    /// A Boolean value that indicates whether there are no assignments.
    package var isEmpty: Bool { isSum.isEmpty }

    /// The last node.
    var root: Int { nodeCount - 1 }

    /// The bytes that the nodes take.
    var byteCount: Int { items.count * 4 + nodeCount * 5 }

    /// Returns the indices of a node's elements in ``items``.
    package func range(of node: Int) -> Range<Int> { Int(starts[node])..<Int(starts[node + 1]) }

    /// Adds a product of elements and returns it.
    mutating func addProduct(_ elements: some Sequence<Item>) -> Int {
        items.append(contentsOf: elements)
        return close(isSum: false)
    }

    /// Adds a sum of nodes and returns it.
    mutating func addSum(_ nodes: some Sequence<Int>) -> Int {
        items.append(contentsOf: nodes.lazy.map { Item.child($0) })
        return close(isSum: true)
    }

    /// Removes the nodes that aren't parts of the root.
    ///
    /// - Complexity: O(*s*) for *s* elements.
    mutating func removeUnusedNodes() {
        var isUsed = [Bool](repeating: false, count: nodeCount)
        if !isEmpty { isUsed[root] = true }
        for node in (0..<nodeCount).reversed() where isUsed[node] {
            for item in items[range(of: node)] { if case .child(let child) = item.kind { isUsed[child] = true } }
        }
        if !isUsed.contains(false) { return }
        var result = Circuit(variableCount: variableCount)
        var numbers = [Int](repeating: 0, count: nodeCount)
        for node in 0..<nodeCount where isUsed[node] {
            for item in items[range(of: node)] {
                if case .child(let child) = item.kind {
                    result.items.append(.child(numbers[child]))
                } else {
                    result.items.append(item)
                }
            }
            numbers[node] = result.close(isSum: isSum[node])
        }
        self = result
    }

    private mutating func close(isSum sum: Bool) -> Int {
        starts.append(UInt32(items.count))
        isSum.append(sum)
        return nodeCount - 1
    }
}
