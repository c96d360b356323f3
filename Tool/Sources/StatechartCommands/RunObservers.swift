import AutomataFiles
import StatechartAnalysis
import StatechartFormats
import StatechartObservers
import StatechartScripts
import Statecharts
import TextSupport
import ToolSupport

/// The observers of a run, with the names of their files.
struct RunObservers {
    private(set) var names: [String] = []
    private(set) var all: [StatechartObserver] = []

    /// Reads observers of a chart.
    init(_ paths: [String], of chart: Statechart, _ context: WorkContext) throws(ToolError) {
        for path in paths {
            let document = try Self.document(path, context)
            try Self.tellUnknownNames(in: document.chart, at: path, of: chart, context)
            do {
                let scripts = try document.chart.scriptLanguage.map { language in
                    try ECMAScript(named: language, stepLimit: 1_000_000_000)
                }
                all.append(try StatechartObserver(document.chart, scripts: scripts, budget: context.budget))
            } catch ObserverError.chart(let error) {
                throw error.toolError(in: document, at: path, limits: context.limits)
            } catch { throw ToolError("\(error)", at: path) }
            names.append(path)
        }
    }

    static func document(_ path: String, _ context: WorkContext) throws(ToolError) -> StatechartDocument {
        try StatechartReader().read(InputFile(path: path), context).document
    }

    /// Prints a note for each event for which an observer waits though no run has it.
    ///
    /// - Throws: An error if the observer waits for a state that the chart doesn't have.
    static func tellUnknownNames(
        in observer: Statechart, at path: String, of chart: Statechart, _ context: WorkContext
    ) throws(ToolError) {
        let names: [String]
        do throws(AnalysisError) { names = try chart.unknownNames(inObserver: observer) } catch {
            throw ToolError(error.description, at: path)
        }
        for name in names {
            let alike = NameSuggestions.names(like: name, among: chart.eventPatterns.map(\.text)).map(\.shown)
            context.note(
                "the observer waits for '\(name.shown)', which nothing in the chart's runs has"
                    + (alike.isEmpty ? "" : "; did you mean \(alike.joined(separator: ", "))?"), at: path)
        }
    }

    /// Changes each observer.
    mutating func forEach(_ body: (inout StatechartObserver) -> Void) {
        for index in all.indices { body(&all[index]) }
    }

    /// The first observer that has failed, or can't go on; `nil` if there is none.
    var failed: (name: String, observer: StatechartObserver)? {
        let index = all.firstIndex { $0.failure != nil || $0.error != nil }
        return index.map { (names[$0], all[$0]) }
    }
}

extension ChartRun {
    /// Lets the observers' timers run, and returns the failure of the first one that has failed.
    func observation(_ machine: StatechartSession) throws(ToolError) -> ToolError? {
        recorder.observers?.forEach { $0.advance(until: machine.time) }
        guard let (name, observer) = recorder.observers?.failed else { return nil }
        guard let failure = observer.failure else {
            throw ToolError("the observer stopped: \(observer.error?.description ?? "")", at: name)
        }
        if style.isJSON {
            let object: JSONObject = [
                "observer": RawText.readable(name), "state": failure.state, "event": failure.event,
                "time": JSONText(written: ScriptStep.text(of: failure.time)), "run": failure.inputs,
            ]
            try recorder.output.append(Array(JSONText(object).text.utf8))
        }
        let older = failure.droppedCount == 0 ? "" : " (\(grouped(failure.droppedCount)) older inputs are left out)"
        return ToolError(failure.description.shown + older, at: name)
    }
}
