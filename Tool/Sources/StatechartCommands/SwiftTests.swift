import AutomataFiles
import StatechartAnalysis
import StatechartFormats
import Statecharts
import TextSupport
import ToolSupport

/// Tests of a chart as a file for swift-testing.
struct SwiftTests {
    private let suite: StatechartTestSuite
    private let chart: Statechart
    private let fileName: String
    private let format: StatechartFormat

    init(_ suite: StatechartTestSuite, of chart: Statechart, _ file: InputFile) {
        (self.suite, self.chart) = (suite, chart)
        fileName = file.isStandardInput ? "chart.scxml" : Path.split(file.path).name
        format = StatechartFormat(path: fileName) ?? .scxml
    }

    private var typeName: String {
        let name = chart.name.isEmpty ? Path.removingExtension(fileName) : chart.name
        func isLetter(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte || 0x61...0x7A ~= byte }
        let letters = name.utf8.filter { isLetter($0) || 0x30...0x39 ~= $0 }
        let text = String(decoding: letters, as: UTF8.self)
        return (letters.first.map(isLetter) ?? false ? text : "Chart" + text) + "Tests"
    }

    var text: String {
        let scripts = chart.scriptLanguage != nil
        let hasData = suite.tests.contains { $0.steps.contains { $0.data != .null } }
        return """
            // Made by automata statechart tests.

            import Foundation
            import StatechartFormats
            \(scripts ? "import StatechartScripts\n" : "")import Statecharts
            import Testing

            @Suite struct \(typeName) {
                /// An event after a time, and the states that are active then.
                struct Step: Sendable {
                    var milliseconds: Double
                    var event: String?\(hasData ? "\n            var data = Value.null" : "")
                    var states: [String]

                    init(after milliseconds: Double = 0, _ event: String? = nil, \(hasData ? "data: Value = .null, " : "")states: [String]) {
                        (self.milliseconds, self.event, self.states) = (milliseconds, event, states)\(hasData ? "\n                self.data = data" : "")
                    }
                }

                /// Reads the chart, which lies beside this file.
                static func chart() throws -> Statechart {
                    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                    let file = folder.appendingPathComponent(\(Self.literal(fileName)))
                    let text = try String(contentsOf: file, encoding: .utf8)
                    return try StatechartFormat.\(format).chart(from: text, name: \(Self.literal(fileName)))
                }

                static let start = [\(list(suite.tests.first?.startConfiguration ?? []))]
                static let runs: [[Step]] = [
            \(suite.tests.map(run).joined())    ]

                @Test(arguments: runs.indices) func run(_ index: Int) throws {
                    \(scripts ? Self.context : "let context = StatechartContext()")
                    let session = try StatechartSession(Self.chart(), in: context)
                    #expect(session.activeStateNames == Self.start)
                    for (number, step) in Self.runs[index].enumerated() {
                        try session.advance(by: .microseconds(step.milliseconds * 1000))
                        if let event = step.event { try session.send(event\(hasData ? ", step.data" : "")) }
                        #expect(session.activeStateNames == step.states, "step \\(number + 1)")
                    }
                }
            }

            """
    }

    private static let context = """
        var context = StatechartContext()
                context.makeScripts = { try ECMAScript(named: $0) }
        """

    private func run(_ test: StatechartTest) -> String {
        let steps = test.steps.map { step in
            let wait = step.wait.map { "after: \(ScriptStep.text(of: $0)), " } ?? ""
            let event = step.event.map { Self.literal($0) + ", " } ?? ""
            let data = step.data == .null ? "" : "data: \(Self.literal(step.data)), "
            return "            Step(\(wait)\(event)\(data)states: [\(list(step.configuration))]),\n"
        }
        return "        [\n" + steps.joined() + "        ],\n"
    }

    private func list(_ names: [String]) -> String { names.map(Self.literal).joined(separator: ", ") }

    /// Returns a literal of a value.
    private static func literal(_ value: Value) -> String {
        switch value {
        case .null: return ".null"
        case .boolean(let flag): return ".boolean(\(flag))"
        case .number(let number): return ".number(\(number))"
        case .text(let text): return ".text(\(literal(text)))"
        case .list(let items): return ".list([\(items.map(literal).joined(separator: ", "))])"
        case .record(let members):
            if members.isEmpty { return ".record([:])" }
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            return ".record([\(sorted.map { "\(literal($0.key)): \(literal($0.value))" }.joined(separator: ", "))])"
        }
    }

    /// Returns a string literal.
    private static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case _ where scalar.value < 0x20 || [0x7F, 0x2028, 0x2029].contains(scalar.value):
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
