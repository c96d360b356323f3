internal import Statecharts

/// A chart that is explored: its abstraction, and the names of its inputs.
struct ChartModel {
    let original: Statechart
    /// The answers of guards that are known.
    let guards: [String: Bool]
    let abstraction: ChartAbstraction
    let space: any StateSpace
    /// Returns the moves from a state of the space: the space's own function, compiled for its type.
    let expand: (_ state: Int) throws(AnalysisError) -> [Move]
    /// The names of external events by the engine's numbers.
    let eventNames: [UInt32: String]
    /// The engine's numbers of external events by all of their names.
    let numbers: [String: UInt32]

    /// - Parameters:
    ///   - outputs: The outputs that are observed; `nil` for none.
    ///   - names: Further names of events from outside, if the chart reacts to them.
    ///   - notesTraces: Whether the space notes the traces of moves.
    init(
        _ chart: Statechart, _ options: AnalysisOptions, observing outputs: StatechartOutputs? = nil,
        adding names: [String] = [], notesTraces: Bool = false
    ) throws(AnalysisError) {
        original = chart
        let charts = [chart] + chart.submachines
        if let state = charts.lazy.flatMap(\.states).first(where: { $0.kind == .regions }) {
            throw .dynamicRegions(state: state.name)
        }
        let unknown = options.abstractedVariables.subtracting(RelevantVariables(chart).all)
        if chart.scriptLanguage == nil, let name = unknown.min() { throw .unknownVariable(name) }
        guards = options.guards
        abstraction = ChartAbstraction(
            chart, unknown: options.abstractedVariables, answers: guards, marking: outputs, marksActions: notesTraces)
        let bounds = ExplorationBounds(
            states: min(max(options.limit, 1), Move.maximumStateCount), pending: max(0, options.maximumPendingEvents),
            steps: max(1, options.maximumSteps))
        let oracle = GuardOracle()
        let trace = outputs.map { OutputTrace($0) }
        oracle.trace = trace
        if abstraction.chart.hasExpressions(besides: { _ in true }) {
            let compiled = try Self.compiled(abstraction.chart, options.budget)
            var behavior = ExpressionBehavior(for: abstraction.chart)
            behavior.host = ExplorationHost(oracle, variables: Set(behavior.variables.keys))
            behavior.guards = guards
            behavior.onLog = { trace?.note($0) }
            (eventNames, numbers) = try Self.events(of: compiled, in: chart, options.events, adding: names)
            let explorer = Explorer(compiled, behavior, events: eventNames.keys.sorted(), bounds)
            explorer.allowsDirectSteps = options.makesDirectSteps
            (space, expand) = (explorer, { state throws(AnalysisError) in try explorer.expand(state) })
        } else {
            let compiled = try Self.compiled(abstraction.chart, oracle, options.budget)
            (eventNames, numbers) = try Self.events(of: compiled, in: chart, options.events, adding: names)
            let behavior = PlainBehavior(oracle: oracle)
            let explorer = Explorer(compiled, behavior, events: eventNames.keys.sorted(), bounds)
            explorer.allowsDirectSteps = options.makesDirectSteps
            (space, expand) = (explorer, { state throws(AnalysisError) in try explorer.expand(state) })
        }
        guard notesTraces else { return }
        var aliases: [String: String] = [:]
        for (number, name) in eventNames {
            let known = space.tables.events.names[Int(number)]
            if known != name { aliases[known] = name }
        }
        space.trace = TraceRecorder(TraceTable(aliases: aliases))
    }

    private static func compiled(
        _ chart: Statechart, _ budget: Budget
    ) throws(AnalysisError) -> CompiledStatechart<ExpressionBehavior> {
        do throws(StatechartError) {
            return try CompiledStatechart(
                chart, guard: { .init($0) }, action: { .init($0) }, isFlattened: false, budget: budget)
        } catch { throw .chart(error) }
    }

    private static func compiled(
        _ chart: Statechart, _ oracle: GuardOracle, _ budget: Budget
    ) throws(AnalysisError) -> CompiledStatechart<PlainBehavior> {
        do throws(StatechartError) { return try PlainBehavior.compiled(chart, oracle, budget) } catch {
            throw .chart(error)
        }
    }

    /// Returns the names of the events from outside by their numbers, and their numbers by names, of
    /// which several may be one event.
    private static func events<Behavior>(
        of chart: CompiledStatechart<Behavior>, in original: Statechart, _ chosen: [String]?, adding names: [String]
    ) throws(AnalysisError) -> (names: [UInt32: String], numbers: [String: UInt32]) {
        var found = try events(of: chart, in: original, chosen)
        var numbers: [String: UInt32] = [:]
        for name in found.values.sorted() + names where numbers[name] == nil {
            let number = chart.number(ofEvent: name)
            guard chart.storage.tables.core.pointee.hasReaction[number] else { continue }
            numbers[name] = UInt32(number)
            if found[UInt32(number)] == nil { found[UInt32(number)] = name }
        }
        return (found, numbers)
    }

