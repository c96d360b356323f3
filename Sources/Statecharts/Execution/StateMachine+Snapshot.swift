extension StateMachine {
    /// A snapshot of the run, which refers to states by name.
    public var snapshot: StateMachineSnapshot<Behavior.Payload> {
        // Rare, so that one copy for all behaviors is enough; so, too, the initializer below.
        @_semantics("optimize.sil.specialize.generic.never")
        get {
            var step = step
            step.unflatten()
            let names = chart.storage.tables.stateNames
            var snapshot = StateMachineSnapshot<Behavior.Payload>(
                active: step.atomic(in: step.run.configuration).map { names[$0] })
            snapshot.noted = noted(step.run.history)
            snapshot.initialized = initialized(step.run.history)
            snapshot.regions = step.run.regions.map { region in
                var kept = StateMachineSnapshot<Behavior.Payload>.Region(
                    number: Int(region.number), state: names[Int(region.state)],
                    active: step.atomic(in: region.configuration).map { names[$0] })
                kept.noted = noted(region.history)
                kept.initialized = initialized(region.history)
                return kept
            }
            snapshot.regionCount = Int(step.run.regionCount)
            (snapshot.time, snapshot.hasEnded) = (step.run.time, hasEnded)
            snapshot.deferred = step.waiting.deferred.events.map { kept($0) }
            (snapshot.raised, snapshot.sent) = (
                step.waiting.raised.events.map(kept), step.waiting.sent.events.map(kept)
            )
            snapshot.timers = step.waiting.timers.all.map { timer in
                let entry = chart.storage.tables.timer(ofEvent: timer.event.number)
                return StateMachineSnapshot.Timer(
                    event: kept(timer.event), deadline: timer.deadline, id: timer.id,
                    state: entry.map { names[$0.state] },
                    place: entry?.index ?? 0)
            }
            return snapshot
        }
    }

    /// An upper bound on the bytes of a snapshot and its JSON if payloads have 32 characters.
    ///
    /// - Complexity: O(*s* *r* + *t*) for *s* states, *r* dynamic regions and *t* timers.
    package var snapshotByteBound: Int {
        var step = step
        step.unflatten()
        var nameCount = step.waitingCount + namedStateCount(step.run.configuration, step.run.history)
        for region in step.run.regions {
            nameCount += 1 + namedStateCount(region.configuration, region.history)
        }
        let tables = chart.storage.tables
        var longestName = 0
        for names in [tables.stateNames, tables.events.names, tables.historyNames] {
            for name in names { longestName = max(longestName, name.utf8.count) }
        }
        nameCount += tables.historyNames.count * (1 + step.run.regions.count)
        return nameCount * (512 + 16 * longestName) + 16 * step.waiting.timers.identifierByteCount
    }

    private func namedStateCount(_ configuration: StateBits, _ history: NotedStates) -> Int {
        let tables = chart.storage.tables
        var count = step.atomic(in: configuration).count
        for number in 0...tables.core.pointee.histories.count {
            history.forEachNoted(by: number, tables.core) { _ in count += 1 }
        }
        return count
    }

    private func kept(_ event: QueuedEvent<Behavior.Payload>) -> StateMachineSnapshot<Behavior.Payload>.Event {
        var kept = StateMachineSnapshot.Event(
            name: chart.storage.tables.events.names[Int(event.number)], payload: event.payload)
        if event.region > 0 { kept.region = Int(event.region) }
        return kept
    }

    private func noted(_ history: NotedStates) -> [String: [String]] {
        let tables = chart.storage.tables
        var noted: [String: [String]] = [:]
        for (number, name) in tables.historyNames.enumerated() {
            history.forEachNoted(by: number, tables.core) { noted[name, default: []].append(tables.stateNames[$0]) }
        }
        return noted
    }

    private func initialized(_ history: NotedStates) -> [String]? {
        let tables = chart.storage.tables
        var names: [String] = []
        history.forEachNoted(by: tables.core.pointee.histories.count, tables.core) {
            names.append(tables.stateNames[$0])
        }
        return names.isEmpty ? nil : names
    }

    /// Resumes a run from a snapshot. No action is carried out.
    ///
    /// - Parameters:
    ///   - chart: The chart, which may be newer than the snapshot.
    ///   - snapshot: The snapshot of the run.
    ///   - limits: The bounds of one event's work.
    /// - Throws: An error if the chart lacks a state or timer, or the states can't be active
    ///   together.
    @_semantics("optimize.sil.specialize.generic.never")
    public init(
        _ chart: CompiledStatechart<Behavior>, restoring snapshot: StateMachineSnapshot<Behavior.Payload>,
        limits: StateMachineLimits = .init()
    ) throws(SnapshotError) {
        step = Step(chart, limits)
        let tables = chart.storage.tables
        try snapshot.checkTimes()
        try snapshot.checkCounts(limits)
        step.run.configuration = try tables.configuration(ofAtomic: snapshot.active, root: 0)
        step.run.history = try tables.history(of: snapshot.noted)
        tables.noteInitialized(snapshot.initialized, active: step.run.configuration, in: &step.run.history)
        try restoreRegions(snapshot)
        step.run.time = snapshot.time
        if snapshot.hasEnded { step.run.phase = .ended }
        // Between calls, events that are still deferred were tried since the last change of states.
        let isSettled = snapshot.raised.isEmpty && snapshot.sent.isEmpty
        for event in snapshot.deferred {
            let event = try queued(event)
            let isTried = isSettled && step.isDeferred(event.number)
            step.waiting.deferred.append(
                DeferredEvent(event: event, changeCount: isTried ? step.run.changeCount : .max))
        }
        for event in snapshot.raised { step.waiting.raised.append(try queued(event)) }
        for event in snapshot.sent { step.waiting.sent.append(try queued(event)) }
        step.waiting.timers.replace(by: try snapshot.timers.map { timer throws(SnapshotError) in try restored(timer) })
        step.flatten()
    }

    private mutating func restoreRegions(_ snapshot: StateMachineSnapshot<Behavior.Payload>) throws(SnapshotError) {
        let tables = chart.storage.tables
        guard let count = UInt32(exactly: snapshot.regionCount) else {
            throw SnapshotError("invalid region count \(snapshot.regionCount); expected 0 or more")
        }
        step.run.regionCount = count
        for region in snapshot.regions {
            let state = try tables.find(region.state)
            guard tables.core.pointee.states[state].kind == .regions, step.run.configuration.contains(state) else {
                throw SnapshotError("'\(region.state)' has a region, but isn't active with regions; remove the region")
            }
            guard let number = UInt32(exactly: region.number), number > step.run.regions.last?.number ?? 0,
                number <= count
            else {
                throw SnapshotError(
                    "invalid region number \(region.number); expected ascending numbers from 1 to the region count")
            }
            var restored = Region(
                number: number, state: Int32(state),
                configuration: try tables.configuration(ofAtomic: region.active, root: state + 1))
            restored.history = try tables.history(of: region.noted)
            tables.noteInitialized(region.initialized, active: restored.configuration, in: &restored.history)
            restored.phase = .running
            step.run.regions.append(restored)
        }
    }

    private func queued(
        _ event: StateMachineSnapshot<Behavior.Payload>.Event
    ) throws(SnapshotError) -> QueuedEvent<Behavior.Payload> {
        guard let region = UInt32(exactly: event.region ?? 0) else {
            throw SnapshotError("invalid region \(event.region ?? 0) of an event; expected 0 or more")
        }
        let number = UInt32(chart.storage.tables.events.number(of: event.name))
        return QueuedEvent(number: number, payload: event.payload, region: region)
    }

    private func restored(
        _ timer: StateMachineSnapshot<Behavior.Payload>.Timer
    ) throws(SnapshotError) -> Timers<Behavior.Payload>.Timer {
        var event = try queued(timer.event)
        guard let name = timer.state else {
            return .init(event: event, deadline: timer.deadline, state: -1, id: timer.id)
        }
        let tables = chart.storage.tables
        let state = try tables.find(name)
        guard let number = tables.event(ofTimer: timer.place, of: state) else {
            throw SnapshotError("'\(name)' has no timed transition number \(timer.place &+ 1); remove the timer")
        }
        let region = step.run.regions.first { $0.number == event.region }
        guard (region?.configuration ?? step.run.configuration).contains(state) else {
            throw SnapshotError("'\(name)' has a timer, but isn't active; remove the timer")
        }
        event.number = number
        return .init(event: event, deadline: timer.deadline, state: Int32(state), id: "")
    }

    /// Returns the events on which some transition would be taken now, sorted by name.
    ///
    /// - Complexity: O(*e* · *a*) for *e* events that the chart mentions and *a* active states.
    public func enabledEvents(to behavior: Behavior) -> [Behavior.Event] {
        let events = chart.storage.events
        return enabledEventNumbers(behavior) { events[$0] != nil }.compactMap { events[$0] }
    }
}

