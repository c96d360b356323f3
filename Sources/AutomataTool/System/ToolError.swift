/// Why a command could not do its work, as the user reads it.
struct ToolError: Error, Sendable {
    /// The file that it is about, with line and column where they are known; `nil` for the command as a whole.
    var place: String?
    /// What is wrong and what to do.
    var message: String
    /// Whether a limit that the user can raise was reached, so that the other files of a batch go on.
    var isLimit = false

    init(_ message: String, at place: String? = nil, isLimit: Bool = false) {
        self.place = place
        self.message = message
        self.isLimit = isLimit
    }

    /// The error about a system call that failed, with the system's own words.
    static func system(_ what: String, at place: String? = nil, code: Int32) -> ToolError {
        ToolError("\(what): \(SystemCall.message(for: code))", at: place)
    }
}
