internal import SystemLibrary

/// A Unix socket that listens, which only its user can connect to.
struct UnixListener: Sendable {
    let descriptor: Int32
    private let path: String
    /// The numbers of the file, by which it is known when it is removed.
    private let (device, node): (UInt64, UInt64)

    /// Makes the socket in the place of one that nobody listens to.
    init(at path: String) throws(InspectionError) {
        var address = try Self.address(path)
        let descriptor = socket(AF_UNIX, Self.streamType, 0)
        if descriptor < 0 { throw .system(path, SystemCallError("socket")) }
        Self.prepare(descriptor)
        do throws(InspectionError) {
            // Before others can see the socket, where the system lets one.
            _ = fchmod(descriptor, S_IRUSR | S_IWUSR)
            var result = Self.withPointer(to: &address) { bind(descriptor, $0, $1) }
            if result != 0, errno == EADDRINUSE {
                try Self.removeDeadSocket(at: path)
                result = Self.withPointer(to: &address) { bind(descriptor, $0, $1) }
            }
            if result != 0 { throw .system(path, SystemCallError("bind")) }
            if chmod(path, S_IRUSR | S_IWUSR) != 0 { throw .system(path, SystemCallError("chmod")) }
            if listen(descriptor, 8) != 0 { throw .system(path, SystemCallError("listen")) }
        } catch {
            _ = closeDescriptor(descriptor)
            throw error
        }
        (self.descriptor, self.path) = (descriptor, path)
        (device, node) = Self.identity(of: path) ?? (0, 0)
    }

    /// Removes the file, unless another one has taken its place.
    func removeFile() {
        if let found = Self.identity(of: path), found == (device, node) { unlink(path) }
    }

    /// Returns the descriptor of a client that has connected; `nil` if none has, or the system can't
    /// take it.
    func accept() -> Int32? {
        while true {
            let client = acceptConnection(descriptor)
            if client >= 0 {
                Self.prepare(client)
                return client
            }
            if errno != EINTR && errno != ECONNABORTED { return nil }
        }
    }

    private static func removeDeadSocket(at path: String) throws(InspectionError) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { throw .pathTaken(path) }
        let client = socket(AF_UNIX, streamType, 0)
        if client < 0 { throw .system(path, SystemCallError("socket")) }
        defer { _ = closeDescriptor(client) }
        // A full queue of a program that lives must not make this one wait.
        prepare(client)
        var address = try address(path)
        let isDead = withPointer(to: &address) { connect(client, $0, $1) } != 0 && errno == ECONNREFUSED
        guard isDead, unlink(path) == 0 else { throw .pathTaken(path) }
    }

    private static func address(_ path: String) throws(InspectionError) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The path ends with a zero.
        let maximumCount = MemoryLayout.size(ofValue: address.sun_path) - 1
        let bytes = Array(path.utf8)
        guard 1...maximumCount ~= bytes.count, !bytes.contains(0) else {
            throw .invalidPath(path, maximumCount: maximumCount)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }

    private static func withPointer(
        to address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static func identity(of path: String) -> (UInt64, UInt64)? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
    }

    /// Lets a socket neither block, nor go to other programs, nor send a signal that ends this one.
    private static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        #if canImport(Darwin)
            var flag: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &flag, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    #if canImport(Glibc)
        private static let streamType = Int32(SOCK_STREAM.rawValue)
    #else
        private static let streamType = Int32(SOCK_STREAM)
    #endif
}

/// A pipe by which others wake a thread that waits for descriptors.
final class WakePipe: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    /// Makes a pipe; `nil` if the system can't.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    func wake() {
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
    }

    /// Empties the pipe.
    func drain() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(readEnd, &bytes, 16) > 0 {}
    }
}
