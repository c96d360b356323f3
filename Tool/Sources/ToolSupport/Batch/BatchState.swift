import Synchronization

/// The files of a batch, shared by its threads.
struct BatchState<Value: Sendable> {
    /// The latest status of running work.
    var status = ""
    private var outcomes: [Result<Value, ToolError>?]
    private var nextFile = 0
    private var deadlinesByFile: [Int: Deadline] = [:]
    /// Whether a file failed, so that no other file is started.
    private var isStopped = false
    /// The output of files for standard output that isn't printed yet.
    private var output: [Int: [UInt8]] = [:]
    /// The number of files whose output is printed.
    private var printedCount = 0
    private var news = News()

    /// The events since the last call of ``drainNews(gracePeriod:timeout:)``.
    struct News {
        var notes: [(file: Int, text: String, location: String?)] = []
        var failures: [(file: Int, error: ToolError)] = []
        /// The bytes for standard output, in the order of the files.
        var output: [UInt8] = []
        /// The number of workers that ignored their deadlines.
        var overdueCount = 0
        /// The numbers of all files that succeeded and failed.
        var (succeededCount, failedCount) = (0, 0)
        var isLast = false
    }

    /// The bytes for standard output that are kept for a file before its work waits.
    private static var maximumOutput: Int { 1 << 22 }

    init(count: Int) { outcomes = Array(repeating: nil, count: count) }

    /// The results, without those of files that failed or weren't started.
    var values: [Value?] { outcomes.map { try? $0?.get() } }

    private var isIdle: Bool { deadlinesByFile.isEmpty && (isStopped || nextFile == outcomes.count) }

    var hasNews: Bool {
        !news.notes.isEmpty || isIdle || output[printedCount] != nil
            || printedCount < outcomes.count && outcomes[printedCount] != nil
            || news.succeededCount + news.failedCount > reportedCount
    }

    private var reportedCount = 0

    /// Removes and returns the news. Work that exceeds its deadline by the grace period is
    /// abandoned.
    mutating func drainNews(gracePeriod: UInt64, timeout: ToolError) -> News {
        for (file, deadline) in deadlinesByFile.sorted(by: { $0.key < $1.key })
        where deadline.hasPassed(by: gracePeriod) {
            if finish(file, .failure(timeout), keepsGoing: true) { news.overdueCount += 1 }
        }
        while printedCount < outcomes.count {
            if let bytes = output.removeValue(forKey: printedCount) { news.output += bytes }
            if outcomes[printedCount] == nil { break }
            printedCount += 1
        }
        news.isLast = isIdle
        reportedCount = news.succeededCount + news.failedCount
        defer {
            (news.notes, news.failures, news.output, news.overdueCount) = ([], [], [], 0)
        }
        return news
    }
}

// MARK: - The workers' side

extension BatchState {
    /// Begins the work on the next file; returns `nil` if there is none.
    mutating func begin(_ deadline: Deadline) -> Int? {
        guard !isStopped, nextFile < outcomes.count else { return nil }
        defer { nextFile += 1 }
        deadlinesByFile[nextFile] = deadline
        return nextFile
    }

    /// Ends the work on a file.
    ///
    /// - Returns: `false` if the work was abandoned meanwhile; another worker has then replaced
    ///   this one.
    mutating func finish(_ file: Int, _ outcome: Result<Value, ToolError>, keepsGoing: Bool) -> Bool {
        guard deadlinesByFile.removeValue(forKey: file) != nil else { return false }
        outcomes[file] = outcome
        switch outcome {
        case .success: news.succeededCount += 1
        case .failure(let error):
            news.failedCount += 1
            news.failures.append((file, error))
            if !error.isLimit, !keepsGoing { isStopped = true }
        }
        return true
    }

    /// Returns whether more output of a file can be stored, or is useless.
    func hasRoom(for file: Int) -> Bool {
        output[file]?.count ?? 0 < Self.maximumOutput || deadlinesByFile[file] == nil
    }

    mutating func append(_ bytes: [UInt8], of file: Int) {
        if deadlinesByFile[file] != nil { output[file, default: []] += bytes }
    }

    mutating func append(note: String, at location: String?, of file: Int) {
        if deadlinesByFile[file] != nil { news.notes.append((file, note, location)) }
    }

    /// Stops the clock of the work on a file; returns `false` if the work was abandoned.
    func pause(_ file: Int) -> Bool { deadlinesByFile[file]?.pause() != nil }

    func resume(_ file: Int) { deadlinesByFile[file]?.resume() }
}

/// The time at which the work on a file is abandoned.
final class Deadline: Sendable {
    private let value: Atomic<UInt64>
    /// The time at which its clock was stopped; 0 if it runs.
    private let pauseStart = Atomic<UInt64>(0)

    /// - Parameter duration: The nanoseconds from now on; `nil` for no end.
    init(in duration: UInt64?) { value = Atomic(duration.map { Clock.now() + $0 } ?? .max) }

    private var isPaused: Bool { pauseStart.load(ordering: .acquiring) > 0 }

    /// Returns whether the deadline passed `gracePeriod` nanoseconds ago or earlier.
    func hasPassed(by gracePeriod: UInt64 = 0) -> Bool {
        // The clock is asked first: if it runs, the deadline is the one after the pause.
        if isPaused { return false }
        let (time, now) = (value.load(ordering: .relaxed), Clock.now())
        return time <= now && now - time >= gracePeriod
    }

    fileprivate func pause() { pauseStart.store(Clock.now(), ordering: .relaxed) }

    /// Resumes the clock; the time of the pause doesn't count.
    fileprivate func resume() {
        let (time, start) = (value.load(ordering: .relaxed), pauseStart.load(ordering: .relaxed))
        guard start > 0 else { return }
        // First the later deadline, so that nobody sees the old one while the clock runs.
        if time < .max { value.store(time + (Clock.now() - start), ordering: .releasing) }
        pauseStart.store(0, ordering: .releasing)
    }
}
