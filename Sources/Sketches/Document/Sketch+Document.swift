internal import Diagrams
public import Strokes
internal import TextSupport

extension Sketch {
    /// Returns whether a text begins as documents do that are written here: with the format.
    public static func isDocument(_ text: UnsafeRawBufferPointer) -> Bool {
        let spaces: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
        return text.lazy.filter { !spaces.contains($0) }.starts(with: "{\"format\":\"automata-sketch\"".utf8)
    }

    /// Reads a document.
    ///
    /// Keys that this version doesn't know are passed over. Ends of arrows at states that aren't
    /// there are free.
    ///
    /// - Parameters:
    ///   - document: The text.
    ///   - name: The name of the text for errors, a path or `-`.
    ///   - recognizer: The recognizer of strokes that are drawn later.
    /// - Complexity: O(*n* log *n*) in the length of the text.
    /// - Throws: ``SketchDocumentError`` with the place of the fault.
    public init(
        document: UnsafeRawBufferPointer, name: String? = nil, recognizer: ElementRecognizer = ElementRecognizer()
    ) throws(SketchDocumentError) {
        do throws(TextProblem) {
            var reader = DocumentReader(document)
            self.init(try reader.page(), recognizer: recognizer)
        } catch {
            throw SketchDocumentError(error, in: document, name: name)
        }
    }
}

/// Reads a document in one pass.
private struct DocumentReader {
    private var cursor: JSONCursor

