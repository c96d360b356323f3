import Foundation
import Strokes
import Testing

@Suite struct ElementContextTests {
    private let recognizer = ElementRecognizer()
    private let left = StateGeometry(center: Point(x: 100, y: 100), radius: 40)
    private let right = StateGeometry(center: Point(x: 400, y: 100), radius: 40)
    private var context: ElementContext { ElementContext(states: [left, right]) }

    /// An arc over the upper side between two angles on the outlines of states.
    private func arc(from: Point, to: Point, height: Double) -> [Point] {
        (0...40).map { index in
            let part = Double(index) / 40
            return Point(
                x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part - height * sin(part * .pi))
        }
    }

    @Test func anArcBetweenTwoStatesJoinsThem() {
        let points = arc(from: Point(x: 135, y: 80), to: Point(x: 365, y: 80), height: 90)
        let plain = recognizer.recognize(points)
        let informed = recognizer.recognize(points, context: context)
        #expect(plain.relation == .none)
        #expect(informed.relation == .joins(from: 0, to: 1))
        #expect(informed.probability(of: .transition) >= plain.probability(of: .transition))
        #expect(informed.best.kind == .transition)
        #expect(recognizer.recognize(points.reversed(), context: context).relation == .joins(from: 1, to: 0))
    }

    @Test func anArcBackToItsStateIsACycle() {
        // By shape alone a bow as good as a loop.
        let points = arc(from: Point(x: 65, y: 82), to: Point(x: 135, y: 82), height: 60)
        let plain = recognizer.recognize(points)
        let informed = recognizer.recognize(points, context: context)
        #expect(informed.relation == .returns(state: 0))
        #expect(informed.probability(of: .cycle) > plain.probability(of: .cycle))
        #expect(informed.best.kind == .cycle)
    }

    @Test func aCircleAroundAStateSurroundsIt() {
        let points = Drawing.circle(radius: 50, center: Point(x: 402, y: 99))
        let recognition = recognizer.recognize(points, context: context)
        #expect(recognition.relation == .surrounds(state: 1))
        #expect(recognition.best.kind == .state)
        let elsewhere = Drawing.circle(radius: 50, center: Point(x: 250, y: 300))
        #expect(recognizer.recognize(elsewhere, context: context).relation == .none)
    }

    @Test func oneEndOnAStateTouchesIt() {
        let points = Drawing.path([(140, 100), (270, 220)])
        #expect(recognizer.recognize(points, context: context).relation == .touches(state: 0))
    }

    @Test func aClearStrokeIsNotOverruled() {
        // An arrow drawn within one state's outline stays an arrow.
        let arrow = Drawing.arrow.map { Point(x: 62 + $0.x * 0.38, y: 100 + $0.y * 0.38) }
        let recognition = recognizer.recognize(arrow, context: context)
        #expect(recognition.relation == .returns(state: 0))
        #expect(recognition.best.kind == .transition)
    }

    @Test func statesThatAreNoneArePassedOver() {
        let nothing = [
            StateGeometry(center: Point(x: .nan, y: 0), radius: 10), StateGeometry(center: .zero, radius: .infinity),
            StateGeometry(center: .zero, radius: 0), StateGeometry(center: .zero, radius: -3),
            StateGeometry(center: .zero, radius: .nan),
        ]
        for (points, kind) in [(Drawing.circle(), ElementKind.state), (Drawing.line, .transition)] {
            let recognition = recognizer.recognize(points, context: ElementContext(states: nothing))
            #expect(recognition.relation == .none)
            #expect(recognition.best.kind == kind)
        }
    }
}
