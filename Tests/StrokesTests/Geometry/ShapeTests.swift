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
        #expect(Self.square.span.resampled(to: 401).span.simplifiedIndices(tolerance: 1e-9) == [0, 100, 200, 300, 400])
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

    @Test func hostilePoints() {
        let numbers: [Double] = [
            0, -0.0, 1, .nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude, 1e-160, 1e160,
        ]
        var random = Wobble()
        func number() -> Double { numbers[Int(abs(random.next()) * Double(numbers.count)) % numbers.count] }
        for index in 0..<5000 {
            let points = (0..<index % 9).map { _ in Point(x: number(), y: number()) }
            let span = points.span
            _ = (span.arcLength, span.boundingBox)
            #expect(span.simplifiedIndices(tolerance: number()).allSatisfy(points.indices.contains))
            var buffer = [Point](repeating: .zero, count: 7)
            var output = buffer.mutableSpan
            span.resample(into: &output, length: number())
        }
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
