package import AutomataFiles
import Glibc
package import TextSupport

/// The reason why a command failed, as a message for the user.
package struct ToolError: Error, CustomStringConvertible, Sendable {
    /// The file that the error is about, with line and column if they are known; `nil` if it is
    /// about the command as a whole.
    package var location: String?
    /// The problem and the remedy.
    package var message: String
    /// Whether a limit that the user can raise was reached. A batch then continues with its other
    /// files.
    package var isLimit = false
    /// More errors of the same text, which are printed after this error.
    package var further: [ToolError] = []

    /// The message without the location, for messages about charts that name the file.
    package var description: String { message }

    package init(_ message: String, at location: String? = nil, isLimit: Bool = false) {
        self.location = location
        self.message = message
        self.isLimit = isLimit
    }

    /// Creates an error about a text. The text's name is `name` unless the error contains a name.
    package init(_ error: some TextualError, at name: String) {
        self.init(error.sentence, at: error.location(in: error.inputName ?? name))
    }

    /// Returns the error about a failed system call, with the system's description.
    package static func system(_ failedAction: String, at location: String? = nil, code: Int32) -> ToolError {
        ToolError("\(failedAction): \(SystemCall.message(for: code))", at: location)
    }

    /// Creates the error about a file, with a remedy that names options of the command line.
    package init(_ error: FileError) {
        switch error.reason {
        case .isFolder: self.init("this is a folder; name a file, or use --output-dir", at: error.path)
        case .exists: self.init("the file exists already; --force replaces it", at: error.path)
        case .tooLong: self.init(error.message + "; --max-memory raises the limit", at: error.path, isLimit: true)
        case .system("can't write here", code: ENOENT):
            self.init("there is no folder \(Path.split(error.path).folder.shown); mkdir -p makes it", at: error.path)
        case .system, .cancelled: self.init(error.message, at: error.path)
        }
    }
}
