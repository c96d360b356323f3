public import Automata
public import Diagrams
public import Strokes

extension Sketch {
    /// A text and its position on a drawing.
    public struct Text: Sendable, Hashable {
        /// The text.
        public var text: String
        /// The position of the text's middle.
        public var position: Diagram.Point

        /// Creates a text at a position.
        public init(_ text: String, at position: Diagram.Point) { (self.text, self.position) = (text, position) }
    }

    /// Reads a finished drawing.
    ///
    /// Circles are read first, in any order, then arrows between them, the longest first, so that
    /// small strokes near their ends become heads. An arrow without a head that touches one state
    /// and leads nowhere marks that state as initial. Ink that connects to nothing stays ink.
    ///
    /// - Parameters:
    ///   - strokes: The strokes, in the order in which they were drawn.
    ///   - texts: The names and symbols, applied as ``Sketch/Event/write(_:at:)`` does.
    ///   - recognizer: The recognizer of strokes.
    /// - Returns: A sketch without events to undo. The number of each ink is the position of its
    ///   stroke in `strokes`, counted from 1.
    /// - Complexity: Usually O(*n* + *k* log *k*) for *n* points of *k* strokes, each of which is
    ///   compared with those near it; O(*k*²) if all are in one place.
    public static func reading(
        _ strokes: [Stroke], texts: [Text] = [], recognizer: ElementRecognizer = ElementRecognizer()
    ) -> Sketch {
        Sketch(SketchContents(reading: strokes, texts, recognizer) { true }, recognizer: recognizer)
    }

    /// Reads a finished drawing within a budget; see ``reading(_:texts:recognizer:)``.
    ///
    /// - Throws: `AutomataError` if the budget is exceeded or cancelled.
    public static func reading(
        _ strokes: [Stroke], texts: [Text] = [], recognizer: ElementRecognizer = ElementRecognizer(), budget: Budget
    ) throws(AutomataError) -> Sketch {
        let byteCount = byteCount(of: strokes)
        var error: AutomataError?
        func mayContinue() -> Bool {
            guard error == nil else { return false }
            do throws(AutomataError) {
                try budget.check(statesBuilt: 0, bytes: byteCount)
            } catch let stop {
                error = stop
            }
            return error == nil
        }
        let contents = SketchContents(reading: strokes, texts, recognizer, mayContinue: mayContinue)
        if !mayContinue(), let error { throw error }
        return Sketch(contents, recognizer: recognizer)
    }

    /// Returns the bytes of strokes in a sketch, with their ink, elements and places by estimate.
    static func byteCount(of strokes: [Stroke]) -> Int {
        let pointCount = strokes.reduce(0) { $0 + $1.points.count }
        return pointCount * MemoryLayout<Point>.stride + strokes.count * 2048
    }
}

extension SketchContents {
    /// Reads a finished drawing.
    ///
    /// - Parameter mayContinue: Returns whether to go on, asked for each stroke; otherwise, the
    ///   contents aren't complete.
    fileprivate init(
        reading strokes: [Stroke], _ texts: [Sketch.Text], _ recognizer: ElementRecognizer, mayContinue: () -> Bool
    ) {
        places = SketchPlaces()
        let circles = circles(among: strokes, recognizer, mayContinue)
        for index in circles where mayContinue() { _ = add([strokes[index]], number: index + 1, recognizer) }
        let isCircle = Set(circles)
        let others = strokes.indices.filter { !isCircle.contains($0) }.map { ($0, InkShape([strokes[$0]]).extent) }
        for (index, _) in others.sorted(by: { ($1.1, $0.0) < ($0.1, $1.0) }) where mayContinue() {
            _ = add([strokes[index]], number: index + 1, recognizer)
        }
        guard mayContinue() else { return }
        settleLooseArrows(recognizer)
        places = nil
        ink.sort { $0.id < $1.id }
        write(texts)
    }

    /// Returns the indices of the strokes that are circles of states, in drawing order, followed by
    /// those of rings.
    private func circles(
        among strokes: [Stroke], _ recognizer: ElementRecognizer, _ mayContinue: () -> Bool
    ) -> [Int] {
        var candidates: [(index: Int, probability: Double, circle: StateGeometry)] = []
        for (index, stroke) in strokes.enumerated() where mayContinue() {
            let alone = recognizer.recognize(stroke.points)
            guard alone.probability(of: .state) > 0.1, case .state(let circle) = alone.geometry(of: .state) else {
                continue
            }
            candidates.append((index, alone.probability(of: .state), circle))
        }
        // Circles much smaller than the others are letters, dots and heads.
        let radii = candidates.filter { $0.probability > 0.5 }.map(\.circle.radius).sorted()
        let least = radii.isEmpty ? 0 : 0.4 * radii[radii.count / 2]
        candidates.removeAll { $0.circle.radius < least }
        candidates.sort { ($1.probability, $0.index) < ($0.probability, $1.index) }
        var (states, rings) = ([Int](), [Int]())
        var (context, places) = (ElementContext(), SketchPlaces())
        for candidate in candidates where mayContinue() {
            let near = places.states(near: [strokes[candidate.index]]) ?? Array(context.states.indices)
            let recognition = recognizer.recognize(
                strokes[candidate.index].points, context: ElementContext(states: near.map { context.states[$0] })
            ).renumberingStates { near[$0] }
            guard recognition.best.kind == .state else { continue }
            if case .surrounds = recognition.relation {
                rings.append(candidate.index)
            } else {
                states.append(candidate.index)
            }
            context.add(recognition)
            var added = context.states.count - 1
            if case .surrounds(let state) = recognition.relation { added = state }
            places.insert(context.states[added], number: added)
        }
        return states.sorted() + rings.sorted()
    }

    /// Turns arrows without a head that lead nowhere into initial marks, and unconnected arrows
    /// back into ink.
    private mutating func settleLooseArrows(_ recognizer: ElementRecognizer) {
        var loose: Set<Diagram.Transition.ID> = []
        for mark in ink where mark.reading == .transition {
            guard case .transition(let id)? = mark.element, var arrow = diagram[id] else { continue }
            let ends = diagram.ends(of: arrow)
            let length = ends.tail.distance(to: ends.tip)
            switch (arrow.start, arrow.end) {
            case (let start?, nil) where !hasHead(.transition(id), recognizer):
                guard let state = diagram[start] else { continue }
                if length < 0.5 * state.radius {
                    loose.insert(id)
                } else {
                    (arrow.start, arrow.end, arrow.tail) = (nil, start, arrow.tip)
                    arrow.bend = -arrow.bend
                    diagram.update(arrow)
                }
            case (nil, nil): loose.insert(id)
            default: break
            }
        }
        for id in loose {
            for other in ink(of: .transition(id)) {
                updateInk(other.id) { ($0.reading, $0.element) = (.none, nil) }
            }
        }
        diagram.remove(loose)
    }
}
