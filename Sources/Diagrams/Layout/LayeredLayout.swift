/// Layers from left to right: Sugiyama's method.
enum LayeredLayout {
    /// Returns a place for each node. Components stand one below the other.
    static func places(of graph: LayoutGraph, spacing: LayoutSpacing) -> [Diagram.Point] {
        var places = [Diagram.Point](repeating: .zero, count: graph.nodeCount)
        let edges = graph.acyclicEdges
        var top = 0.0
        for component in LayoutGraph.components(nodeCount: graph.nodeCount, edges: edges) {
            var index: [Int: Int] = [:]
            for (place, node) in component.enumerated() { index[node] = place }
            let own = edges.compactMap { edge -> LayoutGraph.Edge? in
                guard let from = index[edge.from], let to = index[edge.to] else { return nil }
                return LayoutGraph.Edge(from: from, to: to)
            }
            let ranks = Ranking(nodeCount: component.count, edges: own).ranks
            let layers = Layers(ranks: ranks, edges: own)
            let dummies = layers.order.reduce(0) { $0 + $1.count } - component.count
            let extents =
                [Double](repeating: 2 * spacing.radius, count: component.count)
                + [Double](repeating: 4, count: dummies)
            let across = LayerCoordinates(layers, extents: extents, gap: spacing.gap).coordinates
            let least = across.prefix(component.count).min() ?? 0
            var bottom = top
            for (node, place) in zip(component, component.indices) {
                places[node] = Diagram.Point(
                    x: Double(ranks[place]) * spacing.layers, y: top + across[place] - least)
                bottom = max(bottom, places[node].y)
            }
            top = bottom + 2 * spacing.radius + 2 * spacing.gap
        }
        return places
    }
}
