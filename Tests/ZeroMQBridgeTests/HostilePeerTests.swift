import BridgeTestSupport
import ComponentBridges
import Foundation
import Testing
import ZeroMQBridge

/// Peers of a server that mean no good.
@Suite(.serialized) struct HostilePeerTests {
    private let server: ZeroMQServer
    private let log = EventLog()
    private let port: UInt16

    init() throws {
        var options = ZeroMQOptions()
        options.frameLimit = 10_000
        options.silenceLimit = .seconds(4)
        options.connectionLimit = 1200
        server = try ZeroMQServer("tcp://127.0.0.1:0", options: options)
        try server.open(log.deliver)
        port = try #require(UInt16(server.address.split(separator: ":").last ?? ""))
    }

    // The greeting, the command READY of a DEALER, and frames of ZMTP 3.0.
    private let greeting =
        [0xFF] + [UInt8](repeating: 0, count: 8) + [0x7F, 3, 0] + Array("NULL".utf8)
        + [UInt8](repeating: 0, count: 48)
    private let ready =
        [4, 28, 5] + Array("READY".utf8) + [11] + Array("Socket-Type".utf8) + [0, 0, 0, 6]
        + Array("DEALER".utf8) as [UInt8]
    private let hello = [0, 14, 1] + Array("automata".utf8) + [1, 0, 0, 0x10, 0] as [UInt8]

    /// Connects, sends bytes, and returns the descriptor.
    ///
    /// - Parameter message: Bytes to send after the handshake.
    private func attack(_ bytes: [UInt8], _ message: [UInt8] = []) -> Int32 {
        let descriptor = TCPProxy.connect(port)
        send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        guard !message.isEmpty else { return descriptor }
        // The greeting of the server, and its command after two bytes, the second of which is its size.
        var (answer, size) = ([UInt8](repeating: 0, count: 66), 0)
        while size < answer.count {
            let count = answer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress! + size, $0.count - size, 0) }
            guard count > 0 else { break }
            size += count
            if size == 66 { answer += [UInt8](repeating: 0, count: Int(answer[65])) }
        }
        send(descriptor, message, message.count, Int32(MSG_NOSIGNAL))
        return descriptor
    }

    /// Waits until the server has ended a connection.
    private func isEnded(_ descriptor: Int32) -> Bool {
        var (buffer, limit) = ([UInt8](repeating: 0, count: 1000), timeval(tv_sec: 60, tv_usec: 0))
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 { continue }
            return count == 0 || errno == ECONNRESET
        }
    }

    /// A client that means well is served.
    private func expectService() throws {
        let (client, clientLog) = (try ZeroMQClient(server.address), EventLog())
        try client.open(clientLog.deliver)
        let peer = try #require(clientLog.peers()?[0])
        #expect(client.send(Array("well".utf8), to: peer))
        let isServed = log.wait { events in
            for case .received(let frame, _) in events where frame == Array("well".utf8) { return true }
            return nil
        }
        #expect(isServed == true)
        client.close()
    }

    @Test func nonsenseIsCut() throws {
        let welcome = greeting + ready
        let named =
            greeting + [4, 44, 5] + Array("READY".utf8) + [11] + Array("Socket-Type".utf8) + [0, 0, 0, 6]
            + Array("DEALER".utf8) + [8] + Array("Identity".utf8) + [0, 0, 0, 3, 65, 66, 67]
        let attacks: [([UInt8], [UInt8])] = [
            (Array("GET / HTTP/1.1\r\n\r\n".utf8), []), ([UInt8](repeating: 0xFF, count: 5000), []),
            // Halves of all that is expected, of which the rest never comes.
            ([], []), (Array(greeting.prefix(30)), []), (greeting, []), (Array(welcome.dropLast(3)), []),
            (welcome, []), (welcome, Array(hello.prefix(5))),
            // Other messages than a hello, and parts of them.
            (welcome, [0, 3, 0, 1, 2]), (welcome, [1, 1, 1, 0, 1, 2]), (welcome, [0, 0]),
            // A name of its own, which could be that of another one.
            (named, hello),
            // After the hello: another one, nonsense, lengths beyond the message and the limit.
            (welcome, hello + hello), (welcome, hello + [0, 1, 9]), (welcome, hello + [0, 3, 0, 0, 1]),
            (welcome, hello + [0, 6, 0, 0, 0, 0, 2, 1]), (welcome, hello + [0, 5, 0, 0xFF, 0xFF, 0xFF, 0xFF]),
            // Four gigabytes, and more than there can be.
            (welcome, hello + [2, 0, 0, 0, 1, 0, 0, 0, 0]), (welcome, hello + [2] + [UInt8](repeating: 0xFF, count: 8)),
        ]
        let descriptors = attacks.map { attack($0, $1) }
        for (number, descriptor) in descriptors.enumerated() {
            #expect(isEnded(descriptor), "attack \(number)")
            close(descriptor)
        }
        // Those from the hello on were peers, unless the connection had ended before the answer.
        let peers = try #require(log.peers(5))
        #expect(peers.allSatisfy { log.end(of: $0) != nil })
        try expectService()
    }

    @Test func aThousandConnectionsAreServed() throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let count = min(1000, (Int(clamping: limit.rlim_cur) - 200) / 2)
        let descriptors = (0..<count).map { _ in attack(greeting + ready, hello) }
        #expect(log.peers(count) != nil)
        try expectService()
        for descriptor in descriptors { close(descriptor) }
        let areGone = log.wait { events in
            events.count { if case .disconnected = $0 { true } else { false } } >= count ? true : nil
        }
        #expect(areGone == true)
    }

    @Test func connectionsOverTheLimitAreCut() throws {
        var options = ZeroMQOptions()
        options.connectionLimit = 3
        let (small, smallLog) = (try ZeroMQServer("tcp://127.0.0.1:0", options: options), EventLog())
        try small.open(smallLog.deliver)
        let smallPort = try #require(UInt16(small.address.split(separator: ":").last ?? ""))
        let descriptors = (0..<3).map { _ in TCPProxy.connect(smallPort) }
        #expect(isEnded(TCPProxy.connect(smallPort)))
        for descriptor in descriptors { close(descriptor) }
        let (client, clientLog) = (try ZeroMQClient(small.address), EventLog())
        try client.open(clientLog.deliver)
        #expect(clientLog.peers() != nil)
        client.close()
    }
}

