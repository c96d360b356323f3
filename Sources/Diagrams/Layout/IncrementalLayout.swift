/// Places for some states next to others that keep theirs.
enum IncrementalLayout {
    /// Returns an arrangement with places for the states that aren't kept.
    ///
    /// A state is placed relative to its neighbors as in the layered layout. If a kept state, arrow
    /// or label is there, the nearest free point of a grid is used. At least one state is kept.
    /// Cost: that of the layered layout, and O(*k*) for each of *k* places tried.
    static func layOut(_ arrangement: Arrangement) -> Arrangement {
        var result = arrangement
        let obstacles = Obstacles(arrangement)
        var positions = initialPositions(of: arrangement)
        obstacles.clear(&positions, of: arrangement)
        result.move(to: positions)
        if positions.count <= LayoutSearch.maximumStateCount,
            arrangement.arrows.count <= LayoutSearch.maximumArrowCount
        {
            var untangling = Untangling(
                result, arrowSegments: obstacles.arrowSegments, labelDisks: obstacles.labelDisks,
                work: LayoutSearch.work(for: positions.count))
            untangling.run()
            result.move(to: untangling.centers)
        }
        ArrowShapes.apply(to: &result)
        return result
    }

    /// Returns the places of all states; free ones are placed relative to their placed neighbors as
    /// in the layered layout.
    private static func initialPositions(of arrangement: Arrangement) -> [Diagram.Point] {
        let graph = arrangement.graph
        let layeredPositions = LayeredLayout.positions(
            of: graph, radii: arrangement.radii, spacing: arrangement.spacing, labels: arrangement.labelWidths)
        var neighbors = [[Int]](repeating: [], count: graph.nodeCount)
        for edge in graph.edges {
            neighbors[edge.from].append(edge.to)
            neighbors[edge.to].append(edge.from)
        }
        var positions = arrangement.centers
        var isPlaced = arrangement.isKept
        // Level by level, so that all earlier neighbors of a state are placed at its turn.
        var level = positions.indices.filter { isPlaced[$0] }
        while !level.isEmpty {
            var next: [Int] = []
            for node in level { next += neighbors[node].filter { !isPlaced[$0] } }
            next = Array(Set(next)).sorted()
            let before = isPlaced
            for node in next {
                let placedNeighbors = neighbors[node].filter { before[$0] }
                let count = Double(placedNeighbors.count)
                let (x, y) = placedNeighbors.reduce(into: (0.0, 0.0)) { sum, other in
                    sum.0 += (positions[other].x + layeredPositions[node].x - layeredPositions[other].x) / count
                    sum.1 += (positions[other].y + layeredPositions[node].y - layeredPositions[other].y) / count
                }
                positions[node] = Diagram.Point(x: x, y: y)
                isPlaced[node] = true
            }
            level = next
        }
        // Parts without a kept state go below all others, as they are in the layered layout.
        let rest = positions.indices.filter { !isPlaced[$0] }
        let placedNodes = positions.indices.filter { isPlaced[$0] }
        guard let first = rest.first, let other = placedNodes.first else { return positions }
        let box = rest.reduce(Box(layeredPositions[first])) { $0.including(layeredPositions[$1]) }
        let all = placedNodes.reduce(Box(positions[other])) { $0.including(positions[$1]) }
        let shift = all.high.y + 2 * arrangement.spacing.radius + 2 * arrangement.spacing.gap - box.low.y
        for node in rest {
            positions[node] = Diagram.Point(
                x: layeredPositions[node].x + all.low.x - box.low.x, y: layeredPositions[node].y + shift)
        }
        return positions
    }
}

/// The kept elements, which new places must avoid.
private struct Obstacles {
    /// The pieces of kept arrows.
    private(set) var arrowSegments: [(start: Diagram.Point, end: Diagram.Point)] = []
    /// Disks around the labels of kept arrows.
    private(set) var labelDisks: [(center: Diagram.Point, radius: Double)] = []

