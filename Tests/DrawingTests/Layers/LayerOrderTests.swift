import AlgorithmSupport
import Drawing
import Testing

@Suite struct LayerOrderTests {
    /// A random graph with segments between neighboring layers, some of which end beside the
    /// middles of their vertices.
    private func randomSegments(
        _ random: inout SplitMix64, layers: [Int], count: Int
    ) -> [LayerOrder.Segment] {
        var segments: [LayerOrder.Segment] = []
        while segments.count < count {
            let upper = Int.random(in: 0..<layers.count, using: &random)
            let lower = Int.random(in: 0..<layers.count, using: &random)
            guard layers[upper] + 1 == layers[lower] else { continue }
            var segment = LayerOrder.Segment(upper: upper, lower: lower)
            if Bool.random(using: &random) {
                segment.upperEndPosition = [0.1, 0.9][Int.random(in: 0..<2, using: &random)]
            }
            segments.append(segment)
        }
        return segments
    }

    /// Crossings, pair by pair.
    private func crossingCount(_ order: [[Int]], _ layers: [Int], _ segments: [LayerOrder.Segment]) -> Int {
        var places = [Double](repeating: 0, count: layers.count)
        for layer in order { for (place, vertex) in layer.enumerated() { places[vertex] = Double(place) } }
        var count = 0
        for (index, a) in segments.enumerated() {
            for b in segments[..<index] where layers[a.upper] == layers[b.upper] {
                let upper = (places[a.upper] + a.upperEndPosition) - (places[b.upper] + b.upperEndPosition)
                let lower = (places[a.lower] + a.lowerEndPosition) - (places[b.lower] + b.lowerEndPosition)
                if upper * lower < 0 { count += 1 }
            }
        }
        return count
    }

    @Test(arguments: [LayerOrder.Start.numbers, .depthFirst])
    func crossingsAreCountedAndReduced(start: LayerOrder.Start) {
        var random = SplitMix64(seed: 8)
        for round in 0..<40 {
            let layers = (0..<(6 + round)).map { $0 % 3 }
            let segments = randomSegments(&random, layers: layers, count: 8 + 3 * round)
            func order(rounds: Int) -> LayerOrder {
                LayerOrder(layers: layers, count: 3, segments: segments, from: start, rounds: rounds)
            }
            let (before, after) = (order(rounds: 0), order(rounds: 12))
            for (layer, vertices) in after.order.enumerated() {
                #expect(vertices.sorted() == layers.indices.filter { layers[$0] == layer })
            }
            #expect(before.crossingCount == crossingCount(before.order, layers, segments))
            #expect(after.crossingCount == crossingCount(after.order, layers, segments))
            #expect(after.crossingCount <= before.crossingCount)
        }
    }

    /// No exchange of neighbors saves crossings, with so few neighbors that all pairs are compared,
    /// and with so many that they are sorted.
    @Test(arguments: [25, 300])
    func exchangesAreDone(count: Int) {
        var random = SplitMix64(seed: 9)
        let layers = (0..<40).map { $0 % 2 }
        let segments = randomSegments(&random, layers: layers, count: count)
        let order = LayerOrder(layers: layers, count: 2, segments: segments, from: .numbers, rounds: 30)
        for layer in 0..<2 {
            for place in order.order[layer].indices.dropLast() {
                var exchanged = order.order
                exchanged[layer].swapAt(place, place + 1)
                #expect(crossingCount(exchanged, layers, segments) >= order.crossingCount)
            }
        }
    }

    /// A depth-first search finds the order of a tree without any round.
    @Test func treesHaveNoCrossings() {
        // Each vertex has the number of its parent times three, and one to three more.
        let layers = (0..<40).map { $0 == 0 ? 0 : $0 < 4 ? 1 : $0 < 13 ? 2 : 3 }
        let names = (0..<40).map { ($0 * 7) % 40 }
        var named = layers
        for (node, name) in names.enumerated() { named[name] = layers[node] }
        let segments = (1..<40).map { LayerOrder.Segment(upper: names[($0 - 1) / 3], lower: names[$0]) }
        let order = LayerOrder(layers: named, count: 4, segments: segments, from: .depthFirst, rounds: 0)
        #expect(order.crossingCount == 0)
    }

    @Test func componentsKeepTheirEdges() {
        let edges = [(4, 1), (0, 2), (1, 4), (5, 2)].map { LayoutGraph.Edge(from: $0.0, to: $0.1) }
        let components = LayoutGraph.components(nodeCount: 6, edges: edges)
        #expect(components.map(\.nodes) == [[0, 2, 5], [1, 4], [3]])
        #expect(
            components.map { $0.edges.map { [$0.from, $0.to] } } == [[[0, 1], [2, 1]], [[1, 0], [0, 1]], []])
    }
}
