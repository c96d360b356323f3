internal import ComponentBridges
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// An address of ZeroMQ: `tcp://HOST:PORT` or `ipc://PATH`.
struct ZeroMQAddress {
    enum Kind: Equatable {
        case tcp(port: UInt16?)
        case local(path: String)
    }

    let text: String
    let kind: Kind

    /// Reads an address.
    ///
    /// - Parameter listens: Whether the host may be `*` and the port 0 or `*`.
    init(_ text: String, listens: Bool) throws(BridgeError) {
        self.text = text
        func failure(_ reason: String) -> BridgeError { .invalidAddress(text, reason: reason) }
        if text.utf8.contains(0) || text.utf8.count > 1000 { throw failure("give a short address without zeros") }
        if text.hasPrefix("ipc://") {
            let path = String(text.dropFirst(6))
            // The path ends with a zero.
            let limit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
            guard !path.isEmpty, path != "*", path.first != "@" else {
                throw failure("give the path of a socket: ipc:///PATH")
            }
            guard path.utf8.count <= limit else { throw failure("give a path of at most \(limit) bytes") }
            kind = .local(path: path)
            return
        }
        guard text.hasPrefix("tcp://"), let colon = text.lastIndex(of: ":") else {
            throw failure("expected tcp://HOST:PORT or ipc:///PATH")
        }
        let start = text.index(text.startIndex, offsetBy: 6)
        guard start < colon else { throw failure("give a host and a port: tcp://HOST:PORT") }
        let (host, port) = (text[start..<colon], text[text.index(after: colon)...])
        if host == "*" && !listens { throw failure("give the host to connect to in the place of *") }
        if listens && port == "*" {
            kind = .tcp(port: 0)
            return
        }
        guard let number = UInt16(port), listens || number > 0 else {
            throw failure("invalid port '\(port)'; give a number from \(listens ? 0 : 1) to 65535")
        }
        kind = .tcp(port: number)
    }

    /// Makes sure that a path is free, or of a socket that nobody listens to, which is then removed:
    /// libzmq would remove whatever is there.
    func clearPath() throws(BridgeError) {
        guard case .local(let path) = kind else { return }
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            let reason = "the path is taken by another file; remove it or use another path"
            throw .unavailable(address: text, reason: reason)
        }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        defer { close(descriptor) }
        var address = Self.localAddress(path)
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard descriptor >= 0, code != 0, errno == ECONNREFUSED else {
            throw .unavailable(address: text, reason: "another program listens there; end it or use another path")
        }
        unlink(path)
    }

    private static func localAddress(_ path: String) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return address
    }

    /// Cuts a connection that was accepted at this address, by the descriptor that libzmq told.
    ///
    /// libzmq has no call for it. The descriptor may stand for something else since, so that a copy
    /// is asked for its address before: another connection to this server, at worst.
    func cutConnection(_ descriptor: Int32) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return }
        defer { close(copy) }
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isOwn = withUnsafeMutablePointer(to: &storage) { pointer -> Bool in
            let code = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(copy, $0, &size) }
            guard code == 0 else { return false }
            switch (Int32(pointer.pointee.ss_family), kind) {
            case (AF_INET, .tcp(let port)):
                return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    UInt16(bigEndian: $0.pointee.sin_port) == port
                }
            case (AF_INET6, .tcp(let port)):
                return pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                    UInt16(bigEndian: $0.pointee.sin6_port) == port
                }
            case (AF_UNIX, .local(let path)):
                return pointer.withMemoryRebound(to: sockaddr_un.self, capacity: 1) {
                    withUnsafeBytes(of: $0.pointee.sun_path) { $0.starts(with: Array(path.utf8) + [0]) }
                }
            default: return false
            }
        }
        if isOwn { shutdown(copy, Int32(SHUT_RDWR)) }
    }
}
