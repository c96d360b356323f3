import Glibc

/// What every caller of the C library needs.
enum SystemCall {
    /// The system's words for an error number, such as `No such file or directory`.
    static func message(for code: Int32) -> String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }

    /// Repeats a call that a signal interrupted.
    static func retrying(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// Writes all bytes; returns the number of the error that stopped it, or 0.
    static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var rest = bytes
        while !rest.isEmpty {
            let written = retrying { write(descriptor, rest.baseAddress, min(rest.count, 1 << 30)) }
            if written < 0 { return errno }
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
        return 0
    }

    /// Reads up to a buffer's size; 0 at the end of the file, `nil` after an error, which `errno` names.
    static func readSome(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let count = retrying { read(descriptor, buffer.baseAddress, min(buffer.count, 1 << 30)) }
        return count < 0 ? nil : count
    }
}
