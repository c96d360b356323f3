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

    private struct Typed: Component { let output = Output<Ping>(isOptional: true) }
    private struct Ping: PortProtocol { let ping = Message<Int>() }
}
