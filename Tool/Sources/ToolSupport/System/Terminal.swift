import Glibc

/// The capabilities of the standard streams.
package enum Terminal {
    /// Whether standard error is a terminal that understands cursor movements.
    static let isInteractive = isatty(STDERR_FILENO) == 1 && environment("TERM") != "dumb"

    /// Whether standard output is a terminal.
    package static let showsOutput = isatty(STDOUT_FILENO) == 1

    /// Whether standard input and output are a terminal that supports cursor movements.
    package static let supportsDialog = isatty(STDIN_FILENO) == 1 && showsOutput && environment("TERM") != "dumb"

    /// Whether messages are colored: on a terminal, unless `NO_COLOR` is set
    /// (https://no-color.org).
    static let isColored = isInteractive && (environment("NO_COLOR") ?? "").isEmpty

    /// The number of columns of the terminal of standard error.
    static var width: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
