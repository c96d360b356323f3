/// The order of nodes within layers, with few crossings and with dummies for edges that pass
/// through layers.
struct Layers {
    /// The nodes of each layer in order. Numbers from the graph's node count on are dummies.
    private(set) var order: [[Int]]
    /// The pieces of edges between neighboring layers.
    private(set) var segments: [LayoutGraph.Edge] = []
    /// The number of nodes that aren't dummies.
    let nodeCount: Int
    private var above: [[Int]] = []
    private var below: [[Int]] = []

    init(ranks: [Int], edges: [LayoutGraph.Edge]) {
        nodeCount = ranks.count
        order = [[Int]](repeating: [], count: (ranks.max() ?? -1) + 1)
        for (node, rank) in ranks.enumerated() { order[rank].append(node) }
        var count = ranks.count
        for edge in edges {
            var last = edge.from
            for rank in (ranks[edge.from] + 1)..<max(ranks[edge.to], ranks[edge.from] + 1) {
                order[rank].append(count)
                segments.append(LayoutGraph.Edge(from: last, to: count))
                last = count
                count += 1
            }
            segments.append(LayoutGraph.Edge(from: last, to: edge.to))
        }
        above = [[Int]](repeating: [], count: count)
        below = [[Int]](repeating: [], count: count)
        for segment in segments {
            below[segment.from].append(segment.to)
            above[segment.to].append(segment.from)
        }
        reduceCrossings()
    }

    /// The neighbors of a node in the layer before it.
    func neighborsBefore(_ node: Int) -> [Int] { above[node] }
    /// The neighbors of a node in the layer after it.
    func neighborsAfter(_ node: Int) -> [Int] { below[node] }

    /// The number of crossings between neighboring layers.
    var crossingCount: Int {
        let places = places
        return (0..<max(order.count - 1, 0)).reduce(0) { $0 + crossings(after: $1, places) }
    }

    private var places: [Int] {
        var places = [Int](repeating: 0, count: above.count)
        for layer in order { for (place, node) in layer.enumerated() { places[node] = place } }
        return places
    }

    /// Returns the number of crossing pairs of segments after a layer, which are inversions,
    /// counted with a tree of sums.
    private func crossings(after layer: Int, _ places: [Int]) -> Int {
        let width = order[layer + 1].count
        var sums = [Int](repeating: 0, count: width + 1)
        var (count, total) = (0, 0)
        for node in order[layer] {
            let ends = below[node].map { places[$0] }
            for end in ends {
                var (index, before) = (end + 1, 0)
                while index > 0 {
                    before += sums[index]
                    index &= index - 1
                }
                count += total - before
            }
            total += ends.count
            for end in ends {
                var index = end + 1
                while index <= width {
                    sums[index] += 1
                    index += index & -index
                }
            }
        }
        return count
    }

    /// Sweeps forward and backward, orders each layer by the medians of its neighbors, exchanges
    /// neighbors if that helps, and keeps the best order: Gansner and others,
    /// doi:10.1109/32.221135. Graphs with many segments get fewer rounds.
    private mutating func reduceCrossings() {
        var best = order
        var least = crossingCount
        let rounds = min(max(100_000 / max(segments.count, 1), 2), 12)
        for round in 0..<rounds where least > 0 {
            let layers = Array(order.indices)
            var places = places
            for layer in round % 2 == 0 ? Array(layers.dropFirst()) : layers.dropLast().reversed() {
                sort(layer, by: round % 2 == 0 ? above : below, &places)
            }
            transpose(&places, rounds: rounds)
            let count = crossingCount
            if count < least { (best, least) = (order, count) }
        }
        order = best
    }

    private mutating func sort(_ layer: Int, by neighbors: [[Int]], _ places: inout [Int]) {
        func median(_ node: Int, _ places: [Int]) -> Double? {
            let ends = neighbors[node].map { places[$0] }.sorted()
            guard !ends.isEmpty else { return nil }
            let middle = ends.count / 2
            if ends.count % 2 == 1 { return Double(ends[middle]) }
            if ends.count == 2 { return Double(ends[0] + ends[1]) / 2 }
            // Weighted toward the side where the neighbors are closer together.
            let (left, right) = (Double(ends[middle - 1] - ends[0]), Double(ends[ends.count - 1] - ends[middle]))
            guard left + right > 0 else { return Double(ends[middle - 1] + ends[middle]) / 2 }
            return (Double(ends[middle - 1]) * right + Double(ends[middle]) * left) / (left + right)
        }
        // Nodes without neighbors keep their places; the others are sorted among theirs.
        let keyed = order[layer].enumerated().map {
            (place: $0.offset, node: $0.element, key: median($0.element, places))
        }
        let sorted = keyed.filter { $0.key != nil }.sorted { ($0.key ?? 0, $0.place) < ($1.key ?? 0, $1.place) }
        var next = sorted.makeIterator()
        for entry in keyed where entry.key != nil {
            if let node = next.next() {
                order[layer][entry.place] = node.node
                places[node.node] = entry.place
            }
        }
    }

    /// Exchanges neighbors in a layer as long as that reduces crossings.
    private mutating func transpose(_ places: inout [Int], rounds: Int) {
        var improves = true
        for _ in 0..<rounds where improves {
            improves = false
            for layer in order.indices {
                for index in order[layer].indices.dropLast() {
                    let (left, right) = (order[layer][index], order[layer][index + 1])
                    var gain = 0
                    for neighbors in [above, below] {
                        for a in neighbors[left] {
                            for b in neighbors[right] {
                                if places[a] > places[b] { gain += 1 } else if places[a] < places[b] { gain -= 1 }
                            }
                        }
                    }
                    guard gain > 0 else { continue }
                    order[layer].swapAt(index, index + 1)
                    (places[left], places[right]) = (index + 1, index)
                    improves = true
                }
            }
        }
    }
}
