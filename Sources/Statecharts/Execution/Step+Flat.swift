extension Step {
    /// Makes a step of a flattened chart.
    ///
    /// - Returns: `nil` if the event isn't flattened here.
    @inlinable @inline(__always)
    mutating func makeFlatStep(_ event: Int, _ behavior: inout Behavior) -> Bool? {
        guard let tables = core.pointee.flat else { return nil }
        var index = tables.cells[Int(flat) * core.pointee.eventCount + event]
        while index > 1 {
            let found = tables.rows[index]
            if found.condition == 0 {
                if !found.program.isEmpty {
                    row = index
                    runAll(found.program, &behavior)
                    row = 0
                }
                flat = Int32(truncatingIfNeeded: found.next)
                return true
            }
            index = holds(found.condition, behavior) ? found.next : found.otherwise
        }
        return index == 0 ? false : nil
    }

    /// Takes up the configuration as sets of states.
    @usableFromInline
    mutating func unflatten() {
        guard flat >= 0 else { return }
        history = chart.storage.tables.takeConfiguration(Int(flat), into: &configuration)
        flat = -1
    }

    /// Goes over to the flattened chart, if there is one.
    @usableFromInline
    mutating func flatten() {
        guard flat < 0, core.pointee.flat != nil else { return }
        flat = Int32(chart.storage.tables.flatNumber(of: configuration, history) ?? -1)
    }

    /// Returns whether a state is active, in the midst of a step, too.
    @usableFromInline
    func isActive(_ state: Int) -> Bool {
        guard flat >= 0, let tables = core.pointee.flat else {
            return core.pointee.hasRegions ? isActiveInRegions(state) : configuration.contains(state)
        }
        let (word, bit) = (state >> 6, UInt64(1) << UInt64(state & 63))
        let wordCount = core.pointee.wordCount
        let wasActive = tables.words[Int(flat) * wordCount + word] & bit != 0
        guard row > 0 else { return wasActive }
        let found = tables.rows[row]
        guard tables.masks[Int(found.mask) + word] & bit != 0 else { return wasActive }
        let phase = tables.phases[position - tables.firstOperation]
        if phase < 0 { return wasActive && state <= ~Int(phase) }
        return phase < .max && state <= Int(phase) && tables.words[Int(found.next) * wordCount + word] & bit != 0
    }
}
