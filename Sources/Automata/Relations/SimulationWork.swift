/// Rows of bits that shrink to the greatest simulation.
///
/// Invariant between two steps: if `simulators[q]` has a wrong member, the reason is a state whose
/// `removed` isn't empty.
struct SimulationWork: ~Copyable {
    private let rows: Transitions
    private let incoming: Transitions
    private let stateCount: Int
    private let wordCount: Int
    /// The start of its source's transitions on its symbol, for each incoming transition.
    private let runStarts: ScratchBuffer<UInt32>
    /// The states that may simulate each state.
    private let simulators: ScratchBuffer<UInt64>
    /// The states that were removed from each state's row since its predecessors' rows were
    /// revised.
    private let removed: ScratchBuffer<UInt64>
    /// The states, successors before predecessors except in cycles, and the position of each.
    private let order: ScratchBuffer<StateID>
    private let positions: ScratchBuffer<UInt32>
    /// The positions of states whose `removed` isn't empty.
    private let pending: ScratchBuffer<UInt64>
    // Scratch memory of one step.
    private let removedInStep: ScratchBuffer<UInt64>
    private let kept: ScratchBuffer<UInt64>
    private var newlyRemoved = ScratchBuffer<StateID>(capacity: 64)

    /// Returns the number of bytes for the given numbers of states and transitions.
    static func byteCount(stateCount: Int, transitionCount: Int) -> Int {
        // The square of a 32-bit id, divided by four, can't overflow.
        stateCount * ((stateCount + 63) / 64) * 16 + transitionCount * 40 + stateCount * 24
    }

    /// Allocates the rows; ``start(accepting:budget:)`` and ``refine(maximumWork:budget:)``
    /// continue.
    init(_ rows: Transitions, symbolCount: Int) {
        stateCount = rows.stateCount
        wordCount = (stateCount + 63) / 64
        let cellCount = stateCount * wordCount
        self.rows = rows
        incoming = rows.reversed(symbolCount: symbolCount)
        runStarts = ScratchBuffer(repeating: 0, count: rows.count)
        // Filled row by row, as there can be gigabytes.
        simulators = ScratchBuffer(uninitializedCount: cellCount)
        removed = ScratchBuffer(uninitializedCount: cellCount)
        order = ScratchBuffer(repeating: 0, count: stateCount)
        positions = ScratchBuffer(repeating: .max, count: stateCount)
        pending = ScratchBuffer(repeating: 0, count: wordCount)
        removedInStep = ScratchBuffer(repeating: 0, count: wordCount)
        kept = ScratchBuffer(repeating: 0, count: wordCount)
        if stateCount == 0 { return }
        findRunStarts()
        findOrder()
    }

    private func findRunStarts() {
        for index in 0..<incoming.count {
            let start = rows.range(of: incoming.targets[index], on: incoming.symbols[index]).lowerBound
            runStarts[index] = UInt32(truncatingIfNeeded: start)
        }
    }

    /// Orders states depth first, in postorder.
    private func findOrder() {
        let isVisited = ScratchBuffer<Bool>(repeating: false, count: stateCount)
        var path = ScratchBuffer<(state: StateID, next: UInt32)>(capacity: stateCount)
        var position = 0
        for root in 0..<StateID(stateCount) where !isVisited[Int(root)] {
            isVisited[Int(root)] = true
            path.append((root, rows.offsets[Int(root)]))
            while path.count > 0 {
                let (state, next) = path[path.count - 1]
                if next == rows.offsets[Int(state) + 1] {
                    order[position] = state
                    positions[Int(state)] = UInt32(truncatingIfNeeded: position)
                    position += 1
                    path.truncate(to: path.count - 1)
                    continue
                }
                path.base[path.count - 1].next = next + 1
                let target = rows.targets[Int(next)]
                if !isVisited[Int(target)] {
                    isVisited[Int(target)] = true
                    path.append((target, rows.offsets[Int(target)]))
                }
            }
        }
    }

    /// Initializes a state's row with the states that are accepting if it is, and that have
    /// transitions on all of its symbols.
    func start(accepting: StateSet, budget: Budget) throws(AutomataError) {
        if stateCount == 0 { return }
        var pace = BudgetPace()
        let all = StateSet(allBelow: stateCount).words
        for state in 0..<StateID(stateCount) {
            if pace.isDue(states: 0, work: Int(state) * wordCount) { try budget.check(statesBuilt: 0) }
            let row = simulators.base + Int(state) * wordCount
            let isAccepting = accepting.contains(state)
            for word in 0..<wordCount {
                row[word] = isAccepting ? (word < accepting.words.count ? accepting.words[word] : 0) : all[word]
            }
        }
        try restrictToReaders(budget)
        pace = BudgetPace()
        for state in 0..<stateCount {
            if pace.isDue(states: 0, work: state * wordCount) { try budget.check(statesBuilt: 0) }
            let row = state * wordCount
            var rest: UInt64 = 0
            for word in 0..<wordCount {
                let missing = all[word] & ~simulators[row + word]
                removed[row + word] = missing
                rest |= missing
            }
            if rest != 0 { addPending(state) }
        }
    }

