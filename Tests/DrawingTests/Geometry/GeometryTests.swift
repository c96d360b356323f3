import Drawing
import Testing

@Suite struct GeometryTests {
    private func point(_ x: Double, _ y: Double = 0) -> PlanePoint { PlanePoint(x: x, y: y) }

    @Test func aShortenedCurveEndsTheGivenDistanceFromItsTip() {
        let curve = Curve(center: .zero, radius: 100, from: 0.3, sweep: 4)
        for distance in [1.0, 9, 60, 120] {
            let short = curve.shortened(by: distance)
            #expect(short.tail == curve.tail)
            #expect(abs(short.tip.distance(to: curve.tip) - distance) < 1e-6)
        }
        #expect(Curve(from: .zero, to: point(5)).shortened(by: 9) == Curve(from: .zero, to: point(5)))
    }

    @Test func polylinesKnowWhatTheyCrossAndEnter() {
        let line = Polyline([point(0, 0), point(100, 0), point(100, 100)])
        #expect(line.crossings(with: Polyline([point(50, -20), point(50, 20), point(150, 60)])) == 2)
        #expect(line.crossings(with: Polyline([point(0, 50), point(90, 50)])) == 0)
        #expect(line.passes(point(50, 9), within: 10) && !line.passes(point(50, 11), within: 10))
        #expect(line.enters(Box(around: point(100, 50), width: 10, height: 10)))
        #expect(!line.enters(Box(around: point(50, 50), width: 80, height: 80)))
    }
}
