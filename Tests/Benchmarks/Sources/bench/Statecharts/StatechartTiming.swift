import Glibc
import Statecharts

/// How long charts take for an event, beside switches written by hand.
///
/// A line of output for each figure: name, nanoseconds an event unless the name says otherwise,
/// checksum.
enum StatechartTiming {
    private static let (rounds, repeats, goal) = (9, 8, 2_000_000)

    static func run(_ path: String) throws {
        guard let file = fopen(path, "rb") else { throw Failure("\(path) can't be read") }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        guard !bytes.isEmpty else { throw Failure("\(path) is empty") }
        let events = bytes.map { RingChart.Event.allCases[Int($0 & 3)] }

        try reportRing("ring", events, isFlat: true)
        try reportRing("ring, general tables", events, isFlat: false)
        var machine = RingSwitch()
        report("ring, Swift switch", events.count * repeats) {
            for _ in 0..<repeats { for event in events { machine.send(event) } }
            return machine.checksum
        }
        try reportHierarchy(bytes)
        try reportPingPong(bytes)
        try reportTikTok()
        try reportRegions(bytes)
        try ScriptedTiming.run(events) { name, count, work in try report(name, count, work) }
        try reportCompilation()
        try reportGrowth(events)
        print("bytes of an instance\t\(MemoryLayout<StateMachine<RingChart>>.size)\t")
    }

    /// By how much the memory's peak grows in the second half of two hundred million events.
    private static func reportGrowth(_ events: [RingChart.Event]) throws {
        let chart = try CompiledStatechart<RingChart>(RingChart.chart(isFlat: false))
        var ring = RingChart()
        var machine = try StateMachine(chart, running: &ring)
        func send() throws {
            for _ in 0..<100_000_000 / events.count { for event in events { try machine.send(event, to: &ring) } }
        }
        try send()
        let before = peak
        try send()
        print("KiB more after 10⁸ events\t\(peak - before)\t")
    }

    private static var peak: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss
    }

    private static func reportRing(_ name: String, _ events: [RingChart.Event], isFlat: Bool) throws {
        let chart = try CompiledStatechart<RingChart>(RingChart.chart(isFlat: isFlat))
        var ring = RingChart()
        var machine = try StateMachine(chart, running: &ring)
        try report(name, events.count * repeats) {
            for _ in 0..<repeats { for event in events { try machine.send(event, to: &ring) } }
            return ring.checksum
        }
    }

    private static func reportHierarchy(_ bytes: [UInt8]) throws {
        let events = bytes.map { HierarchyChart.Event.allCases[Int($0 & 3)] }
        let chart = try CompiledStatechart<HierarchyChart>(HierarchyChart.chart)
        var behavior = HierarchyChart()
        var machine = try StateMachine(chart, running: &behavior)
        behavior.count = 0
        try report("hierarchy", events.count * repeats) {
            for _ in 0..<repeats { for event in events { try machine.send(event, to: &behavior) } }
            return behavior.count
        }
        var other = HierarchySwitch()
        report("hierarchy, Swift switch", events.count * repeats) {
            for _ in 0..<repeats { for event in events { other.send(event) } }
            return other.count
        }
    }

    private static func reportPingPong(_ bytes: [UInt8]) throws {
        let events = bytes.map { $0 & 3 == 3 ? PingPongChart.Event.miss : .hit }
        let chart = try CompiledStatechart<PingPongChart>(PingPongChart.chart)
        var behavior = PingPongChart()
        var machine = try StateMachine(chart, running: &behavior)
        behavior.count = 0
        try report("ping-pong", events.count * repeats) {
            for _ in 0..<repeats { for event in events { try machine.send(event, to: &behavior) } }
            return behavior.count
        }
        var other = PingPongSwitch()
        report("ping-pong, Swift switch", events.count * repeats) {
            for _ in 0..<repeats { for event in events { other.send(event) } }
            return other.count
        }
    }

    private static func reportTikTok() throws {
        let chart = try CompiledStatechart<TikTokChart>(TikTokChart.chart)
        let limits = StateMachineLimits(steps: .max)
        var sum = 0
        try report("tiktok", 2 * goal) {
            var tikTok = TikTokChart(goal: goal)
            let machine = try StateMachine(chart, running: &tikTok, limits: limits)
            guard machine.isActive(.done) else { throw Failure("TikTok isn't done") }
            sum &+= tikTok.count
            return sum
        }
        sum = 0
        report("tiktok, Swift switch", 2 * goal) {
            var machine = TikTokSwitch(goal: goal)
            machine.run()
            sum &+= machine.count
            return sum
        }
    }

    private static func reportRegions(_ bytes: [UInt8]) throws {
        let events = bytes.prefix(1 << 17).map { RegionsChart.Event.allCases[Int($0 & 3)] }
        let chart = try CompiledStatechart<RegionsChart>(RegionsChart.chart)
        var behavior = RegionsChart()
        var machine = try StateMachine(chart, running: &behavior)
        try report("six regions at once", events.count) {
            for event in events { try machine.send(event, to: &behavior) }
            return behavior.count
        }
    }

    private static func reportCompilation() throws {
        let chart = LargeChart.chart(events: 200)
        try report("ms to compile 1,000 states, 200 events", 1, in: .milliseconds(1)) {
            try CompiledStatechart<LargeBehavior>(chart).warnings.count
        }
    }

    /// The quickest of some rounds, so that what else the machine does counts little.
    private static func report(
        _ name: String, _ count: Int, in unit: Duration = .nanoseconds(1), _ work: () throws -> Int
    ) rethrows {
        let clock = ContinuousClock()
        var (best, checksum) = (Duration.seconds(1_000_000), 0)
        for _ in 0..<rounds {
            let start = clock.now
            checksum = try work()
            best = min(best, clock.now - start)
        }
        // The checksum is printed so that nobody can leave the work out.
        print("\(name)\t\(best / unit / Double(count))\t\(checksum)")
    }
}
