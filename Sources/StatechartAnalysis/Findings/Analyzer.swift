internal import StatechartObservers
public import Statecharts
internal import TextSupport

extension Statechart {
    /// Looks for mistakes that only the runs of the chart show: states that no run enters,
    /// transitions that no run takes, configurations that nothing leaves or changes, events and
    /// timers that lead to steps without end, and what the questions ask in addition or instead.
    ///
    /// Each finding has a shortest run that shows it. Guards without a known value have both
    /// answers: those that a program implements, and those that depend on data of events, on
    /// scripts, or on abstracted variables. So no run is missed, but a finding may only be
    /// possible.
    ///
    /// An exploration that reaches the limit gives what it has found, and says so.
    ///
    /// - Throws: An error if the chart isn't valid, or a condition names a state that doesn't
    ///   exist.
    /// - Complexity: O(*m*) steps of the engine for *m* moves between configurations.
    public func analyzed(
        for questions: AnalysisQuestions = .init(), _ options: AnalysisOptions = .init()
    ) throws(AnalysisError) -> AnalysisReport {
        var options = options
        options.allowsTruncation = true
        let outputs = questions.reportsIndistinguishable ? options.outputs : nil
        let model = try ChartModel(self, options, observing: outputs, notesTraces: questions.needTraces)
        var analyzer = try Analyzer(model, questions)
        let monitors = try questions.monitors(of: model, options)
        let needsMoves = questions.reportsMistakes || questions.reportsIndistinguishable || questions.needTraces
        var exploration = Exploration(model, options, keepsMoves: needsMoves)
        if questions.reportsMistakes { model.space.trackCoverage() }
        try exploration.explore { state, moves in
            analyzer.visit(state, moves)
            return needsMoves || questions.reportsUnhandled || analyzer.isMissingViolations
        }
        var report = try analyzer.report(exploration, options)
        for monitor in monitors {
            if let finding = try monitor.finding(exploration, options, recordsPath: questions.recordsPaths) {
                report.findings.append(finding)
            }
        }
        return report
    }
}

/// Collects the findings of an exploration.
struct Analyzer {
    private let model: ChartModel
    private let questions: AnalysisQuestions
    private let conditions: [NumberedCondition]
    /// The first state that satisfies each condition.
    private var violations: [Int?]
    /// The first state and letter that lead to endless steps, by the letter's input.
    private var livelocks: [(state: Int, letter: UInt32)] = []
    private var livelockInputs: Set<Letter.Input> = []
    /// The first state of each pair of active states and ignored event.
    private var unhandled: [(state: Int, event: UInt32, letter: UInt32?)] = []
    private var unhandledPairs: Set<Pair> = []

    /// The words of active states, and an event.
    private struct Pair: Hashable {
        var active: [UInt64]
        var event: UInt32
    }

    /// The maximum number of findings of one kind.
    private static let maximumCount = 10_000

    init(_ model: ChartModel, _ questions: AnalysisQuestions) throws(AnalysisError) {
        (self.model, self.questions) = (model, questions)
        let names = model.space.tables.stateNames
        let stateNumbers = Dictionary(zip(names, names.indices)) { first, _ in first }
        violations = questions.never.map { _ in nil }
        for name in questions.never.flatMap(\.names) where stateNumbers[name] == nil {
            throw .invalidCondition(
                "unknown state \(Message.quoted(name.utf8)) in a condition; name a state of the chart")
        }
        conditions = questions.never.map { NumberedCondition($0, stateNumbers) }
    }

    /// Whether a condition hasn't been satisfied yet.
    var isMissingViolations: Bool { violations.contains(nil) }

    private var space: any StateSpace { model.space }

    // MARK: - States

    /// Takes in a state with its moves.
    mutating func visit(_ state: Int, _ moves: [Move]) {
        for index in conditions.indices where violations[index] == nil {
            if conditions[index].holds(in: space.words(of: state)) { violations[index] = state }
        }
        if questions.reportsMistakes { noteLivelocks(state, moves) }
        if questions.reportsUnhandled, !space.isEnded(state) { noteUnhandled(state, moves) }
    }

    private mutating func noteLivelocks(_ state: Int, _ moves: [Move]) {
        for move in moves where move.target == Move.endless {
            if livelockInputs.insert(space.letters[move.letter].input).inserted {
                livelocks.append((state, move.letter))
            }
        }
    }

