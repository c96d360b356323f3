/// Layers from left to right: Sugiyama's method.
enum LayeredLayout {
    /// Returns a place for each node. Components are below each other.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - radii: The radii of the nodes.
    ///   - spacing: The distances to keep.
    ///   - labels: The widths of labels. Layers are as far apart as the labels between them need.
    ///   - mayContinue: A function that returns whether to continue. If it returns `false`, the
    ///     result mustn't be used.
    static func positions(
        of graph: LayoutGraph, radii: [Double], spacing: LayoutSpacing, labels: [LayoutGraph.Edge: Double] = [:],
        mayContinue: () -> Bool = { true }
    ) -> [Diagram.Point] {
        var positions = [Diagram.Point](repeating: .zero, count: graph.nodeCount)
        let edges = graph.acyclicEdges
        var top = 0.0
        for part in LayoutGraph.components(nodeCount: graph.nodeCount, edges: edges) {
            guard mayContinue() else { break }
            let (component, own) = (part.nodes, part.edges)
            let ranks = Ranking(nodeCount: component.count, edges: own, mayContinue: mayContinue).ranks
            let layers = NodeLayers(ranks: ranks, edges: ordering(own, by: ranks), mayContinue: mayContinue)
            let dummies = layers.order.reduce(0) { $0 + $1.count } - component.count
            let extents = component.map { 2 * radii[$0] } + [Double](repeating: 4, count: dummies)
            let across = layers.coordinates(extents: extents, gap: spacing.gap, mayContinue: mayContinue)
            // The greatest radius in each layer, and the widest label between it and the next one.
            var greatest = [Double](repeating: 0, count: layers.order.count)
            for (node, rank) in zip(component, ranks) { greatest[rank] = max(greatest[rank], radii[node]) }
            var widths = [Double](repeating: 0, count: layers.order.count)
            for edge in own where ranks[edge.to] == ranks[edge.from] + 1 {
                let (from, to) = (component[edge.from], component[edge.to])
                for key in [LayoutGraph.Edge(from: from, to: to), LayoutGraph.Edge(from: to, to: from)] {
                    widths[ranks[edge.from]] = max(widths[ranks[edge.from]], labels[key] ?? 0)
                }
            }
            var x = [0.0]
            for rank in widths.indices.dropLast() {
                x.append(x[rank] + (greatest[rank] + greatest[rank + 1] + LayoutSpacing.gap(forLabel: widths[rank])))
            }
            let least = across.prefix(component.count).min() ?? 0
            var bottom = top
            for (node, position) in zip(component, component.indices) {
                positions[node] = Diagram.Point(
                    x: x[ranks[position]], y: top + across[position] - least)
                bottom = max(bottom, positions[node].y)
            }
            top = bottom + 2 * spacing.radius + 2 * spacing.gap
        }
        return positions
    }

    /// Returns the edges that are used for ordering layers. If all edges together pass too many
    /// layers, it leaves out the longest ones.
    private static func ordering(_ edges: [LayoutGraph.Edge], by ranks: [Int]) -> [LayoutGraph.Edge] {
        func span(_ edge: LayoutGraph.Edge) -> Int { ranks[edge.to] - ranks[edge.from] }
        var rest = segmentLimit
        guard edges.reduce(0, { $0 + span($1) }) > rest else { return edges }
        let sorted = edges.sorted { (span($0), $0.from, $0.to) < (span($1), $1.from, $1.to) }
        return sorted.filter { edge in
            rest -= span(edge)
            return rest >= 0
        }
    }

    /// The maximum number of pieces of edges between neighboring layers.
    private static let segmentLimit = 60_000
}
