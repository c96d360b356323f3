import Glibc
import Strokes
import Testing

@Suite struct FitTests {
    /// Points on an arc, exact up to rounding.
    static func arc(
        center: Point, radius: Double, from start: Double = 0, to end: Double = 2 * .pi, count: Int = 50
    ) -> [Point] {
        (0..<count).map { index in
            let angle = start + (end - start) * Double(index) / Double(count - 1)
            return Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
        }
    }

    // A span can't be looked at by a macro.
    static func circle(_ points: [Point]) -> CircleFit? { CircleFit(points.span) }
    static func line(_ points: [Point]) -> LineFit? { LineFit(points.span) }
    static func axes(_ points: [Point]) -> PrincipalAxes? { PrincipalAxes(points.span) }

    @Test(arguments: [1e-6, 1, 1e6, 1e100])
    func circlesAreFound(scale: Double) throws {
        for end in [0.5, 1, 3, 6.2] {
            let center = Point(x: 3 * scale, y: -7 * scale)
            let points = Self.arc(center: center, radius: 2 * scale, to: end)
            let fit = try #require(Self.circle(points))
            #expect(abs(fit.radius - 2 * scale) < 1e-6 * scale)
            #expect(fit.center.distance(to: center) < 1e-6 * scale)
            #expect(fit.deviation < 1e-8 * scale)
        }
    }

    /// Far from the origin, coordinates have few digits left for the circle, and those must do.
    @Test func circlesFarAwayAreFound() throws {
        let center = Point(x: 1e9, y: -1e9)
        let fit = try #require(Self.circle(Self.arc(center: center, radius: 5)))
        #expect(abs(fit.radius - 5) < 1e-5)
        #expect(fit.center.distance(to: center) < 1e-5)
    }

    /// A quarter with noise: fits with a bias come out much too small here.
    @Test func partsOfCirclesHaveTheirRadius() throws {
        var random = Wobble()
        var sum = 0.0
        for _ in 0..<300 {
            let points = Self.arc(center: .zero, radius: 100, to: .pi / 2, count: 60).map {
                Point(x: $0.x + 2 * random.next(), y: $0.y + 2 * random.next())
            }
            sum += try #require(Self.circle(points)).radius
        }
        #expect(abs(sum / 300 - 100) < 1)
    }

    @Test func linesAreFoundInAllDirections() throws {
        for degrees in stride(from: 0.0, to: 360, by: 15) {
            let (dx, dy) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
            let points = (0...20).map { Point(x: 1000 + Double($0) * dx, y: 500 + Double($0) * dy) }
            let fit = try #require(Self.line(points))
            #expect(fit.start.distance(to: points[0]) < 1e-9)
            #expect(fit.end.distance(to: points[20]) < 1e-9)
            #expect(fit.deviation < 1e-7)
        }
    }

    @Test func deviationIsAcrossTheLine() throws {
        // A zigzag of 3 to either side of the diagonal.
        let side = 3 / 2.0.squareRoot()
        let points = (0..<2000).map { index in
            let (along, across) = (Double(index / 2), index % 2 == 0 ? side : -side)
            return Point(x: along - across, y: along + across)
        }
        let fit = try #require(Self.line(points))
        #expect(abs(fit.deviation - 3) < 1e-3)
    }

    @Test func axesOfAnEllipse() throws {
        let points = Self.arc(center: .zero, radius: 1, count: 401).dropLast().map { Point(x: 4 * $0.x, y: $0.y) }
        let axes = try #require(Self.axes(points))
        #expect(abs(abs(axes.direction.x) - 1) < 1e-9)
        #expect(abs(axes.length / axes.breadth - 4) < 1e-9)
    }

    @Test func whatHasNoFitHasNone() {
        let point = Point(x: 1, y: 2)
        let hopeless: [[Point]] = [
            [], [point], [point, point, point], [point, Point(x: .nan, y: 0), Point(x: 3, y: 3)],
            [point, Point(x: 0, y: .infinity), Point(x: 3, y: 3)],
            [Point(x: -1.7e308, y: 0), Point(x: 1.7e308, y: 0), Point(x: 0, y: 1)],
            [.zero, Point(x: .leastNonzeroMagnitude, y: 0), Point(x: 0, y: .leastNonzeroMagnitude)],
        ]
        for points in hopeless {
            #expect(CircleFit(points.span) == nil)
            #expect(LineFit(points.span) == nil)
            #expect(PrincipalAxes(points.span) == nil)
        }
        let line = (0..<10).map { Point(x: Double($0) * 0.1, y: Double($0) * 0.3) }
        #expect(CircleFit(line.span) == nil)
        #expect(CircleFit([point, .zero].span) == nil)
        #expect(LineFit([point, .zero].span)?.length == point.distance(to: .zero))
    }
}

/// Numbers that look random, -1…1, the same each time.
struct Wobble {
    private var state: UInt64 = 42

    mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(Int64(bitPattern: state) >> 11) / Double(1 << 52)
    }
}