extension Tables {
    /// Returns the number of a state that a snapshot names.
    func find(_ name: String) throws(SnapshotError) -> Int {
        guard let state = number(ofState: name) else {
            throw SnapshotError("the chart has no state '\(name)'; add it, or correct the snapshot")
        }
        return state
    }

    /// Returns the contents of histories, given by names.
    fileprivate func history(of noted: [String: [String]]) throws(SnapshotError) -> NotedStates {
        var history = NotedStates()
        for (name, states) in noted.sorted(by: { $0.key < $1.key }) {
            guard let number = historyNames.firstIndex(of: name) else {
                throw SnapshotError("the chart has no history '\(name)'; add it, or correct the snapshot")
            }
            let parent = Int(core.pointee.histories[number].parent)
            var set = StateBits(wordCount: core.pointee.wordCount)
            for state in states {
                let found = try find(state)
                let (entry, around) = (core.pointee.states[found], core.pointee.states[parent])
                guard found > parent, found <= Int(around.last), entry.owner == around.owner else {
                    throw SnapshotError("'\(state)' isn't within the parent of the history '\(name)'; name one that is")
                }
                set.insert(found)
            }
            if !states.isEmpty {
                set.insert(parent)
                try check(set, from: parent)
            }
            history.note(set, by: number, core)
        }
        return history
    }

