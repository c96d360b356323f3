internal import PortableMath

/// Chooses the bends of arrows, and the directions of loops and marks. Of a few candidates it takes
/// the one that covers the fewest states; among equals, the one that crosses the fewest arrows and
/// runs along none; then the most usual one.
///
/// Kept arrows stay as they are. Cost: O(*m* (*n* + *m*)) for *n* states and *m* arrows. If there
/// are more than 120 arrows, crossings are ignored, and only states near an arrow are checked.
struct ArrowShapes {
    private(set) var arrangement: Arrangement
    private var lines: [Polyline?]
    /// The numbers of the arrows at each state.
    private var incidentArrows: [[Int]]
    /// The states by place, if there are many.
    private var index: PlaneIndex?
    private let isThorough: Bool

    /// The distance that arrows keep from states other than their own.
    private static let clearance = 6.0
    /// The cost of a loop's label that covers a state: more than that of an unusual direction, less
    /// than that of a crossing.
    private static let labelCost = 6.0
    /// The length of the mark of an initial state.
    private static let markLength = 36.0
    /// The maximum number of arrows for which crossings count.
    private static let thoroughCount = 120

    /// - Parameter mayContinue: A function that returns whether to continue, called before each
    ///   arrow gets its shape.
    static func apply(to arrangement: inout Arrangement, mayContinue: () -> Bool = { true }) {
        var shapes = ArrowShapes(arrangement)
        shapes.shapeAll(mayContinue)
        arrangement = shapes.arrangement
    }

    private init(_ arrangement: Arrangement) {
        self.arrangement = arrangement
        lines = [Polyline?](repeating: nil, count: arrangement.arrows.count)
        incidentArrows = [[Int]](repeating: [], count: arrangement.centers.count)
        for (number, arrow) in arrangement.arrows.enumerated() {
            if let start = arrow.start { incidentArrows[start].append(number) }
            if let end = arrow.end, end != arrow.start { incidentArrows[end].append(number) }
        }
        isThorough = arrangement.arrows.count <= Self.thoroughCount
        guard !isThorough else { return }
        let size = 2 * (arrangement.radii.max() ?? 0) + 60
        let box = arrangement.centers.reduce(Box(arrangement.centers.first ?? .zero)) { $0.including($1) }
        var index = PlaneIndex(size: size, for: box)
        for (number, center) in arrangement.centers.enumerated() {
            let side = 2 * (arrangement.radii[number] + Self.clearance)
            index.insert(number, covering: Box(around: center, width: side, height: side))
        }
        self.index = index
    }

    private mutating func shapeAll(_ mayContinue: () -> Bool) {
        let arrows = arrangement.arrows
        var pairs: Set<[Int]> = []
        for arrow in arrows { if let start = arrow.start, let end = arrow.end { pairs.insert([start, end]) } }
        let free = arrows.indices.filter { !arrangement.isKept(arrows[$0]) }
        let hasOpposite = arrows.map { arrow in
            guard let start = arrow.start, let end = arrow.end else { return false }
            return start != end && pairs.contains([end, start])
        }
        // All need a shape before the first one is compared with the others.
        for number in arrows.indices {
            if !arrangement.isKept(arrows[number]) {
                arrangement.arrows[number].bend = hasOpposite[number] ? Self.bends[0] * chord(of: number) : 0
            }
            let arrow = arrangement.arrows[number]
            if arrangement.isKept(arrow) || !(arrow.isLoop || arrow.isMark) {
                lines[number] = Polyline(arrangement.curve(of: arrow))
            }
        }
        for _ in 0..<(isThorough ? 2 : 1) {
            for number in free where !arrows[number].isLoop && arrows[number].start != nil && arrows[number].end != nil
            {
                guard mayContinue() else { return }
                bend(number, hasOpposite: hasOpposite[number])
            }
            for number in free where arrows[number].isLoop && mayContinue() { turnLoop(number) }
            for number in free where arrows[number].isMark && mayContinue() { turnMark(number) }
        }
    }

    private func chord(of number: Int) -> Double {
        let arrow = arrangement.arrows[number]
        guard let start = arrow.start, let end = arrow.end else { return 0 }
        return arrangement.centers[start].distance(to: arrangement.centers[end])
    }

    /// Bends of arrows with an opposite one, in units of the chord: both bend to their left.
    private static let bends = [0.14, 0.1, 0.2, 0.28, 0.38, 0.5]
    private static let freeBends = [0, 0.1, -0.1, 0.16, -0.16, 0.24, -0.24, 0.34, -0.34, 0.46, -0.46]

