/// Gives components their turns on the threads of Swift's pool.
///
/// A worker is a task that gives one component after another its turn, until none waits; so
/// messages between components change no thread. What a component sends wakes no second worker, as
/// the first is about to be free. If it isn't, or if several components wait, a watching thread
/// notices within ``patience``, and starts one.
final class WorkerPool: @unchecked Sendable {
    // Unchecked, because the lock guards what changes.
    private let condition = ThreadCondition()
    private var ready = Ring<UnsafeMutablePointer<ReceiverState>>()
    private var workerCount = 0
    private let maximumWorkerCount: Int
    /// The number of turns that have begun.
    private var turnCount = 0
    private var isWatched = false
    private unowned let host: SystemHost
    private static let patience = Duration.microseconds(100)

    init(_ host: SystemHost) {
        self.host = host
        maximumWorkerCount = ProcessorCount.online
    }

    deinit {
        ready.deallocate()
        condition.deallocate()
    }

    func schedule(_ receiver: UnsafeMutablePointer<ReceiverState>) {
        condition.lock()
        ready.append(receiver)
        let isFirst = workerCount == 0
        if isFirst { workerCount = 1 }
        let mustWatch = !isFirst && !isWatched && workerCount < maximumWorkerCount
        if mustWatch { isWatched = true }
        condition.unlock()
        if isFirst { startWorker(host) }
        if mustWatch { watch() }
    }

    private func startWorker(_ host: SystemHost) {
        Task.detached { [self] in withExtendedLifetime(host) { work() } }
    }

    private func work() {
        condition.lock()
        while !ready.isEmpty {
            let receiver = ready.removeFirst()
            turnCount &+= 1
            condition.unlock()
            host.turn(receiver)
            condition.lock()
        }
        workerCount -= 1
        condition.unlock()
    }

    /// Starts further workers while turns last long and components wait.
    private func watch() {
        let hasThread = DetachedThread.start { [self] in
            condition.lock()
            var (seen, idleRounds, patience) = (turnCount, 0, Self.patience)
            // It stays a while, as the next messages often come soon.
            while idleRounds < 100 {
                _ = condition.wait(atMost: patience)
                idleRounds = workerCount == 0 ? idleRounds + 1 : 0
                // One that waits is about to have its turn, unless a turn lasts long.
                let mustStart =
                    (ready.count > 1 || !ready.isEmpty && turnCount == seen) && workerCount < maximumWorkerCount
                // While no thread takes turns, looking often would only take their time.
                patience = turnCount == seen && workerCount > 0 ? min(patience * 2, .milliseconds(50)) : Self.patience
                seen = turnCount
                guard mustStart else { continue }
                workerCount += 1
                // As long as components wait, somebody keeps the host.
                let host = host
                condition.unlock()
                startWorker(host)
                condition.lock()
            }
            isWatched = false
            condition.unlock()
        }
        if !hasThread { condition.lock(); isWatched = false; condition.unlock() }
    }
}
