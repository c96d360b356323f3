public import Automata
// These types are parts of a sketch's value.
@_exported public import Diagrams
@_exported public import Strokes

/// A drawing that becomes a diagram: strokes of a pen, and the recognized states and arrows.
///
/// Events change a sketch. Each returns its changes and, for ink, the chosen reading and the
/// alternatives. All events can be undone.
///
/// ```swift
/// var sketch = Sketch()
/// let change = sketch.apply(.draw([circle]))
/// print(change.interpretation?.reading ?? .none)         // state
/// sketch.apply(.draw([arrow]))
/// sketch.apply(.write("a, b", at: Diagram.Point(x: 120, y: 40)))
/// try sketch.diagram.simulate("ab").isAccepted
/// ```
///
/// Every sketch is valid, whatever was drawn; `Diagram.problems` lists what is missing for an
/// automaton. Two sketches are equal if they have the same contents, even if different events can
/// be undone.
public struct Sketch: Sendable, Hashable {
    private(set) var contents = SketchContents()
    private var undoEntries: [UndoEntry] = []
    /// The number of bytes that the undo entries take.
    private var undoByteCount = 0
    private var redoContents: [SketchContents] = []
    /// The recognizer of elements in new strokes.
    public var recognizer: ElementRecognizer { didSet { memory = InkRecognizer.Memory() } }
    /// The recognizer of handwriting in new strokes.
    public var characterRecognizer: CharacterRecognizer { didSet { memory = InkRecognizer.Memory() } }
    /// The former results of the recognizers.
    private var memory = InkRecognizer.Memory()

    /// The maximum number of events that can be undone. In large drawings, ``undoByteLimit``
    /// reduces the number, but never below 100.
    public static let undoLimit = 1000

    /// The maximum number of bytes for undo, not counting the last 100 events.
    public static let undoByteLimit = 64 << 20

    /// The contents before an event, and the number of bytes that they don't share with the
    /// contents after the event.
    private struct UndoEntry: Sendable {
        let contents: SketchContents
        let byteCount: Int
    }

    /// Creates an empty sketch.
    ///
    /// - Parameters:
    ///   - recognizer: The recognizer of strokes.
    ///   - characterRecognizer: The recognizer of handwriting.
    public init(
        recognizer: ElementRecognizer = ElementRecognizer(),
        characterRecognizer: CharacterRecognizer = CharacterRecognizer()
    ) {
        (self.recognizer, self.characterRecognizer) = (recognizer, characterRecognizer)
    }

    /// Creates a sketch that shows a diagram, without ink.
    ///
    /// - Parameters:
    ///   - diagram: The diagram to show.
    ///   - recognizer: The recognizer of strokes.
    ///   - characterRecognizer: The recognizer of handwriting.
    public init(
        _ diagram: Diagram, recognizer: ElementRecognizer = ElementRecognizer(),
        characterRecognizer: CharacterRecognizer = CharacterRecognizer()
    ) {
        self.init(recognizer: recognizer, characterRecognizer: characterRecognizer)
        contents.diagram = diagram
    }

    init(
        _ contents: SketchContents, recognizer: ElementRecognizer,
        characterRecognizer: CharacterRecognizer = CharacterRecognizer()
    ) {
        self.init(recognizer: recognizer, characterRecognizer: characterRecognizer)
        self.contents = contents
    }

    /// The states, arrows and notes.
    public var diagram: Diagram { contents.diagram }

    /// The strokes in drawing order, with their readings.
    public var ink: [Ink] { contents.ink }

    /// Returns the ink with an id, or `nil` if the sketch doesn't have it.
    public subscript(id: Ink.ID) -> Ink? { contents.currentInk(id) }

    /// Recognizes ink among the current elements; returns `nil` if the sketch doesn't have the ink.
    ///
    /// - Complexity: O(*n* log *n* + *k*) for *n* elements and *k* points of the ink.
    ///   ``interpretations()`` looks for elements and words once for all ink.
    public func interpretation(of id: Ink.ID) -> Interpretation? { interpreter.interpretation(of: id) }

    /// Recognizes all ink among the current elements, in drawing order.
    ///
    /// - Complexity: O(*n* log *n* + *k*) for *n* elements and inks, and *k* points, if few
    ///   elements are near each ink.
    public func interpretations() -> [Interpretation] {
        let interpreter = interpreter
        return ink.compactMap { interpreter.interpretation(of: $0.id) }
    }

    /// An interpreter of the current ink, which is faster for many interpretations.
    package var interpreter: InkInterpreter { InkInterpreter(contents, recognizing) }

