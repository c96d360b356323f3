import Glibc
import Synchronization

/// The unfinished files of this process, so that an interrupt can remove them.
enum TemporaryFiles {
    private struct State {
        var paths: [String] = []
        /// An interrupt has removed the files, and the process is about to end.
        var isOver = false
    }

    private static let state = Mutex(State())
    private static let counter = Atomic<UInt64>(0)

    /// A new file in the folder of `path`, open for writing, and its path.
    static func create(beside path: String, mode: mode_t) throws(ToolError) -> (descriptor: Int32, path: String) {
        let (folder, name) = Path.split(path)
        // A name may have 255 bytes; a few are ours.
        let stem = String(decoding: name.utf8.prefix(200), as: UTF8.self)
        while true {
            let number = counter.wrappingAdd(1, ordering: .relaxed).newValue
            let temporary = Path.join(folder, ".\(stem).\(getpid()).\(number).tmp")
            // Opened with the lock held: between the two an interrupt would miss it.
            let (descriptor, code) = withState { state in
                let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
                if descriptor >= 0 { state.paths.append(temporary) }
                return (descriptor, descriptor < 0 ? errno : 0)
            }
            if descriptor >= 0 { return (descriptor, temporary) }
            if code != EEXIST { throw .system("can't write here", at: path, code: code) }
        }
    }

    /// Puts a finished file in its place: instead of what is there, or only where nothing is.
    ///
    /// Returns 0 or the number of the error, after which the temporary file is gone too.
    static func commit(_ temporary: String, to path: String, replacing: Bool) -> Int32 {
        withState { state in
            var code: Int32 = 0
            if replacing {
                if rename(temporary, path) != 0 { code = errno }
            } else if link(temporary, path) == 0 {
                unlink(temporary)
            } else if errno == EEXIST || access(path, F_OK) == 0 {
                code = EEXIST
            } else if rename(temporary, path) != 0 {
                // A file system without hard links.
                code = errno
            }
            if code != 0 { unlink(temporary) }
            state.paths.removeAll { $0 == temporary }
            return code
        }
    }

    /// Removes an unfinished file.
    static func discard(_ temporary: String) {
        withState { state in
            unlink(temporary)
            state.paths.removeAll { $0 == temporary }
        }
    }

    /// Removes all unfinished files; from then on none is begun or finished any more, for the process is about to end.
    static func removeAllForGood() {
        state.withLock { state in
            for path in state.paths { unlink(path) }
            state.paths = []
            state.isOver = true
        }
    }

    private static func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        while true {
            let result: Result? = state.withLock { $0.isOver ? nil : body(&$0) }
            if let result { return result }
            // The thread that was interrupted ends the process in a moment.
            pause()
        }
    }
}
