internal import Drawing

/// Places from left to right.
extension LevelLayout {
    /// Returns the fixed position of a path's end at an item, relative to the middle; `nil` if it
    /// is free.
    private func port(_ end: End) -> Double? {
        if case .item(_, let port) = end { return port }
        return nil
    }

    private func share(_ end: End) -> Double {
        guard case .item(let number, let port?) = end, items[number].leading > 0 else { return 0.5 }
        return min(max(0.5 + port / (4 * items[number].leading), 0.01), 0.99)
    }

    func makeOrder() -> [[Int]] {
        var segments: [LayerOrder.Segment] = []
        for (path, chain) in zip(paths, chains) {
            for index in chain.indices.dropLast() {
                var segment = LayerOrder.Segment(upper: chain[index], lower: chain[index + 1])
                if index == 0 { segment.upperEndPosition = share(path.upper) }
                if index == chain.count - 2 { segment.lowerEndPosition = share(path.lower) }
                segments.append(segment)
            }
        }
        return LayerOrder(
            layers: layers, count: layerCount, segments: segments, from: .depthFirst, rounds: 16, patience: 4
        ).order
    }

    /// Puts labels to the left of the first of several adjacent paths of an item, so that the paths
    /// are close to each other.
    mutating func chooseSides(_ order: [[Int]]) {
        var positions = [Int](repeating: 0, count: layers.count)
        for layer in order { for (position, vertex) in layer.enumerated() { positions[vertex] = position } }
        // The first and the last position of paths at the upper and lower side of each item.
        var ranges = [[(first: Int, last: Int)?]](repeating: [nil, nil], count: items.count)
        func neighbors(_ path: Int) -> [(item: Int, side: Int, vertex: Int)] {
            let chain = chains[path]
            guard chain.count > 2 else { return [] }
            var all: [(item: Int, side: Int, vertex: Int)] = []
            if case .item(let item, _) = paths[path].upper { all.append((item, 1, chain[1])) }
            if case .item(let item, _) = paths[path].lower { all.append((item, 0, chain[chain.count - 2])) }
            return all
        }
        for path in paths.indices {
            for (item, side, vertex) in neighbors(path) {
                let range = ranges[item][side] ?? (positions[vertex], positions[vertex])
                ranges[item][side] = (min(range.first, positions[vertex]), max(range.last, positions[vertex]))
            }
        }
        isLeft = paths.indices.map { path in
            let own = neighbors(path).compactMap { one in ranges[one.item][one.side].map { ($0, positions[one.vertex]) }
            }
            return own.contains { $0.0.first < $0.0.last } && own.allSatisfy { $0.1 == $0.0.first }
        }
        for (path, vertex) in labelVertices.enumerated() where isLeft[path] {
            guard let vertex else { continue }
            (leading[vertex], trailing[vertex]) = (trailing[vertex], leading[vertex])
        }
    }

    mutating func placeAcross(_ order: [[Int]]) {
        var before = [[Int]](repeating: [], count: layers.count)
        var after = before
        var differences: [LayoutGraph.Edge: Double] = [:]
        for (path, chain) in zip(paths, chains) {
            for index in chain.indices.dropLast() {
                let (upper, lower) = (chain[index], chain[index + 1])
                after[upper].append(lower)
                before[lower].append(upper)
                var difference = 0.0
                if index == 0 { difference += port(path.upper) ?? 0 }
                if index == chain.count - 2 { difference -= port(path.lower) ?? 0 }
                if difference != 0 { differences[LayoutGraph.Edge(from: upper, to: lower)] = difference }
            }
        }
        let graph = LayerCoordinates.Graph(
            order: order, before: before, after: after, isDummy: isDummy, leading: leading, trailing: trailing,
            differences: differences)
        x = LayerCoordinates(graph, gap: Spacing.gap).coordinates()
        straighten(order)
        let low = x.indices.lazy.map { [x, leading] in x[$0] - leading[$0] }.min() ?? 0
        for vertex in x.indices { x[vertex] -= low }
        width = x.indices.lazy.map { [x, trailing] in x[$0] + trailing[$0] }.max() ?? 0
    }
}
