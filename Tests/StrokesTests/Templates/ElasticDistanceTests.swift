import Strokes
import Testing

/// The distance against one that is computed as its definition reads.
@Suite struct ElasticDistanceTests {
    private static let count = GestureFeatures.segmentCount

    @Test func theSumIsThatOfTheBestMatching() {
        for (one, other) in Self.pairs() {
            let (query, template) = (Self.block(one, isReversed: false), Self.block(other, isReversed: true))
            let sum = ElasticDistance.sum(query, template, bound: .infinity)
            let expected = Self.reference(one, other)
            #expect(abs(Double(sum) - expected) < 1e-3)
        }
    }

    @Test func whatIsWithinTheBoundIsNeverGivenUp() {
        var fartherCount = 0
        for (one, other) in Self.pairs() {
            let (query, template) = (Self.block(one, isReversed: false), Self.block(other, isReversed: true))
            let sum = ElasticDistance.sum(query, template, bound: .infinity)
            #expect(ElasticDistance.sum(query, template, bound: sum) == sum)
            let reversed = Self.block(one, isReversed: true)
            var middles = [Float](repeating: 0, count: GestureFeatures.blockLength)
            var reaches = middles
            middles.withUnsafeMutableBufferPointer { middles in
                reaches.withUnsafeMutableBufferPointer { reaches in
                    guard let middles = middles.baseAddress, let reaches = reaches.baseAddress else { return }
                    ElasticDistance.writeEnvelope(of: reversed, middles: middles, reaches: reaches)
                }
            }
            #expect(!ElasticDistance.isFarther(template, middles: middles, reaches: reaches, than: sum))
            if ElasticDistance.isFarther(template, middles: middles, reaches: reaches, than: sum * 0.1) {
                fartherCount += 1
            }
        }
        // Where it never told anything, it would be right and useless.
        #expect(fartherCount > 24)
    }

    @Test func reversedBlocksAreThoseOfReversedWays() {
        for name in Gestures.names {
            let way = Gestures.drawn(name, seed: 2)
            var turned = Self.block(way, isReversed: false)
            turned.withUnsafeMutableBufferPointer { GestureFeatures.reverse($0) }
            let expected = Self.block(Array(way.reversed()), isReversed: false)
            #expect(zip(turned, expected).allSatisfy { abs($0 - $1) < 1e-3 })
        }
    }

    private static func pairs() -> [([Point], [Point])] {
        Gestures.names.enumerated().flatMap { index, name in
            [2, 5, 11].map { step in
                let other = Gestures.names[(index + step) % Gestures.names.count]
                return (Gestures.drawn(name, seed: UInt64(index)), Gestures.drawn(other, seed: UInt64(step)))
            } + [(Gestures.drawn(name, seed: 1), Gestures.drawn(name, seed: 2))]
        }
    }

    private static func block(_ way: [Point], isReversed: Bool) -> [Float] {
        var block = [Float](repeating: 0, count: GestureFeatures.blockLength)
        let size = block.withUnsafeMutableBufferPointer {
            GestureFeatures.write(way.span, to: $0, isReversed: isReversed)
        }
        #expect(size != nil)
        return block
    }

    private static func reference(_ one: [Point], _ other: [Point]) -> Double {
        let (a, b) = (segments(one), segments(other))
        var sums = [[Double]](repeating: Array(repeating: .infinity, count: count + 1), count: count + 1)
        sums[0][0] = 0
        for i in 1...count {
            for j in 1...count where abs(i - j) <= ElasticDistance.reach {
                let (p, q) = (a[i - 1], b[j - 1])
                let cosine = p.direction.x * q.direction.x + p.direction.y * q.direction.y
                let cost = 1 - cosine + Double(GestureFeatures.middleWeight) * p.middle.squaredDistance(to: q.middle)
                let step = min(sums[i - 1][j], sums[i][j - 1]) + Double(ElasticDistance.stepPenalty)
                sums[i][j] = cost + min(sums[i - 1][j - 1], step)
            }
        }
        return sums[count][count]
    }

    private static func segments(_ way: [Point]) -> [(direction: Point, middle: Point)] {
        let marks = way.span.resampled(to: count + 1)
        let center = Point(
            x: marks.reduce(0) { $0 + $1.x } / Double(marks.count),
            y: marks.reduce(0) { $0 + $1.y } / Double(marks.count))
        let size = (marks.reduce(0) { $0 + $1.squaredDistance(to: center) } / Double(marks.count)).squareRoot()
        return zip(marks, marks.dropFirst()).map { start, end in
            let length = start.distance(to: end)
            return (
                Point(x: (end.x - start.x) / length, y: (end.y - start.y) / length),
                Point(x: ((start.x + end.x) / 2 - center.x) / size, y: ((start.y + end.y) / 2 - center.y) / size)
            )
        }
    }
}
