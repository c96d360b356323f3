internal import Statecharts

extension AnalysisQuestions {
    /// Returns the monitors of the observers and properties.
    func monitors(of model: ChartModel, _ options: AnalysisOptions) throws(AnalysisError) -> [MonitorQuestion] {
        guard let table = model.space.trace?.table else { return [] }
        let vocabulary = TraceVocabulary(model.original, states: model.space.tables.stateNames)
        var found: [MonitorQuestion] = []
        for observer in observers {
            try vocabulary.check(observer)
            found.append(MonitorQuestion(try ObserverMonitor(observer, table, options), table))
        }
        for property in properties {
            try vocabulary.check(property)
            found.append(MonitorQuestion(try PropertyMonitor(property, table, options.budget), table))
        }
        return found
    }
}

/// The question whether a monitor rejects a run.
struct MonitorQuestion {
    private let monitor: any TraceMonitor
    private let table: TraceTable

    init(_ monitor: any TraceMonitor, _ table: TraceTable) { (self.monitor, self.table) = (monitor, table) }

    /// Returns the finding about a shortest run that the monitor rejects; `nil` if there is none.
    func finding(
        _ exploration: borrowing Exploration, _ options: AnalysisOptions, recordsPath: Bool
    ) throws(AnalysisError) -> AnalysisFinding? {
        var search = MonitoredSearch(monitor, table, options)
        do throws(AnalysisError) {
            guard let violation = try search.violation(exploration) else { return nil }
            return try finding(violation, exploration, recordsPath)
        } catch {
            guard case .tooManyStates(let count, _, let causes) = error else { throw error }
            let subject = "there are more than \(count) configurations with '\(monitor.subject)'"
            return AnalysisFinding(
                kind: .truncated, subject: subject,
                message: "the exploration isn't complete: \(subject); most are due to "
                    + causes.joined(separator: ", "), events: [], isConfirmed: true)
        }
    }

    private func finding(
        _ violation: MonitoredSearch.Violation, _ exploration: borrowing Exploration, _ recordsPath: Bool
    ) throws(AnalysisError) -> AnalysisFinding {
        let model = exploration.model
        let witness = try Witness(
            violation.letters.map { model.space.letters[$0] }, through: violation.states, in: model.space)
        let configuration = violation.end.map { model.space.activeStates(of: $0) } ?? []
        let isConfirmed =
            model.canMake(witness)
            && Replayer(model)?.confirms(
                witness, .monitored(monitor, state: violation.monitorState, table), in: configuration, model) ?? false
        var message = monitor.message(
            failing: violation.monitorState, on: violation.event.map { table.names[Int($0)] } ?? "")
        if violation.event == nil {
            message +=
                violation.cycleLength == 0
                ? ": it rests"
                : ": it repeats its last \(violation.cycleLength == 1 ? "input" : "\(violation.cycleLength) inputs")"
        }
        return AnalysisFinding(
            kind: .observer, subject: monitor.subject, message: message, events: witness.arguments(model),
            letters: witness.letters.map { model.name(of: $0) }, configuration: configuration,
            isConfirmed: isConfirmed,
            path: recordsPath ? try model.space.path(violation.letters, through: violation.states) : nil)
    }
}
