package import AlgorithmSupport

/// Packed states, each once, numbered in the order in which they were found.
///
/// A state is a list of words. All lie in one buffer, and a table with open addressing finds them.
package struct StateArena: ~Copyable {
    private var words = ScratchBuffer<UInt64>(capacity: 1024)
    /// The number of words of each state; 0 if it varies.
    private let size: Int
    /// The end of each state in `words`, if sizes vary.
    private var ends = ScratchBuffer<Int>(capacity: 256)
    package private(set) var count = 0
    /// The number of each state plus one, with the upper half of its hash above it; 0 for a free
    /// slot.
    private var slots = ScratchBuffer<UInt64>(repeating: 0, count: 1024)
    private let hash = SlotHash()

    /// Creates an arena of states with `size` words each, or with any number of words if that is 0.
    package init(size: Int) { self.size = size }

    package var byteCount: Int { words.byteCount + ends.byteCount + slots.byteCount }

    /// Returns the words of a state, which are valid until the next state is added.
    @inline(__always)
    package func words(of state: Int) -> UnsafeBufferPointer<UInt64> {
        guard size == 0 else { return UnsafeBufferPointer(start: words.base + state * size, count: size) }
        let start = state == 0 ? 0 : ends[state - 1]
        return UnsafeBufferPointer(start: words.base + start, count: ends[state] - start)
    }

    /// Finds the numbers of states, and adds those that are new.
    ///
    /// All slots are read before one is looked into, as the processor then waits for all at once.
    package mutating func findNumbers(of batch: inout StateBatch, limit: Int) {
        for index in 0..<batch.count {
            let hash = hash(of: batch.words(of: index))
            (batch.hashes[index], batch.slots[index]) = (hash, slots[Int(truncatingIfNeeded: hash) & (slots.count - 1)])
        }
        for index in 0..<batch.count {
            let found = batch.slots[index]
            let (hash, state) = (batch.hashes[index], batch.words(of: index))
            let isFound = found != 0 && found >> 32 == hash >> 32 && isEqual(found, state)
            batch.slots[index] = isFound ? found & 0xFFFF_FFFF : number(of: state, hash, limit)
        }
    }

    /// Returns the number of a state plus one; 0 if it is new, and there are `limit` states already.
    private mutating func number(
        of state: UnsafeBufferPointer<UInt64>, _ hash: UInt64, _ limit: Int
    ) -> UInt64 {
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let found = slots[slot]
            if found >> 32 == hash >> 32, isEqual(found, state) { return found & 0xFFFF_FFFF }
            slot = (slot + 1) & (slots.count - 1)
        }
        guard count < limit else { return 0 }
        let start = words.count
        words.appendUninitialized(state.count)
        if let source = state.baseAddress { (words.base + start).update(from: source, count: state.count) }
        if size == 0 { ends.append(words.count) }
        count += 1
        slots[slot] = hash & ~0xFFFF_FFFF | UInt64(count)
        if count * 3 > slots.count * 2 { growTable() }
        return UInt64(count)
    }

    /// Returns the number of a state, and adds it if it is new.
    ///
    /// - Returns: `nil` if it is new, and there are `limit` states already.
    package mutating func number(of state: borrowing [UInt64], limit: Int) -> Int? {
        state.withUnsafeBufferPointer { state in
            let number = number(of: state, hash(of: state), limit)
            return number == 0 ? nil : Int(number) - 1
        }
    }

    /// Returns the number of a state, and adds it if it is new.
    ///
    /// - Returns: `nil` if it is new, and there are `limit` states already.
    package mutating func number(of state: UnsafeBufferPointer<UInt64>, limit: Int) -> Int? {
        let number = number(of: state, hash(of: state), limit)
        return number == 0 ? nil : Int(number) - 1
    }

    /// Returns the number of a state; `nil` if it isn't there.
    package func find(_ state: borrowing [UInt64]) -> Int? { state.withUnsafeBufferPointer { find($0) } }

    /// Returns the number of a state; `nil` if it isn't there.
    package func find(_ state: UnsafeBufferPointer<UInt64>) -> Int? {
        let hash = hash(of: state)
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let found = slots[slot]
            if found >> 32 == hash >> 32, isEqual(found, state) { return Int(found & 0xFFFF_FFFF) - 1 }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    @inline(__always)
    private func isEqual(_ found: UInt64, _ state: UnsafeBufferPointer<UInt64>) -> Bool {
        let other = words(of: Int(found & 0xFFFF_FFFF) - 1)
        guard other.count == state.count else { return false }
        for index in 0..<state.count where other[index] != state[index] { return false }
        return true
    }

    @inline(__always)
    private func hash(of state: UnsafeBufferPointer<UInt64>) -> UInt64 {
        var result = UInt64(state.count)
        for word in state { result = hash.mixed(result ^ word) &+ 0x9E37_79B9_7F4A_7C15 }
        return hash.mixed(result)
    }

    private mutating func growTable() {
        let size = slots.count * 4
        var larger = ScratchBuffer<UInt64>(repeating: 0, count: size)
        for number in 0..<count {
            let hash = hash(of: words(of: number))
            var slot = Int(truncatingIfNeeded: hash) & (size - 1)
            while larger[slot] != 0 { slot = (slot + 1) & (size - 1) }
            larger[slot] = hash & ~0xFFFF_FFFF | UInt64(number + 1)
        }
        swap(&slots, &larger)
    }
}

/// The states to which the moves from one state lead, before their numbers are known.
package struct StateBatch: ~Copyable {
    private var words = ScratchBuffer<UInt64>(capacity: 256)
    private var ends = ScratchBuffer<Int>(capacity: 64)
    /// The hash of each state, and what was found in its slot: the number plus one in the end.
    fileprivate var hashes = ScratchBuffer<UInt64>(capacity: 64)
    package fileprivate(set) var slots = ScratchBuffer<UInt64>(capacity: 64)

    package init() {}

    package var count: Int { ends.count }

    package mutating func removeAll() {
        words.truncate(to: 0)
        ends.truncate(to: 0)
        hashes.truncate(to: 0)
        slots.truncate(to: 0)
    }

    @inline(__always)
    fileprivate func words(of state: Int) -> UnsafeBufferPointer<UInt64> {
        let start = state == 0 ? 0 : ends[state - 1]
        return UnsafeBufferPointer(start: words.base + start, count: ends[state] - start)
    }

    /// Adds a state.
    ///
    /// - Returns: Its words, which are valid until the next state is added.
    @inline(__always)
    @discardableResult
    package mutating func append(_ state: UnsafeBufferPointer<UInt64>) -> UnsafeMutablePointer<UInt64> {
        let start = words.count
        words.appendUninitialized(state.count)
        if let source = state.baseAddress { (words.base + start).update(from: source, count: state.count) }
        ends.append(words.count)
        hashes.append(0)
        slots.append(0)
        return words.base + start
    }

    /// Drops the last states.
    package mutating func removeLast(_ dropped: Int) {
        ends.truncate(to: ends.count - dropped)
        words.truncate(to: ends.count == 0 ? 0 : ends[ends.count - 1])
        hashes.truncate(to: ends.count)
        slots.truncate(to: ends.count)
    }
}
