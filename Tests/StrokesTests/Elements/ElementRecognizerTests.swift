import AlgorithmSupport
import Foundation
import StrokeSynthesis
import Strokes
import Testing

@Suite struct ElementRecognizerTests {
    private let recognizer = ElementRecognizer()

    private static let drawings: [(points: [Point], kind: ElementKind)] = [
        (Drawing.circle(), .state), (Drawing.circle(turns: 1.2), .state), (Drawing.circle(turns: 0.95), .state),
        (Drawing.line, .transition), (Drawing.arrow, .transition), (Drawing.loop(hasHead: true), .cycle),
        (Drawing.loop(hasHead: false, opening: 0.2), .cycle), (Drawing.square, .unknown),
        (Drawing.checkMark, .unknown),
    ]

    @Test(arguments: drawings.indices)
    func recognizesPlainDrawings(_ index: Int) {
        let (points, kind) = Self.drawings[index]
        #expect(recognizer.recognize(points).best.kind == kind)
    }

    @Test(arguments: drawings.indices)
    func theAnswerDoesNotDependOnPlaceSizeAndDirection(_ index: Int) {
        let (points, kind) = Self.drawings[index]
        #expect(recognizer.recognize(Array(points.reversed())).best.kind == kind)
        for scale in [0.01, 1000] {
            let moved = points.map { Point(x: $0.x * scale - 7000, y: $0.y * scale + 31) }
            #expect(recognizer.recognize(moved).best.kind == kind)
        }
        let turned = points.map { Point(x: 0.6 * $0.x - 0.8 * $0.y, y: 0.8 * $0.x + 0.6 * $0.y) }
        #expect(recognizer.recognize(turned).best.kind == kind)
        for count in [24, 40, 500] { #expect(recognizer.recognize(Drawing.even(points, count)).best.kind == kind) }
    }

    @Test func inkWithoutShapeIsUnknown() {
        let none = Point(x: .nan, y: 1)
        let far = Point(x: 1, y: .infinity)
        let cases: [[Point]] = [
            [], [Point(x: 1, y: 2)], [Point](repeating: Point(x: 3, y: 3), count: 100), [none], [none, far, none],
            [Point(x: 0, y: 0), none], [Point(x: 0, y: 0), Point(x: 1e-300, y: 1e-301)],
        ]
        for points in cases {
            let recognition = recognizer.recognize(points)
            #expect(recognition.best.kind == .unknown)
            #expect(recognition.best.probability == 1)
            #expect(recognition.best.geometry == .unknown)
            #expect(recognition.candidates.count == 4)
        }
        #expect(recognizer.recognize([Stroke]()).best.kind == .unknown)
    }

    @Test func extremeCoordinatesAreAnswered() {
        for scale in [1e-200, 1e200, 5e305] {
            let points = Drawing.circle().map { Point(x: $0.x * scale, y: $0.y * scale) }
            #expect(recognizer.recognize(points).best.kind == .state)
        }
        let huge = [-1.0, 1, -1].map { Point(x: $0 * .greatestFiniteMagnitude, y: -$0 * .greatestFiniteMagnitude) }
        let sum = recognizer.recognize(huge).candidates.reduce(0) { $0 + $1.probability }
        #expect(abs(sum - 1) < 1e-9)
    }

    @Test func pointsThatAreNotFiniteArePassedOver() {
        var points = Drawing.circle()
        let plain = recognizer.recognize(points)
        for index in stride(from: 80, through: 0, by: -10) { points.insert(Point(x: .nan, y: .infinity), at: index) }
        #expect(recognizer.recognize(points) == plain)
    }

    @Test func fewAndManyPointsAreAnswered() {
        for count in 2...10 {
            let sum = recognizer.recognize(Drawing.circle(count: count)).candidates.reduce(0) { $0 + $1.probability }
            #expect(abs(sum - 1) < 1e-9)
        }
        #expect(recognizer.recognize(Drawing.circle(count: 10)).best.kind == .state)
        #expect(recognizer.recognize(Drawing.circle(count: 1_000_000)).best.kind == .state)
    }

    @Test func theCircleFits() throws {
        let best = recognizer.recognize(Drawing.circle(turns: 1.1)).best
        guard case .state(let circle) = best.geometry else {
            Issue.record("\(best)")
            return
        }
        #expect(circle.center.distance(to: Point(x: 200, y: 150)) < 2)
        #expect(abs(circle.radius - 48) < 2)
    }

    @Test func theArrowPointsToItsHead() {
        for (points, head) in [(Drawing.arrow, ArrowHead.last), (Drawing.arrow.reversed(), .first)] {
            guard case .transition(let arrow) = recognizer.recognize(points).geometry(of: .transition) else {
                Issue.record("no arrow")
                continue
            }
            #expect(arrow.head == head)
            #expect(arrow.tail.distance(to: Point(x: 0, y: 0)) < 3)
            #expect(arrow.tip.distance(to: Point(x: 200, y: 0)) < 8)
            #expect(abs(arrow.direction) < 0.05)
        }
        guard case .transition(let line) = recognizer.recognize(Drawing.line).best.geometry else {
            Issue.record("no line")
            return
        }
        #expect(line.head == .none)
        #expect(line.tail.distance(to: Point(x: 10, y: 20)) < 1)
        #expect(line.tip.distance(to: Point(x: 210, y: 60)) < 1)
    }

    @Test func theFlexPointIsWhereTheArrowBends() {
        let bent = Drawing.path([(0, 0), (100, 40), (200, 0)])
        guard case .transition(let arrow) = recognizer.recognize(bent).geometry(of: .transition) else {
            Issue.record("no arrow")
            return
        }
        #expect(arrow.flex.distance(to: Point(x: 100, y: 40)) < 8)
    }

    @Test func aLoopThatOpensByFiftyDegreesIsACycle() {
        let recognition = recognizer.recognize(Drawing.loop(hasHead: false))
        #expect(recognition.best.kind == .cycle)
        #expect(recognizer.recognize(Drawing.circle(turns: 0.93)).best.kind == .state)
    }

    /// A way along three sides of a box, far wider than high; one as high as wide is a bracket.
    @Test(arguments: [(25.0, 20.0), (20, 24), (20, 20)])
    func aWideElbowWithTwoBendsIsATransition(first: Double, last: Double) {
        let elbow = Drawing.path([(0, 0), (0, first), (240, first), (240, first - last)])
        #expect(recognizer.recognize(elbow).best.kind == .transition)
        #expect(recognizer.recognize(elbow.map { Point(x: $0.y, y: $0.x) }).best.kind == .transition)
        #expect(recognizer.recognize(Drawing.even(elbow, 30)).best.kind == .transition)
    }

    @Test(arguments: [(true, 0.14), (false, 0.2), (false, 0.14)])
    func theLoopHasItsBaseAndApex(hasHead: Bool, opening: Double) {
        let recognition = recognizer.recognize(Drawing.loop(hasHead: hasHead, opening: opening))
        guard case .cycle(let loop) = recognition.geometry(of: .cycle) else {
            Issue.record("no loop")
            return
        }
        #expect(loop.head == (hasHead ? .last : .none))
        #expect(abs(loop.angle + .pi / 2) < 0.3)
        #expect(abs(loop.apex.y - 32) < 4)
        #expect(loop.isClockwise)
    }

    @Test func onlyAllowedKindsAreAnswered() {
        let kinds: ElementKinds = [.transition, .cycle]
        let recognition = recognizer.recognize(Drawing.circle(), allowing: kinds)
        #expect(recognition.candidates.count == 2)
        #expect(recognition.probability(of: .state) == 0)
        #expect(kinds.contains(recognition.best.kind))
        #expect(abs(recognition.candidates.reduce(0) { $0 + $1.probability } - 1) < 1e-9)
        #expect(recognizer.recognize(Drawing.square, allowing: .transition).best.kind == .transition)
        #expect(recognizer.recognize([Point](), allowing: kinds).best.probability == 0.5)
        #expect(recognizer.recognize(Drawing.circle(), allowing: []).best.kind == .state)
    }

    @Test func aThresholdRejects() {
        let recognition = recognizer.recognize(Drawing.circle(), threshold: 1.01)
        #expect(recognition.best.kind == .unknown)
        #expect(recognition.candidates.first?.kind == .state)
    }

    @Test func scratchIsReusedWithoutTraces() {
        var scratch = ElementRecognizer.Scratch()
        for (points, _) in Self.drawings {
            let first = recognizer.recognize(points.span, scratch: &scratch)
            #expect(first == recognizer.recognize(points))
        }
    }

    @Test func severalStrokesReuseScratchWithoutTraces() {
        var generator = StrokeGenerator(seed: 4)
        var scratch = ElementRecognizer.Scratch()
        for round in 0..<60 {
            var strokes = generator.element(of: ElementKind.allCases[round % 4]).strokes
            if round % 5 == 0 { strokes += generator.element(of: .transition).strokes }
            if round % 7 == 0 { strokes = [] }
            let context = ElementContext(states: round % 2 == 0 ? [] : [StateGeometry(center: .zero, radius: 100)])
            #expect(
                recognizer.recognize(strokes, context: context, scratch: &scratch)
                    == recognizer.recognize(strokes, context: context))
        }
        let stroke = Stroke(Drawing.arrow)
        #expect(recognizer.recognize([stroke], scratch: &scratch) == recognizer.recognize(stroke.points))
        #expect(recognizer.recognize([Stroke([]), stroke], scratch: &scratch) == recognizer.recognize(stroke.points))
    }

