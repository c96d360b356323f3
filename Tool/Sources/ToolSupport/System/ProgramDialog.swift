import AutomataFiles
import Glibc

/// A program that answers each line of its input by a line of its output.
package final class ProgramDialog {
    private let command: String
    private let nanoseconds: UInt64
    private let child: pid_t
    private let input: Int32
    private let output: Int32
    /// The bytes after the last line that was read.
    private var rest: [UInt8] = []

    private static let maximumLineLength = 1 << 24

    /// Starts a command of the shell.
    ///
    /// - Parameter nanoseconds: The time for each answer.
    package init(_ command: String, nanoseconds: UInt64) throws(ToolError) {
        (self.command, self.nanoseconds) = (command, nanoseconds)
        var inward: [Int32] = [-1, -1]
        var outward: [Int32] = [-1, -1]
        guard pipe(&inward) == 0 else { throw .system("can't run the program", code: errno) }
        guard pipe(&outward) == 0 else {
            for descriptor in inward { close(descriptor) }
            throw .system("can't run the program", code: errno)
        }
        for descriptor in inward + outward { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        defer {
            close(inward[0])
            close(outward[1])
        }
        (input, output) = (inward[1], outward[0])
        _ = fcntl(input, F_SETFL, O_WRONLY | O_NONBLOCK)
        guard
            let child = try ChildProcess.spawn(
                "/bin/sh", ["-c", "exec " + command], streams: (inward[0], outward[1], STDERR_FILENO))
        else { throw ToolError("there is no /bin/sh, which runs the program") }
        self.child = child
    }

    deinit {
        close(input)
        close(output)
        ChildProcess.end(child)
    }

    /// Writes a line, and returns the line that answers it.
    ///
    /// - Throws: an error if the program has ended, or doesn't answer in time.
    package func answer(to line: String, isCancelled: () -> Bool) throws(ToolError) -> String {
        let deadline = Clock.now() + nanoseconds
        var unwritten = Array((line + "\n").utf8)[...]
        var searched = 0
        while true {
            try write(&unwritten)
            if unwritten.isEmpty, let end = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest.removeSubrange(...end)
                return line
            }
            if unwritten.isEmpty { searched = rest.count }
            guard rest.count < Self.maximumLineLength else {
                throw ToolError("a line of \(command.quoted) is too long; the limit is 16 MiB")
            }
            let now = Clock.now()
            guard now < deadline, !isCancelled() else {
                throw ToolError("no answer within \(Double(nanoseconds) / 1e9) s; --answer-time raises the limit")
            }
            // A program may answer before it has read the whole line; neither side waits for the other.
            var polls = [
                pollfd(fd: output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: unwritten.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
            ]
            // Cancellation is noticed after a tenth of a second.
            let wait = Int32(min(100, (deadline - now) / 1_000_000 + 1))
            guard poll(&polls, 2, wait) > 0, polls[0].revents != 0 else { continue }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = bytes.withUnsafeMutableBytes { SystemCall.readSome(output, into: $0) }
            guard let count, count > 0 else { throw hasEnded }
            rest += bytes[..<count]
        }
    }

    /// Writes as many bytes as the pipe takes at once.
    private func write(_ bytes: inout ArraySlice<UInt8>) throws(ToolError) {
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { bytes in
                SystemCall.retrying { Glibc.write(input, bytes.baseAddress, bytes.count) }
            }
            if count < 0, errno == EAGAIN { return }
            guard count >= 0 else { throw hasEnded }
            bytes = bytes.dropFirst(count)
        }
    }

    private var hasEnded: ToolError {
        ToolError("the program \(command.quoted) has ended; it must answer each line until its input ends")
    }
}
