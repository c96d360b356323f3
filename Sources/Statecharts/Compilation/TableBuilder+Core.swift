extension TableBuilder {
    /// Makes the tables that the engine reads, except for those that depend on them: the states
    /// that transitions enter, and configurations.
    ///
    /// Large lists are moved, so that they are in memory only once.
    mutating func makeCore() -> Core {
        // Number 0 isn't an event that can be raised.
        let canHear = [false] + hasReaction.dropFirst()
        let wordCount = (states.count + 63) / 64
        var atomic = [UInt64](repeating: 0, count: wordCount)
        for (state, entry) in states.enumerated() where entry.children.isEmpty {
            atomic[state >> 6] |= 1 << UInt64(state & 63)
        }
        let error = events.number(of: "error.execution")
        return Core(
            stateCount: states.count, wordCount: wordCount, eventCount: events.count,
            hasEventless: hasReaction[0], hasDeferrals: !deferrers.isEmpty, hasHistories: !histories.isEmpty,
            hasRegions: states.contains { $0.kind == .regions },
            start: UInt32(routes.count), errorEvent: hasReaction[error] ? UInt32(error) : 0,
            states: UncheckedTable(taking: &states), firstCandidates: UncheckedTable(taking: &firstCandidates),
            candidates: UncheckedTable(taking: &candidates),
            transitions: UncheckedTable(transitions), entries: UncheckedTable([]), targets: UncheckedTable(targets),
            histories: UncheckedTable(taking: &histories), conditions: UncheckedTable(taking: &conditions),
            operations: UncheckedTable(operations), blockEnds: UncheckedTable(blockEnds),
            timers: UncheckedTable(taking: &timers),
            deferrals: UncheckedTable(taking: &deferrals), deferrers: UncheckedTable(taking: &deferrers),
            hasReaction: UncheckedTable(canHear),
            atomic: UncheckedTable(atomic))
    }

    /// Lists the states that each transition enters.
    mutating func addEntries(to core: UnsafeMutablePointer<Core>) {
        var lists = EnteredStates(core)
        for number in transitions.indices where !transitions[number].targets.isEmpty {
            let list = lists.list(of: transitions[number], isStart: number == routes.count, in: targets)
            let (steps, bytes) = lists.takeCosts()
            guard nodes.mayContinue(steps: steps, bytes: bytes) else { return }
            transitions[number].dependsOnHistory = list == nil
            transitions[number].entries = list ?? Range32()
        }
        core.pointee.transitions.replace(by: transitions)
        core.pointee.entries.replace(by: lists.entries)
    }

    /// Flattens the chart to a plain machine if it is small.
    mutating func addConfigurations(to core: UnsafeMutablePointer<Core>) -> Flattener? {
        // The lists of entered states may be missing.
        guard nodes.isComplete, isFlattened else { return nil }
        guard let flattener = Flattener(core, mayContinue: { nodes.mayContinue(steps: $0, bytes: 8 * $0) }) else {
            return nil
        }
        // The operations of configurations come after all others.
        core.pointee.flat = flattener.tables()
        core.pointee.operations.replace(by: operations + flattener.operations)
        core.pointee.blockEnds.replace(by: blockEnds + flattener.blockEnds)
        return flattener
    }
}
