internal import Diagrams
internal import Strokes

/// The elements that texts at positions of a page belong to.
struct TextPlaces {
    private let states: [Diagram.State]
    private let arrows: [(arrow: Diagram.Transition, way: [Diagram.Point])]
    private var stateIndex = ReachIndex()
    private var arrowIndex = ReachIndex()
    /// The usual radius of a state. Labels are hardly farther from their arrows.
    private let radius: Double
    /// A label that is farther from its arrow belongs to something else.
    private let reach: Double

    init(_ contents: SketchContents) {
        let (diagram, courses, radius) = (contents.diagram, contents.shaftCourses(), contents.usualRadius)
        let reach = 2 * radius
        states = diagram.states
        arrows = diagram.transitions.map { ($0, courses[$0.id] ?? diagram.polyline(of: $0)) }
        (self.radius, self.reach) = (radius, reach)
        for (number, state) in states.enumerated() {
            stateIndex.insert(number, at: Point(state.center), reach: state.radius + reach)
        }
        for (number, arrow) in arrows.enumerated() {
            let box = BoundingBox(around: arrow.way.map { Point($0) })
            arrowIndex.insert(number, at: box?.center, reach: reach + (box?.diagonal ?? 0) / 2)
        }
    }

    /// Returns the state around a position, the one with the nearest center.
    func state(at position: Diagram.Point) -> Diagram.State.ID? {
        let around = stateIndex.numbers(near: Self.box(position)).map { states[$0] }.filter {
            $0.center.distance(to: position) < $0.radius
        }
        return around.min { $0.center.distance(to: position) < $1.center.distance(to: position) }?.id
    }

    /// Returns the state beside whose outline a position is, far from its center.
    func state(beside position: Diagram.Point) -> Diagram.State? {
        let beside = stateIndex.numbers(near: Self.box(position)).map { states[$0] }.min {
            Self.gap(position, $0) < Self.gap(position, $1)
        }
        return beside.flatMap { Self.gap(position, $0) < radius ? $0 : nil }
    }

    private static func gap(_ position: Diagram.Point, _ state: Diagram.State) -> Double {
        state.center.distance(to: position) - state.radius
    }

    /// Returns half the usual width of a typed text, but for half a character at each end. Texts
    /// have no sizes; a usual character is as wide as a third of a radius.
    func halfWidth(of text: String) -> Double { radius * 0.15 * Double(min(text.count, 40) - 1) }

    /// Returns the nearest arrow within reach of a text; `nil` if its position is much nearer to a
    /// state, and farther from the arrow than labels are.
    ///
    /// A wide text belongs to the arrow from which its box has the distance of usual labels, as its
    /// middle may be nearer to an arrow that crosses the box or passes above or below.
    func arrow(near position: Diagram.Point, halfWidth: Double = 0) -> Diagram.Transition? {
        var best: (index: Int, distance: Double, cost: Double)?
        for index in arrowIndex.numbers(near: Self.box(position)) {
            let distance = distance(position, toArrowAt: index)
            guard distance < reach else { continue }
            let cost = halfWidth > 0 ? boxCost(of: position, halfWidth, distance, toArrowAt: index) : distance
            if cost < best?.cost ?? .infinity { best = (index, distance, cost) }
        }
        guard let best else { return nil }
        if best.distance > radius, let state = state(beside: position),
            Self.gap(position, state) < best.distance / 2
        {
            return nil
        }
        return arrows[best.index].arrow
    }

    private func distance(_ point: Diagram.Point, toArrowAt index: Int) -> Double {
        let way = arrows[index].way
        return zip(way, way.dropFirst()).reduce(.infinity) { min($0, point.distance(toSegmentFrom: $1.0, to: $1.1)) }
    }

    /// Returns how far the distance between the box of a text and an arrow is from the usual one.
    private func boxCost(
        of middle: Diagram.Point, _ halfWidth: Double, _ distance: Double, toArrowAt index: Int
    ) -> Double {
        // The change of the distance along the text says which part of its width lies between.
        let step = 0.01 * radius
        let changes = [-step, step].map { step in
            abs(self.distance(Diagram.Point(x: middle.x + step, y: middle.y), toArrowAt: index) - distance)
        }
        let slope = max(changes[0], changes[1]) / step
        return abs(distance - slope * halfWidth - Self.usualGap * radius)
    }

    /// The usual distance between an arrow and the end of its label's middle line, in radii.
    private static let usualGap = 0.4

    private static func box(_ position: Diagram.Point) -> BoundingBox {
        BoundingBox(minimum: Point(position), maximum: Point(position))
    }
}

extension SketchContents {
    /// Returns the courses of the arrows as they were drawn, as people write labels beside ink. An
    /// arrow that left its ink isn't included.
    fileprivate func shaftCourses() -> [Diagram.Transition.ID: [Diagram.Point]] {
        let reach = 1.3 * usualRadius
        var courses: [Diagram.Transition.ID: [Diagram.Point]] = [:]
        for own in ink where own.reading == .transition || own.reading == .loop {
            guard case .transition(let id)? = own.element, let arrow = diagram[id], courses[id] == nil,
                let shaft = own.piece?.longestStroke, let first = shaft.points.first, let last = shaft.points.last
            else { continue }
            let ends = diagram.ends(of: arrow)
            func isNear(_ one: Point, _ other: Point) -> Bool {
                Diagram.Point(one).distance(to: ends.tail) < reach
                    && Diagram.Point(other).distance(to: ends.tip) < reach
            }
            guard isNear(first, last) || isNear(last, first) else { continue }
            courses[id] = shaft.points.map { Diagram.Point($0) }
        }
        return courses
    }
}
