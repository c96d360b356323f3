import Glibc
import StatechartFormats
import Statecharts
import TestSupport
import Testing

/// Random charts on the engine and on a model of the W3C's step algorithm in Python.
@Suite(.enabled(if: Model.isThere, SharedFiles.hint))
struct ModelTests {
    @Test func runsAsTheModelDoes() throws {
        let count = TestScope.isLong ? 10_000 : 150
        var charts: [(text: String, events: [String])] = []
        for seed in 0..<UInt64(count) {
            var chart = RandomSCXML(seed: seed)
            let events = (0..<12).map { _ in RandomSCXML.events[chart.below(RandomSCXML.events.count)] }
            charts.append((chart.text, events))
        }
        let answers = try Model.run(charts)
        try #require(answers.count == count)
        var compared = 0
        for (seed, (chart, answer)) in zip(charts, answers).enumerated() {
            // What comes behind a run without end isn't compared.
            let expected = answer.prefix { $0 != "endless" }
            let found = try configurations(chart.text, chart.events, expected.count)
            #expect(found == Array(expected), "seed \(seed): \(chart.text) \(chart.events)")
            compared += expected.count
        }
        #expect(compared > 6 * count)
    }

    /// The configurations after the start and each event.
    private func configurations(_ text: String, _ events: [String], _ count: Int) throws -> [String] {
        guard count > 0 else { return [] }
        var run = try ChartRun(StatechartFormat.scxml.chart(from: text), .plain)
        var found = [run.activeNames.joined(separator: " ")]
        for event in events.prefix(count - 1) {
            try run.send(event)
            found.append(run.activeNames.joined(separator: " "))
        }
        return found
    }
}

/// The model, which a Python program runs on all charts at once.
enum Model {
    static let isThere =
        !SharedFiles.text(of: "scxmlcore.py").isEmpty && system("python3 -c '' >/dev/null 2>&1") == 0

    /// Reads charts and events from a file, two lines each; writes a line of configurations for
    /// each.
    private static let program = """
        import sys, tempfile
        sys.path.insert(0, sys.argv[1])
        import scxmlcore
        lines = open(sys.argv[2]).read().split('\\n')
        for text, events in zip(lines[0::2], lines[1::2]):
            answer = []
            try:
                with tempfile.NamedTemporaryFile('w', suffix='.scxml') as file:
                    file.write(text)
                    file.flush()
                    model = scxmlcore.M(file.name)
                model.start()
                answer.append(' '.join(model.leaves()))
                for event in events.split():
                    if model.run: model.ext(event)
                    answer.append(' '.join(model.leaves()))
            except RuntimeError:
                answer.append('endless')
            print('|'.join(answer))
        """

    static func run(_ charts: [(text: String, events: [String])]) throws -> [[String]] {
        let input = try TemporaryFile()
        try input.write(charts.map { "\($0.text)\n\($0.events.joined(separator: " "))\n" }.joined())
        let script = try TemporaryFile()
        try script.write(program)
        guard let pipe = popen("python3 \(script.path) \(SharedFiles.folder) \(input.path)", "r") else { return [] }
        defer { pclose(pipe) }
        let output = String(decoding: TestFiles.bytes(of: pipe), as: UTF8.self)
        return output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
    }
}

/// A file that goes away with its owner.
private final class TemporaryFile {
    let path: String

    init() throws {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/statechart-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        try #require(descriptor >= 0)
        close(descriptor)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func write(_ text: String) throws {
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
    }

    deinit { unlink(path) }
}
