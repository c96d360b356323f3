import AlgorithmSupport
import ComponentFormats
import Components
import Foundation
import FoundationXML
import Statecharts
import Testing

private struct Ping: PortProtocol { let ping = Message<Void>() }

private struct Sender: Component {
    let pings = Output<Ping>()
    let others = Output<Ping>(isOptional: true)
}

struct PictureTests {
    @Test func statesAndMissingChannelsAreDrawn() throws {
        var assembly = Assembly()
        assembly.add("sender") { Sender() }
        let svg = assembly.svg(states: ["sender": ["closed", "dark"], "nobody": ["open"]])
        #expect(svg.components(separatedBy: ">closed, dark<").count == 2)
        #expect(svg.components(separatedBy: "class=\"missing\"").count == 2)
        #expect(!svg.contains("open"))
        _ = try XMLDocument(xmlString: svg)
        #expect(!Assembly().svg().contains("missing"))
    }

    @Test func textsForOtherPrograms() throws {
        let text = """
            {"components": {
              "till": {"in": {"orders": ["a", "b"], "done": "c"}, "out": {"jobs": ["w"]}},
              "pool": {"components": {"x": {"in": {"i": "w"}, "out": {"o": "c"}}, "y": {"in": {"i": "w"}, "out": {"o": "c"}}},
                "environment": {"jobs": ["x.i", "y.i"], "done": ["x.o", "y.o"]}}},
             "channels": [{"from": "till.jobs", "to": "pool.jobs"}, {"from": "pool.done", "to": "till.done"}],
             "environment": {"in": "till.orders"}}
            """
        let assembly = try read(text).assembly
        #expect(
            assembly.mermaid(title: "Shop") == """
                flowchart LR
                  n0p0(["in"])
                  n1["till"]
                  subgraph n2 ["pool"]
                    n2p0(["jobs"])
                    n2p1(["done"])
                    n3["x"]
                    n4["y"]
                  end
                  n2p0 -->|"w"| n3
                  n2p0 -->|"w"| n4
                  n3 -->|"c"| n2p1
                  n4 -->|"c"| n2p1
                  n1 -->|"w"| n2p0
                  n2p1 -->|"c"| n1
                  n0p0 -->|"a, b"| n1

                """)
        #expect(
            assembly.dot(title: "Shop \"1\"").hasPrefix(
                """
                digraph "Shop \\"1\\"" {
                  rankdir=LR
                  fontname="Helvetica"
                  node [fontname="Helvetica", fontsize=12, shape=box]
                  edge [fontname="Helvetica", fontsize=10]
                  n0p0 [label="in", shape=cds, fontsize=10]
                  n1 [label="till"]
                  subgraph cluster_n2 {
                    label="pool"
                    n2p0 [label="jobs", shape=cds, fontsize=10]
                """))
    }

    /// Every box and port has its place, and no box lies on another, also with channels in circles,
    /// hubs and contents.
    @Test func boxesOfRandomAssembliesAreApart() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<60 {
            let count = Int.random(in: 1...9, using: &generator)
            func ports(_ prefix: String, _ count: Int) -> String {
                (0..<count).map { "\"\(prefix)\($0)\": \"m\"" }.joined(separator: ", ")
            }
            var inputs: [String] = []
            var outputs: [String] = []
            var parts: [String] = []
            for number in 0..<count {
                let isContainer = Int.random(in: 0..<4, using: &generator) == 0
                let (ins, outs) = (Int.random(in: 1...3, using: &generator), Int.random(in: 1...3, using: &generator))
                let optional = (0..<outs).map { "\"o\($0)\"" }.joined(separator: ", ")
                let own = "{\"in\": {\(ports("i", ins))}, \"out\": {\(ports("o", outs))}, \"optional\": [\(optional)]}"
                parts.append(
                    isContainer
                        ? "\"c\(number)\": {\"components\": {\"a\": \(own)}, \"environment\": {\"i0\": \"a.i0\", \"o0\": \"a.o0\"}}"
                        : "\"c\(number)\": \(own)")
                inputs.append("c\(number).i0")
                outputs.append("c\(number).o0")
            }
            var channels: [String] = []
            for _ in 0..<Int.random(in: 0...count, using: &generator) {
                guard let output = outputs.popLast() else { break }
                let to = inputs.shuffled(using: &generator).prefix(Int.random(in: 1...2, using: &generator))
                inputs.removeAll(where: to.contains)
                if !to.isEmpty {
                    channels.append(
                        "{\"from\": \"\(output)\", \"to\": [\(to.map { "\"\($0)\"" }.joined(separator: ", "))]}")
                }
            }
            let text =
                "{\"components\": {\(parts.joined(separator: ", "))}, \"channels\": [\(channels.joined(separator: ", "))]}"
            check(try read(text).assembly.svg(title: "x"))
        }
    }

    private func check(_ svg: String) {
        #expect(XMLParser(data: Data(svg.utf8)).parse())
        var boxes: [(x: Double, y: Double, width: Double, height: Double)] = []
        for match in svg.matches(
            of: /<rect class="line" x="([-0-9.]+)" y="([-0-9.]+)" width="([0-9.]+)" height="([0-9.]+)"/)
        {
            boxes.append((Double(match.1) ?? 0, Double(match.2) ?? 0, Double(match.3) ?? 0, Double(match.4) ?? 0))
        }
        for (index, one) in boxes.enumerated() {
            for other in boxes[..<index] {
                let isApart =
                    one.x >= other.x + other.width || other.x >= one.x + one.width || one.y >= other.y + other.height
                    || other.y >= one.y + one.height
                // A box inside of another comes after it.
                let isInside =
                    one.x >= other.x && one.y >= other.y && one.x + one.width <= other.x + other.width
                    && one.y + one.height <= other.y + other.height
                #expect(isApart || isInside)
            }
        }
    }

    @Test func theExampleIsDrawn() throws {
        let svg = try Files.document("lists.json").assembly.svg(title: "lists")
        check(svg)
        let page = Files.root.appendingPathComponent("Sources/ComponentFormats/ComponentFormats.docc/lists.svg")
        #expect(try svg == String(contentsOf: page, encoding: .utf8))
        for text in ["model", "expenses", "debts", "fetch", "fetched", "shown", "button", "lists"] {
            #expect(svg.contains(">\(text)</text>"))
        }
        #expect(svg.contains("<desc>3 components and 6 connections</desc>"))
        // A part that is no file's has its type; without a title and an environment there is no
        // frame.
        var assembly = Assembly()
        assembly.add("one") { Typed() }
        #expect(assembly.svg().contains(">one: Typed</text>"))
    }

    @Test func namesOfAnyCharactersAreDrawn() throws {
        let text =
            #"{"components": {"x\"<&>;#": {"in": {"p'\"<": ["m\"&<"]}}}, "#
            + #""environment": {"e<&": "x\"<&>;#.p'\"<"}}"#
        let run = try ComponentRun(read(text))
        try run.send("e<&.m\"&<", .text("\"</svg>"))
        for svg in [try read(text).assembly.svg(title: "<"), run.messages.svg(title: "&")] {
            #expect(XMLParser(data: Data(svg.utf8)).parse())
        }
        #expect(try read(text).assembly.mermaid().contains("n1[\"x#34;#60;#38;#62;#59;#35;\"]"))
        #expect(run.messages.jsonLines.contains(#""body": "\"</svg>""#))
        #expect(!Assembly().svg().isEmpty)
    }

    @Test func messagesAreDrawn() throws {
        let run = try ComponentRun(Files.document("expenses.json"))
        try run.send("button.fetch")
        try run.advance(by: .seconds(2))
        let svg = run.messages.svg(title: "Expenses")
        #expect(XMLParser(data: Data(svg.utf8)).parse())
        for text in ["environment", "service", "fetched [12, 30]", "0 ms", "2000 ms"] {
            #expect(svg.contains(">\(text)</text>"))
        }
        #expect(svg.contains("<desc>5 messages between 3 components</desc>"))
    }

    @Test func titlesOfMessagesKeepClearOfLines() throws {
        var assembly = Assembly()
        let parts = ["a", "b", "c", "last"].map { name in assembly.add(name) { Pair() } }
        for (output, receiver) in [
            ("a.one", "b"), ("b.one", "a"), ("a.two", "c"), ("last.one", "b"), ("c.one", "last"), ("last.two", "last"),
        ] {
            let names = output.split(separator: ".").map(String.init)
            assembly.connect([PortReference(names[0], names[1])], to: [PortReference(receiver, "input")])
        }
        var options = Simulation.Options()
        options.traceLimit = 100
        let simulation = try Simulation(assembly, options)
        for part in parts {
            try simulation.with(part) { pair in
                for output in [pair.one, pair.two] { output.text(String(repeating: "W", count: 60)) }
            }
        }
        try simulation.run()
        let svg = MessageSequence(simulation.trace.filter { $0.kind != .lost(.noReceiver) }, of: assembly).svg()
        let lines = svg.matches(of: /d="M([-0-9.]+) 35/).compactMap { Double($0.1) }
        let titles = svg.matches(of: /<text class="text" x="([-0-9.]+)" y="[-0-9.]+" font-size="10"/)
            .compactMap { Double($0.1) }
        #expect(lines.count == 4 && titles.count == 6)
        // Wide enough for the title, which lies between the lines that it joins.
        let width = try #require(svg.firstMatch(of: /viewBox="([-0-9.]+) [-0-9.]+ ([0-9.]+) [0-9.]+"/))
        let right = (Double(width.1) ?? 0) + (Double(width.2) ?? 0)
        #expect(lines[1] - lines[0] > 200 && lines[3] - lines[2] > 200 && right - lines[3] > 200)
        // Those that lie across lines of others hide these.
        #expect(svg.matches(of: /class="paper"/).count == 3)
    }

    @Test func linesAroundBoxesLieApart() throws {
        var assembly = Assembly()
        let container = assembly.add("container") { Frame() }
        let user = assembly.add("user") { Reader() }
        assembly.connect(user.out, to: container.input)
        assembly.connect(container.one, to: user.first)
        assembly.connect(container.two, to: user.second)
        let svg = assembly.svg(title: "frame")
        check(svg)
        let frame = try #require(svg.firstMatch(of: /<rect class="line" x="([-0-9.]+)"/)?.1)
        // The left sides of the two lines, which go back to the user's ports.
        let sides = svg.matches(of: /class="line" d="([^"]+)"/).compactMap { match in
            match.1.split { !"-.0123456789".contains($0) }.enumerated().filter { $0.offset % 2 == 0 }
                .compactMap { Double($0.element) }.min()
        }.sorted()
        #expect(sides.count > 2 && sides[0] > (Double(frame) ?? 0) + 2 && sides[1] > sides[0] + 2)
    }

    private struct Texts: PortProtocol { let text = Message<String>() }

    private struct Pair: Component {
        let input = Input<Texts>()
        let one = Output<Texts>(isOptional: true)
        let two = Output<Texts>(isOptional: true)
        static var handlers: Handlers<Pair> { Receive(\.input.text) { _, _ in } }
    }

    private struct Frame: Component {
        let input = ProxyInput<Ping>()
        let one = ProxyOutput<Ping>()
        let two = ProxyOutput<Ping>()

        func addContents(to assembly: inout Assembly, of frame: PartReference<Frame>) {
            let inside = assembly.add("inside") { Inside() }
            assembly.connect(frame.input, to: inside.input)
            assembly.connect(inside.one, to: frame.one)
            assembly.connect(inside.two, to: frame.two)
        }
    }

    private struct Inside: Component {
        let input = Input<Ping>()
        let one = Output<Ping>()
        let two = Output<Ping>()
        static var handlers: Handlers<Inside> { Receive(\.input.ping) { _, _ in } }
    }

    private struct Reader: Component {
        let out = Output<Ping>()
        let first = Input<Ping>()
        let second = Input<Ping>()
        static var handlers: Handlers<Reader> {
            Receive(\.first.ping) { _, _ in }
            Receive(\.second.ping) { _, _ in }
        }
    }

    private struct Typed: Component { let output = Output<Ping>(isOptional: true) }
    private struct Ping: PortProtocol { let ping = Message<Int>() }
}
