import Strokes
import Testing

@Suite struct ResamplingTests {
    @Test func pointsLieEvenlyOnTheWay() {
        let way = [Point(x: 0, y: 0), Point(x: 4, y: 0), Point(x: 4, y: 0), Point(x: 4, y: 4)]
        #expect(
            way.span.resampled(to: 5) == [
                Point(x: 0, y: 0), Point(x: 2, y: 0), Point(x: 4, y: 0), Point(x: 4, y: 2), Point(x: 4, y: 4),
            ])
        #expect(way.span.arcLength == 8)
    }

    @Test func endsAreKept() {
        let way = (0..<777).map { Point(x: Double($0) * 0.1, y: Double($0 * $0 % 13)) }
        for count in [2, 3, 64, 1000] {
            let points = way.span.resampled(to: count)
            #expect(points.count == count)
            #expect(points.first == way.first)
            #expect(points.last == way.last)
        }
    }

    @Test func withoutExtentPointsAreRepeated() {
        let point = Point(x: 3, y: 5)
        #expect([point].span.resampled(to: 4) == [point, point, point, point])
        #expect([point, point].span.resampled(to: 3) == [point, point, point])
        #expect([point].span.resampled(to: 1) == [point])
        #expect([point].span.resampled(to: 0) == [])
        #expect([Point]().span.resampled(to: 8) == [])
    }

    /// Each result is where one would look for it by walking from the start.
    @Test func pointsAreWhereAWalkFindsThem() {
        for way in ShapeTests.ways() {
            let length = way.span.arcLength
            for count in [2, 5, 40] {
                let points = way.span.resampled(to: count)
                for (index, point) in points.enumerated().dropLast() {
                    let place = Self.place(on: way, after: length * Double(index) / Double(count - 1))
                    #expect(point.distance(to: place) < 1e-9)
                }
                #expect(points.last == way.last)
            }
        }
    }

    private static func place(on way: [Point], after length: Double) -> Point {
        var passed = 0.0
        for (start, end) in zip(way, way.dropFirst()) {
            let distance = start.distance(to: end)
            if distance > 0, passed + distance >= length {
                return start.interpolated(to: end, at: (length - passed) / distance)
            }
            passed += distance
        }
        return way[way.count - 1]
    }

    @Test func whatIsNotFiniteNeverTraps() {
        let ways = [
            [Point(x: .nan, y: 0), Point(x: 1, y: 1)], [Point(x: 0, y: 0), Point(x: .infinity, y: 1)],
            [Point(x: -1e308, y: 0), Point(x: 1e308, y: 0), Point(x: 0, y: 1e308)],
        ]
        for way in ways { #expect(way.span.resampled(to: 16).count == 16) }
    }
}
