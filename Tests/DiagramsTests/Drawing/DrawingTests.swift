import AlgorithmSupport
import Automata
@_spi(Tool) import Diagrams
import Drawing
import Foundation
import FoundationXML
import Testing
import WorkLimits

@Suite struct DrawingTests {
    /// Digits, numbers and letters run together, in natural order.
    @Test(arguments: [
        ("0 1 2 3 4 5 6 7 8 9", "0–9"), ("_ z y x w v", "_, v–z"), ("1 0", "0, 1"), ("a b c d e", "a–e"),
        ("a b c", "a, b, c"), ("a , b", "‘,’, a, b"), ("A 9", "9, A"), ("10 9 8 11", "8–11"), ("2 10 1", "1, 2, 10"),
        ("a10 a9", "a9, a10"), ("-1 1 -2 0", "-2, -1, 0, 1"), ("01 02 03 04", "01, 02, 03, 04"),
    ])
    func labelsAreShort(symbols: String, text: String) {
        let symbols = symbols.split(separator: " ").map { String($0) }
        #expect(Label.lines(symbols, hasEpsilon: false) == [text])
        #expect(Label.lines(symbols, hasEpsilon: true) == [text + ", ε"])
    }

    /// Labels break into lines. Only where the picture shows the alphabet, lists of more than three
    /// lines are replaced by Σ or a complement.
    @Test func longLabelsBreakIntoLines() {
        let words = [
            "alpha", "beta", "gamma", "delta", "lambda", "omega", "sigma", "kappa", "theta", "iota", "omicron",
            "upsilon",
        ]
        #expect(
            Label.lines(Array(words.prefix(5)), hasEpsilon: true, of: words)
                == ["alpha, beta, delta,", "gamma, lambda, ε"])
        let lines = [
            "alpha, beta, delta,", "gamma, iota, kappa,", "lambda, omega,", "omicron, sigma, theta,",
            "upsilon",
        ]
        #expect(Label.lines(words, hasEpsilon: false) == lines)
        #expect(Label.lines(words, hasEpsilon: true, of: words) == ["Σ, ε"])
        #expect(Label.lines(words, hasEpsilon: true, of: words + ["zeta", "eta"]) == ["not eta, zeta", "ε"])
        #expect(Label.lines(words, hasEpsilon: false, of: words + words.map { $0 + "s" }) == lines)
    }

    /// A picture whose labels refer to the alphabet lists it.
    @Test func theAlphabetStandsBelowLabelsThatReferToIt() throws {
        var diagram = Diagram()
        let state = diagram.addState(at: .zero)
        diagram.addTransition(from: state, to: state, symbols: (0..<40).map { "word\($0)" })
        let drawing = DrawnDiagram(diagram)
        let alphabet = try #require(drawing.alphabet)
        #expect(drawing.arrows[0].label?.lines.map(\.text) == ["Σ"])
        #expect(
            alphabet.lines.map(\.text).joined(separator: " ") == "Σ = "
                + (0..<40).map { "word\($0)" }.joined(separator: ", "))
        #expect(alphabet.box.low.y > drawing.circles[0].center.y + 24 && drawing.bounds.high.y >= alphabet.box.high.y)
        #expect(
            diagram.svg().contains("Σ = word0, word1,")
                && diagram.tikz().contains("\\ensuremath{\\Sigma} = word0, word1,"))
        let typed = DrawnDiagram(diagram, showsAlphabet: false)
        #expect(typed.alphabet == nil && (typed.arrows[0].label?.lines.count ?? 0) > 3)
    }

    /// A symbol that looks like another sign of labels stands in quotation marks.
    @Test(arguments: [
        ("ε", "\"ε\""), ("Σ", "\"Σ\""), ("␣", "\"␣\""), ("a, b", "\"a, b\""), ("a,b", "\"a,b\""), ("a–c", "\"a–c\""),
        ("not a", "\"not a\""), (" a", "\" a\""), ("\"ε\"", "\"\\\"ε\\\"\""), ("\"", "\""), ("εε", "εε"), (",", "‘,’"),
        ("[a,b]", "[a,b]"), ("a b", "a b"), ("a–", "a–"), ("\u{7}\u{7F}", "␇␡"),
    ])
    func mistakableSymbolsAreQuoted(symbol: String, label: String) {
        #expect(Label.lines([symbol], hasEpsilon: false) == [label])
        #expect(Label.lines([symbol], hasEpsilon: true) == [label + ", ε"])
    }

    /// Names are set as in TeX if all of the name has that form.
    @Test(
        arguments: [
            ("q0", "q_0"), ("q12", "q_12"), ("q_0", "q_0"), ("q_{01}", "q_01"), ("q_10", "q_10"), ("S^2", "S^2"),
            ("q_0^+", "q_0^+"), ("\\alpha", "α"), ("\\alpha_1", "α_1"), ("\\Sigma1", "Σ_1"), ("q_{\\alpha,i}", "q_α,i"),
            ("\\{q_0,q_1\\}", "{q_0,q_1}"), ("{q0,q1}", "{q_0,q_1}"), ("$q_f$", "q_f"), ("q'", "q′"), ("q'_1", "q′_1"),
            ("(p1, q2)", "(p_1, q_2)"), ("even2", "even_2"), ("\\emptyset", "∅"), ("q_a", "q_a"),
            // Not of that form as a whole.
            ("waiting_for_card", nil), ("x86_64", nil), ("a1b2", nil), ("v1.2", nil), ("q_0_1", nil),
            ("wait_card", nil),
            ("q_", nil), ("_0", nil), ("\\unknown", nil), ("q_{0", nil), ("q_{a_b}", nil), ("12", nil), ("2q1", nil),
            ("it's", nil),
            ("$", nil), ("\\", nil), ("", nil), ("q₀", nil), ("{}", nil),
        ] as [(String, String?)])
    func namesAreSetAsInTeX(name: String, parts: String?) {
        let marks: [TypesetText.Level: String] = [.base: "", .lowered: "_", .raised: "^"]
        let line = TypesetText(name: name)
        var text = ""
        for (index, run) in line.runs.enumerated() {
            // Marks of text on the line again aren't written.
            text += (index > 0 || run.level != .base ? marks[run.level] ?? "" : "") + run.text
        }
        #expect(text == parts ?? name)
        #expect(parts != nil || !line.hasScripts)
    }

    /// All names of a picture have one size. Circles grow with their names, which break into lines;
    /// what still doesn't fit is shortened, to different texts, and read in full.
    @Test func circlesGrowWithTheirNames() throws {
        let long = (0..<2).map {
            "a" + String(repeating: "bc", count: 200) + "\($0)" + String(repeating: "d", count: 200)
        }
        let names = ["q0", "waiting_for_card", "{q0,q1,q2,q3}"] + long
        let nfa = try NFA(
            alphabet: ["a"], transitions: zip(names, names.dropFirst()).map { ($0, "a", $1) }, initial: [names[0]],
            final: [names[2]])
        let diagram = Diagram(nfa)
        #expect(diagram.states.map(\.radius) == [24, 33, 32, 64, 64])
        let drawing = DrawnDiagram(diagram)
        #expect(Set(drawing.circles.map(\.name.size)).count == 1 && drawing.circles[0].name.size >= 11)
        for circle in drawing.circles {
            let radius = circle.ring ?? circle.radius
            for (line, offset) in circle.name.placedLines {
                let corner = Diagram.Point(
                    x: line.width * circle.name.size / 2, y: abs(offset) + 0.36 * circle.name.size)
                #expect(corner.distance(to: .zero) <= radius)
            }
        }
        #expect(drawing.circles[1].name.lines.map(\.text) == ["waiting_", "for_card"])
        #expect(
            diagram.pictureNotes.count == 2 && diagram.pictureNotes[0].contains("shortens the name of state 'abcbc"))
        let shown = drawing.circles.suffix(2).map { $0.name.lines.map(\.text).joined() }
        #expect(shown.allSatisfy { $0.contains("…") } && shown[0] != shown[1])
        #expect(long.allSatisfy { diagram.svg().contains("State \($0).") })
        // Neighbors have the usual gaps between their outlines.
        for (left, right) in zip(diagram.states, diagram.states.dropFirst()) {
            #expect(abs(left.center.distance(to: right.center) - left.radius - right.radius - 56) < 1e-9)
        }
        // States that have places leave each other room.
        let placed = try nfa.withStatePositions(
            try (0..<5).map { try #require(StatePosition(x: 90 * Double($0), y: 0)) })
        #expect(Diagram(placed).states.map(\.radius) == [24, 33, 32, 33, 33])
    }

    /// The time grows with the number of names, although all would have one abbreviation.
    @Test func manyNamesWithOneAbbreviationGetNumbers() {
        var diagram = Diagram()
        for number in 0..<1000 {
            let name = String(repeating: "a", count: 150) + "\(number)" + String(repeating: "b", count: 150)
            diagram.addState(at: .zero, name: name)
        }
        let shown = DrawnDiagram(diagram).circles.map { $0.name.lines.map(\.text).joined() }
        #expect(Set(shown).count == 1000 && shown.allSatisfy { $0.contains("…") })
        #expect(diagram.pictureNotes.count == 4 && diagram.pictureNotes[3] == "the picture shortens 997 more names")
    }

    /// Names that would look the same are shown as they are.
    @Test func namesThatWouldLookTheSameAreShownAsTheyAre() {
        var diagram = Diagram()
        for (index, name) in ["q0", "q_0", "q1", "q_{1}x"].enumerated() {
            diagram.addState(at: point(100 * Double(index)), name: name)
        }
        let circles = DrawnDiagram(diagram).circles
        #expect(circles.map { $0.name.lines.map(\.text).joined() } == ["q0", "q_0", "q1", "q_{1}x"])
        #expect(circles.map { $0.name.lines[0].hasScripts } == [false, false, true, false])
    }

    @Test func picturesHaveWholeSizes() throws {
        var diagram = Diagram()
        diagram.addState(at: point(0.3, -0.2), radius: 20.25)
        let picture = try read(diagram.svg())
        #expect(picture.frame == [-28.5, -28.5, 58, 57])
    }

    private func point(_ x: Double, _ y: Double = 0) -> Diagram.Point { Diagram.Point(x: x, y: y) }

    @Test func arcsPassThroughTheirFlexBetweenTheOutlines() throws {
        for bend in [-90.0, -40, -1, 0, 0.0001, 25, 100, 180] {
            var diagram = Diagram()
            let (a, b) = (diagram.addState(at: .zero, radius: 20), diagram.addState(at: point(200, 60), radius: 30))
            let id = diagram.addTransition(from: a, to: b, symbols: ["x"])
            var transition = try #require(diagram[id])
            transition.bend = bend
            diagram.update(transition)
            let curve = diagram.curve(of: transition)
            #expect(abs(curve.tail.distance(to: .zero) - 20) < 0.01)
            #expect(abs(curve.tip.distance(to: point(200, 60)) - 30) < 0.01)
            let arcApex = Curve.arcApex(from: .zero, to: point(200, 60), bend: bend)
            let places = (0...2000).map { curve.point(at: Double($0) / 2000) }
            #expect(try #require(places.map { $0.distance(to: arcApex) }.min()) < 0.2)
            // All of it on one circle, or on the chord.
            if abs(bend) > 1 {
                let radius = (200.0 * 200 + 60 * 60) / 4 / (2 * abs(bend)) + abs(bend) / 2
                let center = arcApex.moved(radius, towards: point(100, 30))
                #expect(places.allSatisfy { abs($0.distance(to: center) - radius) < 0.001 * radius })
            }
        }
    }

    @Test func loopsLeaveAndArriveOnTheOutline() throws {
        var diagram = Diagram()
        let state = diagram.addState(at: point(50, 50), radius: 24)
        let id = diagram.addTransition(from: state, to: state, symbols: ["a"])
        let curve = diagram.curve(of: try #require(diagram[id]))
        #expect(abs(curve.tail.distance(to: point(50, 50)) - 24) < 1e-9)
        #expect(abs(curve.tip.distance(to: point(50, 50)) - 24) < 1e-9)
        // On top of its state, the tail on the left.
        #expect(curve.point(at: 0.5).y < 10 && abs(curve.point(at: 0.5).x - 50) < 1e-6 && curve.tail.x < curve.tip.x)
    }

    /// Reads a picture, and keeps what it has of each kind and the corners of all.
    private final class Reader: NSObject, XMLParserDelegate {
        var counts: [String: Int] = [:]
        var numbers: [Double] = []
        var frame: [Double] = []
        var text = ""

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String] = [:]
        ) {
            counts[name, default: 0] += 1
            func all(_ key: String) -> [Double] {
                (attributes[key] ?? "").split { !"-.0123456789".contains($0) }.compactMap { Double($0) }
            }
            if name == "svg" { frame = all("viewBox") }
            if name == "path" { numbers += all("d") }
            if name == "text" { numbers += all("x") + all("y") }
            if name == "circle", let x = all("cx").first, let y = all("cy").first, let radius = all("r").first {
                numbers += [x - radius, y - radius, x + radius, y + radius]
            }
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
    }

    private func read(_ svg: String) throws -> Reader {
        let reader = Reader()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = reader
        try #require(parser.parse(), "\(svg)")
        return reader
    }

    private func randomDiagram(_ random: inout SplitMix64, hostile: Bool) -> Diagram {
        var diagram = Diagram()
        let names: [String?] =
            hostile ? ["<&>\"'", "\u{0}\u{FFFE}", String(repeating: "W", count: 300), "\u{202E}q"] : [nil]
        let symbols = hostile ? ["<", "]]>", "\u{7}", "&amp;", "a"] : ["a", "b", "c", "0", "1"]
        func place() -> Diagram.Point {
            point(Double.random(in: -500...500, using: &random), Double.random(in: -500...500, using: &random))
        }
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            diagram.addState(
                at: place(), radius: Double.random(in: 1...60, using: &random),
                name: names.randomElement(using: &random) ?? nil, isFinal: Bool.random(using: &random))
        }
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            let id = diagram.addTransition(
                from: diagram.states.randomElement(using: &random)?.id,
                to: diagram.states.randomElement(using: &random)?.id,
                symbols: symbols.filter { _ in Bool.random(using: &random) }, hasEpsilon: Bool.random(using: &random))
            guard var transition = diagram[id] else { continue }
            if Bool.random(using: &random) { transition.start = nil }
            (transition.tail, transition.tip) = (place(), place())
            transition.bend = Double.random(in: -300...300, using: &random)
            transition.angle = Double.random(in: -4...4, using: &random)
            diagram.update(transition)
        }
        if Bool.random(using: &random) { diagram.addNote("a note & more", at: place()) }
        return diagram
    }

    @Test func picturesAreWellFormedAndStayInTheirFrame() throws {
        var random = SplitMix64(seed: 77)
        for round in 0..<300 {
            let diagram = randomDiagram(&random, hostile: round % 2 == 0)
            let picture = try read(diagram.svg(title: "<title>"))
            #expect(picture.frame.count == 4 && picture.frame[2] > 0 && picture.frame[3] > 0)
            #expect(
                picture.counts["text", default: 0] == diagram.states.count + diagram.notes.count
                    + diagram.transitions.count(where: \.isLabeled))
            #expect(
                picture.counts["circle", default: 0] == diagram.states.count + diagram.states.count(where: \.isFinal))
            let (low, high) = (
                (x: picture.frame[0], y: picture.frame[1]),
                (x: picture.frame[0] + picture.frame[2], y: picture.frame[1] + picture.frame[3])
            )
            for index in stride(from: 0, to: picture.numbers.count - 1, by: 2) {
                let (x, y) = (picture.numbers[index], picture.numbers[index + 1])
                #expect(x >= low.x && x <= high.x && y >= low.y && y <= high.y)
            }
            let tikz = diagram.tikz()
            #expect(tikz.hasPrefix("\\begin{tikzpicture}") && tikz.hasSuffix("\\end{tikzpicture}\n"))
            #expect(tikz.count { $0 == "{" } >= diagram.states.count)
        }
    }

    @Test func theDescriptionReadsTheArrowsAloud() throws {
        var diagram = Diagram()
        let (even, odd) = (diagram.addState(at: .zero, name: "even", isFinal: true), diagram.addState(at: point(150)))
        diagram.addTransition(to: even)
        diagram.addTransition(from: even, to: odd, symbols: ["1"])
        diagram.addTransition(from: odd, to: even, symbols: ["1"], hasEpsilon: true)
        let picture = try read(diagram.svg())
        #expect(
            picture.text.contains(
                "State even, initial and final. State q0. From even on 1 to q0. From q0 on 1, epsilon to even."))
        // A highlight is more than a color.
        let step = try #require(try diagram.simulate("1").steps.last)
        let highlighted = diagram.svg(highlighting: Diagram.Highlight(step))
        #expect(highlighted.components(separatedBy: "stroke-width=\"2.8\"").count == 1 + 5)
        #expect(!diagram.svg().contains("stroke-width=\"2.8\""))
        #expect(diagram.svg() == diagram.svg())
    }

    @Test(arguments: [
        (0.0, "0"), (-0.004, "0"), (1.5, "1.5"), (-2.25, "-2.25"), (3.004, "3"), (0.05, "0.05"), (-10, "-10"),
        (1e300, "0"),
    ])
    func numbersHaveHundredths(value: Double, text: String) {
        #expect(Decimal.hundredths(value) == text)
    }
}
