/// Gives components that block their turns, each on a thread of its own while it works.
///
/// The pool grows when no thread is free, up to a limit, and shrinks when threads are idle.
final class BlockingPool: @unchecked Sendable {
    // Unchecked, because the lock guards what changes.
    private let condition = ThreadCondition()
    private var ready = Ring<UnsafeMutablePointer<ReceiverState>>()
    private var threadCount = 0
    private var idleCount = 0
    private let limit: Int
    private unowned let host: SystemHost

    init(_ host: SystemHost, limit: Int) { (self.host, self.limit) = (host, max(1, limit)) }

    deinit {
        ready.deallocate()
        condition.deallocate()
    }

    /// Gives a component its turn.
    ///
    /// - Returns: Whether a thread will; `false` if there is none and the system has no more.
    func schedule(_ receiver: UnsafeMutablePointer<ReceiverState>) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        ready.append(receiver)
        if ready.count <= idleCount {
            condition.signal()
            return true
        }
        guard threadCount < limit else { return true }
        // Without a further thread, the others take the component in turn.
        if DetachedThread.start({ [self, host] in withExtendedLifetime(host) { work() } }) {
            threadCount += 1
        } else if threadCount == 0 {
            _ = ready.removeFirst()
            return false
        }
        return true
    }

    private func work() {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if ready.isEmpty {
                idleCount += 1
                let isTimeUp = condition.wait(atMost: .seconds(2))
                idleCount -= 1
                guard ready.isEmpty else { continue }
                if isTimeUp { break }
                continue
            }
            let receiver = ready.removeFirst()
            condition.unlock()
            host.turn(receiver)
            condition.lock()
        }
        threadCount -= 1
    }
}
