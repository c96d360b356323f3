extension DFA {
    /// Minimizes by Moore's algorithm: states stay together in round *i* if no word of *i* symbols
    /// distinguishes them.
    ///
    /// - Result: that of ``minimized(using:total:budget:)``.
    /// - Complexity: O(*r* *m*) time for *r* rounds, *n* at most and log log *n* for random
    ///   automata; O(*n* + *m*) space.
    /// - Throws: the errors of ``minimized(using:total:budget:)``.
    /// - Reference: E. F. Moore, Gedanken-experiments on sequential machines, Automata Studies,
    ///   1956, doi:10.1515/9781400882618-006.
    func minimizedByMoore(total: Bool, budget: Budget) throws(AutomataError) -> DFA {
        let input = try MinimizationInput(self, keepingDense: true, budget: budget)
        var classes = StateClasses(input)
        try input.withRows(
            complete: { (rows) throws(AutomataError) in try classes.refineByMoore(rows, budget: budget) },
            pairs: { (rows) throws(AutomataError) in try classes.refineByMoore(rows, budget: budget) },
            sparse: { (rows) throws(AutomataError) in try classes.refineByMoore(rows, budget: budget) })
        return try input.quotient(classes, total: total, budget: budget)
    }
}

extension StateClasses {
    fileprivate mutating func refineByMoore(_ rows: some RefinableRows, budget: Budget) throws(AutomataError) {
        try refineByMoore(rows, Multipliers(count: rows.maximumRowLength + 1, seed: 1), budget: budget)
    }

    package mutating func refineByMoore(
        _ rows: some RefinableRows, _ multipliers: borrowing Multipliers, budget: Budget
    ) throws(AutomataError) {
        startFromRows(rows)
        if try refineByRounds(rows, multipliers, whileGrowing: false, budget: budget) { return }
        // Two signatures have the same hash: go on without hashes, however slowly.
        repeat {
            try budget.check(statesBuilt: count - 1)
            splitFromRepresentatives(rows)
        } while !isStable(rows)
    }

    /// Runs rounds in which states with equal signatures stay together: the classes of a state and
    /// of its targets.
    ///
    /// Signatures are compared only by hashes. A round may keep inequivalent states together, but
    /// never separates equivalent ones. Hence the exact check ``isStable(_:)``, which stops at the
    /// first pair that disagrees and costs almost nothing before the last round.
    ///
    /// - Parameter whileGrowing: stop as soon as a round multiplies the classes by less than 1.5.
    /// - Returns: whether the partition is stable, and so minimal. Otherwise the last round made
    ///   few new classes or none.
    mutating func refineByRounds(
        _ rows: some RefinableRows, _ multipliers: borrowing Multipliers, whileGrowing: Bool, budget: Budget
    ) throws(AutomataError) -> Bool {
        var index = SignatureIndex(stateCount: stateCount)
        // Targets are looked up at random, so use the narrowest copy of the classes, which fits the
        // caches best.
        var bytes = ScratchBuffer<UInt8>()
        var shorts = ScratchBuffer<UInt16>()
        if previous.count < stateCount {
            previous = ScratchBuffer(capacity: stateCount)
            previous.appendUninitialized(stateCount)
        }
        while true {
            try budget.check(statesBuilt: count - 1)
            let isDone: Bool
            if count <= 1 << 8 {
                Self.narrow(classes, to: &bytes)
                isDone = roundUnlessStable(rows, bytes.base, multipliers, &index)
            } else if count <= 1 << 16 {
                Self.narrow(classes, to: &shorts)
                isDone = roundUnlessStable(rows, shorts.base, multipliers, &index)
            } else {
                isDone = roundUnlessStable(rows, classes.base, multipliers, &index)
            }
            if isDone { return true }
            if count <= previousCount || whileGrowing && count * 2 < previousCount * 3 { return isStable(rows) }
        }
    }

    private static func narrow<Class: FixedWidthInteger & BitwiseCopyable>(
        _ classes: borrowing ScratchBuffer<UInt32>, to narrow: inout ScratchBuffer<Class>
    ) {
        if narrow.count == 0 { narrow.appendUninitialized(classes.count) }
        for state in 0..<classes.count { narrow.base[state] = Class(truncatingIfNeeded: classes.base[state]) }
    }

    /// - Parameter old: the classes, or a narrow copy of them.
    /// - Returns: whether the partition was stable, and so was left unchanged.
    @inline(__always)
    private mutating func roundUnlessStable<Class: FixedWidthInteger & UnsignedInteger>(
        _ rows: some RefinableRows, _ old: UnsafePointer<Class>, _ multipliers: borrowing Multipliers,
        _ index: inout SignatureIndex
    ) -> Bool {
        if isStable(rows, classes: old) { return true }
        // Expect classes to multiply as in the previous round, and by a little more.
        index.reset(expectedCount: min(stateCount, count * min(64, 2 * count / previousCount)))
        swap(&classes, &previous)
        previousCount = count
        let new = classes.base
        multipliers.withBuffer { multipliers in
            for state in 0..<stateCount {
                let ownHash = UInt64(truncatingIfNeeded: old[state]) &* multipliers[0]
                new[state] = index.id(of: ownHash &+ rows.targetHash(of: state, classes: old, multipliers: multipliers))
            }
        }
        count = index.count
        return false
    }

    /// Splits each class into the states that agree with its first one and the others. This is
    /// exact, and so continues if a round found nothing because of equal hashes.
    private mutating func splitFromRepresentatives(_ rows: some RefinableRows) {
        let members = ScratchBuffer<StateID>(repeating: .absent, count: count)
        let old = ScratchBuffer<UInt32>(repeating: 0, count: stateCount)
        old.base.update(from: classes.base, count: stateCount)
        let rest = ScratchBuffer<UInt32>(repeating: .max, count: count)
        for state in 0..<stateCount {
            let oldClass = Int(old[state])
            if members[oldClass] == .absent { members[oldClass] = StateID(truncatingIfNeeded: state) }
            if rows.agree(state, Int(members[oldClass]), classes: old.base) { continue }
            if rest[oldClass] == .max {
                rest[oldClass] = UInt32(truncatingIfNeeded: count)
                count += 1
            }
            classes[state] = rest[oldClass]
        }
    }
}
