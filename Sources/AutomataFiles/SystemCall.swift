internal import Glibc

/// Wrappers of common system calls.
public enum SystemCall {
    /// Returns the system's text for an error number, such as `No such file or directory`.
    public static func message(for code: Int32) -> String {
        // Not strerror, whose buffer the host may be using.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer -> String in
            guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else {
                return "error \(code)"
            }
            return String(cString: start)
        }
    }

    /// Calls a function again as long as a signal interrupts it.
    public static func retrying(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// Writes all bytes. Returns 0, or the number of the error that stopped the writing.
    public static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var rest = bytes
        while !rest.isEmpty {
            let written = retrying { write(descriptor, rest.baseAddress, min(rest.count, 1 << 30)) }
            if written < 0 { return errno }
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
        return 0
    }

    /// Reads the bytes that are available, up to a buffer's size. Returns the number of bytes read:
    /// 0 at the end of the file, `nil` after an error.
    ///
    /// After an error, `errno` is its number: EINTR if a signal interrupted the call and
    /// `isCancelled` returned `true`.
    public static func readSome(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, isCancelled: () -> Bool = { false }
    ) -> Int? {
        while true {
            let count = read(descriptor, buffer.baseAddress, min(buffer.count, 1 << 30))
            if count >= 0 { return count }
            if errno != EINTR { return nil }
            if isCancelled() {
                errno = EINTR
                return nil
            }
        }
    }

    /// Calls a function while the signals that a write can raise in its own thread are blocked.
    ///
    /// SIGPIPE and SIGXFSZ would end a host that doesn't expect them. The write returns an error
    /// instead.
    public static func holdingBackWriteSignals<Result>(_ body: () -> Result) -> Result {
        var raised = sigset_t()
        sigemptyset(&raised)
        sigaddset(&raised, SIGPIPE)
        sigaddset(&raised, SIGXFSZ)
        var (before, pending) = (sigset_t(), sigset_t())
        sigpending(&pending)
        // A signal that is already pending is the host's, and stays pending.
        if sigismember(&pending, SIGPIPE) == 1 { sigdelset(&raised, SIGPIPE) }
        if sigismember(&pending, SIGXFSZ) == 1 { sigdelset(&raised, SIGXFSZ) }
        guard pthread_sigmask(SIG_BLOCK, &raised, &before) == 0 else { return body() }
        let result = body()
        let code = errno
        var now = timespec()
        while sigtimedwait(&raised, nil, &now) > 0 {}
        pthread_sigmask(SIG_SETMASK, &before, nil)
        errno = code
        return result
    }

    /// Returns the time of a clock that never goes back, precise to a few milliseconds.
    package static func monotonicNanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
