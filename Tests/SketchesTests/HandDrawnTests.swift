import AlgorithmSupport
import Automata
import Diagrams
import Sketches
import Strokes
import TestSupport
import Testing
import WorkLimits

/// Draws diagrams with synthetic hands, and counts how many become the same diagram again.
@Suite("Hand-drawn diagrams")
struct HandDrawnTests {
    @Test("tasks of a usability test, a hundred hands each", arguments: UsabilityTask.all)
    func tasks(_ task: UsabilityTask) throws {
        var understood = 0
        for seed in 0..<100 {
            var pen = SketchPen(seed: UInt64(seed))
            let drawn = pen.elements(of: task.diagram)
            let sketch = Self.sketch(of: drawn)
            let isRight =
                try task.accepted.allSatisfy { (try? sketch.diagram.simulate($0).isAccepted) ?? false }
                && task.rejected.allSatisfy { try !sketch.diagram.simulate($0).isAccepted }
            if isRight && Self.difference(of: sketch.diagram, from: task.diagram) == nil { understood += 1 }
        }
        #expect(understood >= 98, "\(task.name)")
    }

    @Test("random automata, drawn in random order, and read with hindsight")
    func randomAutomata() {
        let count = TestScope.isLong ? 1000 : 200
        var (drawnExactly, readExactly) = (0, 0)
        for seed in 0..<UInt64(count) {
            var random = SplitMix64(seed: seed)
            let diagram = Self.randomDiagram(&random)
            var pen = SketchPen(seed: seed + 1000)
            let drawn = pen.elements(of: diagram).shuffled(using: &random)
            if Self.difference(of: Self.sketch(of: drawn).diagram, from: diagram) == nil { drawnExactly += 1 }
            let reading = Sketch.reading(drawn.flatMap { $0.events.flatMap(\.self) })
            if Self.difference(of: reading.diagram, from: diagram) == nil { readExactly += 1 }
        }
        print("random automata: \(drawnExactly) stroke by stroke, \(readExactly) with hindsight, of \(count)")
        #expect(drawnExactly * 100 >= 95 * count, "\(drawnExactly) of \(count)")
        #expect(readExactly * 100 >= 95 * count, "\(readExactly) of \(count)")
    }

    @Test("drawings far from each other are read as each alone")
    func farDrawings() {
        for seed in 0..<UInt64(20) {
            var random = SplitMix64(seed: seed)
            var pen = SketchPen(seed: seed + 1000)
            let strokes = pen.elements(of: Self.randomDiagram(&random)).flatMap { $0.events.flatMap(\.self) }
            let alone = Sketch.reading(strokes).ink.map(\.reading)
            let copies = (0..<8).flatMap { copy in
                let (x, y) = (Double(copy % 3) * 16384, Double(copy / 3) * 16384)
                return strokes.map { stroke in Stroke(stroke.points.map { Point(x: $0.x + x, y: $0.y + y) }) }
            }
            let together = Sketch.reading(copies)
            for copy in 0..<8 {
                let readings = together.ink[(copy * strokes.count)..<((copy + 1) * strokes.count)].map(\.reading)
                #expect(readings == alone, "seed \(seed), copy \(copy)")
            }
        }
    }

    /// Drawing tries the readings of ink among all elements.
    @Test("ink is interpreted among the elements near it as among all")
    func nearElements() {
        var triedCount = 0
        for seed in 0..<UInt64(20) {
            var random = SplitMix64(seed: seed)
            var pen = SketchPen(seed: seed + 1000)
            var sketch = Sketch()
            for strokes in pen.elements(of: Self.randomDiagram(&random)).flatMap(\.events) {
                guard let drawn = sketch.apply(.draw(strokes)).interpretation else { continue }
                triedCount += 1
                let found = sketch.interpretation(of: drawn.ink)
                #expect(found?.reading == drawn.reading && found?.alternatives == drawn.alternatives, "seed \(seed)")
            }
            #expect(sketch.interpretations() == sketch.ink.map { sketch.interpretation(of: $0.id) })
        }
        #expect(triedCount > 200)
    }

    @Test("reading and layout keep a budget")
    func budgets() throws {
        var random = SplitMix64(seed: 1)
        var pen = SketchPen(seed: 1)
        let strokes = pen.elements(of: Self.randomDiagram(&random)).flatMap { $0.events.flatMap(\.self) }
        #expect(try Sketch.reading(strokes, budget: .default) == Sketch.reading(strokes))
        let cancelled = Budget(isCancelled: { true })
        #expect(throws: AutomataError.self) { try Sketch.reading(strokes, budget: cancelled) }
        #expect(throws: AutomataError.self) { try Sketch.reading(strokes, budget: Budget(maximumBytes: 1000)) }
        var sketch = Sketch.reading(strokes)
        let before = sketch
        #expect(throws: AutomataError.self) { try sketch.apply(.layOut, budget: cancelled) }
        #expect(sketch == before && !sketch.canUndo)
        var other = sketch
        #expect(try sketch.apply(.layOut, budget: .default) == other.apply(.layOut))
        #expect(sketch == other && sketch.canUndo)
    }

    // MARK: Drawing and comparing

