internal import SystemLibrary

/// The signals that the process gets, by number, without an end.
///
///     system.feed(port.signal, from: try SignalSequence([SIGHUP, SIGTERM]))
///
/// As long as the sequence exists, its signals don't have the effect that they had before. It can
/// be iterated once; the signals that come before are kept.
public struct SignalSequence: AsyncSequence, Sendable {
    private let subscription: Subscription

    /// Catches signals from now on.
    ///
    /// - Parameter numbers: The numbers of the signals.
    /// - Throws: ``SystemCallError`` if a signal can't be caught, such as `SIGKILL`.
    public init(_ numbers: [Int32]) throws(SystemCallError) { subscription = try Subscription(numbers) }

    /// Returns an iterator over the signals.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(iterator: subscription.stream.makeAsyncIterator(), subscription: subscription)
    }

    /// An iterator over signals.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var iterator: AsyncStream<Int32>.Iterator
        fileprivate let subscription: Subscription

        /// Waits for the next signal; `nil` if the task is cancelled.
        public mutating func next() async -> Int32? { await iterator.next() }
    }

    fileprivate final class Subscription: Sendable {
        let stream: AsyncStream<Int32>
        private let continuation: AsyncStream<Int32>.Continuation
        private let number: Int

        init(_ numbers: [Int32]) throws(SystemCallError) {
            (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
            number = try SignalHub.shared.add(numbers, continuation)
        }

        deinit { SignalHub.shared.remove(number) }
    }
}

/// Gives the signals of the process to whoever wants them.
private final class SignalHub: @unchecked Sendable {
    // Unchecked, because the lock guards what changes.
    static let shared = SignalHub()

    private let lock = Lock()
    private var subscriptions: [Int: (numbers: Set<Int32>, continuation: AsyncStream<Int32>.Continuation)] = [:]
    private var count = 0
    /// The effects that signals had before.
    private var handlers: [Int32: @convention(c) (Int32) -> Void] = [:]
    private var ignored: [Int32: Int] = [:]
    private var readEnd: Int32 = -1

    func add(
        _ numbers: [Int32], _ continuation: AsyncStream<Int32>.Continuation
    ) throws(SystemCallError) -> Int {
        lock.lock()
        defer { lock.unlock() }
        if readEnd < 0 { try open() }
        count += 1
        subscriptions[count] = ([], continuation)
        for number in Set(numbers) {
            if !isCaught(number) {
                do throws(SystemCallError) { try catchSignal(number) } catch {
                    release(count)
                    throw error
                }
            }
            subscriptions[count]?.numbers.insert(number)
        }
        return count
    }

    func remove(_ number: Int) { lock.withLock { release(number) } }

    private func isCaught(_ number: Int32) -> Bool { subscriptions.values.contains { $0.numbers.contains(number) } }

    private func release(_ subscription: Int) {
        for number in subscriptions.removeValue(forKey: subscription)?.numbers ?? [] where !isCaught(number) {
            if let ignored = ignored.removeValue(forKey: number) {
                _ = signal(number, unsafeBitCast(ignored, to: (@convention(c) (Int32) -> Void)?.self))
            } else {
                _ = signal(number, handlers.removeValue(forKey: number))
            }
        }
    }

    private func catchSignal(_ number: Int32) throws(SystemCallError) {
        let old = signal(number, noteSignal)
        // The constants for default, ignored and failed aren't functions.
        let value = old.map { Int(bitPattern: unsafeBitCast($0, to: UnsafeRawPointer.self)) } ?? 0
        if value == -1 { throw SystemCallError("signal") }
        if (0...1).contains(value) { ignored[number] = value } else { handlers[number] = old }
    }

    private func open() throws(SystemCallError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemCallError("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A handler must never wait.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        guard DetachedThread.start({ [self] in work() }) else {
            for end in ends { close(end) }
            throw SystemCallError("pthread_create", code: EAGAIN)
        }
        (readEnd, signalPipe) = (ends[0], ends[1])
    }

    private func work() {
        let descriptor = lock.withLock { readEnd }
        var number: UInt8 = 0
        while true {
            let count = read(descriptor, &number, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return }
            lock.withLock {
                for subscription in subscriptions.values where subscription.numbers.contains(Int32(number)) {
                    subscription.continuation.yield(Int32(number))
                }
            }
        }
    }
}

/// The end of the pipe that the handler writes to.
private nonisolated(unsafe) var signalPipe: Int32 = -1

private func noteSignal(_ number: Int32) {
    let code = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(signalPipe, &byte, 1)
    errno = code
}
