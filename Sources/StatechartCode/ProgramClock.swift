/// The unit of time of a program's timers: the coarsest one in which all are whole numbers.
struct ProgramClock {
    /// The unit for comments.
    let unit: String
    let unitsPerSecond: Int
    /// The timers' delays in units.
    let delays: [UInt64]
    /// Whether times need 64 bits.
    var isLong: Bool { delays.contains { $0 > UInt64(UInt32.max) } }

    /// Returns `nil` if a delay isn't a whole number of nanoseconds, or takes more than 64 bits.
    init?(_ program: StateProgram) {
        let units: [(name: String, nanoseconds: UInt64)] = [("1 ms", 1_000_000), ("1 us", 1000), ("1 ns", 1)]
        var nanoseconds: [UInt64] = []
        for timer in program.timers {
            let (seconds, attoseconds) = timer.delay.components
            guard seconds >= 0, attoseconds % 1_000_000_000 == 0 else { return nil }
            let (high, isOver) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
            let (sum, isOverSum) = high.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
            guard !isOver, !isOverSum else { return nil }
            nanoseconds.append(sum)
        }
        let unit = units.first { unit in nanoseconds.allSatisfy { $0 % unit.nanoseconds == 0 } } ?? units[2]
        (self.unit, unitsPerSecond) = (unit.name, Int(1_000_000_000 / unit.nanoseconds))
        delays = nanoseconds.map { $0 / unit.nanoseconds }
    }
}
