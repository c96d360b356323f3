import Foundation

/// A proxy on loopback between a client and a port, which can be cut and slowed down.
public final class TCPProxy: @unchecked Sendable {
    private enum Mode { case open, frozen, cut }

    /// The port at which it listens.
    public let port: UInt16
    private let listener: Int32
    private let lock = NSLock()
    private var mode = Mode.open
    private var bytesPerStep = 1 << 16
    private var passed = 0
    private var cutsAfter: Int?
    private var descriptors: [Int32] = []

    /// Listens at a free port.
    public init(to target: UInt16) throws {
        (listener, port) = try Self.listen()
        Thread.detachNewThread { [weak self, listener] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                guard let self else { break }
                self.serve(client, target)
            }
        }
    }

    deinit { close() }

    /// Ends all connections, and takes no further ones.
    public func close() {
        cut()
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// Ends all connections at once; later ones are served.
    public func cut() {
        lock.withLock {
            for descriptor in descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
            descriptors = []
        }
    }

    /// Ends the connections after a number of further bytes.
    public func cut(after count: Int) { lock.withLock { (passed, cutsAfter) = (0, count) } }

    /// Lets nothing through, without ending connections.
    public func freeze(_ isFrozen: Bool) { lock.withLock { mode = isFrozen ? .frozen : .open } }

    /// Lets bytes through one by one.
    public func slowDown(to bytes: Int) { lock.withLock { bytesPerStep = bytes } }

    private func serve(_ client: Int32, _ target: UInt16) {
        let server = Self.connect(target)
        guard server >= 0 else {
            Glibc.close(client)
            return
        }
        lock.withLock { descriptors += [client, server] }
        let pair = Pair(client, server) { [weak self] closing in
            // Numbers of descriptors are used again.
            guard let self else { return closing() }
            lock.withLock {
                descriptors.removeAll { $0 == client || $0 == server }
                closing()
            }
        }
        for (from, to) in [(client, server), (server, client)] {
            Thread.detachNewThread { [weak self] in
                var buffer = [UInt8](repeating: 0, count: 1 << 16)
                while true {
                    guard let size = self?.step() else { break }
                    if size == 0 {
                        usleep(5000)
                        continue
                    }
                    let count = read(from, &buffer, size)
                    if count <= 0 || self?.pass(count) != true { break }
                    var offset = 0
                    while offset < count {
                        let written = buffer.withUnsafeBytes {
                            Glibc.send(to, $0.baseAddress! + offset, count - offset, Int32(MSG_NOSIGNAL))
                        }
                        if written <= 0 { break }
                        offset += written
                    }
                    if offset < count { break }
                }
                shutdown(from, Int32(SHUT_RDWR))
                shutdown(to, Int32(SHUT_RDWR))
                _ = pair
            }
        }
    }

    private func step() -> Int { lock.withLock { mode == .frozen ? 0 : bytesPerStep } }

    /// Counts bytes; returns whether the connection goes on.
    private func pass(_ count: Int) -> Bool {
        lock.withLock {
            passed += count
            guard let limit = cutsAfter, passed >= limit else { return true }
            cutsAfter = nil
            return false
        }
    }

    /// Two descriptors, closed when both directions have ended.
    private final class Pair: Sendable {
        private let first, second: Int32
        private let end: @Sendable (() -> Void) -> Void

        init(_ first: Int32, _ second: Int32, _ end: @escaping @Sendable (() -> Void) -> Void) {
            (self.first, self.second, self.end) = (first, second, end)
        }

        deinit {
            end {
                Glibc.close(first)
                Glibc.close(second)
            }
        }
    }

    /// Connects to a port of loopback; returns the descriptor, or -1.
    public static func connect(_ port: UInt16) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = loopback(port)
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if code == 0 { return descriptor }
        Glibc.close(descriptor)
        return -1
    }

    /// Returns a port that was free a moment ago.
    public static func freePort() throws -> UInt16 {
        let (descriptor, port) = try listen()
        Glibc.close(descriptor)
        return port
    }

    private static func listen() throws -> (Int32, UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = loopback(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
                    ? Glibc.listen(descriptor, 100) : -1
            }
        }
        if code != 0 { throw POSIXError(.EADDRNOTAVAIL) }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}

/// A process in Python, which is killed at the end.
public final class PythonPeer {
    private let process = Process()
    private let output = Pipe()

    /// Runs a program with Debian's Python, and waits until it has written a line.
    public init(_ program: String, _ arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", program] + arguments
        process.standardOutput = output
        try process.run()
        _ = output.fileHandleForReading.availableData
    }

    deinit { kill() }

    /// Whether Debian's Python has a module.
    public static func has(_ module: String) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", "import \(module)"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// Kills the process.
    public func kill() {
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// Stops the process, without its end.
    public func stop() { Glibc.kill(process.processIdentifier, SIGSTOP) }
}
