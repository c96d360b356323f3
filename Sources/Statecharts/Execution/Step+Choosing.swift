extension Step {
    /// Chooses the transitions for an event, or those that need none (rules 3 to 5).
    @inlinable
    mutating func choose(_ event: Int, _ behavior: Behavior) {
        scratch.chosen.removeAll()
        chooseForAll(event, behavior)
        if scratch.chosen.count > 1, mayConflict() { core.removeConflicts(&scratch.chosen, run.history, run.regions) }
    }

    /// Returns `false` if the transitions leave disjoint ranges of states in their order, which is
    /// the common case.
    @inlinable @inline(__always)
    mutating func mayConflict() -> Bool {
        var end: UInt32 = 0
        for index in 0..<Int(scratch.chosen.count) {
            let entry = core.pointee.transitions[scratch.chosen[index].number]
            if entry.hasDynamicDomain || !entry.exits.isEmpty && entry.exits.lowerBound < end { return true }
            if !entry.exits.isEmpty { end = entry.exits.upperBound }
        }
        return false
    }

    /// Lets each atomic state choose.
    @inlinable @inline(__always)
    mutating func chooseForAll(_ event: Int, _ behavior: Behavior) {
        for index in 0..<core.pointee.wordCount {
            var atomic = run.configuration.word(index) & core.pointee.atomic[index]
            while atomic != 0 {
                let state = index << 6 + atomic.trailingZeroBitCount
                atomic &= atomic &- 1
                if core.pointee.hasRegions, core.pointee.states[state].kind == .regions {
                    chooseInRegions(of: state, event, behavior)
                } else {
                    choose(event, for: state, behavior)
                }
            }
        }
    }

    /// Lets one atomic state choose.
    @inlinable @inline(__always)
    mutating func choose(_ event: Int, for state: Int, _ behavior: Behavior) {
        var candidate = core.pointee.firstCandidates[Int(core.pointee.states[state].row) + event]
        while candidate != 0 {
            let (number, next) = (
                core.pointee.candidates[candidate].transition, core.pointee.candidates[candidate].next
            )
            var transition = ChosenTransition(number)
            if run.focus >= 0, core.pointee.states[core.pointee.transitions[number].source].owner >= 0 {
                transition.region = run.focus
            }
            if scratch.chosen.count > 0, isChosen(transition) { break }
            if isEnabled(number, behavior) {
                scratch.chosen.append(transition)
                break
            }
            candidate = next
        }
    }

    /// Returns whether an earlier atomic state has chosen a transition.
    ///
    /// Only descendants of its source can have chosen it, so the search ends there, except for
    /// joins, which have several sources.
    @inlinable
    func isChosen(_ transition: ChosenTransition) -> Bool {
        let entry = core.pointee.transitions[transition.number]
        let (source, isJoin) = (entry.source, entry.sources.count > 1)
        var index = Int(scratch.chosen.count)
        while index > 0 {
            index -= 1
            let other = scratch.chosen[index]
            if other == transition { return true }
            let otherSource = core.pointee.transitions[other.number].source
            if isJoin || core.pointee.transitions[other.number].sources.count > 1 { continue }
            if other.region == transition.region, core.pointee.states[otherSource].last < source { return false }
        }
        return false
    }

    /// Returns whether a transition's other sources are active and its condition holds.
    @inlinable @inline(__always)
    mutating func isEnabled(_ transition: UInt32, _ behavior: Behavior) -> Bool {
        let entry = core.pointee.transitions[transition]
        if entry.sources.count > 1, !areSourcesActive(transition) { return false }
        return entry.condition == 0 || holds(entry.condition, behavior)
    }

    @usableFromInline
    mutating func areSourcesActive(_ transition: UInt32) -> Bool {
        let sources = core.pointee.transitions[transition].sources
        return sources.indices.allSatisfy { run.configuration.contains(Int(core.pointee.targets[$0])) }
    }

    /// Returns whether a condition holds; a failed one doesn't (rule 22).
    @inlinable @inline(__always)
    mutating func holds(_ condition: UInt32, _ behavior: Behavior) -> Bool {
        let entry = core.pointee.conditions[condition]
        do {
            // Most conditions are a single guard.
            if entry.kind == .named { return try behavior.holds(tables.guards[Int(entry.first)], in: self) }
            return try value(of: condition, behavior)
        } catch {
            if !(error is HandledFailure) { raise(error) }
            return false
        }
    }

    /// Returns whether the code of a state chooses a target.
    @usableFromInline
    func isTarget(_ number: UInt32, _ behavior: Behavior) throws -> Bool {
        let choice = chart.storage.tables.choices[Int(number)]
        let scope = chart.storage.scopes[choice.scope]
        guard let target = try scope.target(behavior, self)?.rawValue else { return false }
        if target == choice.target { return true }
        // The first transition on the event reports the target, once for all of them.
        let rivals = choice.rivals.lazy.filter { $0.patterns.contains { $0.matches(self.currentName) } }
        if rivals.first?.index == choice.index, !rivals.contains(where: { $0.target == target }) {
            throw ExpressionError(
                "the code of '\(scope.state)' chose the undeclared target '\(target)'; add it to 'Handle', "
                    + "or choose one of: \(Set(rivals.map(\.target)).sorted().joined(separator: ", "))")
        }
        return false
    }

    @inlinable
    mutating func value(of condition: UInt32, _ behavior: Behavior) throws -> Bool {
        let entry = core.pointee.conditions[condition]
        switch entry.kind {
        case .named: return try behavior.holds(tables.guards[Int(entry.first)], in: self)
        case .isActive: return isActive(Int(entry.first))
        case .isInitialized: return run.history.isInitialized(Int(entry.first), core)
        case .isTarget: return try isTarget(entry.first, behavior)
        case .not: return try !value(of: entry.first, behavior)
        case .all:
            for index in entry.first..<entry.first + entry.count where try !value(of: index, behavior) { return false }
            return true
        case .any:
            for index in entry.first..<entry.first + entry.count where try value(of: index, behavior) { return true }
            return false
        }
    }
}
