import AutomataFiles

/// Runs each piece of the host's work on a thread of its own.
///
/// A computation that takes minutes thus keeps no other page waiting, as it would on the few
/// threads that all tasks share.
final class HostExecutor: TaskExecutor {
    /// As much as the system gives to a program's first thread; only what is used takes memory.
    private static let stackSize = 8 << 20

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let code = DetachedThread.start(stackSize: Self.stackSize) {
            job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
        // A system without room for threads still has those that tasks share.
        if code != 0 { globalConcurrentExecutor.enqueue(job) }
    }
}