    private func fittedArrow(_ strokes: [[Point]]) -> TransitionGeometry? {
        guard
            case .transition(let arrow) = recognizer.recognize(strokes.map { Stroke($0) }).geometry(of: .transition)
        else { return nil }
        return arrow
    }

    /// One, two and three corners, their legs of any length.
    @Test(arguments: [
        [(0.0, 0.0), (200, 0), (200, 60)], [(0, 0), (40, 0), (40, 200)], [(0, 0), (80, 0), (80, 120), (200, 120)],
        [(0, 0), (0, -50), (200, -50), (200, 0)], [(0, 0), (60, 0), (60, 90), (-150, 90), (-150, 140)],
    ])
    func aLegBehindACornerIsNoHead(corners: [(Double, Double)]) throws {
        let points = Drawing.path(corners)
        for points in [points, points.reversed()] {
            let arrow = try #require(fittedArrow([points]))
            #expect(arrow.head == .none)
            #expect(arrow.tail.distance(to: points[0]) < 3 && arrow.tip.distance(to: points[points.count - 1]) < 3)
        }
    }

    @Test func largeHeadsPointWhereTheyAre() throws {
        for (part, spread) in [(0.2, 0.6), (0.6, 0.5), (0.75, 0.4)] {
            let (x, y) = (200 * (1 - part * cos(spread)), 200 * part * sin(spread))
            let points = Drawing.path([(0, 0), (200, 0), (x, y), (200, 0), (x, -y)])
            for (points, head) in [(points, ArrowHead.last), (points.reversed(), .first)] {
                let arrow = try #require(fittedArrow([points]))
                #expect(arrow.head == head)
                #expect(arrow.tip.x > 190 && arrow.tail.x < 10)
            }
        }
    }

