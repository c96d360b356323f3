/// Messages that are sent later, in the order of their times.
struct TimerQueue {
    struct Timer {
        let time: Duration
        let number: UInt64
        let owner: UInt32
        let cause: UInt64
        let fire: () -> Void

        fileprivate func isBefore(_ other: Timer) -> Bool {
            time == other.time ? number < other.number : time < other.time
        }
    }

    /// The timers, also those that were cancelled, until they are half of all.
    private var heap: [Timer] = []
    /// The owners of the timers that aren't cancelled, and their timers.
    private var owners: [UInt64: UInt32] = [:]
    private var timers: [UInt32: Set<UInt64>] = [:]
    private var count: UInt64 = 0

    /// Adds a timer of a component, and returns its number.
    mutating func add(at time: Duration, cause: UInt64, owner: UInt32 = 0, _ fire: @escaping () -> Void) -> UInt64 {
        count += 1
        owners[count] = owner
        timers[owner, default: []].insert(count)
        heap.append(Timer(time: time, number: count, owner: owner, cause: cause, fire: fire))
        rise(from: heap.count - 1)
        return count
    }

    /// Cancels a timer that hasn't fired.
    mutating func cancel(_ number: UInt64) {
        forget(number)
        compact()
    }

    /// Cancels all timers of a component.
    mutating func cancelAll(of owner: UInt32) {
        for number in timers.removeValue(forKey: owner) ?? [] { owners[number] = nil }
        compact()
    }

    private mutating func forget(_ number: UInt64) {
        guard let owner = owners.removeValue(forKey: number) else { return }
        timers[owner]?.remove(number)
        if timers[owner]?.isEmpty == true { timers[owner] = nil }
    }

    private mutating func compact() {
        guard heap.count > 2 * owners.count + 64 else { return }
        // An array in order is a heap.
        heap = heap.filter { owners[$0.number] != nil }.sorted { $0.isBefore($1) }
    }

    /// The time of the first timer.
    mutating func firstTime() -> Duration? {
        while let first = heap.first, owners[first.number] == nil { removeRoot() }
        return heap.first?.time
    }

    /// Removes the first timer if its time has come.
    mutating func removeFirst(until end: Duration) -> Timer? {
        let first = takeFirst(until: end)
        if let first { forget(first.number) }
        return first
    }

    private func first(of owner: UInt32) -> Timer? {
        heap.lazy.filter { owners[$0.number] == owner }.min { $0.isBefore($1) }
    }

    /// The time of the first timer of a component.
    ///
    /// - Complexity: O(*n*) for *n* timers.
    func firstTime(of owner: UInt32) -> Duration? { first(of: owner)?.time }

    /// Removes the first timer of a component.
    ///
    /// - Complexity: O(*n*) for *n* timers.
    mutating func removeFirst(of owner: UInt32) -> Timer? {
        guard let first = first(of: owner) else { return nil }
        forget(first.number)
        return first
    }

    /// Returns the first timer if its time has come; it can be cancelled until ``end(_:)``.
    mutating func takeFirst(until end: Duration) -> Timer? {
        guard let time = firstTime(), time <= end else { return nil }
        let first = heap[0]
        removeRoot()
        return first
    }

    /// Ends a timer.
    ///
    /// - Returns: Whether it wasn't cancelled.
    mutating func end(_ number: UInt64) -> Bool {
        defer { forget(number) }
        return owners[number] != nil
    }

    private mutating func rise(from position: Int) {
        var child = position
        while child > 0, case let parent = (child - 1) / 2, heap[child].isBefore(heap[parent]) {
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func removeRoot() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].isBefore(heap[least])
            {
                least = child
            }
            if least == parent { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
