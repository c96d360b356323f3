import Diagrams
import Sketches
import Strokes
import Testing

/// Drawings as people make them, with exact geometry: arrows of several strokes, circles in pieces,
/// corrections, names in ink.
///
/// Unless a test says otherwise, the drawing has two states with radius 35, an initial mark at the
/// left one, and an arrow to the right one.
@Suite("Drawing habits")
struct DrawingHabitTests {
    /// The ways in which strokes are read.
    enum Way: CaseIterable { case whole, strokeByStroke }

    func read(_ strokes: [Stroke], _ way: Way) -> Sketch {
        guard way == .strokeByStroke else { return .reading(strokes) }
        var sketch = Sketch()
        for stroke in strokes { sketch.apply(.draw([stroke])) }
        return sketch
    }

    /// A part of a circle or of a spiral, in turns from the right, clockwise on the page.
    func arc(
        _ x: Double, _ y: Double, _ radius: Double, from start: Double = -0.25, turns: Double = 1,
        to last: Double? = nil
    ) -> Stroke {
        let count = max(16, Int(abs(turns) * 60))
        return Stroke(
            (0...count).map { step in
                let share = Double(step) / Double(count)
                let (u, v) = Self.direction(start + turns * share)
                let size = radius + ((last ?? radius) - radius) * share
                return Point(x: x + size * u, y: y + size * v)
            })
    }

    /// The unit vector at an angle in turns, by rotating a small step repeatedly.
    static func direction(_ turns: Double) -> (Double, Double) {
        // An eighth of a thousandth of a turn, by its sine.
        let step = 2 * Double.pi / 8000
        let (cosine, sine) = (1 - step * step / 2, step - step * step * step / 6)
        var (x, y) = (1.0, 0.0)
        for _ in 0..<Int((abs(turns) * 8000).rounded()) { (x, y) = (x * cosine - y * sine, x * sine + y * cosine) }
        return (x, turns < 0 ? -y : y)
    }

    var states: [Stroke] { [arc(100, 200, 35), arc(300, 200, 35), arc(300, 200, 26)] }
    var mark: Stroke { line((20, 200), (62, 200)) }
    var shaft: Stroke { line((137, 200), (264, 200)) }

    /// Expects two states, the right one final, the mark, and one arrow from left to right,
    /// whatever was read beside it.
    func expectArrow(_ sketch: Sketch, _ comment: Comment? = nil) {
        var diagram = sketch.diagram
        #expect(diagram.states.map(\.isFinal) == [false, true], comment)
        for var arrow in diagram.transitions {
            arrow.symbols = []
            diagram.update(arrow)
        }
        let ways = diagram.transitions.map { diagram.description(of: $0) }.sorted()
        #expect(ways == ["nowhere to q0", "q0 to q1"], comment)
    }

    @Test(
        "the barbs of a head are separate lines that touch the outline, stop before it or cross it",
        arguments: Way.allCases)
    func barbs(_ way: Way) {
        for tip in [250.0, 258, 265, 272] {
            let shaft = line((137, 200), (tip, 200))
            let barbs = [line((tip, 200), (tip - 18, 190)), line((tip, 200), (tip - 18, 210))]
            expectArrow(read(states + [mark, shaft] + barbs, way), "tip at \(tip)")
            // Heads come first, and barbs are drawn towards the tip.
            let reversed = barbs.map { Stroke($0.points.reversed()) }
            expectArrow(read(states + [mark] + reversed + [shaft], way), "tip at \(tip), head first")
        }
    }

    @Test("two barbs belong to a shaft that is hardly longer", arguments: Way.allCases)
    func shortShaft(_ way: Way) {
        let sketch = read(
            [
                arc(100, 100, 35), arc(100, 215, 35), line((100, 137), (100, 172)), line((100, 172), (96.6, 162.6)),
                line((100, 172), (103.4, 162.6)),
            ], way)
        let diagram = sketch.diagram
        #expect(diagram.transitions.map { diagram.description(of: $0) } == ["q0 to q1"])
    }

