internal import Statecharts

extension Reactions.Snapshot {
    /// The timers of which each may fire before the others.
    var firstTimers: [Int] { (0..<zone.count).filter { zone(before: $0) != nil } }

    /// The times that may be left when a timer fires, or when a message is handled; `nil` if another
    /// timer must be the first.
    func zone(before timer: Int?) -> TimerZone? {
        var zone = self.zone
        let charts = timers.count..<zone.count
        guard let timer else {
            // A chart looks at its timers before each message.
            for other in charts { _ = zone.bound(nil, after: other, by: .less) }
            return zone
        }
        let others = (0..<zone.count).filter { $0 != timer }
        for other in others {
            // Of those with equal times, the one that was started first is the first.
            let mayBeEqual = timer < other || charts.contains(timer) != charts.contains(other)
            if !zone.bound(timer, after: other, by: mayBeEqual ? .equal : .less) { return nil }
        }
        // A chart fires all that are due.
        for other in others where charts.contains(timer) || charts.contains(other) {
            _ = zone.bound(timer, after: other, by: .less)
        }
        return zone
    }
}

extension TimerZone.Bound {
    static var equal: Self { Self() }
    static var less: Self { Self(isStrict: true) }
}

extension Reactions {
    /// The parts that have read their clocks, of which only some times were tried.
    package var clockReaders: [String] { parts.filter(\.readsTime).map(\.core.name) }

    /// Lets time pass for a component that was restored, until a message comes or a timer fires.
    ///
    /// - Returns: The times that may be left.
    func letTimePass(_ part: Part, _ snapshot: Snapshot, _ timer: Int?) throws(ExplorationProblem) -> TimerZone {
        if snapshot.zone.count == 0 { return snapshot.zone }
        guard var zone = snapshot.zone(before: timer), let times = zone.times,
            times.allSatisfy({ snapshot.now.advanced(by: $0) == snapshot.now + $0 })
        else { throw .unsupported(part: part.core.name, "has timers with too small or too great times") }
        for index in router.runningTimers.indices {
            router.runningTimers[index].deadline = snapshot.now + times[index]
        }
        part.core.instance.setChartTimers(Array(times[snapshot.timers.count...]))
        if let timer {
            zone.pass(until: timer)
            router.run.pointee.time = snapshot.now + times[timer]
        }
        return zone
    }

    /// The timers of a component, with their positions among those before.
    func timers(of part: Part, since before: Snapshot) -> [(kept: Int?, remaining: Duration)] {
        let own = router.runningTimers.map { timer in
            (kept: before.timers.firstIndex { $0.number == timer.number }, remaining: timer.deadline - router.time)
        }
        return own
            + part.core.instance.chartTimers.map { timer in
                let kept = before.chartTimers.firstIndex(of: timer.number)
                return (kept.map { before.timers.count + $0 }, timer.remaining)
            }
    }

    /// A thing that a component does in a run: by a message, or by a timer, which is one of those
    /// that may be the first.
    package struct Turn {
        let timeout: Int?
        let reaction: Int32

        package init(timeout: Int?, reaction: Int32) { (self.timeout, self.reaction) = (timeout, reaction) }
    }

    /// Returns times that pass before each turn of a component, whose first one is its start, so that
    /// its timers fire in the order of the turns.
    ///
    /// The times before the last turn are chosen first, and then those before it, as the zones of its
    /// states are those of all that can happen before, and not of what can happen later.
    package func waits(of number: Int, _ turns: [Turn]) throws(ExplorationProblem) -> [Duration] {
        let part = parts[number]
        var waits = Array(repeating: Duration.zero, count: turns.count)
        // The times left before the turn after the one that is looked at.
        var later: [Duration] = []
        for index in turns.indices.reversed() {
            let reaction = reactions[Int(turns[index].reaction)]
            let started = reaction.timers.firstIndex(of: -1)
            if let started, !later.isEmpty {
                let snapshot = part.snapshots[Int(reaction.state) - 1]
                waits[index + 1] = snapshot.zone.latest(started).time - later[started]
            }
            if index == 0 { break }
            let snapshot = part.snapshots[Int(reactions[Int(turns[index - 1].reaction)].state) - 1]
            if snapshot.zone.count == 0 {
                later = []
                continue
            }
            let timer = turns[index].timeout.map { snapshot.firstTimers[$0] }
            var zone = snapshot.zone(before: timer)
            let kept = zip(reaction.timers, later).filter { $0.0 >= 0 }.map { (Int($0), $1) }
            for (position, time) in kept {
                if started != nil {
                    _ = zone?.set(position, after: timer, to: time + waits[index + 1])
                } else {
                    _ = zone?.bound(timer, after: position, by: TimerZone.Bound(time: .zero - time))
                    _ = zone?.set(position, after: kept[0].0, to: time - kept[0].1)
                }
            }
            guard let times = zone?.times else {
                throw .unsupported(part: part.core.name, "has timers with too small or too great times")
            }
            if started == nil, let (position, time) = kept.first {
                waits[index + 1] = times[position] - (timer.map { times[$0] } ?? .zero) - time
            }
            later = times
        }
        return waits
    }
}
