/// A drawing of a rooted, ordered tree in levels.
///
/// Computes for each node the coordinate of its center across the levels. Nodes of one level keep
/// their distances, and parents are centered over their first and last child. Equal subtrees are
/// drawn alike. The input must list parents before their children, and the children of a node
/// consecutively. Takes O(*n*) time and space for *n* nodes, without recursion.
///
/// Christoph Buchheim, Michael Jünger, Sebastian Leipert: Improving Walker's algorithm to run in
/// linear time. Graph Drawing 2002, LNCS 2528. <https://doi.org/10.1007/3-540-36151-0_32>
struct TidyTree {
    /// A node of the tree.
    struct Node {
        /// The parent; the root's is -1.
        var parent: Int
        /// The sizes across the levels, before and after the center.
        var before, behind: Double
        /// The number of the bundle among all bundles; siblings of one bundle are closer.
        var bundle: Int
        var firstChild = -1
        var childCount = 0

        var lastChild: Int { firstChild + childCount - 1 }
    }

    private let nodes: [Node]
    private let siblingDistance: Double
    private let otherDistance: Double
    /// Preliminary coordinates; the modifiers are added to the coordinates of all descendants.
    private var preliminary: [Double]
    private var modifier: [Double]
    /// Links to the next node of a contour if it isn't a child; -1 if there is none.
    private var thread: [Int]
    private var ancestor: [Int]
    private var change: [Double]
    private var shift: [Double]

    /// Returns the coordinate of each node's center, none less than its size before the center.
    ///
    /// - Parameters:
    ///   - nodes: The nodes.
    ///   - siblingDistance: The distance between siblings of one bundle.
    ///   - otherDistance: The distance between other nodes.
    static func centers(of nodes: [Node], siblingDistance: Double, otherDistance: Double) -> [Double] {
        var tree = TidyTree(nodes, siblingDistance: siblingDistance, otherDistance: otherDistance)
        for parent in nodes.indices.reversed() where nodes[parent].childCount > 0 { tree.placeChildren(of: parent) }
        return tree.finalCenters
    }

    private init(_ nodes: [Node], siblingDistance: Double, otherDistance: Double) {
        (self.nodes, self.siblingDistance, self.otherDistance) = (nodes, siblingDistance, otherDistance)
        preliminary = Array(repeating: 0, count: nodes.count)
        (modifier, change, shift) = (preliminary, preliminary, preliminary)
        thread = Array(repeating: -1, count: nodes.count)
        ancestor = Array(nodes.indices)
    }

    /// Places children, whose own subtrees are finished, next to each other.
    private mutating func placeChildren(of parent: Int) {
        let (first, last) = (nodes[parent].firstChild, nodes[parent].lastChild)
        var defaultAncestor = first
        for child in first...last {
            let node = nodes[child]
            let middle =
                node.childCount == 0 ? 0 : (preliminary[node.firstChild] + preliminary[node.lastChild]) / 2
            guard child > first else {
                preliminary[child] = middle
                continue
            }
            preliminary[child] = preliminary[child - 1] + distance(child - 1, child)
            if node.childCount > 0 { modifier[child] = preliminary[child] - middle }
            apportion(child, leftmost: first, &defaultAncestor)
        }
        // Distributes the shifts of subtrees over the subtrees between them.
        var (moved, changed) = (0.0, 0.0)
        for child in (first...last).reversed() {
            preliminary[child] += moved
            modifier[child] += moved
            changed += change[child]
            moved += shift[child] + changed
        }
    }

    /// Moves a subtree to the right until it is clear of the subtrees to its left, along their
    /// contours.
    private mutating func apportion(_ child: Int, leftmost: Int, _ defaultAncestor: inout Int) {
        // The inner and outer contours of the subtree (right) and of those before it (left).
        var (innerRight, outerRight, innerLeft, outerLeft) = (child, child, child - 1, leftmost)
        var (innerRightSum, outerRightSum) = (modifier[innerRight], modifier[outerRight])
        var (innerLeftSum, outerLeftSum) = (modifier[innerLeft], modifier[outerLeft])
        while case let left = nextRight(innerLeft), case let right = nextLeft(innerRight), left >= 0, right >= 0 {
            (innerLeft, innerRight) = (left, right)
            (outerLeft, outerRight) = (nextLeft(outerLeft), nextRight(outerRight))
            ancestor[outerRight] = child
            let overlap =
                preliminary[innerLeft] + innerLeftSum - preliminary[innerRight] - innerRightSum
                + distance(innerLeft, innerRight)
            if overlap > 0 {
                let isSibling = nodes[ancestor[innerLeft]].parent == nodes[child].parent
                move(child, awayFrom: isSibling ? ancestor[innerLeft] : defaultAncestor, by: overlap)
                innerRightSum += overlap
                outerRightSum += overlap
            }
            innerLeftSum += modifier[innerLeft]
            innerRightSum += modifier[innerRight]
            outerLeftSum += modifier[outerLeft]
            outerRightSum += modifier[outerRight]
        }
        if case let next = nextRight(innerLeft), next >= 0, nextRight(outerRight) < 0 {
            thread[outerRight] = next
            modifier[outerRight] += innerLeftSum - outerRightSum
        }
        if case let next = nextLeft(innerRight), next >= 0, nextLeft(outerLeft) < 0 {
            thread[outerLeft] = next
            modifier[outerLeft] += innerRightSum - outerLeftSum
            defaultAncestor = child
        }
    }

    private mutating func move(_ child: Int, awayFrom other: Int, by distance: Double) {
        let part = distance / Double(child - other)
        change[child] -= part
        shift[child] += distance
        change[other] += part
        preliminary[child] += distance
        modifier[child] += distance
    }

    private func nextLeft(_ node: Int) -> Int { nodes[node].childCount > 0 ? nodes[node].firstChild : thread[node] }

    private func nextRight(_ node: Int) -> Int { nodes[node].childCount > 0 ? nodes[node].lastChild : thread[node] }

    private func distance(_ left: Int, _ right: Int) -> Double {
        nodes[left].behind + nodes[right].before
            + (nodes[left].bundle == nodes[right].bundle ? siblingDistance : otherDistance)
    }

    /// The final coordinates: preliminary ones plus the modifiers of all ancestors.
    private var finalCenters: [Double] {
        var sums = [Double](repeating: 0, count: nodes.count)
        var centers = sums
        var least = 0.0
        for (index, node) in nodes.enumerated() {
            if node.parent >= 0 { sums[index] = sums[node.parent] + modifier[node.parent] }
            // The root has no siblings, so nothing has placed it.
            let own =
                node.parent < 0 && node.childCount > 0
                ? (preliminary[node.firstChild] + preliminary[node.lastChild]) / 2 : preliminary[index]
            centers[index] = own + sums[index]
            least = index == 0 ? centers[0] - node.before : min(least, centers[index] - node.before)
        }
        return centers.map { $0 - least }
    }
}
