import ArgumentParser
import AutomataFiles
import Glibc

/// A runner that processes files, several at a time, and reports the progress and the outcome.
///
/// Only the calling thread prints; standard output is in the order of the files. The other threads
/// write files.
package struct BatchRunner: Sendable {
    package typealias Work<Value> = @Sendable (_ index: Int, WorkContext) throws(ToolError) -> Value

    let names: [String]
    let limits: LimitOptions
    let batch: BatchOptions
    /// Whether files are replaced.
    let force: Bool
    /// Whether missing folders of written files are created.
    let makesFolders: Bool
    /// The cases in which a summary line ends the output; there is none for one file.
    let summary: Summary

    package enum Summary: Sendable {
        case always, afterFailures, never
    }

    package init(
        names: [String], limits: LimitOptions, batch: BatchOptions, force: Bool = false, makesFolders: Bool = false,
        summary: Summary = .always
    ) {
        self.names = names
        self.limits = limits
        self.batch = batch
        self.force = force
        self.makesFolders = makesFolders
        self.summary = summary
    }

    /// The time by which the work on a file may exceed its deadline before it is abandoned;
    /// algorithms check the clock much more often.
    private static let gracePeriod = Clock.second / 2

    /// Processes all files, and returns the results in the order of the files.
    ///
    /// - Throws: The exit code of an error if a file failed or wasn't started.
    @discardableResult
    package func run<Value: Sendable>(_ work: @escaping Work<Value>) throws -> [Value] {
        let results = try partialResults(work).compactMap(\.self)
        guard results.count == names.count else { throw ExitCode(2) }
        return results
    }

    /// Processes all files, and returns the results; `nil` for files that failed or weren't
    /// started.
    package func partialResults<Value: Sendable>(_ work: @escaping Work<Value>) throws(ToolError) -> [Value?] {
        let startTime = Clock.now()
        let state = Monitor(BatchState<Value>(count: names.count))
        // The memory is looked at once, as that takes longer than many a file.
        let worker = BatchWorker(
            runner: self, state: state, maximumBytes: SystemLimits.clampedToFreeMemory(limits.maximumBytes), work: work)
        var progress = ProgressLine(total: names.count, isQuiet: batch.quiet)
        try worker.start(min(jobs, names.count))
        var news: BatchState<Value>.News
        repeat {
            state.wait(until: nextWake(progress)) { $0.hasNews }
            let status: String
            (news, status) = state.update {
                ($0.drainNews(gracePeriod: Self.gracePeriod, timeout: .timeout(limits)), $0.status)
            }
            try worker.start(news.overdueCount)
            try tell(news, &progress)
            if !news.isLast { progress.draw(done: news.succeededCount + news.failedCount, status: status) }
        } while !news.isLast
        progress.clear()
        let showsSummary = summary == .always || summary == .afterFailures && news.succeededCount < names.count
        if names.count > 1, !batch.quiet, showsSummary {
            Messages.plain(summary(news.succeededCount, news.failedCount, nanoseconds: Clock.now() - startTime))
        }
        return state.withLock { $0.values }
    }

    /// The number of workers: the requested number, or else one for each processor, as long as
    /// there is the memory that each may use.
    private var jobs: Int {
        if let jobs = batch.jobs { return jobs }
        let memory = max(0, sysconf(Int32(_SC_PHYS_PAGES))).multipliedReportingOverflow(
            by: max(1, sysconf(Int32(_SC_PAGESIZE))))
        let room = memory.overflow ? Int.max : memory.partialValue / max(1, limits.maximumBytes)
        return max(1, min(WorkerThread.processorCount, room))
    }

    /// Returns the time of the next check of the clock.
    private func nextWake(_ progress: ProgressLine) -> UInt64? {
        let check = limits.timeout.map { _ in Clock.now() + Clock.second / 10 }
        return [progress.nextDraw, check].compactMap { $0 }.min()
    }

    private func tell<Value>(_ news: BatchState<Value>.News, _ progress: inout ProgressLine) throws(ToolError) {
        for note in news.notes where !batch.quiet {
            progress.clear()
            Messages.note(note.text, at: note.location ?? names[note.file])
        }
        if !news.output.isEmpty {
            if Terminal.showsOutput { progress.clear() }
            try StandardOutput.write(news.output)
        }
        for (file, error) in news.failures {
            progress.clear()
            var error = error
            error.location = error.location ?? names[file]
            Messages.error(error)
        }
    }

    private func summary(_ succeededCount: Int, _ failedCount: Int, nanoseconds: UInt64) -> String {
        var text = "\(names.count) files: \(succeededCount) done"
        if failedCount > 0 { text += ", \(failedCount) failed" }
        let rest = names.count - succeededCount - failedCount
        if rest > 0 { text += ", \(rest) not started (--keep-going continues after a failure)" }
        let milliseconds = nanoseconds / 1_000_000
        return text + " in \(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst()) s"
    }
}

extension LimitOptions {
    /// Processes one file, or several together, and returns the result.
    ///
    /// - Throws: The exit code of an error if the work failed.
    @discardableResult
    package func run<Value: Sendable>(
        on name: String, isQuiet: Bool = false, replacing force: Bool = false,
        _ work: @escaping @Sendable (WorkContext) throws(ToolError) -> Value
    ) throws -> Value {
        try BatchRunner(names: [name], limits: self, batch: BatchOptions(quiet: isQuiet), force: force)
            .run { _, context throws(ToolError) in try work(context) }[0]
    }
}
