internal import Statecharts

/// The place of each part of a state in its words: active states, histories, and, if the chart can
/// have them, deferred events, timers, and data.
struct StateLayout {
    let wordCount: Int
    let historyWordCount: Int
    /// Whether words follow those of states and histories.
    let hasTail: Bool

    init(_ core: UnsafePointer<Core>, hasData: Bool) {
        wordCount = core.pointee.wordCount
        let states = (0..<core.pointee.stateCount).lazy.map { core.pointee.states[$0] }
        let keepsHistory = core.pointee.hasHistories || states.contains { $0.initializesVariablesOnce }
        historyWordCount = keepsHistory ? (core.pointee.histories.count + 1) * wordCount : 0
        let canEnd = states.contains { ($0.kind == .final) || $0.kind == .terminate }
        hasTail = hasData || canEnd || core.pointee.hasDeferrals || core.pointee.timers.count > 0
    }

    private var tail: Int { wordCount + historyWordCount }

    /// The number of words of each state, or 0 if it varies.
    var size: Int { hasTail ? 0 : tail }

    func isEnded(_ words: UnsafeBufferPointer<UInt64>) -> Bool { hasTail && words[tail] & 1 != 0 }

    func deferredCount(_ words: UnsafeBufferPointer<UInt64>) -> Int {
        hasTail ? Int(words[tail] >> 1 & 0xFFFF) : 0
    }

    /// Appends a state with one more deferred event.
    func append(_ state: UnsafeBufferPointer<UInt64>, deferring event: UInt32, to words: inout [UInt64]) {
        let end = tail + 1 + deferredCount(state)
        words.append(contentsOf: state[..<end])
        words[tail] += 2
        words.append(UInt64(event))
        words.append(contentsOf: state[end...])
    }

    private func timerCount(_ words: UnsafeBufferPointer<UInt64>) -> Int { Int(words[tail] >> 17) }

    func timers(_ words: UnsafeBufferPointer<UInt64>) -> [RunningTimer] {
        guard hasTail else { return [] }
        let start = tail + 1 + deferredCount(words)
        return (0..<timerCount(words)).map { RunningTimer(words, at: start + $0 * RunningTimer.wordCount) }
    }

    func deferred(_ words: UnsafeBufferPointer<UInt64>) -> [UInt32] {
        guard hasTail else { return [] }
        return (0..<deferredCount(words)).map { UInt32(truncatingIfNeeded: words[tail + 1 + $0]) }
    }

    /// Returns the words of the behavior's data.
    func data(_ words: UnsafeBufferPointer<UInt64>) -> UnsafeBufferPointer<UInt64> {
        let start = tail + 1 + deferredCount(words) + timerCount(words) * RunningTimer.wordCount
        return UnsafeBufferPointer(rebasing: words[start...])
    }

    // MARK: - The engine's state

    func pack<Behavior>(_ machine: inout StateMachine<Behavior>, _ timers: [RunningTimer], into words: inout [UInt64]) {
        words.append(machine.step.run.configuration.first)
        for index in 1..<max(wordCount, 1) { words.append(machine.step.run.configuration.rest[index - 1]) }
        if historyWordCount > 0 {
            for index in 0..<historyWordCount {
                // A chart that has ended doesn't go back.
                let isEmpty = machine.step.run.history.words.isEmpty || machine.step.run.phase != .running
                words.append(isEmpty ? 0 : machine.step.run.history.words[index])
            }
        }
        guard hasTail else { return }
        let isEnded: UInt64 = machine.step.run.phase == .running ? 0 : 1
        let head = words.count
        words.append(0)
        let deferred = machine.step.waiting.deferred
        var count = 0
        for index in deferred.list.indices where !deferred.gap.contains(index) && isEnded == 0 {
            words.append(UInt64(deferred.list[index].event.number))
            count += 1
        }
        let running = isEnded == 0 ? timers : []
        for timer in running { timer.pack(into: &words) }
        words[head] = isEnded | UInt64(count) << 1 | UInt64(running.count) << 17
    }

    func restore<Behavior>(
        _ words: UnsafeBufferPointer<UInt64>, _ timers: [RunningTimer], without fired: Int?, _ identifiers: [String],
        in machine: inout StateMachine<Behavior>
    ) {
        machine.step.run.configuration.first = words[0]
        for index in 1..<max(wordCount, 1) { machine.step.run.configuration.rest[index - 1] = words[index] }
        if historyWordCount > 0 { restoreHistory(words, in: &machine) }
        machine.step.run.phase = .running
        if machine.step.waiting.isChanged {
            machine.step.waiting.raised.head = machine.step.waiting.raised.tail
            machine.step.waiting.sent.head = machine.step.waiting.sent.tail
            machine.step.waiting.isFull = false
            machine.step.waiting.isChanged = false
        }
        guard hasTail else { return }
        restoreDeferred(words, in: &machine)
        machine.step.waiting.timers.heap.removeAll(keepingCapacity: true)
        for (index, timer) in timers.enumerated() where index != fired {
            let event = QueuedEvent<Behavior.Payload>(number: timer.event, payload: nil)
            // All deadlines are the same, so that the list is a heap in its order.
            var entry = Timers<Behavior.Payload>.Timer(
                event: event, deadline: .seconds(1 << 50), state: timer.state, id: identifiers[Int(timer.id)])
            entry.order = UInt64(machine.step.waiting.timers.heap.count)
            machine.step.waiting.timers.heap.append(entry)
        }
        machine.step.waiting.timers.addedCount = UInt64(machine.step.waiting.timers.heap.count)
    }

    private func restoreHistory<Behavior>(
        _ words: UnsafeBufferPointer<UInt64>, in machine: inout StateMachine<Behavior>
    ) {
        if machine.step.run.history.words.isEmpty {
            machine.step.run.history.words = ContiguousArray(repeating: 0, count: historyWordCount)
        }
        for index in 0..<historyWordCount { machine.step.run.history.words[index] = words[wordCount + index] }
    }

    /// Restores the deferred events as those that were tried since the last change of states.
    private func restoreDeferred<Behavior>(
        _ words: UnsafeBufferPointer<UInt64>, in machine: inout StateMachine<Behavior>
    ) {
        machine.step.waiting.deferred.list.removeAll(keepingCapacity: true)
        machine.step.waiting.deferred.gap = 0..<0
        for index in 0..<deferredCount(words) {
            let event = QueuedEvent<Behavior.Payload>(
                number: UInt32(truncatingIfNeeded: words[tail + 1 + index]), payload: nil)
            machine.step.waiting.deferred.append(
                DeferredEvent(event: event, changeCount: machine.step.run.changeCount))
        }
    }
}
