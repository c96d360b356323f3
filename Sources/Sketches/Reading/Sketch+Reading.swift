public import Automata
public import Diagrams
public import Strokes

extension Sketch {
    /// A text and its position on a drawing.
    public struct Text: Sendable, Hashable {
        /// The name or the symbols.
        public var text: String
        /// The position of the middle of the text.
        public var position: Diagram.Point

        /// Creates a text at a position.
        public init(_ text: String, at position: Diagram.Point) { (self.text, self.position) = (text, position) }
    }

    /// Reads a finished drawing.
    ///
    /// The strokes become the most probable elements that are consistent with each other,
    /// regardless of their drawing order. An arrow without a head that touches one state and leads
    /// nowhere marks that state as initial. Ink that connects to nothing stays ink. Handwriting in
    /// states and beside arrows becomes names and symbols if it is read with certainty, unless a
    /// text already gives them; see ``Sketch/handwriting``.
    ///
    /// - Parameters:
    ///   - strokes: The strokes, in the order in which they were drawn.
    ///   - texts: The names and symbols, applied as ``Sketch/Event/write(_:at:)`` does.
    ///   - recognizer: The recognizer of strokes.
    ///   - characterRecognizer: The recognizer of handwriting.
    /// - Returns: A sketch without events to undo. The number of each ink is the position of its
    ///   stroke in `strokes`, counted from 1.
    /// - Complexity: O(*n* + *k* log *k*) for *n* points of *k* strokes, each of which is compared
    ///   with nearby strokes. If too many strokes are close together, each is read on its own.
    public static func reading(
        _ strokes: [Stroke], texts: [Text] = [], recognizer: ElementRecognizer = ElementRecognizer(),
        characterRecognizer: CharacterRecognizer = CharacterRecognizer()
    ) -> Sketch {
        let elements = strokes.map { (strokes: [$0], labels: [String: String]()) }
        let contents = SketchContents(reading: elements, texts, InkRecognizer(recognizer, characterRecognizer)) { true }
        return Sketch(contents, recognizer: recognizer, characterRecognizer: characterRecognizer)
    }

    /// Reads a finished drawing within a budget; see
    /// ``reading(_:texts:recognizer:characterRecognizer:)``.
    ///
    /// - Throws: `AutomataError` if the budget is exceeded or cancelled.
    public static func reading(
        _ strokes: [Stroke], texts: [Text] = [], recognizer: ElementRecognizer = ElementRecognizer(),
        characterRecognizer: CharacterRecognizer = CharacterRecognizer(), budget: Budget
    ) throws(AutomataError) -> Sketch {
        try reading(
            elements: strokes.map { ([$0], [:]) }, texts: texts, recognizer: recognizer,
            characterRecognizer: characterRecognizer, budget: budget)
    }

    /// Reads a finished drawing, in which some elements may be shapes that a program placed.
    ///
    /// A shape has the label `shape` with the value `circle` or `arrow`. A circle is a state. A
    /// circle inside a state is the inner ring that marks a final state. An arrow leads from its
    /// first point to its last point. The labels `from` and `to` give the `id` of the circles at
    /// its ends; without them, the ends belong to the states that they touch. The label `text` is
    /// the state's name, or the arrow's symbols. The other strokes are read as by
    /// ``reading(_:texts:recognizer:characterRecognizer:)``; their labels don't matter.
    ///
    /// - Parameters:
    ///   - elements: The strokes and the labels of each element, in drawing order.
    ///   - texts: The names and symbols, applied as ``Sketch/Event/write(_:at:)`` does.
    ///   - recognizer: The recognizer of strokes.
    ///   - characterRecognizer: The recognizer of handwriting.
    ///   - budget: The bound on the memory of strokes.
    /// - Returns: A sketch without events to undo. The number of each ink is the position of its
    ///   first stroke among all strokes, counted from 1.
    /// - Throws: `AutomataError` if the budget is exceeded or cancelled.
    public static func reading(
        elements: [(strokes: [Stroke], labels: [String: String])], texts: [Text] = [],
        recognizer: ElementRecognizer = ElementRecognizer(),
        characterRecognizer: CharacterRecognizer = CharacterRecognizer(), budget: Budget = .unlimited
    ) throws(AutomataError) -> Sketch {
        let byteCount = elements.reduce(0) { $0 + Self.byteCount(of: $1.strokes) }
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
        let contents = SketchContents(
            reading: elements, texts, InkRecognizer(recognizer, characterRecognizer), mayContinue: mayContinue)
        if !mayContinue(), let error { throw error }
        return Sketch(contents, recognizer: recognizer, characterRecognizer: characterRecognizer)
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
        reading elements: [(strokes: [Stroke], labels: [String: String])], _ texts: [Sketch.Text],
        _ recognizer: InkRecognizer, mayContinue: () -> Bool
    ) {
        var shapes: [PlacedShape] = []
        var number = 1
        for (strokes, labels) in elements {
            if let shape = PlacedShape(strokes, labels) {
                shapes.append(shape)
                shapes[shapes.count - 1].ink = addInk(strokes, number: number)
            } else {
                for (index, stroke) in strokes.enumerated() where !stroke.points.isEmpty {
                    _ = addInk([stroke], number: number + index)
                }
            }
            number += strokes.count
        }
        place(shapes, mayContinue)
        eraseScribbles(recognizer, mayContinue)
        readFinished(recognizer, mayContinue)
        guard mayContinue() else { return }
        write(texts)
        readHandwriting(since: SketchContents(), recognizer, mayContinue)
    }

    /// Reads all ink without an element as that of a finished drawing.
    mutating func readFinished(_ recognizer: InkRecognizer, _ mayContinue: () -> Bool) {
        let free = ink.filter { $0.element == nil }
        let page = InkPage(free.compactMap(\.piece), recognizer)
        var states = PageStates()
        for state in diagram.states { _ = states.add(state.circle, isState: true) }
        let parser = DrawingParser(
            page, free: Array(page.pieces.indices), among: states, isFinished: true, mayContinue)
        let groups = parser.groups(mayContinue)
        guard mayContinue() else { return }
        let given = diagram.states.map(\.id)
        apply(ParsedInk(parser, groups, pieces: free.map { [$0.id] }, givenStates: given), recognizer)
    }
}
