import AlgorithmSupport
import Diagrams
import Testing

/// Layouts of graphs with thousands of states and arrows, which bounded searches finish in seconds.
@Suite struct HugeLayoutTests {
    private func diagram(states: Int, _ arrows: [(Int, Int)]) -> Diagram {
        var diagram = Diagram()
        let ids = (0..<states).map { diagram.addState(at: .zero, name: "s\($0)") }
        for (start, end) in arrows { diagram.addTransition(from: ids[start], to: ids[end], symbols: ["a"]) }
        diagram.layOut()
        return diagram
    }

    private func placeCount(_ diagram: Diagram) -> Int { Set(diagram.states.map(\.center)).count }

    @Test func aRandomGraph() {
        var random = SplitMix64(seed: 41)
        let arrows = (0..<6000).map { _ in
            (Int.random(in: 0..<2000, using: &random), Int.random(in: 0..<2000, using: &random))
        }
        #expect(placeCount(diagram(states: 2000, arrows)) == 2000)
    }

    @Test func aClique() {
        let arrows = (0..<60).flatMap { from in (0..<60).filter { $0 != from }.map { (from, $0) } }
        let clique = diagram(states: 60, arrows)
        #expect(placeCount(clique) == 60)
        #expect(clique.svg().utf8.count > 100_000)
    }

    @Test func aStar() { #expect(placeCount(diagram(states: 1001, (1...1000).map { (0, $0) })) == 1001) }

    @Test func aPathIsALine() {
        let path = diagram(states: 5000, (1..<5000).map { ($0 - 1, $0) })
        #expect(placeCount(path) == 5000)
        #expect(Set(path.states.map(\.center.y)).count == 1)
    }

    /// Arrows across a long path would need millions of places in layers.
    @Test func aPathWithChords() {
        var random = SplitMix64(seed: 42)
        let chords = (0..<2000).map { _ in
            (Int.random(in: 0..<2000, using: &random), Int.random(in: 0..<2000, using: &random))
        }
        #expect(placeCount(diagram(states: 2000, (1..<2000).map { ($0 - 1, $0) } + chords)) == 2000)
    }

    @Test func aGrid() {
        var arrows: [(Int, Int)] = []
        for state in 0..<1600 {
            if state % 40 < 39 { arrows.append((state, state + 1)) }
            if state < 1560 { arrows.append((state, state + 40)) }
        }
        #expect(placeCount(diagram(states: 1600, arrows)) == 1600)
    }

    /// States as large and as far away as they can be, and as small, in one diagram.
    @Test(arguments: [3, 200])
    func extremeMeasures(states: Int) {
        var random = SplitMix64(seed: 43)
        var diagram = Diagram()
        let ids = (0..<states).map { number in
            diagram.addState(
                at: Diagram.Point(x: number % 2 == 0 ? 1e9 : -1e9, y: 1e9), radius: [1e9, 1e-3, 24][number % 3],
                name: "s\(number)")
        }
        for _ in 0..<(2 * states) {
            let (from, to) = (ids.randomElement(using: &random), ids.randomElement(using: &random))
            diagram.addTransition(from: from, to: to, symbols: [String(repeating: "symbol", count: 200)])
        }
        diagram.addTransition(to: ids[0])
        diagram.layOut(keeping: Set(ids.prefix(states / 2)))
        diagram.layOut()
        #expect(diagram.states.allSatisfy { abs($0.center.x) <= 1e9 && abs($0.center.y) <= 1e9 })
        #expect(!diagram.svg().isEmpty)
    }
}
