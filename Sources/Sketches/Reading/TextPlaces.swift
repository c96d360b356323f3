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

    /// Returns the nearest arrow within reach of a position; `nil` if the position is much nearer
    /// to a state, and farther from the arrow than labels are.
    func arrow(near position: Diagram.Point) -> Diagram.Transition? {
        var nearest: (index: Int, distance: Double)?
        for index in arrowIndex.numbers(near: Self.box(position)) {
            let way = arrows[index].way
            let distance = zip(way, way.dropFirst()).reduce(Double.infinity) {
                min($0, position.distance(toSegmentFrom: $1.0, to: $1.1))
            }
            if distance < nearest?.distance ?? reach { nearest = (index, distance) }
        }
        guard let nearest else { return nil }
        if nearest.distance > radius, let state = state(beside: position),
            Self.gap(position, state) < nearest.distance / 2
        {
            return nil
        }
        return arrows[nearest.index].arrow
    }

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
                let shaft = own.piece?.longest, let first = shaft.points.first, let last = shaft.points.last
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
