internal import Diagrams
internal import Strokes

/// The places of the states and the ink of a sketch while many strokes are read, so that each is
/// compared only with what is near.
struct SketchPlaces {
    private var states = ReachIndex()
    private var ink = ReachIndex()
    /// The index of ink in the list of all ink, which isn't sorted yet.
    private(set) var inkIndices: [Ink.ID: Int] = [:]
    /// The numbers of the ink that an element has, or had.
    private var inkNumbers: [Element: [Int]] = [:]
    /// The median radius of the states; `nil` if they have changed.
    var usualRadius: Double?

    /// The distance at which ink is related to a state: its ends attach at 2.3 radii of the center,
    /// and a circle around the state has 2.2 times its radius at most.
    private static let reachOfState = 3.5
    /// The distance from its middle at which ink is related to other ink, in its diagonals.
    private static let reachOfInk = 2.0

    mutating func insert(_ state: Diagram.State) {
        insert(StateGeometry(center: Point(state.center), radius: state.radius), number: state.id.number)
    }

    mutating func insert(_ circle: StateGeometry, number: Int) {
        states.insert(number, at: circle.center, reach: Self.reachOfState * circle.radius)
        usualRadius = nil
    }

    mutating func insert(_ new: Ink, at index: Int) {
        inkIndices[new.id] = index
        let box = BoundingBox(of: new.strokes)
        ink.insert(new.id.number, at: box?.center, reach: Self.reachOfInk * (box?.diagonal ?? 0))
    }

    mutating func insert(_ number: Int, of element: Element) { inkNumbers[element, default: []].append(number) }

    /// Returns the numbers of states that strokes may attach to or surround; `nil` if all may.
    func states(near strokes: [Stroke]) -> [Int]? {
        BoundingBox(of: strokes).map { states.numbers(near: $0, margin: $0.diagonal) }
    }

    /// Returns the numbers of states that the ends of an arrow may attach to.
    func states(near connector: Connector) -> [Int]? {
        BoundingBox(around: [connector.tail, connector.tip]).map { states.numbers(near: $0) }
    }

    /// Returns the numbers of ink near a point.
    func ink(near point: Point, margin: Double) -> [Int]? {
        BoundingBox(around: [point]).map { ink.numbers(near: $0, margin: margin) }
    }

    /// Returns the numbers of ink that may attach to a state or surround it.
    func ink(near state: Diagram.State) -> [Int]? {
        ink(near: Point(state.center), margin: Self.reachOfState * state.radius)
    }

    /// Returns the numbers of ink that may belong to an element, in ascending order.
    func ink(of element: Element) -> [Int] { Set(inkNumbers[element] ?? []).sorted() }
}

extension BoundingBox {
    /// Creates the box around points; `nil` if there is none.
    init?(around points: [Point]) {
        guard let box = points.span.boundingBox else { return nil }
        self = box
    }

    /// Creates the box around strokes; `nil` if there is none.
    fileprivate init?(of strokes: [Stroke]) {
        guard let first = strokes.first else { return nil }
        guard var box = first.points.span.boundingBox else { return nil }
        for stroke in strokes.dropFirst() where !stroke.points.isEmpty {
            guard let other = stroke.points.span.boundingBox else { return nil }
            box.minimum = Point(x: min(box.minimum.x, other.minimum.x), y: min(box.minimum.y, other.minimum.y))
            box.maximum = Point(x: max(box.maximum.x, other.maximum.x), y: max(box.maximum.y, other.maximum.y))
        }
        self = box
    }
}

// MARK: - Contents near something

extension SketchContents {
    /// The circles of some states, with their indices among all states.
    struct NearStates {
        fileprivate(set) var circles: [StateGeometry]
        fileprivate(set) var indices: [Int]

        /// Returns the ends of an arrow, as indices among all states.
        func connection(of connector: Connector, isLoop: Bool = false) -> (tail: Int?, tip: Int?) {
            let found = connector.connection(to: circles.span, isLoop: isLoop)
            return (found.tail.map { indices[$0] }, found.tip.map { indices[$0] })
        }
    }

    /// Returns the states with the given numbers, or all for `nil`.
    private func states(numbered numbers: [Int]?) -> NearStates {
        let indices = numbers.map { $0.compactMap(stateIndex) } ?? Array(diagram.states.indices)
        return NearStates(
            circles: indices.map { index in
                StateGeometry(center: Point(diagram.states[index].center), radius: diagram.states[index].radius)
            }, indices: indices)
    }

    /// Returns the index of the state with a number; `nil` if there is none.
    func stateIndex(ofNumber number: Int) -> Int? {
        var (low, high) = (0, diagram.states.count)
        while low < high {
            let middle = (low + high) / 2
            if diagram.states[middle].id.number < number { low = middle + 1 } else { high = middle }
        }
        return low < diagram.states.count && diagram.states[low].id.number == number ? low : nil
    }

    /// Returns the states at the ends of an arrow, as indices among all states.
    func connection(of connector: Connector, isLoop: Bool = false) -> (tail: Int?, tip: Int?) {
        states(numbered: places?.states(near: connector)).connection(of: connector, isLoop: isLoop)
    }

    /// Recognizes strokes among the states.
    func recognize(
        _ strokes: [Stroke], allowing allowed: ElementKinds = .all, _ recognizer: ElementRecognizer
    ) -> Recognition {
        let near = states(numbered: places?.states(near: strokes))
        let context = ElementContext(states: near.circles)
        return recognizer.recognize(strokes, allowing: allowed, context: context).renumberingStates { near.indices[$0] }
    }

    /// Returns the ink with the given numbers, or all for `nil`.
    private func ink(numbered numbers: [Int]?) -> [Ink] {
        numbers.map { $0.compactMap { currentInk(Ink.ID(number: $0)) } }
            ?? (places == nil ? ink : ink.sorted { $0.id < $1.id })
    }

    /// Returns the ink that may be the shaft of a head that begins at a point, or the head of a
    /// shaft of some extent that ends there.
    func ink(near end: Point, ofShaft extent: Double = 0) -> [Ink] {
        ink(numbered: places?.ink(near: end, margin: HeadFit.reach(of: 0, extent)))
    }

    /// Returns the ink that may be related to a state.
    func ink(near state: Diagram.State) -> [Ink] { ink(numbered: places?.ink(near: state)) }

    /// Returns the arrows whose ends may attach to a state.
    func arrows(near state: Diagram.State) -> [Diagram.Transition] {
        guard let places else { return diagram.transitions }
        let near = ink(numbered: places.ink(near: state)).compactMap { ink in
            if case .transition(let id) = ink.element { id } else { nil }
        }
        return Set(near).sorted().compactMap { diagram[$0] }
    }

    /// Returns the ink of an element.
    func ink(of element: Element) -> [Ink] {
        ink(numbered: places?.ink(of: element)).filter { $0.element == element }
    }
}
