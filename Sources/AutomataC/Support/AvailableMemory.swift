internal import AutomataFiles
internal import Glibc
internal import Synchronization

/// The memory that the computer leaves to this process, checked at most a few times a second, as a
/// check takes longer than many operations.
enum AvailableMemory {
    // Atomics instead of a lock: after a fork, a child process would wait forever for a lock that
    // another thread held. Two threads that measure at the same time get the same result.
    private static let availableBytes = Atomic<Int>(0)
    /// The time of the next check.
    private static let nextCheckTime = Atomic<Int>(.min)
    /// The process's limits at the last check.
    private static let limits = Atomic<UInt>(0)
    private static let checkIntervalNanoseconds = 100_000_000

    /// Returns the wanted budget, but no more than ``SystemLimits/clampedToFreeMemory(_:)`` allows.
    static func clampedToFreeMemory(_ wanted: Int) -> Int {
        let (now, ownLimits) = (SystemCall.monotonicNanoseconds(), ownLimits())
        if now < nextCheckTime.load(ordering: .acquiring), ownLimits == limits.load(ordering: .relaxed) {
            return min(wanted, availableBytes.load(ordering: .relaxed))
        }
        let available = SystemLimits.clampedToFreeMemory(.max)
        availableBytes.store(available, ordering: .relaxed)
        limits.store(ownLimits, ordering: .relaxed)
        nextCheckTime.store(now &+ checkIntervalNanoseconds, ordering: .releasing)
        return min(wanted, available)
    }

    /// Returns a hash of the limits that a process can set itself, which take effect at once.
    private static func ownLimits() -> UInt {
        var limits: UInt = 0
        for resource in [RLIMIT_AS, RLIMIT_DATA] {
            var limit = rlimit()
            if getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 {
                limits = limits &* 31 &+ UInt(truncatingIfNeeded: limit.rlim_cur)
            }
        }
        return limits
    }
}
