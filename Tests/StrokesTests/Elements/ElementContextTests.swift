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
        #expect(recognizer.recognize(points, context: context).relation == .touches(state: 0, end: .tail))
        #expect(recognizer.recognize(points.reversed(), context: context).relation == .touches(state: 0, end: .tip))
    }

    /// Ends attach from outside and from inside, up to the limit, to the nearest outline.
    @Test(arguments: [
        (189.0, true), (193.0, false), (101.0, true), (141.0, true),
    ])
    func endsAttachWithinTheLimit(x: Double, isAttached: Bool) {
        let points = Drawing.path([(x, 100), (x + 20, 300)])
        let relation = recognizer.recognize(points, context: context).relation
        #expect(relation == (isAttached ? .touches(state: 0, end: .tail) : .none))
    }

    @Test func anArrowThatPointsAtAStateTouchesIt() {
        // Its tail is near enough, too.
        let points = Drawing.path([(20, 100), (58, 100)])
        #expect(recognizer.recognize(points, context: context).relation == .touches(state: 0, end: .tip))
        #expect(recognizer.recognize(points.reversed(), context: context).relation == .touches(state: 0, end: .tail))
    }

    @Test func theLimitCanBeSet() {
        let points = Drawing.path([(172, 100), (270, 300)])
        for (limit, isAttached) in [
            (0.39, false), (0.41, true), (0, false), (-1, false), (.nan, false), (.infinity, true),
        ] {
            let context = ElementContext(states: [left], attachmentLimit: limit)
            #expect((recognizer.recognize(points, context: context).relation != .none) == isAttached)
        }
    }

    @Test func theNearestOutlineCounts() {
        let states = [
            StateGeometry(center: Point(x: 0, y: 0), radius: 100),
            StateGeometry(center: Point(x: 200, y: 0), radius: 20),
        ]
        // The small circle's outline is nearer, but not within its limit.
        let points = Drawing.path([(150, 0), (160, 400)])
        let relation = recognizer.recognize(points, context: ElementContext(states: states)).relation
        #expect(relation == .touches(state: 0, end: .tail))
        let nearer = Drawing.path([(176, 0), (160, 400)])
        #expect(
            recognizer.recognize(nearer, context: ElementContext(states: states)).relation
                == .touches(state: 1, end: .tail))
    }

    @Test func aBentConnectorBetweenStatesIsATransition() {
        // By shape alone a square bracket.
        let points = Drawing.path([(100, 55), (100, -60), (400, -60), (400, 55)])
        let plain = recognizer.recognize(points)
        let informed = recognizer.recognize(points, context: context)
        #expect(plain.best.kind == .unknown)
        #expect(informed.relation == .joins(from: 0, to: 1) || informed.relation == .joins(from: 1, to: 0))
        #expect(informed.best.kind == .transition)
    }

    @Test func whatLeavesMoreOpenThanItCoversIsNoEvidence() {
        // A letter between two states that are close to each other.
        let close = ElementContext(states: [left, StateGeometry(center: Point(x: 220, y: 100), radius: 40)])
        let letter = Drawing.path([(155, 108), (158, 92), (161, 108), (164, 92), (167, 108)])
        let plain = recognizer.recognize(letter)
        let informed = recognizer.recognize(letter, context: close)
        #expect(informed.relation != .none)
        for kind in ElementKind.allCases {
            #expect(abs(informed.probability(of: kind) - plain.probability(of: kind)) < 1e-6)
        }
        #expect(informed.threshold == recognizer.model.rejectionThreshold)
    }

    @Test func theThresholdFallsForInkBetweenStates() {
        let points = arc(from: Point(x: 135, y: 80), to: Point(x: 365, y: 80), height: 90)
        #expect(recognizer.recognize(points).threshold == recognizer.model.rejectionThreshold)
        #expect(recognizer.recognize(points, context: context).threshold == 0.5)
        #expect(recognizer.recognize(points, context: context, threshold: 0.9).threshold == 0.9)
    }

    @Test func statesAndOuterRingsAreTakenIn() {
        var context = ElementContext()
        for (radius, x) in [(40.0, 100.0), (50, 101), (30, 99), (40, 400)] {
            context.add(
                recognizer.recognize(Drawing.circle(radius: radius, center: Point(x: x, y: 100)), context: context))
        }
        context.add(recognizer.recognize(Drawing.arrow, context: context))
        #expect(context.states.count == 2)
        // The drawn circles are flatter than they are wide.
        #expect(abs(context.states[0].radius - 48) < 1)
        #expect(abs(context.states[1].center.x - 400) < 1)
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
