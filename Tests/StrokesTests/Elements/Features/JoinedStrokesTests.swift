@_spi(Training) import Strokes
import AlgorithmSupport
import Testing

@Suite struct JoinedStrokesTests {
    /// The distance of a position from a polyline, by its segments.
    private static func distance(_ position: Point, _ stroke: [Point]) -> Double {
        zip(stroke, stroke.dropFirst() + stroke.suffix(1))
            .map { Segment(start: $0, end: $1).squaredDistance(to: position).squareRoot() }.min() ?? .infinity
    }

    /// Strokes with those that go on in each other made one.
    private static func lines(of strokes: [[Point]]) -> [[Point]] {
        let ends = strokes.flatMap { stroke in
            let extent = stroke.span.boundingBox?.diagonal ?? 0
            return [stroke.reversed(), stroke].map { stroke in
                let end = stroke[stroke.count - 1]
                let inner = stroke.last { $0.distance(to: end) > 0.3 * extent } ?? stroke[0]
                let length = inner.distance(to: end)
                let direction = Point(x: end.x - inner.x, y: end.y - inner.y)
                return JoinedStrokes.PieceEnd(
                    position: end,
                    direction: length > 0 ? Point(x: direction.x / length, y: direction.y / length) : .zero,
                    extent: extent)
            }
        }
        func nearest(_ end: Int) -> Int? {
            let others = ends.indices.filter { $0 / 2 != end / 2 && ends[end].gap(to: ends[$0]) != nil }
            return others.min { ends[end].gap(to: ends[$0]) ?? 0 < ends[end].gap(to: ends[$1]) ?? 0 }
        }
        func next(_ end: Int) -> Int? { nearest(end).flatMap { nearest($0) == end ? $0 : nil } }
        var left = Set(strokes.indices)
        return strokes.indices.compactMap { first in
            guard left.remove(first) != nil else { return nil }
            var line = strokes[first]
            var end = 2 * first + 1
            while let entry = next(end), left.remove(entry / 2) != nil {
                line += entry.isMultiple(of: 2) ? strokes[entry / 2] : strokes[entry / 2].reversed()
                end = entry ^ 1
            }
            end = 2 * first
            while let entry = next(end), left.remove(entry / 2) != nil {
                line = (entry.isMultiple(of: 2) ? strokes[entry / 2].reversed() : strokes[entry / 2]) + line
                end = entry ^ 1
            }
            return line
        }
    }

    /// The path as its description has it: by trying all ends of all strokes that are left, and
    /// moving points.
    private static func plainPath(_ strokes: [[Point]]) -> [Point] {
        var parts = strokes.map { $0.filter(\.isFinite) }.filter { !$0.isEmpty }
        guard parts.count > 1, parts.count <= JoinedStrokes.maximumSortedStrokes else { return parts.flatMap { $0 } }
        parts = lines(of: parts)
        guard parts.count > 1 else { return parts[0] }
        let sizes = parts.indices.map { place in
            let others = parts.indices.filter { $0 != place }.map { parts[$0] }
            let ends = [parts[place][0], parts[place][parts[place].count - 1]]
            let apart = ends.flatMap { end in others.map { distance(end, $0) } }.min() ?? 0
            let points = parts[place]
            let box = points.span.boundingBox
            return (box?.diagonal ?? 0) - 4 * apart
        }
        guard let greatest = sizes.max(), let place = sizes.firstIndex(of: greatest) else { return [] }
        let main = parts.remove(at: place)
        func isBehind(_ part: [Point]) -> Bool { distance(main[main.count - 1], part) <= distance(main[0], part) }
        var path = main
        while !parts.isEmpty {
            var best = (distance: Double.infinity, part: 0, path: path)
            for (index, part) in parts.enumerated() {
                let paths =
                    isBehind(part) ? [path + part, path + part.reversed()] : [part + path, part.reversed() + path]
                for path in paths {
                    let seam = isBehind(part) ? path.count - part.count : part.count
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

    @Test func aHeadLargerThanItsShaftIsNoShaft() throws {
        let shaft = [Point(x: 0, y: 0), Point(x: 50, y: 0), Point(x: 100, y: 0)]
        let head = [Point(x: 5, y: 60), Point(x: 102, y: 0), Point(x: 5, y: -60)]
        for strokes in [[shaft, head], [head, shaft], [head.reversed(), shaft]] {
            let joined = JoinedStrokes(strokes)
            #expect(joined.points.prefix(3) == shaft[...])
            let found = try #require(joined.shaft)
            #expect(found.head == .last)
            // The tip is the head's.
            #expect(found.first == shaft[0] && found.last == head[1])
            let whole = joined.points.span.arcLength
            #expect(abs(found.share.lowerBound) < 1e-12 && abs(found.share.upperBound - 100 / whole) < 1e-12)
        }
        let backwards = try #require(JoinedStrokes([shaft.reversed(), head]).shaft)
        #expect(backwards.head == .first && backwards.first == head[1] && backwards.last == shaft[0])
    }

    @Test func headsAtBothEndsAreFound() throws {
        let shaft = [Point(x: 0, y: 0), Point(x: 100, y: 0)]
        let heads = [(0.0, 12.0), (100, 88)].map { tip, barb in
            [Point(x: barb, y: 9), Point(x: tip, y: 0), Point(x: barb, y: -9)]
        }
        #expect(try #require(JoinedStrokes([heads[0], shaft, heads[1]]).shaft).head == .both)
    }

    @Test func blotsAndFurtherPiecesOfTheShaftAreNoHeads() throws {
        let shaft = [Point(x: 0, y: 0), Point(x: 100, y: 0)]
        for other in [
            [Point(x: 101, y: 1)], [Point(x: 102, y: 0), Point(x: 160, y: 5)],
            [Point(x: 100, y: 3), Point(x: 101, y: 80)],
        ] {
            #expect(try #require(JoinedStrokes([shaft, other]).shaft).head == .none)
        }
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