    @Test("a stroke in a state is its name", arguments: Way.allCases)
    func names(_ way: Way) {
        let sketch = read(states + [mark, shaft, line((300, 190), (300, 210))], way)
        expectArrow(sketch)
        #expect(sketch.ink.last?.reading == .text)
    }

    @Test("a small sign beside an arrow is its label", arguments: Way.allCases)
    func labels(_ way: Way) {
        for sign in [line((200, 170), (200, 190)), arc(200, 178, 9)] {
            let sketch = read(states + [mark, shaft, sign], way)
            expectArrow(sketch)
            #expect(sketch.ink.last?.reading == .text)
        }
    }

    @Test("a spiral of two turns is a final state, and a circle traced twice is a state", arguments: Way.allCases)
    func spirals(_ way: Way) {
        expectArrow(read([arc(100, 200, 35), arc(300, 200, 35, turns: 2, to: 24), mark, shaft], way))
        expectArrow(read([arc(100, 200, 35), arc(300, 200, 24, turns: 2, to: 36), mark, shaft], way))
        let twice = read([arc(100, 200, 35, turns: 2, to: 34), arc(300, 200, 35)], way)
        #expect(twice.diagram.states.map(\.isFinal) == [false, false])
    }

    @Test("circles consist of arcs", arguments: Way.allCases)
    func arcs(_ way: Way) {
        let halves = [arc(100, 200, 35, turns: 0.5), arc(100, 200, 35, from: 0.25, turns: 0.5)]
        expectArrow(read(halves + states.dropFirst() + [mark, shaft], way))
        let turned = [arc(100, 200, 35, from: 0.1, turns: 0.5), arc(100, 200, 35, from: 0.1, turns: -0.5)]
        expectArrow(read(turned + states.dropFirst() + [mark, shaft], way))
    }

    @Test("a circle and a shaft that are traced again are corrections", arguments: Way.allCases)
    func corrections(_ way: Way) {
        expectArrow(read(states + [mark, shaft, line((137, 202), (264, 199))], way))
        let sketch = read([arc(100, 200, 35), arc(102, 199, 36.5), arc(300, 200, 35)], way)
        #expect(sketch.diagram.states.map(\.isFinal) == [false, false])
        #expect(sketch.ink.map(\.reading) == [.state, .state, .state])
    }

    @Test("a part of a shaft is drawn again, and a shaft goes on from within a part of it", arguments: Way.allCases)
    func overlaps(_ way: Way) {
        let head = line((252, 191), (264, 200), (252, 209))
        expectArrow(read(states + [mark, shaft, head, line((188, 201), (262, 199))], way))
        expectArrow(read(states + [mark, line((137, 200), (238, 200)), line((225, 201), (264, 200)), head], way))
    }

    @Test("an arrow with a label is traced again")
    func labeledCorrections() {
        var sketch = read(states + [mark, shaft], .strokeByStroke)
        sketch.apply(.write("a", at: Diagram.Point(x: 200, y: 188)))
        sketch.apply(.draw([line((137, 202), (264, 199))]))
        let diagram = sketch.diagram
        #expect(diagram.transitions.map { diagram.description(of: $0) }.sorted() == ["nowhere to q0", "q0 on a to q1"])
        #expect(diagram.problems.isEmpty)
        #expect(sketch.ink.last?.reading == .transition)
    }

    @Test("a part of a circle is traced again, and arcs of a circle overlap", arguments: Way.allCases)
    func overlappingArcs(_ way: Way) {
        let sketch = read(states + [mark, shaft, arc(102, 200, 35, from: 0.1, turns: 0.42)], way)
        expectArrow(sketch)
        #expect(sketch.ink.last?.reading == .state)
        let arcs = [arc(100, 200, 35, from: 0, turns: 0.6), arc(100, 200, 35, from: 0.49, turns: 0.6)]
        expectArrow(read(arcs + states.dropFirst() + [mark, shaft], way))
    }

