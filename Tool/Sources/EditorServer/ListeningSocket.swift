import Glibc

/// A socket that waits for connections from this machine.
struct ListeningSocket {
    let descriptor: Int32

    /// Opens the sockets: one for 127.0.0.1, and one for ::1 at the same port if possible.
    static func open(port: Int) throws(EditorServerError) -> (port: Int, sockets: [ListeningSocket]) {
        guard let number = UInt16(exactly: port) else { throw .portOutOfRange(port) }
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        four.sin_port = number.bigEndian
        guard let first = ListeningSocket(AF_INET, four) else {
            throw switch errno {
            case EADDRINUSE: .portTaken(port)
            case EACCES: .portForbidden(port)
            default: .cannotListen(port: port, code: errno)
            }
        }
        var size = socklen_t(MemoryLayout.size(ofValue: four))
        withUnsafeMutableBytes(of: &four) {
            _ = getsockname(first.descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, &size)
        }
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_addr = in6addr_loopback
        six.sin6_port = four.sin_port
        let second = ListeningSocket(AF_INET6, six)
        return (Int(UInt16(bigEndian: four.sin_port)), [first] + (second.map { [$0] } ?? []))
    }

    /// Listens at an address; `nil` if that is impossible, for the reason in `errno`.
    private init?(_ family: Int32, _ address: some Any) {
        let type = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        descriptor = socket(family, Int32(type), 0)
        guard descriptor >= 0 else { return nil }
        // A server that ended a moment ago must not block its port.
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
        let isBound = withUnsafeBytes(of: address) {
            bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count)) == 0
        }
        guard isBound, listen(descriptor, 128) == 0 else {
            let code = errno
            close()
            errno = code
            return nil
        }
    }

    func close() { _ = Glibc.close(descriptor) }

    /// Takes a connection; `nil` if there is none, for the reason in `errno`.
    func accept() -> ClientSocket? {
        let client = Glibc.accept(descriptor, nil, nil)
        return client < 0 ? nil : ClientSocket(descriptor: client)
    }
}
