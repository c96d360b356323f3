import Glibc
import Strokes
import Testing

@Suite struct ShapeTests {
    static let square = [(0, 0), (100, 0), (100, 100), (0, 100), (0, 0)].map { Point(x: Double($0.0), y: Double($0.1)) }

    /// Points of all sorts: on a small grid, where turns back and repeated points are frequent, and
    /// anywhere.
    static func ways() -> [[Point]] {
        var random = Wobble()
        return (0..<3000).map { index in
            let count = 1 + index % 12
            return (0..<count).map { _ in
                let (x, y) = (random.next() * 2, random.next() * 2)
                return index % 2 == 0 ? Point(x: x.rounded(), y: y.rounded()) : Point(x: x, y: y)
            }
        }
    }

    // MARK: Turning

    @Test func turningIsCountedWithItsSign() {
        let circle = FitTests.arc(center: .zero, radius: 10, count: 101)
        // The last turn of a closed curve is missing.
        #expect(abs(circle.span.totalTurning - 2 * .pi * 99 / 100) < 1e-9)
        #expect(abs(Array(circle.reversed()).span.totalTurning + 2 * .pi * 99 / 100) < 1e-9)
        let right = Double.pi / 2
        #expect(Self.square.span.turningAngles() == [0, right, right, right, 0])
        let zigzag = (0..<11).map { Point(x: Double($0), y: Double($0 % 2)) }
        #expect(abs(zigzag.span.totalTurning + .pi / 2) < 1e-9)
        #expect(abs(zigzag.span.absoluteTurning - 9 * .pi / 2) < 1e-9)
    }

    @Test func totalTurningIsTheSumOfTheAngles() {
        for way in Self.ways() {
            let angles = way.span.turningAngles()
            #expect(abs(angles.reduce(0, +) - way.span.totalTurning) < 1e-9)
            #expect(abs(angles.reduce(0) { $0 + abs($1) } - way.span.absoluteTurning) < 1e-9)
        }
    }

    // MARK: Enclosure

    @Test func areasAndWindings() {
        #expect(Self.square.span.signedArea == 10_000)
        #expect(Array(Self.square.reversed()).span.signedArea == -10_000)
        let center = Point(x: 50, y: 50)
        #expect(Self.square.span.windingNumber(around: center) == 1)
        #expect((Self.square + Self.square).span.windingNumber(around: center) == 2)
        #expect(Array(Self.square.reversed()).span.windingNumber(around: center) == -1)
        for outside in [Point(x: -1, y: 50), Point(x: 101, y: 50), Point(x: 50, y: -1), Point(x: 50, y: 101)] {
            #expect(Self.square.span.windingNumber(around: outside) == 0)
        }
    }

    @Test func windingIsTheTurnOfTheView() {
        let place = Point(x: 0.123, y: 0.456)
        for way in Self.ways() where way.count > 2 {
            var angle = 0.0
            for (start, end) in zip(way, way.dropFirst() + [way[0]]) {
                let (a, b) = ((start.x - place.x, start.y - place.y), (end.x - place.x, end.y - place.y))
                angle += atan2(a.0 * b.1 - a.1 * b.0, a.0 * b.0 + a.1 * b.1)
            }
            #expect(way.span.windingNumber(around: place) == Int((angle / (2 * .pi)).rounded()))
        }
    }

    // MARK: Corners

    @Test func cornersAreFoundAtAnyDensity() {
        #expect(Self.square.span.corners() == [0, 1, 2, 3, 4])
        for count in [41, 101, 1001] {
            let quarter = (count - 1) / 4
            #expect(Self.square.span.resampled(to: count).span.corners() == (0...4).map { $0 * quarter })
        }
    }

    @Test(arguments: [1e-3, 1, 1e5])
    func cornersOfAnArrow(scale: Double) {
        // A shaft, and the head in one go.
        let way = [(0, 0), (200, 0), (170, 25), (200, 0), (170, -25)].map {
            Point(x: Double($0.0) * scale, y: Double($0.1) * scale)
        }
        #expect(way.span.corners() == [0, 1, 2, 3, 4])
        #expect(way.span.resampled(to: 150).span.corners().count == 5)
    }

    @Test func bendsAreNoCorners() {
        #expect(FitTests.arc(center: .zero, radius: 50, count: 120).span.corners() == [0, 119])
        #expect(FitTests.arc(center: .zero, radius: 50, to: 3, count: 15).span.corners() == [0, 14])
        let wave = (0..<200).map { Point(x: Double($0), y: 30 * sin(Double($0) / 30)) }
        #expect(wave.span.corners() == [0, 199])
    }

