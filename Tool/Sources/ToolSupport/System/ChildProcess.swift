import AutomataFiles
import Glibc
import Synchronization

/// Functions that run other programs.
package enum ChildProcess {
    struct Result {
        var output: [UInt8]
        var errors: String
        var succeeded: Bool
    }

    /// The processes, and process groups as negative numbers.
    private static let runningProcesses = Mutex<[pid_t]>([])

    /// Runs a program that is found on the search path, with the given bytes as its input; `nil` if
    /// there is no such program.
    ///
    /// Input and output are files, so that neither side ever waits for the other to read.
    static func run(
        _ program: String, _ arguments: [String], input: [UInt8], isCancelled: () -> Bool
    ) throws(ToolError) -> Result? {
        let streams = (try anonymousFile(), try anonymousFile(), try anonymousFile())
        defer { for descriptor in [streams.0, streams.1, streams.2] { close(descriptor) } }
        let code = input.withUnsafeBytes { SystemCall.writeAll($0, to: streams.0) }
        guard code == 0 else { throw .system("can't pass the input to \(program)", code: code) }
        lseek(streams.0, 0, SEEK_SET)

        guard let child = try spawn(program, arguments, streams: streams) else { return nil }
        defer { runningProcesses.withLock { $0.removeAll { $0 == child } } }
        var status: Int32 = 0
        var pause: UInt32 = 500
        while waitpid(child, &status, WNOHANG) == 0 {
            if isCancelled() {
                kill(child, SIGKILL)
                waitpid(child, &status, 0)
                throw ToolError("\(program) was stopped after the time limit; --timeout raises it", isLimit: true)
            }
            usleep(pause)
            pause = min(pause * 2, 20_000)
        }
        return Result(
            output: contents(of: streams.1), errors: String(decoding: contents(of: streams.2), as: UTF8.self),
            succeeded: status == 0)
    }

    /// Starts a program without input and output, and doesn't wait for its end.
    ///
    /// - Returns: Whether the program exists.
    package static func start(_ program: String, _ arguments: [String]) -> Bool {
        let nullDevice = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nullDevice >= 0 else { return false }
        defer { close(nullDevice) }
        guard let child = try? spawn(program, arguments, streams: (nullDevice, nullDevice, nullDevice)) else {
            return false
        }
        runningProcesses.withLock { $0.removeAll { $0 == child } }
        return true
    }

    /// Ends all programs that still run.
    static func killAll() {
        runningProcesses.withLock { for child in $0 { kill(child, SIGTERM) } }
    }

    /// Ends a program that leads a group, with all that it started, and waits for its end.
    static func endGroup(_ child: pid_t) {
        kill(-child, SIGKILL)
        var status: Int32 = 0
        waitpid(child, &status, 0)
        runningProcesses.withLock { $0.removeAll { $0 == -child } }
    }

    /// Starts a program that is found on the search path.
    ///
    /// - Parameter leadsGroup: Whether the program gets a process group, of which those are that it
    ///   starts.
    /// - Returns: The process; `nil` if there is no such program.
    static func spawn(
        _ program: String, _ arguments: [String], streams: (Int32, Int32, Int32), leadsGroup: Bool = false
    ) throws(ToolError) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, streams.0, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, streams.1, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, streams.2, STDERR_FILENO)
        // We block the signals that end a program and ignore broken pipes; the child shall not.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (leadsGroup ? POSIX_SPAWN_SETPGROUP : 0)))

        var texts = ([program] + arguments).map { strdup($0) }
        defer { for text in texts { free(text) } }
        texts.append(nil)
        var child = pid_t()
        let code = runningProcesses.withLock { running in
            let code = posix_spawnp(&child, program, &actions, &attributes, texts, environ)
            if code == 0 { running.append(leadsGroup ? -child : child) }
            return code
        }
        if code == ENOENT { return nil }
        guard code == 0 else { throw .system("can't run \(program)", code: code) }
        return child
    }

    /// A new file without a name, which is gone when it is closed.
    private static func anonymousFile() throws(ToolError) -> Int32 {
        var template = Array(Path.join(Terminal.environment("TMPDIR") ?? "/tmp", "automata.XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .system("can't make a temporary file", code: errno) }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    private static func contents(of descriptor: Int32) -> [UInt8] {
        let size = max(0, lseek(descriptor, 0, SEEK_END))
        lseek(descriptor, 0, SEEK_SET)
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                guard let read = SystemCall.readSome(descriptor, into: rest), read > 0 else { return }
                count += read
            }
        }
    }
}
