internal import Diagrams
internal import Strokes

extension SketchContents {
    /// Writes texts: each is the name of the state at its position, or else the symbols of the
    /// nearest arrow, or else a note if no arrow is near or the nearest one marks an initial state.
    /// Blanks around a text are ignored. An empty text gives a state an automatic name, and
    /// otherwise does nothing.
    mutating func write(_ texts: [Sketch.Text]) {
        // A label that is farther from its arrow belongs to something else.
        let reach = 3 * usualRadius
        let courses = shaftCourses()
        let arrows = diagram.transitions.map { arrow in
            (arrow: arrow, way: courses[arrow.id] ?? diagram.polyline(of: arrow))
        }
        var (stateIndex, arrowIndex) = (ReachIndex(), ReachIndex())
        for (number, state) in diagram.states.enumerated() {
            stateIndex.insert(number, at: Point(state.center), reach: state.radius)
        }
        for (number, arrow) in arrows.enumerated() {
            let box = BoundingBox(around: arrow.way.map { Point($0) })
            arrowIndex.insert(number, at: box?.center, reach: reach + (box?.diagonal ?? 0) / 2)
        }
        var written: [Int: (symbols: [String], hasEpsilon: Bool)] = [:]
        for text in texts {
            let (content, position) = (Self.trimmed(text.text), text.position)
            let place = BoundingBox(minimum: Point(position), maximum: Point(position))
            let around = stateIndex.numbers(near: place).map { diagram.states[$0] }.filter {
                $0.center.distance(to: position) < $0.radius
            }
            if var state = around.min(by: { $0.center.distance(to: position) < $1.center.distance(to: position) }) {
                state.name = content
                diagram.update(state)
                continue
            }
            if content.isEmpty { continue }
            var nearest: (index: Int, distance: Double)?
            for index in arrowIndex.numbers(near: place) {
                let way = arrows[index].way
                let distance = zip(way, way.dropFirst()).reduce(Double.infinity) {
                    min($0, position.distance(toSegmentFrom: $1.0, to: $1.1))
                }
                if distance < nearest?.distance ?? reach { nearest = (index, distance) }
            }
            guard let (index, _) = nearest, !arrows[index].arrow.isInitialMark else {
                diagram.addNote(content, at: position)
                continue
            }
            let (symbols, hasEpsilon) = Self.symbols(of: content)
            var all = written[index] ?? ([], false)
            all = (all.symbols + symbols, all.hasEpsilon || hasEpsilon)
            written[index] = all
        }
        for (index, (symbols, hasEpsilon)) in written {
            var arrow = arrows[index].arrow
            arrow.symbols += symbols
            arrow.hasEpsilon = arrow.hasEpsilon || hasEpsilon
            diagram.update(arrow)
        }
    }

    /// Returns the courses of the arrows as they were drawn, since people write labels beside ink.
    /// Arrows that were moved away from their ink aren't included.
    private func shaftCourses() -> [Diagram.Transition.ID: [Diagram.Point]] {
        let reach = 1.3 * usualRadius
        var courses: [Diagram.Transition.ID: [Diagram.Point]] = [:]
        for own in ink where own.reading == .transition || own.reading == .loop {
            guard case .transition(let id)? = own.element, let arrow = diagram[id], courses[id] == nil,
                let shaft = own.longest, let first = shaft.points.first, let last = shaft.points.last
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

    /// Returns a text without the blanks at its ends.
    static func trimmed(_ text: String) -> String {
        var scalars = text.unicodeScalars[...]
        while scalars.first?.properties.isWhitespace ?? false { scalars.removeFirst() }
        while scalars.last?.properties.isWhitespace ?? false { scalars.removeLast() }
        return String(scalars)
    }

    /// Returns the symbols in a label, separated by commas or blanks: `a, b`, `0–9`, `ε`.
    static func symbols(of text: String) -> (symbols: [String], hasEpsilon: Bool) {
        var symbols: [String] = []
        var hasEpsilon = false
        for part in text.unicodeScalars.split(whereSeparator: { $0 == "," || $0.properties.isWhitespace }) {
            let scalars = Array(part)
            if scalars == ["ε"] {
                hasEpsilon = true
            } else if scalars.count == 3, scalars[1] == "–" || scalars[1] == "-", scalars[0] < scalars[2],
                scalars[0].properties.generalCategory == scalars[2].properties.generalCategory,
                scalars[2].value - scalars[0].value < 64
            {
                let range = scalars[0].value...scalars[2].value
                symbols += range.compactMap { Unicode.Scalar($0).map { String(Character($0)) } }
            } else {
                symbols.append(String(String.UnicodeScalarView(part)))
            }
        }
        return (symbols, hasEpsilon)
    }
}
