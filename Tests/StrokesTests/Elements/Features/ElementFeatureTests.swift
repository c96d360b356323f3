import StrokeSynthesis
@_spi(Training) import Strokes
import Testing

/// What is measured in haste is what the plain formula says.
@Suite struct ElementFeatureTests {
    /// Keeps the place to work in as long as the suite lives, and with it what its pointers point
    /// to.
    private final class Place {
        let scratch = FeatureScratch()
    }

    private let place = Place()
    private var buffers: FeatureBuffers { place.scratch.buffers }

    /// Strokes of all kinds, each with a shape.
    private static let strokes: [[Point]] = {
        var generator = StrokeGenerator(seed: 990_002)
        return (0..<200).map { index in
            JoinedStrokes(generator.element(of: ElementKind.allCases[index % 4]).strokes.map(\.points)).points
        }
    }()

    /// Returns the features of points, which must have a shape.
    private func features(of points: [Point]) throws -> [Float] {
        // A span can't be looked at by a macro.
        let features = place.scratch.measure(points.span)
        return try #require(features)
    }

    private func feature(_ name: String, of features: [Float]) throws -> Float {
        features[try #require(Feature.names.firstIndex(of: name))]
    }

    @Test func inkIsReadInPiecesWithoutSeams() throws {
        for points in Self.strokes {
            let plain = try features(of: points)
            // The same path with more points on it, so many that pieces end amid segments and at
            // their ends.
            for parts in [2, 3, 7, 50] {
                var dense = [points[0]]
                for (from, to) in zip(points, points.dropFirst()) {
                    for part in 1...parts { dense.append(from.interpolated(to: to, at: Double(part) / Double(parts))) }
                }
                dense.insert(Point(x: .nan, y: 0), at: dense.count / 2)
                let features = try features(of: dense)
                for name in ["gap", "absoluteTurn", "area", "distance3", "radius7"] {
                    let difference = try feature(name, of: features) - feature(name, of: plain)
                    #expect(abs(difference) < 0.02, "\(name) of \(dense.count) points")
                }
            }
        }
    }

    /// Along the page's sides, along its diagonals, and in between; a right angle either way up.
    @Test func alignmentIsThatOfTheDirections() throws {
        let drawings: [(corners: [(Double, Double)], aligned: Float)] = [
            ([(0, 0), (100, 0)], 1), ([(0, 0), (0, -100)], 1), ([(0, 0), (70, 70)], -1),
            ([(0, 0), (92.388, 38.268)], 0), ([(0, 0), (100, 0), (100, 100)], 1),
            ([(0, 100), (100, 0), (200, 100)], -1),
        ]
        for (corners, aligned) in drawings {
            let points = corners.map { Point(x: $0.0, y: $0.1) }
            let features = try features(of: points)
            #expect(abs(try feature("aligned", of: features) - aligned) < 0.1)
            #expect(abs(try feature("bodyAligned", of: features) - aligned) < 0.1)
        }
    }

    @Test func aCircleRunsEverywhereAlike() throws {
        #expect(abs(try feature("aligned", of: features(of: Drawing.circle()))) < 0.1)
    }

    @Test func theNormalizedStrokeIsEven() throws {
        for points in Self.strokes {
            let frame = buffers.normalize(points.span)
            #expect(frame != nil)
            let path = (0..<NormalizedStroke.count).map { Point(x: Double(buffers.x[$0]), y: Double(buffers.y[$0])) }
            #expect(path.allSatisfy { (-1e-6...1.000_001).contains($0.x) && (-1e-6...1.000_001).contains($0.y) })
            let steps = zip(path, path.dropFirst()).map { $0.distance(to: $1) }
            let spacing = try #require(steps.max())
            // A step may cut a corner, and never is longer than the way.
            #expect(steps.filter { $0 > 0.8 * spacing }.count > 32)
        }
    }

    @Test func crossingsAndDistancesAreThoseOfAllPairs() throws {
        for points in Self.strokes {
            let features = try features(of: points)
            let path = (0..<32).map { SIMD2(buffers.x[2 * $0], buffers.y[2 * $0]) }
            func isLeft(_ from: Int, _ point: Int) -> Bool {
                let (step, way) = (path[from + 1] - path[from], path[point] - path[from])
                return step.x * way.y - step.y * way.x < 0
            }
            var crossings = 0
            for first in 0..<31 {
                for second in first..<31 where second > first + 2 {
                    let isCrossed = isLeft(first, second) != isLeft(first, second + 1)
                    if isCrossed, isLeft(second, first) != isLeft(second, first + 1) { crossings += 1 }
                }
            }
            #expect(try feature("crossings", of: features) == Float(min(crossings, 12)))
            let shares = try (0..<10).map { try feature("distance\($0)", of: features) }
            #expect(shares.reduce(0, +) < 1.0001)
            #expect(shares.allSatisfy { $0 >= 0 })
            let spread = (0..<64).map { buffers.radius[$0] * buffers.radius[$0] }.reduce(0, +) / 64
            // The lower half of the bins ends at twice the spread; what is all but there may be on
            // either side, as the diameters of a circle.
            var (near, atMost) = (0, 0)
            for first in 0..<32 {
                for second in first..<32 where second > first {
                    let way = path[second] - path[first]
                    let square = (way * way).sum()
                    if square < 3.99 * spread { near += 1 }
                    if square < 4.01 * spread { atMost += 1 }
                }
            }
            let counted = (shares.prefix(5).reduce(0, +) * 496).rounded()
            #expect(counted >= Float(near) && counted <= Float(atMost))
        }
    }

    @Test func bendsAreCountedOneByOne() throws {
        for points in Self.strokes {
            let features = try features(of: points)
            let bends = (0..<64).map { buffers.bend[$0] }
            #expect(try feature("flat5", of: features) == Float(bends[1..<63].count { $0 < 0.12 }) / 63)
            #expect(try feature("bent90", of: features) == Float(bends[1..<63].count { $0 > 1.5 }) / 63)
            var runs = bends[1..<63].split { $0 >= 0.35 }.map(\.count)
            runs.sort(by: >)
            #expect(try feature("longestStraight", of: features) == Float(runs.first ?? 0) / 63)
            var sides: [Bool] = []
            for index in 1..<63 {
                let turn = buffers.turning[index - 1] + buffers.turning[index] + buffers.turning[index + 1]
                if abs(turn) > 0.12, sides.last != (turn > 0) { sides.append(turn > 0) }
            }
            #expect(try feature("signChanges", of: features) == Float(max(0, sides.count - 1)))
        }
    }

    @Test func treesAnswerAsTheyWouldOneByOne() throws {
        let model = ElementModel.default
        let trees = model.trees
        for points in Self.strokes.prefix(60) {
            _ = try features(of: points)
            let sum = model.scores(place.scratch).trees
            let values = UnsafeRawPointer(place.scratch.features).assumingMemoryBound(to: Float.self)
            var expected = SIMD4<Float>.zero
            for tree in 0..<trees.count {
                var node = 0
                for _ in 0..<trees.depth {
                    let asked = trees.nodes[tree * ((1 << trees.depth) - 1) + node]
                    let threshold = Float(asked.threshold - ElementModel.thresholdZero) * ElementModel.thresholdStep
                    node = 2 * node + (values[asked.feature] > threshold ? 2 : 1)
                }
                let leaf = trees.leaves[(tree << trees.depth) + node - ((1 << trees.depth) - 1)]
                for kind in 0..<4 {
                    expected[kind] += Float(Int(leaf[kind]) - ElementModel.Trees.leafZero) * trees.leafStep
                }
            }
            #expect(sum == expected)
        }
    }
}
