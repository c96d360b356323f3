internal import AlgorithmSupport

/// Packed states, each once, numbered in the order in which they were found.
///
/// A state is a list of words. All lie in one buffer, and a table with open addressing finds them.
struct StateArena: ~Copyable {
    private var words = ScratchBuffer<UInt64>(capacity: 1024)
    /// The end of each state in `words`.
    private var ends = ScratchBuffer<Int>(capacity: 256)
    /// The numbers of states plus one, by their hashes; 0 for a free slot.
    private var slots = ScratchBuffer<UInt32>(repeating: 0, count: 1024)
    private let hash = SlotHash()

    var count: Int { ends.count }

    var byteCount: Int { words.byteCount + ends.byteCount + slots.byteCount }

    /// Returns the words of a state, which are valid until the next state is added.
    func words(of state: Int) -> UnsafeBufferPointer<UInt64> {
        let start = state == 0 ? 0 : ends[state - 1]
        return UnsafeBufferPointer(start: words.base + start, count: ends[state] - start)
    }

    /// Returns the number of a state, and adds it if it is new.
    ///
    /// - Returns: `nil` if it is new, and there are `limit` states already.
    mutating func number(of state: borrowing [UInt64], limit: Int) -> (number: Int, isNew: Bool)? {
        state.withUnsafeBufferPointer { number(of: $0, limit: limit) }
    }

    private mutating func number(
        of state: UnsafeBufferPointer<UInt64>, limit: Int
    ) -> (number: Int, isNew: Bool)? {
        var slot = Int(truncatingIfNeeded: hash(of: state)) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            if isEqual(number, state) { return (number, false) }
            slot = (slot + 1) & (slots.count - 1)
        }
        guard count < limit else { return nil }
        let start = words.count
        words.appendUninitialized(state.count)
        if let source = state.baseAddress { (words.base + start).update(from: source, count: state.count) }
        ends.append(words.count)
        slots[slot] = UInt32(count)
        if count * 3 > slots.count * 2 { growTable() }
        return (count - 1, true)
    }

    private func isEqual(_ number: Int, _ state: UnsafeBufferPointer<UInt64>) -> Bool {
        let other = words(of: number)
        guard other.count == state.count else { return false }
        for index in 0..<state.count where other[index] != state[index] { return false }
        return true
    }

    private func hash(of state: UnsafeBufferPointer<UInt64>) -> UInt64 {
        var result = UInt64(state.count)
        for word in state { result = hash.mixed(result ^ word) &+ 0x9E37_79B9_7F4A_7C15 }
        return hash.mixed(result)
    }

    private mutating func growTable() {
        let size = slots.count * 4
        slots = ScratchBuffer(repeating: 0, count: size)
        for number in 0..<count {
            var slot = Int(truncatingIfNeeded: hash(of: words(of: number))) & (size - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = UInt32(number + 1)
        }
    }
}