    /// The recognizer with what it recognized before.
    var recognizing: InkRecognizer { InkRecognizer(recognizer, characterRecognizer, memory) }

    // MARK: Events

    /// Applies an event.
    ///
    /// An event that can't be applied, for example because its element was deleted, changes
    /// nothing. The notice of the result then gives the reason.
    ///
    /// - Complexity: O(*n* + *k*) for *n* elements and *k* points of ink in and near the event,
    ///   because nearby ink is read again. The event ``Event/layOut`` costs as much as
    ///   `Diagram.layOut()`.
    @discardableResult
    public mutating func apply(_ event: Event) -> Change {
        switch event {
        case .undo:
            guard let other = undoEntries.popLast() else { return Change(notice: .nothingToUndo) }
            undoByteCount -= other.byteCount
            redoContents.append(contents)
            return turn(to: other.contents)
        case .redo:
            guard let other = redoContents.popLast() else { return Change(notice: .nothingToRedo) }
            let before = contents
            let change = turn(to: other)
            keep(before, change)
            return change
        default: break
        }
        let before = contents
        let recognizer = recognizing
        memory = InkRecognizer.Memory()
        let change = contents.apply(event, recognizer)
        memory = recognizer.memory
        record(change, since: before)
        return change
    }

    /// Applies an event within a budget.
    ///
    /// The event ``Event/layOut`` can be stopped while it runs. Other events take time in
    /// proportion to the elements and their ink, and always run to their end. They are refused if
    /// the strokes that they draw exceed the budget's bytes, or if the budget is cancelled.
    ///
    /// - Parameters:
    ///   - event: The event to apply.
    ///   - budget: The bound on the memory of strokes and of layout.
    /// - Throws: `AutomataError` if the budget is exceeded or cancelled. The sketch doesn't change
    ///   then.
    @discardableResult
    public mutating func apply(_ event: Event, budget: Budget) throws(AutomataError) -> Change {
        let strokes = if case .draw(let strokes) = event { strokes } else { [Stroke]() }
        try budget.check(statesBuilt: 0, bytes: Self.byteCount(of: strokes))
        guard case .layOut = event else { return apply(event) }
        let before = contents
        try contents.diagram.layOut(budget: budget)
        let change = Change(from: before, to: contents)
        record(change, since: before)
        return change
    }

    /// Makes a change undoable.
    private mutating func record(_ change: Change, since before: SketchContents) {
        guard !change.isEmpty else { return }
        keep(before, change)
        redoContents.removeAll()
    }

    /// Keeps the contents before a change, and drops contents beyond the limits.
    private mutating func keep(_ before: SketchContents, _ change: Change) {
        let byteCount = before.byteCount(copiedBy: change)
        undoEntries.append(UndoEntry(contents: before, byteCount: byteCount))
        undoByteCount += byteCount
        var excessCount = 0
        while undoEntries.count - excessCount > Self.undoLimit
            || undoByteCount > Self.undoByteLimit && undoEntries.count - excessCount > Self.undoLimit / 10
        {
            undoByteCount -= undoEntries[excessCount].byteCount
            excessCount += 1
        }
        undoEntries.removeFirst(excessCount)
    }

    /// Returns the diagram and the change that an event would cause, without applying the event;
    /// for previews while a pointer moves.
    ///
    /// - Complexity: The same as ``apply(_:)``.
    public func preview(_ event: Event) -> (diagram: Diagram, change: Change) {
        var copy = contents
        switch event {
        case .undo: return peek(undoEntries.last?.contents, ifEmpty: .nothingToUndo)
        case .redo: return peek(redoContents.last, ifEmpty: .nothingToRedo)
        default:
            let change = copy.apply(event, recognizing)
            return (copy.diagram, change)
        }
    }

    /// A Boolean value that indicates whether there is an event to undo.
    public var canUndo: Bool { !undoEntries.isEmpty }

    /// A Boolean value that indicates whether there is an event to redo.
    public var canRedo: Bool { !redoContents.isEmpty }

    private func peek(_ other: SketchContents?, ifEmpty notice: Notice) -> (diagram: Diagram, change: Change) {
        guard let other else { return (contents.diagram, Change(notice: notice)) }
        return (other.diagram, Change(from: contents, to: other))
    }

    private mutating func turn(to other: SketchContents) -> Change {
        let change = Change(from: contents, to: other)
        contents = other
        return change
    }

    /// Returns whether two sketches have the same contents.
    public static func == (left: Sketch, right: Sketch) -> Bool { left.contents == right.contents }

    /// Hashes the contents.
    public func hash(into hasher: inout Hasher) { hasher.combine(contents) }
}
