extension Step {
    /// Takes the chosen transitions (rules 7 to 10).
    @inlinable
    mutating func takeChosen<Recorder: StatechartRecorder>(_ behavior: inout Behavior, _ recorder: inout Recorder) {
        if core.pointee.hasHistories { noteHistories() }
        var index = Int(scratch.chosen.count)
        while index > 0 {
            index -= 1
            let transition = focusOnChosen(index)
            let range = core.exits(of: transition, run.history)
            if !range.isEmpty { run.changeCount &+= 1 }
            leave(range, &behavior, &recorder)
        }
        for index in 0..<Int(scratch.chosen.count) {
            let transition = focusOnChosen(index)
            if Recorder.isRecording, transition != core.pointee.start {
                let (source, transitionIndex) = chart.storage.tables.transitionSources[Int(transition)]
                recorder.took(source: source, transitionIndex)
            }
            execute(core.pointee.transitions[transition].program, &behavior, &recorder)
        }
        for index in 0..<Int(scratch.chosen.count) {
            let transition = focusOnChosen(index)
            let entry = core.pointee.transitions[transition]
            if entry.dependsOnHistory {
                enterDynamically(transition, &behavior, &recorder)
            } else {
                enter(entry.entries, &behavior, &recorder)
            }
        }
        if core.pointee.hasRegions { settleRegions(&behavior, &recorder) }
    }

    /// Returns a chosen transition, and focuses the step on its region.
    @inlinable @inline(__always)
    mutating func focusOnChosen(_ index: Int) -> UInt32 {
        let transition = scratch.chosen[index]
        if core.pointee.hasRegions { run.focus(on: transition.region) }
        return transition.number
    }

    /// Leaves the active states of a range, the last one first.
    @inlinable @inline(__always)
    mutating func leave<Recorder: StatechartRecorder>(
        _ range: Range32, _ behavior: inout Behavior, _ recorder: inout Recorder
    ) {
        let start = Int(range.lowerBound)
        var end = Int(range.upperBound)
        while let state = run.configuration.last(from: start, below: end) {
            if core.pointee.hasRegions { leaveRegions(of: state, &behavior, &recorder) }
            if Recorder.isRecording { recorder.left(chart.storage.tables.stateNames[state]) }
            execute(core.pointee.states[state].exit, &behavior, &recorder)
            run.configuration.remove(state)
            end = state
        }
    }

    @inlinable @inline(__always)
    mutating func enter<Recorder: StatechartRecorder>(
        _ range: Range32, _ behavior: inout Behavior, _ recorder: inout Recorder
    ) {
        for index in range.indices {
            let entry = core.pointee.entries[index]
            enter(Int(entry.state), &behavior, &recorder)
            execute(entry.program, &behavior, &recorder)
        }
    }

    @inlinable @inline(__always)
    mutating func enter<Recorder: StatechartRecorder>(
        _ state: Int, _ behavior: inout Behavior, _ recorder: inout Recorder
    ) {
        run.configuration.insert(state)
        if Recorder.isRecording { recorder.entered(chart.storage.tables.stateNames[state]) }
        execute(core.pointee.states[state].entry, &behavior, &recorder)
    }

    /// Enters the states that histories decide.
    @inlinable
    mutating func enterDynamically<Recorder: StatechartRecorder>(
        _ transition: UInt32, _ behavior: inout Behavior, _ recorder: inout Recorder
    ) {
        // Takes the set out, so that entering states can change the rest of the step.
        var set = scratch.entries.popLast() ?? EntrySet(core)
        set.removeAll()
        var range = 0..<core.pointee.stateCount
        if transition == core.pointee.start {
            set.addRoot(noted: run.history)
        } else {
            // The history may be outside the domain, whose ancestors stay active.
            range = core.exits(of: transition, run.history).indices
            set.add(core.pointee.transitions[transition].targets, from: range.lowerBound - 1, noted: run.history)
        }
        enter(&set, range, &behavior, &recorder)
        scratch.entries.append(set)
    }

