extension Step {
    /// Chooses the transitions that an event makes, or that none is needed for (rules 3 to 5).
    @inlinable
    mutating func choose(_ event: Int, _ behavior: Behavior) {
        chosen.removeAll(keepingCapacity: true)
        for index in 0..<core.pointee.wordCount {
            var atomic = configuration.words[index] & core.pointee.atomic[index]
            while atomic != 0 {
                let state = index << 6 + atomic.trailingZeroBitCount
                atomic &= atomic &- 1
                var candidate = core.pointee.heads[Int(core.pointee.states[state].row) + event]
                while candidate != 0 {
                    let (transition, next) = (
                        core.pointee.candidates[candidate].transition, core.pointee.candidates[candidate].next
                    )
                    if chosen.contains(transition) { break }
                    if isEnabled(transition, behavior) {
                        chosen.append(transition)
                        break
                    }
                    candidate = next
                }
            }
        }
        if chosen.count > 1 { removeConflicts() }
    }

    /// Returns whether a transition's other sources are active and its condition holds.
    @inlinable @inline(__always)
    mutating func isEnabled(_ transition: UInt32, _ behavior: Behavior) -> Bool {
        let entry = core.pointee.transitions[transition]
        if entry.sources.count > 1, !areSourcesActive(entry) { return false }
        return entry.condition == 0 || holds(entry.condition, behavior)
    }

    @usableFromInline
    mutating func areSourcesActive(_ entry: TransitionEntry) -> Bool {
        entry.sources.indices.allSatisfy { configuration.contains(Int(core.pointee.targets[$0])) }
    }

    /// Returns whether a condition holds; one that fails doesn't (rule 22).
    @inlinable
    mutating func holds(_ condition: UInt32, _ behavior: Behavior) -> Bool {
        let entry = core.pointee.conditions[condition]
        switch entry.kind {
        case .named:
            do { return try behavior.holds(guards[Int(entry.first)], in: self) } catch {
                raise(core.pointee.errorEvent, nil)
                return false
            }
        case .isActive: return configuration.contains(Int(entry.first))
        case .not: return !holds(entry.first, behavior)
        case .all:
            for index in entry.first..<entry.first + entry.count where !holds(index, behavior) { return false }
            return true
        case .any:
            for index in entry.first..<entry.first + entry.count where holds(index, behavior) { return true }
            return false
        }
    }

    // MARK: - Conflicts

    /// Leaves out transitions that leave a state which a better one leaves, too (rule 5).
    @usableFromInline
    mutating func removeConflicts() {
        var count = 0
        for index in chosen.indices {
            let transition = chosen[index]
            let exits = exits(of: transition)
            var isBeaten = false
            for kept in 0..<count where self.exits(of: chosen[kept]).overlaps(exits) {
                isBeaten = isBeaten || !isWithin(transition, chosen[kept])
            }
            if isBeaten { continue }
            var next = 0
            for kept in 0..<count where !self.exits(of: chosen[kept]).overlaps(exits) {
                chosen[next] = chosen[kept]
                next += 1
            }
            chosen[next] = transition
            count = next + 1
        }
        chosen.removeLast(chosen.count - count)
    }

    /// Returns whether a source of a transition lies within one of another's.
    private func isWithin(_ transition: UInt32, _ other: UInt32) -> Bool {
        let (inner, outer) = (core.pointee.transitions[transition].sources, core.pointee.transitions[other].sources)
        return inner.indices.contains { index in
            let state = core.pointee.targets[index]
            return outer.indices.contains {
                let source = core.pointee.targets[$0]
                return state > source && state <= core.pointee.states[source].last
            }
        }
    }

    // MARK: - Exits

    /// The states that a transition leaves, as far as they are active (rule 7).
    @inlinable @inline(__always)
    mutating func exits(of transition: UInt32) -> Range32 {
        let entry = core.pointee.transitions[transition]
        return entry.hasDynamicDomain ? dynamicExits(entry) : entry.exits
    }

    /// The exits of a transition whose target is a history of a state around its source: what the
    /// history noted can lie nearer.
    @usableFromInline
    mutating func dynamicExits(_ entry: TransitionEntry) -> Range32 {
        var domain = Int(entry.exits.lowerBound) - 1
        var state = entry.isLocal ? Int(entry.source) : Int(core.pointee.states[entry.source].parent)
        while state > domain {
            let last = Int(core.pointee.states[state].last)
            if core.pointee.states[state].kind == .composite,
                areTargets(of: entry, in: state + 1...max(last, state + 1))
            {
                domain = state
            }
            state = Int(core.pointee.states[state].parent)
        }
        return Range32(domain + 1..<Int(core.pointee.states[domain].last) + 1)
    }

    private func areTargets(of entry: TransitionEntry, in range: ClosedRange<Int>) -> Bool {
        entry.targets.indices.allSatisfy { isTarget(core.pointee.targets[$0], in: range) }
            && entry.sources.indices.dropFirst().allSatisfy { range.contains(Int(core.pointee.targets[$0])) }
    }

    private func isTarget(_ target: Int32, in range: ClosedRange<Int>) -> Bool {
        guard target < 0 else { return range.contains(Int(target)) }
        var isWithin = true
        let isNoted = history.forEachState(of: Int(~target), core) { isWithin = isWithin && range.contains($0) }
        if isNoted { return isWithin }
        return core.pointee.histories[~target].targets.indices.allSatisfy {
            isTarget(core.pointee.targets[$0], in: range)
        }
    }
}

extension Range32 {
    @usableFromInline
    func overlaps(_ other: Range32) -> Bool {
        lowerBound < other.upperBound && other.lowerBound < upperBound
    }
}
