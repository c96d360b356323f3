internal import AlgorithmSupport
internal import Components
internal import WorkLimits

/// Schedules one by one: those that chance chooses, and shorter ones of one that fails.
struct ScheduleWalk: ~Copyable {
    typealias Space = ScheduleSpace
    typealias Found = ScheduleSearch.Found

    var space: ScheduleSpace
    private var properties: ScheduleProperties
    private let options: ScheduleOptions
    private let state: Space.State
    private(set) var stepCount = 0
    private(set) var runCount = 0
    private(set) var isBeyondBound = false
    /// The greatest number of steps of a schedule so far.
    private(set) var length = 0

    init(
        _ space: consuming ScheduleSpace, _ properties: consuming ScheduleProperties, _ options: ScheduleOptions
    ) {
        state = .allocate(capacity: space.width)
        self.space = space
        self.properties = properties
        self.options = options
    }

    deinit { state.deallocate() }

    private mutating func begin() throws(ExplorationProblem) -> ScheduleProperties.Finding? {
        for (part, outcome) in try space.start(state).enumerated() {
            if let finding = properties.finding(after: Space.Step(.restart, part), outcome, of: space) {
                return finding
            }
        }
        return properties.finding(in: state, of: space)
    }

    private mutating func possibleSteps() throws(ExplorationProblem) -> [Space.Step] {
        var steps: [Space.Step] = []
        for part in 0..<space.partCount { try space.appendSteps(of: part, state, to: &steps) }
        space.appendArrival(state, to: &steps)
        if !steps.isEmpty { space.appendFaults(state, to: &steps) }
        return steps
    }

    // MARK: - By chance

    /// Tries schedules by chance.
    mutating func run(_ budget: Budget) throws(ScheduleError) -> Found? {
        do {
            switch options.strategy {
            case .exhaustive: return nil
            case .random(let runs, let seed):
                return try run(runs, seed, budget) { steps, generator, _, _ in
                    Int.random(in: 0..<steps.count, using: &generator)
                }
            case .priorities(let runs, let changes, let seed):
                var priorities: [Int] = []
                var changeSteps: Set<Int> = []
                let count = space.partCount + 1
                return try run(runs, seed, budget) { steps, generator, number, length in
                    if number == 0 {
                        priorities = (1...count).shuffled(using: &generator)
                        changeSteps = []
                        for _ in 0..<changes { changeSteps.insert(.random(in: 0..<max(1, length), using: &generator)) }
                    }
                    let highest = steps.map { priorities[$0.part] }.max() ?? 0
                    // Below all that were there.
                    if changeSteps.contains(number), let part = priorities.firstIndex(of: highest) {
                        priorities[part] = (priorities.min() ?? 0) - 1
                    }
                    let best = steps.map { priorities[$0.part] }.max() ?? 0
                    let chosen = steps.indices.filter { priorities[steps[$0].part] == best }
                    return chosen[Int.random(in: 0..<chosen.count, using: &generator)]
                }
            case .delays(let runs, let count, let seed):
                var delaySteps: Set<Int> = []
                var turn = 0
                let parts = space.partCount + 1
                return try run(runs, seed, budget) { steps, generator, number, length in
                    if number == 0 {
                        (turn, delaySteps) = (0, [])
                        for _ in 0..<count { delaySteps.insert(.random(in: 0..<max(1, length), using: &generator)) }
                    }
                    // The parts take turns, and messages come before timers and faults; a delay lets
                    // anything come first.
                    if delaySteps.contains(number) { return Int.random(in: 0..<steps.count, using: &generator) }
                    let plain = steps.indices.filter { steps[$0].kind == .handle || steps[$0].kind == .take }
                    let candidates = plain.isEmpty ? Array(steps.indices) : plain
                    let next = candidates.min {
                        (steps[$0].part - turn + parts) % parts < (steps[$1].part - turn + parts) % parts
                    }
                    guard let next else { return 0 }
                    turn = (steps[next].part + 1) % parts
                    return next
                }
            }
        } catch let problem as ExplorationProblem { throw ScheduleError(problem) } catch let error as LimitError {
            throw .stopped(error, causes: [])
        } catch { preconditionFailure("\(error)") }
    }

    private mutating func run(
        _ runs: Int, _ seed: UInt64, _ budget: Budget,
        _ choose: (_ steps: [Space.Step], inout SeededGenerator, _ number: Int, _ length: Int) -> Int
    ) throws -> Found? {
        var generator = SeededGenerator(seed: seed)
        var pace = BudgetPace()
        for _ in 0..<max(0, runs) {
            runCount += 1
            if let finding = try begin() { return Found(finding: finding, steps: []) }
            var steps: [Space.Step] = []
            while steps.count < options.lengthLimit {
                if pace.isDue(states: runCount, work: stepCount) {
                    try budget.check(built: runCount, bytes: space.mailboxes.byteCount)
                }
                let possible = try possibleSteps()
                if possible.isEmpty {
                    if let finding = properties.finding(atRestIn: state, of: space) {
                        return try shortened(Found(finding: finding, steps: steps))
                    }
                    break
                }
                let step = possible[choose(possible, &generator, steps.count, max(length, 32))]
                steps.append(step)
                stepCount += 1
                let outcome = try space.perform(step, state)
                if let finding = properties.finding(after: step, outcome, of: space)
                    ?? properties.finding(in: state, of: space)
                {
                    return try shortened(Found(finding: finding, steps: steps))
                }
                if outcome.isBeyondBound {
                    isBeyondBound = true
                    break
                }
            }
            length = max(length, steps.count)
        }
        return nil
    }

    // MARK: - Shorter ones

    /// Leaves out steps without which the same failure comes.
    ///
    /// Zeller and Hildebrandt, *Simplifying and isolating failure-inducing input*, IEEE TSE 2002.
    mutating func shortened(_ found: consuming Found) throws(ExplorationProblem) -> Found {
        if found.repeatedCount > 0 { return found }
        var best = found
        var size = max(1, best.steps.count / 2)
        while true {
            var (start, hasChanged) = (0, false)
            while start < best.steps.count {
                var steps = best.steps
                steps.removeSubrange(start..<min(start + size, steps.count))
                if let shorter = try followed(steps), shorter.finding.kind == best.finding.kind,
                    shorter.finding.part == best.finding.part
                {
                    (best, hasChanged) = (shorter, true)
                } else {
                    start += size
                }
            }
            if size == 1, !hasChanged { return best }
            size = max(1, size / 2)
        }
    }

    /// Returns the failure that steps lead to, with those that led there; `nil` if they can't
    /// happen, or don't fail.
    private mutating func followed(_ steps: [Space.Step]) throws(ExplorationProblem) -> Found? {
        if let finding = try begin() { return Found(finding: finding, steps: []) }
        for (number, step) in steps.enumerated() {
            guard try possibleSteps().contains(where: { $0.bits == step.bits }) else { return nil }
            let outcome = try space.perform(step, state)
            if let finding = properties.finding(after: step, outcome, of: space)
                ?? properties.finding(in: state, of: space)
            {
                return Found(finding: finding, steps: Array(steps[...number]))
            }
        }
        guard try possibleSteps().isEmpty, let finding = properties.finding(atRestIn: state, of: space) else {
            return nil
        }
        return Found(finding: finding, steps: steps)
    }
}