    private mutating func noteUnhandled(_ state: Int, _ moves: [Move]) {
        var letters: [UInt32: UInt32?] = [:]
        var handled: Set<UInt32> = []
        for move in moves {
            guard case .event(let event) = space.letters[move.letter].input else { continue }
            handled.insert(event)
            if move.isIgnored, letters[event] == nil { letters[event] = move.letter }
        }
        let active = Array(space.words(of: state)[..<space.layout.wordCount])
        for event in space.externalEvents {
            guard !handled.contains(event) || letters[event] != nil, unhandled.count < Self.maximumCount else {
                continue
            }
            // Of one event with different data, the first one that is ignored.
            if unhandledPairs.insert(Pair(active: active, event: space.engineNumber(of: event))).inserted {
                unhandled.append((state, event, letters[event] ?? nil))
            }
        }
    }

    // MARK: - Report

    /// Returns the findings.
    consuming func report(
        _ exploration: borrowing Exploration, _ options: AnalysisOptions
    ) throws(AnalysisError) -> AnalysisReport {
        var report = AnalysisReport()
        var omissions = model.abstraction.omissions.sorted()
        if space.isBounded {
            omissions.append("no more than \(options.maximumPendingEvents) events wait in a configuration")
        }
        if space.oracle.leavesOutFailures { omissions.append("errors come no more than twice in a step") }
        (report.configurationCount, report.isTruncated) = (exploration.stateCount, exploration.isTruncated)
        (report.omissions, report.abstractedGuards) = (omissions, model.abstractedGuards)
        // Compiled for the first run.
        var replayer: Replayer??
        func finding(
            _ kind: AnalysisFinding.Kind, _ subject: String, _ message: String, at state: Int?,
            letter: UInt32? = nil, _ expectation: Replayer.Expectation = .configuration
        ) throws(AnalysisError) -> AnalysisFinding {
            var run = state.map { exploration.run(to: $0) } ?? []
            if let letter { run.append(letter) }
            let states = state.map { exploration.states(to: $0) } ?? []
            // Where steps have no end, no timer ends later.
            let isEndless = if case .endless = expectation { true } else { false }
            let witness = try Witness(
                run.map { space.letters[$0] }, through: states, in: space, endsBeforeTimers: !isEndless)
            let path = questions.recordsPaths ? try space.path(run, through: states) : nil
            let configuration = state.map { space.activeStates(of: $0) } ?? []
            if replayer == nil, model.canMake(witness) { replayer = .some(Replayer(model)) }
            let isConfirmed =
                model.canMake(witness)
                && (replayer ?? nil)?.confirms(witness, expectation, in: configuration, model) ?? false
            return AnalysisFinding(
                kind: kind, subject: subject, message: message, events: witness.arguments(model),
                letters: witness.letters.map { model.name(of: $0) }, configuration: configuration,
                isConfirmed: isConfirmed, path: path)
        }
        let isComplete = !exploration.isTruncated && omissions.isEmpty
        // Later runs are noted in the same place.
        let missing = missing(isComplete)
        for (condition, state) in zip(questions.never, violations) {
            guard let state else { continue }
            report.findings.append(
                try finding(.never, "\(condition)", "a configuration that must not be: \(condition)", at: state))
        }
        report.findings += missing
        for (state, event, letter) in unhandled {
            let name = model.name(of: .event(event))
            let active = space.activeStates(of: state).joined(separator: ", ")
            var found = try finding(
                .unhandled, "\(name) in \(active)", "the event '\(name)' is ignored in \(active)", at: state,
                .ignored(event: name))
            let isAbstract = letter.map { !space.letters[$0].answers.isEmpty } ?? false
            if isAbstract || model.isOfPlatform(.event(event)) { found.isConfirmed = false }
            found.events.append(model.argument(of: .event(event)))
            report.findings.append(found)
        }
        for (event, state) in questions.reportsUnhandled && exploration.keepsMoves ? exploration.deferredForever() : []
        {
            let name = model.name(of: .event(event))
            let active = space.activeStates(of: state).joined(separator: ", ")
            report.findings.append(
                try finding(
                    .unhandled, "\(name) in \(active)", "the event '\(name)' stays deferred forever in \(active)",
                    at: state))
        }
        for state in questions.reportsMistakes ? exploration.deadEnds() : [] {
            let active = space.activeStates(of: state).joined(separator: ", ")
            var found = try finding(.deadEnd, active, "no event and no timer leaves \(active)", at: state)
            if !model.abstraction.omissions.isEmpty { found.isConfirmed = false }
            report.findings.append(found)
        }
        for move in exploration.startMoves where move.target == Move.endless && questions.reportsMistakes {
            report.findings.append(
                try finding(
                    .livelock, "start", "the start leads to steps without end", at: nil, letter: move.letter, .endless))
            break
        }
        for (state, letter) in livelocks + (questions.reportsMistakes ? exploration.timelessCycles() : []) {
            let name = model.name(of: space.letters[letter].input)
            let active = space.activeStates(of: state).joined(separator: ", ")
            report.findings.append(
                try finding(
                    .livelock, "\(name) in \(active)", "'\(name)' in \(active) leads to steps without end", at: state,
                    letter: letter, .endless))
        }
        if questions.reportsIndistinguishable, !exploration.isTruncated {
            for group in try IndistinguishableStates(exploration, budget: options.budget).groups {
                let names = group.names.joined(separator: ", ")
                let kind = group.areStates ? "states" : "configurations"
                var found = try finding(
                    .indistinguishable, names, "no event and no timer tells the \(kind) \(names) apart",
                    at: group.state)
                // A guard may tell them apart, and so may all that isn't explored.
                if !isComplete || !report.abstractedGuards.isEmpty || model.abstraction.losesOutputValues {
                    found.isConfirmed = false
                }
                report.findings.append(found)
            }
        }
        if exploration.isTruncated { report.findings.append(truncation(exploration, options)) }
        return report
    }

