import Strokes
import Testing

@Suite struct StrokeTests {
    @Test func pointsAreTwoDoublesInMemory() {
        #expect(MemoryLayout<Point>.size == 16)
        #expect(MemoryLayout<Point>.stride == 16)
        #expect(MemoryLayout<Point>.offset(of: \.x) == 0)
        #expect(MemoryLayout<Point>.offset(of: \.y) == 8)
    }

    /// As `automata_stroke_circle`, whose arrays are read where they are.
    @Test func circlesAreThreeDoublesInMemory() {
        #expect(MemoryLayout<StateGeometry>.size == 24)
        #expect(MemoryLayout<StateGeometry>.stride == 24)
        #expect(MemoryLayout<StateGeometry>.offset(of: \.center) == 0)
        #expect(MemoryLayout<StateGeometry>.offset(of: \.radius) == 16)
    }

    @Test func pointsThatAreNoPlacesAreLeftOut() throws {
        let points = [
            Point(x: 0, y: 0), Point(x: .nan, y: 1), Point(x: 2, y: -.infinity), Point(x: 3, y: 3),
        ]
        #expect(Stroke(points).points == [points[0], points[3]])
        let stroke = try Stroke(points, times: [0, 1, .nan, 3], pressures: [-1, .nan, 0.5, 2])
        #expect(stroke.points == [points[0], points[3]])
        #expect(stroke.times == [0, 3])
        #expect(stroke.pressures == [0, 1])
    }

    @Test func timesThatAreNoneTellNothing() throws {
        let points = [Point(x: 0, y: 0), Point(x: 1, y: 1)]
        #expect(try Stroke(points, times: [0, .infinity]).times == nil)
        #expect(try Stroke(points, times: nil, pressures: [.nan, 1]).pressures == nil)
    }

    @Test func eachPointHasItsTimeAndPressure() {
        let points = [Point(x: 0, y: 0), Point(x: 1, y: 1)]
        #expect(throws: StrokeError.timesDiffer(pointCount: 2, timeCount: 1)) { try Stroke(points, times: [0]) }
        #expect(throws: StrokeError.pressuresDiffer(pointCount: 2, pressureCount: 3)) {
            try Stroke(points, times: [0, 1], pressures: [0, 0, 0])
        }
    }

    @Test func reversalKeepsTimesGrowing() throws {
        let stroke = try Stroke(
            [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 5, y: 0)], times: [10, 11, 14], pressures: [0, 0.5, 1])
        let reversed = stroke.reversed
        #expect(reversed.points.map(\.x) == [5, 1, 0])
        #expect(reversed.times == [0, 3, 4])
        #expect(reversed.pressures == [1, 0.5, 0])
    }

    @Test func boxes() {
        let points = [Point(x: 1, y: 7), Point(x: -2, y: 3), Point(x: 0, y: 9)]
        let box = points.span.boundingBox
        #expect(box == BoundingBox(minimum: Point(x: -2, y: 3), maximum: Point(x: 1, y: 9)))
        #expect(box?.side == 6)
        #expect(box?.center == Point(x: -0.5, y: 6))
        #expect([Point]().span.boundingBox == nil)
        #expect([Point(x: 0, y: 0), Point(x: .nan, y: 0)].span.boundingBox == nil)
        #expect([Point(x: 0, y: .infinity), Point(x: 0, y: 0)].span.boundingBox == nil)
    }

    @Test func reversedTimesAreFinite() throws {
        let points = [Point(x: 1, y: 2), Point(x: 3, y: 4)]
        let stroke = try Stroke(points, times: [-1e308, 1e308], pressures: [0.25, 0.5])
        #expect(stroke.reversed.points == points.reversed())
        #expect(stroke.reversed.times == nil)
        #expect(stroke.reversed.pressures == [0.5, 0.25])
        #expect(try Stroke(points, times: [1, 4]).reversed.times == [0, 3])
    }
}
