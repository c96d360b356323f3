extension Step {
    /// Makes the step of an event from outside in a flattened chart, if the configuration and the
    /// event alone determine the step. The work that ``isSettledInCell`` asks for is left to do.
    ///
    /// - Returns: `nil` if they don't determine it; nothing has changed then.
    @inlinable @inline(__always)
    mutating func makeCellStep(
        _ event: QueuedEvent<Behavior.Payload>, _ cause: StepCause, _ behavior: inout Behavior
    ) -> EventFate? {
        guard run.flat >= 0 else { return nil }
        // Only flattened charts have cells.
        let cell = core.pointee.flat.unsafelyUnwrapped.cells[Int(run.flat) &+ Int(event.number)]
        guard cell.isDirect else { return nil }
        current.cause = cause
        counts.events &+= 1
        (current.number, current.payload) = (event.number, event.payload)
        // Set first, as the next event needs the configuration.
        run.flat = Int32(truncatingIfNeeded: cell.next)
        if cell.position > 0 { performCell(cell, &behavior) }
        return cell.row > 0 ? .taken : .ignored
    }

    /// Carries out the actions of a cell.
    @inlinable @inline(__always)
    mutating func performCell(_ cell: FlatCell, _ behavior: inout Behavior) {
        // Read once, as the compiler can't know that actions don't change them.
        let (operations, blockEnds, actions) = (core.pointee.operations, core.pointee.blockEnds, tables.actions)
        current.row = cell.row
        var position = cell.position
        while true {
            current.position = position
            if !perform(actions[Int(operations[position].operand)], &behavior) {
                position = blockEnds[position] &- 1
            }
            if operations[position].isLast { break }
            position &+= 1
        }
        current.row = 0
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
        var number = tables.cells[Int(run.flat) &+ event].row
        while number > 1 {
            let row = tables.rows[number]
            if row.condition == 0 {
                run.flat = Int32(truncatingIfNeeded: row.next)
                guard !row.program.isEmpty else { return true }
                current.row = number
                executeAll(row.program, &behavior, NoRecorder.self)
                current.row = 0
                return true
            }
            number = holds(row.condition, behavior) ? row.next : row.otherwise
        }
        return number == 0 ? false : nil
    }

    /// The number of the configuration in a flattened chart.
    private var configurationNumber: Int {
        Int(UInt32(truncatingIfNeeded: run.flat) / UInt32(truncatingIfNeeded: core.pointee.eventCount))
    }

    /// Converts the configuration to sets of states.
    @usableFromInline
    mutating func unflatten() {
        guard run.flat >= 0 else { return }
        run.history = chart.storage.tables.loadConfiguration(configurationNumber, into: &run.configuration)
        run.flat = -1
    }

    /// Switches to the flattened chart, if there is one.
    @usableFromInline
    mutating func flatten() {
        // A flattened chart defers nothing, but an event can be deferred in a snapshot.
        guard run.flat < 0, core.pointee.flat != nil, waiting.deferred.isEmpty, run.phase == .running,
            let number = chart.storage.tables.flatNumber(of: run.configuration, run.history)
        else { return }
        run.flat = Int32(number * core.pointee.eventCount)
    }

    /// Returns whether a state is active, also during a step.
    @usableFromInline
    func isActive(_ state: Int) -> Bool {
        guard run.flat >= 0, let tables = core.pointee.flat else {
            return core.pointee.hasRegions ? isActiveInRegions(state) : run.configuration.contains(state)
        }
        let (word, bit) = (state >> 6, UInt64(1) << UInt64(state & 63))
        let wordCount = core.pointee.wordCount
        let isActiveNext = tables.words[configurationNumber * wordCount + word] & bit != 0
        guard current.row > 0 else { return isActiveNext }
        let found = tables.rows[current.row]
        let wasActive = tables.words[Int(found.otherwise) * wordCount + word] & bit != 0
        guard tables.masks[Int(found.mask) + word] & bit != 0 else { return wasActive }
        let phase = tables.phases[current.position - tables.firstOperation]
        if phase < 0 { return wasActive && state <= ~Int(phase) }
        return phase < .max && state <= Int(phase) && isActiveNext
    }
}
