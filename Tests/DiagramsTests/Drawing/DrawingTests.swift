import AlgorithmSupport
import Automata
import Diagrams
import Drawing
import Foundation
import FoundationXML
import Testing
import WorkLimits

@Suite struct DrawingTests {
    /// Digits and letters run together, few missing symbols are named, and the whole alphabet is Σ.
    @Test(arguments: [
        ("0123456789", "0123456789abcdef_", "0–9"),
        ("abcdefghijklmnopqrstuvwxyz_", "0abcdefghijklmnopqrstuvwxyz_-+*/", "_, a–z"),
        ("01", "01", "0, 1"), ("abcde", "abcde", "Σ"), ("bcde", "abcde", "not a"), ("cdefg", "abcdefg", "not a, b"),
        ("abc", "abcdefgh", "a, b, c"), ("a ,", " ,abcdefgh", "␣, ‘,’, a"), ("9A", "9AZabcdefg", "9, A"),
    ])
    func labelsAreShort(symbols: String, alphabet: String, text: String) {
        func sorted(_ text: String) -> [String] { Diagram.sortedByBytes(text.map { String($0) }) }
        #expect(Label.text(sorted(symbols), hasEpsilon: false, of: sorted(alphabet)) == text)
        #expect(Label.text(sorted(symbols), hasEpsilon: true, of: sorted(alphabet)) == text + ", ε")
    }

    /// A symbol that looks like another sign of labels stands in quotation marks.
    @Test(arguments: [
        ("ε", "\"ε\""), ("Σ", "\"Σ\""), ("␣", "\"␣\""), ("a, b", "\"a, b\""), ("a,b", "\"a,b\""), ("a–c", "\"a–c\""),
        ("not a", "\"not a\""), (" a", "\" a\""), ("\"ε\"", "\"\\\"ε\\\"\""), ("\"", "\""), ("εε", "εε"), (",", "‘,’"),
        ("[a,b]", "[a,b]"), ("a b", "a b"), ("a–", "a–"), ("\u{7}\u{7F}", "␇␡"),
    ])
    func mistakableSymbolsAreQuoted(symbol: String, label: String) {
        #expect(Label.text([symbol], hasEpsilon: false, of: [symbol]) == label)
        #expect(Label.text([symbol], hasEpsilon: true, of: [symbol]) == label + ", ε")
    }

    /// Names keep ten units in circles that grow, up to a bound; then they are shortened, and read
    /// in full.
    @Test func circlesGrowWithTheirNames() throws {
        let names = ["q0", "{q0,q1,q2}", "{q0,q1,q2,q3}", "a" + String(repeating: "bc", count: 200)]
        let nfa = try NFA(
            alphabet: ["a"], transitions: zip(names, names.dropFirst()).map { ($0, "a", $1) }, initial: [names[0]],
            final: [names[2]])
        let diagram = Diagram(nfa)
        #expect(diagram.states.map(\.radius) == [24, 27, 40, 48])
        let drawing = DrawnDiagram(diagram, highlighting: Diagram.Highlight())
        for circle in drawing.circles {
            #expect(circle.name.size >= 10 && circle.name.width <= 2 * (circle.ring ?? circle.radius))
        }
        #expect(drawing.circles.map(\.name.text).prefix(3) == names.prefix(3))
        #expect(drawing.circles[3].name.text.contains("…") && diagram.svg().contains("State \(names[3])."))
        // Neighbors have the usual gaps between their outlines.
        for (left, right) in zip(diagram.states, diagram.states.dropFirst()) {
            #expect(left.center.distance(to: right.center) - left.radius - right.radius == 56)
        }
        // States that have places leave each other room.
        let placed = try nfa.withStatePositions(
            try (0..<4).map { try #require(StatePosition(x: 90 * Double($0), y: 0)) })
        #expect(Diagram(placed).states.map(\.radius) == [24, 27, 33, 33])
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
