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
    /// - Complexity: O(*k*²) for *k* strokes; a thousand strokes take half a second.
    public static func reading(
        _ strokes: [Stroke], texts: [Text] = [], recognizer: ElementRecognizer = ElementRecognizer()
    ) -> Sketch {
        var contents = SketchContents()
        let circles = contents.circles(among: strokes, recognizer)
        for index in circles { _ = contents.add([strokes[index]], number: index + 1, recognizer) }
        let isCircle = Set(circles)
        let others = strokes.indices.filter { !isCircle.contains($0) }.map { ($0, InkShape([strokes[$0]]).extent) }
        for (index, _) in others.sorted(by: { ($1.1, $0.0) < ($0.1, $1.0) }) {
            _ = contents.add([strokes[index]], number: index + 1, recognizer)
        }
        contents.settleLooseArrows(recognizer)
        contents.write(texts)
        return Sketch(contents, recognizer: recognizer)
    }
}

extension SketchContents {
    /// Returns the indices of the strokes that are circles of states, in drawing order, followed by
    /// those of rings.
    fileprivate func circles(among strokes: [Stroke], _ recognizer: ElementRecognizer) -> [Int] {
        var candidates: [(index: Int, probability: Double, circle: StateGeometry)] = []
        for (index, stroke) in strokes.enumerated() {
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
        var context = ElementContext()
        for candidate in candidates {
            let recognition = recognizer.recognize(strokes[candidate.index].points, context: context)
            guard recognition.best.kind == .state else { continue }
            if case .surrounds = recognition.relation {
                rings.append(candidate.index)
            } else {
                states.append(candidate.index)
            }
            context.add(recognition)
        }
        return states.sorted() + rings.sorted()
    }

    /// Turns arrows without a head that lead nowhere into initial marks, and unconnected arrows
    /// back into ink.
    fileprivate mutating func settleLooseArrows(_ recognizer: ElementRecognizer) {
        for mark in ink where mark.reading == .transition {
            guard case .transition(let id)? = mark.element, var arrow = diagram[id] else { continue }
            let ends = diagram.ends(of: arrow)
            let length = ends.tail.distance(to: ends.tip)
            switch (arrow.start, arrow.end) {
            case (let start?, nil) where !hasHead(.transition(id), recognizer):
                guard let state = diagram[start] else { continue }
                if length < 0.5 * state.radius {
                    removeKeepingInk(arrow.id)
                } else {
                    (arrow.start, arrow.end, arrow.tail) = (nil, start, arrow.tip)
                    arrow.bend = -arrow.bend
                    diagram.update(arrow)
                }
            case (nil, nil): removeKeepingInk(arrow.id)
            default: break
            }
        }
    }

    /// Removes an arrow and keeps its ink.
    private mutating func removeKeepingInk(_ id: Diagram.Transition.ID) {
        for other in ink where other.element == .transition(id) {
            updateInk(other.id) { ($0.reading, $0.element) = (.none, nil) }
        }
        diagram.remove(id)
    }
}
