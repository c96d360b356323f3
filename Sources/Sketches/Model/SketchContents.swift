internal import Diagrams
internal import Strokes

typealias Ink = Sketch.Ink
typealias Element = Sketch.Element
typealias Reading = Sketch.Reading
typealias Change = Sketch.Change
typealias Notice = Sketch.Notice
typealias Interpretation = Sketch.Interpretation
typealias Transcription = Sketch.Transcription

/// The contents of a sketch at one time.
struct SketchContents: Sendable {
    var diagram = Diagram()
    /// The ink, sorted by id.
    var ink: [Ink] = []
    /// The number of inks that were ever added.
    var inkCount = 0

    /// Adds ink. The number must not be in use; `nil` stands for the next number.
    mutating func addInk(_ strokes: [Stroke], number: Int? = nil) -> Ink.ID {
        let id = Ink.ID(number: number ?? inkCount + 1)
        inkCount = max(inkCount, id.number)
        let new = Ink(id: id, strokes: strokes)
        ink.insert(new, at: insertionIndex(of: id))
        return id
    }

    /// Changes the ink with an id, if it exists.
    mutating func updateInk(_ id: Ink.ID, _ body: (inout Ink) -> Void) {
        guard let index = inkIndex(of: id) else { return }
        body(&ink[index])
    }

    /// Returns the current ink with an id, or `nil` if there is none.
    func currentInk(_ id: Ink.ID) -> Ink? { inkIndex(of: id).map { ink[$0] } }

    private func inkIndex(of id: Ink.ID) -> Int? {
        let index = insertionIndex(of: id)
        return index < ink.count && ink[index].id == id ? index : nil
    }

    /// Returns the index of the first ink with at least the given id.
    private func insertionIndex(of id: Ink.ID) -> Int {
        if let last = ink.last, last.id < id { return ink.count }
        var (low, high) = (0, ink.count)
        while low < high {
            let middle = (low + high) / 2
            if ink[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the ink of an element.
    func ink(of element: Element) -> [Ink] { ink.filter { $0.element == element } }

    /// Returns the strokes of an element, in drawing order.
    func strokes(of element: Element) -> [Stroke] { ink(of: element).flatMap(\.strokes) }

    /// Returns the number of bytes of the lists that a change copied.
    func byteCount(copiedBy change: Change) -> Int {
        func size<Item>(of items: [Item]) -> Int { items.count * MemoryLayout<Item>.stride }
        var (states, arrows, notes, inks) = (0, 0, 0, 0)
        for element in change.inserted + change.updated + change.removed {
            switch element {
            case .state: states = size(of: diagram.states)
            case .transition: arrows = size(of: diagram.transitions)
            case .note: notes = size(of: diagram.notes)
            case .ink: inks = size(of: ink)
            }
        }
        return states + arrows + notes + inks
    }

    /// Recognizes strokes among the states.
    func recognize(_ strokes: [Stroke], _ recognizer: InkRecognizer) -> Recognition {
        recognizer.recognize(strokes, among: context(without: nil))
    }

    /// Returns the indices of the states at the ends of an arrow.
    func connection(of connector: Connector, isLoop: Bool = false) -> Connector.Connection {
        connector.connection(to: context(without: nil).states.span, isLoop: isLoop)
    }

    /// Returns the circles of the states, without that of an element.
    func context(without element: Element?) -> ElementContext {
        let others = diagram.states.filter { .state($0.id) != element }
        return ElementContext(states: others.map(\.circle))
    }
}

extension SketchContents: Hashable {
    static func == (left: SketchContents, right: SketchContents) -> Bool {
        left.diagram == right.diagram && left.ink == right.ink && left.inkCount == right.inkCount
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(diagram)
        hasher.combine(ink)
        hasher.combine(inkCount)
    }
}

extension Diagram.State {
    /// The outline for the recognizer.
    var circle: StateGeometry { StateGeometry(center: Point(center), radius: radius) }
}

extension Point {
    init(_ position: Diagram.Point) { self.init(x: position.x, y: position.y) }
}

extension Diagram.Point {
    init(_ point: Point) { self.init(x: point.x, y: point.y) }
}
