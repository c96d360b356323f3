#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A value that a lock guards.
// Not a `Mutex`, which the thread sanitizer doesn't know.
package final class Guarded<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}

/// A pipe by which others wake a thread that waits for descriptors.
package final class WakePipe: Sendable {
    package let descriptor: Int32
    private let writeEnd: Int32

    /// Makes a pipe; `nil` if the system can't.
    package init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    package func wake() {
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
    }

    /// Lets the thread sleep again.
    package func drain() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(descriptor, &bytes, 16) == 16 {}
    }
}

/// A thread that others may wait for.
package final class TransportThread: Sendable {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let state = Guarded<(id: pthread_t?, isEnded: Bool)>((nil, false))

    package init() {}

    /// Whether the caller runs on the thread.
    package var isCurrent: Bool {
        guard let id = state.withLock({ $0.id }) else { return false }
        return pthread_equal(id, pthread_self()) != 0
    }

    /// Starts the thread.
    ///
    /// - Returns: Whether the system could.
    package func start(_ run: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        let body = Unmanaged.passRetained(
            Body { [state] in
                state.withLock { $0.id = pthread_self() }
                // Libraries for encryption write to connections that have ended.
                var signals = sigset_t()
                sigemptyset(&signals)
                sigaddset(&signals, SIGPIPE)
                pthread_sigmask(SIG_BLOCK, &signals, nil)
                run()
                state.withLock { $0.isEnded = true }
            })
        let code = pthread_create(
            &thread, &attributes,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        if code != 0 { body.release() }
        return code == 0
    }

    /// Waits until the thread has ended, for some seconds at most.
    package func wait(atMost seconds: Double) {
        // A transport ends once: looking now and then is simple, and costs nothing while it runs.
        let end = MonotonicTime.now + seconds
        while !state.withLock({ $0.isEnded }), MonotonicTime.now < end { usleep(1000) }
    }
}

/// The time of a clock that nobody sets.
package enum MonotonicTime {
    /// The time in seconds.
    package static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The descriptors that a thread waits for.
package struct DescriptorPoll {
    private var entries: [pollfd]

    package init(_ descriptors: [Int32]) {
        entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    }

    /// Waits until one of the descriptors can be read, for milliseconds at most, or without end if
    /// these are negative.
    package mutating func wait(_ milliseconds: Int) {
        for index in entries.indices { entries[index].revents = 0 }
        let count = poll(&entries, nfds_t(entries.count), Int32(clamping: milliseconds))
        // Without memory in the kernel, it can only be tried again.
        if count < 0 && errno != EINTR { usleep(10_000) }
    }

    /// Whether a descriptor was ready when the wait ended, or has failed.
    package func isReady(_ index: Int) -> Bool { entries[index].revents != 0 }

    /// Waits for a descriptor also until it can be written.
    package mutating func setWrites(_ index: Int, _ writes: Bool) {
        entries[index].events = Int16(POLLIN) | (writes ? Int16(POLLOUT) : 0)
    }
}
