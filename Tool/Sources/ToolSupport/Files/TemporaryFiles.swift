import AutomataFiles
import Glibc
import Synchronization

/// The unfinished files of this process, so that an interrupt can remove them.
struct TemporaryFiles: UnfinishedFiles {
    private struct State {
        var paths: [String] = []
        /// Whether an interrupt has removed the files, so that the process is about to end.
        var isInterrupted = false
    }

    private static let state = Mutex(State())

    /// Creates a file with the lock held, so that an interrupt can't miss the file.
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

    /// Removes all unfinished files; after that, none is begun or finished, as the process is about
    /// to end.
    static func removeAllPermanently() {
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
