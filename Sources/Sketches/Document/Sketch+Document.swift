internal import Diagrams
public import Strokes
internal import TextSupport

extension Sketch {
    /// Returns whether a text begins like the documents that ``document()`` writes.
    public static func isDocument(_ text: UnsafeRawBufferPointer) -> Bool {
        let spaces: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
        return text.lazy.filter { !spaces.contains($0) }.starts(with: "{\"format\":\"automata-sketch\"".utf8)
    }

    /// Reads a document.
    ///
    /// Unknown keys are ignored. Arrow ends at missing states become free.
    ///
    /// - Parameters:
    ///   - document: The text of the document.
    ///   - name: The name of the text for errors, a path or `-`.
    ///   - recognizer: The recognizer for strokes that will be drawn.
    /// - Complexity: O(*n* log *n*) in the length of the text.
    /// - Throws: ``SketchDocumentError`` with the place of the error.
    public init(
        document: UnsafeRawBufferPointer, name: String? = nil, recognizer: ElementRecognizer = ElementRecognizer()
    ) throws(SketchDocumentError) {
        do throws(TextProblem) {
            var cursor = JSONCursor(document, from: document.byteOrderMarkLength)
            self.init(try cursor.contents(), recognizer: recognizer)
        } catch {
            throw SketchDocumentError(error, in: document, name: name)
        }
    }
}

/// Reads a document in one pass.
extension JSONCursor {
    fileprivate mutating func contents() throws(TextProblem) -> SketchContents {
        var (states, transitions, notes) = ([Diagram.State](), [Diagram.Transition](), [Diagram.Note]())
        var (ink, added, isSketch) = ([Ink](), [0, 0], false)
        try object("a sketch") { (cursor, key, offset) throws(TextProblem) in
            switch key {
            case "format":
                guard try cursor.string() == "automata-sketch" else {
                    throw TextProblem(offset: offset, message: "expected the format 'automata-sketch'")
                }
                isSketch = true
            case "version":
                let version = try cursor.wholeNumber()
                guard 1...SketchDocument.version ~= version else {
                    throw TextProblem(
                        offset: offset,
                        message:
                            "the sketch has version \(version), but this library reads versions up to \(SketchDocument.version)",
                        remedy: "read the sketch with the version that wrote it")
                }
            case "added": added = try cursor.list { cursor throws(TextProblem) in try cursor.wholeNumber() }
            case "states": states = try cursor.list { cursor throws(TextProblem) in try cursor.state() }
            case "transitions":
                transitions = try cursor.list { cursor throws(TextProblem) in try cursor.transition() }
            case "notes": notes = try cursor.list { cursor throws(TextProblem) in try cursor.note() }
            case "ink": ink = try cursor.list { cursor throws(TextProblem) in try cursor.ink() }
            default: try cursor.skipValue()
            }
        }
        try finish("the end of the sketch")
        guard isSketch else { throw TextProblem(offset: 0, message: "expected \"format\":\"automata-sketch\"") }
        let numbers = DocumentNumbers(
            states.map(\.id.number) + transitions.map(\.id.number) + notes.map(\.id.number),
            addedCount: added.first ?? 0)
        let inkNumbers = DocumentNumbers(ink.map(\.id.number), addedCount: added.count > 1 ? added[1] : 0)
        var contents = SketchContents()
        contents.diagram = Diagram(
            states: states.map { numbers.renumbered($0) }, transitions: transitions.map { numbers.renumbered($0) },
            notes: notes.map { numbers.renumbered($0) }, addedCount: numbers.addedCount)
        contents.restore(ink.map { inkNumbers.renumbered($0, elements: numbers) }, count: inkNumbers.addedCount)
        return contents
    }

    // MARK: Elements

    private mutating func state() throws(TextProblem) -> Diagram.State {
        var state = Diagram.State(id: Diagram.State.ID(0), center: .zero, radius: 24, isFinal: false)
        state.hasAutomaticName = false
        try object("a state") { (cursor, key, _) throws(TextProblem) in
            switch key {
            case "id": state.id = Diagram.State.ID(try cursor.wholeNumber())
            case "name": state.name = try cursor.string()
            case "automatic": state.hasAutomaticName = try cursor.flag()
            case "center": state.center = try cursor.point()
            case "radius": state.radius = try cursor.number()
            case "final": state.isFinal = try cursor.flag()
            default: try cursor.skipValue()
            }
        }
        return state
    }