    @Test func cornersOfWhatHasNone() {
        let point = Point(x: 1, y: 1)
        #expect([Point]().span.corners() == [])
        #expect([point].span.corners() == [0])
        #expect([point, point].span.corners() == [0, 1])
        #expect([point, point, point].span.corners() == [0, 2])
        #expect([point, Point(x: .nan, y: 0), point].span.corners() == [0, 2])
        for way in Self.ways() {
            let corners = way.span.corners()
            #expect(corners.first == 0)
            #expect(corners.last == way.count - 1)
            #expect(zip(corners, corners.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test func cornersStopWhereTheBufferEnds() {
        var buffer = [7, 7]
        var span = buffer.mutableSpan
        #expect(Self.square.span.findCorners(into: &span) == 2)
        #expect(buffer == [0, 1])
    }

    // MARK: Simplification

    @Test func nothingDroppedIsFarFromWhatIsKept() {
        for way in Self.ways() where way.count > 1 {
            let kept = way.span.simplifiedIndices(tolerance: 0.5)
            #expect(kept.first == 0 && kept.last == way.count - 1)
            for (start, end) in zip(kept, kept.dropFirst()) {
                for index in start..<end {
                    #expect(Self.distance(from: way[index], to: (way[start], way[end])) <= 0.5 + 1e-12)
                }
            }
        }
    }

    @Test func pointsOnLinesAreDropped() {
        #expect(Self.square.span.resampled(to: 401).span.simplified(tolerance: 1e-9) == Self.square)
        #expect(Self.square.span.simplifiedIndices(tolerance: .infinity) == [0, 4])
        #expect(Self.square.span.simplifiedIndices(tolerance: .nan) == [0, 1, 2, 3, 4])
        // So short a way that the reciprocals of its squares are infinite.
        let zigzag = (0..<5).map { Point(x: Double($0) * 1e-161, y: Double($0 & 1) * 1e-160) }
        #expect(zigzag.span.simplifiedIndices(tolerance: 0) == [0, 1, 2, 3, 4])
    }

    private static func distance(from point: Point, to line: (Point, Point)) -> Double {
        let square = line.0.squaredDistance(to: line.1)
        guard square > 0 else { return point.distance(to: line.0) }
        let (dx, dy) = (line.1.x - line.0.x, line.1.y - line.0.y)
        let along = ((point.x - line.0.x) * dx + (point.y - line.0.y) * dy) / square
        return point.distance(to: line.0.interpolated(to: line.1, at: min(max(along, 0), 1)))
    }

    // MARK: Smoothing

    @Test func smoothingTakesTremorAndKeepsCircles() throws {
        var random = Wobble()
        let circle = FitTests.arc(center: .zero, radius: 100, count: 100)
        let trembling = circle.map { Point(x: $0.x + random.next(), y: $0.y + random.next()) }
        let smooth = trembling.span.smoothed(passes: 10)
        #expect(smooth.first == trembling.first)
        #expect(smooth.last == trembling.last)
        #expect(smooth.span.absoluteTurning < trembling.span.absoluteTurning / 2)
        let (before, after) = (try #require(FitTests.circle(trembling)), try #require(FitTests.circle(smooth)))
        #expect(after.deviation < before.deviation * 0.6)
        #expect(abs(after.radius - 100) < 0.5)
    }

    @Test func fewPointsStay() {
        let points = Array(Self.square.prefix(2))
        #expect(points.span.smoothed(passes: 3) == points)
        #expect(Self.square.span.smoothed(passes: 0) == Self.square)
        #expect([Point]().span.smoothed() == [])
    }

    // MARK: Size

    @Test func aMillionPoints() throws {
        let spiral = (0..<1_000_000).map { index in
            let angle = Double(index) * 0.001
            return Point(x: angle * cos(angle), y: angle * sin(angle))
        }
        // Each split cuts off one point, so that plain splitting would take the square of their
        // number.
        let comb = (0..<100_000).map { index in
            let height = index % 2 == 0 ? 0 : 100_000 - index
            return Point(x: Double(index), y: Double(height))
        }
        #expect(spiral.span.simplifiedIndices(tolerance: 1).count < 20_000)
        #expect(comb.span.simplifiedIndices(tolerance: 0.1).count == 100_000)
        #expect(spiral.span.corners().count >= 2)
        #expect(spiral.span.resampled(to: 64).count == 64)
        #expect(spiral.span.resampled(spacing: 1e-9, maximumCount: 5000).count == 5000)
        #expect(abs(spiral.span.totalTurning - 1000) < 2)
        #expect(CircleFit(spiral.span) != nil)
    }

    /// Nothing traps on what isn't a number or has no measure.
    @Test func hostilePoints() {
        let numbers: [Double] = [
            0, -0.0, 1, .nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude, 1e-160, 1e160,
        ]
        var random = Wobble()
        func number() -> Double { numbers[Int(abs(random.next()) * Double(numbers.count)) % numbers.count] }
        for index in 0..<5000 {
            let points = (0..<index % 9).map { _ in Point(x: number(), y: number()) }
            let span = points.span
            _ = (span.arcLength, span.boundingBox, span.centroid, span.signedArea, span.totalTurning)
            _ = (span.absoluteTurning, span.windingNumber(around: Point(x: number(), y: number())))
            _ = (CircleFit(span), LineFit(span), PrincipalAxes(span), span.smoothed(passes: 2))
            let corners = span.corners()
            #expect(corners.allSatisfy(points.indices.contains))
            #expect(span.simplifiedIndices(tolerance: number()).allSatisfy(points.indices.contains))
            #expect(span.resampled(spacing: number(), maximumCount: 50).count <= 50)
            var buffer = [Point](repeating: .zero, count: 7)
            var output = buffer.mutableSpan
            span.resample(into: &output, length: number())
        }
    }
}
