extension Step {
    /// Processes an event from outside and runs to completion (rules 12, 13 and 17).
    @inlinable @inline(__always)
    @discardableResult
    package mutating func process<Recorder: StatechartRecorder>(
        _ event: QueuedEvent<Behavior.Payload>, _ cause: StepCause, _ behavior: inout Behavior,
        _ recorder: inout Recorder
    ) throws(StateMachineError) -> EventFate {
        if !Recorder.isRecording, let fate = makeCellStep(event, cause, &behavior) {
            if !isSettledInCell { try settle(&behavior, &recorder) }
            return fate
        }
        return try processInFull(event, cause, &behavior, &recorder)
    }

    /// Processes any event from outside and runs to completion.
    @inlinable @inline(never)
    mutating func processInFull<Recorder: StatechartRecorder>(
        _ event: QueuedEvent<Behavior.Payload>, _ cause: StepCause, _ behavior: inout Behavior,
        _ recorder: inout Recorder
    ) throws(StateMachineError) -> EventFate {
        guard run.phase == .running else { return .ignored }
        current.cause = cause
        counts.events &+= 1
        let fate = offer(event, &behavior, &recorder)
        if !isSettled { try settle(&behavior, &recorder) }
        return fate
    }

    /// A Boolean value that indicates whether an event needs no follow-up work.
    @inlinable @inline(__always)
    var isSettled: Bool {
        // Guards of eventless transitions may hold now, as the data may have been changed from
        // outside.
        !core.pointee.hasEventless && run.phase == .running && !waiting.isChanged && waiting.deferred.isEmpty
            && (run.flat >= 0 || core.pointee.flat == nil)
    }

    /// Does the follow-up work of an event.
    @inlinable @inline(never)
    mutating func settle<Recorder: StatechartRecorder>(
        _ behavior: inout Behavior, _ recorder: inout Recorder
    ) throws(StateMachineError) {
        counts.steps = 0
        try complete(&behavior, &recorder)
        if !waiting.deferred.isEmpty || !waiting.sent.isEmpty { try processWaiting(&behavior, &recorder) }
        waiting.isChanged = waiting.isFull || !waiting.raised.isEmpty || !waiting.sent.isEmpty
        flatten()
    }

    /// Tries an event, and stores it if it is deferred.
    @inlinable @inline(__always)
    mutating func offer<Recorder: StatechartRecorder>(
        _ event: QueuedEvent<Behavior.Payload>, _ behavior: inout Behavior, _ recorder: inout Recorder
    ) -> EventFate {
        if makeStep(event, &behavior, &recorder) { return .taken }
        guard core.pointee.hasDeferrals, isDeferred(event.number) else { return .ignored }
        let list = (count: waiting.deferred.list.count, capacity: waiting.deferred.list.capacity)
        if waiting.deferred.count < limits.events, mayGrow(list.count, list.capacity) {
            waiting.deferred.append(DeferredEvent(event: event, changeCount: run.changeCount))
        } else {
            waiting.isFull = true
        }
        return .deferred
    }

    @inlinable @inline(__always)
    func recordStart<Recorder: StatechartRecorder>(_ recorder: inout Recorder) {
        if Recorder.isRecording { recorder.began(event: "", cause: .start, at: run.time) }
    }

    /// The name of the current event; a pattern if only the data would have the name.
    @usableFromInline
    var currentName: String {
        (current.payload as? ExpressionBehavior.Payload)?.name
            ?? chart.storage.tables.events.names[Int(current.number)]
    }

    /// Makes a step with an event, if it enables something.
    @inlinable @inline(__always)
    mutating func makeStep<Recorder: StatechartRecorder>(
        _ event: QueuedEvent<Behavior.Payload>, _ behavior: inout Behavior, _ recorder: inout Recorder
    ) -> Bool {
        (current.number, current.payload) = (event.number, event.payload)
        if run.flat >= 0 {
            if !Recorder.isRecording, let isTaken = makeFlatStep(Int(event.number), &behavior) { return isTaken }
            unflatten()
        }
        current.onlyRegion = event.region
        choose(Int(current.number), behavior)
        guard scratch.chosen.count > 0 else { return false }
        if Recorder.isRecording { recorder.began(event: currentName, cause: current.cause, at: run.time) }
        takeChosen(&behavior, &recorder)
        return true
    }

