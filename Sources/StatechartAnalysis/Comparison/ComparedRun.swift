internal import Statecharts

/// A step of two charts with the same input.
struct ComparedStep {
    var input: Input
    var first: ComparedChart.Reaction
    var second: ComparedChart.Reaction

    /// The start, an event, or the end of timers.
    enum Input {
        case start
        case event(String)
        case time
    }

    /// The name of the input, with the answers of guards of both charts.
    func name(_ first: ChartModel, _ second: ChartModel) -> String {
        var (name, answers) = ("", [String]())
        if case .event(let event) = input { name = event }
        for (letter, model) in [(self.first.letter, first), (self.second.letter, second)] {
            guard let letter else { continue }
            if name.isEmpty { name = model.name(of: letter.input) }
            for answer in letter.answers {
                let text = (answer.holds ? "" : "!") + model.space.oracle.name(of: answer.guardNumber)
                if !answers.contains(text) { answers.append(text) }
            }
        }
        return name + (answers.isEmpty ? "" : "[" + answers.joined(separator: ",") + "]")
    }
}

/// A run of two charts with the same inputs, whose last step differs.
struct ComparedRun {
    /// The steps from the start on.
    let steps: [ComparedStep]
    /// The states of the first chart before each step but the start.
    let firstStates: [Int]
    let secondStates: [Int]

    /// Returns the difference, confirmed if the engine shows it in runs of both charts.
    func difference(
        _ first: ChartModel, _ second: ChartModel, _ options: AnalysisOptions
    ) throws(AnalysisError) -> StatechartDifference {
        var candidates: [[Duration]] = []
        let sides = [(steps.map(\.first), firstStates, first), (steps.map(\.second), secondStates, second)]
        for (reactions, states, model) in sides {
            let times = try self.times(reactions, states, model)
            if let times, !candidates.contains(times) { candidates.append(times) }
        }
        let names = steps.dropFirst().map { $0.name(first, second) }
        var difference = StatechartDifference(
            events: arguments(candidates.first ?? shortestTimes(first, second), first, second), letters: names,
            firstOutputs: steps.last?.first.outputs ?? [],
            secondOutputs: steps.last?.second.outputs ?? [], isConfirmed: false)
        difference.reason =
            answers(first, second)
            ?? (candidates.isEmpty
                ? "if timers end in an order that no times lead to" : "as the engine doesn't show it")
        guard !steps.contains(where: \.isAbstract), let one = ObservedEngine(first, options),
            let other = ObservedEngine(second, options)
        else { return difference }
        for times in candidates {
            let inputs = zip(steps.dropFirst(), times).map { input(of: $0, at: $1, first, second) }
            var recorder = NoRecorder()
            guard let found = one.run(inputs, recorder: &recorder),
                let expected = other.run(inputs, recorder: &recorder),
                let index = zip(found, expected).map({ outputs($0, options) == outputs($1, options) })
                    .firstIndex(of: false)
            else { continue }
            difference.events = Array(arguments(Array(times.prefix(index)), first, second))
            difference.letters = Array(names.prefix(index))
            (difference.firstOutputs, difference.secondOutputs) = (
                outputs(found[index], options), outputs(expected[index], options)
            )
            (difference.isConfirmed, difference.reason) = (true, "")
            return difference
        }
        return difference
    }

    private func input(
        of step: ComparedStep, at time: Duration, _ first: ChartModel, _ second: ChartModel
    ) -> ObservedEngine.Input {
        guard let text = step.event else { return .init(time: time) }
        let (name, data) = first.event(named: text) ?? second.event(named: text) ?? (text, .null)
        return .init(time: time, event: name, data: data)
    }

    private func outputs(_ observation: ObservedEngine.Observation, _ options: AnalysisOptions) -> [String] {
        guard options.outputs.contains(.states), !observation.isEndless else { return observation.exactOutputs }
        return observation.exactOutputs + [observation.configuration.joined(separator: "+")]
    }

    /// Returns times of the steps after the start that one of the charts allows; `nil` if there are
    /// none.
    private func times(
        _ reactions: [ComparedChart.Reaction], _ states: [Int], _ model: ChartModel
    ) throws(AnalysisError) -> [Duration]? {
        var (letters, sources) = ([Letter(input: .start)], [Int]())
        for (reaction, state) in zip(reactions.dropFirst(), states) {
            guard let letter = reaction.letter else { continue }
            letters.append(letter)
            sources.append(state)
        }
        guard let known = try Witness(letters, through: sources, in: model.space).times else { return nil }
        var (times, index) = ([Duration](), 0)
        for reaction in reactions.dropFirst() {
            if reaction.letter != nil {
                times.append(known[index])
                index += 1
            } else {
                times.append(times.last ?? .zero)
            }
        }
        return times
    }

    /// Returns the answers of guards that the run needs, in words; `nil` if there are none.
    private func answers(_ first: ChartModel, _ second: ChartModel) -> String? {
        var texts: [String] = []
        for (index, step) in steps.enumerated() {
            for (reaction, model) in [(step.first, first), (step.second, second)] {
                for answer in reaction.letter?.answers ?? [] {
                    let name = "'\(model.space.oracle.name(of: answer.guardNumber))'"
                    let place = index == 0 ? " at the start" : steps.count > 2 ? " in step \(index)" : ""
                    let text = name + (answer.holds ? " holds" : " doesn't hold") + place
                    if !texts.contains(text) { texts.append(text) }
                }
            }
        }
        return texts.isEmpty ? nil : "if " + texts.joined(separator: " and ")
    }

    /// Returns times at which each timer ends after its delay, if no times lead to the order of
    /// timers.
    private func shortestTimes(_ first: ChartModel, _ second: ChartModel) -> [Duration] {
        var time = Duration.zero
        return steps.dropFirst().map { step in
            let sides = [(step.first.letter, first), (step.second.letter, second)]
            let timer = sides.lazy.compactMap { letter, model -> Duration? in
                guard case .timer(let event, let state, _, _)? = letter?.input, state >= 0 else { return nil }
                return model.delay(ofTimer: event)
            }.first
            time += timer ?? .zero
            return time
        }
    }

    private func arguments(_ times: [Duration], _ first: ChartModel, _ second: ChartModel) -> [String] {
        var arguments = RunArguments()
        for (step, time) in zip(steps.dropFirst(), times) {
            let input = input(of: step, at: time, first, second)
            let argument = input.event.map { "\(StatechartInput.event($0, data: input.data))" }
            arguments.add(argument, at: time)
        }
        return arguments.texts
    }
}

extension ComparedStep {
    fileprivate var isAbstract: Bool {
        [first, second].contains { !($0.letter?.answers ?? []).isEmpty }
    }

    fileprivate var event: String? { if case .event(let name) = input { name } else { nil } }
}