    private mutating func transition() throws(TextProblem) -> Diagram.Transition {
        var transition = Diagram.Transition(id: Diagram.Transition.ID(0))
        try object("a transition") { (cursor, key, _) throws(TextProblem) in
            switch key {
            case "id": transition.id = Diagram.Transition.ID(try cursor.wholeNumber())
            case "from": transition.start = Diagram.State.ID(try cursor.wholeNumber())
            case "to": transition.end = Diagram.State.ID(try cursor.wholeNumber())
            case "symbols":
                transition.symbols = try cursor.list { cursor throws(TextProblem) in try cursor.string() }
            case "epsilon": transition.hasEpsilon = try cursor.flag()
            case "tail": transition.tail = try cursor.point()
            case "tip": transition.tip = try cursor.point()
            case "bend": transition.bend = try cursor.number()
            case "angle": transition.angle = try cursor.number()
            default: try cursor.skipValue()
            }
        }
        return transition
    }

    private mutating func note() throws(TextProblem) -> Diagram.Note {
        var (id, text, position) = (0, "", Diagram.Point.zero)
        try object("a note") { (cursor, key, _) throws(TextProblem) in
            switch key {
            case "id": id = try cursor.wholeNumber()
            case "text": text = try cursor.string()
            case "at": position = try cursor.point()
            default: try cursor.skipValue()
            }
        }
        return Diagram.Note(id: Diagram.Note.ID(id), text: text, position: position)
    }

    private mutating func ink() throws(TextProblem) -> Ink {
        var (id, strokes, reading) = (0, [Stroke](), Reading.none)
        var (probability, isChosen, element) = (0.0, false, Element?.none)
        var (text, word, labeled) = (String?.none, Int?.none, Element?.none)
        try object("ink") { (cursor, key, offset) throws(TextProblem) in
            switch key {
            case "id": id = try cursor.wholeNumber()
            case "reading":
                guard let known = Reading(rawValue: try cursor.string()) else {
                    let names = Reading.allCases.map(\.rawValue).joined(separator: ", ")
                    throw TextProblem(offset: offset, message: "expected one of \(names)")
                }
                reading = known
            case "probability": probability = min(max(try cursor.number(), 0), 1)
            case "state": element = .state(Diagram.State.ID(try cursor.wholeNumber()))
            case "transition": element = .transition(Diagram.Transition.ID(try cursor.wholeNumber()))
            case "chosen": isChosen = try cursor.flag()
            case "text": text = try cursor.string()
            case "word": word = try cursor.wholeNumber()
            case "names": labeled = .state(Diagram.State.ID(try cursor.wholeNumber()))
            case "labels": labeled = .transition(Diagram.Transition.ID(try cursor.wholeNumber()))
            case "strokes": strokes = try cursor.list { cursor throws(TextProblem) in try cursor.stroke() }
            default: try cursor.skipValue()
            }
        }
        var ink = Ink(id: Ink.ID(number: id), strokes: strokes)
        (ink.reading, ink.probability, ink.element, ink.isChosen) = (reading, probability, element, isChosen)
        if let text, let word, let labeled {
            ink.transcription = Transcription(text: text, element: labeled, ink: [Ink.ID(number: word)])
        }
        return ink
    }

    /// Reads a position in a drawing.
    package mutating func point() throws(TextProblem) -> Diagram.Point {
        let start = position
        let numbers = try list { cursor throws(TextProblem) in try cursor.number() }
        guard numbers.count == 2 else { throw TextProblem(offset: start, message: "expected a position [x, y]") }
        return Diagram.Point(x: numbers[0], y: numbers[1])
    }
}

extension SketchContents {
    /// Restores the ink of a document, sorted by id. Ink of missing elements gets no reading, and
    /// words of missing elements get no text.
    fileprivate mutating func restore(_ read: [Ink], count: Int) {
        for var one in read.sorted(by: { $0.id < $1.id }) where one.id != ink.last?.id {
            let isThere =
                switch (one.reading, one.element) {
                case (.state, .state(let id)?), (.ring, .state(let id)?): diagram[id] != nil
                case (.transition, .transition(let id)?), (.loop, .transition(let id)?), (.head, .transition(let id)?):
                    diagram[id] != nil
                case (.text, nil): true
                default: false
                }
            if !isThere { (one.reading, one.element) = (.none, nil) }
            if one.reading != .text || !(one.transcription.map { has($0.element) } ?? true) { one.transcription = nil }
            ink.append(one)
        }
        inkCount = max(count, ink.last?.id.number ?? 0)
        // Each ink of a document names the first one of its word.
        let words = Dictionary(grouping: ink.filter { $0.transcription != nil }) { $0.transcription }
        for case (let old?, let word) in words {
            let whole = Transcription(text: old.text, element: old.element, ink: word.map(\.id))
            for one in word { updateInk(one.id) { $0.transcription = whole } }
        }
    }
}