    /// Returns the names of the chosen events from outside by their numbers.
    private static func events<Behavior>(
        of chart: CompiledStatechart<Behavior>, in original: Statechart, _ chosen: [String]?
    ) throws(AnalysisError) -> [UInt32: String] {
        let core = chart.storage.tables.core
        var found: [UInt32: String] = [:]
        guard let chosen else {
            var working = Set(
                original.states.filter { !$0.activities.isEmpty }.map { "done.state." + $0.name })
            let invocations = ([original] + original.submachines).flatMap(\.states).flatMap(\.invocations)
            if invocations.contains(where: { $0.id == nil }) { working.insert("error.platform") }
            for (number, name) in chart.eventNames.enumerated().dropFirst() where core.pointee.hasReaction[number] {
                // The name of the end of an invocation is longer.
                if name == "done.invoke", !invocations.isEmpty, invocations.allSatisfy({ $0.id != nil }) { continue }
                if chart.isMentioned(event: number), !name.isOfPlatform || working.contains(name) {
                    found[UInt32(number)] = name
                }
            }
            // A pattern such as `error.platform` stands for the event of an invocation.
            for id in invocations.compactMap(\.id).sorted() {
                for name in ["done.invoke." + id, "error.platform." + id] {
                    let number = chart.number(ofEvent: name)
                    let known = chart.eventNames[number]
                    guard core.pointee.hasReaction[number], known.hasPrefix("done.invoke") || known.isOfPlatform,
                        (found[UInt32(number)] ?? known) == known
                    else { continue }
                    found[UInt32(number)] = name
                }
            }
            // All names that the chart doesn't mention are one event.
            let other = (0...).lazy.map { $0 == 0 ? "other" : "other\($0)" }.first {
                !chart.isMentioned(event: chart.number(ofEvent: $0))
            }
            if let other, case let number = chart.number(ofEvent: other), core.pointee.hasReaction[number] {
                found[UInt32(number)] = other
            }
            return found
        }
        for name in chosen {
            let number = chart.number(ofEvent: name)
            guard core.pointee.hasReaction[number] else { throw .unknownEvent(name) }
            if found[UInt32(number)] == nil { found[UInt32(number)] = name }
        }
        return found
    }

    /// Whether a program can make a run: no guard was asked without a known value, and no event
    /// comes from the platform alone.
    func canMake(_ witness: Witness) -> Bool {
        !witness.isAbstract && !witness.letters.contains { isOfPlatform($0.input) }
    }

    /// Whether an input is an event that only the platform sends: the end or the failure of an
    /// invocation, or an error.
    func isOfPlatform(_ input: Letter.Input) -> Bool {
        guard case .event = input else { return false }
        let name = name(of: input)
        return name.hasPrefix("done.invoke.") || name == "error" || name.hasPrefix("error.")
    }

    // MARK: - Names

    /// Returns the name of a letter: an event, or a timer as its duration and its state, with the
    /// guards that hold or, after `!`, don't hold.
    func name(of letter: Letter) -> String { name(of: letter.input) + answers(of: letter) }

    /// Returns the answers of a letter in brackets; nothing if there are none.
    func answers(of letter: Letter) -> String {
        let answers = letter.answers.map { ($0.holds ? "" : "!") + space.oracle.name(of: $0.guardNumber) }
        return answers.isEmpty ? "" : "[" + answers.joined(separator: ",") + "]"
    }

    func name(of input: Letter.Input) -> String {
        let tables = space.tables
        switch input {
        case .start: return "start"
        case .event(let event): return eventNames[event] ?? tables.events.names[Int(event)]
        case .timer(let event, let state, let id, let place):
            let ordinal = place == 0 ? "" : "'\(place + 1)"
            guard state >= 0 else {
                let id = space.identifiers[Int(id)]
                return "+" + tables.events.names[Int(event)] + (id.isEmpty ? "" : "#" + id) + ordinal
            }
            return "+\(delay(ofTimer: event).delay)@\(tables.stateNames[Int(state)])" + ordinal
        }
    }

    /// Returns the duration of the timer of a state with an event.
    func delay(ofTimer event: UInt32) -> Duration {
        let core = space.tables.core
        let timer = (0..<core.pointee.timers.count).first { core.pointee.timers[$0].event == event }
        return timer.map { core.pointee.timers[$0].delay } ?? .zero
    }
}

extension String {
    /// Whether an event has a name of the platform, which no program should send.
    fileprivate var isOfPlatform: Bool { hasPrefix("done.state.") || self == "error" || hasPrefix("error.") }
}