    private func restrictToReaders(_ budget: Budget) throws(AutomataError) {
        // The start of each run of transitions, one symbol after the other.
        let symbolCount = Int(rows.symbols.max() ?? 0) + 1
        var starts = [Int](repeating: 0, count: symbolCount + 1)
        forEachRun { _, symbol in starts[Int(symbol) + 1] += 1 }
        for symbol in 0..<symbolCount { starts[symbol + 1] += starts[symbol] }
        let sources = ScratchBuffer<StateID>(repeating: 0, count: starts[symbolCount])
        var next = starts
        forEachRun { state, symbol in
            sources[next[Int(symbol)]] = state
            next[Int(symbol)] += 1
        }
        let readers = kept.base
        var (pace, work) = (BudgetPace(), 0)
        for symbol in 0..<symbolCount where starts[symbol] < starts[symbol + 1] {
            let range = starts[symbol]..<starts[symbol + 1]
            if range.count == stateCount { continue }
            for index in range { readers[sources[index].word] |= sources[index].bit }
            for index in range {
                work += wordCount
                if pace.isDue(states: 0, work: work) { try budget.check(statesBuilt: 0) }
                let row = simulators.base + Int(sources[index]) * wordCount
                for word in 0..<wordCount { row[word] &= readers[word] }
            }
            for index in range { readers[sources[index].word] = 0 }
        }
    }

    private func forEachRun(_ visit: (StateID, Symbol) -> Void) {
        for state in 0..<StateID(stateCount) {
            let row = rows.range(of: state)
            for index in row where index == row.lowerBound || rows.symbols[index] != rows.symbols[index - 1] {
                visit(state, rows.symbols[index])
            }
        }
    }

    @inline(__always)
    private func addPending(_ state: Int) {
        let position = positions[state]
        pending.base[Int(position >> 6)] |= 1 << UInt64(position & 63)
    }

    /// Shrinks the rows until they are the relation.
    ///
    /// - Returns: `false` if that takes more work than the limit.
    mutating func refine(maximumWork: Int, budget: Budget) throws(AutomataError) -> Bool {
        var work = 0
        var pace = BudgetPace()
        var isPending = true
        while isPending {
            isPending = false
            for word in 0..<wordCount {
                while pending[word] != 0 {
                    isPending = true
                    let position = word * 64 + pending[word].trailingZeroBitCount
                    pending.base[word] &= pending[word] &- 1
                    work &+= revisePredecessors(of: Int(order[position]))
                    if work > maximumWork { return false }
                    if pace.isDue(states: 0, work: work) { try budget.check(statesBuilt: 0) }
                }
            }
        }
        try budget.check(statesBuilt: 0)
        return true
    }

    /// Removes states from the predecessors' rows that have no more transitions into the state's
    /// row.
    ///
    /// - Returns: the approximate number of steps.
    private mutating func revisePredecessors(of state: Int) -> Int {
        let row = simulators.base + state * wordCount
        let removedRow = removed.base + state * wordCount
        var (remaining, missing) = (0, 0)
        for word in 0..<wordCount {
            remaining += row[word].nonzeroBitCount
            missing += removedRow[word].nonzeroBitCount
            removedInStep.base[word] = removedRow[word]
            removedRow[word] = 0
        }
        let transitions = incoming.range(of: StateID(truncatingIfNeeded: state))
        var work = wordCount
        var start = transitions.lowerBound
        incoming.symbols.withUnsafeBufferPointer { symbols in
            while start < transitions.upperBound {
                let symbol = symbols[start]
                var end = start + 1
                while end < transitions.upperBound, symbols[end] == symbol { end += 1 }
                if remaining <= missing {
                    work &+= reviseByRemainingStates(row, symbol, start..<end)
                } else {
                    work &+= reviseByRemovedStates(row, symbol, start..<end)
                }
                start = end
            }
        }
        return work
    }

