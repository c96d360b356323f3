internal import SystemLibrary

/// Waits for descriptors, all on one thread, which exists only while somebody waits.
final class DescriptorWatcher: @unchecked Sendable {
    // Unchecked, because the lock guards what changes.
    static let shared = DescriptorWatcher()

    enum Event { case readable, writable }

    private struct Waiter {
        let poll: pollfd
        let continuation: CheckedContinuation<Bool, Never>
    }

    private let lock = Lock()
    private var waiters: [Int: Waiter] = [:]
    /// The numbers of waits that were cancelled before they began.
    private var cancelled: Set<Int> = []
    private var count = 0
    private var hasThread = false
    /// The pipe that wakes the thread.
    private var ends: [Int32] = [-1, -1]

    /// Waits until a descriptor can be read or written, or has an error.
    ///
    /// - Returns: Whether that is so; `false` if the task is cancelled.
    func wait(for descriptor: Int32, _ event: Event) async -> Bool {
        // Of such, `poll` says nothing; the call of the system tells the error.
        if descriptor < 0 { return true }
        let events = Int16(event == .readable ? POLLIN : POLLOUT)
        var now = pollfd(fd: descriptor, events: events, revents: 0)
        if Task.isCancelled || poll(&now, 1, 0) > 0 { return !Task.isCancelled }
        let number = lock.withLock {
            count += 1
            return count
        }
        let isReady = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let poll = pollfd(fd: descriptor, events: events, revents: 0)
                add(number, Waiter(poll: poll, continuation: continuation))
            }
        } onCancel: {
            cancel(number)
        }
        lock.withLock { _ = cancelled.remove(number) }
        return isReady
    }

    private func add(_ number: Int, _ waiter: Waiter) {
        lock.lock()
        let isCancelled = cancelled.remove(number) != nil
        if !isCancelled {
            waiters[number] = waiter
            wake()
        }
        lock.unlock()
        if isCancelled { waiter.continuation.resume(returning: false) }
    }

    private func cancel(_ number: Int) {
        lock.lock()
        let waiter = waiters.removeValue(forKey: number)
        if waiter == nil { cancelled.insert(number) } else { wake() }
        lock.unlock()
        waiter?.continuation.resume(returning: false)
    }

    private func wake() {
        if ends[0] < 0, pipe(&ends) == 0 {
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
        }
        if hasThread {
            var byte: UInt8 = 0
            _ = write(ends[1], &byte, 1)
        } else {
            hasThread = DetachedThread.start { [self] in work() }
            // Without a thread, the call of the system waits.
            if !hasThread { resume(Array(waiters.keys)) }
        }
    }

    private func resume(_ numbers: [Int]) {
        for number in numbers { waiters.removeValue(forKey: number)?.continuation.resume(returning: true) }
    }

    private func work() {
        lock.lock()
        while !waiters.isEmpty {
            let numbers = Array(waiters.keys)
            var polls = [pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)]
            polls += numbers.compactMap { waiters[$0]?.poll }
            // Without a pipe nothing wakes the thread.
            let limit: Int32 = ends[0] < 0 ? 10 : -1
            lock.unlock()
            let isDone = poll(&polls, nfds_t(polls.count), limit) >= 0 || errno == EINTR
            var bytes: (UInt64, UInt64) = (0, 0)
            while read(polls[0].fd, &bytes, 16) > 0 {}
            lock.lock()
            // If the system can't wait, the calls do.
            resume(isDone ? zip(numbers, polls.dropFirst()).filter { $1.revents != 0 }.map(\.0) : numbers)
        }
        hasThread = false
        lock.unlock()
    }
}
