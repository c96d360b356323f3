import AlgorithmSupport
import StatechartFormats
import StatechartTestSupport
import Statecharts
import TestSupport
import Testing

/// Damaged, deep and long texts in other tools' formats.
@Suite struct HardTextsTests {
    static let formats: [StatechartFormat] = [.xstate, .plantUML, .mermaid, .smcat, .sismic, .sct]

    /// Damaged texts are refused, or read as a chart that can be written in JSON.
    @Test(arguments: formats)
    func damagedTextsAreRefusedOrRead(format: StatechartFormat) throws {
        var random = SplitMix64(seed: UInt64(TestScope.mutationSeed))
        let all = OtherTextsTests.xstate + OtherTextsTests.plantUML + OtherTextsTests.mermaid + OtherTextsTests.smcat
        var texts = (all + OtherTextsTests.sismic + OtherTextsTests.sct).filter { $0.format == format }.map(\.text)
        if format.canWrite {
            texts += try (0..<UInt64(5)).map { seed in
                let features = OtherRoundTripTests.charts.first { $0.format == format }?.features ?? []
                return try format.text(of: RandomChart(seed: seed, features: features).chart)
            }
        }
        var readCount = 0
        for text in texts {
            for _ in 0..<TestScope.mutationCount / 3 {
                let damaged = random.damaged(Array(text.utf8))
                let document = try? damaged.withUnsafeBytes { try format.document(from: $0) }
                guard let chart = document?.chart, let again = try? StatechartFormat.json.text(of: chart) else {
                    continue
                }
                readCount += 1
                #expect(try StatechartFormat.json.chart(from: again) == chart)
            }
        }
        #expect(readCount > 0)
    }