    /// Keeps the states with a transition into the row; cheaper if few states remain in the row.
    private func reviseByRemainingStates(
        _ row: UnsafeMutablePointer<UInt64>, _ symbol: Symbol, _ transitions: Range<Int>
    ) -> Int {
        var work = 0
        for word in 0..<wordCount { kept.base[word] = 0 }
        incoming.targets.withUnsafeBufferPointer { sources in
            for word in 0..<wordCount {
                var rest = row[word]
                while rest != 0 {
                    let simulator = StateID(truncatingIfNeeded: word * 64 + rest.trailingZeroBitCount)
                    rest &= rest &- 1
                    let range = incoming.range(of: simulator, on: symbol)
                    work &+= range.count &+ 4
                    for index in range { kept.base[sources[index].word] |= sources[index].bit }
                }
            }
            for index in transitions {
                let source = Int(sources[index])
                let simulators = simulators.base + source * wordCount
                let removed = removed.base + source * wordCount
                var changed: UInt64 = 0
                for word in 0..<wordCount {
                    let newlyRemovedBits = simulators[word] & ~kept.base[word]
                    simulators[word] &= ~newlyRemovedBits
                    removed[word] |= newlyRemovedBits
                    changed |= newlyRemovedBits
                }
                if changed != 0 { addPending(source) }
                work &+= wordCount
            }
        }
        return work
    }

    /// Checks only the sources of transitions into removed states; cheaper if few were removed.
    private mutating func reviseByRemovedStates(
        _ row: UnsafeMutablePointer<UInt64>, _ symbol: Symbol, _ transitions: Range<Int>
    ) -> Int {
        var work = 0
        for word in 0..<wordCount { kept.base[word] = 0 }
        newlyRemoved.truncate(to: 0)
        incoming.targets.withUnsafeBufferPointer { sources in
            for word in 0..<wordCount {
                var rest = removedInStep.base[word]
                while rest != 0 {
                    let removedState = StateID(truncatingIfNeeded: word * 64 + rest.trailingZeroBitCount)
                    rest &= rest &- 1
                    work &+= 4
                    for index in incoming.range(of: removedState, on: symbol) {
                        let source = sources[index]
                        if kept.base[source.word] & source.bit != 0 { continue }
                        kept.base[source.word] |= source.bit
                        work &+= 2
                        if !hasTarget(in: row, symbol, from: Int(runStarts[index]), of: source) {
                            newlyRemoved.append(source)
                        }
                    }
                }
            }
            if newlyRemoved.count == 0 { return }
            for index in transitions {
                let source = Int(sources[index])
                let simulators = simulators.base + source * wordCount
                let removed = removed.base + source * wordCount
                var changed = false
                for position in 0..<newlyRemoved.count {
                    let state = newlyRemoved[position]
                    if simulators[state.word] & state.bit == 0 { continue }
                    simulators[state.word] &= ~state.bit
                    removed[state.word] |= state.bit
                    changed = true
                }
                if changed { addPending(source) }
                work &+= newlyRemoved.count
            }
        }
        return work
    }

    /// Whether a source has a transition on the symbol into the row.
    @inline(__always)
    private func hasTarget(
        in row: UnsafeMutablePointer<UInt64>, _ symbol: Symbol, from start: Int, of source: StateID
    ) -> Bool {
        var index = start
        let end = Int(rows.offsets[Int(source) + 1])
        while index < end, rows.symbols[index] == symbol {
            let target = rows.targets[index]
            if row[target.word] & target.bit != 0 { return true }
            index += 1
        }
        return false
    }

    /// Returns the relation over the states of the blocks; blocks that simulate each other are
    /// merged.
    consuming func preorder(over partition: StatePartition) -> SimulationPreorder {
        let classOf = ScratchBuffer<UInt32>(repeating: .max, count: stateCount)
        var representatives: [StateID] = []
        for state in 0..<stateCount where classOf[state] == .max {
            let number = UInt32(truncatingIfNeeded: representatives.count)
            representatives.append(StateID(truncatingIfNeeded: state))
            forEachSimulator(of: state) { simulator in
                if simulator >= state, simulates(state, simulator) { classOf[simulator] = number }
            }
        }
        let classCount = representatives.count
        let classWords = (classCount + 63) / 64
        let words = [UInt64](unsafeUninitializedCapacity: classCount * classWords) { words, count in
            count = classCount * classWords
            if classCount == stateCount {
                if let base = words.baseAddress { base.initialize(from: simulators.base, count: count) }
                return
            }
            words.initialize(repeating: 0)
            for (number, representative) in representatives.enumerated() {
                forEachSimulator(of: Int(representative)) { simulator in
                    let other = Int(classOf[simulator])
                    words[number * classWords + other >> 6] |= 1 << UInt64(other & 63)
                }
            }
        }
        let classes =
            classCount == partition.stateCount
            ? partition
            : StatePartition(numbers: partition.blockOfState.map { classOf[Int($0)] }, count: classCount)
        return SimulationPreorder(classes: classes, words: words)
    }

    private func simulates(_ state: Int, _ simulated: Int) -> Bool {
        simulators[simulated * wordCount + state >> 6] >> UInt64(state & 63) & 1 == 1
    }

    private func forEachSimulator(of state: Int, _ visit: (Int) -> Void) {
        for word in 0..<wordCount {
            var rest = simulators[state * wordCount + word]
            while rest != 0 {
                visit(word * 64 + rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
    }
}
