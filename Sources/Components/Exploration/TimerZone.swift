/// The times that may be left until the timers of a component fire.
///
/// A difference-bound matrix: entry (*i*, *j*) bounds *tᵢ* − *tⱼ*, where *t₀* is 0, and *tᵢ* the
/// time until the timer at *i* − 1 fires. Entries are as small as the others imply, so that equal
/// zones have equal entries.
///
/// Dill, *Timing assumptions and verification of finite-state concurrent systems*, 1989; Bengtsson
/// and Yi, *Timed automata: semantics, algorithms and tools*, 2004.
struct TimerZone {
    /// An upper bound of a difference.
    struct Bound: Comparable {
        var time = Duration.zero
        /// Whether the difference is less than the time.
        var isStrict = false

        static func < (first: Bound, second: Bound) -> Bool {
            first.time == second.time ? first.isStrict && !second.isStrict : first.time < second.time
        }

        static func + (first: Bound, second: Bound) -> Bound {
            Bound(time: first.time + second.time, isStrict: first.isStrict || second.isStrict)
        }
    }

    /// The number of timers.
    private(set) var count = 0
    private var bounds = [Bound()]

    private subscript(first: Int, second: Int) -> Bound {
        get { bounds[first * (count + 1) + second] }
        set { bounds[first * (count + 1) + second] = newValue }
    }

    /// The bound of the time until the timer at an index fires.
    func latest(_ timer: Int) -> Bound { self[timer + 1, 0] }

    /// Bounds the time that a timer fires after another one, or that is left for it without another.
    ///
    /// - Returns: Whether times are left; if not, nothing changes.
    /// - Complexity: O(*n*²) for *n* timers.
    mutating func bound(_ timer: Int?, after other: Int?, by bound: Bound) -> Bool {
        let (first, second) = (timer.map { $0 + 1 } ?? 0, other.map { $0 + 1 } ?? 0)
        guard bound < self[first, second] else { return true }
        guard self[second, first] + bound >= Bound() else { return false }
        for row in 0...count {
            for column in 0...count {
                self[row, column] = min(self[row, column], self[row, first] + bound + self[second, column])
            }
        }
        return true
    }

    /// Sets the time that a timer fires after another one, or that is left for it without another.
    ///
    /// - Returns: Whether that is possible.
    mutating func set(_ timer: Int?, after other: Int?, to time: Duration) -> Bool {
        bound(timer, after: other, by: Bound(time: time)) && bound(other, after: timer, by: Bound(time: .zero - time))
    }

    /// Lets time pass until a timer fires.
    mutating func pass(until timer: Int) {
        for index in 0...count {
            (self[0, index], self[index, 0]) = (self[timer + 1, index], self[index, timer + 1])
        }
        self[0, 0] = Bound()
    }

    /// Keeps some timers, and adds those with a time in place of an index.
    mutating func update(_ timers: [(kept: Int?, remaining: Duration)]) {
        let old = self
        count = timers.count
        bounds = Array(repeating: Bound(), count: (count + 1) * (count + 1))
        // A new timer is at the origin, moved by its time.
        let origins = [(0, .zero)] + timers.map { ($0.kept.map { $0 + 1 } ?? 0, $0.kept == nil ? $0.remaining : .zero) }
        for (row, (first, later)) in origins.enumerated() {
            for (column, (second, earlier)) in origins.enumerated() where row != column {
                let bound = old[first, second]
                self[row, column] = Bound(time: bound.time + later - earlier, isStrict: bound.isStrict)
            }
        }
    }

    /// Lets any time pass in which no timer fires.
    mutating func pass() {
        if count == 0 { return }
        for column in 1...count {
            var least = Bound()
            for row in 1...count { least = min(least, self[row, column]) }
            self[0, column] = least
        }
    }

    /// Returns times, as late as they can be; `nil` if the difference is too small for a duration.
    var times: [Duration]? {
        var (zone, times) = (self, [Duration]())
        for timer in 0..<count {
            let (latest, earliest) = (zone[timer + 1, 0], zone[0, timer + 1])
            let time = latest.isStrict ? (latest.time - earliest.time) / 2 : latest.time
            guard zone.set(timer, after: nil, to: time) else { return nil }
            times.append(time)
        }
        return times
    }

    /// Writes the bounds.
    func write(to keys: StateKeys) {
        // Alone, a timer may fire at once or later.
        if count == 1 { return keys.append(latest(0)) }
        for bound in bounds.dropFirst() { keys.append(bound) }
    }
}

extension StateKeys {
    fileprivate func append(_ bound: TimerZone.Bound) {
        append(bound.time)
        append(bound.isStrict ? 1 : 0 as UInt64)
    }
}
