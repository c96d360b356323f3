/// A search for positions of nodes such that straight edges are short, have fewer crossings and
/// don't pass other nodes.
///
/// For each node in turn, the search tries the positions of a grid and of other nodes, and uses the
/// best one. Each step reduces the sum of costs. No two nodes come closer than their gap unless
/// they are that close at the start. Cost: at most `work` comparisons of edges.
package struct Untangling {
    /// The centers of the nodes.
    package private(set) var centers: [Diagram.Point]
    private let radii: [Double]
    private let isFixed: [Bool]
    private let edges: [Edge]
    private let incidentEdges: [[Int]]
    private let spacing: LayoutSpacing
    /// Fixed segments.
    private let arrowSegments: [(start: Diagram.Point, end: Diagram.Point)]
    /// Fixed disks.
    private let labelDisks: [(center: Diagram.Point, radius: Double)]
    /// The number of comparisons that are left.
    private var work: Int

    private struct Edge {
        var a, b: Int
        /// The number of arrows between the nodes.
        var weight: Double
        /// 1 if the arrow leads from `a` to `b` alone, 0 if there is one back.
        var direction: Double
        /// The width of the labels.
        var label: Double
    }

    /// Creates a search of at most `work` comparisons that moves all nodes of an arrangement except
    /// the kept states. Edges avoid crossing `arrowSegments`, and nodes stay away from these
    /// segments. Both nodes and edges stay away from `labelDisks`.
    package init(
        _ arrangement: Arrangement, arrowSegments: [(start: Diagram.Point, end: Diagram.Point)] = [],
        labelDisks: [(center: Diagram.Point, radius: Double)] = [], work: Int
    ) {
        centers = arrangement.centers
        radii = arrangement.radii
        isFixed = arrangement.isKept
        spacing = arrangement.spacing
        self.arrowSegments = arrowSegments
        self.labelDisks = labelDisks
        self.work = work
        var numbers: [LayoutGraph.Edge: Int] = [:]
        var edges: [Edge] = []
        for arrow in arrangement.arrows {
            guard let start = arrow.start, let end = arrow.end, start != end else { continue }
            if isFixed[start], isFixed[end] { continue }
            let width = min(arrow.label?.width ?? 0, LayoutSpacing.maximumLabelWidth)
            let key = LayoutGraph.Edge(from: min(start, end), to: max(start, end))
            if let number = numbers[key] {
                edges[number].weight = 2
                if edges[number].a != start { edges[number].direction = 0 }
                edges[number].label = max(edges[number].label, width)
            } else {
                numbers[key] = edges.count
                edges.append(Edge(a: start, b: end, weight: 1, direction: 1, label: width))
            }
        }
        var incidentEdges = [[Int]](repeating: [], count: arrangement.centers.count)
        for (number, edge) in edges.enumerated() {
            incidentEdges[edge.a].append(number)
            incidentEdges[edge.b].append(number)
        }
        self.edges = edges
        self.incidentEdges = incidentEdges
    }

    /// Moves and exchanges nodes until no move improves the layout, or the limit of rounds or
    /// comparisons is reached.
    package mutating func run(rounds: Int = 6) {
        let movable = centers.indices.filter { !isFixed[$0] }
        for round in 0..<rounds {
            var improves = false
            for node in movable where work > 0 { if move(node, round) { improves = true } }
            for (index, first) in movable.enumerated() {
                for second in movable[..<index] where work > 0 { if exchange(first, second) { improves = true } }
            }
            guard improves, work > 0 else { return }
        }
    }

    /// Moves a node to the best place of a grid around all nodes.
    private mutating func move(_ node: Int, _ round: Int) -> Bool {
        let here = centers[node]
        let base = cost(of: node, at: here, below: .infinity)
        var best = (position: here, cost: base - 1e-6)
        let (width, height) = (spacing.layers / 2, spacing.radius + spacing.gap / 2)
        var box = Box(centers[0])
        for center in centers { box = box.including(center) }
        let (columns, rows) = (
            steps(from: box.low.x, to: box.high.x, width), steps(from: box.low.y, to: box.high.y, height)
        )
        for column in -1...(columns + 1) {
            for row in -1...(rows + 1) where work > 0 {
                let position = Diagram.Point(x: box.low.x + Double(column) * width, y: box.low.y + Double(row) * height)
                let cost = cost(of: node, at: position, below: best.cost)
                if cost < best.cost { best = (position, cost) }
            }
        }
        guard best.cost < base - 1e-6 else { return false }
        centers[node] = best.position
        return true
    }

    private func steps(from low: Double, to high: Double, _ size: Double) -> Int {
        Int(min(max((high - low) / size, 0), 60).rounded())
    }

    private mutating func exchange(_ first: Int, _ second: Int) -> Bool {
        let (a, b) = (centers[first], centers[second])
        let before = cost(of: first, at: a, below: .infinity) + cost(of: second, at: b, below: .infinity)
        (centers[first], centers[second]) = (b, a)
        var after = cost(of: first, at: b, below: before)
        if after < before { after += cost(of: second, at: a, below: before - after) }
        if after < before - 1e-6 { return true }
        (centers[first], centers[second]) = (a, b)
        return false
    }

    /// Returns the cost of a node at a place, or a number that isn't below a bound.
    private mutating func cost(of node: Int, at position: Diagram.Point, below bound: Double) -> Double {
        var steps = 0
        defer { work -= steps }
        let (centers, radii, edges) = (centers.span, radii.span, edges.span)
        var cost = 0.0
        // Nodes too close to each other.
        for other in centers.indices where other != node {
            let (dx, dy) = (centers[other].x - position.x, centers[other].y - position.y)
            let least = radii[node] + radii[other] + LayoutSpacing.minimumGap
            if dx * dx + dy * dy < least * least { cost += 50 }
        }
        for disk in labelDisks where disk.center.distance(to: position) < disk.radius + radii[node] + 4 { cost += 50 }
        guard cost < bound else { return cost }
        for number in incidentEdges[node] {
            let (from, to) = ends(of: edges[number], node, at: position)
            cost += shapeCost(of: edges[number], from, to)
        }
        guard cost < bound else { return cost }
        for wall in arrowSegments where position.distance(toSegmentFrom: wall.start, to: wall.end) < radii[node] + 8 {
            cost += 4
        }
        // Other nodes' edges that pass the node.
        steps += arrowSegments.count + edges.count
        let reach = radii[node] + 8
        for index in edges.indices where edges[index].a != node && edges[index].b != node {
            if Self.isNear(position, centers[edges[index].a], centers[edges[index].b], reach) {
                cost += 2.5 * edges[index].weight
            }
        }
        for number in incidentEdges[node] {
            guard cost < bound else { return cost }
            let edge = edges[number]
            let (from, to) = ends(of: edge, node, at: position)
            steps += edges.count + centers.count + arrowSegments.count
            for index in edges.indices {
                let (a, b) = (edges[index].a, edges[index].b)
                guard a != edge.a, a != edge.b, b != edge.a, b != edge.b else { continue }
                if Polyline.cross(from, to, centers[a], centers[b]) { cost += edge.weight * edges[index].weight }
            }
            for foreign in centers.indices where foreign != edge.a && foreign != edge.b {
                if Self.isNear(centers[foreign], from, to, radii[foreign] + 8) { cost += 2.5 * edge.weight }
            }
            for disk in labelDisks where Self.isNear(disk.center, from, to, disk.radius) { cost += 2.5 }
            for wall in arrowSegments where Polyline.cross(from, to, wall.start, wall.end) { cost += edge.weight }
        }
        return cost
    }

    /// Returns the ends of an edge if one of its nodes is at a place.
    private func ends(
        of edge: Edge, _ node: Int, at position: Diagram.Point
    ) -> (from: Diagram.Point, to: Diagram.Point) {
        edge.a == node ? (position, centers[edge.b]) : (centers[edge.a], position)
    }

    /// Returns the cost of an edge for its length and direction.
    private func shapeCost(of edge: Edge, _ from: Diagram.Point, _ to: Diagram.Point) -> Double {
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let length = max((dx * dx + dy * dy).squareRoot(), 1)
        let (along, across) = (abs(dx) / length, abs(dy) / length)
        let room = 2 * spacing.radius
        let ideal = along * spacing.distance(withLabel: edge.label) + across * (room + spacing.gap)
        let part = length / ideal
        let stretch = part < 1 ? 3 * (1 - part) * (1 - part) : 0.05 * (part - 1) * (part - 1) + 0.02 * (part - 1)
        return stretch + edge.direction * 0.25 * max(-dx / length, 0)
    }

    /// Returns whether a place is closer to a segment than a distance.
    private static func isNear(
        _ position: Diagram.Point, _ start: Diagram.Point, _ end: Diagram.Point, _ distance: Double
    ) -> Bool {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let (px, py) = (position.x - start.x, position.y - start.y)
        let square = dx * dx + dy * dy
        // Checks the distance from the line first, which excludes most.
        let across = px * dy - py * dx
        guard across * across < distance * distance * square else { return false }
        let along = px * dx + py * dy
        if along < 0 { return px * px + py * py < distance * distance }
        if along > square {
            let (qx, qy) = (position.x - end.x, position.y - end.y)
            return qx * qx + qy * qy < distance * distance
        }
        return true
    }
}
