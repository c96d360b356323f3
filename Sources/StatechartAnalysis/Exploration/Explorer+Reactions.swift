internal import AlgorithmSupport
internal import Statecharts

extension Explorer {
    /// Returns the events that each atomic state may react to, and notes the states that may react
    /// to each event.
    static func reactions(
        to events: [UInt32], _ core: UnsafePointer<Core>, _ reactors: borrowing ScratchBuffer<UInt64>
    ) -> [UInt64] {
        let (setSize, wordCount) = ((events.count + 63) / 64, core.pointee.wordCount)
        var sets = [UInt64](repeating: 0, count: core.pointee.stateCount * setSize)
        for state in 0..<core.pointee.stateCount
        where core.pointee.atomic[state >> 6] & 1 << UInt64(state & 63) != 0 {
            let row = core.pointee.states[state].row
            let canGoOn = core.pointee.firstCandidates[row] != 0
            for (index, event) in events.enumerated() {
                let mayReact = core.pointee.firstCandidates[row + event] != 0
                if mayReact { reactors[index * wordCount + state >> 6] |= 1 << UInt64(state & 63) }
                if mayReact || canGoOn || !core.pointee.deferrals[event].isEmpty {
                    sets[state * setSize + index >> 6] |= 1 << UInt64(index & 63)
                }
            }
        }
        return sets
    }
}