    init(_ arrangement: Arrangement) {
        // The labels are placed without the arrows that aren't drawn yet.
        var still = arrangement
        still.arrows = arrangement.arrows.filter { arrangement.isKept($0) }
        let curves = still.arrows.map { still.curve(of: $0) }
        let lines = curves.map { Polyline($0) }
        for line in lines {
            for index in 1..<line.points.count { arrowSegments.append((line.points[index - 1], line.points[index])) }
        }
        let keptNodes = arrangement.centers.indices.filter { arrangement.isKept[$0] }
        let items = zip(still.arrows, zip(curves, lines)).map { arrow, shape in
            LabelPlacement.Arrow(
                curve: shape.0, line: shape.1, label: arrow.label,
                loopCenter: arrow.isLoop ? arrow.start.map { arrangement.centers[$0] } : nil)
        }
        let circles = keptNodes.map { (center: arrangement.centers[$0], radius: arrangement.radii[$0]) }
        for (item, middle) in zip(items, LabelPlacement(circles: circles, arrows: items).middles) {
            if let size = item.label, let middle {
                labelDisks.append((middle, max(size.width, size.height) / 2))
            }
        }
    }

    /// Moves free states that cover something to the nearest free place of a grid around them.
    func clear(_ positions: inout [Diagram.Point], of arrangement: Arrangement) {
        let radii = arrangement.radii
        let greatest = radii.max() ?? 0
        let all = positions.reduce(Box(positions.first ?? .zero)) { $0.including($1) }
        var nodes = PlaneIndex(size: 2 * greatest + LayoutSpacing.minimumGap, for: all)
        var others = nodes
        func box(_ position: Diagram.Point, _ reach: Double) -> Box {
            Box(around: position, width: 2 * reach, height: 2 * reach)
        }
        for number in positions.indices where arrangement.isKept[number] {
            nodes.insert(number, covering: box(positions[number], radii[number]))
        }
        for (number, wall) in arrowSegments.enumerated() {
            others.insert(number, along: Polyline([wall.start, wall.end]))
        }
        for (number, disk) in labelDisks.enumerated() {
            others.insert(arrowSegments.count + number, covering: box(disk.center, disk.radius))
        }
        func isFree(_ position: Diagram.Point, _ radius: Double) -> Bool {
            let near = nodes.numbers(near: box(position, radius + LayoutSpacing.minimumGap))
            guard
                near.allSatisfy({
                    positions[$0].distance(to: position) >= radius + radii[$0] + LayoutSpacing.minimumGap
                })
            else { return false }
            return others.numbers(near: box(position, radius + 8)).allSatisfy { number in
                if number >= arrowSegments.count {
                    let disk = labelDisks[number - arrowSegments.count]
                    return disk.center.distance(to: position) >= disk.radius + radius + 4
                }
                return position.distance(toSegmentFrom: arrowSegments[number].start, to: arrowSegments[number].end)
                    >= radius + 8
            }
        }
        for number in positions.indices where !arrangement.isKept[number] {
            positions[number] = Self.nearest(to: positions[number], step: (greatest + LayoutSpacing.minimumGap) / 2) {
                isFree($0, radii[number])
            }
            nodes.insert(number, covering: box(positions[number], radii[number]))
        }
    }

    /// Returns the first free place on square rings around a place; there is one, as the obstacles
    /// are finite.
    private static func nearest(
        to position: Diagram.Point, step: Double, where isFree: (Diagram.Point) -> Bool
    ) -> Diagram.Point {
        if isFree(position) { return position }
        var size = step
        for ring in 1...200 {
            var best: (position: Diagram.Point, distance: Double)?
            for column in -ring...ring {
                for row in -ring...ring where max(abs(column), abs(row)) == ring {
                    let other = Diagram.Point(x: position.x + Double(column) * size, y: position.y + Double(row) * size)
                    let distance = other.distance(to: position)
                    if distance < best?.distance ?? .infinity, isFree(other) { best = (other, distance) }
                }
            }
            if let best { return best.position }
            // Faster growth gets past large groups of states in few steps.
            if ring > 20 { size *= 1.2 }
        }
        return position
    }
}