    private mutating func bend(_ number: Int, hasOpposite: Bool) {
        var arrow = arrangement.arrows[number]
        let chord = chord(of: number)
        var best = (bend: arrow.bend, cost: Double.infinity, line: lines[number])
        for part in hasOpposite ? Self.bends : Self.freeBends {
            arrow.bend = part * chord
            // A wide arc takes room, and makes a detour.
            let base = 12 * abs(part - (hasOpposite ? Self.bends[0] : 0)) + abs(arrow.bend) / 20
            guard base < best.cost else { continue }
            let line = Polyline(arrangement.curve(of: arrow))
            let cost = base + cost(of: line, number, below: best.cost - base)
            if cost < best.cost { best = (arrow.bend, cost, line) }
        }
        arrangement.arrows[number].bend = best.bend
        lines[number] = best.line
    }

    /// Directions of loops and marks in degrees, the most usual first.
    private static let loopDegrees = [-90.0, 90, 180, 0, -45, -135, 45, 135, -67.5, -112.5, 67.5, 112.5]
    private static let markDegrees = [180.0, -135, 135, -90, 90, 157.5, -157.5, -45, 45, 0]

    private mutating func turnLoop(_ number: Int) {
        let (arrangement, index) = (arrangement, index)
        turn(number, to: Self.loopDegrees) { arrow, angle, _, _ in
            arrow.angle = angle
        } labelCost: { curve, center, size in
            let middle = LabelPlacement.middle(of: size, beyond: curve, around: center)
            let box = LabelPlacement.box(around: middle, size)
            let isCovering = (index?.numbers(near: box) ?? Array(arrangement.centers.indices)).contains {
                box.intersectsDisk(around: arrangement.centers[$0], radius: arrangement.radii[$0])
            }
            return isCovering ? Self.labelCost : 0
        }
    }

    private mutating func turnMark(_ number: Int) {
        turn(number, to: Self.markDegrees) { arrow, angle, center, radius in
            let (sine, cosine) = Portable.sineAndCosine(angle)
            let reach = radius + Self.markLength
            arrow.tail = Diagram.Point(x: center.x + reach * cosine, y: center.y + reach * sine)
            arrow.bend = 0
        }
    }

    private mutating func turn(
        _ number: Int, to degrees: [Double],
        _ change: (inout Arrangement.Arrow, Double, Diagram.Point, Double) -> Void,
        labelCost: (Curve, Diagram.Point, LabelSize) -> Double = { _, _, _ in 0 }
    ) {
        var arrow = arrangement.arrows[number]
        guard let state = arrow.end else { return }
        let (center, radius) = (arrangement.centers[state], arrangement.radii[state])
        let taken = angles(at: state, excluding: number)
        var best = (arrow: arrow, cost: Double.infinity, line: lines[number])
        for (rank, degree) in degrees.enumerated() {
            let angle = degree / 180 * .pi
            change(&arrow, angle, center, radius)
            let room = taken.map { abs(($0 - angle).remainder(dividingBy: 2 * .pi)) }.min() ?? .pi
            // Having more room than a loop needs doesn't justify an unusual direction.
            let base = 8 * max(0.95 - room, 0) + (rank == 0 ? 0 : 0.5) + 0.15 * Double(rank)
            guard base < best.cost else { continue }
            let curve = arrangement.curve(of: arrow)
            let line = Polyline(curve)
            var cost = base + cost(of: line, number, below: best.cost - base)
            if cost < best.cost, let size = arrow.label { cost += labelCost(curve, center, size) }
            if cost < best.cost { best = (arrow, cost, line) }
        }
        arrangement.arrows[number] = best.arrow
        lines[number] = best.line
    }

    /// The directions in which other arrows with a shape meet a state's outline.
    private func angles(at state: Int, excluding number: Int) -> [Double] {
        let center = arrangement.centers[state]
        var angles: [Double] = []
        for other in incidentArrows[state] where other != number {
            guard let line = lines[other] else { continue }
            let arrow = arrangement.arrows[other]
            if arrow.isLoop {
                angles.append(arrow.angle)
                continue
            }
            let points = line.points
            let position = arrow.start == state ? points[0] : points[points.count - 1]
            angles.append(Portable.angle(x: position.x - center.x, y: position.y - center.y))
        }
        return angles
    }

    /// Returns the cost of a shape: states that it passes count most, then arrows that it crosses.
    private func cost(of line: Polyline, _ number: Int, below bound: Double) -> Double {
        let arrow = arrangement.arrows[number]
        var cost = 0.0
        func weigh(_ state: Int) {
            guard state != arrow.start, state != arrow.end else { return }
            let (center, radius) = (arrangement.centers[state], arrangement.radii[state])
            if line.passes(center, within: radius + Self.clearance) { cost += 100 }
        }
        if let index {
            for state in index.numbers(near: line) where cost < bound { weigh(state) }
            return cost
        }
        for state in arrangement.centers.indices where cost < bound { weigh(state) }
        for other in lines.indices where other != number && cost < bound {
            guard let second = lines[other] else { continue }
            cost += 10 * Double(line.crossings(with: second))
            if cost < bound { cost += 8 * line.share(of: second, within: DrawnDiagram.labelSize) }
        }
        return cost
    }
}
