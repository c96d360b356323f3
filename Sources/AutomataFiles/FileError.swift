/// The reason why a file can't be read or written.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason why a file can't be read or written.
    public enum Reason: Sendable, Hashable {
        /// A failed system call: the action that failed, such as "can't read", and the system's
        /// error number.
        case system(String, code: Int32)
        /// The path of the file to write is a folder.
        case isFolder
        /// The file exists, and must not be replaced.
        case exists
        /// The file is longer than the limit.
        case tooLong(limit: Int)
        /// The caller cancelled the work.
        case cancelled
    }

    /// The path as it was given, as ``RawText``.
    public let path: String
    /// The reason.
    public let reason: Reason

    /// Creates an error about a path.
    public init(_ path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }

    package static func system(_ failedAction: String, at path: String, code: Int32) -> FileError {
        FileError(path, .system(failedAction, code: code))
    }

    /// The error, without the path.
    public var message: String {
        switch reason {
        case .system(let failedAction, let code): "\(failedAction): \(SystemCall.message(for: code))"
        case .isFolder: "this is a folder; give the path of a file"
        case .exists: "the file exists already"
        case .tooLong(let limit):
            "the input is longer than \(limit >= 1 << 20 ? "\(limit >> 20) MiB" : limit == 1 ? "1 byte" : "\(limit) bytes")"
        case .cancelled: "reading was cancelled"
        }
    }

    /// A sentence with path and reason.
    public var description: String { path.isEmpty ? "the path is empty" : "\(RawText.readable(path)): \(message)" }
}
