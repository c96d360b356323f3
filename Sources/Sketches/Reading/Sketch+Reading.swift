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
    /// The strokes become the most probable elements that are consistent with each other, in
    /// whatever order they were drawn. An arrow without a head that touches one state and leads
    /// nowhere marks that state as initial. Ink that connects to nothing stays ink.
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
    /// - Parameter mayContinue: Returns whether to continue, called for each stroke; if it returns
    ///   `false`, the contents are incomplete.
    fileprivate init(
        reading strokes: [Stroke], _ texts: [Sketch.Text], _ recognizer: ElementRecognizer, mayContinue: () -> Bool
    ) {
        for (index, stroke) in strokes.enumerated() where !stroke.points.isEmpty {
            _ = addInk([stroke], number: index + 1)
        }
        eraseScribbles(recognizer, mayContinue)
        readFinished(recognizer, mayContinue)
        guard mayContinue() else { return }
        write(texts)
    }

    /// Reads all ink as that of a finished drawing.
    mutating func readFinished(_ recognizer: ElementRecognizer, _ mayContinue: () -> Bool) {
        let page = InkPage(ink.compactMap { InkPiece($0) }, recognizer)
        let parser = DrawingParser(
            page, free: Array(page.pieces.indices), among: PageStates(), isFinished: true, mayContinue)
        let groups = parser.groups(mayContinue)
        guard mayContinue() else { return }
        apply(ParsedInk(parser, groups, pieces: ink.map { [$0.id] }, given: []), recognizer)
    }
}
