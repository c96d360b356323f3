import Foundation
import Strokes
import Testing

@Suite struct WholeDrawingTests {
    private let recognizer = ElementRecognizer()

    private func circle(_ x: Double, _ y: Double = 0, radius: Double) -> [Stroke] {
        [Stroke(Drawing.circle(radius: radius, center: Point(x: x, y: y)))]
    }

    /// A round loop without a head above a state at (100, 100), which alone looks like a state.
    private var roundLoop: [Stroke] {
        [
            Stroke(
                (0...30).map { step in
                    let angle = (112.5 + 315 * Double(step) / 30) / 180 * .pi
                    return Point(x: 100 + 22 * cos(angle), y: 40 + 22 * sin(angle))
                })
        ]
    }

    @Test func aLoopMayComeBeforeItsState() {
        #expect(recognizer.recognize(roundLoop).best.kind == .state)
        let state = circle(100, 100, radius: 40)
        let before = recognizer.recognize(drawing: [roundLoop, state])
        #expect(before.map(\.best.kind) == [.cycle, .state])
        #expect(before[0].relation == .returns(state: 0))
        #expect(recognizer.recognize(drawing: [state, roundLoop]) == before.reversed())
        // A state far away makes no difference.
        let far = ElementContext(states: [StateGeometry(center: Point(x: 3000, y: 3000), radius: 40)])
        let among = recognizer.recognize(drawing: [roundLoop, state], context: far)
        #expect(among.map(\.best.kind) == [.cycle, .state])
        #expect(among[0].relation == .returns(state: 1))
    }

    @Test func statesThatComeLaterAreContext() {
        // The first state's outer ring comes last; only it is near the tail.
        let arrow = [Stroke(Drawing.path([(90, 0), (200, 0), (185, 8), (200, 0), (185, -8)]))]
        let elements = [arrow, circle(250, radius: 40), circle(0, radius: 20), circle(0, radius: 42)]
        let found = recognizer.recognize(drawing: elements)
        #expect(found.map(\.best.kind) == [.transition, .state, .state, .state])
        #expect(found[0].relation == .joins(from: 1, to: 0))
        #expect(found[3].relation == .surrounds(state: 1))
    }

    @Test func statesOfTheContextCountFirst() {
        let context = ElementContext(states: [StateGeometry(center: Point(x: 100, y: 100), radius: 40)])
        let arrow = [Stroke(Drawing.path([(145, 100), (355, 100)]))]
        let found = recognizer.recognize(drawing: [circle(400, 100, radius: 40), arrow, roundLoop], context: context)
        #expect(found.map(\.best.kind) == [.state, .transition, .cycle])
        #expect(found[1].relation == .joins(from: 0, to: 1) && found[2].relation == .returns(state: 0))
        #expect(recognizer.recognize(drawing: []).isEmpty)
    }

    @Test func anErrorEndsTheWork() {
        struct Stop: Error {}
        var counts = [0, 0]
        let elements = [roundLoop, circle(100, 100, radius: 40)]
        _ = recognizer.recognize(drawing: elements) { counts[$0] += 1 }
        #expect(counts.allSatisfy { 1...5 ~= $0 } && counts[0] > 1)
        #expect(throws: Stop.self) {
            try recognizer.recognize(drawing: elements) { index throws(Stop) in if index == 1 { throw Stop() } }
        }
    }
}
