internal import StatechartObservers
internal import Statecharts

/// A chart that is explored: its abstraction, and the names of its inputs.
struct ChartModel {
    let original: Statechart
    /// The answers of guards that are known.
    let guards: [String: Bool]
    let abstraction: ChartAbstraction
    let space: any StateSpace
    /// Returns the moves from a state of the space: the space's own function, compiled for its
    /// type.
    let expand: (_ state: Int) throws(AnalysisError) -> [Move]
    /// The names of external events by the engine's numbers.
    let eventNames: [UInt32: String]
    /// The engine's numbers of external events by all of their names.
    let numbers: [String: UInt32]
    /// The events with data, whose numbers follow those of the engine.
    let dataLetters: [DataLetter]
    private let eventCount: Int

    /// - Parameters:
    ///   - outputs: The outputs that are observed; `nil` for none.
    ///   - names: Further names of events from outside, if the chart reacts to them.
    ///   - data: Further data of events.
    ///   - kept: Events that are explored without data, too.
    ///   - notesTraces: Whether the space notes the traces of moves.
    init(
        _ chart: Statechart, _ options: AnalysisOptions, observing outputs: StatechartOutputs? = nil,
        adding names: [String] = [], data: [DataLetter] = [],
        keeping kept: Set<String> = [], notesTraces: Bool = false
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
        oracle.failures = Set(abstraction.failures.map { oracle.number(of: $0) })
        oracle.silent = Set(abstraction.silentGuards.map { oracle.number(of: $0) })
        if abstraction.chart.hasExpressions(besides: { _ in true }) {
            let compiled = try Self.compiled(abstraction.chart, options.budget)
            var behavior = ExpressionBehavior(for: abstraction.chart)
            behavior.host = ExplorationHost(oracle, variables: Set(behavior.variables.keys))
            behavior.guards = guards
            behavior.onLog = { trace?.note($0) }
            (eventNames, numbers, dataLetters) = try Self.events(
                of: compiled, in: chart, options, adding: names, data, keeping: kept, abstraction)
            eventCount = compiled.eventNames.count
            let explorer = Explorer(
                compiled, behavior, events: Self.inOrder(eventNames, eventCount, dataLetters), data: dataLetters, bounds
            )
            explorer.allowsDirectSteps = options.makesDirectSteps
            (space, expand) = (explorer, { state throws(AnalysisError) in try explorer.expand(state) })
        } else {
            let compiled = try Self.compiled(abstraction.chart, oracle, options.budget)
            (eventNames, numbers, dataLetters) = try Self.events(
                of: compiled, in: chart, options, adding: names, data, keeping: kept, abstraction)
            eventCount = compiled.eventNames.count
            let behavior = PlainBehavior(oracle: oracle)
            let explorer = Explorer(
                compiled, behavior, events: Self.inOrder(eventNames, eventCount, dataLetters), data: dataLetters, bounds
            )
            explorer.allowsDirectSteps = options.makesDirectSteps
            (space, expand) = (explorer, { state throws(AnalysisError) in try explorer.expand(state) })
        }
        guard notesTraces else { return }
        var aliases: [String: String] = [:]
        let plainNames = eventNames.filter { Int($0.key) < space.tables.events.names.count }.map { ($0, $1) }
        for (number, name) in plainNames + dataLetters.map({ ($0.event, $0.name) }) {
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

    /// Returns the names of the events from outside by their numbers, their numbers by names, of
    /// which several may be one event, and the events with data.
    private static func events<Behavior>(
        of chart: CompiledStatechart<Behavior>, in original: Statechart, _ options: AnalysisOptions,
        adding names: [String], _ data: [DataLetter], keeping kept: Set<String>, _ abstraction: ChartAbstraction
    ) throws(AnalysisError) -> (names: [UInt32: String], numbers: [String: UInt32], data: [DataLetter]) {
        var found = try events(of: chart, in: original, options.events)
        var numbers: [String: UInt32] = [:]
        for name in found.values.sorted() + names where numbers[name] == nil {
            let number = chart.number(ofEvent: name)
            guard chart.storage.tables.core.pointee.hasReaction[number] else { continue }
            numbers[name] = UInt32(number)
            if found[UInt32(number)] == nil { found[UInt32(number)] = name }
        }
        var letters: [DataLetter] = []
        let (language, guards) = (original.scriptLanguage, abstraction.dataGuards)
        let scripts = language.flatMap { try? options.makeScripts?($0) }
        guard language == nil || scripts != nil else { return (found, numbers, []) }
        for (number, name) in found.sorted(by: { $0.key < $1.key }) {
            let further = data.filter { $0.name == name }.map(\.data)
            guard !further.isEmpty || guards.values.contains(where: { $0.concerns(name) }) else { continue }
            let known = EventData(of: name, guards, language, scripts, adding: further)
            let keepsPlain = known.isPartial || kept.contains(name)
            if !keepsPlain, !known.letters.isEmpty { (found[number], numbers[name]) = (nil, nil) }
            for (data, answers) in known.letters where data != .null || !keepsPlain {
                let letter = DataLetter(event: number, name: name, data: data, answers: answers)
                let id = UInt32(chart.eventNames.count + letters.count)
                letters.append(letter)
                (found[id], numbers[letter.argument]) = (letter.argument, id)
            }
        }
        return (found, numbers, letters)
    }

    /// Returns the numbers of events in the order of exploration: those with data first, as they
    /// need no answers.
    private static func inOrder(_ names: [UInt32: String], _ count: Int, _ data: [DataLetter]) -> [UInt32] {
        func event(_ number: UInt32) -> UInt32 { Int(number) < count ? number : data[Int(number) - count].event }
        func key(_ number: UInt32) -> (UInt32, Int, UInt32) { (event(number), Int(number) < count ? 1 : 0, number) }
        return names.keys.sorted { key($0) < key($1) }
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

    /// The conditions without known values of which both answers were explored so far.
    var abstractedGuards: [String] {
        abstraction.guards.filter { abstraction.dataGuards[$0] == nil || space.oracle.wasAsked($0) }.sorted()
    }

    /// Returns the event with data of an input; `nil` for others.
    private func dataLetter(of input: Letter.Input) -> DataLetter? {
        guard case .event(let event) = input, Int(event) >= eventCount else { return nil }
        return dataLetters[Int(event) - eventCount]
    }

    /// Returns the name and the data of an event.
    func event(of input: Letter.Input) -> (name: String, data: Value) {
        dataLetter(of: input).map { ($0.name, $0.data) } ?? (name(of: input), .null)
    }

    /// Returns the events that are explored without data: beside such with data if `isPartial` is
    /// set, otherwise alone.
    func plainEvents(isPartial: Bool) -> Set<String> {
        let names = Set(dataLetters.map(\.name))
        return Set(numbers.filter { $0.value < eventCount && names.contains($0.key) == isPartial }.keys)
    }

    /// Returns the event with a name, or that with data of an argument.
    func event(named text: String) -> (name: String, data: Value)? {
        numbers[text].map { dataLetter(of: .event($0)).map { ($0.name, $0.data) } ?? (text, .null) }
    }

    /// Returns an event as an argument of `automata statechart run`.
    func argument(of input: Letter.Input) -> String {
        dataLetter(of: input)?.argument ?? name(of: input).eventArgument
    }

    /// Returns the answers of guards that the data of an event decide.
    func answers(of input: Letter.Input) -> [String: Bool] { dataLetter(of: input)?.answers ?? [:] }

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
