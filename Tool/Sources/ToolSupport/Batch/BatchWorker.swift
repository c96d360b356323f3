import Automata
import AutomataFiles

/// A thread that works on the files of a batch, one after another.
struct BatchWorker<Value: Sendable>: Sendable {
    let runner: BatchRunner
    let state: Monitor<BatchState<Value>>
    /// The maximum bytes of memory for the work on a file: the option's, or less if this process
    /// can't have that.
    let maximumBytes: Int
    let work: BatchRunner.Work<Value>

    func start(_ count: Int) throws(ToolError) {
        for _ in 0..<count { try WorkerThread.start { run() } }
    }

    private func run() {
        while true {
            let deadline = Deadline(in: runner.limits.timeout?.nanoseconds)
            guard let file = state.withLock({ $0.begin(deadline) }) else { return }
            let context = context(file, deadline)
            let outcome: Result<Value, ToolError>
            do { outcome = .success(try work(file, context)) } catch { outcome = .failure(error) }
            let keepsGoing = runner.batch.keepGoing
            guard state.update({ $0.finish(file, outcome, keepsGoing: keepsGoing) }) else { return }
        }
    }

    private func context(_ file: Int, _ deadline: Deadline) -> WorkContext {
        let showsProgress = Terminal.isInteractive && !runner.batch.quiet
        let report: @Sendable (String) -> Void = { [state, name = Path.split(runner.names[file]).name.shown] words in
            if showsProgress { state.withLock { $0.status = "\(name): \(words)" } }
        }
        report("reading")
        var budget = Budget(maximumStates: runner.limits.maximumStates, maximumBytes: maximumBytes)
        if runner.limits.timeout != nil { budget.isCancelled = { deadline.hasPassed() } }
        if showsProgress {
            budget.reportProgress = { progress in
                // Writers, which build no states, ask too.
                if progress.statesBuilt == 0 { return }
                report("\(grouped(progress.statesBuilt)) states, \(grouped(progress.statesPending)) to explore")
            }
        }
        return WorkContext(
            budget: budget, limits: runner.limits, report: report,
            reportNote: { note, place in state.update { $0.append(note: note, at: place, of: file) } },
            print: { print($0, of: file) },
            writeFile: { (bytes, path) throws(ToolError) in try write(bytes, to: path, of: file) })
    }

    /// Stores bytes for standard output, and waits while many are stored. That time doesn't count
    /// toward the deadline.
    private func print(_ bytes: [UInt8], of file: Int) {
        if !state.withLock({ $0.hasRoom(for: file) }), state.withLock({ $0.pause(file) }) {
            state.wait(until: nil) { $0.hasRoom(for: file) }
            state.withLock { $0.resume(file) }
        }
        state.update { $0.append(bytes, of: file) }
    }

    private func write(_ bytes: [UInt8], to path: String, of file: Int) throws(ToolError) {
        // A file that was given up meanwhile is not written any more.
        guard state.withLock({ $0.pause(file) }) else { throw .timeout(runner.limits) }
        defer { state.withLock { $0.resume(file) } }
        try OutputFile.write(bytes, to: path, replacing: runner.force, makingFolders: runner.makesFolders)
    }
}
