import Glibc

/// A value behind a lock, with a signal for threads that wait until it changes.
package final class Monitor<Value>: @unchecked Sendable {
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changeCondition: UnsafeMutablePointer<pthread_cond_t>

    package init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        changeCondition = .allocate(capacity: 1)
        changeCondition.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changeCondition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(changeCondition)
        pthread_mutex_destroy(mutex)
        changeCondition.deallocate()
        mutex.deallocate()
    }

    /// Calls a function with the value while the lock is held.
    package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }

    /// Changes the value and wakes the waiting threads.
    package func update<Result>(_ body: (inout Value) -> Result) -> Result {
        let result = withLock(body)
        pthread_cond_broadcast(changeCondition)
        return result
    }

    /// Waits until the condition holds or the clock shows `deadline`.
    func wait(until deadline: UInt64?, _ condition: (Value) -> Bool) {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !condition(value) {
            if let deadline {
                var time = timespec(
                    tv_sec: Int(deadline / Clock.second), tv_nsec: Int(deadline % Clock.second))
                if pthread_cond_timedwait(changeCondition, mutex, &time) == ETIMEDOUT { return }
            } else {
                pthread_cond_wait(changeCondition, mutex)
            }
        }
    }
}