    /// Draws elements stroke by stroke, and then gives arrows their symbols.
    static func sketch(of drawn: [Drawn]) -> Sketch {
        var sketch = Sketch()
        var inks: [Sketch.Ink.ID?] = []
        for element in drawn {
            var first: Sketch.Ink.ID?
            for strokes in element.events {
                let change = sketch.apply(.draw(strokes))
                first = first ?? change.interpretation?.ink
            }
            inks.append(first)
        }
        for (element, ink) in zip(drawn, inks) {
            guard let ink, case .transition(let id)? = sketch[ink]?.element else { continue }
            if !element.symbols.isEmpty { sketch.apply(.setSymbols(id, element.symbols)) }
            if element.hasEpsilon { sketch.apply(.setEpsilon(id, true)) }
        }
        return sketch
    }

    /// The first difference between a diagram and the original, or `nil` if there is
    /// none; states correspond by their places.
    static func difference(of diagram: Diagram, from original: Diagram) -> String? {
        guard diagram.states.count == original.states.count else {
            return "states \(diagram.states.count > original.states.count ? "more" : "fewer")"
        }
        var partner: [Diagram.State.ID: Diagram.State.ID] = [:]
        for state in original.states {
            let nearest = diagram.states.min {
                $0.center.distance(to: state.center) < $1.center.distance(to: state.center)
            }
            guard let nearest, nearest.center.distance(to: state.center) < state.radius else { return "a place" }
            guard nearest.isFinal == state.isFinal else { return "final \(state.isFinal)" }
            partner[state.id] = nearest.id
        }
        func arrows(_ diagram: Diagram, _ name: (Diagram.State.ID) -> Diagram.State.ID?) -> [String: Int] {
            diagram.transitions.reduce(into: [:]) { counts, arrow in
                let start = arrow.start.flatMap(name)?.number ?? 0
                let end = arrow.end.flatMap(name)?.number ?? 0
                counts["\(start) \(end)", default: 0] += 1
            }
        }
        guard arrows(diagram, { $0 }) != arrows(original, { partner[$0] }) else { return nil }
        return "arrows"
    }

    /// A diagram of 2–12 states, laid out, with loops, opposite arrows, initial and final states.
    static func randomDiagram(_ random: inout SplitMix64) -> Diagram {
        var diagram = Diagram()
        let count = Int.random(in: 2...12, using: &random)
        let ids = (0..<count).map { _ in
            diagram.addState(at: .zero, isFinal: Int.random(in: 0..<3, using: &random) == 0)
        }
        diagram.addTransition(to: ids[0])
        var pairs: Set<[Int]> = []
        // A tree reaches every state.
        for target in 1..<count { pairs.insert([Int.random(in: 0..<target, using: &random), target]) }
        for _ in 0..<Int.random(in: 0...count, using: &random) {
            pairs.insert([Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random)])
        }
        for pair in pairs.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            diagram.addTransition(from: ids[pair[0]], to: ids[pair[1]], symbols: ["a"])
        }
        diagram.layOut()
        return diagram
    }
}

/// A task of a usability test: an automaton to draw, and words to try.
struct UsabilityTask: Sendable, CustomStringConvertible {
    let name: String
    let diagram: Diagram
    let accepted: [String]
    let rejected: [String]

    var description: String { name }

    /// Arrows are `from symbols to`; an initial state has `>` before its name, a final one `!`.
    init(_ name: String, states: String, arrows: [String], accepted: String, rejected: String) {
        self.name = name
        var diagram = Diagram()
        var ids: [String: Diagram.State.ID] = [:]
        for word in states.split(separator: " ") {
            let own = String(word.filter { $0 != ">" && $0 != "!" })
            ids[own] = diagram.addState(at: .zero, name: own, isFinal: word.contains("!"))
            if word.contains(">") { diagram.addTransition(to: ids[own]) }
        }
        for arrow in arrows {
            let parts = arrow.split(separator: " ").map(String.init)
            let labels = parts[1].split(separator: ",").map(String.init)
            diagram.addTransition(
                from: ids[parts[0]], to: ids[parts[2]], symbols: labels.filter { $0 != "ε" },
                hasEpsilon: labels.contains("ε"))
        }
        diagram.layOut()
        self.diagram = diagram
        func words(_ text: String) -> [String] { text.split(separator: " ").map { $0 == "ε" ? "" : String($0) } }
        (self.accepted, self.rejected) = (words(accepted), words(rejected))
    }

    static let all = [
        UsabilityTask(
            "A", states: ">1 2 3!", arrows: ["1 A,B 2", "1 B 3", "2 A 3"], accepted: "AA BA B", rejected: "AAA ABA A"),
        UsabilityTask(
            "A, edited", states: ">1 2 3!", arrows: ["1 A,B 2", "1 B 3", "2 A 3", "2 B 2", "3 A 1"],
            accepted: "ABBA ABAABA BAB", rejected: "AAA BBB"),
        UsabilityTask(
            "B", states: ">1! 2 3!", arrows: ["1 D 1", "1 E 2", "1 E 3", "2 F 3"], accepted: "DDE DEF DE EF DDDDE",
            rejected: "EFE DDDDF"),
        UsabilityTask(
            "C", states: ">S E! D C", arrows: ["S A E", "E ε D", "D B C", "C B E"], accepted: "A ABB", rejected: "BA AB"
        ),
        UsabilityTask(
            "D", states: ">p q r!", arrows: ["p 1 q", "q 0 r", "r 1 q"], accepted: "10 1010 101010",
            rejected: "ε 1 01 100"),
        UsabilityTask(
            "E", states: ">p q r s!", arrows: ["p 0 q", "q 1 r", "r 1 s", "s 0,1 s"], accepted: "011 0110 01101",
            rejected: "ε 01 0011 111"),
    ]
}
