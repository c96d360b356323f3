import Automata
import Diagrams
import Foundation
import FoundationXML
import Testing

@Suite struct StripTests {
    private static func endsWith01() throws -> Diagram {
        Diagram(
            try NFA(
                alphabet: ["0", "1"],
                transitions: [("p", "0", "p"), ("p", "1", "p"), ("p", "0", "q"), ("q", "1", "r")],
                initial: ["p"], final: ["r"]))
    }

    private static func count(_ part: String, in text: String) -> Int { text.components(separatedBy: part).count - 1 }

    @Test func aRunHasAFrameForEachStep() throws {
        let diagram = try Self.endsWith01()
        let strip = Diagram.Strip(try diagram.simulate("001"), of: diagram)
        #expect(
            strip.frames.map(\.caption) == ["{p}", "{p, q}", "{p, q}", "{p, r}\naccepted"])
        #expect(strip.frames.map { $0.tape?.readCount } == [0, 1, 2, 3])
        #expect(strip.frames.map(\.highlight.states.count) == [1, 2, 2, 2])
        let rejected = Diagram.Strip(try diagram.simulate("00"), of: diagram)
        #expect(rejected.frames.last?.caption == "{p, q}\nrejected: no final state")
        let stuck = Diagram.Strip(try diagram.simulate("0x"), of: diagram)
        #expect(stuck.frames.last?.caption == "{p, q}\nrejected: no arrow on x")
        let long = Diagram.Strip(
            try diagram.simulate(String(repeating: "0", count: 100)), of: diagram, maximumSteps: 3)
        #expect(long.frames.count == 3)
        #expect(long.frames.last?.caption == "{p, q}\n… 98 more steps")
        let longByOne = Diagram.Strip(try diagram.simulate("000"), of: diagram, maximumSteps: 3)
        #expect(longByOne.frames.last?.caption == "{p, q}\n… 1 more step")
    }

    @Test func picturesAreXMLAndAlwaysTheSame() throws {
        let diagram = try Self.endsWith01()
        let strip = Diagram.Strip(try diagram.simulate("001"), of: diagram)
        for picture in [strip.svg(title: "a < b"), strip.animatedSVG(title: "a < b")] {
            #expect(XMLParser(data: Data(picture.utf8)).parse())
            #expect(picture.contains("<title>a &lt; b</title>"))
            #expect(Self.count("accepted</text>", in: picture) == 1)
            #expect(!picture.contains("<script"))
            // Three circles and a ring in each of the frames, and the symbols of the word.
            #expect(Self.count("<circle", in: picture) == 16)
            #expect(Self.count("font-weight=\"bold\"", in: picture) == 3)
        }
        #expect(strip.svg() == Diagram.Strip(try diagram.simulate("001"), of: try Self.endsWith01()).svg())
    }

    /// Each frame is shown at its time, and only the last one without animation.
    @Test func animationsTakeTurns() throws {
        let diagram = try Self.endsWith01()
        let strip = Diagram.Strip(try diagram.simulate("001"), of: diagram)
        let picture = strip.animatedSVG(secondsPerFrame: 2)
        #expect(picture.contains("animation: frames 8s step-end infinite"))
        #expect(picture.contains("25.0%, 100% { visibility: hidden }"))
        for delay in [-8, -6, -4, -2] { #expect(picture.contains("animation-delay: \(delay)s")) }
        for seconds in [Double.nan, .infinity, -1, 0, 1e300] {
            #expect(XMLParser(data: Data(strip.animatedSVG(secondsPerFrame: seconds).utf8)).parse())
        }
        // Times are hundredths of seconds, and the share of a frame is never rounded to nothing.
        let uneven = strip.animatedSVG(secondsPerFrame: 0.123)
        for delay in ["-0.48", "-0.36", "-0.24", "-0.12"] { #expect(uneven.contains("animation-delay: \(delay)s")) }
        let frames = [Diagram.Strip.Frame](repeating: Diagram.Strip.Frame(Diagram()), count: 30_000)
        let share = Diagram.Strip(frames).animatedSVG().firstMatch(of: /visible } ([0-9.e-]+)%, 100%/)?.1
        #expect(share.flatMap { Double($0) } == 100.0 / 30_000)
        let single = Diagram.Strip([Diagram.Strip.Frame(diagram)]).animatedSVG()
        #expect(!single.contains("@keyframes"))
    }

    /// A table is as large in every frame, and shows what is known by then.
    @Test func tablesFill() throws {
        let diagram = try Self.endsWith01()
        let rows = [[("p", 0), ("p", 1), ("q", 1)], [("q", 1), ("p", 2), ("r", 2)]]
        let table = Diagram.Strip.Table(
            columns: ["", "0", "1"],
            rows: rows.map { row in row.map { Diagram.Strip.Table.Cell("<\($0.0)>", from: $0.1) } })
        let frames = [Diagram.Strip.Frame](repeating: Diagram.Strip.Frame(diagram), count: 3)
        let strip = Diagram.Strip(frames, table: table)
        for picture in [strip.svg(), strip.animatedSVG()] {
            #expect(XMLParser(data: Data(picture.utf8)).parse())
            // 1, 4 and 6 cells are known, and those that a frame adds are bold.
            #expect(Self.count("&gt;</text>", in: picture) == 11)
            #expect(Self.count("font-weight=\"bold\"", in: picture) == 5)
        }
        #expect(Self.count("&gt;</text>", in: strip.slides()) == 11)
        let odd = Diagram.Strip.Table(columns: [], rows: [[Diagram.Strip.Table.Cell("x", from: 0)], []])
        #expect(XMLParser(data: Data(Diagram.Strip(frames, table: odd).svg().utf8)).parse())
    }

    /// A name that takes the whole circle keeps its width in any font, and a long symbol is
    /// shortened.
    @Test func textsKeepTheirRoom() throws {
        var diagram = Diagram()
        let state = diagram.addState(at: Diagram.Point(x: 0, y: 0), name: "waiting")
        let loop = diagram.addTransition(from: state, to: state, symbols: [String(repeating: "long", count: 50)])
        #expect(diagram.svg().contains("textLength"))
        #expect(diagram.svg().contains("…") && !diagram.svg().contains(">longlonglonglong"))
        diagram.remove(loop)
        var short = diagram[state] ?? diagram.states[0]
        short.name = "q0"
        diagram.update(short)
        #expect(!diagram.svg().contains("textLength"))
    }

    @Test func hiddenElementsKeepTheirRoom() throws {
        let diagram = try Self.endsWith01()
        let hidden = Diagram.Highlight(
            states: [diagram.states[2].id], transitions: Set(diagram.transitions.map(\.id)))
        let whole = Diagram.Strip([Diagram.Strip.Frame(diagram)]).svg()
        let part = Diagram.Strip([Diagram.Strip.Frame(diagram, hiding: hidden)]).svg()
        #expect(Self.count("<circle", in: part) == 2)
        #expect(Self.count("<path", in: part) == 0)
        let size = whole.components(separatedBy: " role=").first
        #expect(size == part.components(separatedBy: " role=").first)
    }

    @Test func groupsHaveTints() throws {
        let diagram = try Self.endsWith01()
        let groups: [Set<Diagram.State.ID>] = [[diagram.states[0].id, diagram.states[2].id], [diagram.states[1].id]]
        let picture = Diagram.Strip([Diagram.Strip.Frame(diagram, groups: groups)]).svg()
        #expect(Self.count("class=\"line tint0\"", in: picture) == 2)
        #expect(Self.count("class=\"line tint1\"", in: picture) == 1)
        #expect(picture.contains(".tint1 { fill:"))
        // A ninth group begins anew.
        let many = (0..<9).map { $0 == 8 ? Set(diagram.states.map(\.id)) : [] }
        let again = Diagram.Strip([Diagram.Strip.Frame(diagram, groups: many)]).svg()
        #expect(Self.count("class=\"line tint0\"", in: again) == 3)
    }

    @Test func longWordsShowWhatIsNear() throws {
        let diagram = try Self.endsWith01()
        let symbols = (0..<100).map(String.init)
        for (read, first, last) in [(0, "0", "16"), (50, "41", "57"), (100, "83", "99")] {
            let frame = Diagram.Strip.Frame(diagram, tape: Diagram.Strip.Tape(symbols, readCount: read))
            let picture = Diagram.Strip([frame]).svg()
            #expect(picture.contains(">\(first)</text>") && picture.contains(">\(last)</text>"))
            #expect(Self.count("</text>", in: picture) == 6 + 17 + (read == 50 ? 2 : 1))
        }
        for read in [Int.min, -1, 101, .max] {
            let frame = Diagram.Strip.Frame(diagram, tape: Diagram.Strip.Tape(symbols, readCount: read))
            #expect(XMLParser(data: Data(Diagram.Strip([frame]).svg().utf8)).parse())
        }
        let empty = Diagram.Strip([Diagram.Strip.Frame(diagram, tape: Diagram.Strip.Tape([], readCount: 0))])
        #expect(empty.svg().contains(">ε</text>"))
    }

    /// A limit bounds states and steps alike, and captions tell how much isn't shown.
    @Test func limits() throws {
        let chain = (0..<20).map { ("\($0)", "a", "\($0 + 1)") }
        let dfa = try DFA(alphabet: ["a"], transitions: chain, initial: "0", final: ["20"])
        let moves = try EpsilonNFA(
            alphabet: ["a"], transitions: chain.map { ($0.0, "", $0.2) }, initial: ["0"], final: ["20"])
        for (limit, shown) in [(Int.min, 1), (0, 1), (1, 1), (7, 7)] {
            let steps = Diagram.Strip(try dfa.determinizationSteps(), limit: limit)
            #expect(steps.frames.count == 1 + shown)
            #expect(steps.frames[0].caption == "start in {0}")
            let table = Diagram.Strip(try dfa.distinguishabilityTable(), limit: limit)
            #expect(table.frames.count == shown + 1)
            #expect(table.frames.allSatisfy { $0.diagram.states.count == shown })
            let removal = Diagram.Strip(
                removingEpsilonMovesOf: moves, result: try moves.removingEpsilonMoves(), limit: limit)
            #expect(removal.frames.count == 1 + shown + 1)
        }
        let table = Diagram.Strip(try dfa.distinguishabilityTable(), limit: 7)
        #expect(table.frames[0].caption == "round 0: 2 blocks\n{0,1,2,3,4,5,6}\n… 1 more")
    }

    @Test func stripsWithoutFramesAndDiagramsWithoutStates() {
        for strip in [Diagram.Strip([]), Diagram.Strip([Diagram.Strip.Frame(Diagram(), caption: "nothing")])] {
            #expect(XMLParser(data: Data(strip.svg().utf8)).parse())
            #expect(XMLParser(data: Data(strip.animatedSVG().utf8)).parse())
        }
    }

    @Test func rowsWrapAtThePage() throws {
        let diagram = try Self.endsWith01()
        let strip = Diagram.Strip(try diagram.simulate(String(repeating: "0", count: 20)), of: diagram)
        let picture = strip.svg()
        let width = try #require(picture.firstMatch(of: /width="([0-9.]+)" height/)?.1)
        #expect(try #require(Double(width)) <= 1200)
    }
}
