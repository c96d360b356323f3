extension UnsafePointer<Core> {
    /// Removes transitions that leave a state that a preferred transition leaves, too (rule 5).
    ///
    /// - Parameters:
    ///   - chosen: The transitions.
    ///   - history: The contents of the chart's histories.
    ///   - regions: The dynamic regions, which have their own histories.
    @usableFromInline
    func removeConflicts(
        _ chosen: inout ChosenTransitions, _ history: NotedStates, _ regions: ContiguousArray<Region> = []
    ) {
        func leave(_ transition: ChosenTransition) -> Range32 {
            let isOutside = transition.region < 0
            return exits(of: transition.number, isOutside ? history : regions[Int(transition.region)].history)
        }
        func conflict(_ first: ChosenTransition, _ second: ChosenTransition) -> Bool {
            let areApart = first.region >= 0 && second.region >= 0 && first.region != second.region
            return !areApart && leave(first).overlaps(leave(second))
        }
        let all = Int(chosen.count)
        chosen.removeAll()
        for index in 0..<all {
            let transition = chosen[index]
            var isBeaten = false
            for kept in 0..<Int(chosen.count) where conflict(chosen[kept], transition) {
                isBeaten = isBeaten || !isWithin(transition.number, chosen[kept].number)
            }
            if isBeaten { continue }
            let before = Int(chosen.count)
            chosen.removeAll()
            for kept in 0..<before where !conflict(chosen[kept], transition) { chosen.append(chosen[kept]) }
            chosen.append(transition)
        }
    }

    /// Returns whether a source of a transition is inside a source of another one.
    private func isWithin(_ transition: UInt32, _ other: UInt32) -> Bool {
        let (inner, outer) = (pointee.transitions[transition].sources, pointee.transitions[other].sources)
        return inner.indices.contains { index in
            let state = pointee.targets[index]
            return outer.indices.contains {
                let source = pointee.targets[$0]
                return state > source && state <= pointee.states[source].last
            }
        }
    }

    /// Returns the states that a transition leaves if they are active (rule 7).
    @inlinable @inline(__always)
    func exits(of transition: UInt32, _ history: NotedStates) -> Range32 {
        let entry = pointee.transitions[transition]
        return entry.hasDynamicDomain ? dynamicExits(of: transition, history) : entry.exits
    }

    /// Returns the exits of a transition to a history of an ancestor of its source, whose contents
    /// can be nearer to the source.
    ///
    /// It is seldom called. It doesn't take the entry as a parameter, as callers would then copy
    /// it.
    @usableFromInline
    func dynamicExits(of transition: UInt32, _ history: NotedStates) -> Range32 {
        let entry = pointee.transitions[transition]
        var domain = Int(entry.exits.lowerBound) - 1
        var state = Int(entry.isLocal ? entry.source : pointee.states[entry.source].parent)
        let outermost = domain
        while state > outermost {
            let found = pointee.states[state]
            let range = state + 1..<Int(found.last) + 1
            if found.kind == .composite || found.kind == .regions, areTargets(of: entry, in: range, history) {
                domain = state
                break
            }
            state = Int(found.parent)
        }
        return Range32(domain + 1..<Int(pointee.states[domain].last) + 1)
    }

    private func areTargets(of entry: TransitionEntry, in range: Range<Int>, _ history: NotedStates) -> Bool {
        entry.targets.indices.allSatisfy { isTarget(pointee.targets[$0], in: range, history) }
            && entry.sources.indices.dropFirst().allSatisfy { range.contains(Int(pointee.targets[$0])) }
    }

    private func isTarget(_ target: Int32, in range: Range<Int>, _ history: NotedStates) -> Bool {
        guard target < 0 else { return range.contains(Int(target)) }
        var isWithin = true
        let isNoted = history.forEachState(of: Int(~target), self) { isWithin = isWithin && range.contains($0) }
        if isNoted { return isWithin }
        return pointee.histories[~target].targets.indices.allSatisfy {
            isTarget(pointee.targets[$0], in: range, history)
        }
    }
}

extension Range32 {
    func overlaps(_ other: Range32) -> Bool {
        lowerBound < other.upperBound && other.lowerBound < upperBound
    }
}
