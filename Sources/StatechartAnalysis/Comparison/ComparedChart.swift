internal import Statecharts

/// A chart of a comparison, whose configurations are expanded when they are first compared.
struct ComparedChart {
    let model: ChartModel
    private let options: AnalysisOptions
    private var known: [Int: [Input: [Reaction]]] = [:]
    private var space: any StateSpace { model.space }

    /// An input that charts share: an event by its name, or a timer by its delay.
    enum Input: Hashable {
        case start
        case event(String)
        case timer(String)
    }

    /// The reaction to an input, with some answers of guards.
    struct Reaction {
        /// The chart's own letter; `nil` if it ignores an event that it doesn't know.
        var letter: Letter?
        /// The next state, or one of the special targets of a move.
        var target: Int
        var outputs: [String]
    }

    init(_ chart: Statechart, _ options: AnalysisOptions, adding names: [String]) throws(AnalysisError) {
        self.options = options
        model = try ChartModel(chart, options, observing: options.outputs, adding: names)
    }

    var stateCount: Int { space.stateCount }
    var byteCount: Int { space.byteCount + known.count * 512 }

    mutating func start() throws(AnalysisError) -> [Reaction] {
        let moves = try space.start()
        return try zip(moves, space.outputs).map { move, output throws(AnalysisError) in try reaction(move, output) }
    }

    /// Returns the reactions of a state by inputs, without events that are ignored in all cases.
    mutating func reactions(of state: Int) throws(AnalysisError) -> [Input: [Reaction]] {
        if let found = known[state] { return found }
        let moves = try model.expand(state)
        let outputs = space.outputs
        let timers = space.layout.timers(space.words(of: state))
        var reactions: [Input: [Reaction]] = [:]
        for (move, output) in zip(moves, outputs) {
            let reaction = try reaction(move, output)
            let letter = space.letters[move.letter]
            switch letter.input {
            case .start: break
            case .event(let event):
                for (name, number) in model.numbers where number == event {
                    reactions[.event(name), default: []].append(reaction)
                }
            case .timer:
                reactions[.timer(model.sharedName(of: letter.input, among: timers)), default: []].append(reaction)
            }
        }
        known[state] = reactions
        return reactions
    }

    /// Returns the reaction to an event that is ignored.
    func ignoring(_ event: String, in state: Int) -> Reaction {
        Reaction(
            letter: model.numbers[event].map { Letter(input: .event($0)) }, target: state, outputs: outputs(0, state))
    }

    private func reaction(_ move: Move, _ output: UInt32) throws(AnalysisError) -> Reaction {
        if move.target == Move.beyond, space.stateCount >= options.limit {
            throw .tooManyStates(
                reached: space.stateCount, limit: options.limit, causes: StateCauses(space).texts)
        }
        return Reaction(
            letter: space.letters[move.letter], target: move.target, outputs: outputs(output, move.target))
    }

    private func outputs(_ number: UInt32, _ target: Int) -> [String] {
        let effects = space.oracle.trace?.lists[Int(number)] ?? []
        guard options.outputs.contains(.states), target < Move.beyond else { return effects }
        return effects + [space.activeStates(of: target).joined(separator: "+")]
    }
}

extension ChartModel {
    /// Returns a name of an input that doesn't depend on the names of states: for a timer its delay,
    /// with a number if others with this delay began before.
    func sharedName(of input: Letter.Input, among timers: [RunningTimer]) -> String {
        guard case .timer(let event, let state, _, _) = input, state >= 0 else { return name(of: input) }
        let delay = self.delay(ofTimer: event)
        let earlier = timers.prefix { $0.event != event || $0.state != state }
        let place = earlier.count { $0.state >= 0 && self.delay(ofTimer: $0.event) == delay }
        return "+" + delay.delay + (place == 0 ? "" : "'\(place + 1)")
    }
}

extension Letter {
    /// Whether both letters may be the same step: no guard has different answers.
    func agrees(with other: Letter?, _ ownName: (UInt32) -> String, _ otherName: (UInt32) -> String) -> Bool {
        guard let other, !answers.isEmpty, !other.answers.isEmpty else { return true }
        var first: [String: [Bool]] = [:]
        for answer in answers { first[ownName(answer.guardNumber), default: []].append(answer.holds) }
        var second: [String: [Bool]] = [:]
        for answer in other.answers { second[otherName(answer.guardNumber), default: []].append(answer.holds) }
        return first.allSatisfy { name, holds in
            zip(holds, second[name] ?? []).allSatisfy { $0 == $1 }
        }
    }
}
