import Dispatch
import Foundation

/// Does jobs on several threads, and returns the results in the order of the jobs.
func concurrently<Job: Sendable, Result: Sendable>(
    _ jobs: [Job], threads: Int, _ work: @Sendable (Job) -> Result
) -> [Result] {
    let board = Board<Result>(count: jobs.count)
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, jobs.count))) { _ in
        while let index = board.next() { board.put(work(jobs[index]), at: index) }
    }
    return board.results
}

/// The taken jobs, and the results of finished ones.
private final class Board<Result: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var taken = 0
    private var slots: [Result?]

    init(count: Int) { slots = [Result?](repeating: nil, count: count) }

    func next() -> Int? {
        lock.withLock {
            guard taken < slots.count else { return nil }
            defer { taken += 1 }
            return taken
        }
    }

    func put(_ result: Result, at index: Int) { lock.withLock { slots[index] = result } }

    var results: [Result] { lock.withLock { slots.compactMap { $0 } } }
}
