internal import PortableMath

/// Nodes on a circle, in an order that puts neighbors side by side.
enum CircularLayout {
    /// Returns a place for each node, with the first root on the left, and the others following
    /// clockwise.
    ///
    /// It starts with the order of a depth-first search. Then pairs are exchanged as long as that
    /// shortens the chords. Cost: O(*n*² *m*) per round.
    static func positions(of graph: LayoutGraph, spacing: LayoutSpacing) -> [Diagram.Point] {
        var order = searchOrder(of: graph)
        let count = order.count
        var position = [Int](repeating: 0, count: count)
        for (index, node) in order.enumerated() { position[node] = index }
        func length() -> Int {
            graph.edges.reduce(0) { sum, edge in
                let apart = abs(position[edge.from] - position[edge.to])
                return sum + min(apart, count - apart)
            }
        }
        var least = length()
        var improves = true
        for _ in 0..<8 where improves {
            improves = false
            for first in 1..<max(count, 1) {
                for second in (first + 1)..<max(count, first + 1) {
                    order.swapAt(first, second)
                    (position[order[first]], position[order[second]]) = (first, second)
                    let changed = length()
                    if changed < least {
                        least = changed
                        improves = true
                    } else {
                        order.swapAt(first, second)
                        (position[order[first]], position[order[second]]) = (first, second)
                    }
                }
            }
        }
        // Large enough for neighbors to be as far apart as layers.
        let (sine, _) = Portable.sineAndCosine(Portable.pi / Double(max(count, 2)))
        let radius = spacing.layers / (2 * sine)
        return (0..<count).map { node in
            let angle = Portable.pi + 2 * Portable.pi * Double(position[node]) / Double(count)
            let (sine, cosine) = Portable.sineAndCosine(angle)
            return Diagram.Point(x: radius * cosine, y: radius * sine)
        }
    }

    private static func searchOrder(of graph: LayoutGraph) -> [Int] {
        var targets = [[Int]](repeating: [], count: graph.nodeCount)
        for edge in graph.edges { targets[edge.from].append(edge.to) }
        var isSeen = [Bool](repeating: false, count: graph.nodeCount)
        var order: [Int] = []
        for root in graph.roots + (0..<graph.nodeCount) {
            var stack = [root]
            while let node = stack.popLast() {
                guard !isSeen[node] else { continue }
                isSeen[node] = true
                order.append(node)
                stack += targets[node].reversed()
            }
        }
        return order
    }
}
