internal import SystemLibrary

/// An error of the operating system.
public struct SystemCallError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The function, such as `read`.
    public let function: String
    /// The value of `errno`.
    public let code: Int32

    init(_ function: String, code: Int32 = errno) { (self.function, self.code) = (function, code) }

    /// The function and the system's message.
    public var description: String { "\(function): \(String(cString: strerror(code)))" }
}
