/// The order of nodes within layers, with few crossings and with dummies for edges that pass
/// through layers.
package struct NodeLayers {
    /// The nodes of each layer in order. Numbers from the graph's node count on are dummies.
    package var order: [[Int]] { layerOrder.order }
    /// The pieces of edges between neighboring layers.
    package private(set) var segments: [LayoutGraph.Edge] = []
    /// The number of nodes that aren't dummies.
    let nodeCount: Int
    private let layerOrder: LayerOrder

    package init(ranks: [Int], edges: [LayoutGraph.Edge], mayContinue: () -> Bool = { true }) {
        nodeCount = ranks.count
        var layers = ranks
        for edge in edges {
            var last = edge.from
            for rank in (ranks[edge.from] + 1)..<max(ranks[edge.to], ranks[edge.from] + 1) {
                segments.append(LayoutGraph.Edge(from: last, to: layers.count))
                last = layers.count
                layers.append(rank)
            }
            segments.append(LayoutGraph.Edge(from: last, to: edge.to))
        }
        layerOrder = LayerOrder(
            layers: layers, count: (ranks.max() ?? -1) + 1,
            segments: segments.map { LayerOrder.Segment(upper: $0.from, lower: $0.to) }, from: .numbers, rounds: 12,
            mayContinue: mayContinue)
    }

    /// The number of crossings between neighboring layers.
    package var crossingCount: Int { layerOrder.crossingCount }

    /// Returns the coordinate of each node along its layer.
    ///
    /// - Parameters:
    ///   - extents: The extent of each node along its layer, dummies included.
    ///   - gap: The least gap between neighbors.
    ///   - mayContinue: Returns whether to continue; after `false`, the result must not be used.
    package func coordinates(
        extents: [Double], gap: Double, mayContinue: () -> Bool = { true }
    ) -> [Double] {
        let halves = extents.map { $0 / 2 }
        let graph = LayerCoordinates.Graph(
            order: order, before: extents.indices.map { layerOrder.neighborsAbove($0) },
            after: extents.indices.map { layerOrder.neighborsBelow($0) },
            isDummy: extents.indices.map { $0 >= nodeCount }, leading: halves, trailing: halves)
        return LayerCoordinates(graph, gap: gap, mayContinue: mayContinue).coordinates(mayContinue: mayContinue)
    }
}
