import AlgorithmSupport
import Strokes
import Testing

@Suite("Boxed polylines") struct BoxedPolylineTests {
    /// The distance to each segment in turn.
    private func distance(from position: Point, to points: [Point]) -> Double {
        guard let first = points.first else { return .infinity }
        return zip(points, points.dropFirst()).reduce(first.squaredDistance(to: position)) { least, ends in
            min(least, Segment(start: ends.0, end: ends.1).squaredDistance(to: position))
        }.squareRoot()
    }

    @Test func distancesAreExactlyThoseToAllSegments() {
        var random = SplitMix64(seed: 5)
        func share() -> Double { Double(random.next() >> 11) * 0x1p-53 }
        for count in [0, 1, 2, 7, 8, 9, 16, 17, 60, 200] {
            for scale in [1e-200, 1, 1e5, 1e300] {
                var pen = Point(x: share() * scale, y: share() * scale)
                let points = (0..<count).map { _ in
                    pen = Point(x: pen.x + (share() - 0.5) * scale / 9, y: pen.y + (share() - 0.5) * scale / 9)
                    return pen
                }
                let line = BoxedPolyline(points)
                #expect(line.points == points)
                for _ in 0..<50 {
                    let position = Point(x: 3 * (share() - 0.3) * scale, y: 3 * (share() - 0.3) * scale)
                    let exact = distance(from: position, to: points)
                    #expect(line.distance(to: position) == exact)
                    let limit = share() * scale
                    let near = line.distance(to: position, within: limit)
                    #expect(exact < limit ? near == exact : near >= limit)
                }
            }
        }
    }

    @Test func pointsThatAreNoNumbersAreIgnored() {
        let points = (0..<30).map { Point(x: $0 % 7 == 3 ? .nan : Double($0), y: 0) }
        #expect(BoxedPolyline(points).distance(to: Point(x: 20, y: 5)) == 5)
    }
}
