import Foundation
import StrokeSynthesis
import Strokes
import Testing

/// Laws that hold for strokes of all styles, hands and devices, drawn by the generator with a seed
/// that no training uses.
@Suite struct ElementLawTests {
    private static let elements: [SyntheticElement] = {
        var generator = StrokeGenerator(seed: 990_001)
        return (0..<240).map { index in generator.element(of: ElementKind.allCases[index % 4]) }
    }()
    private let recognizer = ElementRecognizer()

    /// How many of the elements are recognized after a change to their points.
    private func right(
        _ change: ([Point]) -> [Point] = { $0 }, of elements: [SyntheticElement] = Self.elements
    ) -> Int {
        elements.count { element in
            let strokes = element.strokes.map { Stroke(change($0.points)) }
            return recognizer.recognize(strokes, threshold: 0).best.kind == element.kind
        }
    }

    @Test func mostAreRecognized() {
        #expect(right() >= 220)
    }

    @Test func placeSizeDirectionAndQuarterTurnsDoNotMatter() {
        let plain = right()
        #expect(abs(right { $0.map { Point(x: 0.1 * $0.x - 9000, y: 0.1 * $0.y + 9000) } } - plain) <= 2)
        #expect(abs(right { $0.map { Point(x: 100 * $0.x, y: 100 * $0.y) } } - plain) <= 2)
        #expect(abs(right { $0.reversed() } - plain) <= 5)
        #expect(abs(right { $0.map { Point(x: -$0.y, y: $0.x) } } - plain) <= 5)
        // Off the page's sides, bent connectors are taken for carets and brackets.
        func turned(_ points: [Point]) -> [Point] {
            points.map { Point(x: 0.8 * $0.x - 0.6 * $0.y, y: 0.6 * $0.x + 0.8 * $0.y) }
        }
        #expect(abs(right(turned) - plain) <= 10)
        let bent = Self.elements.filter {
            if case .transition(let style) = $0.style { style.shaft == .elbows } else { false }
        }
        #expect(abs(right(turned, of: Self.elements.filter { !bent.contains($0) }) - (plain - right(of: bent))) <= 5)
    }

    @Test func samplingDoesNotMatterMuch() {
        let plain = right()
        #expect(abs(right { Drawing.even($0, 40) } - plain) <= 8)
        #expect(abs(right { Drawing.even($0, 500) } - plain) <= 8)
    }

    @Test func probabilitiesAreProbabilities() {
        for element in Self.elements {
            let recognition = recognizer.recognize(element.strokes)
            let probabilities = recognition.candidates.map(\.probability)
            #expect(abs(probabilities.reduce(0, +) - 1) < 1e-9)
            #expect(probabilities == probabilities.sorted(by: >))
            #expect(probabilities.allSatisfy { (0...1).contains($0) })
        }
    }

    @Test func theFittedFiguresAreWhereTheInkIs() throws {
        for element in Self.elements {
            let points = element.strokes.flatMap(\.points)
            let bounds = points.span.boundingBox
            let box = try #require(bounds)
            let recognition = recognizer.recognize(element.strokes)
            func isNear(_ point: Point) -> Bool {
                abs(point.x - box.center.x) <= 0.51 * box.side && abs(point.y - box.center.y) <= 0.51 * box.side
            }
            guard case .transition(let arrow) = recognition.geometry(of: .transition),
                case .cycle(let loop) = recognition.geometry(of: .cycle),
                case .state(let circle) = recognition.geometry(of: .state)
            else {
                Issue.record("no geometry")
                continue
            }
            #expect([arrow.tail, arrow.tip, arrow.flex, loop.tail, loop.tip, loop.apex].allSatisfy(isNear))
            #expect(circle.center.isFinite && circle.radius > 0 && circle.radius < 2 * box.side)
        }
    }

    @Test func answersAreTheSameEveryTime() {
        for element in Self.elements.prefix(40) {
            #expect(recognizer.recognize(element.strokes) == recognizer.recognize(element.strokes))
        }
    }

    @Test func quickAnglesAreAngles() {
        for step in stride(from: -3.14, through: 3.14, by: 0.01) {
            let angle = angles(SIMD8(repeating: Float(sin(step))), SIMD8(repeating: Float(cos(step))))
            #expect(abs(Double(angle[0]) - step) < 1e-5)
        }
        #expect(angles(.zero, .zero)[3] == 0)
    }
}
