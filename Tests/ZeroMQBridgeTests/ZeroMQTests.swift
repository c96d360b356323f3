import BridgeTestSupport
import ComponentBridges
import Foundation
import Testing
import ZeroMQBridge

/// A server and a client of ZeroMQ.
@Suite(.serialized) struct ZeroMQTests {
    private let folder: URL
    private let transports = OpenTransports()

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString.prefix(8) + "z")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func open(_ server: ZeroMQServer) throws -> EventLog {
        try transports.open(server).1
    }

    private func connect(_ address: String, _ options: ZeroMQOptions = .init()) throws -> (ZeroMQClient, EventLog) {
        try transports.open(ZeroMQClient(address, options: options))
    }

    // MARK: Frames

    @Test(arguments: [true, false]) func framesOfAllSizesGoBothWays(isLocal: Bool) throws {
        let address = isLocal ? "ipc://\(folder.path)/socket" : "tcp://127.0.0.1:0"
        let server = try ZeroMQServer(address)
        let serverLog = try open(server)
        let (client, clientLog) = try connect(server.address)
        let (atServer, atClient) = (try #require(serverLog.peers()?[0]), try #require(clientLog.peers()?[0]))
        let sizes = [0, 1, 2, 100, 8187, 8192, 65_531, 65_536, 65_537, 1_000_000, 1 << 20]
        let frames = (sizes + sizes.reversed()).enumerated().map { patternFrame($0, size: $1) }
        #expect(client.sendAll(frames, to: atClient, clientLog))
        #expect(server.sendAll(frames, to: atServer, serverLog))
        #expect(serverLog.frames(frames.count, from: atServer) == frames)
        #expect(clientLog.frames(frames.count, from: atClient) == frames)
        client.close()
        #expect(serverLog.end(of: atServer) == "it was closed")
        server.close()
    }

    @Test func manyFramesKeepTheirOrder() throws {
        let server = try ZeroMQServer("tcp://127.0.0.1:0")
        let serverLog = try open(server)
        let clients = try (0..<10).map { _ in try connect(server.address) }
        let count = 5_000
        DispatchQueue.concurrentPerform(iterations: clients.count) { index in
            let (client, log) = clients[index]
            guard let peer = log.peers()?[0] else { return }
            _ = client.sendAll((0..<count).map { Array("\(index) \($0)".utf8) }, to: peer, log)
        }
        let peers = try #require(serverLog.peers(clients.count))
        var seen: Set<Substring> = []
        for peer in peers {
            let texts = try #require(serverLog.frames(count, from: peer)).map { String(decoding: $0, as: UTF8.self) }
            let name = try #require(texts[0].split(separator: " ").first)
            seen.insert(name)
            #expect(texts == (0..<count).map { "\(name) \($0)" })
        }
        #expect(seen.count == clients.count)
        for (client, _) in clients { client.close() }
    }

    @Test func closingSendsWhatWaits() throws {
        let server = try ZeroMQServer("tcp://127.0.0.1:0")
        let serverLog = try open(server)
        let (client, log) = try connect(server.address)
        let peer = try #require(log.peers()?[0])
        for number in 0..<1000 { #expect(client.send(patternFrame(number, size: 100), to: peer)) }
        client.close()
        let atServer = try #require(serverLog.peers()?[0])
        #expect(serverLog.end(of: atServer) == "it was closed")
        #expect(serverLog.frames(1000, from: atServer)?.count == 1000)
        let count = log.count
        server.close()
        #expect(log.count == count)
    }

    @Test func aFullQueueTellsWhenThereIsRoom() throws {
        let server = try ZeroMQServer("tcp://127.0.0.1:0")
        let serverLog = try open(server)
        let (client, log) = try connect(server.address)
        let (atServer, atClient) = (try #require(serverLog.peers()?[0]), try #require(log.peers()?[0]))
        serverLog.hold(true)
        let frame = patternFrame(7, size: 100_000)
        var count = 0
        while client.send(frame, to: atClient) {
            count += 1
            try #require(count < 100_000)
        }
        #expect(count >= 10)
        serverLog.hold(false)
        #expect(log.room(1, for: atClient))
        #expect(client.send(frame, to: atClient))
        #expect(serverLog.frames(count + 1, from: atServer)?.allSatisfy { $0 == frame } == true)
    }

    @Test func aGreaterFrameEndsTheConnection() throws {
        var options = ZeroMQOptions()
        options.frameLimit = 1000
        let server = try ZeroMQServer("tcp://127.0.0.1:0", options: options)
        let serverLog = try open(server)
        let (client, log) = try connect(server.address)
        let peer = try #require(log.peers()?[0])
        #expect(client.send(patternFrame(1, size: 1000), to: peer))
        #expect(client.send(patternFrame(1, size: 1001), to: peer))
        #expect(log.end(of: peer) == "a frame of 1001 bytes is over the limit of 1000")
        let atServer = try #require(serverLog.peers()?[0])
        #expect(serverLog.frames(1, from: atServer)?.first?.count == 1000)
        #expect(log.peers(2) != nil)
    }

    // MARK: Connections

    @Test func aClientWaitsForItsServer() throws {
        let port = try TCPProxy.freePort()
        let (client, log) = try connect("tcp://127.0.0.1:\(port)")
        #expect(log.obstacle() == "nobody listens there")
        let server = try ZeroMQServer("tcp://127.0.0.1:\(port)")
        let serverLog = try open(server)
        let first = try #require(log.peers()?[0])
        server.close()
        #expect(log.end(of: first) == "it was closed")
        let second = try ZeroMQServer("tcp://127.0.0.1:\(port)")
        let secondLog = try open(second)
        let peers = try #require(log.peers(2))
        #expect(peers[0] != peers[1])
        // To a peer that is gone, it counts as taken.
        #expect(client.send([1], to: peers[0]) && client.send([2], to: peers[1]))
        #expect(secondLog.frames(1, from: try #require(secondLog.peers()?[0])) == [[2]])
        #expect(serverLog.peers()?.count == 1)
    }

    @Test func eachEndCanDisconnect() throws {
        let server = try ZeroMQServer("tcp://127.0.0.1:0")
        let serverLog = try open(server)
        let (client, log) = try connect(server.address)
        let (first, atClient) = (try #require(serverLog.peers()?[0]), try #require(log.peers()?[0]))
        server.disconnect(first, because: "no longer wanted")
        #expect(serverLog.end(of: first) == "no longer wanted" && log.end(of: atClient) == "no longer wanted")
        let (second, again) = (try #require(serverLog.peers(2)?[1]), try #require(log.peers(2)?[1]))
        client.disconnect(again, because: "a pause")
        #expect(serverLog.end(of: second) == "a pause" && log.end(of: again) == "a pause")
        #expect(serverLog.peers(3) != nil)
    }

    @Test(.enabled(if: PythonPeer.has("zmq"), "python3-zmq isn't installed"), arguments: [true, false])
    func aKilledPeerIsGone(isLocal: Bool) throws {
        var options = ZeroMQOptions()
        options.silenceLimit = .seconds(1000)
        let address = isLocal ? "ipc://\(folder.path)/killed" : "tcp://127.0.0.1:0"
        let server = try ZeroMQServer(address, options: options)
        let log = try open(server)
        let peer = try PythonPeer(Self.client, [server.address, "frames"])
        let first = try #require(log.peers()?[0])
        #expect(log.frames(3, from: first) == [[1, 2], [], [3]])
        peer.kill()
        #expect(log.end(of: first) == "the connection has ended")
        let (client, clientLog) = try connect(server.address)
        #expect(log.peers(2) != nil && clientLog.peers() != nil)
        client.close()
    }

    @Test(.enabled(if: PythonPeer.has("zmq"), "python3-zmq isn't installed"))
    func aStoppedPeerIsGone() throws {
        var options = ZeroMQOptions()
        options.silenceLimit = .seconds(1)
        let server = try ZeroMQServer("tcp://127.0.0.1:0", options: options)
        let log = try open(server)
        let peer = try PythonPeer(Self.client, [server.address, "frames"])
        let first = try #require(log.peers()?[0])
        peer.stop()
        #expect(log.end(of: first)?.hasPrefix("nothing has come from it") == true)
    }

    @Test func aFrozenConnectionEndsAtBothEnds() throws {
        var options = ZeroMQOptions()
        options.silenceLimit = .seconds(2)
        let server = try ZeroMQServer("tcp://127.0.0.1:0", options: options)
        let serverLog = try open(server)
        let proxy = try TCPProxy(to: try #require(UInt16(server.address.split(separator: ":").last ?? "")))
        let (client, log) = try connect("tcp://127.0.0.1:\(proxy.port)", options)
        let (atServer, atClient) = (try #require(serverLog.peers()?[0]), try #require(log.peers()?[0]))
        proxy.freeze(true)
        #expect(serverLog.end(of: atServer) != nil && log.end(of: atClient) != nil)
        proxy.freeze(false)
        #expect(serverLog.peers(2) != nil && log.peers(2) != nil)
        client.close()
    }

    @Test func aCutConnectionIsReplaced() throws {
        let server = try ZeroMQServer("tcp://127.0.0.1:0")
        let serverLog = try open(server)
        let proxy = try TCPProxy(to: try #require(UInt16(server.address.split(separator: ":").last ?? "")))
        let (client, log) = try connect("tcp://127.0.0.1:\(proxy.port)")
        for round in 1...5 {
            let (atServer, atClient) = (
                try #require(serverLog.peers(round)?[round - 1]), try #require(log.peers(round)?[round - 1])
            )
            // In the middle of a frame.
            proxy.cut(after: 50_000)
            let frame = patternFrame(round, size: 1000)
            #expect(client.sendAll(Array(repeating: frame, count: 100), to: atClient, log))
            #expect(serverLog.end(of: atServer) != nil && log.end(of: atClient) != nil)
            let frames = try #require(serverLog.frames(0, from: atServer))
            #expect(frames.count < 100 && frames.allSatisfy { $0 == frame })
        }
        #expect(serverLog.peers(6) != nil)
    }

    @Test func aSlowConnectionLosesNothing() throws {
        let server = try ZeroMQServer("tcp://127.0.0.1:0")
        let serverLog = try open(server)
        let proxy = try TCPProxy(to: try #require(UInt16(server.address.split(separator: ":").last ?? "")))
        proxy.slowDown(to: 7)
        let (client, log) = try connect("tcp://127.0.0.1:\(proxy.port)")
        let (atServer, atClient) = (try #require(serverLog.peers()?[0]), try #require(log.peers()?[0]))
        let frames = (0..<100).map { patternFrame($0, size: $0 * 3) }
        #expect(client.sendAll(frames, to: atClient, log) && server.sendAll(frames, to: atServer, serverLog))
        #expect(serverLog.frames(100, from: atServer) == frames && log.frames(100, from: atClient) == frames)
    }

    // MARK: Addresses

    @Test func addressesAreChecked() throws {
        for address in ["", "tcp://", "tcp://a", "tcp://:1", "tcp://a:b", "tcp://a:70000", "udp://a:1", "ipc://"] {
            #expect(throws: BridgeError.self) { try ZeroMQServer(address) }
            #expect(throws: BridgeError.self) { try ZeroMQClient(address) }
        }
        #expect(throws: BridgeError.self) { try ZeroMQClient("tcp://*:1") }
        #expect(throws: BridgeError.self) { try ZeroMQClient("tcp://127.0.0.1:0") }
        let server = try ZeroMQServer("tcp://127.0.0.1:0")
        #expect(throws: BridgeError.self) { try ZeroMQServer(server.address) }
        _ = try open(server)
        #expect(throws: BridgeError.self) { try server.open { _ in } }
        server.close()
        // The port is free again.
        _ = try ZeroMQServer(server.address)
    }

    @Test func socketsOfOthersAreLeftAlone() throws {
        let path = folder.path + "/taken"
        try Data("text".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: BridgeError.self) { try ZeroMQServer("ipc://\(path)") }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "text")
        let server = try ZeroMQServer("ipc://\(folder.path)/own")
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/own")[.posixPermissions] as? Int
        #expect(mode == 0o600)
        _ = try open(server)
        #expect(throws: BridgeError.self) { try ZeroMQServer("ipc://\(folder.path)/own") }
    }

    static let client = """
        import sys, zmq, struct, time
        s = zmq.Context().socket(zmq.DEALER)
        s.connect(sys.argv[1])
        s.send(b'\\x01automata\\x01' + struct.pack('>I', 1000000))
        s.recv()
        s.send(b'\\x00' + b'\\0\\0\\0\\2\\1\\2' + b'\\0\\0\\0\\0' + b'\\0\\0\\0\\1\\3')
        print('ready', flush=True)
        time.sleep(600)
        """
}
