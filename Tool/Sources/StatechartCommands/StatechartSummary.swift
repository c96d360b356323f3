import StatechartFormats
import Statecharts
import TextSupport
import ToolSupport

/// The facts about a statechart, as a list and as JSON.
struct StatechartSummary {
    private var facts = FactList()

    init(
        _ chart: Statechart, fileName: String, format: StatechartFormat, _ context: WorkContext
    ) throws(ToolError) {
        let charts = chart.withSubmachines
        facts.add("file", text: fileName)
        facts.add("format", text: format.rawValue)
        facts.add("name", text: chart.name)
        facts.add("language", text: chart.scriptLanguage ?? "expressions")
        addStates(of: charts)
        facts.add("regions", charts.map(\.regionCount).reduce(0, +))
        facts.add("depth", charts.map(\.depth).max() ?? 0)
        facts.add("transitions", charts.flatMap(\.states).map(\.transitions.count).reduce(0, +))
        facts.add("events", chart.eventPatterns.map(\.text))
        facts.add("variables", charts.flatMap(\.states).flatMap(\.variables).map(\.name))
        facts.add("submachines", charts.dropFirst().map(\.name))
        let invocationCount = charts.flatMap(\.states).map(\.invocations.count).reduce(0, +)
        facts.add("invocations", invocationCount)
        try addTables(of: chart, needsSession: chart.scriptLanguage != nil || invocationCount > 0, context)
    }

    private mutating func addStates(of charts: [Statechart]) {
        let kinds = charts.flatMap(\.kinds)
        let counts = Dictionary(grouping: kinds) { $0 }.map { (kind: $0.key, count: $0.value.count) }
            .sorted { ($1.count, $0.kind) < ($0.count, $1.kind) }
        let list = counts.map { "\(grouped($0.count)) \($0.kind)" }.joined(separator: ", ")
        facts.add("states", kinds.count, details: list)
        facts.add("kinds", json: JSONObject(counts.map { ($0.kind, $0.count) }), text: nil)
    }

    /// Compiles a chart; `nil` if it can't run.
    private func compiled(
        _ chart: Statechart, _ context: WorkContext
    ) throws(ToolError) -> CompiledStatechart<ExpressionBehavior>? {
        do throws(StatechartError) {
            return try CompiledStatechart(chart, budget: context.budget)
        } catch {
            if let stop = error.stop { throw ToolError(stop, of: "state", at: nil, limits: context.limits) }
            return nil
        }
    }

    private mutating func addTables(
        of chart: Statechart, needsSession: Bool, _ context: WorkContext
    ) throws(ToolError) {
        let compiled = try self.compiled(chart, context)
        var runs = compiled != nil
        for invoked in chart.invoked where runs { runs = try self.compiled(invoked, context) != nil }
        facts.add(
            "runs", json: runs,
            text: !runs ? "no; automata statechart check shows why" : needsSession ? "yes, in a session" : "yes")
        let bytes = compiled?.tableByteCount
        facts.add(
            "tableBytes", json: bytes, text: bytes.map { amount(ofBytes: $0) },
            title: "tables")
        var (configurations, reason): (Int?, String?)
        switch compiled?.flattening {
        case nil: break
        case .flat(let count)?: configurations = count
        case .dynamicRegions?: reason = "the chart has dynamic regions"
        case .deferringEvents?: reason = "states defer events"
        case .tooLarge?: reason = "there would be too many configurations"
        }
        facts.add(
            "configurations", json: configurations,
            text: configurations.map { "\(grouped($0)), flattened" })
        facts.add(
            "notFlattened", json: reason, text: reason.map { "as " + $0 },
            title: "not flattened")
    }

    /// A line for each fact.
    var list: String { facts.list }

    /// One JSON object on a line.
    var json: String { facts.json }
}

extension Statechart {
    /// The chart and its submachines, including nested ones.
    var withSubmachines: [Statechart] {
        var (all, next) = ([self], 0)
        while next < all.count {
            all += all[next].submachines
            next += 1
        }
        return all
    }

    /// The charts within invocations, including nested ones.
    fileprivate var invoked: [Statechart] {
        var (all, open) = ([Statechart](), [self])
        while let next = open.popLast() {
            for case .chart(let chart) in next.withSubmachines.flatMap(\.states).flatMap(\.invocations).map(\.source) {
                all.append(chart)
                open.append(chart)
            }
        }
        return all
    }

    /// The patterns of events that transitions react to or states defer, each once, in the order of
    /// their bytes.
    var eventPatterns: [EventPattern] {
        var patterns: Set<EventPattern> = []
        for state in withSubmachines.flatMap(\.states) {
            patterns.formUnion(state.deferred)
            for case .events(let list) in state.transitions.map(\.trigger) { patterns.formUnion(list) }
        }
        return patterns.sorted { $0.prefix.utf8.lexicographicallyPrecedes($1.prefix.utf8) }
    }

    /// The kind of each state but the root, in the words of textbooks.
    fileprivate var kinds: [String] {
        var hasStates = [Bool](repeating: false, count: states.count)
        for (index, parent) in parents.enumerated().dropFirst() where !states[index].kind.isPseudostate {
            hasStates[parent] = true
        }
        return states.indices.dropFirst().map { index in
            switch states[index].kind {
            case .state: states[index].submachine != nil ? "submachine" : hasStates[index] ? "composite" : "simple"
            case .orthogonal: "orthogonal"
            case .regions: "dynamic regions"
            case .final: "final"
            case .shallowHistory: "shallow history"
            case .deepHistory: "deep history"
            case .choice: "choice"
            case .junction: "junction"
            case .entryPoint: "entry point"
            case .exitPoint: "exit point"
            case .terminate: "terminate"
            }
        }
    }

    /// The number of regions of orthogonal states.
    fileprivate var regionCount: Int {
        states.indices.dropFirst().count {
            states[parents[$0]].kind == .orthogonal && !states[$0].kind.isPseudostate
        }
    }

    /// The maximum number of nested states, without the root.
    fileprivate var depth: Int {
        var depths = [Int](repeating: 0, count: states.count)
        for (index, parent) in parents.enumerated().dropFirst() { depths[index] = depths[parent] + 1 }
        return depths.max() ?? 0
    }
}
