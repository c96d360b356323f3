/// The order of vertices within layers, with few crossings.
///
/// Layers are sorted by medians and neighbors are exchanged, as by Gansner and others,
/// doi:10.1109/32.221135. Segments may end at fixed places of a vertex, given as fractions of its
/// width. Cost: O(*s* log *s*) a round for *s* segments; graphs with many segments get fewer
/// rounds.
struct LayerOrder {
    /// A piece of an arrow between neighboring layers.
    struct Segment {
        var upper: Int
        var lower: Int
        /// The places within the end vertices, in 0...1.
        var upperShare = 0.5
        var lowerShare = 0.5
    }

    private struct Neighbor {
        var vertex: Int
        var share: Double
        var ownShare: Double
    }

    private(set) var order: [[Int]]
    private var above: [[Neighbor]]
    private var below: [[Neighbor]]
    private var places: [Int]

    /// - Parameters:
    ///   - layers: The layer of each vertex.
    ///   - count: The number of layers.
    ///   - segments: The segments.
    init(layers: [Int], count: Int, segments: [Segment]) {
        above = [[Neighbor]](repeating: [], count: layers.count)
        below = above
        for one in segments {
            below[one.upper].append(Neighbor(vertex: one.lower, share: one.lowerShare, ownShare: one.upperShare))
            above[one.lower].append(Neighbor(vertex: one.upper, share: one.upperShare, ownShare: one.lowerShare))
        }
        order = [[Int]](repeating: [], count: count)
        places = [Int](repeating: 0, count: layers.count)
        addVertices(layers)
        for layer in order { for (place, vertex) in layer.enumerated() { places[vertex] = place } }
        reduceCrossings(segmentCount: segments.count)
    }

    /// Adds vertices in the order of a depth-first search from the uppermost ones, so that trees
    /// have no crossings.
    private mutating func addVertices(_ layers: [Int]) {
        var isSeen = [Bool](repeating: false, count: layers.count)
        let starts = layers.indices.sorted { (layers[$0], $0) < (layers[$1], $1) }
        for start in starts where !isSeen[start] {
            var stack = [start]
            while let vertex = stack.popLast() {
                guard !isSeen[vertex] else { continue }
                isSeen[vertex] = true
                order[layers[vertex]].append(vertex)
                let next = below[vertex].enumerated().sorted { ($0.1.ownShare, $0.0) < ($1.1.ownShare, $1.0) }
                for neighbor in next.reversed() where !isSeen[neighbor.element.vertex] {
                    stack.append(neighbor.element.vertex)
                }
            }
        }
    }

    private func key(_ neighbor: Neighbor) -> Double { Double(places[neighbor.vertex]) + neighbor.share }

    private mutating func reduceCrossings(segmentCount: Int) {
        guard segmentCount > 1 else { return }
        var best = order
        var least = crossingCount
        let rounds = min(max(100_000 / segmentCount, 2), 16)
        // The number of rounds since the last improvement.
        var idle = 0
        for round in 0..<rounds where least > 0 && idle < 4 {
            if round % 2 == 0 {
                for layer in order.indices.dropFirst() { sort(layer, by: above) }
            } else {
                for layer in order.indices.dropLast().reversed() { sort(layer, by: below) }
            }
            transpose(rounds: rounds)
            let count = crossingCount
            idle += 1
            if count < least { (best, least, idle) = (order, count, 0) }
        }
        order = best
    }

    /// The number of crossings between neighboring layers, which are inversions, counted by a tree
    /// of sums.
    private var crossingCount: Int {
        var total = 0
        for layer in order.indices.dropLast() {
            var ends: [(upper: Double, lower: Double)] = []
            for vertex in order[layer] {
                for neighbor in below[vertex] {
                    ends.append((Double(places[vertex]) + neighbor.ownShare, key(neighbor)))
                }
            }
            guard ends.count > 1 else { continue }
            ends.sort { ($0.upper, $0.lower) < ($1.upper, $1.lower) }
            let sorted = ends.indices.sorted { (ends[$0].lower, $0) < (ends[$1].lower, $1) }
            var ranks = [Int](repeating: 0, count: ends.count)
            var rank = 0
            for (place, index) in sorted.enumerated() {
                if place > 0, ends[index].lower > ends[sorted[place - 1]].lower { rank += 1 }
                ranks[index] = rank
            }
            var sums = [Int](repeating: 0, count: ends.count + 1)
            for (count, rank) in ranks.enumerated() {
                var (index, before) = (rank + 1, 0)
                while index > 0 {
                    before += sums[index]
                    index &= index - 1
                }
                total += count - before
                index = rank + 1
                while index < sums.count {
                    sums[index] += 1
                    index += index & -index
                }
            }
        }
        return total
    }

    private mutating func sort(_ layer: Int, by neighbors: [[Neighbor]]) {
        func median(_ vertex: Int) -> Double? {
            // The places where the vertex's segments end in the fixed layer.
            let ends = neighbors[vertex].map { key($0) }.sorted()
            guard !ends.isEmpty else { return nil }
            let middle = ends.count / 2
            if ends.count % 2 == 1 { return ends[middle] }
            if ends.count == 2 { return (ends[0] + ends[1]) / 2 }
            let (left, right) = (ends[middle - 1] - ends[0], ends[ends.count - 1] - ends[middle])
            guard left + right > 0 else { return (ends[middle - 1] + ends[middle]) / 2 }
            return (ends[middle - 1] * right + ends[middle] * left) / (left + right)
        }
        // Vertices without neighbors keep their places; the others are sorted among theirs.
        let keyed = order[layer].enumerated().map { (place: $0.offset, vertex: $0.element, key: median($0.element)) }
        let sorted = keyed.filter { $0.key != nil }.sorted { ($0.key ?? 0, $0.place) < ($1.key ?? 0, $1.place) }
        var next = sorted.makeIterator()
        for entry in keyed where entry.key != nil {
            guard let one = next.next() else { break }
            order[layer][entry.place] = one.vertex
            places[one.vertex] = entry.place
        }
    }

    /// Exchanges neighbors in a layer as long as that saves crossings.
    private mutating func transpose(rounds: Int) {
        var improves = true
        for _ in 0..<rounds where improves {
            improves = false
            for layer in order.indices {
                for index in order[layer].indices.dropLast() {
                    let (left, right) = (order[layer][index], order[layer][index + 1])
                    guard gain(of: above[left], above[right]) + gain(of: below[left], below[right]) > 0 else {
                        continue
                    }
                    order[layer].swapAt(index, index + 1)
                    (places[left], places[right]) = (index + 1, index)
                    improves = true
                }
            }
        }
    }

    /// Returns the number of crossings that an exchange saves; 0 for vertices with very many
    /// neighbors.
    private func gain(of left: [Neighbor], _ right: [Neighbor]) -> Int {
        guard left.count * right.count <= 1_000 else { return 0 }
        var gain = 0
        for a in left {
            for b in right {
                let (first, second) = (key(a), key(b))
                if first > second { gain += 1 } else if first < second { gain -= 1 }
            }
        }
        return gain
    }
}
