/// Messages that are sent later, in the order of their times.
struct TimerQueue {
    struct Timer {
        let time: Duration
        let number: UInt64
        let cause: UInt64
        let fire: () -> Void

        fileprivate func isBefore(_ other: Timer) -> Bool {
            time == other.time ? number < other.number : time < other.time
        }
    }

    private var heap: [Timer] = []
    private var cancelled: Set<UInt64> = []
    private var count: UInt64 = 0

    /// Adds a timer, and returns its number.
    mutating func add(at time: Duration, cause: UInt64, _ fire: @escaping () -> Void) -> UInt64 {
        count += 1
        heap.append(Timer(time: time, number: count, cause: cause, fire: fire))
        var child = heap.count - 1
        while child > 0, case let parent = (child - 1) / 2, heap[child].isBefore(heap[parent]) {
            heap.swapAt(child, parent)
            child = parent
        }
        return count
    }

    /// Cancels a timer that hasn't fired.
    mutating func cancel(_ number: UInt64) {
        if heap.contains(where: { $0.number == number }) { cancelled.insert(number) }
    }

    /// The time of the first timer.
    mutating func firstTime() -> Duration? {
        while let first = heap.first, cancelled.remove(first.number) != nil { removeRoot() }
        return heap.first?.time
    }

    /// Removes the first timer if its time has come.
    mutating func removeFirst(until end: Duration) -> Timer? {
        guard let time = firstTime(), time <= end else { return nil }
        let first = heap[0]
        removeRoot()
        return first
    }

    private mutating func removeRoot() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].isBefore(heap[least]) {
                least = child
            }
            if least == parent { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
