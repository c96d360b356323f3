extension TrimRows {
    /// Returns the states that obviously accept every word: they are final, and lead on each class
    /// to such a state.
    ///
    /// A state may also accept every word because of several targets together; finding such states
    /// is as hard as determinization.
    ///
    /// - Parameter classCount: the number of classes, which must be all symbols of the alphabet.
    /// - Complexity: O(*n* + *m*).
    func universalStates(finalStates: StateSet, classCount: Int) -> StateSet {
        var universal = StateSet()
        for state in finalStates where hasTransitions(from: state, onAll: classCount) { universal.insert(state) }
        if universal.isEmpty { return universal }
        // A run is a state's transitions on one class, with the number of remaining targets; each
        // target has a list of the runs that lead to it.
        var runs: [(state: StateID, targetCount: Int)] = []
        var starts = [Int](repeating: 0, count: rowCount + 2)
        for state in universal {
            for index in range(of: Int(state)) { starts[Int(target(at: index)) + 2] += 1 }
        }
        for state in 0..<rowCount { starts[state + 2] += starts[state + 1] }
        var runsInto = [Int](repeating: 0, count: starts[rowCount + 1])
        for state in universal {
            let row = range(of: Int(state))
            for index in row {
                if index == row.lowerBound || symbol(at: index) != symbol(at: index - 1) { runs.append((state, 0)) }
                let target = target(at: index)
                if universal.contains(target) { runs[runs.count - 1].targetCount += 1 }
                runsInto[starts[Int(target) + 1]] = runs.count - 1
                starts[Int(target) + 1] += 1
            }
        }
        var pending = runs.filter { $0.targetCount == 0 }.map(\.state)
        while let state = pending.popLast() {
            if !universal.contains(state) { continue }
            universal.remove(state)
            for run in runsInto[starts[Int(state)]..<starts[Int(state) + 1]] {
                runs[run].targetCount -= 1
                if runs[run].targetCount == 0 { pending.append(runs[run].state) }
            }
        }
        return universal
    }

    private func hasTransitions(from state: StateID, onAll classCount: Int) -> Bool {
        let row = range(of: Int(state))
        if row.count < classCount { return false }
        var count = 0
        for index in row where index == row.lowerBound || symbol(at: index) != symbol(at: index - 1) { count += 1 }
        return count == classCount
    }

    /// Returns the rows with one universal state in place of all of them. A state that leads to it
    /// on a class has no other target on that class.
    consuming func absorbing(_ universal: StateSet, in state: StateID) -> TrimRows {
        var absorbed = TrimRows(capacity: count, stateCount: rowCount)
        for source in 0..<rowCount {
            let row = range(of: source)
            var start = row.lowerBound
            while start < row.upperBound {
                var end = start + 1
                while end < row.upperBound, symbol(at: end) == symbol(at: start) { end += 1 }
                if (start..<end).contains(where: { universal.contains(target(at: $0)) }) {
                    absorbed.append(symbol(at: start), state)
                } else {
                    for index in start..<end { absorbed.append(symbol(at: index), target(at: index)) }
                }
                start = end
            }
            absorbed.endRow()
        }
        return absorbed
    }
}
