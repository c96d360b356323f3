import ArgumentParser
import AutomataFiles
import StatechartFormats
import StatechartScripts
import Statecharts
import TextSupport
import ToolSupport

struct StatechartCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Find errors in statecharts.",
        usage: "automata statechart check <file> ... [<options>]",
        discussion: """
            Prints a line for each error and each warning, or only for the first error of a text that can't be read. A line has the file with line and column; the path to the state, \
            outermost state first (left out if the text can't be read); the problem; the remedy. A \
            chart without findings is ok. Scripts are compiled, but not run. Files that invocations name must be readable.

            With --json each file gives one JSON object on its own line (JSON Lines), whose keys are file, ok \
            and findings, each with severity, line, column, path and message.

            Exit codes: 0 all charts can run, 2 an error.

            Example:
              automata statechart check traffic-lights.scxml
              automata statechart check charts/ --json | jq 'select(.ok | not) | .file'
            """)

    @OptionGroup var charts: StatechartFiles

    func run() throws {
        let isJSON = charts.json
        let haveErrors = try charts.run { _, file, reader, context throws(ToolError) in
            let sources = file.isStandardInput ? nil : ChartSources(besideFile: file.path)
            let findings = try ChartFindings(reader.result(file, context), RunObstacles(sources: sources), context)
            context.write(isJSON ? findings.json(fileName: file.name) : findings.text(fileName: file.name))
            return findings.hasErrors
        }
        if haveErrors.contains(true) { throw ExitCode(2) }
    }
}

/// The errors and the warnings about a chart.
private struct ChartFindings {
    private struct Finding {
        var isError: Bool
        var line: Int?
        var column: Int?
        /// The names of the states from the outermost one on; `nil` if the text can't be read.
        var path: [String]?
        var message: String
    }

    private var findings: [Finding] = []
    private let obstacles: RunObstacles

    init(
        _ reading: Result<StatechartReader.Reading, StatechartFormatError>, _ obstacles: RunObstacles,
        _ context: WorkContext
    ) throws(ToolError) {
        self.obstacles = obstacles
        switch reading {
        case .success(let reading):
            // Charts that stand in invocations only begin with these, so that none is checked with
            // another.
            findings = reading.document.warnings.map {
                Finding(isError: false, line: $0.line, column: $0.column, message: $0.message)
            }
            var open = [(document: reading.document, path: [String]())]
            while let (document, path) = open.popLast() {
                try add(document, path, context)
                open += document.invokedDocuments.reversed().map { ($0, ["an invoked chart"]) }
            }
        case .failure(let error):
            findings = [Finding(isError: true, line: error.line, column: error.column, message: error.sentence)]
        }
    }

    /// Adds the findings of a chart, without those of invoked charts.
    private mutating func add(
        _ document: StatechartDocument, _ path: [String], _ context: WorkContext
    ) throws(ToolError) {
        do throws(StatechartError) {
            let warnings = try CompiledStatechart<ExpressionBehavior>(document.chart, budget: context.budget).warnings
            add(warnings, of: document, path, isError: false)
        } catch {
            if let stop = error.stop { throw ToolError(stop, of: "state", at: nil, limits: context.limits) }
            add(error.findings, of: document, path, isError: true)
        }
        add(obstacles.findings(in: document.chart), of: document, path, isError: false)
        do throws(ExpressionError) {
            add(try ECMAScript.findings(in: document.chart), of: document, path, isError: true)
        } catch {
            findings.append(Finding(isError: true, path: path, message: error.message))
        }
    }

    private mutating func add(
        _ list: [StatechartFinding], of document: StatechartDocument, _ path: [String], isError: Bool
    ) {
        findings += list.map {
            let place = document.position(of: $0)
            return Finding(
                isError: isError, line: place?.line, column: place?.column, path: path + ChartPath.names($0.path),
                message: $0.message)
        }
    }

    var hasErrors: Bool { findings.contains(where: \.isError) }

    func text(fileName: String) -> String {
        if findings.isEmpty { return "\(fileName.shown): ok\n" }
        return findings.map { finding in
            let place = [fileName.shown, finding.line.map(String.init), finding.column.map(String.init)]
            let path = finding.path.map { ChartPath.text($0) + ": " } ?? ""
            return place.compactMap(\.self).joined(separator: ":") + (finding.isError ? ": error: " : ": warning: ")
                + "\(path)\(finding.message)".shown + "\n"
        }.joined()
    }

    func json(fileName: String) -> String {
        let objects = findings.map {
            [
                "severity": $0.isError ? "error" : "warning", "line": $0.line, "column": $0.column, "path": $0.path,
                "message": $0.message,
            ] as JSONObject
        }
        let object: JSONObject = ["file": RawText.readable(fileName), "ok": !hasErrors, "findings": objects]
        return object.line
    }
}

/// The path of names from the root to a state, for messages.
enum ChartPath {
    /// The names without the root's, if it has none.
    static func names(_ path: [String]) -> [String] { path.first == "" ? Array(path.dropFirst()) : path }

    /// Returns the names from the root to a state.
    static func names(to state: Int, in chart: Statechart) -> [String] {
        var (path, index) = ([String](), state)
        while index != 0 {
            path.append(chart.states[index].name)
            index = chart.parents[index]
        }
        return [chart.name] + path.reversed()
    }

    static func text(_ path: [String]) -> String {
        let names = names(path)
        return names.isEmpty ? "the chart" : names.joined(separator: "/")
    }
}

extension StatechartError {
    /// Returns the first finding as an error of the tool that tells the number of the others.
    func toolError(in document: StatechartDocument, at name: String, limits: LimitOptions) -> ToolError {
        var error = fullToolError(in: document, at: name, limits: limits)
        let rest = error.further.count
        if rest > 0 { error.message += " (and \(grouped(rest)) more; automata statechart check lists them)" }
        error.further = []
        return error
    }

    /// Returns the first finding as an error of the tool that has the others as `further` errors.
    func fullToolError(in document: StatechartDocument, at name: String, limits: LimitOptions) -> ToolError {
        if let stop { return ToolError(stop, of: "state", at: name, limits: limits) }
        var errors = findings.map { finding in
            let place = document.position(of: finding).map { ":\($0.line):\($0.column)" } ?? ""
            return ToolError("\(ChartPath.text(finding.path)): \(finding.message)", at: name + place)
        }
        guard !errors.isEmpty else { return ToolError("", at: name) }
        var first = errors.removeFirst()
        first.further = errors
        return first
    }
}
