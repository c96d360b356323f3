// The functions here are described in automata_analysis.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import Machines
internal import StatechartAnalysis
internal import Statecharts

extension automata_analysis_options: SizedStruct {
    static let reservedBytes = bytes(of: \.reserved)
}

extension AnalysisOptions {
    fileprivate init(_ options: automata_analysis_options) throws(CallError) {
        let budget = try Budget(options.budget)
        let limit = options.maximum_configurations == 0 ? 1_000_000 : Int(clamping: options.maximum_configurations)
        self.init(limit: min(limit, budget.maximumStates), budget: budget)
        if options.maximum_pending_events > 0 { maximumPendingEvents = Int(clamping: options.maximum_pending_events) }
        let events = try texts(options.events, options.event_count, "events")
        if !events.isEmpty { self.events = events }
        _ = try texts(options.never, options.never_count, "never")
        _ = try texts(options.properties, options.property_count, "properties")
    }
}

/// Returns zero-terminated texts.
private func texts(
    _ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ name: StaticString
) throws(CallError) -> [String] {
    var found: [String] = []
    for text in try Argument.array(texts, count, name) {
        found.append(try Argument.string(text, Argument.zeroTerminated, name))
    }
    return found
}

/// Runs a function, and converts an error of the analysis to a call's.
private func analysis<Result>(_ body: () throws(AnalysisError) -> Result) throws(CallError) -> Result {
    do { return try body() } catch {
        switch error {
        case .chart(let error):
            if let stop = error.stop { throw .core(AutomataError(stop)) }
            throw .statechart(.invalid(error.findings.map { StatechartFailure.Finding($0, at: nil) }))
        case .stopped(let error): throw .core(AutomataError(error))
        default: throw .analysis(error)
        }
    }
}

@c @implementation
public func automata_analysis_new(
    _ chart: OpaquePointer?, _ options: UnsafePointer<automata_analysis_options>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(result, "analysis", error) { () throws(CallError) -> AnalysisHandle? in
        let chart = try StatechartHandle.required(chart).compiled.chart
        let given = try automata_analysis_options.given(options)
        let options = try AnalysisOptions(given)
        let never = try texts(given.never, given.never_count, "never")
        let properties = try texts(given.properties, given.property_count, "properties")
        var questions = AnalysisQuestions(reportsUnhandled: given.reports_unhandled)
        for observer in try Argument.array(given.observers, given.observer_count, "observers") {
            questions.observers.append(try StatechartHandle.required(observer).compiled.chart)
        }
        return try analysis { () throws(AnalysisError) -> AnalysisHandle in
            for text in never { questions.never.append(try StateCondition(parsing: text)) }
            for text in properties { questions.properties.append(try TraceProperty(parsing: text)) }
            questions.reportsIndistinguishable = given.reports_indistinguishable
            questions.reportsMistakes = !given.omits_mistakes
            return AnalysisHandle(try chart.analyzed(for: questions, options))
        }
    }
}

@c @implementation
public func automata_analysis_retain(_ analysis: OpaquePointer?) -> OpaquePointer? {
    AnalysisHandle.retained(analysis)
}

@c @implementation
public func automata_analysis_free(_ analysis: OpaquePointer?) { AnalysisHandle.free(analysis) }

@c @implementation
public func automata_analysis_finding_count(_ analysis: OpaquePointer?) -> Int {
    AnalysisHandle.from(analysis)?.report.findings.count ?? 0
}

@c @implementation
public func automata_analysis_finding(_ analysis: OpaquePointer?, _ index: Int) -> UnsafePointer<automata_finding>? {
    AnalysisHandle.from(analysis)?.finding(index)
}

@c @implementation
public func automata_analysis_configuration_count(_ analysis: OpaquePointer?) -> UInt64 {
    UInt64(AnalysisHandle.from(analysis)?.report.configurationCount ?? 0)
}

@c @implementation
public func automata_analysis_guards(_ analysis: OpaquePointer?) -> automata_names {
    AnalysisHandle.from(analysis)?.guards.lent ?? automata_names()
}

@c @implementation
public func automata_analysis_omissions(_ analysis: OpaquePointer?) -> automata_names {
    AnalysisHandle.from(analysis)?.omissions.lent ?? automata_names()
}

@c @implementation
public func automata_fa_from_statechart(
    _ chart: OpaquePointer?, _ options: UnsafePointer<automata_analysis_options>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeAutomaton(result, error) { () throws(CallError) in
        let chart = try StatechartHandle.required(chart).compiled.chart
        let options = try AnalysisOptions(try automata_analysis_options.given(options))
        return AutomatonHandle(
            .dfa(try analysis { () throws(AnalysisError) -> DFA in try chart.flattened(options).dfa }))
    }
}

@c @implementation
public func automata_mealy_from_statechart(
    _ chart: OpaquePointer?, _ options: UnsafePointer<automata_analysis_options>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(result, "machine", error) { () throws(CallError) -> MealyHandle? in
        let chart = try StatechartHandle.required(chart).compiled.chart
        let options = try AnalysisOptions(try automata_analysis_options.given(options))
        return try analysis { () throws(AnalysisError) -> MealyHandle in
            MealyHandle(.mealy(try chart.flattenedMachine(options).machine))
        }
    }
}
