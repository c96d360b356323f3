import AlgorithmSupport
import StatechartFormats
import Statecharts
import TestSupport
import Testing

/// Texts of random lines, in which states, marks and bars are used in all ways.
@Suite struct RandomTextsTests {
    private static let diagramLines = [
        "a --> b : e", "a --> f", "f --> b", "f --> c : [g]", "f : e / act", "f : entry / act", "j --> a", "b --> j",
        "c --> j : e / act", "[*] --> a", "[*] --> f", "b --> [*]", "f --> [*]", "a --> a : e", "k --> a : [g]",
        "b --> k",
        "state f <<fork>>", "state j <<join>>", "state k <<choice>>", "state a {", "state b {", "state f {", "}", "--",
        "f --> j", "a --> f : e [g] / x", "state c", "a : e / act",
    ]
    private static let smcatStatements = [
        "a;", "b;", "initial;", "final;", "]f;", "^k;", "h.history;", "a => b: e;", "initial => a;", "a => initial;",
        "initial => initial;", "a => ]f;", "]f => b;", "]f => c: e;", "]f: e / act;", "]f => ]g;", "^k => a: [g];",
        "b => ^k;",
        "a => b {", "b => a {", "a {", "b {", "]f {", "initial {", "};", "b => final;", "h.history => a;",
        "final => a;",
        "p [type=parallel] {", "a: entry/ x exit/ y;",
    ]

    /// A text is refused, or all names of its chart are states of the chart.
    @Test(arguments: [StatechartFormat.plantUML, .mermaid, .smcat])
    func chartsHaveTheStatesThatTheyName(format: StatechartFormat) throws {
        let isSmcat = format == .smcat
        let pieces = isSmcat ? Self.smcatStatements : Self.diagramLines
        var random = SplitMix64(seed: 55)
        var readCount = 0
        for _ in 0..<(TestScope.isLong ? 20_000 : 1_500) {
            var (lines, depth) = ([String](), 0)
            for _ in 0..<(1 + Int(random.next() % 9)) {
                let piece = pieces[Int(random.next() % UInt64(pieces.count))]
                if piece.hasPrefix("}") {
                    guard depth > 0 else { continue }
                    depth -= 1
                } else if piece.hasSuffix("{") {
                    depth += 1
                }
                lines.append(piece)
            }
            lines += Array(repeating: isSmcat ? "};" : "}", count: depth)
            let text = (format == .mermaid ? "stateDiagram-v2\n" : "") + lines.joined(separator: "\n") + "\n"
            guard let chart = try? format.chart(from: text) else { continue }
            readCount += 1
            let names = Set(chart.states.map(\.name))
            let named = chart.states.flatMap { state in
                state.initial + state.transitions.flatMap { $0.targets + $0.joinedSources }
            }
            #expect(named.allSatisfy(names.contains), "\(text)")
        }
        #expect(readCount > 100)
    }
}
