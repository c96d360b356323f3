/// The graph of a layout: nodes, and edges between different nodes, without duplicates.
package struct LayoutGraph {
    /// The number of nodes.
    package let nodeCount: Int
    /// The edges, without loops and duplicates.
    package private(set) var edges: [Edge] = []
    /// The nodes to start with.
    package let roots: [Int]

    package struct Edge: Hashable {
        package var from, to: Int

        package init(from: Int, to: Int) { (self.from, self.to) = (from, to) }
    }

    package init(nodeCount: Int, edges: [(Int, Int)], roots: [Int]) {
        self.nodeCount = nodeCount
        self.roots = roots
        var known: Set<Edge> = []
        for (from, to) in edges where from != to {
            let edge = Edge(from: from, to: to)
            if known.insert(edge).inserted { self.edges.append(edge) }
        }
    }

    /// The edges without cycles: the back edges of a depth-first search from the roots are
    /// reversed.
    package var acyclicEdges: [Edge] {
        var targets = [[Int]](repeating: [], count: nodeCount)
        for edge in edges { targets[edge.from].append(edge.to) }
        var finished = [Int](repeating: -1, count: nodeCount)
        var isOpen = [Bool](repeating: false, count: nodeCount)
        var isSeen = isOpen
        var back: Set<Edge> = []
        var clock = 0
        for root in roots + (0..<nodeCount) where !isSeen[root] {
            // The stack holds nodes and how many of their targets are done.
            var stack = [(node: root, next: 0)]
            (isSeen[root], isOpen[root]) = (true, true)
            while let (node, next) = stack.last {
                guard next < targets[node].count else {
                    isOpen[node] = false
                    finished[node] = clock
                    clock += 1
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next += 1
                let target = targets[node][next]
                if isOpen[target] {
                    back.insert(Edge(from: node, to: target))
                } else if !isSeen[target] {
                    (isSeen[target], isOpen[target]) = (true, true)
                    stack.append((target, 0))
                }
            }
        }
        var known: Set<Edge> = []
        return edges.compactMap { edge in
            let forward = back.contains(edge) ? Edge(from: edge.to, to: edge.from) : edge
            return known.insert(forward).inserted ? forward : nil
        }
    }

    /// A connected part of a graph.
    package struct Component {
        /// The nodes in ascending order.
        package var nodes: [Int]
        /// The edges in the graph's order; their ends are indices in ``nodes``.
        package var edges: [Edge]
    }

    /// Returns the connected components of a graph; the component of the first node comes first.
    ///
    /// - Complexity: O((*n* + *m*) log *n*)
    package static func components(nodeCount: Int, edges: [Edge]) -> [Component] {
        var root = Array(0..<nodeCount)
        func find(_ node: Int) -> Int {
            var node = node
            while root[node] != node {
                root[node] = root[root[node]]
                node = root[node]
            }
            return node
        }
        for edge in edges {
            let (a, b) = (find(edge.from), find(edge.to))
            root[max(a, b)] = min(a, b)
        }
        var components: [Component] = []
        // The component of each node, and its number there.
        var positions = [(component: Int, number: Int)](repeating: (0, 0), count: nodeCount)
        for node in 0..<nodeCount {
            // A root is the least node of its component.
            let component = find(node) == node ? components.count : positions[find(node)].component
            if component == components.count { components.append(Component(nodes: [], edges: [])) }
            positions[node] = (component, components[component].nodes.count)
            components[component].nodes.append(node)
        }
        for edge in edges {
            let (from, to) = (positions[edge.from], positions[edge.to])
            components[from.component].edges.append(Edge(from: from.number, to: to.number))
        }
        return components
    }
}
