import AutomataFiles
import Glibc

/// The reason why a program didn't answer a line.
package enum DialogFailure: Error {
    /// The program can't be started.
    case start(ToolError)
    /// The program has ended, for the reason.
    case ended(String)
    /// The time for an answer has passed.
    case silent(nanoseconds: UInt64)
    /// The answer is too long.
    case longLine
    /// The program printed a line that answers nothing.
    case unasked(String)
    /// The work was canceled.
    case cancelled
}

extension DialogFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .start(let error): error.message
        case .ended(let reason): "the program has ended\(reason); it must answer each line until its input ends"
        case .silent(let nanoseconds):
            "no answer within \(Double(nanoseconds) / 1e9) s; --time-limit raises the limit; a program must flush each line"
        case .longLine: "the answer is longer than 16 MiB"
        case .unasked(let line):
            "the program printed \(line.quoted) without being asked; it must answer each line by one line"
        case .cancelled: "the work was canceled"
        }
    }
}

/// A program that answers each line of its input by a line of its output.
package final class ProgramDialog {
    private let nanoseconds: UInt64
    private let child: pid_t
    private let input: Int32
    private let output: Int32
    /// The bytes after the last line that was read.
    private var rest: [UInt8] = []

    private static let maximumLineLength = 1 << 24

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: The program, which is found on the search path, and its arguments.
    ///   - nanoseconds: The time for each answer.
    package init(_ command: [String], nanoseconds: UInt64) throws(DialogFailure) {
        self.nanoseconds = nanoseconds
        var inward: [Int32] = [-1, -1]
        var outward: [Int32] = [-1, -1]
        guard pipe(&inward) == 0 else { throw .start(.system("can't run the program", code: errno)) }
        guard pipe(&outward) == 0 else {
            for descriptor in inward { close(descriptor) }
            throw .start(.system("can't run the program", code: errno))
        }
        for descriptor in inward + outward { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        defer {
            close(inward[0])
            close(outward[1])
        }
        (input, output) = (inward[1], outward[0])
        _ = fcntl(input, F_SETFL, O_WRONLY | O_NONBLOCK)
        let streams = (inward[0], outward[1], STDERR_FILENO)
        var child: pid_t?
        do throws(ToolError) {
            child = try ChildProcess.spawn(command[0], Array(command.dropFirst()), streams: streams, leadsGroup: true)
        } catch {
            for descriptor in [input, output] { close(descriptor) }
            throw .start(error)
        }
        guard let child else {
            for descriptor in [input, output] { close(descriptor) }
            throw .start(ToolError("there is no program \(command[0].quoted); give its path, such as ./program"))
        }
        self.child = child
    }

    deinit {
        close(input)
        close(output)
        ChildProcess.endGroup(child)
    }

    /// Writes a line, and returns the line that answers it.
    ///
    /// - Parameter line: The line; `nil` to only read.
    /// - Throws: an error if the program has ended, or doesn't answer in time.
    package func answer(to line: String?, isCancelled: () -> Bool) throws(DialogFailure) -> String {
        let deadline = Clock.now() + nanoseconds
        var unwritten = Array((line.map { $0 + "\n" } ?? "").utf8)[...]
        if line != nil, let unasked = nextLine(from: 0) { throw .unasked(unasked) }
        var searched = 0
        while true {
            try write(&unwritten)
            if unwritten.isEmpty {
                if let line = nextLine(from: searched) { return line }
                searched = rest.count
            }
            guard rest.count < Self.maximumLineLength else { throw .longLine }
            let now = Clock.now()
            guard !isCancelled() else { throw .cancelled }
            guard now < deadline else { throw .silent(nanoseconds: nanoseconds) }
            // A program may answer before it has read the whole line; neither side waits for the
            // other.
            var polls = [
                pollfd(fd: output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: unwritten.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
            ]
            // Cancellation is noticed after a tenth of a second.
            let wait = Int32(min(100, (deadline - now) / 1_000_000 + 1))
            guard poll(&polls, 2, wait) > 0, polls[0].revents != 0 else { continue }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = bytes.withUnsafeMutableBytes { SystemCall.readSome(output, into: $0) }
            guard let count, count > 0 else { throw .ended(reasonOfEnd) }
            rest += bytes[..<count]
        }
    }

    /// Removes and returns a line that the program has printed after its last answer; `nil` if
    /// there is none within the time.
    package func unaskedLine(milliseconds: Int32) -> String? {
        if let line = nextLine(from: 0) { return line }
        var polls = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
        guard poll(&polls, 1, milliseconds) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = bytes.withUnsafeMutableBytes { SystemCall.readSome(output, into: $0) }
        guard let count, count > 0 else { return nil }
        rest += bytes[..<count]
        return nextLine(from: 0)
    }

    /// Removes and returns the next line that was read, if it is complete.
    private func nextLine(from start: Int) -> String? {
        guard let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { rest.removeSubrange(...end) }
        let line = rest[..<end]
        return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }

    /// Writes as many bytes as the pipe takes at once.
    private func write(_ bytes: inout ArraySlice<UInt8>) throws(DialogFailure) {
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { bytes in
                SystemCall.retrying { Glibc.write(input, bytes.baseAddress, bytes.count) }
            }
            if count < 0, errno == EAGAIN { return }
            guard count >= 0 else { throw .ended(reasonOfEnd) }
            bytes = bytes.dropFirst(count)
        }
    }

    /// The reason for the end of the program; empty if only its output has ended.
    private var reasonOfEnd: String {
        var info = siginfo_t()
        // A program closes its output a moment before its end. Its process must stay for
        // `endGroup`.
        for _ in 0..<100 {
            guard waitid(P_PID, id_t(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return "" }
            if info._sifields._sigchld.si_pid == child {
                let status = info._sifields._sigchld.si_status
                return info.si_code == Int32(CLD_EXITED) ? " with exit status \(status)" : " by signal \(status)"
            }
            usleep(1000)
        }
        return ""
    }
}
