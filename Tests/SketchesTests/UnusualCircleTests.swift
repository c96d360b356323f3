import Sketches
import Strokes
import Testing

/// Circles that are easily taken for others: signs, arcs, open rings, loops, unusual sizes.
extension DrawingHabitTests {
    private func oval(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Stroke {
        Stroke(arc(0, 0, 1).points.map { Point(x: x + width / 2 * $0.x, y: y + height / 2 * $0.y) })
    }

    private func twoArcs(_ x: Double, _ y: Double, _ radius: Double) -> [Stroke] {
        [arc(x, y, radius, turns: 0.52), arc(x, y, radius, turns: -0.52)]
    }

    @Test("a narrow oval in a state is a sign, a round circle may be its ring", arguments: Way.allCases)
    func signsInStates(_ way: Way) {
        for width in stride(from: 20.0, through: 28, by: 2) {
            let sketch = read(states + [mark, shaft, oval(100, 200, width, 38)], way)
            #expect(sketch.diagram.states.map(\.isFinal) == [false, true])
            #expect(sketch.ink.last?.reading == .text, "\(width)")
        }
        let round = read(states + [mark, shaft, oval(100, 200, 34, 36)], way)
        #expect(round.ink.last?.probability ?? 1 < 0.7)
        // A ring is as oval as its circle.
        let slanted = read([oval(100, 200, 60, 90), oval(100, 200, 45, 67)], way)
        #expect(slanted.diagram.states.map(\.isFinal) == [true] && slanted.ink.allSatisfy { $0.probability > 0.7 })
    }

    @Test("a sign may come before its state")
    func signsFirst() {
        let sketch = read([oval(100, 200, 24, 36)] + states + [mark, shaft], .whole)
        #expect(sketch.diagram.states.map(\.isFinal) == [false, true])
        #expect(sketch.ink.first?.reading == .text)
    }

    @Test("all circles are drawn in two arcs", arguments: Way.allCases)
    func onlyArcs(_ way: Way) {
        let circles = twoArcs(100, 200, 35) + twoArcs(300, 200, 35) + twoArcs(300, 200, 26)
        expectArrow(read(circles + [mark, shaft], way))
        let head = line((252, 191), (264, 200), (252, 209))
        expectArrow(read(circles + [mark, shaft, head], way))
    }

    @Test("loops at a state of two arcs")
    func loopsAtArcs() {
        for turn in [0.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875] {
            func place(_ radius: Double, _ offset: Double) -> Point {
                let (x, y) = Self.direction(turn + offset)
                return Point(x: 300 + radius * x, y: 200 + radius * y)
            }
            let corners = [place(37, 1 - 0.07), place(130, 1 - 0.105), place(130, 0.105), place(37, 0.07)]
            let loop = Stroke(
                (0...30).map { step in
                    let t = Double(step) / 30, s = 1 - t
                    let weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
                    return zip(weights, corners).reduce(Point.zero) {
                        Point(x: $0.x + $1.0 * $1.1.x, y: $0.y + $1.0 * $1.1.y)
                    }
                })
            let sketch = read(twoArcs(300, 200, 35) + [loop], .whole)
            #expect(sketch.diagram.states.count == 1 && sketch.ink.last?.reading == .loop, "\(turn)")
        }
    }

    @Test("an open ring makes its state final, and is doubtful")
    func openRings() {
        let two = [arc(300, 200, 35), arc(100, 200, 35)]
        for ring in [
            [arc(100, 200, 28.5, from: 0, turns: 0.4), arc(100, 200, 28.5, from: 0.5, turns: 0.4)],
            [arc(100, 200, 28.5, turns: 0.8)], [arc(100, 200, 42, turns: 0.8)],
        ] {
            let sketch = read(two + ring, .whole)
            #expect(sketch.diagram.states.map(\.isFinal) == [false, true])
            #expect(sketch.ink.last?.reading == .ring)
        }
        // A part of the circle that is drawn again is none.
        let again = read(two + [arc(101, 200, 34, turns: 0.8)], .whole)
        #expect(again.diagram.states.map(\.isFinal) == [false, false] && again.ink.last?.reading == .state)
        #expect(again.interpretation(of: again.ink[2].id)?.reason.contains("draws it again") ?? false)
    }

    @Test("a circle that crosses the outline of a state may be its loop")
    func closedLoops() {
        let sketch = read(states + [mark, shaft, arc(100, 152, 18)], .whole)
        #expect(sketch.ink.last?.probability ?? 1 < 0.7)
        #expect(sketch.ink.dropLast().allSatisfy { $0.probability > 0.7 })
    }

    @Test("a circle that may be a loop is told when it is drawn, and when its state is")
    func closedLoopsByStroke() {
        let (state, loop) = (arc(100, 200, 35), arc(100, 152, 18))
        for (first, second, names) in [(state, loop, ("q1", "q0")), (loop, state, ("q0", "q1"))] {
            var sketch = Sketch()
            #expect(sketch.apply(.draw([first])).notice == nil)
            let notice = sketch.apply(.draw([second])).notice
            #expect(notice == .doubtfulLoop(names.0, at: names.1))
            #expect(notice?.description.hasPrefix("\(names.0) may be a state, or a loop at \(names.1)") == true)
        }
        var sketch = Sketch()
        sketch.apply(.draw([arc(100, 200, 35)]))
        #expect(sketch.apply(.draw([arc(100, 110, 18)])).notice == nil)
    }

    @Test("a state of twice the size doesn't change the ring of another one", arguments: Way.allCases)
    func unequalStates(_ way: Way) {
        let sketch = read([arc(500, 200, 70)] + states + [mark, shaft], way)
        #expect(sketch.diagram.states.map(\.isFinal) == [false, false, true])
    }
}
