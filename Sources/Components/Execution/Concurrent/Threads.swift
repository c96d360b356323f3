internal import SystemLibrary

/// A lock in memory of its own, which may stay locked between two functions.
struct Lock: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init() {
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }

    func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock()
        defer { unlock() }
        return try body()
    }

    /// Frees the memory; the lock can't be used afterwards.
    func deallocate() {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }
}

/// A condition that threads wait for.
struct ThreadCondition: @unchecked Sendable {
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init() {
        condition = .allocate(capacity: 1)
        mutex = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        #if !canImport(Darwin)
            pthread_condattr_setclock(&attributes, Self.clock)
        #endif
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
        pthread_mutex_init(mutex, nil)
    }

    // A clock that nobody sets, where conditions can wait by it.
    #if canImport(Darwin)
        private static let clock = CLOCK_REALTIME
    #else
        private static let clock = CLOCK_MONOTONIC
    #endif

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }
    func signal() { pthread_cond_signal(condition) }

    /// Waits for a signal; the condition must be locked.
    func wait() { pthread_cond_wait(condition, mutex) }

    /// Waits for a signal, at most for a duration; the condition must be locked.
    ///
    /// - Returns: Whether the time was up.
    func wait(atMost duration: Duration) -> Bool {
        var end = timespec()
        clock_gettime(Self.clock, &end)
        let (seconds, attoseconds) = min(duration, .seconds(86_400)).components
        end.tv_sec += Int(seconds)
        end.tv_nsec += Int(attoseconds / 1_000_000_000)
        if end.tv_nsec >= 1_000_000_000 { (end.tv_sec, end.tv_nsec) = (end.tv_sec + 1, end.tv_nsec - 1_000_000_000) }
        return pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT
    }

    /// Frees the memory; the condition can't be used afterwards.
    func deallocate() {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }
}

/// Lets a thread wait for another one, once.
final class Latch: Sendable {
    private let isOpen = Guarded(false)
    private let condition = ThreadCondition()

    deinit { condition.deallocate() }

    func open() {
        condition.lock()
        isOpen.withLock { $0 = true }
        condition.signal()
        condition.unlock()
    }

    func wait() {
        condition.lock()
        while !isOpen.withLock({ $0 }) { condition.wait() }
        condition.unlock()
    }
}

/// Lets a task wait for others, once.
final class TaskLatch: Sendable {
    private let state = Guarded<(isOpen: Bool, waiting: CheckedContinuation<Void, Never>?)>((false, nil))

    func open() {
        let waiting = state.withLock { state in
            defer { state = (true, nil) }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Waits until the latch is open.
    ///
    /// - Parameter isPatient: Whether the task waits on when it is cancelled.
    func wait(isPatient: Bool = false) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting = continuation }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        } onCancel: {
            if !isPatient { open() }
        }
    }
}

/// A thread that nobody waits for.
enum DetachedThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread.
    ///
    /// - Returns: Whether the system could.
    static func start(stackSize: Int = 512 << 10, _ run: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackSize)
        var thread = pthread_t()
        let body = Unmanaged.passRetained(Body(run))
        let code = pthread_create(
            &thread, &attributes,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        if code != 0 { body.release() }
        return code == 0
    }
}

/// A pointer that each thread has for itself.
struct ThreadPointer: @unchecked Sendable {
    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        precondition(pthread_key_create(&key, nil) == 0, "the process has no room for another thread-specific value")
        self.key = key
    }

    var value: UnsafeMutableRawPointer? {
        get { pthread_getspecific(key) }
        nonmutating set { pthread_setspecific(key, newValue) }
    }
}

enum ProcessorCount {
    /// The number of processors that are online.
    static var online: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// A value that a lock guards.
// Not a `Mutex`, which the thread sanitizer doesn't know.
final class Guarded<Value>: @unchecked Sendable {
    private let lock = Lock()
    private var value: Value

    init(_ value: Value) { self.value = value }
    deinit { lock.deallocate() }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&value) }
    }
}
