internal import Diagrams
internal import Drawing
internal import Sketches
internal import Strokes
internal import TextSupport

/// The elements that a page draws, each as a text in JSON.
struct Scene: Sendable {
    /// The elements by their names.
    private var elements: [String: Item] = [:]
    /// The names in the order in which elements are drawn: ink, arrows, states, notes.
    private var names: [String] = []
    /// The names in the order of keyboard navigation: each state with the arrows that leave it,
    /// then the other elements.
    private var order: [String] = []

    /// An element in JSON, and the values on which the text depends.
    private struct Item: Sendable {
        let source: Source
        let text: String
    }

    private enum Source: Sendable, Equatable {
        case state(Diagram.State, isInitial: Bool, DrawnText)
        case arrow(Diagram.Transition, from: Diagram.State?, to: Diagram.State?, DrawnText?)
        case note(Diagram.Note)
        case ink(Sketch.Ink)
    }

    init() {}

    /// Draws a diagram and ink.
    ///
    /// - Parameter formerScene: A scene whose texts are reused for elements that look the same.
    init(_ diagram: Diagram, _ ink: [Sketch.Ink], reusing formerScene: Scene = Scene()) {
        let drawing = DrawnDiagram(diagram, showsAlphabet: false)
        let initial = Set(diagram.transitions.filter(\.marksInitialState).map(\.end))
        for ink in ink { add(.ink(ink.id), .ink(ink), formerScene) { Self.write(ink, to: &$0) } }
        for (transition, arrow) in zip(diagram.transitions, drawing.arrows) {
            let (start, end) = (transition.start.flatMap { diagram[$0] }, transition.end.flatMap { diagram[$0] })
            let source = Source.arrow(transition, from: start, to: end, arrow.label)
            add(.transition(transition.id), source, formerScene) { Self.write(transition, arrow, diagram, to: &$0) }
        }
        for (state, circle) in zip(diagram.states, drawing.circles) {
            let source = Source.state(state, isInitial: initial.contains(state.id), circle.name)
            add(.state(state.id), source, formerScene) { Self.write(state, circle, diagram, to: &$0) }
        }
        for (note, text) in zip(diagram.notes, drawing.notes) {
            add(.note(note.id), .note(note), formerScene) { object in
                object.add("kind", "note")
                object.add("text", note.text)
                Self.write(text, to: &object)
                object.add("spoken", "Note \(note.text)")
            }
        }
        var transitionNamesByStart: [Diagram.State.ID?: [String]] = [:]
        for arrow in diagram.transitions {
            transitionNamesByStart[arrow.start, default: []].append(Sketch.Element.transition(arrow.id).name)
        }
        for state in diagram.states {
            order += [Sketch.Element.state(state.id).name] + transitionNamesByStart[state.id, default: []]
        }
        order += transitionNamesByStart[nil, default: []] + diagram.notes.map { Sketch.Element.note($0.id).name }
        order += ink.filter { ($0.element ?? $0.transcription?.element) == nil }.map { Sketch.Element.ink($0.id).name }
    }

    private mutating func add(
        _ element: Sketch.Element, _ source: Source, _ formerScene: Scene, _ write: (inout JSONObject) -> Void
    ) {
        let name = element.name
        names.append(name)
        if let same = formerScene.elements[name], same.source == source {
            elements[name] = same
            return
        }
        let object = JSONObject { object in
            object.add("id", name)
            write(&object)
        }
        elements[name] = Item(source: source, text: object.text)
    }

    /// Writes all elements.
    func write(to object: inout JSONObject) {
        object.add("elements", written: names.compactMap { elements[$0]?.text })
        object.add("order", order)
    }

    /// Writes the elements that are new or changed since another scene, and those that are gone.
    func write(since other: Scene, to object: inout JSONObject) {
        let changedNames = names.filter { name in
            guard let text = elements[name]?.text, let other = other.elements[name]?.text else { return true }
            return !text.utf8.elementsEqual(other.utf8)
        }
        object.add("elements", written: changedNames.compactMap { elements[$0]?.text })
        object.add("removed", other.names.filter { elements[$0] == nil })
        if order != other.order { object.add("order", order) }
    }

    // MARK: Elements

    private static func write(
        _ state: Diagram.State, _ circle: DrawnDiagram.Circle, _ diagram: Diagram, to object: inout JSONObject
    ) {
        object.add("kind", "state")
        write(circle.name, to: &object)
        object.add("r", circle.radius)
        object.add("ring", circle.ring)
        object.add("name", state.name)
        object.add("initial", diagram.isInitial(state.id))
        object.add("final", state.isFinal)
        object.add("spoken", diagram.description(of: state))
    }

    private static func write(
        _ transition: Diagram.Transition, _ arrow: DrawnArrow, _ diagram: Diagram, to object: inout JSONObject
    ) {
        let ends = diagram.ends(of: transition)
        object.add("kind", "arrow")
        object.add("path", arrow.shaftPath)
        object.add("head", arrow.headPath)
        object.add("label", arrow.label.map { label in JSONObject { write(label, to: &$0) } })
        object.add("from", transition.start.map { Sketch.Element.state($0).name })
        object.add("to", transition.end.map { Sketch.Element.state($0).name })
        object.add("symbols", transition.symbols)
        object.add("epsilon", transition.hasEpsilon)
        object.add("loop", transition.isLoop)
        object.add("mark", transition.marksInitialState)
        object.add("tail", (ends.tail.x, ends.tail.y))
        object.add("tip", (ends.tip.x, ends.tip.y))
        object.add("middle", (arrow.middle.x, arrow.middle.y))
        object.add(
            "spoken",
            transition.marksInitialState
                ? "Initial mark of " + (transition.end.flatMap { diagram[$0] }?.name ?? "")
                : "Arrow from " + diagram.description(of: transition))
    }

    private static func write(_ text: DrawnText, to object: inout JSONObject) {
        object.add("lines", text.lines.map { $0.runs.map(part) })
        object.add("x", text.middle.x)
        object.add("y", text.middle.y)
        object.add("size", text.size)
    }

    /// A part of a line, with its distance below it in units of the font's size.
    private static func part(_ run: TypesetText.Run) -> JSONObject {
        var object: JSONObject = ["text": run.text]
        if run.level != .base { object.add("shift", run.level.shift) }
        return object
    }

    private static func write(_ ink: Sketch.Ink, to object: inout JSONObject) {
        object.add("kind", "ink")
        object.add("path", ink.strokes.map(\.path).joined())
        object.add("reading", ink.reading.rawValue)
        object.add("element", (ink.element ?? ink.transcription?.element)?.name)
        object.add("spoken", ink.reading == .none ? "Ink without a meaning" : "Ink, read as \(ink.reading.rawValue)")
    }
}

extension Stroke {
    /// The stroke as the data of a path in SVG.
    fileprivate var path: String {
        var text = ""
        for (index, point) in points.enumerated() {
            text += "\(index == 0 ? "M" : "L")\(Decimal.hundredths(point.x)) \(Decimal.hundredths(point.y))"
        }
        // A dot is drawn as a line of no length with round ends.
        return points.count == 1 ? text + "l0 0" : text
    }
}