    /// Enters the states of a set within a range, in document order.
    @inlinable
    mutating func enter<Recorder: StatechartRecorder>(
        _ set: inout EntrySet, _ range: Range<Int>, _ behavior: inout Behavior, _ recorder: inout Recorder
    ) {
        var next = range.lowerBound
        while let state = set.entered.first(from: next, below: range.upperBound) {
            enter(state, &behavior, &recorder)
            if set.initial.contains(state) {
                execute(core.pointee.states[state].initialProgram, &behavior, &recorder)
            }
            for history in set.defaults where core.pointee.histories[history].parent == state {
                execute(core.pointee.histories[history].program, &behavior, &recorder)
            }
            next = state + 1
        }
    }

    /// Records the active states in the histories of states that the step leaves.
    @usableFromInline
    mutating func noteHistories() {
        for index in 0..<Int(scratch.chosen.count) {
            // A dynamic region ends before its states could be entered again.
            let range = core.exits(of: focusOnChosen(index), run.history)
            var next = Int(range.lowerBound)
            while let state = run.configuration.first(from: next, below: Int(range.upperBound)) {
                if !core.pointee.states[state].histories.isEmpty {
                    run.history.note(run.configuration, historiesOf: state, core)
                }
                next = state + 1
            }
        }
    }

    // MARK: - Operations

    @inlinable @inline(__always)
    mutating func execute<Recorder: StatechartRecorder>(
        _ program: Range32, _ behavior: inout Behavior, _ recorder: inout Recorder
    ) {
        if program.isEmpty { return }
        if Recorder.isRecording, Recorder.recordsActions { notes = [] }
        executeAll(program, &behavior, Recorder.self)
        if Recorder.isRecording, let noted = notes {
            notes = nil
            for note in noted where !note.isOfPlatform { recorder.acted(note.action, note.name) }
        }
    }

    /// Notes an action, if a recorder gets it.
    @usableFromInline
    mutating func note(_ action: RecordedAction, event number: UInt32) {
        if notes != nil { add(action, chart.storage.tables.events.names[Int(number)]) }
    }

    @usableFromInline
    mutating func add(_ action: RecordedAction, _ name: String) {
        notes?.append(ActionNote(action: action, name: name))
    }

    @inlinable
    mutating func executeAll<Recorder: StatechartRecorder>(
        _ program: Range32, _ behavior: inout Behavior, _: Recorder.Type
    ) {
        var index = program.lowerBound
        while index < program.upperBound {
            let operation = core.pointee.operations[index]
            current.position = index
            index &+= 1
            switch operation.code {
            case .perform:
                let action = tables.actions[Int(operation.operand)]
                // A behavior with expressions notes its actions itself, also those within others.
                if Recorder.isRecording, notes != nil, Behavior.self != ExpressionBehavior.self {
                    add(.performed, action.rawValue)
                }
                if !perform(action, &behavior) {
                    index = core.pointee.blockEnds[index &- 1]
                }
            case .callScope:
                if !callScope(operation.operand, &behavior) { index = core.pointee.blockEnds[index &- 1] }
            case .raise:
                if Recorder.isRecording { note(.raised, event: operation.operand) }
                raise(operation.operand, nil)
            case .jump: index = operation.operand
            case .jumpUnless: if holdsNow(operation.operand, behavior) { index &+= 1 }
            default: executeRarely(operation)
            }
        }
    }

    /// Carries out an action of the behavior.
    ///
    /// - Returns: `false` if the action failed, which ends its block.
    @inlinable @inline(__always)
    @discardableResult
    mutating func perform(_ action: Behavior.Action, _ behavior: inout Behavior) -> Bool {
        do {
            try behavior.perform(action, in: &self)
            return true
        } catch {
            if !(error is HandledFailure) { raise(error) }
            return false
        }
    }

    /// Calls the code of a state.
    ///
    /// - Returns: `false` if the code failed.
    @usableFromInline
    mutating func callScope(_ hook: UInt32, _ behavior: inout Behavior) -> Bool {
        do {
            let (scope, call) = Int(hook).quotientAndRemainder(dividingBy: ScopedChoice.hookCount)
            try chart.storage.scopes[scope].hooks[call](&behavior, &self)
            return true
        } catch {
            raise(error)
            return false
        }
    }

