import StrokeSynthesis
import Strokes
import Testing

@Suite struct StrokeGeneratorTests {
    /// A number that any other point would change: coordinates to a thousandth, hashed (FNV-1a).
    private func checksum(of elements: [SyntheticElement]) -> UInt64 {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ value: UInt64) { sum = (sum ^ value) &* 0x100_0000_01B3 }
        for element in elements {
            add(UInt64(element.kind.rawValue))
            for stroke in element.strokes {
                add(UInt64(stroke.points.count))
                for point in stroke.points {
                    add(UInt64(bitPattern: Int64((point.x * 1000).rounded())))
                    add(UInt64(bitPattern: Int64((point.y * 1000).rounded())))
                }
            }
        }
        return sum
    }

    private func elements(seed: UInt64, count: Int) -> [SyntheticElement] {
        var generator = StrokeGenerator(seed: seed)
        return (0..<count).map { _ in generator.element() }
    }

    @Test func theSeedAloneDecides() {
        #expect(elements(seed: 5, count: 40) == elements(seed: 5, count: 40))
        #expect(elements(seed: 5, count: 40) != elements(seed: 6, count: 40))
        // The points of every platform. They change whenever what is drawn does.
        #expect(checksum(of: elements(seed: 2007, count: 400)) == 7_964_273_854_384_509_896)
    }

    @Test func everyStyleIsDrawnAndKeepsItsKind() {
        var generator = StrokeGenerator(seed: 11)
        for style in ElementStyle.all {
            for _ in 0..<4 {
                let element = generator.element(style)
                #expect(element.style == style)
                #expect(element.kind == style.kind)
                #expect(!element.strokes.isEmpty)
                for stroke in element.strokes {
                    #expect(!stroke.points.isEmpty, "\(style) on \(element.device)")
                    #expect(stroke.points.allSatisfy { $0.isFinite && abs($0.x) < 1e5 && abs($0.y) < 1e5 })
                }
            }
        }
    }

    @Test func everyKindHasTheStylesOfItsKindOnly() {
        var generator = StrokeGenerator(seed: 12)
        for kind in ElementKind.allCases {
            var styles: Set<ElementStyle> = []
            for _ in 0..<3000 {
                let style = generator.style(of: kind)
                #expect(style.kind == kind)
                styles.insert(style)
            }
            // Common styles come often, rare ones too.
            #expect(styles.count >= 11)
        }
    }

    @Test func aDeviceGetsTheNumberOfPointsThatItIsMadeFor() {
        var generator = StrokeGenerator(seed: 13)
        let line = ElementStyle.transition(.line(.straight))
        for count in 8...40 {
            let device = StrokeDevice(sampling: .count(count), keepsRepeats: true)
            #expect(generator.element(line, on: device).strokes.map(\.points.count) == [count])
            let even = StrokeDevice(sampling: .evenCount(count), keepsRepeats: true)
            #expect(generator.element(line, on: even).strokes.map(\.points.count) == [count])
        }
        var hand = Hand.steady
        hand.speed = 1
        for hertz in [20.0, 60, 240] {
            let device = StrokeDevice(sampling: .clock(hertz: hertz), keepsRepeats: true)
            let count = generator.element(line, by: hand, on: device).strokes[0].points.count
            #expect(abs(Double(count) - hertz) <= hertz / 3, "a second's line at \(hertz) Hz")
        }
        for kind in ElementKind.allCases {
            for _ in 0..<200 {
                let device = StrokeDevice(sampling: .clock(hertz: 240), maximumCount: 60)
                let style = generator.style(of: kind)
                #expect(generator.element(style, on: device).strokes.allSatisfy { $0.points.count <= 60 })
            }
        }
    }

    @Test func pointsKeepTheirDistanceAndLieOnTheGrid() {
        var generator = StrokeGenerator(seed: 14)
        var hand = Hand.steady
        hand.speed = 1
        for _ in 0..<50 {
            let spaced = StrokeDevice(sampling: .spacing(12), size: 300)
            let points = generator.element(.state(.circle), by: hand, on: spaced).strokes[0].points
            for (point, next) in zip(points, points.dropFirst().dropLast()) { #expect(point.distance(to: next) >= 12) }

            let coarse = StrokeDevice(sampling: .clock(hertz: 100), size: 80, grid: 1)
            let pixels = generator.element(.cycle(CycleStyle(loop: .round, head: .barbed)), on: coarse).strokes[0]
                .points
            #expect(pixels.allSatisfy { $0.x == $0.x.rounded() && $0.y == $0.y.rounded() })
            #expect(zip(pixels, pixels.dropFirst()).allSatisfy { $0 != $1 })
        }
    }

    @Test func simplificationLeavesTheLineWithinItsTolerance() {
        var generator = StrokeGenerator(seed: 15)
        let device = StrokeDevice(sampling: .simplified(tolerance: 2), size: 255)
        for _ in 0..<50 {
            let line = generator.element(.transition(.line(.straight)), by: .steady, on: device)
            #expect(line.strokes[0].points.count == 2)
            let circle = generator.element(.state(.circle), by: .steady, on: device)
            #expect((8...40).contains(circle.strokes[0].points.count))
        }
    }

    @Test func statesCloseAndLoopsStayOpen() throws {
        var generator = StrokeGenerator(seed: 16)
        let device = StrokeDevice(sampling: .evenCount(100))
        func openness(_ style: ElementStyle) throws -> Double {
            let points = generator.element(style, on: device).strokes[0].points
            let measured = points.span.boundingBox
            let box = try #require(measured)
            return points[0].distance(to: points[points.count - 1]) / box.side
        }
        for _ in 0..<300 {
            #expect(try openness(.state(.circle)) < 0.36)
            #expect(try openness(.cycle(CycleStyle(loop: .round, head: nil))) > 0.12)
            #expect(try openness(.transition(.line(.straight))) > 0.8)
        }
    }

    @Test func strokesAreAsManyAsTheStyleSays() {
        var generator = StrokeGenerator(seed: 17)
        let device = StrokeDevice(sampling: .clock(hertz: 100))
        for (strokes, count) in [(ArrowStrokes.one, 1), (.oneFromTip, 1), (.two, 2), (.three, 3)] {
            let arrow = TransitionStyle(shaft: .bow, head: .barbed, strokes: strokes)
            #expect(generator.element(.transition(arrow), on: device).strokes.count == count)
            let loop = CycleStyle(loop: .teardrop, head: .barbed, strokes: strokes)
            #expect(generator.element(.cycle(loop), on: device).strokes.count == count)
        }
        #expect(generator.element(.state(.doubleInTwoStrokes), on: device).strokes.count == 2)
    }

    @Test func picturesAreTracedPixelByPixelIntoOneStroke() {
        var generator = StrokeGenerator(seed: 18)
        for kind in ElementKind.allCases {
            for _ in 0..<100 {
                let device = StrokeDevice(sampling: .picture(side: 28), size: 56)
                let style = generator.style(of: kind)
                let element = generator.element(style, on: device)
                #expect(element.strokes.count == 1)
                let points = element.strokes[0].points
                // A pixel to the side and one down, each rounded to a fifth; a jump where a part
                // ends.
                let jumpCount = zip(points, points.dropFirst()).count { $0.distance(to: $1) >= 1.75 }
                #expect(jumpCount <= 4)
                if case .state(.circle) = style { #expect(jumpCount == 0) }
            }
        }
    }

    @Test func theSteadyHandDrawsWhatItMeans() {
        var generator = StrokeGenerator(seed: 19)
        let device = StrokeDevice(sampling: .clock(hertz: 200), size: 1000)
        for _ in 0..<20 {
            let points = generator.element(.transition(.line(.straight)), by: .steady, on: device).strokes[0].points
            let length = points[0].distance(to: points[points.count - 1])
            #expect(abs(points.span.arcLength - length) < 1e-6 * length)
        }
    }

    @Test func programsDrawNowAndThenAndExactly() {
        var generator = StrokeGenerator(seed: 23)
        let elements = (0..<2000).map { _ in generator.element(.state(.ellipse)) }
        let programs = elements.filter { $0.hand == .steady }
        #expect((160...320).contains(programs.count))
        // A device or a hand that was given is taken.
        let device = StrokeDevice(sampling: .evenCount(80))
        for _ in 0..<100 { #expect(generator.element(.state(.circle), on: device).device == device) }
        for _ in 0..<100 {
            let lines = generator.element(.transition(.line(.elbows)), by: .steady, on: device).strokes[0].points
            // Along the sides of the page, or across it, all of it alike: right angles.
            let (from, to) = (lines[0], lines[1])
            let (x, y) = ((to.x - from.x), (to.y - from.y))
            let steps = zip(lines, lines.dropFirst()).filter { $0.distance(to: $1) > 0 }
            let straight = steps.count { step in
                let (u, v) = (step.1.x - step.0.x, step.1.y - step.0.y)
                return min(abs(u * x + v * y), abs(u * y - v * x)) < 0.3 * (x * x + y * y)
            }
            #expect(Double(straight) > 0.6 * Double(steps.count))
        }
    }

    @Test func penSlowsDownAtCorners() {
        var generator = StrokeGenerator(seed: 20)
        var hand = Hand.steady
        hand.speed = 1
        hand.ramp = 0
        let device = StrokeDevice(sampling: .clock(hertz: 240), size: 1000)
        for _ in 0..<20 {
            let points = generator.element(.unknown(.rectangle), by: hand, on: device).strokes[0].points
            let steps = zip(points, points.dropFirst()).map { $0.distance(to: $1) }
            let (slowest, fastest) = (steps.dropFirst(2).dropLast(2).min() ?? 0, steps.max() ?? 0)
            #expect(slowest < 0.6 * fastest)
        }
    }
}
