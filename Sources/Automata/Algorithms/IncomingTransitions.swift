/// The numbers of the transitions that lead to each state, ascending.
struct IncomingTransitions: ~Copyable {
    private let offsets: ScratchBuffer<UInt32>
    private let numbers: ScratchBuffer<UInt32>

    /// - Parameter targets: the target of each transition.
    init<Targets: RandomAccessCollection>(targets: Targets, stateCount: Int)
    where Targets.Element == StateID, Targets.Index == Int {
        offsets = ScratchBuffer(repeating: 0, count: stateCount + 1)
        numbers = ScratchBuffer(repeating: 0, count: targets.count)
        for target in targets { offsets[Int(target)] += 1 }
        offsets.accumulate()
        for transition in stride(from: targets.count - 1, through: 0, by: -1) {
            let target = Int(targets[transition])
            offsets[target] -= 1
            numbers[Int(offsets[target])] = UInt32(truncatingIfNeeded: transition)
        }
    }

    @inline(__always)
    func transitions(to state: Int) -> UnsafeBufferPointer<UInt32> {
        let start = Int(offsets[state])
        return UnsafeBufferPointer(start: numbers.base + start, count: Int(offsets[state &+ 1]) &- start)
    }
}