    /// Returns whether a condition holds during a step.
    @inlinable @inline(never)
    mutating func holdsNow(_ condition: UInt32, _ behavior: Behavior) -> Bool { holds(condition, behavior) }

    @inlinable
    mutating func executeRarely(_ operation: Operation) {
        let operand = Int(operation.operand)
        switch operation.code {
        case .send:
            note(.sent, event: operation.operand)
            send(operation.operand, nil, after: .zero, id: "")
        case .startTimer:
            let timer = core.pointee.timers[operand]
            if timer.state < 0 { note(.sent, event: timer.event) }
            guard waiting.timers.count < limits.events else { return waiting.isFull = true }
            let region = timer.state < 0 ? 0 : run.regionNumber
            waiting.timers.add(
                QueuedEvent(number: timer.event, payload: nil, region: region), at: time.advanced(by: timer.delay),
                of: timer.state,
                id: chart.storage.tables.identifiers[Int(timer.identifier)])
        case .stopTimers: waiting.timers.cancel(of: Int32(operand), in: run.regionNumber)
        case .cancel: waiting.timers.cancel(id: chart.storage.tables.identifiers[operand])
        case .initialize: run.history.noteInitialized(operand, core)
        case .finish: finish(operand)
        case .terminate: run.phase = .ended
        case .startActivity:
            activityJournal?.noteStart(ActivityRun(activity: operation.operand, region: run.regionNumber))
        case .stopActivity:
            activityJournal?.noteEnd(ActivityRun(activity: operation.operand, region: run.regionNumber))
        case .complete: raise(operation.operand, nil, seenBy: run.regionNumber)
        case .addRegion: addRegion(to: operand)
        case .removeRegion: if let region { removeRegion(region) }
        case .perform, .callScope, .raise, .jump, .jumpUnless: break
        }
    }

    /// Processes the entry of a final state (rules 14 and 16).
    @usableFromInline
    mutating func finish(_ final: Int) {
        var state = Int(core.pointee.states[final].parent)
        if isRoot(state) { return endRoot() }
        if !core.pointee.states[final].reportsEnd { raiseDone(state) }
        // A state that is done may be the last region of an orthogonal one, and so on outwards.
        while case let around = Int(core.pointee.states[state].parent), isDone(around, by: state) {
            if isRoot(around) { endRoot() }
            raiseDone(around)
            if isRoot(around) { return }
            state = around
        }
    }

    private mutating func raiseDone(_ state: Int) {
        raise(core.pointee.states[state].doneEvent, nil, seenBy: run.regionNumber)
    }

    /// Returns whether a state is the root of the chart or of the current region.
    private func isRoot(_ state: Int) -> Bool {
        state == 0 || run.focus >= 0 && run.regions[Int(run.focus)].state == core.pointee.states[state].parent
    }

    private mutating func endRoot() {
        if run.focus < 0 { run.phase = .ending } else { run.regions[Int(run.focus)].phase = .done }
    }

    /// Returns whether a state is orthogonal and done, given that one of its regions is (rule 14).
    private func isDone(_ state: Int, by region: Int) -> Bool {
        let entry = core.pointee.states[state]
        return entry.kind == .orthogonal
            && entry.children.indices.allSatisfy { index in
                let child = Int(core.pointee.targets[index])
                return child == region || isDone(child)
            }
    }

    /// Returns whether a state is done (rule 14).
    ///
    /// Descendants are visited in document order: the regions of orthogonal states are visited,
    /// too; contents of other states are skipped.
    private func isDone(_ state: Int) -> Bool {
        let end = Int(core.pointee.states[state].last) + 1
        var next = state
        while next < end {
            let entry = core.pointee.states[next]
            if entry.kind == .orthogonal {
                next += 1
                continue
            }
            let isDone =
                entry.kind == .final
                ? isActive(next)
                : entry.children.indices.contains { index in
                    let child = Int(core.pointee.targets[index])
                    return core.pointee.states[child].kind == .final && isActive(child)
                }
            guard isDone else { return false }
            next = Int(entry.last) + 1
        }
        return true
    }
}
