import Diagrams
import Sketches
import Strokes
import Testing

/// Drawings in which a program placed circles and arrows.
@Suite("Placed shapes")
struct PlacedShapeTests {
    typealias Element = (strokes: [Stroke], labels: [String: String])

    static func circle(_ x: Double, _ radius: Double = 40, _ labels: [String: String] = [:]) -> Element {
        // A square is as good, as only its box counts.
        let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1), (-1, -1)]
        let points = corners.map { Point(x: x + radius * $0.0, y: radius * $0.1) }
        return ([Stroke(points)], labels.merging(["shape": "circle"]) { own, _ in own })
    }

    static func arrow(_ points: [(Double, Double)], _ labels: [String: String] = [:]) -> Element {
        (
            [Stroke(points.map { Point(x: $0.0, y: $0.1) })], labels.merging(["shape": "arrow"]) { own, _ in own }
        )
    }

    static func diagram(_ elements: [Element], _ texts: [Sketch.Text] = []) throws -> Diagram {
        try Sketch.reading(elements: elements, texts: texts).diagram
    }

    /// The names of the states at the ends of each arrow.
    static func arrows(_ diagram: Diagram) -> [String] {
        diagram.transitions.map { arrow in
            let names = [arrow.start, arrow.end].map { $0.flatMap { diagram[$0]?.name } ?? "-" }
            return names.joined(separator: ">") + " " + arrow.symbols.joined(separator: ",")
        }
    }

    @Test func labelsNameEndsNamesAndSymbols() throws {
        let diagram = try Self.diagram([
            Self.circle(0, 40, ["id": "A", "text": "p"]), Self.circle(200, 40, ["id": "B"]),
            // Far from both: the labels decide.
            Self.arrow([(500, 500), (600, 500)], ["from": "B", "to": "A", "text": "a, b"]),
            Self.arrow([(0, 300), (0, 250)], ["to": "A", "text": "start"]),
            Self.arrow([(0, 0), (9, 9)], ["from": "B", "to": "B", "text": "ε"]),
        ])
        #expect(diagram.states.map(\.name) == ["p", "q0"])
        #expect(Self.arrows(diagram) == ["q0>p a,b", "->p ", "q0>q0 "])
        #expect(diagram.transitions.map(\.hasEpsilon) == [false, false, true])
        // A mark of an initial state has no symbols.
        #expect(diagram.notes.map(\.text) == ["start"])
    }

    @Test func circlesInCirclesAreRings() throws {
        let diagram = try Self.diagram([
            Self.circle(0, 30, ["id": "inner", "text": "p"]), Self.circle(1, 40, ["id": "outer"]), Self.circle(100, 10),
            Self.circle(200, 40), Self.circle(200, 3),
            Self.arrow([(0, 0), (1, 1)], ["from": "inner", "to": "outer", "text": "a"]),
        ])
        #expect(diagram.states.map(\.isFinal) == [true, false, false])
        #expect(diagram.states.map(\.radius) == [40, 10, 40])
        #expect(Self.arrows(diagram) == ["p>p a"])
    }

    @Test func endsWithoutLabelsTouch() throws {
        let diagram = try Self.diagram(
            [
                Self.circle(0), Self.circle(200), Self.arrow([(42, 0), (158, 0)]), Self.arrow([(-100, 0), (-42, 0)]),
                Self.arrow([(190, -40), (180, -100), (220, -100), (210, -40)]),
            ],
            [Sketch.Text("a", at: Diagram.Point(x: 100, y: -10)), Sketch.Text("b", at: Diagram.Point(x: 200, y: -110))])
        #expect(Self.arrows(diagram) == ["q0>q1 a", "->q0 ", "q1>q1 b"])
    }

    @Test func handDrawnInkIsReadAmongTheShapes() throws {
        let hand = Stroke((0...30).map { Point(x: 42 + 116 * Double($0) / 30, y: Double($0 % 2)) })
        let head = Stroke([Point(x: 146, y: -8), Point(x: 158, y: 0), Point(x: 146, y: 8)])
        let sketch = try Sketch.reading(elements: [Self.circle(0), ([hand], [:]), Self.circle(200), ([head], [:])])
        #expect(Self.arrows(sketch.diagram) == ["q0>q1 "])
        #expect(sketch.ink.map(\.id.number) == [1, 2, 3, 4])
        #expect(sketch.ink.map(\.reading) == [.state, .transition, .state, .head])
        #expect(sketch.ink.map(\.isChosen) == [true, false, true, false])
    }

    @Test func otherLabelsAreIgnored() throws {
        let circle = Self.circle(0).strokes
        let labels = [["shape": "square"], ["element": "state"], [:]]
        let sketch = try Sketch.reading(elements: labels.map { (circle, $0) })
        #expect(sketch.ink.count == 3 && sketch.ink.allSatisfy { !$0.isChosen })
        let empty = try Self.diagram([([Stroke([])], ["shape": "circle"]), ([], ["shape": "arrow"])])
        #expect(empty == Diagram())
    }
}
