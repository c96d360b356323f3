import AutomataFiles
import Glibc
import Synchronization

/// The unfinished files of this process, so that an interrupt can remove them.
struct TemporaryFiles: UnfinishedFiles {
    private struct State {
        var paths: [String] = []
        /// An interrupt has removed the files, and the process is about to end.
        var isInterrupted = false
    }

    private static let state = Mutex(State())

    /// Runs with the lock held: between the making and the entry an interrupt would miss the file.
    func begin(_ path: String, _ make: () -> Int32) -> Int32 {
        Self.withState { state in
            let result = make()
            if result >= 0 { state.paths.append(path) }
            return result
        }
    }

    func end(_ path: String, _ finish: () -> Int32) -> Int32 {
        Self.withState { state in
            let result = finish()
            state.paths.removeAll { $0 == path }
            return result
        }
    }

    /// Removes all unfinished files; from then on none is begun or finished any more, for the
    /// process is about to end.
    static func removeAllForGood() {
        state.withLock { state in
            for path in state.paths { Path.withBytes(path) { _ = unlink($0) } }
            state.paths = []
            state.isInterrupted = true
        }
    }

    private static func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        while true {
            let result: Result? = state.withLock { $0.isInterrupted ? nil : body(&$0) }
            if let result { return result }
            // The thread that was interrupted ends the process in a moment.
            pause()
        }
    }
}
