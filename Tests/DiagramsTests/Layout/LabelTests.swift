import AlgorithmSupport
import Automata
import Diagrams
import Drawing
import Testing

/// Labels stand by their own arrows.
@Suite struct LabelTests {
    /// Returns the number of labels whose middle is nearer to another curve than to their own.
    private func strayCount(_ curves: [Curve], _ labels: [(curve: Int, middle: Diagram.Point)]) -> Int {
        let lines = curves.map(Self.points)
        return labels.count { label in
            func distance(_ line: [Diagram.Point]) -> Double {
                zip(line, line.dropFirst()).reduce(.infinity) {
                    min($0, label.middle.distance(toSegmentFrom: $1.0, to: $1.1))
                }
            }
            let own = distance(lines[label.curve])
            return lines.indices.contains { $0 != label.curve && distance(lines[$0]) < own }
        }
    }

    /// Returns the number of labels of a diagram, and of stray ones.
    private func labels(of diagram: Diagram) -> (all: Int, stray: Int) {
        let labels = DrawnDiagram(diagram).arrows.enumerated().compactMap { number, arrow in
            arrow.label.map { (curve: number, middle: $0.middle) }
        }
        return (labels.count, strayCount(diagram.transitions.map { diagram.curve(of: $0) }, labels))
    }

    private static func randomAutomata() throws -> [EpsilonNFA] {
        var random = SplitMix64(seed: 4242)
        return try (0..<300).map { round in
            try LayoutCorpus.nfa(states: 2 + round % 11, density: [1.2, 1.6, 2.0][round % 3], using: &random)
        }
    }

    /// Finer than the lines that the layout looks at.
    private static func points(of curve: Curve) -> [Diagram.Point] {
        curve.pieces.flatMap { piece in (0...24).map { piece.point(at: Double($0) / 24) } }
    }

    @Test func labelsOfRandomAutomataStandByTheirArrows() throws {
        let counts = try Self.randomAutomata().map { labels(of: Diagram($0)) }
        let (all, stray) = counts.reduce((0, 0)) { ($0.0 + $1.all, $0.1 + $1.stray) }
        print("\(stray) of \(all) labels of random automata are nearer to another arrow")
        #expect(all > 2000)
        #expect(stray == 0)
    }

    /// The figures of `Documentation/layouts.md`.
    @Test(.enabled(if: DotLayout.path != nil, "dot is missing"))
    func labelsOfDotStray() throws {
        let books = try TextbookCorpus.automata().map(\.automaton)
        for (name, automata) in [("random automata", try Self.randomAutomata()), ("textbooks", books)] {
            let pictures = try DotLayout.pictures(of: automata.map { Diagram($0) })
            let counts = pictures.map { picture in
                strayCount(picture.curves, picture.labels.map { ($0.curve, $0.middle) })
            }
            let (strays, pictureCount) = (counts.reduce(0, +), counts.count { $0 > 0 })
            print("dot: \(strays) labels of \(name) are nearer to another arrow, in \(pictureCount) pictures")
            #expect(counts.count == automata.count)
        }
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
        let mark = try #require(diagram.transitions.first { $0.marksInitialState })
        #expect(mark.tail.x < centers[0].x)
    }
}