    private func truncation(
        _ exploration: borrowing Exploration, _ options: AnalysisOptions
    ) -> AnalysisFinding {
        let isLimited = space.stateCount >= options.limit
        let causes = isLimited ? StateCauses(space).texts : []
        let reason =
            isLimited
            ? "there are more than \(options.limit) configurations"
            : "one event asks too many guards; \(space.stateCount) configurations were reached"
        return AnalysisFinding(
            kind: .truncated, subject: reason,
            message: "the exploration isn't complete: " + reason
                + (causes.isEmpty ? "" : "; most are due to " + causes.joined(separator: ", ")),
            events: [], isConfirmed: true)
    }

    /// Returns the states that no run enters, and the transitions that no run takes.
    private func missing(_ isComplete: Bool) -> [AnalysisFinding] {
        guard let coverage = space.trace?.coverage ?? space.coverage else { return [] }
        var findings: [AnalysisFinding] = []
        for (name, isEntered) in zip(space.tables.stateNames, coverage.isEntered) where !isEntered {
            findings.append(
                AnalysisFinding(
                    kind: .unreachable, subject: name, message: "no run enters the state '\(name)'", events: [],
                    isConfirmed: isComplete))
        }
        for (key, isTaken) in zip(coverage.transitions, coverage.isTaken) where !isTaken {
            let title = model.title(ofTransition: key)
            findings.append(
                AnalysisFinding(
                    kind: .deadTransition, subject: title, message: "no run takes the transition \(title)",
                    events: [], isConfirmed: isComplete))
        }
        return findings
    }
}

extension ChartModel {
    /// Returns a title of a transition; see ``Statecharts/Statechart/State/title(ofTransition:)``.
    func title(ofTransition key: Coverage.Key) -> String {
        let state = original.states.first { $0.name == key.source } ?? Statechart.State(key.source)
        return state.title(ofTransition: key.index)
    }
}

extension Statechart.State {
    /// Returns a title of a transition: its source, its place among the source's transitions, its
    /// cause, and its targets.
    func title(ofTransition index: Int) -> String {
        let place = "\(name)#\(index + 1)"
        guard let transition = transitions.dropFirst(index).first else { return place }
        let cause =
            switch transition.trigger {
            case .events(let patterns): patterns.map(\.text).joined(separator: " ")
            case .always: "always"
            case .completion: "completion"
            case .after(let delay): "after " + delay.delay
            }
        let targets = transition.targets.isEmpty ? "" : " -> " + transition.targets.joined(separator: ", ")
        return "\(place) (\(cause)\(targets))"
    }
}
