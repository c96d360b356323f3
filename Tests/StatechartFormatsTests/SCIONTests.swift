import StatechartFormats
import Statecharts
import Testing
import TextSupport

/// The charts of the SCION framework's tests that use no data.
enum SCION {
    /// The paths without extension, from a list of all of these tests in JSON.
    static let paths: [String] = SharedFiles.text(of: "scion_pure.json").split(separator: "\"")
        .filter { $0.hasSuffix(".json") }
        .map { "scion/\($0.dropLast(5))" }

    static func chart(_ path: String) throws -> Statechart {
        try StatechartFormat.scxml.chart(from: SharedFiles.text(of: path + ".scxml"), name: path)
    }
}

@Suite(.enabled(if: !SCION.paths.isEmpty, SharedFiles.hint))
struct SCIONTests {
    @Test func listsAllCharts() {
        #expect(SCION.paths.count == 87)
    }

    @Test(arguments: SCION.paths)
    func isReadAsItWasWritten(path: String) throws {
        let chart = try SCION.chart(path)
        for format in StatechartFormat.allCases {
            #expect(try format.chart(from: format.text(of: chart)) == chart)
        }
    }

    @Test(arguments: SCION.paths, ChartRun.Mode.allCases)
    func runsAsItsScriptSays(path: String, mode: ChartRun.Mode) throws {
        let script = try Script(SharedFiles.text(of: path + ".json"))
        var run = try ChartRun(SCION.chart(path), mode)
        #expect(run.activeNames == script.initial)
        for (number, step) in script.steps.enumerated() {
            try run.advance(to: run.machine.time + .milliseconds(step.delay))
            try run.send(step.event)
            #expect(run.activeNames == step.next, "step \(number)")
        }
    }
}

/// Events with the atomic states that are active after them.
private struct Script {
    var initial: [String] = []
    var steps: [Step] = []

    struct Step {
        var delay = 0
        var event = ""
        var next: [String] = []
    }

    init(_ text: String) throws {
        let bytes = Array(text.utf8)
        self = try bytes.withUnsafeBytes { try Self.script(JSONCursor($0)) }
    }

    private init() {}

    private static func script(_ cursor: JSONCursor) throws(TextProblem) -> Script {
        var (cursor, script) = (cursor, Script())
        try cursor.object("a script") { (cursor, key, _) throws(TextProblem) in
            switch key {
            case "initialConfiguration": script.initial = try names(&cursor)
            case "events": script.steps = try cursor.list { (cursor) throws(TextProblem) in try step(&cursor) }
            default: try cursor.skipValue()
            }
        }
        return script
    }

    private static func step(_ cursor: inout JSONCursor) throws(TextProblem) -> Step {
        var step = Step()
        try cursor.object("a step") { (cursor, key, _) throws(TextProblem) in
            switch key {
            case "after": step.delay = try cursor.wholeNumber()
            case "event":
                try cursor.object("an event") { (cursor, key, _) throws(TextProblem) in
                    cursor.skipBlanks()
                    if key == "name" { step.event = try cursor.string() } else { try cursor.skipValue() }
                }
            case "nextConfiguration": step.next = try names(&cursor)
            default: try cursor.skipValue()
            }
        }
        return step
    }

    private static func names(_ cursor: inout JSONCursor) throws(TextProblem) -> [String] {
        try cursor.list { (cursor) throws(TextProblem) in
            cursor.skipBlanks()
            return try cursor.string()
        }.sorted()
    }
}