    /// A stroke of its own decides where an arrow points, whatever is drawn first and however large
    /// the head is.
    @Test func aSeparateHeadDecidesTheDirection() throws {
        let shaft = Drawing.path([(0, 0), (100, 0), (100, 150)], count: 40)
        let open = Drawing.path([(60, 90), (100, 150), (140, 90)], count: 20)
        let triangle = Drawing.path([(85, 150), (115, 150), (100, 190), (85, 150)], count: 20)
        let large = Drawing.path([(20, 40), (100, 150), (180, 40)], count: 20)
        for (head, tip) in [(open, 150.0), (triangle, 190), (large, 150)] {
            for shaft in [shaft, shaft.reversed()] {
                for strokes in [[shaft, head], [head, shaft], [shaft, head.reversed()]] {
                    let arrow = try #require(fittedArrow(strokes))
                    #expect(arrow.tip.distance(to: Point(x: 100, y: tip)) < 5)
                    #expect(arrow.tail.distance(to: .zero) < 5)
                    #expect(arrow.head == (shaft[0] == .zero ? .last : .first))
                }
            }
        }
    }

    /// A shaft in pieces, and its head: the arrow leads from the first piece's free end to the
    /// head.
    @Test func aShaftMayHaveSeveralPieces() throws {
        let head = Drawing.path([(180, 88), (200, 100), (180, 112)], count: 20)
        let pieces: [[[(Double, Double)]]] = [
            [[(0, 0), (0, 100)], [(0, 100), (200, 100)]], [[(0, 0), (80, 0)], [(82, 0), (200, 100)]],
            [[(0, 0), (60, 0)], [(60, 0), (60, 100)], [(61, 100), (200, 100)]],
        ]
        for pieces in pieces {
            let shaft = pieces.map { Drawing.path($0, count: 30) }
            for strokes in [shaft + [head], [head] + shaft, shaft.map { $0.reversed() } + [head]] {
                let arrow = try #require(fittedArrow(strokes))
                #expect(arrow.tail.distance(to: .zero) < 3)
                #expect(arrow.tip.distance(to: Point(x: 200, y: 100)) < 4)
                #expect(arrow.head == .last || arrow.head == .first)
            }
            // Without the head, it has none.
            #expect(try #require(fittedArrow(shaft)).head == .none)
        }
    }