    /// Records the states whose variables were initialized, of those that are initialized once.
    ///
    /// - Parameters:
    ///   - names: The states, perhaps of an older chart; `nil` for the active ones.
    ///   - active: The active states.
    fileprivate func noteInitialized(_ names: [String]?, active: StateBits, in history: inout NotedStates) {
        let all = Range32(0..<core.pointee.stateCount)
        let states = names?.compactMap { number(ofState: $0) } ?? active.members(in: all)
        for state in states where core.pointee.states[state].initializesVariablesOnce {
            history.noteInitialized(state, core)
        }
    }

    /// Returns the configuration in which the given atomic states are active.
    ///
    /// - Parameters:
    ///   - names: The states.
    ///   - root: The root, or that of a region.
    fileprivate func configuration(ofAtomic names: [String], root: Int) throws(SnapshotError) -> StateBits {
        var set = StateBits(wordCount: core.pointee.wordCount)
        let owner = core.pointee.states[root].owner
        for name in names {
            var state = try find(name)
            guard core.pointee.states[state].children.isEmpty else {
                throw SnapshotError("'\(name)' has states within; name the ones that are active")
            }
            guard core.pointee.states[state].owner == owner else {
                throw SnapshotError(
                    owner < 0
                        ? "'\(name)' lies in dynamic regions; name it in one of the snapshot's regions"
                        : "'\(name)' isn't in a region of '\(stateNames[Int(owner)])'; name a state that is")
            }
            set.insert(state)
            while state > root {
                state = Int(core.pointee.states[state].parent)
                set.insert(state)
            }
        }
        guard !names.isEmpty else { throw SnapshotError("no state is active; name the active states") }
        try check(set, from: root)
        return set
    }

    /// Throws unless the states of a set within a root can be active together.
    private func check(_ set: StateBits, from root: Int) throws(SnapshotError) {
        for state in root...Int(core.pointee.states[root].last) where set.contains(state) {
            guard state == root || set.contains(Int(core.pointee.states[state].parent)) else {
                throw SnapshotError("'\(stateNames[state])' is active, but its parent isn't; correct the active states")
            }
            let children = core.pointee.states[state].children
            guard !children.isEmpty else { continue }
            let count = children.indices.count { set.contains(Int(core.pointee.targets[$0])) }
            let isOrthogonal = core.pointee.states[state].kind == .orthogonal
            guard count == (isOrthogonal ? children.count : 1) else {
                throw SnapshotError(
                    "\(count) of the states within '\(stateNames[state])' are active, not "
                        + (isOrthogonal ? "all" : "one") + "; correct the active states")
            }
        }
    }
}

extension StateMachineSnapshot {
    /// Throws if there are more events or regions than the limits allow.
    fileprivate func checkCounts(_ limits: StateMachineLimits) throws(SnapshotError) {
        for count in [deferred.count, timers.count, raised.count, sent.count, regions.count]
        where count > limits.events {
            throw SnapshotError(
                "\(count) events, timers or regions are more than the limit of \(limits.events); raise the limit")
        }
    }

    /// Throws if a time is negative, or so great that no delay could be added to it.
    fileprivate func checkTimes() throws(SnapshotError) {
        for time in [time] + timers.map(\.deadline) where time < .zero || time > .latest {
            throw SnapshotError("invalid time \(time.delay); expected 0 to 10¹⁸ seconds")
        }
    }
}
