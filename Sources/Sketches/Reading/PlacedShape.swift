internal import Diagrams
internal import Strokes

/// A circle or an arrow that a drawing program placed, so that its kind and its ends are known.
struct PlacedShape {
    enum Kind {
        case circle(StateGeometry)
        /// An arrow, with the ids of the circles at its ends.
        case arrow(course: [Point], from: String?, to: String?)
    }

    let kind: Kind
    let id: String?
    let text: String?
    /// The ink of the shape.
    var ink = Ink.ID(number: 0)

    /// Creates the shape of an element; `nil` if its labels don't say that it is one.
    init?(_ strokes: [Stroke], _ labels: [String: String]) {
        guard let kind = Self.kind(strokes, labels) else { return nil }
        (self.kind, id, text) = (kind, labels["id"], labels["text"])
    }

    private static func kind(_ strokes: [Stroke], _ labels: [String: String]) -> Kind? {
        switch labels["shape"] {
        case "circle":
            let points = strokes.flatMap(\.points)
            guard let box = BoundingBox(around: points), box.side > 0 else { return nil }
            return .circle(StateGeometry(center: box.center, radius: (box.width + box.height) / 4))
        case "arrow":
            var course: [Point] = []
            for stroke in strokes where stroke.points.count > course.count { course = stroke.points }
            return course.count > 1 ? .arrow(course: course, from: labels["from"], to: labels["to"]) : nil
        default: return nil
        }
    }

    var circle: StateGeometry? { if case .circle(let circle) = kind { circle } else { nil } }
}

extension SketchContents {
    /// Adds states for circles, and transitions for arrows.
    mutating func place(_ shapes: [PlacedShape], _ mayContinue: () -> Bool) {
        let states = placeCircles(shapes, mayContinue)
        var outlines = PageStates()
        for state in diagram.states {
            _ = outlines.add(StateGeometry(center: Point(state.center), radius: state.radius), isState: true)
        }
        for shape in shapes where mayContinue() {
            guard case .arrow(let course, let from, let to) = shape.kind else { continue }
            let (start, end) = (from.flatMap { states[$0] }, to.flatMap { states[$0] })
            var ends = (tail: start, tip: end)
            if start == nil || end == nil {
                let touched = self.ends(of: course, outlines)
                // A free end beside the state of the other end doesn't make a loop.
                if start == nil, end == nil || touched.tail != end { ends.tail = touched.tail }
                if end == nil, start == nil || touched.tip != start { ends.tip = touched.tip }
            }
            placeArrow(shape, course, ends.tail, ends.tip)
        }
    }

    // MARK: Circles

    /// Adds the states of circles; returns them by the ids of their circles.
    private mutating func placeCircles(
        _ shapes: [PlacedShape], _ mayContinue: () -> Bool
    ) -> [String: Diagram.State.ID] {
        let circles = shapes.indices.filter { shapes[$0].circle != nil }
        let radii = circles.compactMap { shapes[$0].circle?.radius }.sorted()
        guard !radii.isEmpty else { return [:] }
        // Much smaller ones are dots, and stay ink.
        let least = 0.25 * radii[radii.count / 2]
        let outlines = outlines(of: shapes, among: circles.filter { shapes[$0].circle?.radius ?? 0 >= least })
        var order: [Int] = []
        var names: [Int: String] = [:]
        for index in circles {
            guard let outline = outlines[index] else { continue }
            if names[outline] == nil {
                order.append(outline)
                names[outline] = ""
            }
            if let text = shapes[index].text.map(Self.trimmed), !text.isEmpty { names[outline] = text }
        }
        let ids = diagram.addStates(
            order.map { outline in
                let circle = shapes[outline].circle ?? StateGeometry(center: .zero, radius: 0)
                return (center: Diagram.Point(circle.center), radius: circle.radius, name: names[outline] ?? "")
            })
        let states = Dictionary(uniqueKeysWithValues: zip(order, ids))
        var statesByID: [String: Diagram.State.ID] = [:]
        for index in circles where mayContinue() {
            guard let outline = outlines[index], let id = states[outline] else { continue }
            set(index == outline ? .state : .ring, .state(id), of: shapes[index].ink)
            if let name = shapes[index].id { statesByID[name] = id }
            if index != outline, var state = diagram[id] {
                state.isFinal = true
                diagram.update(state)
            }
        }
        return statesByID
    }

    /// The maximum number of circles around a point. If there are more, no circle is a ring.
    private static let maximumCircleCount = 1000

