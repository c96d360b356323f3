internal import Statecharts

/// A chart of a comparison, whose configurations are expanded when they are first compared.
struct ComparedChart {
    let model: ChartModel
    private let options: AnalysisOptions
    private var known: [Int: Reactions] = [:]
    private var space: any StateSpace { model.space }

    /// The reaction to an input, with some answers of guards.
    struct Reaction {
        /// The letter; `nil` if the chart ignores an event that it doesn't know, or if nothing
        /// happens in it.
        var letter: Letter?
        /// The next state, or one of the special targets of a move.
        var target: Int
        var outputs: [String]
        /// The timers of the target, with their origins.
        var timers: [RunningTimer]
    }

    /// The reactions of a state: to events, by name, and to timers, by their index.
    struct Reactions {
        var events: [String: [Reaction]] = [:]
        var timers: [Int: [Reaction]] = [:]
    }

    init(
        _ chart: Statechart, _ options: AnalysisOptions, adding names: [String], keeping kept: Set<String>,
        data: [DataLetter]
    ) throws(AnalysisError) {
        self.options = options
        model = try ChartModel(chart, options, observing: options.outputs, adding: names, data: data, keeping: kept)
    }

    var stateCount: Int { space.stateCount }
    var byteCount: Int { space.byteCount + known.count * 512 }
    /// Whether a state may have timers.
    var hasTimers: Bool { space.layout.hasTail }

    func start() throws(AnalysisError) -> [Reaction] {
        let (moves, outputs) = (try space.start(), space.outputs)
        return try zip(moves, outputs).map { move, output throws(AnalysisError) in
            try reaction(move, output, from: nil)
        }
    }

    /// Returns the reactions of a state, without events that are ignored in all cases.
    mutating func reactions(of state: Int) throws(AnalysisError) -> Reactions {
        if let found = known[state] { return found }
        let (moves, outputs) = (try model.expand(state), space.outputs)
        let timers = self.timers(of: state)
        var reactions = Reactions()
        for (move, output) in zip(moves, outputs) {
            let reaction = try self.reaction(move, output, from: state)
            switch space.letters[move.letter].input {
            case .start: break
            case .event(let event):
                for (name, number) in model.numbers where number == event {
                    reactions.events[name, default: []].append(reaction)
                }
            case .timer:
                if let index = timers.index(of: space.letters[move.letter].input) {
                    reactions.timers[index, default: []].append(reaction)
                }
            }
        }
        known[state] = reactions
        return reactions
    }

    /// Returns the reaction of a chart that stays as it is: to an event that it ignores, or while
    /// only the other chart has a timer that ends.
    func staying(in state: Int, ignoring event: String? = nil) -> Reaction {
        var timers = self.timers(of: state)
        for index in timers.indices { timers[index].origin = index }
        let letter = event.flatMap { model.numbers[$0] }.map { Letter(input: .event($0)) }
        return Reaction(letter: letter, target: state, outputs: outputs(0, state), timers: timers)
    }

    private func timers(of state: Int) -> [RunningTimer] { space.layout.timers(space.words(of: state)) }

    private func reaction(_ move: Move, _ output: UInt32, from state: Int?) throws(AnalysisError) -> Reaction {
        if move.target == Move.beyond, space.stateCount >= options.limit {
            throw .tooManyStates(
                reached: space.stateCount, limit: options.limit, causes: StateCauses(space).texts)
        }
        let letter = space.letters[move.letter]
        var timers: [RunningTimer] = []
        if hasTimers, move.hasState { timers = try space.repeatMove(letter, from: state).after }
        return Reaction(letter: letter, target: move.target, outputs: outputs(output, move.target), timers: timers)
    }

    private func outputs(_ number: UInt32, _ target: Int) -> [String] {
        let effects = space.oracle.trace?.lists[Int(number)] ?? []
        guard options.outputs.contains(.states), target < Move.beyond else { return effects }
        return effects + [space.activeStates(of: target).joined(separator: "+")]
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
