import StatechartFormats
import Statecharts
import Testing

/// A text that asks for much, and a part of the message.
struct HostileText: Sendable, CustomTestStringConvertible {
    var format: StatechartFormat
    var text: String
    var message: String
    var testDescription: String { "\(format): \(text.prefix(100))" }

    /// An SCXML text, from what stands in `<scxml>` on.
    static func scxml(_ rest: String, _ message: String) -> HostileText {
        HostileText(
            format: .scxml, text: "<scxml version='1.0' xmlns:automata='urn:automata:statechart'>" + rest,
            message: message)
    }

    /// A JSON text, from behind the format on.
    static func json(_ rest: String, _ message: String) -> HostileText {
        HostileText(format: .json, text: "{\"format\": \"statechart\", " + rest, message: message)
    }
}

@Suite struct HostileTextsTests {
    private static func repeated(_ text: String, _ count: Int = 100_000) -> String {
        String(repeating: text, count: count)
    }

    private static func nested(_ element: String, _ count: Int) -> String {
        repeated("<\(element)>", count) + repeated("</\(element.split(separator: " ")[0])>", count)
    }

    private static let refused: [HostileText] = [
        .scxml(repeated("<state>", 1_000_000), "expected at most 1128 nested elements"),
        .scxml(nested("state", 1_001) + "</scxml>", "expected at most 1000 nested states"),
        .scxml(repeated("<a:b xmlns:a='urn:b'>"), "expected the end of 100001 elements, found the end of the file"),
        .scxml(
            "<state><onentry>" + nested("if cond='true'", 65) + "</onentry></state></scxml>",
            "expected at most 64 nested actions"),
        .scxml(nested("automata:chart", 64) + "</scxml>", "expected at most 16 nested charts"),
        .scxml(
            repeated("<state><invoke><content><scxml version='1.0'>", 17)
                + repeated("</scxml></content></invoke></state>", 17) + "</scxml>",
            "expected at most 16 nested charts"),
        .scxml(repeated("<state><invoke><content><scxml version='1.0'>"), "expected at most 1128 nested elements"),
        .scxml(
            "<state><invoke><content><scxml version='1.0'>" + nested("state", 1_001)
                + "</scxml></content></invoke></state></scxml>", "expected at most 1000 nested states"),
        .scxml(
            "<state><invoke src='a'><finalize>" + nested("if cond='true'", 65) + "</finalize></invoke></state></scxml>",
            "expected at most 64 nested actions"),
        .scxml("<state><invoke><content/><content/></invoke></state></scxml>", "expected one source in <invoke>"),
        .json(
            repeated("\"invocations\": [{\"chart\": {\"states\": [{\"name\": \"a\", "),
            "expected at most 16 nested charts"),
        .json(
            "\"invocations\": [{\"text\": \"a\", \"finalize\": [" + repeated("{\"choose\": [{\"do\": ["),
            "expected at most 64 nested actions"),
        .json("\"invocations\": [{\"chart\": {}, \"text\": \"a\"}]}", "one of the keys"),
        .scxml("<state id='&b;'/></scxml>", "invalid XML: undefined entity"),
        HostileText(
            format: .scxml,
            text: "<!DOCTYPE scxml [<!ENTITY a 'aa'><!ENTITY b '&a;&a;'>]><scxml version='1.0' name='&b;'/>",
            message: "unexpected declaration of an entity; remove it"),
        HostileText(
            format: .scxml, text: "<!DOCTYPE scxml [<!ATTLIST state id CDATA 'x'>]><scxml version='1.0'/>",
            message: "unexpected declaration of attributes; remove it"),
        HostileText(format: .json, text: repeated("["), message: "expected a statechart, found"),
        .json(repeated("\"states\": [{\"name\": \"a\", ", 500_000), "expected at most 1000 nested states"),
        .json(repeated("\"submachines\": [{"), "expected at most 16 nested charts"),
        .json(
            "\"transitions\": [{\"if\": " + repeated("{\"not\": "), "expected at most 64 nested conditions"),
        .json(
            "\"transitions\": [{\"if\": " + repeated("{\"all\": ["),
            "expected at most 64 nested conditions"),
        .json("\"entry\": [" + repeated("{\"choose\": [{\"do\": ["), "expected at most 64 nested actions"),
        .json(
            "\"transitions\": [{\"when\": \"" + repeated("(") + "\"}]}",
            "the expression has more than 32 nested brackets and signs"),
    ]

    @Test(arguments: refused)
    func isRefused(_ hostile: HostileText) {
        #expect { try hostile.format.chart(from: hostile.text) } throws: {
            ($0 as? StatechartFormatError)?.message.contains(hostile.message) == true
        }
    }

    @Test(arguments: StatechartFormat.complete)
    func textsOverTheLimitAreRefused(format: StatechartFormat) {
        let text = Self.repeated(" ", 1 << 24) + " "
        #expect { try format.chart(from: text) } throws: {
            ($0 as? StatechartFormatError)?.isLimit == true
        }
        #expect { try format.chart(from: "  ", maximumBytes: 1) } throws: {
            "\($0)" == "the text is longer than 1 byte; divide the chart"
        }
    }

    /// Scripts as long as a text may be, and texts within elements, are kept as they are.
    @Test func hugeScriptsAreRead() throws {
        let script = Self.repeated("x = '<>&' + 1;\n\t", 10_000)
        var chart = Statechart("c")
        (chart.scriptLanguage, chart.root.entry) = ("ecmascript", [[.script(script), .assign("x", .inline(script))]])
        chart.root.variables = [.init("x", .script(script))]
        for format in StatechartFormat.complete {
            let text = try format.text(of: chart)
            #expect(try format.chart(from: text, maximumBytes: 1 << 25) == chart)
        }
        let many = Self.repeated("<invoke src='a'/>", 5_000) + Self.repeated("<invoke id='a' src=''/>", 5_000)
        let wide = try StatechartFormat.scxml.chart(
            from: "<scxml version='1.0'><state>\(many)</state></scxml>")
        #expect(wide.states[1].invocations.count == 10_000)
    }

    /// As many attributes, declarations, names and states as one likes.
    @Test func widthIsNoHarm() throws {
        func scxml(_ attributes: String, _ text: String = "") throws -> Statechart {
            try StatechartFormat.scxml.chart(from: "<scxml version='1.0'\(attributes)>\(text)</scxml>")
        }
        let numbers = 0..<100_000
        #expect { try scxml(numbers.map { " a\($0)=''" }.joined()) } throws: {
            "\($0)".contains("unknown attribute 'a0'")
        }
        let declarations = numbers.map { " xmlns:a\($0)=''" }.joined()
        #expect(try scxml(declarations, Self.repeated("<state/>")).states.count == 100_001)
        #expect(try scxml(" initial='\(Self.repeated("a "))'").root.initial.count == 100_000)
        let states = Self.repeated("{\"name\": \"a\"}, ")
        let json = "{\"format\": \"statechart\", \"states\": [\(states){\"name\": \"b\"}]}"
        #expect(try StatechartFormat.json.chart(from: json).states.count == 100_002)
    }
}
