import Glibc
import StatechartFormats
import StatechartScripts
import Statecharts
import TestSupport
import Testing

/// All scripts of the SCION framework, those of charts with data in ECMAScript too, in sessions.
@Suite(.enabled(if: !SCION.paths.isEmpty, SharedFiles.hint))
struct SCIONDataTests {
    /// The scripts that fail, and why.
    private static let failing: [String: String] = {
        let reasons = [
            "its script is in a file that isn't there": ["script-src": ["test0", "test1", "test2", "test3"]],
            "SCION leaves less than the W3C's algorithm, whose outcome it calls legacy": [
                "more-parallel": ["test10", "test10b"]
            ],
            "it wants fields in the data of error events that the W3C leaves open": ["error": ["error"]],
            "it sends an event by HTTP": ["w3c-ecma": ["test201.txml"]],
            "a manual test, of which the script knows only that it passes": [
                "w3c-ecma": ["test230.txml", "test250.txml", "test307.txml"]
            ],
            "it logs a value in the null data model, which has none": ["w3c-ecma": ["test436.txml"]],
        ]
        var failing: [String: String] = [:]
        for (reason, folders) in reasons {
            for (folder, names) in folders {
                for name in names { failing["scion/test/\(folder)/\(name)"] = reason }
            }
        }
        return failing
    }()

    private static let paths: [String] = {
        let tests = SharedFiles.folder + "/scion/test"
        return TestFiles.names(in: tests).flatMap { folder in
            TestFiles.names(in: "\(tests)/\(folder)").filter { $0.hasSuffix(".json") }
                .map { "scion/test/\(folder)/\($0.dropLast(5))" }
        }
    }()

    @Test func listsAllScripts() { #expect(Self.paths.count == 316) }

    @Test(arguments: paths) func runsAsItsScriptSays(path: String) throws {
        if Self.failing[path] == nil { return try run(path) }
        withKnownIssue("\(Self.failing[path] ?? "")") { try run(path) }
    }

    private func run(_ path: String) throws {
        let script = try SCIONScript(SharedFiles.text(of: path + ".json"))
        let folder = path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)
        func file(_ place: String) throws -> String {
            let name = place.hasPrefix("file:") ? String(place.dropFirst(5)) : place
            let text = SharedFiles.text(of: "\(folder)/\(name)")
            if text.isEmpty { throw ExpressionError("no such file") }
            return text
        }
        func chart(_ text: String) throws -> Statechart {
            // SCION's data model, where a chart names none, is ECMAScript.
            let text =
                text.contains("datamodel=") ? text : text.replacing("<scxml", with: "<scxml datamodel='ecmascript'")
            return try StatechartFormat.scxml.chart(from: text, name: path) { Array(try file($0).utf8) }
        }
        var context = StatechartContext()
        context.makeScripts = { try ECMAScript(named: $0) }
        context.load = { source in
            switch source {
            case .text(let text): try chart(text)
            case .location(let place): try chart(file(place))
            }
        }
        let first = try chart(SharedFiles.text(of: path + ".scxml"))
        var recorder = FirstMacrostep(of: first)
        let session = try StatechartSession(first, in: context, recorder: &recorder)
        #expect(recorder.takeConfiguration() == script.initial)
        for (number, step) in script.steps.enumerated() {
            try session.advance(until: session.time + .milliseconds(step.delay), recorder: &recorder)
            recorder.beginEvent()
            try session.send(step.event, recorder: &recorder)
            #expect(recorder.takeConfiguration() == step.next, "step \(number)")
        }
    }
}

/// The active atomic states before the first event that the chart has sent to itself is taken,
/// which is when the scripts look.
private struct FirstMacrostep: StatechartRecorder {
    static var isRecording: Bool { true }

    private let atomic: Set<String>
    private var active: Set<String> = []
    private var first: Set<String>?
    /// Whether the next step on an event from outside begins the macrostep.
    private var isOwnNext = false

    init(of chart: Statechart) {
        let outer = Set(chart.parents.dropFirst())
        atomic = Set(chart.states.indices.filter { !outer.contains($0) }.map { chart[$0].name })
    }

    mutating func beginEvent() { first = nil }

    mutating func takeConfiguration() -> [String] {
        defer { first = nil }
        return (first ?? active).intersection(atomic).sorted()
    }

    mutating func received<Payload>(_ event: String, _ payload: Payload?, region: Int?) { isOwnNext = true }

    mutating func began(event: String, cause: StepCause, at time: Duration) {
        switch cause {
        case .sent where isOwnNext: isOwnNext = false
        case .sent, .queued, .time: if first == nil { first = active }
        case .start, .raised, .deferred, .eventless: break
        }
    }

    mutating func left(_ state: String) { active.remove(state) }
    mutating func took(source: String, _ index: Int) {}
    mutating func entered(_ state: String) { active.insert(state) }
}
