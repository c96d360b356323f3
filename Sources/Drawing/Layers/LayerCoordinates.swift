/// The coordinates of nodes along their layers, such that edges are as straight as possible.
///
/// The method of Brandes and Köpf, *Fast and simple horizontal coordinate assignment*, Graph
/// Drawing 2001, doi:10.1007/3-540-45848-4_3: Nodes are aligned with medians of their neighbors in
/// four ways, and longest paths place blocks of aligned nodes side by side. Each node gets the mean
/// of the middle two of its four coordinates. Cost: O((*n* + *m*) log *n*) for *m* edges.
package struct LayerCoordinates {
    private let graph: Graph
    private let gap: Double
    /// Segments that cross a segment between two dummies; the latter stays straight.
    private var conflicts: Set<LayoutGraph.Edge> = []

    /// Computes coordinates with at least the distance `gap` between neighbors. `mayContinue`
    /// returns whether to continue, and is called before each layer. If it returned `false`, the
    /// coordinates must not be used.
    package init(_ graph: Graph, gap: Double, mayContinue: () -> Bool = { true }) {
        self.graph = graph
        self.gap = gap
        findConflicts(mayContinue)
    }

    /// Ordered layers, with all data that determine the coordinates.
    package struct Graph {
        /// The nodes of each layer in order.
        package var order: [[Int]]
        /// The neighbors of each node in the layer before it.
        package var before: [[Int]]
        /// The neighbors of each node in the layer after it.
        package var after: [[Int]]
        /// Whether each node is a dummy, through which an edge passes straight.
        package var isDummy: [Bool]
        /// The extent of each node before its coordinate.
        package var leading: [Double]
        /// The extent of each node after its coordinate.
        package var trailing: [Double]
        /// The difference between the coordinates of an edge's ends if the edge is straight; 0 if
        /// absent.
        package var differences: [LayoutGraph.Edge: Double]

        package init(
            order: [[Int]], before: [[Int]], after: [[Int]], isDummy: [Bool], leading: [Double], trailing: [Double],
            differences: [LayoutGraph.Edge: Double] = [:]
        ) {
            (self.order, self.before, self.after, self.isDummy) = (order, before, after, isDummy)
            (self.leading, self.trailing, self.differences) = (leading, trailing, differences)
        }
    }

    /// Returns the coordinate of each node.
    ///
    /// - Parameter mayContinue: Returns whether to continue, called before each layer. If it
    ///   returned `false`, the coordinates must not be used.
    package func coordinates(mayContinue: () -> Bool = { true }) -> [Double] {
        var results: [[Double]] = []
        for isUpward in [false, true] {
            for isMirrored in [false, true] {
                results.append(coordinates(isUpward: isUpward, isMirrored: isMirrored, mayContinue))
            }
        }
        func width(_ result: [Double]) -> Double { (result.max() ?? 0) - (result.min() ?? 0) }
        guard let narrowest = results.min(by: { width($0) < width($1) }) else { return [] }
        // Aligns all with the narrowest: left layouts at their least coordinate, right ones at
        // their greatest.
        for index in results.indices {
            let shift =
                index % 2 == 0
                ? (narrowest.min() ?? 0) - (results[index].min() ?? 0)
                : (narrowest.max() ?? 0) - (results[index].max() ?? 0)
            for node in results[index].indices { results[index][node] += shift }
        }
        return graph.leading.indices.map { node in
            let sorted = results.map { $0[node] }.sorted()
            return (sorted[1] + sorted[2]) / 2
        }
    }

    private mutating func findConflicts(_ mayContinue: () -> Bool) {
        for (upper, lower) in zip(graph.order, graph.order.dropFirst()) where mayContinue() {
            var positions: [Int: Int] = [:]
            for (position, node) in upper.enumerated() { positions[node] = position }
            var outer: [(upper: Int, lower: Int, edge: LayoutGraph.Edge)] = []
            // For each lower position, the greatest upper end of the inner segments that end there
            // or before, and the least upper end of those that end there or after.
            var greatest = [Int](repeating: -1, count: lower.count)
            var least = [Int](repeating: Int.max, count: lower.count)
            for (position, node) in lower.enumerated() {
                for neighbor in graph.before[node] {
                    let start = positions[neighbor] ?? 0
                    if graph.isDummy[node] && graph.isDummy[neighbor] {
                        (greatest[position], least[position]) = (start, start)
                    } else {
                        outer.append((start, position, LayoutGraph.Edge(from: neighbor, to: node)))
                    }
                }
            }
            for position in lower.indices.dropFirst() {
                greatest[position] = max(greatest[position], greatest[position - 1])
            }
            for position in lower.indices.dropLast().reversed() {
                least[position] = min(least[position], least[position + 1])
            }
            for one in outer {
                let crossesPrevious = one.lower > 0 && greatest[one.lower - 1] > one.upper
                let crossesNext = one.lower + 1 < lower.count && least[one.lower + 1] < one.upper
                if crossesPrevious || crossesNext { conflicts.insert(one.edge) }
            }
        }
    }

    private func coordinates(isUpward: Bool, isMirrored: Bool, _ mayContinue: () -> Bool) -> [Double] {
        var order = isUpward ? graph.order.reversed() : graph.order
        if isMirrored { order = order.map { $0.reversed() } }
        let count = graph.leading.count
        let (leading, trailing) = isMirrored ? (graph.trailing, graph.leading) : (graph.leading, graph.trailing)
        var positions = [Int](repeating: 0, count: count)
        for layer in order { for (position, node) in layer.enumerated() { positions[node] = position } }

        // Blocks: chains of nodes that are aligned with a median of their neighbors in the layer
        // before.
        var root = Array(0..<count)
        // The offset of each node from the coordinate of its block.
        var shifts = [Double](repeating: 0, count: count)
        var isAligned = [Bool](repeating: false, count: count)
        for layer in order where mayContinue() {
            var last = -1
            for node in layer {
                let neighbors = (isUpward ? graph.after[node] : graph.before[node]).sorted {
                    positions[$0] < positions[$1]
                }
                guard !neighbors.isEmpty else { continue }
                for index in Set([(neighbors.count - 1) / 2, neighbors.count / 2]).sorted() {
                    let neighbor = neighbors[index]
                    let edge =
                        isUpward
                        ? LayoutGraph.Edge(from: node, to: neighbor) : LayoutGraph.Edge(from: neighbor, to: node)
                    guard !isAligned[neighbor], last < positions[neighbor], !conflicts.contains(edge) else { continue }
                    isAligned[neighbor] = true
                    root[node] = root[neighbor]
                    let difference = graph.differences[edge] ?? 0
                    shifts[node] = shifts[neighbor] + (isUpward == isMirrored ? difference : -difference)
                    last = positions[neighbor]
                    break
                }
            }
        }

        // Blocks side by side: as far to the left as their neighbors allow, then to the right if
        // there is room.
        var before: [[(block: Int, distance: Double)]] = Array(repeating: [], count: count)
        var after = before
        for layer in order where mayContinue() {
            for (left, right) in zip(layer, layer.dropFirst()) {
                let distance = shifts[left] + trailing[left] + leading[right] + gap - shifts[right]
                before[root[right]].append((root[left], distance))
                after[root[left]].append((root[right], distance))
            }
        }
        var x = [Double](repeating: 0, count: count)
        let sorted = Self.sorted(after: after, before: before)
        for block in sorted { x[block] = before[block].map { x[$0.block] + $0.distance }.max() ?? 0 }
        for block in sorted.reversed() {
            if let most = after[block].map({ x[$0.block] - $0.distance }).min(), !before[block].isEmpty {
                x[block] = max(x[block], most)
            }
        }
        return (0..<count).map { isMirrored ? -(x[root[$0]] + shifts[$0]) : x[root[$0]] + shifts[$0] }
    }

    /// Returns the blocks in an order in which each block comes after the blocks to its left.
    private static func sorted(
        after: [[(block: Int, distance: Double)]], before: [[(block: Int, distance: Double)]]
    ) -> [Int] {
        var missing = before.map(\.count)
        var ready = missing.indices.filter { missing[$0] == 0 }
        var sorted: [Int] = []
        while let block = ready.popLast() {
            sorted.append(block)
            for next in after[block] {
                missing[next.block] -= 1
                if missing[next.block] == 0 { ready.append(next.block) }
            }
        }
        return sorted
    }
}
