import AlgorithmSupport
import Automata
import Diagrams
import Drawing
import Testing

@Suite struct LayoutSearchTests {
    private func point(_ x: Double, _ y: Double) -> Diagram.Point { Diagram.Point(x: x, y: y) }

    /// The sum of squared relative errors of distances.
    private func stress(_ graph: LayoutGraph, _ places: [Diagram.Point], length: Double) -> Double {
        let distances = graph.distances
        var sum = 0.0
        for first in places.indices {
            for second in places[..<first].indices {
                let ideal = length * Double(distances[first][second] < 0 ? 3 : distances[first][second])
                let error = places[first].distance(to: places[second]) / ideal - 1
                sum += error * error
            }
        }
        return sum
    }

    @Test func stressNeverRises() {
        var random = SplitMix64(seed: 51)
        for round in 0..<40 {
            let nodes = 3 + round % 12
            let edges = (0..<(2 * nodes)).map { _ in
                (Int.random(in: 0..<nodes, using: &random), Int.random(in: 0..<nodes, using: &random))
            }
            let graph = LayoutGraph(nodeCount: nodes, edges: edges, roots: [])
            var places = (0..<nodes).map { point(Double($0 * 90), Double($0 % 3 * 70)) }
            var least = stress(graph, places, length: 100)
            for _ in 0..<5 {
                places = StressLayout.positions(of: graph, from: places, length: 100, rounds: 1)
                let now = stress(graph, places, length: 100)
                #expect(now <= least + 1e-9)
                least = now
            }
        }
    }

    @Test func stressStretchesAPath() {
        let graph = LayoutGraph(nodeCount: 4, edges: [(0, 1), (1, 2), (2, 3)], roots: [])
        let start = [point(0, 0), point(30, 40), point(90, 10), point(60, 80)]
        let places = StressLayout.positions(of: graph, from: start, length: 100, rounds: 500)
        #expect(abs(places[0].distance(to: places[3]) - 300) < 15)
        #expect(graph.distances == [[0, 1, 2, 3], [1, 0, 1, 2], [2, 1, 0, 1], [3, 2, 1, 0]])
    }

    /// Two crossed arrows part, and a state leaves the arrow that passes it.
    @Test func untanglingPartsArrows() {
        var diagram = Diagram()
        let places = [point(0, 0), point(200, 150), point(200, 0), point(0, 150), point(100, 75)]
        let ids = places.map { diagram.addState(at: $0) }
        for (from, to) in [(0, 1), (3, 2), (0, 2), (3, 1)] {
            diagram.addTransition(from: ids[from], to: ids[to], symbols: ["a"])
        }
        var arrangement = Arrangement(diagram)
        #expect(LayoutScore(arrangement).crossings == 1)
        var untangling = Untangling(arrangement, work: 1_000_000)
        untangling.run()
        arrangement.centers = untangling.centers
        let score = LayoutScore(arrangement)
        #expect(score.crossings == 0 && score.coverings == 0)
        // Without work nothing moves.
        var idle = Untangling(Arrangement(diagram), work: 0)
        idle.run()
        #expect(idle.centers == places)
    }

    /// An index finds all that is near, as a look at everything does.
    @Test func theIndexMissesNothing() {
        var random = SplitMix64(seed: 52)
        func place() -> Diagram.Point {
            point(Double.random(in: -500...500, using: &random), Double.random(in: -500...500, using: &random))
        }
        let lines = (0..<60).map { _ in Polyline([place(), place(), place()]) }
        var index = PlaneIndex(size: 64, for: Box(around: .zero, width: 1000, height: 1000))
        for (number, line) in lines.enumerated() { index.insert(number, along: line) }
        for _ in 0..<200 {
            let box = Box(around: place(), width: 60, height: 20)
            let near = Set(index.numbers(near: box))
            for (number, line) in lines.enumerated() where line.enters(box) { #expect(near.contains(number)) }
        }
    }
}
