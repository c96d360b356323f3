package import Automata
import AutomataFiles
import Glibc
import Synchronization

/// The result of the work on one file.
package struct Product: Sendable {
    var destination: Destination
    package var bytes: [UInt8]
    /// The notes for the user, a sentence each.
    package var notes: [String] = []
    /// Files that are written beside the result.
    package var files: [(path: String, bytes: [UInt8])] = []

    package init(
        destination: Destination, bytes: [UInt8], notes: [String] = [], files: [(path: String, bytes: [UInt8])] = []
    ) {
        self.destination = destination
        self.bytes = bytes
        self.notes = notes
        self.files = files
    }
}

/// The resources of the work on one file.
package struct WorkContext: Sendable {
    /// The limits of this file, its deadline among them.
    package let budget: Budget
    /// Tells in a few words how far the work has come.
    package let report: @Sendable (String) -> Void
    /// Takes bytes for standard output that are there before the work is done. It waits while many
    /// are kept because the files before aren't done, or nobody reads them.
    package let write: @Sendable ([UInt8]) -> Void

    package var isCancelled: Bool { budget.isCancelled?() ?? false }
}

/// Does the work on each file, several at a time, and reports.
///
/// The calling thread alone prints, in the order of the files where it is standard output; the
/// workers write files.
package struct BatchRunner: Sendable {
    package typealias Work = @Sendable (Int, WorkContext) throws(ToolError) -> Product

    let names: [String]
    let limits: LimitOptions
    let settings: BatchSettings
    /// Whether files are replaced.
    let force: Bool
    /// Whether the folders that files are written into are made.
    let makesFolders: Bool
    /// The cases in which a line that counts ends the output; for one file there is none.
    let summary: Summary

    package enum Summary: Sendable {
        case always, afterFailures, never
    }

    package init(
        names: [String], limits: LimitOptions, settings: BatchSettings = BatchSettings(), force: Bool = false,
        makesFolders: Bool = false, summary: Summary = .always
    ) {
        self.names = names
        self.limits = limits
        self.settings = settings
        self.force = force
        self.makesFolders = makesFolders
        self.summary = summary
    }

    /// The time by which a file may exceed its own before it is given up: the algorithms look at
    /// the clock much more often.
    private static let grace = Clock.second / 2

    /// Works on all files; returns the number of those that failed or weren't started.
    package func run(_ work: @escaping Work) throws(ToolError) -> Int {
        let started = Clock.now()
        // Looked at once, as that takes longer than many a file.
        let maximumBytes = MachineLimits.soundBudget(limits.maximumBytes)
        let state = Monitor(State(count: names.count, maximumBytes: maximumBytes))
        var progress = ProgressLine(total: names.count, isQuiet: settings.isQuiet)
        for _ in 0..<min(jobs, names.count) {
            let runner = self
            try WorkerThread.start { runner.workLoop(state, work) }
        }

        var tally = Tally()
        var unprinted: [Int: Product] = [:]
        var nextToPrint = 0
        var isIdle = false
        while !isIdle {
            state.wait(until: nextWake(progress)) { [nextToPrint] in
                !$0.events.isEmpty || $0.isIdle || $0.output[nextToPrint] != nil
            }
            let (events, overdue) = takeEvents(state)
            try printOutput(of: nextToPrint, state, &progress)
            for _ in 0..<overdue {
                let runner = self
                try WorkerThread.start { runner.workLoop(state, work) }
            }
            for (index, result) in events {
                switch result {
                case .success(let product):
                    tally.succeeded += 1
                    if !settings.isQuiet, !product.notes.isEmpty {
                        progress.clear()
                        for note in product.notes { Messages.note(note, at: names[index]) }
                    }
                    unprinted[index] = product
                case .failure(var error):
                    tally.failed += 1
                    progress.clear()
                    if error.place == nil { error.place = names[index] }
                    Messages.error(error)
                    unprinted[index] = Product(destination: .standardOutput, bytes: [])
                }
            }
            while let product = unprinted.removeValue(forKey: nextToPrint) {
                try printOutput(of: nextToPrint, state, &progress)
                nextToPrint += 1
                if product.destination == .standardOutput { try Self.print(product.bytes, &progress) }
            }
            let (status, isDone) = state.withLock { ($0.status, $0.isIdle && $0.events.isEmpty) }
            isIdle = isDone
            if !isIdle { progress.draw(done: tally.done, status: status) }
        }
        progress.clear()
        if names.count > 1, !settings.isQuiet,
            summary == .always || summary == .afterFailures && tally.succeeded < names.count
        {
            Messages.plain(tally.summary(of: names.count, nanoseconds: Clock.now() - started))
        }
        return names.count - tally.succeeded
    }

    /// Prints a file's pending output.
    private func printOutput(
        of index: Int, _ state: Monitor<State>, _ progress: inout ProgressLine
    ) throws(ToolError) {
        if let bytes = state.update({ $0.output.removeValue(forKey: index) }) { try Self.print(bytes, &progress) }
    }

    private static func print(_ bytes: [UInt8], _ progress: inout ProgressLine) throws(ToolError) {
        guard !bytes.isEmpty else { return }
        if Terminal.showsOutput { progress.clear() }
        try StandardOutput.write(bytes)
    }

    /// The workers: as many as asked for, else one a processor as long as each can use all the
    /// memory it may.
    private var jobs: Int {
        if let jobs = settings.jobs { return jobs }
        let memory = max(0, sysconf(Int32(_SC_PHYS_PAGES))).multipliedReportingOverflow(
            by: max(1, sysconf(Int32(_SC_PAGESIZE))))
        let room = memory.overflow ? Int.max : memory.partialValue / max(1, limits.maximumBytes)
        return max(1, min(WorkerThread.processorCount, room))
    }

    /// Returns the time of the next look at the clock, whatever happens until then.
    private func nextWake(_ progress: ProgressLine) -> UInt64? {
        let check = limits.timeout.map { _ in Clock.now() + Clock.second / 10 }
        return [progress.nextDraw, check].compactMap { $0 }.min()
    }

    /// Takes what has happened; a worker that doesn't heed its deadline is given up, and its file
    /// has failed.
    private func takeEvents(_ state: Monitor<State>) -> (events: [State.Event], overdue: Int) {
        let now = Clock.now()
        return state.withLock { state in
            var overdue = 0
            for (index, phase) in state.phases.enumerated() {
                guard let deadline = phase.deadline, deadline + Self.grace <= now else { continue }
                state.phases[index] = .finished
                state.running -= 1
                overdue += 1
                state.events.append((index, .failure(ToolError(ToolError.timeoutMessage(limits), isLimit: true))))
            }
            defer { state.events = [] }
            return (state.events, overdue)
        }
    }
}

