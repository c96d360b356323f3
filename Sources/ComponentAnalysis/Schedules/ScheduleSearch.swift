internal import AlgorithmSupport
internal import Components
internal import StateStorage
internal import WorkLimits

/// The search through all states of an assembly, those with the fewest steps first.
struct ScheduleSearch: ~Copyable {
    typealias Space = ScheduleSpace

    var space: ScheduleSpace
    var properties: ScheduleProperties
    var arena: StateArena
    /// The state from which each was reached first, and by which step.
    private var origins = ScratchBuffer<UInt32>()
    private var steps = ScratchBuffer<UInt64>()
    private var reduction: Reduction
    private let budget: Budget
    let source: Space.State
    let target: Space.State
    private(set) var stepCount = 0
    private(set) var depth = 0
    private(set) var isBeyondBound = false

    init(
        _ space: consuming ScheduleSpace, _ properties: consuming ScheduleProperties, _ options: ScheduleOptions,
        _ budget: Budget
    ) {
        reduction = Reduction(space, isOn: options.isReduced && !properties.hasHotStates)
        let width = space.width
        self.space = space
        self.properties = properties
        self.budget = budget
        arena = StateArena(size: width / 2)
        // Words of 64 bits, as those of the arena.
        source = UnsafeMutableRawPointer.allocate(byteCount: 4 * width, alignment: 8)
            .bindMemory(to: UInt32.self, capacity: width)
        target = UnsafeMutableRawPointer.allocate(byteCount: 4 * width, alignment: 8)
            .bindMemory(to: UInt32.self, capacity: width)
    }

    deinit {
        source.deallocate()
        target.deallocate()
    }

    var stateCount: Int { arena.count }
    var byteCount: Int { arena.byteCount + origins.byteCount + steps.byteCount + space.mailboxes.byteCount }

    /// A failure with the steps that lead there.
    struct Found {
        let finding: ScheduleProperties.Finding
        let steps: [Space.Step]
        var repeatedCount = 0
    }

    /// Searches all states.
    ///
    /// - Returns: The first failure.
    mutating func run() throws(ScheduleError) -> Found? {
        do {
            for (part, outcome) in try space.start(target).enumerated() {
                if let finding = properties.finding(after: Space.Step(.restart, part), outcome, of: space) {
                    return Found(finding: finding, steps: [])
                }
                isBeyondBound = isBeyondBound || outcome.isBeyondBound
            }
            if let finding = properties.finding(in: target, of: space) { return Found(finding: finding, steps: []) }
            _ = try add(from: 0, Space.Step(.restart, 0))
            var state = 0
            var (layer, pace) = (1, BudgetPace())
            var possible: [Space.Step] = []
            while state < arena.count {
                if state == layer { (layer, depth) = (arena.count, depth + 1) }
                if pace.isDue(states: state, work: stepCount) { try check(state) }
                load(state)
                possible.removeAll(keepingCapacity: true)
                try findSteps(from: state, &possible)
                if possible.isEmpty, let finding = properties.finding(atRestIn: source, of: space) {
                    return Found(finding: finding, steps: path(to: state))
                }
                for step in possible {
                    if let finding = try follow(step, from: state) {
                        return Found(finding: finding, steps: path(to: state) + [step])
                    }
                }
                state += 1
            }
            return try properties.hasHotStates ? cycle() : nil
        } catch let problem as ExplorationProblem { throw ScheduleError(problem) } catch let error as ScheduleError {
            throw error
        } catch { preconditionFailure("\(error)") }
    }

    private func check(_ state: Int) throws(ScheduleError) {
        do { try budget.check(built: arena.count, pending: arena.count - state, bytes: byteCount) } catch {
            throw .stopped(error, causes: largestCauses)
        }
    }

    /// The parts and mailboxes with most contents, which multiply the states of the whole.
    private var largestCauses: [String] {
        var contents = Array(repeating: Set<UInt32>(), count: 2 * space.partCount + space.channelCount)
        // Many are enough.
        for state in 0..<min(arena.count, 100_000) {
            load(state)
            for place in contents.indices { contents[place].insert(source[place]) }
        }
        return contents.indices.sorted { contents[$0].count > contents[$1].count }.prefix(3)
            .filter { contents[$0].count > 1 }.map { place in
                let names = space.reactions.partNames
                let what =
                    switch place {
                    case ..<space.partCount: "the states of '\(names[place])'"
                    case ..<(2 * space.partCount): "the mailbox of '\(names[place - space.partCount])'"
                    default: "channel \(place - 2 * space.partCount)"
                    }
                return "\(what) (\(contents[place].count))"
            }
    }

