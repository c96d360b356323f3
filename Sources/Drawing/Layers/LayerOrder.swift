/// The order of vertices within layers, with few crossings: the second step of the method of
/// Sugiyama, Tagawa and Toda, *Methods for visual understanding of hierarchical system structures*,
/// IEEE Transactions on Systems, Man, and Cybernetics 11 (1981), doi:10.1109/TSMC.1981.4308636.
///
/// Layers are sorted by medians of neighbors, forward and backward in turn, and neighbors within a
/// layer are exchanged if that saves crossings, as by Gansner and others, doi:10.1109/32.221135.
/// The best order is kept. Crossings are counted as inversions by a tree of sums: Barth, Mutzel and
/// Jünger, *Simple and efficient bilayer cross counting*, Journal of Graph Algorithms and
/// Applications 8 (2004), doi:10.7155/jgaa.00088. Segments may end at fixed positions on a vertex,
/// given as fractions of its width. Cost: O(*s* log *s*) per pass over the layers for *s* segments;
/// graphs with many segments get fewer passes.
package struct LayerOrder {
    /// A piece of an edge between neighboring layers.
    package struct Segment {
        package var upper: Int
        package var lower: Int
        /// The positions on the end vertices, from 0 to 1.
        package var upperEndPosition = 0.5
        package var lowerEndPosition = 0.5

        package init(upper: Int, lower: Int) { (self.upper, self.lower) = (upper, lower) }
    }

    /// The order to start with.
    package enum Start {
        /// The order of the vertices' numbers.
        case numbers
        /// The order of a depth-first search from the uppermost vertices, so that trees have no
        /// crossings.
        case depthFirst
    }

    /// The other end of a segment.
    private struct Neighbor {
        var vertex: Int
        /// The position on that vertex, and its rank among the positions there.
        var share: Double
        var slot: Int
        /// The rank of the position on the vertex that has this neighbor.
        var ownSlot: Int
    }

    /// The ends of all segments on one side.
    private struct Ends {
        /// The vertex of each segment, and the position on it.
        let positions: [(vertex: Int, share: Double)]
        /// The segments, sorted by these positions.
        let order: [Int]
        /// The rank of each segment's position among those on its vertex.
        private(set) var slots: [Int]

        init(_ positions: [(vertex: Int, share: Double)]) {
            self.positions = positions
            order = positions.indices.sorted {
                (positions[$0].vertex, positions[$0].share, $0) < (positions[$1].vertex, positions[$1].share, $1)
            }
            slots = [Int](repeating: 0, count: positions.count)
            for (one, next) in zip(order, order.dropFirst()) where positions[one].vertex == positions[next].vertex {
                slots[next] = slots[one] + (positions[one].share < positions[next].share ? 1 : 0)
            }
        }
    }

    /// The neighbors of all vertices above or below, by vertex and position on it.
    private struct Side {
        private(set) var neighbors: [Neighbor] = []
        /// The index of each vertex's first neighbor, and the end.
        private var starts: [Int] = []

        init(of own: Ends, to other: Ends, count: Int) {
            for index in own.order {
                while starts.count <= own.positions[index].vertex { starts.append(neighbors.count) }
                let (vertex, share) = other.positions[index]
                neighbors.append(
                    Neighbor(vertex: vertex, share: share, slot: other.slots[index], ownSlot: own.slots[index]))
            }
            while starts.count <= count { starts.append(neighbors.count) }
        }

        func indices(of vertex: Int) -> Range<Int> { starts[vertex]..<starts[vertex + 1] }
        func vertices(of vertex: Int) -> [Int] { neighbors[indices(of: vertex)].map(\.vertex) }
        /// The number of positions on a vertex at which segments end.
        func slotCount(of vertex: Int) -> Int { (indices(of: vertex).last.map { neighbors[$0].ownSlot } ?? -1) + 1 }
    }

    /// The vertices of each layer in order.
    package private(set) var order: [[Int]]
    private let above: Side
    private let below: Side
    /// The place of each vertex in its layer.
    private var positions: [Double]

    /// Orders the vertices of `count` layers.
    ///
    /// - Parameters:
    ///   - layers: The layer of each vertex.
    ///   - start: The order to start with.
    ///   - rounds: The maximum number of rounds.
    ///   - patience: The number of consecutive rounds without a better order after which the search
    ///     ends.
    ///   - mayContinue: A function that returns whether to continue, called before each layer is
    ///     changed.
    package init(
        layers: [Int], count: Int, segments: [Segment], from start: Start, rounds: Int, patience: Int = Int.max,
        mayContinue: () -> Bool = { true }
    ) {
        order = [[Int]](repeating: [], count: count)
        positions = [Double](repeating: 0, count: layers.count)
        let upper = Ends(segments.map { ($0.upper, $0.upperEndPosition) })
        let lower = Ends(segments.map { ($0.lower, $0.lowerEndPosition) })
        below = Side(of: upper, to: lower, count: layers.count)
        above = Side(of: lower, to: upper, count: layers.count)
        switch start {
        case .numbers: for (vertex, layer) in layers.enumerated() { order[layer].append(vertex) }
        case .depthFirst: addVertices(layers)
        }
        findPlaces()
        guard segments.count > 1 else { return }
        reduceCrossings(rounds: min(max(100_000 / segments.count, 2), rounds), patience: patience, mayContinue)
    }

    private mutating func findPlaces() {
        for layer in order { for (position, vertex) in layer.enumerated() { positions[vertex] = Double(position) } }
    }

    /// Returns the neighbors of a vertex in the layer above.
    package func neighborsAbove(_ vertex: Int) -> [Int] { above.vertices(of: vertex) }
    /// Returns the neighbors of a vertex in the layer below.
    package func neighborsBelow(_ vertex: Int) -> [Int] { below.vertices(of: vertex) }

    /// Adds vertices in the order of a depth-first search from the uppermost ones.
    private mutating func addVertices(_ layers: [Int]) {
        var isSeen = [Bool](repeating: false, count: layers.count)
        let starts = layers.indices.sorted { (layers[$0], $0) < (layers[$1], $1) }
        for start in starts where !isSeen[start] {
            var stack = [start]
            while let vertex = stack.popLast() {
                guard !isSeen[vertex] else { continue }
                isSeen[vertex] = true
                order[layers[vertex]].append(vertex)
                stack += below.vertices(of: vertex).reversed().filter { !isSeen[$0] }
            }
        }
    }

    private func key(_ neighbor: Neighbor) -> Double { positions[neighbor.vertex] + neighbor.share }

    private mutating func reduceCrossings(rounds: Int, patience: Int, _ mayContinue: () -> Bool) {
        var best = order
        var least = crossingCount
        // The number of rounds since the last improvement.
        var idle = 0
        for round in 0..<rounds where least > 0 && idle < patience && mayContinue() {
            if round % 2 == 0 {
                for layer in order.indices.dropFirst() where mayContinue() { sort(layer, by: above) }
            } else {
                for layer in order.indices.dropLast().reversed() where mayContinue() { sort(layer, by: below) }
            }
            transpose(rounds: rounds, mayContinue)
            let count = crossingCount
            idle += 1
            if count < least { (best, least, idle) = (order, count, 0) }
        }
        order = best
        findPlaces()
    }

    /// The number of crossings between neighboring layers.
    package var crossingCount: Int {
        var total = 0
        // The number of positions at which segments end before each vertex.
        var starts = [Int](repeating: 0, count: positions.count)
        for layer in order.indices.dropLast() {
            var width = 0
            for vertex in order[layer + 1] {
                starts[vertex] = width
                width += above.slotCount(of: vertex)
            }
            var sums = [Int](repeating: 0, count: width + 1)
            var added = 0
            for vertex in order[layer] {
                let indices = below.indices(of: vertex)
                var first = indices.lowerBound
                while first < indices.upperBound {
                    // Segments from the same position don't cross.
                    let slot = below.neighbors[first].ownSlot
                    var last = first
                    while last < indices.upperBound, below.neighbors[last].ownSlot == slot {
                        let other = below.neighbors[last]
                        var (index, before) = (starts[other.vertex] + other.slot + 1, 0)
                        while index > 0 {
                            before += sums[index]
                            index &= index - 1
                        }
                        total += added - before
                        last += 1
                    }
                    for other in below.neighbors[first..<last] {
                        var index = starts[other.vertex] + other.slot + 1
                        while index <= width {
                            sums[index] += 1
                            index += index & -index
                        }
                    }
                    added += last - first
                    first = last
                }
            }
        }
        return total
    }

    private mutating func sort(_ layer: Int, by side: Side) {
        func median(_ vertex: Int) -> Double? {
            // The positions where the vertex's segments end in the fixed layer.
            let indices = side.indices(of: vertex)
            guard let first = indices.first else { return nil }
            if indices.count == 1 { return key(side.neighbors[first]) }
            if indices.count == 2 { return (key(side.neighbors[first]) + key(side.neighbors[first + 1])) / 2 }
            let ends = side.neighbors[indices].map { key($0) }.sorted()
            let middle = ends.count / 2
            if ends.count % 2 == 1 { return ends[middle] }
            // Weighted toward the side where the neighbors are closer together.
            let (left, right) = (ends[middle - 1] - ends[0], ends[ends.count - 1] - ends[middle])
            guard left + right > 0 else { return (ends[middle - 1] + ends[middle]) / 2 }
            return (ends[middle - 1] * right + ends[middle] * left) / (left + right)
        }
        // Vertices without neighbors keep their places; the others are sorted among theirs.
        let keyedVertices = order[layer].enumerated().map {
            (position: $0.offset, vertex: $0.element, key: median($0.element))
        }
        let sorted = keyedVertices.filter { $0.key != nil }.sorted {
            ($0.key ?? 0, $0.position) < ($1.key ?? 0, $1.position)
        }
        var next = sorted.makeIterator()
        for entry in keyedVertices where entry.key != nil {
            guard let one = next.next() else { break }
            order[layer][entry.position] = one.vertex
            positions[one.vertex] = Double(entry.position)
        }
    }

    /// Exchanges neighbors in a layer as long as that saves crossings.
    private mutating func transpose(rounds: Int, _ mayContinue: () -> Bool) {
        var improves = true
        for _ in 0..<rounds where improves {
            improves = false
            for layer in order.indices where mayContinue() {
                for index in order[layer].indices.dropLast() {
                    let (left, right) = (order[layer][index], order[layer][index + 1])
                    guard gain(left, right, above) + gain(left, right, below) > 0 else {
                        continue
                    }
                    order[layer].swapAt(index, index + 1)
                    (positions[left], positions[right]) = (Double(index + 1), Double(index))
                    improves = true
                }
            }
        }
    }

    /// Returns the number of crossings that an exchange saves, or a negative number if it adds
    /// some.
    private func gain(_ left: Int, _ right: Int, _ side: Side) -> Int {
        let (left, right) = (side.indices(of: left), side.indices(of: right))
        var gain = 0
        guard left.count * right.count > Self.comparedCount else {
            for a in left {
                let first = key(side.neighbors[a])
                for b in right {
                    let second = key(side.neighbors[b])
                    if first > second { gain += 1 } else if first < second { gain -= 1 }
                }
            }
            return gain
        }
        let all = side.neighbors[left].map { key($0) }.sorted()
        let others = side.neighbors[right].map { key($0) }.sorted()
        // The number of other keys less than `one`, and the number of those not greater than it.
        var (less, most) = (0, 0)
        for one in all {
            while less < others.count, others[less] < one { less += 1 }
            while most < others.count, others[most] <= one { most += 1 }
            gain += less - (others.count - most)
        }
        return gain
    }

    /// The maximum number of pairs that are compared one by one, without sorting.
    private static let comparedCount = 64
}