// MARK: - The workers' side

extension BatchRunner {
    /// The state of the files, shared by all threads.
    struct State {
        typealias Event = (index: Int, result: Result<Product, ToolError>)

        enum Phase {
            case waiting
            case running(deadline: UInt64?)
            case writing
            case finished

            var deadline: UInt64? {
                if case .running(let deadline) = self { deadline } else { nil }
            }
        }

        var phases: [Phase]
        var next = 0
        var running = 0
        /// A file failed, and no other is started.
        var isStopped = false
        var events: [Event] = []
        /// The output of unfinished files for standard output.
        var output: [Int: [UInt8]] = [:]
        /// The latest words about running work.
        var status = ""
        /// The bytes that the work on a file may take: what is asked for, or what this process can
        /// have.
        let maximumBytes: Int

        init(count: Int, maximumBytes: Int) {
            phases = Array(repeating: .waiting, count: count)
            self.maximumBytes = maximumBytes
        }

        var isIdle: Bool { running == 0 && (isStopped || next == phases.count) }
    }

    /// The bytes for standard output that are kept for a file before its work waits.
    private static let mostOutput = 1 << 22

    /// Takes bytes for standard output, and waits while many are kept. That time doesn't count for
    /// the deadline.
    private func take(_ bytes: [UInt8], of index: Int, _ deadline: Deadline?, _ state: Monitor<State>) {
        func isGivenUp(_ state: State) -> Bool { if case .finished = state.phases[index] { true } else { false } }
        func hasRoom(_ state: State) -> Bool {
            state.output[index]?.count ?? 0 < Self.mostOutput || isGivenUp(state)
        }
        if !state.withLock({ hasRoom($0) }) {
            let start = Clock.now()
            state.withLock { if !isGivenUp($0) { $0.phases[index] = .writing } }
            state.wait(until: nil) { hasRoom($0) }
            deadline?.postpone(by: Clock.now() - start)
            state.withLock { if !isGivenUp($0) { $0.phases[index] = .running(deadline: deadline?.time) } }
        }
        state.update { state in
            guard !isGivenUp(state) else { return }
            state.output[index, default: []] += bytes
        }
    }

