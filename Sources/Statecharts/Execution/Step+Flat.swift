extension Step {
    /// Makes the step of an event from outside in a flattened chart, if the configuration and the
    /// event alone determine the step. The work that ``isSettledInCell`` asks for is left to do.
    ///
    /// - Returns: `nil` if they don't determine it; nothing has changed then.
    @inlinable @inline(__always)
    mutating func makeCellStep(
        _ event: QueuedEvent<Behavior.Payload>, _ cause: StepCause, _ behavior: inout Behavior
    ) -> EventFate? {
        guard run.flat >= 0, run.phase == .running else { return nil }
        // Only flattened charts have numbered configurations.
        let index = Int(run.flat) &* core.pointee.eventCount &+ Int(event.number)
        let cell = core.pointee.flat.unsafelyUnwrapped.cells[index]
        guard cell.kind == .actions else { return nil }
        current.cause = cause
        counts.events &+= 1
        (current.number, current.payload) = (event.number, event.payload)
        // Set first, as the next event needs the configuration.
        run.flat = Int32(cell.next)
        current.row = cell.row
        var position = cell.position
        while position < cell.end {
            current.position = position
            let isDone = perform(core.pointee.operations[position].operand, &behavior)
            position = isDone ? position &+ 1 : core.pointee.blockEnds[position]
        }
        current.row = 0
        return cell.isTaken ? .taken : .ignored
    }

    /// Whether the event of a cell needs no follow-up work, also of earlier events.
    @inlinable @inline(__always)
    var isSettledInCell: Bool { !waiting.isChanged }

    /// Makes a step of a flattened chart.
    ///
    /// - Returns: `nil` if the event isn't flattened here.
    @inlinable @inline(__always)
    mutating func makeFlatStep(_ event: Int, _ behavior: inout Behavior) -> Bool? {
        let tables = core.pointee.flat.unsafelyUnwrapped
        let cell = tables.cells[Int(run.flat) &* core.pointee.eventCount &+ event]
        if cell.kind == .row {
            var index = cell.row
            while index > 1 {
                let found = tables.rows[index]
                if found.condition == 0 {
                    performFlatStep(index, to: found.next, found.program, &behavior)
                    return true
                }
                index = holds(found.condition, behavior) ? found.next : found.otherwise
            }
            return index == 0 ? false : nil
        }
        guard cell.isTaken else { return false }
        performFlatStep(cell.row, to: UInt32(cell.next), Range32(cell.position, cell.end), &behavior)
        return true
    }

    /// Makes the step of a row.
    @inlinable @inline(__always)
    mutating func performFlatStep(_ number: UInt32, to next: UInt32, _ program: Range32, _ behavior: inout Behavior) {
        run.flat = Int32(truncatingIfNeeded: next)
        guard !program.isEmpty else { return }
        current.row = number
        executeAll(program, &behavior)
        current.row = 0
    }

    /// Converts the configuration to sets of states.
    @usableFromInline
    mutating func unflatten() {
        guard run.flat >= 0 else { return }
        run.history = chart.storage.tables.loadConfiguration(Int(run.flat), into: &run.configuration)
        run.flat = -1
    }

    /// Switches to the flattened chart, if there is one.
    @usableFromInline
    mutating func flatten() {
        // A flattened chart defers nothing, but an event can be deferred in a snapshot.
        guard run.flat < 0, core.pointee.flat != nil, waiting.deferred.isEmpty else { return }
        run.flat = Int32(chart.storage.tables.flatNumber(of: run.configuration, run.history) ?? -1)
    }

    /// Returns whether a state is active, also during a step.
    @usableFromInline
    func isActive(_ state: Int) -> Bool {
        guard run.flat >= 0, let tables = core.pointee.flat else {
            return core.pointee.hasRegions ? isActiveInRegions(state) : run.configuration.contains(state)
        }
        let (word, bit) = (state >> 6, UInt64(1) << UInt64(state & 63))
        let wordCount = core.pointee.wordCount
        let isActiveNext = tables.words[Int(run.flat) * wordCount + word] & bit != 0
        guard current.row > 0 else { return isActiveNext }
        let found = tables.rows[current.row]
        let wasActive = tables.words[Int(found.otherwise) * wordCount + word] & bit != 0
        guard tables.masks[Int(found.mask) + word] & bit != 0 else { return wasActive }
        let phase = tables.phases[current.position - tables.firstOperation]
        if phase < 0 { return wasActive && state <= ~Int(phase) }
        return phase < .max && state <= Int(phase) && isActiveNext
    }
}