    @Test("a ring that is hardly smaller than its circle is doubtful", arguments: Way.allCases)
    func doubtfulRings(_ way: Way) {
        func last(_ radius: Double) -> Sketch.Ink? { read([arc(100, 200, 35), arc(100, 200, radius)], way).ink.last }
        #expect(last(26)?.reading == .ring && last(26)?.probability ?? 0 > 0.9)
        #expect(last(31.5)?.probability ?? 1 < 0.7)
        #expect(last(34.5)?.reading == .state && last(34.5)?.probability ?? 0 > 0.9)
    }

    @Test("a circle around the center of a state, or with its center in one, is a ring", arguments: Way.allCases)
    func rings(_ way: Way) {
        let arrow = line((200, 300), (258, 301))
        for ring in [arc(310, 300, 20), arc(320, 300, 90), arc(300, 300, 48), arc(322, 310, 42)] {
            let sketch = read([arrow, arc(300, 300, 40), ring], way)
            let diagram = sketch.diagram
            #expect(diagram.states.map(\.isFinal) == [true])
            #expect(diagram.transitions.map { diagram.description(of: $0) } == ["nowhere to q0"])
        }
    }

    @Test("a high arc between two states is an arrow", arguments: Way.allCases)
    func highArcs(_ way: Way) {
        expectArrow(read(states + [mark, arc(200, 168, 88, from: -0.5, turns: 0.5)], way))
    }

    @Test("scribbling erases what it covers", arguments: Way.allCases)
    func scribbles(_ way: Way) {
        let wrong = line((264, 226), (200, 234), (136, 226))
        let zigzag = (0..<10).flatMap { step -> [(Double, Double)] in
            [(258 - 12 * Double(step), 220), (252 - 12 * Double(step), 240)]
        }
        var points: [Point] = []
        for (from, to) in zip(zigzag, zigzag.dropFirst()) {
            for step in 0..<4 {
                let share = Double(step) / 4
                points.append(Point(x: from.0 + (to.0 - from.0) * share, y: from.1 + (to.1 - from.1) * share))
            }
        }
        let sketch = read(states + [mark, shaft, wrong, Stroke(points)], way)
        expectArrow(sketch)
        #expect(sketch.ink.count == 5)
    }

    @Test("a scribble says what it erased, and is undone in one step")
    func undoneScribbles() {
        var sketch = read(states + [mark, shaft], .strokeByStroke)
        let before = sketch
        let change = sketch.apply(
            .draw([line((140, 190), (170, 210), (150, 190), (200, 210), (180, 190), (230, 210), (210, 190), (260, 210))]
            ))
        #expect(change.notice == .scribbledOut(1) && change.removed.count == 2)
        sketch.apply(.undo)
        #expect(sketch == before)
    }

    @Test("loops without a head are loops in all directions", arguments: Way.allCases)
    func loops(_ way: Way) {
        for eighth in 0..<8 {
            let turns = Double(eighth) / 8
            func place(_ distance: Double, _ offset: Double) -> (Double, Double) {
                let (x, y) = Self.direction(turns + offset)
                return (300 + distance * x, 300 + distance * y)
            }
            let loop = line(
                place(40, -0.06), place(55, -0.07), place(80, -0.06), place(95, -0.03), place(98, 0), place(95, 0.03),
                place(80, 0.06), place(55, 0.07), place(40, 0.06))
            let sketch = read([arc(300, 300, 40), loop], way)
            #expect(sketch.diagram.states.count == 1 && sketch.diagram.transitions.map(\.isLoop) == [true], "\(eighth)")
        }
    }

    @Test("the outline of a state is open if arrows end at it", arguments: Way.allCases)
    func openOutlines(_ way: Way) {
        let strokes = [arc(100, 200, 35, turns: 0.82), arc(300, 200, 35), mark, shaft]
        let sketch = read(strokes, way)
        let diagram = sketch.diagram
        #expect(diagram.transitions.map { diagram.description(of: $0) }.sorted() == ["nowhere to q0", "q0 to q1"])
    }
}