    /// The time at which the work on a file is given up.
    private final class Deadline: Sendable {
        private let value: Atomic<UInt64>

        init(_ time: UInt64) { value = Atomic(time) }

        var time: UInt64 { value.load(ordering: .relaxed) }

        func postpone(by duration: UInt64) { value.add(duration, ordering: .relaxed) }
    }

    private func workLoop(_ state: Monitor<State>, _ work: Work) {
        while let (index, context) = begin(state) {
            do {
                let product = try work(index, context)
                var files = product.files
                if case .file(let path) = product.destination { files.append((path, product.bytes)) }
                if !files.isEmpty {
                    // A file that was given up meanwhile is not written any more.
                    guard beginWriting(index, state) else { return }
                    for (path, bytes) in files {
                        try OutputFile.write(bytes, to: path, replacing: force, makingFolders: makesFolders)
                    }
                }
                guard finish(index, .success(product), state) else { return }
            } catch {
                guard finish(index, .failure(error), state) else { return }
            }
        }
    }

    private func begin(_ state: Monitor<State>) -> (Int, WorkContext)? {
        let deadline = limits.timeout.map { Deadline(Clock.now() + $0.nanoseconds) }
        let (index, maximumBytes) = state.withLock { state -> (Int?, Int) in
            guard !state.isStopped, state.next < state.phases.count else { return (nil, 0) }
            defer { state.next += 1 }
            state.phases[state.next] = .running(deadline: deadline?.time)
            state.running += 1
            return (state.next, state.maximumBytes)
        }
        guard let index else { return nil }
        let showsProgress = Terminal.isInteractive && !settings.isQuiet
        let report: @Sendable (String) -> Void = { [name = Path.split(names[index]).name.shown] words in
            if showsProgress { state.withLock { $0.status = "\(name): \(words)" } }
        }
        report("reading")
        var budget = Budget(maximumStates: limits.maximumStates, maximumBytes: maximumBytes)
        if let deadline { budget.isCancelled = { Clock.now() >= deadline.time } }
        if showsProgress {
            budget.reportProgress = { progress in
                // Writers, which build no states, ask too.
                if progress.statesBuilt == 0 { return }
                report("\(grouped(progress.statesBuilt)) states, \(grouped(progress.statesPending)) to explore")
            }
        }
        return (index, WorkContext(budget: budget, report: report) { take($0, of: index, deadline, state) })
    }

    private func beginWriting(_ index: Int, _ state: Monitor<State>) -> Bool {
        state.withLock { state in
            guard case .running = state.phases[index] else { return false }
            state.phases[index] = .writing
            return true
        }
    }

    /// Returns `false` where the file was given up meanwhile; another worker has taken this one's
    /// place then.
    private func finish(_ index: Int, _ result: Result<Product, ToolError>, _ state: Monitor<State>) -> Bool {
        state.update { state in
            if case .finished = state.phases[index] { return false }
            state.phases[index] = .finished
            state.running -= 1
            if case .failure(let error) = result, !error.isLimit, !settings.keepsGoing { state.isStopped = true }
            state.events.append((index, result))
            return true
        }
    }
}

/// Counts how the files fared.
private struct Tally {
    var succeeded = 0
    var failed = 0

    var done: Int { succeeded + failed }

    func summary(of total: Int, nanoseconds: UInt64) -> String {
        var text = "\(total) files: \(succeeded) done"
        if failed > 0 { text += ", \(failed) failed" }
        if total > done { text += ", \(total - done) not started (--keep-going goes on after a failure)" }
        let milliseconds = nanoseconds / 1_000_000
        return text + " in \(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst()) s"
    }
}