    /// Returns for each circle the one that is the outline of its state: itself, or a circle around
    /// it.
    private func outlines(of shapes: [PlacedShape], among circles: [Int]) -> [Int: Int] {
        var outlines: [Int: Int] = [:]
        var index = ReachIndex()
        func radius(_ number: Int) -> Double { shapes[number].circle?.radius ?? 0 }
        for number in circles.sorted(by: { (radius($0), $1) > (radius($1), $0) }) {
            guard let circle = shapes[number].circle else { continue }
            let box = BoundingBox(minimum: circle.center, maximum: circle.center)
            // A ring is not much smaller than its outline, and lies within it.
            let around = index.numbers(near: box, upTo: Self.maximumCircleCount).first { other in
                guard let outer = shapes[other].circle else { return false }
                return circle.radius > 0.5 * outer.radius
                    && circle.center.distance(to: outer.center) + circle.radius < 1.05 * outer.radius
            }
            outlines[number] = around ?? number
            if around == nil { index.insert(number, at: circle.center, reach: circle.radius) }
        }
        return outlines
    }

    // MARK: Arrows

    /// The greatest gap at an end that touches a state, in diameters: programs draw more exactly
    /// than hands.
    private static let touch = 0.25

    private mutating func placeArrow(
        _ shape: PlacedShape, _ course: [Point], _ start: Diagram.State.ID?, _ end: Diagram.State.ID?
    ) {
        let (tail, tip, flex) = (course[0], course[course.count - 1], Self.middle(of: course))
        let id = diagram.addTransition()
        if let state = start, state == end {
            guard var loop = diagram[id] else { return }
            (loop.start, loop.end) = (state, state)
            diagram.update(loop)
            setAngle(of: id, towards: Diagram.Point(flex))
            set(.loop, .transition(id), of: shape.ink)
        } else {
            self.shape(id, TransitionGeometry(tail: tail, tip: tip, flex: flex, head: .last), start, end)
            set(.transition, .transition(id), of: shape.ink)
        }
        guard let text = shape.text.map(Self.trimmed), !text.isEmpty, var arrow = diagram[id] else { return }
        if arrow.marksInitialState {
            diagram.addNote(text, at: Diagram.Point(flex))
        } else {
            (arrow.symbols, arrow.hasEpsilon) = Self.symbols(of: text)
            diagram.update(arrow)
        }
    }

    /// Returns the states that the ends of an arrow touch; both are one if the arrow is a loop.
    private func ends(
        of course: [Point], _ outlines: PageStates
    ) -> (tail: Diagram.State.ID?, tip: Diagram.State.ID?) {
        let (tail, tip) = (course[0], course[course.count - 1])
        func neighbor(_ points: some Collection<Point>, _ end: Point) -> Point {
            points.first { $0.distance(to: end) > 0 } ?? end
        }
        func heading(_ end: Point, _ inner: Point) -> Point { Point(x: end.x - inner.x, y: end.y - inner.y) }
        let connector = Connector(
            tail: tail, tip: tip, tailHeading: heading(tail, neighbor(course, tail)),
            tipHeading: heading(tip, neighbor(course.reversed(), tip)))
        let numbers = Set([tail, tip].flatMap { outlines.states(near: BoundingBox(minimum: $0, maximum: $0)) }).sorted()
        let near = numbers.map { outlines.outlines[$0] }
        func states(_ connection: Connector.Connection) -> (Diagram.State.ID?, Diagram.State.ID?) {
            func id(_ index: Int?) -> Diagram.State.ID? { index.map { diagram.states[numbers[$0]].id } }
            return (id(connection.tail), id(connection.tip))
        }
        let found = states(connector.connection(to: near.span, within: Self.touch))
        // Both ends of a loop touch one state, and the way between them is longer than straight.
        let loop = states(connector.connection(to: near.span, isLoop: true, within: Self.touch))
        guard let state = loop.0.flatMap({ diagram[$0] }), course.span.arcLength > 1.5 * tail.distance(to: tip) else {
            return found
        }
        let gaps = [tail, tip].map { abs(Point(state.center).distance(to: $0) - state.radius) }
        return gaps.allSatisfy { $0 < 2 * Self.touch * state.radius } ? loop : found
    }

    /// Returns the point in the middle of a course.
    private static func middle(of course: [Point]) -> Point {
        var rest = course.span.arcLength / 2
        for (from, to) in zip(course, course.dropFirst()) {
            let length = from.distance(to: to)
            if length >= rest, length > 0 { return from.interpolated(to: to, at: rest / length) }
            rest -= length
        }
        return course[course.count / 2]
    }

    /// Gives the ink of a shape its meaning, which later drawing doesn't change.
    private mutating func set(_ reading: Reading, _ element: Element, of ink: Ink.ID) {
        updateInk(ink) { ($0.reading, $0.element, $0.probability, $0.isChosen) = (reading, element, 1, true) }
    }
}
