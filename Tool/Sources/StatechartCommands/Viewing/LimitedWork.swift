import Statecharts
import StatechartScripts
import Synchronization
import ToolSupport

/// Stops a run from another thread: its scripts, and its further timers.
final class StopSignal: Sendable {
    private struct Scripts {
        weak var value: ECMAScript?
    }

    private struct State {
        var isStopped = false
        var scripts: [Scripts] = []
    }

    private let state = Mutex(State())

    var isStopped: Bool { state.withLock(\.isStopped) }

    /// Adds the scripts of a session, which fail from the moment at which the run is stopped.
    func add(_ scripts: ECMAScript) {
        let isStopped = state.withLock { state in
            state.scripts.removeAll { $0.value == nil }
            state.scripts.append(Scripts(value: scripts))
            return state.isStopped
        }
        if isStopped { scripts.interrupt() }
    }

    func stop() {
        let scripts = state.withLock { state in
            state.isStopped = true
            return state.scripts.compactMap(\.value)
        }
        for scripts in scripts { scripts.interrupt() }
    }
}

/// Work on threads of its own, for which nobody waits longer than a time limit.
enum LimitedWork {
    /// A limited number of threads, as work may go on for a while after it was stopped.
    final class Threads: Sendable {
        static let (steps, pictures) = (Threads(), Threads())
        fileprivate let count = Atomic<Int>(0)
        fileprivate static let maximumCount = 16
    }

    /// The error if no thread is free, or the system has none; the work didn't begin.
    static let refusal = ToolError("earlier steps are still being stopped; wait some seconds")

    /// Runs work, and stops it when it takes too long.
    ///
    /// - Parameter threads: The threads of which the work takes one; `nil` if it's never refused.
    /// - Parameter endsWithTask: Whether the work is also stopped when the task is canceled.
    /// - Returns: The result; `nil` if the work was stopped; it may then still run.
    static func run<Value: Sendable>(
        on threads: Threads? = .steps, atMost limit: Duration, stopping signal: StopSignal,
        endsWithTask: Bool = false,
        _ body: @escaping @Sendable () throws(ToolError) -> Value
    ) async throws(ToolError) -> Value? {
        let answer = Answer<Value>()
        if let threads, threads.count.add(1, ordering: .relaxed).newValue > Threads.maximumCount {
            threads.count.subtract(1, ordering: .relaxed)
            throw refusal
        }
        do throws(ToolError) {
            try WorkerThread.start {
                do throws(ToolError) {
                    let value = try body()
                    answer.give(signal.isStopped ? .success(nil) : .success(value))
                } catch {
                    answer.give(signal.isStopped ? .success(nil) : .failure(error))
                }
                threads?.count.subtract(1, ordering: .relaxed)
            }
        } catch {
            threads?.count.subtract(1, ordering: .relaxed)
            throw refusal
        }
        // The run goes on if the work ended just before.
        let stop = { @Sendable in if answer.give(.success(nil)) { signal.stop() } }
        let timer = Task {
            try await Task.sleep(for: limit)
            stop()
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { answer.wait($0) }
        } onCancel: {
            if endsWithTask { stop() }
        }.get()
    }
}

/// The first outcome of work; later ones are ignored.
private final class Answer<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value?, ToolError>

    private struct State {
        var outcome: Outcome?
        var reader: CheckedContinuation<Outcome, Never>?
    }

    private let state = Mutex(State())

    /// Gives the outcome, and returns whether it was the first.
    @discardableResult func give(_ outcome: Outcome) -> Bool {
        let (isFirst, reader) = state.withLock { state in
            guard state.outcome == nil else { return (false, CheckedContinuation<Outcome, Never>?.none) }
            state.outcome = outcome
            return (true, state.reader)
        }
        reader?.resume(returning: outcome)
        return isFirst
    }

    func wait(_ reader: CheckedContinuation<Outcome, Never>) {
        let outcome = state.withLock { state in
            state.reader = reader
            return state.outcome
        }
        if let outcome { reader.resume(returning: outcome) }
    }
}
