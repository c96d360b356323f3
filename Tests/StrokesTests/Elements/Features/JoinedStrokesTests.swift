import RandomNumbers
import Testing

@testable import Strokes

@Suite struct JoinedStrokesTests {
    /// The path as its description has it: by trying all ends of all strokes that are left, and moving points.
    private static func plainPath(_ strokes: [[Point]]) -> [Point] {
        var parts = strokes.map { $0.filter(\.isFinite) }.filter { !$0.isEmpty }
        guard parts.count <= JoinedStrokes.mostSorted else { return parts.flatMap { $0 } }
        guard let greatest = parts.map({ $0.span.arcLength }).max(),
            let longest = parts.firstIndex(where: { $0.span.arcLength == greatest })
        else { return [] }
        var path = parts.remove(at: longest)
        while !parts.isEmpty {
            var best = (distance: Double.infinity, part: 0, path: path + parts[0])
            for (index, part) in parts.enumerated() {
                for (path, isBehind) in [
                    (path + part, true), (path + part.reversed(), true), (part + path, false),
                    (part.reversed() + path, false),
                ] {
                    let seam = isBehind ? path.count - part.count : part.count
                    let distance = path[seam - 1].distance(to: path[seam])
                    if distance < best.distance { best = (distance, index, path) }
                }
            }
            path = best.path
            parts.remove(at: best.part)
        }
        return path
    }

    private static func randomStrokes(_ random: inout SplitMix64, count: Int) -> [[Point]] {
        (0..<count).map { _ in
            (0..<Int.random(in: 0...6, using: &random)).map { _ in
                // On a coarse grid, so that distances are often equal.
                Point(
                    x: Double(Int.random(in: 0...4, using: &random)), y: Double(Int.random(in: 0...4, using: &random)))
            }
        }
    }

    @Test func strokesAreJoinedAtTheirNearestEnds() {
        var random = SplitMix64(seed: 17)
        let joined = JoinedStrokes()
        for round in 0..<400 {
            let strokes = Self.randomStrokes(&random, count: round % 9 == 8 ? 60 + round % 11 : round % 9)
            joined.removeAll()
            for stroke in strokes { joined.append(stroke.span) }
            joined.join()
            let plain = Self.plainPath(strokes)
            #expect(joined.points == plain)
            #expect(joined.strokeCount == strokes.count { !$0.isEmpty })
            let length = plain.span.arcLength
            let drawn = strokes.reduce(0) { $0 + $1.span.arcLength }
            let jumps = length > 0 ? (length - drawn) / length : 0
            #expect(abs(joined.penUp - jumps) < 1e-9)
        }
    }

    @Test func aShaftAndItsHeadAreDrawnInOne() {
        let shaft = [Point(x: 0, y: 0), Point(x: 100, y: 0)]
        let barbs = [[Point(x: 80, y: 9), Point(x: 101, y: 1)], [Point(x: 80, y: -10), Point(x: 101, y: -1)]]
        let joined = JoinedStrokes([barbs[0], shaft, barbs[1]])
        // The nearer barb from the tip outwards, then the other one from where the first ends.
        #expect(joined.points == shaft + barbs[0].reversed() + barbs[1])
        #expect(joined.strokeCount == 3)
    }

    @Test func pointsThatAreNotFiniteAreNone() {
        let none = Point(x: .nan, y: 0)
        let line = [Point(x: 0, y: 0), none, Point(x: 10, y: 0)]
        let joined = JoinedStrokes([[none], line, [], [Point(x: 11, y: 0), Point(x: .infinity, y: 0)]])
        #expect(joined.points == [Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 11, y: 0)])
        #expect(joined.strokeCount == 2)
        #expect(abs(joined.penUp - 1.0 / 11) < 1e-12)
        #expect(JoinedStrokes([[none], []]).points.isEmpty)
    }

    @Test func distancesThatOverflowAreNoObstacle() {
        let far = Double.greatestFiniteMagnitude
        let strokes = [(-far, 0.0), (far, far), (0, -far)].map { [Point(x: $0.0, y: $0.1), Point(x: $0.1, y: $0.0)] }
        let joined = JoinedStrokes(strokes)
        #expect(joined.points.count == 6)
        #expect(joined.penUp == 0)
    }

    @Test func manyStrokesAreJoinedAsTheyCome() {
        let strokes = (0..<100_000).map { [Point(x: Double($0), y: 0), Point(x: Double($0), y: 1)] }
        let joined = JoinedStrokes(strokes)
        #expect(joined.points == strokes.flatMap { $0 })
        #expect(joined.penUp > 0.5 && joined.penUp < 1)
    }
}
