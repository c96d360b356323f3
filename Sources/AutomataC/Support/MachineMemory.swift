internal import AutomataFiles
internal import Glibc
internal import Synchronization

/// What the machine leaves to this process, looked at a few times a second at most: a look takes longer than many an operation.
enum MachineMemory {
    private struct Look {
        var time: Int64
        var availableBytes: Int
    }

    private static let lastLook = Mutex<Look?>(nil)
    private static let freshNanoseconds: Int64 = 100_000_000

    /// What is wanted, but no more than ``MachineLimits/soundBudget(_:)`` allows.
    static func soundBudget(_ wanted: Int) -> Int {
        let now = nanoseconds()
        return lastLook.withLock { look in
            if let look, now &- look.time < freshNanoseconds { return min(wanted, look.availableBytes) }
            let available = MachineLimits.soundBudget(.max)
            look = Look(time: now, availableBytes: available)
            return min(wanted, available)
        }
    }

    private static func nanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