    func load(_ state: Int) {
        let words = arena.words(of: state)
        guard let base = words.baseAddress else { return }
        UnsafeMutableRawPointer(source).copyMemory(from: base, byteCount: 4 * space.width)
    }

    private mutating func findSteps(from state: Int, _ found: inout [Space.Step]) throws {
        let canFail = space.mayFail(source)
        if !canFail, try findRepresentatives(from: state, &found) { return }
        for part in 0..<space.partCount { try space.appendSteps(of: part, source, to: &found) }
        space.appendArrival(source, to: &found)
        if canFail { try space.appendFaults(source, to: &found) }
    }

    /// Finds the steps of one part, if those of the others can wait.
    private mutating func findRepresentatives(from state: Int, _ found: inout [Space.Step]) throws -> Bool {
        guard reduction.isOn else { return false }
        reduction.begin(space, source, space.timers(source))
        for part in 0...space.partCount {
            guard reduction.mayGoAlone(part) else { continue }
            found.removeAll(keepingCapacity: true)
            if part == space.partCount {
                space.appendArrival(source, to: &found)
            } else {
                try space.appendSteps(of: part, source, to: &found)
            }
            if !found.isEmpty, try canGoAlone(found, part, from: state) { return true }
        }
        found.removeAll(keepingCapacity: true)
        return false
    }

    /// Whether steps of a part commute with all that others can do before, change nothing that
    /// matters, and lead to a state whose steps aren't known.
    private mutating func canGoAlone(_ steps: [Space.Step], _ part: Int, from state: Int) throws -> Bool {
        var leadsOn = false
        for step in steps {
            copySource()
            let outcome = try space.perform(step, target)
            if outcome.isBeyondBound || outcome.hasLost { return false }
            let places = space.places(of: step, outcome, source)
            if !reduction.areAlone(places, part) { return false }
            if part < space.partCount {
                let (old, new) = (space.local(part, source), space.local(part, target))
                if properties.isVisible(part, old, new, space.reactions) { return false }
            }
            // Else steps of others could be put off for ever.
            let words = UnsafeRawPointer(target).assumingMemoryBound(to: UInt64.self)
            let known = arena.find(UnsafeBufferPointer(start: words, count: space.width / 2))
            if known.map({ $0 > state }) ?? true { leadsOn = true }
        }
        return leadsOn
    }

    func copySource() { target.update(from: source, count: space.width) }

    private mutating func follow(_ step: Space.Step, from state: Int) throws -> ScheduleProperties.Finding? {
        copySource()
        stepCount += 1
        let outcome = try space.perform(step, target)
        if let finding = properties.finding(after: step, outcome, of: space) { return finding }
        if outcome.isBeyondBound {
            isBeyondBound = true
            return nil
        }
        let isNew = try add(from: state, step)
        return isNew ? properties.finding(in: target, of: space) : nil
    }

    /// Adds the target.
    ///
    /// - Returns: Whether it is new.
    private mutating func add(from state: Int, _ step: Space.Step) throws(ScheduleError) -> Bool {
        let words = UnsafeRawPointer(target).assumingMemoryBound(to: UInt64.self)
        let count = arena.count
        let limit = min(budget.maximumStates, Int(UInt32.max) - 1)
        guard arena.number(of: UnsafeBufferPointer(start: words, count: space.width / 2), limit: limit) != nil else {
            throw .stopped(.budgetExceeded(built: count, limit: .states(limit)), causes: largestCauses)
        }
        guard arena.count > count else { return false }
        origins.append(UInt32(state))
        steps.append(step.bits)
        return true
    }

    func path(to state: Int) -> [Space.Step] {
        var (state, path) = (state, [Space.Step]())
        while state > 0 {
            path.append(Space.Step(bits: steps[state]))
            state = Int(origins[state])
        }
        return path.reversed()
    }
}

extension ScheduleSpace.Step {
    init(bits: UInt64) { self.bits = bits }
}