    /// Deep nesting is refused, with a limit as the reason, and not by a crash.
    @Test func deepTextsAreRefused() {
        func repeated(_ text: String, _ count: Int = 5000) -> String { String(repeating: text, count: count) }
        let texts: [(StatechartFormat, String)] = [
            (.xstate, repeated(#"{"states":{"a":"#) + "{}" + repeated("}}")),
            (
                .xstate,
                #"{"on":{"a":{"guard":"# + repeated(#"{"type":"not","guards":["#) + "\"g\"" + repeated("]}") + "}}}"
            ),
            (.plantUML, (0..<5000).map { "state a\($0) {\n" }.joined() + repeated("}\n")),
            (.mermaid, "stateDiagram-v2\n" + (0..<5000).map { "state a\($0) {\n" }.joined() + repeated("}\n")),
            (.smcat, (0..<5000).map { "a\($0) {" }.joined() + "x;" + repeated("};")),
            (
                .sct,
                OtherTextsTests.sct(
                    repeated("<regions><vertices name='a'>", 2500) + repeated("</vertices></regions>", 2500))
            ),
        ]
        for (format, text) in texts {
            #expect { try format.chart(from: text) } throws: { ($0 as? StatechartFormatError)?.isLimit == true }
        }
        let yaml = (0..<3000).map {
            String(repeating: "  ", count: $0) + (($0 % 2 == 0) ? "states:\n" : "- name: a\($0)\n")
        }
        #expect(throws: StatechartFormatError.self) { try StatechartFormat.sismic.chart(from: yaml.joined()) }
    }

    /// A hundred thousand lines of each kind are read: quadratic work would take many minutes.
    @Test(arguments: formats)
    func longTextsAreReadInLinearTime(format: StatechartFormat) throws {
        for text in Self.longTexts(format, TestScope.isLong ? 100_000 : 10_000) {
            let document = try Array(text.utf8).withUnsafeBytes { try format.document(from: $0) }
            #expect(document.chart.states.count + document.chart.states[0].transitions.count > 0)
        }
    }

    static func longTexts(_ format: StatechartFormat, _ count: Int) -> [String] {
        func lines(_ line: (Int) -> String) -> String { (0..<count).map(line).joined() }
        let states = lines { "\"s\($0)\":{\"on\":{\"e\($0)\":\"s0\"}}," } + "\"x\":{}"
        return switch format {
        case .xstate:
            [
                "{\"initial\":\"x\",\"states\":{\(states)}}",
                "{\"initial\":\"x\",\"states\":{\"x\":{\"on\":{\(lines { "\"e\($0)\":\"x\"," })\"y.*\":\"x\"}}}}",
                "{\"on\":{\"e\":[\(lines { "{\"guard\":\"g\($0)\"}," }){}]}}",
            ]
        case .plantUML, .mermaid:
            [
                lines { "s\($0) --> s\($0 + 1) : e\n" }, lines { _ in "[*] --> a : e\n" },
                lines { "a : e\($0) / b\n" },
                lines { "state s\($0)\n--\n" }, lines { "a\($0) --> [*]\n" },
                "state b <<fork>>\na --> b\n" + lines { "b --> s\($0)\n" },
                lines { "s\($0) --> a\n" } + "state x {\n" + lines { "state s\($0)\n" } + "}\n",
            ].map { format == .mermaid ? "stateDiagram-v2\n" + $0 : $0 }
        case .smcat:
            [
                lines { "s\($0) => s\($0 + 1): e;\n" }, lines { "s\($0): entry/ a\n exit/ b," } + "z;",
                lines { _ in "initial => a;" },
            ]
        case .sismic:
            [
                "statechart:\n  root state:\n    name: r\n    states:\n" + lines { "    - name: s\($0)\n" },
                "statechart:\n  root state:\n    name: r\n    transitions:\n"
                    + lines { "    - event: e\($0)\n      guard: a\n      priority: \($0)\n" },
                "statechart:\n  root state:\n    name: r\n    on entry: |\n" + lines { "      a\($0)\n" },
            ]
        default:
            [
                OtherTextsTests.sct(
                    "<regions>"
                        + lines {
                            "<vertices xmi:id='s\($0)' name='s\($0)'><outgoingTransitions target='s0'/></vertices>"
                        }
                        + "</regions>")
            ]
        }
    }

    @Test(arguments: formats)
    func anyBytesAreRefusedOrRead(format: StatechartFormat) {
        var random = SplitMix64(seed: UInt64(TestScope.mutationSeed))
        for round in 0..<5 * TestScope.mutationCount {
            let bytes = (0..<random.next() % 60).map { _ in
                UInt8(truncatingIfNeeded: random.next()) & (round % 2 == 0 ? 0x7F : 0xFF)
            }
            _ = try? bytes.withUnsafeBytes { try format.document(from: $0) }
        }
    }

    @Test func formatsAreOnlyReadOrOnlyWritten() {
        for format in StatechartFormat.allCases {
            #expect(((try? format.text(of: Statechart("c"))) != nil) == format.canWrite, "\(format)")
            if !format.canRead { #expect(throws: StatechartFormatError.self) { try format.chart(from: "a") } }
        }
    }

    /// Texts whose formats have marks are recognized by them.
    @Test(arguments: OtherTextsTests.xstate + OtherTextsTests.mermaid + OtherTextsTests.sismic + OtherTextsTests.sct)
    func formatsAreRecognized(_ text: OtherText) throws {
        let found = Array(text.text.utf8).withUnsafeBytes { StatechartFormat(recognizing: $0) }
        let isFlawed = ["flowchart", "<a/>"].contains { text.text.hasPrefix($0) }
        #expect(isFlawed || found == text.format)
    }

    @Test(arguments: StatechartFormat.allCases)
    func extensionsAreOfFormats(format: StatechartFormat) {
        let found = StatechartFormat(fileExtension: format.fileExtension)
        #expect(found == (format == .xstate ? .json : format))
    }

    @Test func tablesHoldAllTransitions() throws {
        let chart = try StatechartFormat.plantUML.chart(
            from: """
                a : entry / x|y
                a --> b : e, f [g || "h"] / p; q
                b --> c
                b : k / defer
                """)
        #expect(
            try StatechartFormat.csv.text(of: chart) == #"""
                State,Kind,Event,Guard,Actions,Target\#r
                ,,initial,,,a\#r
                a,,entry,,x|y,\#r
                a,,"e, f","g || ""h""",p; q,b\#r
                b,,k,,defer,\#r
                b,,completion,,,c\#r
                c,,,,,\#r

                """#)
        #expect(
            try StatechartFormat.markdown.text(of: chart) == #"""
                | State | Kind | Event | Guard | Actions | Target |
                |---|---|---|---|---|---|
                |  |  | initial |  |  | a |
                | a |  | entry |  | x\|y |  |
                | a |  | e, f | g \|\| "h" | p; q | b |
                | b |  | k |  | defer |  |
                | b |  | completion |  |  | c |
                | c |  |  |  |  |  |

                """#)
    }
}
