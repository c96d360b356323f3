import Glibc

/// The monotonic clock, in nanoseconds.
package enum Clock {
    package static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }

    static let second: UInt64 = 1_000_000_000
}
