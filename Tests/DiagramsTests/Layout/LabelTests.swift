import Automata
import Diagrams
import Drawing
import Testing
import WorkLimits

/// Labels stand by their own arrows.
@Suite struct LabelTests {
    /// Returns the number of labels, and of those whose middle is nearer to another arrow than to
    /// their own.
    private func labels(of diagram: Diagram) -> (all: Int, stray: Int) {
        let curves = diagram.transitions.map { Self.points(of: diagram.curve(of: $0)) }
        let arrows = DrawnDiagram(diagram).arrows
        var (all, stray) = (0, 0)
        for (number, arrow) in arrows.enumerated() {
            guard let middle = arrow.label?.middle else { continue }
            func distance(_ curve: [Diagram.Point]) -> Double {
                zip(curve, curve.dropFirst()).reduce(.infinity) {
                    min($0, middle.distance(toSegmentFrom: $1.0, to: $1.1))
                }
            }
            let own = distance(curves[number])
            all += 1
            if curves.indices.contains(where: { $0 != number && distance(curves[$0]) < own }) { stray += 1 }
        }
        return (all, stray)
    }

    /// Finer than the lines that the layout looks at.
    private static func points(of curve: Curve) -> [Diagram.Point] {
        curve.pieces.flatMap { piece in (0...24).map { piece.point(at: Double($0) / 24) } }
    }

    @Test func labelsOfRandomAutomataStandByTheirArrows() throws {
        var random = SplitMix64(seed: 4242)
        var (all, stray) = (0, 0)
        for round in 0..<300 {
            let nfa = try LayoutCorpus.nfa(states: 2 + round % 11, density: [1.2, 1.6, 2.0][round % 3], using: &random)
            let count = labels(of: Diagram(nfa))
            (all, stray) = (all + count.all, stray + count.stray)
        }
        print("\(stray) of \(all) labels of random automata stand nearer to another arrow")
        #expect(all > 2000)
        #expect(stray == 0)
    }

    @Test func labelsOfTextbooksStandByTheirArrows() throws {
        let counts = try TextbookCorpus.automata().map { ($0.name, labels(of: Diagram($0.automaton))) }
        let wrong = counts.filter { $0.1.stray > 0 }
        print("labels nearer to another arrow: \(wrong)")
        #expect(counts.count == 30)
        #expect(wrong.isEmpty)
    }

    @Test func nothingOfTextbooksIsCovered() throws {
        for (name, automaton) in try TextbookCorpus.automata() {
            #expect(LayoutScore(Diagram(automaton)).coverings == 0, "\(name)")
        }
    }

    @Test func aMatcherStaysAChain() throws {
        let automata = try TextbookCorpus.automata()
        let matcher = try #require(automata.first { $0.name == "matcher" })
        let diagram = Diagram(matcher.automaton)
        let centers = diagram.states.map(\.center)
        #expect(zip(centers, centers.dropFirst()).allSatisfy { $0.x < $1.x && $0.y == $1.y })
        let mark = try #require(diagram.transitions.first { $0.isInitialMark })
        #expect(mark.tail.x < centers[0].x)
    }
}
