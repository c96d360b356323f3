import AutomataFiles
import Glibc

/// The terminal while a program reads keys and draws the whole screen.
///
/// It uses only control sequences of the VT100, which every terminal supports: to place the cursor,
/// to erase, and to show bold and reversed text.
package enum RawTerminal {
    /// The terminal's settings before it was entered; `nil` if it isn't.
    private static let savedSettings = Monitor<termios?>(nil)
    /// Whether Ctrl-C was pressed and ``nextInput(waiting:)`` hasn't reported it yet.
    private static let isInterrupted = Monitor(false)
    /// The end of the pipe through which signals reach ``nextInput(waiting:)``.
    private nonisolated(unsafe) static var signalOutput: Int32 = -1
    private nonisolated(unsafe) static var signalInput: Int32 = -1

    /// An event that ends the wait for input.
    package enum Input {
        case bytes([UInt8])
        /// Ctrl-C.
        case interrupt
        /// The size may have changed, or another program drew on the screen.
        case redraw
        /// No event occurred within the time limit.
        case timeout
        /// The input has ended, so no more keys can follow.
        case end
    }

    /// Starts to read keys without waiting for the end of a line.
    package static func enter() throws(ToolError) {
        if signalOutput < 0 { try watchSignals() }
        let code = savedSettings.withLock { saved -> Int32 in
            if saved != nil { return 0 }
            var settings = termios()
            guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return errno }
            saved = settings
            // Ctrl-C and its kin stay signals.
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
            settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
            return tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) == 0 ? 0 : errno
        }
        if code != 0 { throw .system("can't read keys from the terminal", code: code) }
        // The other screen of the terminal, so that what stood there comes back.
        try StandardOutput.write("\u{1B}[?1049h\u{1B}[H\u{1B}[J")
    }

    /// Restores the terminal, if it was entered; any thread may call it.
    package static func leave() {
        savedSettings.withLock { saved in
            guard var settings = saved else { return }
            saved = nil
            var text = "\u{1B}[0m\u{1B}[H\u{1B}[J\u{1B}[?1049l"
            text.withUTF8 { _ = SystemCall.writeAll(UnsafeRawBufferPointer($0), to: STDOUT_FILENO) }
            tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
        }
    }

    /// The numbers of rows and columns.
    package static var size: (height: Int, width: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
            return (height: 24, width: 80)
        }
        return (height: Int(size.ws_row), width: Int(size.ws_col))
    }

    /// Waits for keys, or for a signal.
    ///
    /// - Parameter milliseconds: The longest time to wait; -1 for no limit.
    package static func nextInput(waiting milliseconds: Int32) throws(ToolError) -> Input {
        var sources = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signalInput, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&sources, 2, milliseconds)
        if count == 0 { return .timeout }
        // A signal may be in the pipe by now.
        if count < 0 { return errno == EINTR ? .redraw : .end }
        var buffer = [UInt8](repeating: 0, count: 1024)
        if sources[1].revents != 0 {
            let length = max(0, read(signalInput, &buffer, buffer.count))
            if buffer[..<length].contains(UInt8(SIGTSTP)) { try suspend() }
            if buffer[..<length].contains(UInt8(SIGCONT)) {
                // A shell may have changed the settings.
                leave()
                try enter()
            }
            guard buffer[..<length].contains(UInt8(SIGINT)) else { return .redraw }
            isInterrupted.withLock { $0 = false }
            return .interrupt
        }
        let length = read(STDIN_FILENO, &buffer, buffer.count)
        if length < 0, errno == EINTR || errno == EAGAIN { return .redraw }
        return length > 0 ? .bytes(Array(buffer[..<length])) : .end
    }

    // MARK: - Signals

    /// Takes a Ctrl-C as input; any thread may call it.
    ///
    /// - Returns: `false` if nobody reads keys, or the last Ctrl-C isn't read yet, as during long
    ///   work.
    static func acceptInterrupt() -> Bool {
        guard savedSettings.withLock({ $0 != nil }),
            isInterrupted.withLock({ isPending in
                defer { isPending = true }
                return !isPending
            })
        else { return false }
        var byte = UInt8(SIGINT)
        return write(signalOutput, &byte, 1) == 1
    }

    private static let signals = [SIGWINCH, SIGTSTP, SIGCONT]

    /// Puts the number of each signal into a pipe, as little else is safe in a handler.
    private static func watchSignals() throws(ToolError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw .system("can't make a pipe", code: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (signalInput, signalOutput) = (ends[0], ends[1])
        for number in signals { handle(number) }
    }

    private static func handle(_ number: Int32) {
        var action = sigaction()
        sigaction(number, nil, &action)
        // What the parent ignores stays ignored.
        if unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1 { return }
        action = sigaction()
        action.sa_flags = Int32(SA_RESTART)
        action.__sigaction_handler.sa_handler = { number in
            let code = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = write(RawTerminal.signalOutput, &byte, 1)
            errno = code
        }
        sigaction(number, &action, nil)
    }

    /// Suspends the process for Ctrl-Z, with the former settings of the terminal.
    private static func suspend() throws(ToolError) {
        leave()
        signal(SIGTSTP, SIG_DFL)
        raise(SIGTSTP)
        handle(SIGTSTP)
        try enter()
    }
}