    init(_ text: UnsafeRawBufferPointer) {
        cursor = JSONCursor(text, from: text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    }

    mutating func page() throws(TextProblem) -> Page {
        var (states, transitions, notes) = ([Diagram.State](), [Diagram.Transition](), [Diagram.Note]())
        var (ink, added, isSketch) = ([Ink](), [0, 0], false)
        try object("a sketch") { (reader, key, offset) throws(TextProblem) in
            switch key {
            case "format":
                guard try reader.cursor.string() == "automata-sketch" else {
                    throw TextProblem(offset: offset, message: "expected the format 'automata-sketch'")
                }
                isSketch = true
            case "version":
                let version = try reader.whole()
                guard 1...SketchDocument.version ~= version else {
                    throw TextProblem(
                        offset: offset,
                        message: "the sketch has version \(version), and this reads up to \(SketchDocument.version)",
                        remedy: "read it with the version that wrote it")
                }
            case "added": added = try reader.list { reader throws(TextProblem) in try reader.whole() }
            case "states": states = try reader.list { reader throws(TextProblem) in try reader.state() }
            case "transitions":
                transitions = try reader.list { reader throws(TextProblem) in try reader.transition() }
            case "notes": notes = try reader.list { reader throws(TextProblem) in try reader.note() }
            case "ink": ink = try reader.list { reader throws(TextProblem) in try reader.ink() }
            default: try reader.cursor.skipValue()
            }
        }
        cursor.skipBlanks()
        guard cursor.isAtEnd else { throw cursor.problem("the end of the sketch") }
        guard isSketch else { throw TextProblem(offset: 0, message: "expected \"format\":\"automata-sketch\"") }
        var page = Page()
        page.diagram = Diagram(
            states: states, transitions: transitions, notes: notes, addedCount: added.first ?? 0)
        page.restore(ink, count: added.count > 1 ? added[1] : 0)
        return page
    }

    // MARK: Elements

    private mutating func state() throws(TextProblem) -> Diagram.State {
        var state = Diagram.State(id: Diagram.State.ID(0), center: .zero, radius: 24, isFinal: false)
        state.hasAutomaticName = false
        var id = 0
        try object("a state") { (reader, key, _) throws(TextProblem) in
            switch key {
            case "id": id = try reader.whole()
            case "name": state.name = try reader.cursor.string()
            case "automatic": state.hasAutomaticName = try reader.flag()
            case "center": state.center = try reader.place()
            case "radius": state.radius = try reader.cursor.number()
            case "final": state.isFinal = try reader.flag()
            default: try reader.cursor.skipValue()
            }
        }
        var result = Diagram.State(
            id: Diagram.State.ID(id), center: state.center, radius: state.radius, isFinal: state.isFinal)
        (result.name, result.hasAutomaticName) = (state.name, state.hasAutomaticName)
        return result
    }

    private mutating func transition() throws(TextProblem) -> Diagram.Transition {
        var (id, start, end) = (0, Int?.none, Int?.none)
        var parts = Diagram.Transition(id: Diagram.Transition.ID(0))
        try object("a transition") { (reader, key, _) throws(TextProblem) in
            switch key {
            case "id": id = try reader.whole()
            case "from": start = try reader.whole()
            case "to": end = try reader.whole()
            case "symbols":
                parts.symbols = try reader.list { reader throws(TextProblem) in try reader.cursor.string() }
            case "epsilon": parts.hasEpsilon = try reader.flag()
            case "tail": parts.tail = try reader.place()
            case "tip": parts.tip = try reader.place()
            case "bend": parts.bend = try reader.cursor.number()
            case "angle": parts.angle = try reader.cursor.number()
            default: try reader.cursor.skipValue()
            }
        }
        var transition = Diagram.Transition(id: Diagram.Transition.ID(id))
        (transition.start, transition.end) = (start.map { Diagram.State.ID($0) }, end.map { Diagram.State.ID($0) })
        (transition.symbols, transition.hasEpsilon) = (parts.symbols, parts.hasEpsilon)
        (transition.tail, transition.tip) = (parts.tail, parts.tip)
        (transition.bend, transition.angle) = (parts.bend, parts.angle)
        return transition
    }

    private mutating func note() throws(TextProblem) -> Diagram.Note {
        var (id, text, place) = (0, "", Diagram.Point.zero)
        try object("a note") { (reader, key, _) throws(TextProblem) in
            switch key {
            case "id": id = try reader.whole()
            case "text": text = try reader.cursor.string()
            case "at": place = try reader.place()
            default: try reader.cursor.skipValue()
            }
        }
        return Diagram.Note(id: Diagram.Note.ID(id), text: text, place: place)
    }

    private mutating func ink() throws(TextProblem) -> Ink {
        var (id, strokes, reading) = (0, [Stroke](), Reading.none)
        var (probability, isChosen, element) = (0.0, false, Element?.none)
        try object("ink") { (reader, key, offset) throws(TextProblem) in
            switch key {
            case "id": id = try reader.whole()
            case "reading":
                guard let known = Reading(rawValue: try reader.cursor.string()) else {
                    let names = Reading.allCases.map(\.rawValue).joined(separator: ", ")
                    throw TextProblem(offset: offset, message: "expected one of \(names)")
                }
                reading = known
            case "probability": probability = min(max(try reader.cursor.number(), 0), 1)
            case "state": element = .state(Diagram.State.ID(try reader.whole()))
            case "transition": element = .transition(Diagram.Transition.ID(try reader.whole()))
            case "chosen": isChosen = try reader.flag()
            case "strokes": strokes = try reader.list { reader throws(TextProblem) in try reader.stroke() }
            default: try reader.cursor.skipValue()
            }
        }
        var ink = Ink(id: Ink.ID(number: id), strokes: strokes)
        (ink.reading, ink.probability, ink.element, ink.isChosen) = (reading, probability, element, isChosen)
        return ink
    }

    private mutating func stroke() throws(TextProblem) -> Stroke {
        let start = cursor.position
        var (points, times, pressures) = ([Point](), [Double](), [Double]())
        let rows = try list { reader throws(TextProblem) in
            try reader.list { reader throws(TextProblem) in try reader.coordinate() }
        }
        for row in rows {
            guard 2...4 ~= row.count, row.count == rows[0].count, let x = row[0], let y = row[1] else {
                throw TextProblem(
                    offset: start, message: "expected points [x, y], [x, y, t] or [x, y, t, p], all alike")
            }
            points.append(Point(x: x, y: y))
            if row.count > 2, let time = row[2] { times.append(time) }
            if row.count > 3, let pressure = row[3] { pressures.append(pressure) }
        }
        do throws(StrokeError) {
            return try Stroke(
                points, times: times.isEmpty ? nil : times, pressures: pressures.isEmpty ? nil : pressures)
        } catch {
            throw TextProblem(offset: start, message: "expected a time and a pressure at each point or at none")
        }
    }

    // MARK: Values

    private mutating func object(
        _ what: String, _ member: (inout DocumentReader, String, Int) throws(TextProblem) -> Void
    ) throws(TextProblem) {
        try cursor.open(UInt8(ascii: "{"), what)
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "}"), isFirst: &isFirst) {
            let key = try cursor.key()
            try member(&self, key.name, key.offset)
        }
    }

    private mutating func list<Item>(
        _ item: (inout DocumentReader) throws(TextProblem) -> Item
    ) throws(TextProblem) -> [Item] {
        try cursor.open(UInt8(ascii: "["), "a list")
        var items: [Item] = []
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirst) { items.append(try item(&self)) }
        return items
    }

    private mutating func whole() throws(TextProblem) -> Int {
        cursor.skipBlanks()
        guard let number = cursor.natural() else { throw cursor.problem("a whole number") }
        return number
    }

    private mutating func coordinate() throws(TextProblem) -> Double? {
        cursor.skipBlanks()
        return cursor.skipWord("null") ? nil : try cursor.number()
    }

    private mutating func flag() throws(TextProblem) -> Bool {
        cursor.skipBlanks()
        if cursor.skipWord("true") { return true }
        guard cursor.skipWord("false") else { throw cursor.problem("true or false") }
        return false
    }

    private mutating func place() throws(TextProblem) -> Diagram.Point {
        let start = cursor.position
        let numbers = try list { reader throws(TextProblem) in try reader.cursor.number() }
        guard numbers.count == 2 else { throw TextProblem(offset: start, message: "expected a place [x, y]") }
        return Diagram.Point(x: numbers[0], y: numbers[1])
    }
}

extension Page {
    /// Takes ink of a document: sorted by id, and with elements that are there.
    fileprivate mutating func restore(_ read: [Ink], count: Int) {
        for var one in read.sorted(by: { $0.id < $1.id }) where one.id != ink.last?.id {
            let isThere =
                switch (one.reading, one.element) {
                case (.state, .state(let id)?), (.ring, .state(let id)?): diagram[id] != nil
                case (.transition, .transition(let id)?), (.loop, .transition(let id)?), (.head, .transition(let id)?):
                    diagram[id] != nil
                default: false
                }
            if !isThere { (one.reading, one.element) = (.none, nil) }
            ink.append(one)
        }
        inkCount = max(count, ink.last?.id.number ?? 0)
    }
}