    /// Dashed and broken shafts, with heads of one, two and three strokes, or none, drawn in any
    /// order and direction.
    @Test func dashesMakeAShaft() throws {
        let shafts: [[(Double, Double)]] = [
            [(30, 50), (56, 76), (82, 102), (108, 130)], [(30, 75), (90, 130)], [(30, 76), (95, 130)],
            [(30, 50), (53, 75), (78, 130)], [(30, 43), (48, 60), (65, 78), (83, 95), (100, 113), (118, 130)],
        ]
        let heads: [[[(Double, Double)]]] = [
            [], [[(114, 9), (130, 0), (114, -9)]], [[(130, 0), (114, 9)], [(114, -9), (130, 0)]],
            [[(130, 0), (114, 9)]],
            [[(112, 9), (130, 0), (112, -9)], [(112, 9), (112, -9)]], [[(112, 9), (130, 0), (112, -9), (112, 9)]],
            [[(104, 14), (130, 0), (104, -14)]], [[(118, 5), (130, 0), (118, -5)]],
        ]
        var random = SplitMix64(seed: 3)
        for dashes in shafts {
            for head in heads {
                for turn in [0.0, 0.7, 1.9, 3.3] {
                    func turned(_ point: Point) -> Point {
                        let (x, y) = (point.x - 80, point.y)
                        return Point(x: 300 + x * cos(turn) - y * sin(turn), y: 300 + x * sin(turn) + y * cos(turn))
                    }
                    let lines = dashes.map { [($0.0, 0.0), ($0.1, 0.0)] } + head
                    let drawn = lines.map { line in
                        let points = Drawing.path(line, count: 12).map(turned)
                        return Bool.random(using: &random) ? points : points.reversed()
                    }
                    let strokes = drawn.shuffled(using: &random)
                    let arrow = try #require(fittedArrow(strokes))
                    let ends = [turned(Point(x: 30, y: 0)), turned(Point(x: 130, y: 0))]
                    let name = Comment(rawValue: "\(dashes) \(head) \(turn)")
                    if head.isEmpty {
                        #expect(arrow.head == .none, name)
                        #expect(min(arrow.tip.distance(to: ends[0]), arrow.tip.distance(to: ends[1])) < 2, name)
                    } else {
                        #expect(arrow.head == .first || arrow.head == .last, name)
                        #expect(arrow.tail.distance(to: ends[0]) < 2 && arrow.tip.distance(to: ends[1]) < 4, name)
                    }
                }
            }
        }
    }

    /// Small heads of long arrows that are drawn from the tip, and a pen that rests at the end of
    /// the shaft.
    @Test func smallHeadsAndRestsDecideToo() throws {
        let back = Drawing.path([(400, 0), (0, 0)])
        for head in [
            Drawing.path([(400, -4), (408, 0), (400, 4), (400, -4)], count: 12),
            Drawing.path([(392, -5), (400, 0), (392, 5)], count: 12),
        ] {
            let arrow = try #require(fittedArrow([back, head]))
            #expect(arrow.tip.x > 395 && arrow.tail.x < 1)
        }
        let resting = Drawing.path([(0, 0), (200, 0)]) + [Point](repeating: Point(x: 200, y: 0), count: 30)
        let further = Drawing.path([(202, 0), (330, 20)])
        #expect(try #require(fittedArrow([resting, further])).head == .none)
        let triangle = Drawing.path([(200, -10), (225, 0), (200, 10), (200, -10)], count: 20)
        #expect(try #require(fittedArrow([resting, triangle])).tip.x > 223)
    }

    @Test func shaftAndHeadInTwoStrokesAreAnArrow() {
        let shaft = Stroke(Drawing.path([(0, 0), (200, 0)], count: 60))
        let head = Stroke(Drawing.path([(165, 22), (201, 1), (165, -22)], count: 30))
        for strokes in [[shaft, head], [head, shaft], [shaft.reversed, head.reversed]] {
            let best = recognizer.recognize(strokes).best
            guard case .transition(let arrow) = best.geometry else {
                Issue.record("\(best)")
                continue
            }
            #expect(arrow.tip.x > 150)
        }
    }
}