    /// Makes a step without an event, if that enables something.
    @inlinable @inline(__always)
    mutating func makeEventlessStep<Recorder: StatechartRecorder>(
        _ behavior: inout Behavior, _ recorder: inout Recorder
    ) -> Bool {
        if run.flat >= 0 {
            if !Recorder.isRecording, let isTaken = makeFlatStep(0, &behavior) { return isTaken }
            unflatten()
        }
        current.onlyRegion = 0
        choose(0, behavior)
        guard scratch.chosen.count > 0 else { return false }
        if Recorder.isRecording { recorder.began(event: "", cause: .eventless, at: run.time) }
        takeChosen(&behavior, &recorder)
        return true
    }

    @usableFromInline
    mutating func isDeferred(_ event: UInt32) -> Bool {
        core.pointee.deferrals[event].indices.contains { isActive(Int(core.pointee.deferrers[$0])) }
    }

    /// Continues until there are no transitions without events, and no events in the internal
    /// queue.
    @inlinable
    mutating func complete<Recorder: StatechartRecorder>(
        _ behavior: inout Behavior, _ recorder: inout Recorder
    ) throws(StateMachineError) {
        while run.phase == .running {
            if waiting.isFull { throw overflow() }
            if core.pointee.hasEventless, makeEventlessStep(&behavior, &recorder) {
                try countStep()
                continue
            }
            if waiting.raised.isEmpty { return }
            try countStep()
            guard let event = waiting.raised.popFirst() else { return }
            (current.cause, counts.innerEvents) = (.raised, counts.innerEvents &+ 1)
            _ = offer(event, &behavior, &recorder)
        }
        if run.phase == .ending { end(&behavior) } else { unflatten() }
    }

    /// Tries the deferred events, and those that actions have sent.
    @inlinable
    mutating func processWaiting<Recorder: StatechartRecorder>(
        _ behavior: inout Behavior, _ recorder: inout Recorder
    ) throws(StateMachineError) {
        while run.phase == .running {
            if waiting.isFull { throw overflow() }
            if try processDeferred(&behavior, &recorder) { continue }
            if waiting.sent.isEmpty { return }
            try countStep()
            guard let event = waiting.sent.popFirst() else { return }
            (current.cause, counts.innerEvents) = (.queued, counts.innerEvents &+ 1)
            _ = offer(event, &behavior, &recorder)
            try complete(&behavior, &recorder)
        }
    }

    /// Counts a step, or a raised or sent event, towards the limit of one event.
    ///
    /// A step that ends the run is never refused.
    @inlinable @inline(__always)
    mutating func countStep() throws(StateMachineError) {
        guard Int(counts.steps) < limits.steps || run.phase != .running else { throw livelock() }
        counts.steps &+= 1
    }

    /// Tries the oldest deferred event that wasn't tried since the last change of states.
    ///
    /// - Returns: `false` if there is none.
    @inlinable
    mutating func processDeferred<Recorder: StatechartRecorder>(
        _ behavior: inout Behavior, _ recorder: inout Recorder
    ) throws(StateMachineError) -> Bool {
        guard let event = waiting.deferred.next(at: run.changeCount) else { return false }
        (current.cause, counts.innerEvents) = (.deferred, counts.innerEvents &+ 1)
        if makeStep(event, &behavior, &recorder) {
            waiting.deferred.removeNext()
            try countStep()
        } else if isDeferred(event.number) {
            waiting.deferred.keepNext()
        } else {
            waiting.deferred.removeNext()
        }
        try complete(&behavior, &recorder)
        return true
    }

    /// Leaves all states at the end of the run (rule 16).
    @inlinable
    mutating func end(_ behavior: inout Behavior) {
        run.phase = .ended
        unflatten()
        // To observers the states stay active, so nothing is recorded.
        var noRecorder = NoRecorder()
        let last = (run.configuration, run.regions)
        leave(Range32(0..<core.pointee.stateCount), &behavior, &noRecorder)
        (run.configuration, run.regions) = last
    }

    @usableFromInline
    mutating func livelock() -> StateMachineError {
        .tooManySteps(limit: limits.steps, active: activeStateNames)
    }

    @usableFromInline
    mutating func overflow() -> StateMachineError {
        waiting.isFull = false
        if isWithoutScripts {
            isWithoutScripts = false
            return .scriptsEnded(reason: thrown.map { "\($0)" } ?? "")
        }
        if isWithoutMemory {
            isWithoutMemory = false
            return .tooLittleMemory
        }
        return .tooManyEvents(limit: limits.events)
    }
}
