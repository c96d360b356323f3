internal import Diagrams
internal import Strokes

extension SketchContents {
    /// Deletes the elements and the ink that a stroke of an eraser touches.
    mutating func erase(_ stroke: Stroke, _ recognizer: InkRecognizer) -> Notice? {
        // Hands don't erase with more points than this, and each is compared with all ink.
        let step = max(1, stroke.points.count / 1000)
        let way = stroke.points.indices.filter { $0.isMultiple(of: step) }.map { Diagram.Point(stroke.points[$0]) }
        guard !way.isEmpty else { return .noInk }
        let segments = way.count == 1 ? [(way[0], way[0])] : Array(zip(way, way.dropFirst()))
        func touches(_ position: Diagram.Point, within reach: Double) -> Bool {
            segments.contains { position.distance(toSegmentFrom: $0, to: $1) <= reach }
        }
        let usualRadius = usualRadius
        var touchedElements: [Element] = []
        var erasedRingStates: [Diagram.State] = []
        for state in diagram.states {
            // Hands miss a line by as much as this.
            let reach = 0.12 * state.radius
            let least = segments.map { state.center.distance(toSegmentFrom: $0, to: $1) }.min() ?? .infinity
            let most = way.map { state.center.distance(to: $0) }.max() ?? 0
            guard least <= state.radius + reach, most >= state.innerRadius - reach else { continue }
            if state.isFinal, least > state.innerRadius {
                erasedRingStates.append(state)
            } else {
                touchedElements.append(.state(state.id))
            }
        }
        for arrow in diagram.transitions {
            let reach = 0.15 * usualRadius
            if diagram.polyline(of: arrow).contains(where: { touches($0, within: reach) }) {
                touchedElements.append(.transition(arrow.id))
            }
        }
        for note in diagram.notes where touches(note.position, within: usualRadius) {
            touchedElements.append(.note(note.id))
        }
        for loose in ink where loose.element == nil {
            let points = loose.strokes.flatMap(\.points)
            if points.contains(where: { touches(Diagram.Point($0), within: 0.15 * usualRadius) }) {
                touchedElements.append(.ink(loose.id))
            }
        }
        guard !touchedElements.isEmpty || !erasedRingStates.isEmpty else { return .nothingErased }
        for element in touchedElements { _ = delete(element) }
        for state in erasedRingStates {
            ink.removeAll { $0.element == .state(state.id) && $0.reading == .ring }
            adjustRing(of: state.id, recognizer)
        }
        return nil
    }

    /// Makes a state final if its ink has a ring, and adjusts its size to the ink.
    mutating func adjustRing(of id: Diagram.State.ID, _ recognizer: InkRecognizer) {
        guard var state = diagram[id] else { return }
        let own = ink(of: .state(id))
        let page = InkPage(own.compactMap(\.piece), recognizer)
        let circles = page.pieces.indices.compactMap { CircleCandidate([$0], on: page) }
        state.isFinal = own.contains { $0.reading == .ring } || circles.contains { $0.isDouble }
        if let radius = circles.map(\.circle.radius).max() { state.radius = radius }
        diagram.update(state)
    }
}

extension Diagram.State {
    /// The radius of the inner ring as it is drawn.
    fileprivate var innerRadius: Double { isFinal ? ringRadius : radius }
}
