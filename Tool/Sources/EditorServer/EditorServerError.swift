import Glibc

/// An error that keeps the server from starting.
public enum EditorServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Another program listens at the port.
    case portTaken(Int)
    /// The number of the port isn't from 0 to 65,535.
    case portOutOfRange(Int)
    /// The system lets only privileged programs listen at the port.
    case portForbidden(Int)
    /// The system can't listen at the port; the code is an `errno`.
    case cannotListen(port: Int, code: Int32)
    /// The system can't generate random numbers; the code is an `errno`.
    case noRandomNumbers(code: Int32)

    /// The message for users: the problem and the remedy.
    public var description: String {
        switch self {
        case .portTaken(let port):
            "port \(port) is taken by another program; choose a different port, or 0 for a free port"
        case .portOutOfRange(let port): "port \(port) doesn't exist; choose one from 1024 to 65535, or 0 for a free one"
        case .portForbidden(let port): "port \(port) is reserved for the system; choose one from 1024 to 65535"
        case .cannotListen(let port, let code): "can't listen on port \(port): \(Self.reason(of: code))"
        case .noRandomNumbers(let code): "can't make an access token: \(Self.reason(of: code))"
        }
    }

    private static func reason(of code: Int32) -> String {
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text)
    }
}