/// Keys of servers and clients.
@Suite struct KeyTests {
    private func hasObstacle(_ client: ZeroMQClient) throws -> String? {
        let log = EventLog()
        try client.open(log.deliver)
        defer { client.close() }
        return log.obstacle()
    }

    @Test func onlyKnownClientsConnect() throws {
        let (keys, known, unknown) = (try ZeroMQKeyPair(), try ZeroMQKeyPair(), try ZeroMQKeyPair())
        let server = try ZeroMQServer("tcp://127.0.0.1:0", keys: keys, clients: [known.publicKey])
        let serverLog = EventLog()
        try server.open(serverLog.deliver)
        let address = server.address
        #expect(
            try hasObstacle(ZeroMQClient(address, keys: unknown, server: keys.publicKey))
                == "it refuses the key of this client (400)")
        #expect(try hasObstacle(ZeroMQClient(address, server: unknown.publicKey)) != nil)
        #expect(try hasObstacle(ZeroMQClient(address)) != nil)
        let (client, log) = (try ZeroMQClient(address, keys: known, server: keys.publicKey), EventLog())
        try client.open(log.deliver)
        let peer = try #require(log.peers()?[0])
        #expect(client.send([42], to: peer))
        let peers = try #require(serverLog.peers())
        #expect(peers.count == 1 && serverLog.frames(1, from: peers[0]) == [[42]])
        client.close()
    }

    @Test func aServerMayLetAllInThatKnowItsKey() throws {
        let keys = try ZeroMQKeyPair()
        let (server, serverLog) = (try ZeroMQServer("tcp://127.0.0.1:0", keys: keys), EventLog())
        try server.open(serverLog.deliver)
        let (client, log) = (try ZeroMQClient(server.address, server: keys.publicKey), EventLog())
        try client.open(log.deliver)
        #expect(log.peers() != nil)
        client.close()
    }

    @Test func keysAreKeptInFilesOfTheirUser() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path + "/keys"
        let keys = try ZeroMQKeyPair()
        try keys.save(toFile: path)
        #expect(try ZeroMQKeyPair(contentsOfFile: path).publicKey == keys.publicKey)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(throws: BridgeError.self) { try keys.save(toFile: path) }
        chmod(path, 0o640)
        #expect(throws: BridgeError.self) { try ZeroMQKeyPair(contentsOfFile: path) }
        for text in ["", "short\n", String(repeating: "~", count: 40) + "\n"] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            chmod(path, 0o600)
            #expect(throws: BridgeError.self) { try ZeroMQKeyPair(contentsOfFile: path) }
        }
        #expect(throws: BridgeError.self) { try ZeroMQKeyPair(contentsOfFile: folder.path + "/none") }
        #expect(throws: BridgeError.self) { try ZeroMQServer("tcp://127.0.0.1:0", keys: keys, clients: ["x"]) }
        #expect(throws: BridgeError.self) {
            try ZeroMQServer("tcp://127.0.0.1:0", clients: [keys.publicKey])
        }
        #expect(throws: BridgeError.self) { try ZeroMQClient("tcp://127.0.0.1:1", server: "x") }
        #expect(throws: BridgeError.self) { try ZeroMQClient("tcp://127.0.0.1:1", keys: keys) }
    }
}
