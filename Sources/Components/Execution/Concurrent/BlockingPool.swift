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

    init(_ host: SystemHost, limit: Int) { (self.host, self.limit) = (host, limit) }

    deinit {
        ready.deallocate()
        condition.deallocate()
    }

    func schedule(_ receiver: UnsafeMutablePointer<ReceiverState>) {
        condition.lock()
        defer { condition.unlock() }
        ready.append(receiver)
        if ready.count <= idleCount { return condition.signal() }
        guard threadCount < limit else { return }
        // Without a further thread, the others take the component in turn.
        if DetachedThread.start({ [self, host] in withExtendedLifetime(host) { work() } }) { threadCount += 1 }
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
