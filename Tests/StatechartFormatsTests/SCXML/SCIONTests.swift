import StatechartFormats
import Statecharts
import Testing

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
        for format in StatechartFormat.complete {
            #expect(try format.chart(from: format.text(of: chart)) == chart)
        }
    }

    @Test(arguments: SCION.paths, ChartRun.Mode.allCases)
    func runsAsItsScriptSays(path: String, mode: ChartRun.Mode) throws {
        let script = try SCIONScript(SharedFiles.text(of: path + ".json"))
        var run = try ChartRun(SCION.chart(path), mode)
        #expect(run.activeNames == script.initial)
        for (number, step) in script.steps.enumerated() {
            try run.advance(to: run.machine.time + .milliseconds(step.delay))
            try run.send(step.event)
            #expect(run.activeNames == step.next, "step \(number)")
        }
    }
}
