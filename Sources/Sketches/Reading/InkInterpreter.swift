internal import Diagrams
internal import Strokes

/// An interpreter of the ink of a sketch, for many questions until the sketch changes.
///
/// It compares ink only with nearby elements, because no others affect the interpretation.
package final class InkInterpreter {
    private let contents: SketchContents
    private let recognizer: InkRecognizer
    private var inks: [Element: [Ink]] = [:]
    private var states = ReachIndex()
    private let largestRadius: Double
    private var arrows = ReachIndex()
    private lazy var words = WordReader(contents, recognizer)
    private var handwriting: [Ink.ID: Sketch.Handwriting] = [:]

    /// - Complexity: O(*n* + *k*) for *n* elements and *k* inks.
    init(_ contents: SketchContents, _ recognizer: InkRecognizer) {
        (self.contents, self.recognizer) = (contents, recognizer)
        largestRadius = contents.diagram.states.map(\.radius).max() ?? 0
        for own in contents.ink {
            if let element = own.element { inks[element, default: []].append(own) }
        }
        for (number, state) in contents.diagram.states.enumerated() {
            states.insert(number, at: Point(state.center), reach: PageStates.reach * state.radius)
        }
        for (number, arrow) in contents.diagram.transitions.enumerated() {
            let ends = contents.diagram.ends(of: arrow)
            arrows.insert(number, at: Point(ends.tail), reach: 0)
            arrows.insert(number, at: Point(ends.tip), reach: 0)
        }
    }

    /// Recognizes ink among the current elements; returns `nil` if the sketch doesn't have the ink.
    package func interpretation(of id: Sketch.Ink.ID) -> Sketch.Interpretation? {
        guard let own = contents.currentInk(id) else { return nil }
        let part = surroundings(of: own)
        let recognition = recognizer.recognize(own.strokes, among: part.context(without: own.element))
        var interpretation = part.interpretation(of: id, recognition, recognizer)
        interpretation?.handwriting = own.reading == .text ? handwriting(of: id) : nil
        return interpretation
    }

    private func handwriting(of id: Ink.ID) -> Sketch.Handwriting? {
        if let known = handwriting[id] { return known }
        guard let word = words.word(of: id) else { return nil }
        for other in word.ink { handwriting[other] = word }
        return word
    }

    /// Returns the contents without the elements that the meaning of ink doesn't depend on.
    func surroundings(of own: Ink) -> SketchContents {
        let (diagram, element) = (contents.diagram, own.element)
        let mates = element.flatMap { inks[$0] } ?? [own]
        var (stateNumbers, arrowNumbers) = (Set<Int>(), Set<Int>())
        if let box = own.box {
            // What all ink of its element touches, as the rest of the element is read again.
            let whole = mates.compactMap(\.box).reduce(into: box) { $0.formUnion($1) }
            stateNumbers.formUnion(states.numbers(near: whole))
            arrowNumbers.formUnion(arrows.numbers(near: box, margin: 2 * box.diagonal))
        }
        // The circle of a flat arc is far from its ink.
        if case .state(let circle) = recognizer.recognize(own.strokes).geometry(of: .state) {
            if let nearest = nearestState(to: circle, except: element) { stateNumbers.insert(nearest) }
        }
        var near = arrowNumbers.map { diagram.transitions[$0] }
        if case .transition(let id)? = element { near += diagram[id].map { [$0] } ?? [] }
        var around = stateNumbers.map { diagram.states[$0] }
        if case .state(let id)? = element { around += diagram[id].map { [$0] } ?? [] }
        around += near.flatMap { [$0.start, $0.end] }.compactMap { $0.flatMap { diagram[$0] } }
        var part = SketchContents()
        part.diagram = Diagram(states: around, transitions: near, notes: [], addedCount: diagram.addedCount)
        (part.ink, part.inkCount) = (mates, contents.inkCount)
        return part
    }

    /// Returns the number of the state with the nearest center, other than an element, if its
    /// circle may touch the given one.
    private func nearestState(to circle: StateGeometry, except element: Element?) -> Int? {
        let all = contents.diagram.states
        let box = BoundingBox(minimum: circle.center, maximum: circle.center)
        func distance(_ number: Int) -> Double { all[number].center.distance(to: Diagram.Point(circle.center)) }
        func nearest(within margin: Double) -> Int? {
            let near = states.numbers(near: box, margin: margin).filter { .state(all[$0].id) != element }
            return near.min { distance($0) < distance($1) }
        }
        var margin = circle.radius
        repeat {
            // One that is nearer may be beyond the margin.
            if let found = nearest(within: margin) { return nearest(within: distance(found)) }
            margin *= 4
        } while margin < 4 * (circle.radius + largestRadius)
        return nil
    }
}
