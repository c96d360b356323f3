internal import Components

/// The choices of a run, between which time passes for the parts, so that their timers fire in the
/// order of the run.
struct TimedChoices {
    private var choices: [Schedule.Choice] = []
    /// The turns of each part, and the positions of their choices.
    private var turns: [[(turn: Reactions.Turn, position: Int)]]

    /// The numbers of the parts.
    private let parts: [Int]

    /// Begins with the start of each part.
    init(_ starts: [Int32], of parts: [Int]) {
        turns = starts.map { [(Reactions.Turn(timeout: nil, reaction: $0), 0)] }
        self.parts = parts
    }

    /// Appends a choice by which no code of a part runs.
    mutating func append(_ choice: Schedule.Choice) { choices.append(choice) }

    /// Appends a choice by which the part at a position reacts.
    mutating func append(_ choice: Schedule.Choice, of part: Int, _ turn: Reactions.Turn) {
        turns[part].append((turn, choices.count))
        choices.append(choice)
    }

    /// Returns the schedule, and the number of choices at its end that are due to the last ones of
    /// those that were appended.
    func schedule(
        _ reactions: Reactions, repeating repeatedCount: Int = 0
    ) throws(ExplorationProblem) -> (schedule: Schedule, repeatedCount: Int) {
        var waits: [Int: Schedule.Choice] = [:]
        for (part, turns) in zip(parts, turns) {
            let times = try reactions.waits(of: part, turns.map(\.turn))
            for (turn, time) in zip(turns, times) where time > .zero {
                waits[turn.position] = .wait(part: reactions.partNames[part], time: time)
            }
        }
        let start = choices.count - repeatedCount
        let all = choices.indices.flatMap { (waits[$0].map { [$0] } ?? []) + [choices[$0]] }
        return (Schedule(all), repeatedCount + waits.keys.count { $0 >= start })
    }
}

extension ScheduleSpace {
    /// Returns the schedule of steps, the last ones of which repeat.
    mutating func schedule(
        of steps: [Step], repeating repeatedCount: Int
    ) throws(ExplorationProblem) -> (schedule: Schedule, repeatedCount: Int) {
        let state = State.allocate(capacity: width)
        defer { state.deallocate() }
        var choices = TimedChoices(try start(state).prefix(partCount).map(\.reaction), of: Array(0..<partCount))
        for step in steps {
            let outcome = try perform(step, state)
            let choice = step.choice(reactions.partNames)
            if outcome.reaction < 0 {
                choices.append(choice)
            } else {
                let timeout = step.kind == .timeout ? step.index : nil
                choices.append(choice, of: step.part, Reactions.Turn(timeout: timeout, reaction: outcome.reaction))
            }
        }
        return try choices.schedule(reactions, repeating: repeatedCount)
    }
}

extension ScheduleSpace.Step {
    fileprivate func choice(_ names: [String]) -> Schedule.Choice {
        switch kind {
        case .handle: .message(part: names[part])
        case .timeout: .timeout(part: names[part])
        case .take: .taking(part: names[part], channel: index)
        case .outside: .outside
        case .lose: .loss(part: names[part])
        case .duplicate: .duplication(part: names[part])
        case .reorder: .reordering(part: names[part])
        case .restart: .restart(part: names[part])
        }
    }
}
