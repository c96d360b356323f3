import BridgeTestSupport
import ComponentBridges
import Foundation
import MQTTBridge
import Testing

/// Servers and clients that meet at a broker.
@Suite(.serialized, .enabled(if: Mosquitto.isInstalled, "mosquitto isn't installed")) struct MQTTTests {
    private let broker: Mosquitto
    private let transports = OpenTransports()

    init() throws { broker = try Mosquitto() }

    private func address(_ port: UInt16? = nil) -> String { "mqtt://127.0.0.1:\(port ?? broker.port)/shop" }

    private func serve(_ port: UInt16? = nil, _ options: MQTTOptions = .init()) throws -> (MQTTServer, EventLog) {
        try transports.open(MQTTServer(address(port), options: options))
    }

    private func connect(_ port: UInt16? = nil, _ options: MQTTOptions = .init()) throws -> (MQTTClient, EventLog) {
        try transports.open(MQTTClient(address(port), options: options))
    }

    private func options(_ quality: MQTTOptions.Quality, silence: Duration = .seconds(20)) -> MQTTOptions {
        var options = MQTTOptions()
        (options.quality, options.silenceLimit) = (quality, silence)
        return options
    }

    // MARK: Frames

    @Test(arguments: [MQTTOptions.Quality.once, .kept])
    func framesOfAllSizesGoBothWays(quality: MQTTOptions.Quality) throws {
        let (server, serverLog) = try serve(nil, options(quality))
        let (client, log) = try connect(nil, options(quality))
        let (atServer, atClient) = (try #require(serverLog.peers()?[0]), try #require(log.peers()?[0]))
        let sizes = [0, 1, 2, 100, 65_531, 65_536, 65_537, 1 << 20]
        let frames = (sizes + sizes.reversed()).enumerated().map { patternFrame($0, size: $1) }
        #expect(client.sendAll(frames, to: atClient, log))
        #expect(server.sendAll(frames, to: atServer, serverLog))
        #expect(serverLog.frames(frames.count, from: atServer) == frames)
        #expect(log.frames(frames.count, from: atClient) == frames)
        client.close()
        #expect(serverLog.end(of: atServer) == "it was closed")
    }

    @Test func manyFramesKeepTheirOrder() throws {
        let (server, serverLog) = try serve()
        let clients = try (0..<5).map { _ in try connect() }
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
        server.close()
        for (_, log) in clients { #expect(log.end(of: try #require(log.peers()?[0])) != nil) }
    }

    @Test func aGreaterFrameEndsTheConnection() throws {
        var small = MQTTOptions()
        small.frameLimit = 1000
        let (_, serverLog) = try serve(nil, small)
        let (client, log) = try connect()
        let peer = try #require(log.peers()?[0])
        #expect(
            client.send(patternFrame(1, size: 1000), to: peer) && client.send(patternFrame(1, size: 1001), to: peer))
        #expect(log.end(of: peer) == "a frame of 1001 bytes is over the limit of 1000")
        #expect(serverLog.frames(1, from: try #require(serverLog.peers()?[0]))?.first?.count == 1000)
        #expect(log.peers(2) != nil)
    }

    @Test func aFullQueueTellsWhenThereIsRoom() throws {
        let (server, serverLog) = try serve(nil, options(.once, silence: .seconds(1000)))
        let proxy = try TCPProxy(to: broker.port)
        let (client, log) = try connect(proxy.port, options(.once, silence: .seconds(1000)))
        let (atServer, atClient) = (try #require(serverLog.peers()?[0]), try #require(log.peers()?[0]))
        proxy.freeze(true)
        let frame = patternFrame(7, size: 100_000)
        var count = 0
        while client.send(frame, to: atClient) {
            count += 1
            try #require(count < 100_000)
        }
        #expect(count >= 10)
        proxy.freeze(false)
        #expect(log.room(1, for: atClient) && client.send(frame, to: atClient))
        #expect(serverLog.frames(count + 1, from: atServer)?.allSatisfy { $0 == frame } == true)
        server.close()
    }

    // MARK: Connections

    @Test func aClientWaitsForItsServer() throws {
        let (client, log) = try connect()
        #expect(log.wait { $0.isEmpty ? true : nil } == true)
        let (server, _) = try serve()
        let first = try #require(log.peers()?[0])
        server.close()
        #expect(log.end(of: first) != nil)
        #expect(log.obstacle() == "no server is there")
        let (_, secondLog) = try serve()
        let second = try #require(log.peers(2)?[1])
        #expect(client.send([1], to: first) && client.send([2], to: second))
        #expect(secondLog.frames(1, from: try #require(secondLog.peers()?[0])) == [[2]])
    }

    @Test func eachEndCanDisconnect() throws {
        let (server, serverLog) = try serve()
        let (client, log) = try connect()
        let (first, atClient) = (try #require(serverLog.peers()?[0]), try #require(log.peers()?[0]))
        server.disconnect(first, because: "no longer wanted")
        #expect(serverLog.end(of: first) == "no longer wanted" && log.end(of: atClient) == "no longer wanted")
        let (second, again) = (try #require(serverLog.peers(2)?[1]), try #require(log.peers(2)?[1]))
        client.disconnect(again, because: "a pause")
        #expect(serverLog.end(of: second) == "a pause" && log.end(of: again) == "a pause")
        #expect(serverLog.peers(3) != nil)
    }

    @Test func theEndOfTheBrokerIsThatOfAllPeers() throws {
        let (_, serverLog) = try serve()
        let (client, log) = try connect()
        for round in 1...3 {
            let atServer = try #require(serverLog.peers(round)?[round - 1])
            let atClient = try #require(log.peers(round)?[round - 1])
            #expect(client.send([UInt8(round)], to: atClient))
            #expect(serverLog.frames(1, from: atServer) == [[UInt8(round)]])
            broker.kill()
            #expect(serverLog.end(of: atServer) != nil && log.end(of: atClient) != nil)
            try broker.start()
        }
        #expect(serverLog.peers(4) != nil && log.peers(4) != nil)
    }

    @Test func aCutClientIsGoneByItsWill() throws {
        let (server, serverLog) = try serve()
        let proxy = try TCPProxy(to: broker.port)
        let (client, log) = try connect(proxy.port)
        let (atServer, atClient) = (try #require(serverLog.peers()?[0]), try #require(log.peers()?[0]))
        proxy.cut()
        #expect(serverLog.end(of: atServer) == "the broker has lost it")
        #expect(log.end(of: atClient) != nil)
        let (second, again) = (try #require(serverLog.peers(2)?[1]), try #require(log.peers(2)?[1]))
        #expect(client.send([1], to: again) && server.send([2], to: second))
        #expect(serverLog.frames(1, from: second) == [[1]] && log.frames(1, from: again) == [[2]])
    }

    @Test func aCutServerIsGoneByItsWill() throws {
        let proxy = try TCPProxy(to: broker.port)
        let (server, serverLog) = try serve(proxy.port)
        let (_, log) = try connect()
        let atClient = try #require(log.peers()?[0])
        proxy.cut()
        #expect(log.end(of: atClient) == "the server is gone")
        let (second, again) = (try #require(serverLog.peers(2)?[1]), try #require(log.peers(2)?[1]))
        #expect(server.send([2], to: second) && log.frames(1, from: again) == [[2]])
    }

    @Test func keptFramesOutliveACut() throws {
        let proxy = try TCPProxy(to: broker.port)
        let (_, serverLog) = try serve(nil, options(.kept, silence: .seconds(120)))
        let (client, log) = try connect(proxy.port, options(.kept, silence: .seconds(120)))
        let (atServer, atClient) = (try #require(serverLog.peers()?[0]), try #require(log.peers()?[0]))
        let frames = (0..<300).map { patternFrame($0, size: 3000) }
        for start in stride(from: 0, to: 300, by: 50) {
            proxy.cut(after: 40_000)
            #expect(client.sendAll(Array(frames[start..<start + 50]), to: atClient, log))
            try #require(
                serverLog.frames(start + 50, from: atServer) != nil, "\(start) \(log.summary) \(serverLog.summary)")
        }
        let isSame = serverLog.frames(300, from: atServer) == frames
        #expect(isSame)
        #expect(serverLog.peers()?.count == 1 && log.peers()?.count == 1)
    }

    @Test func aFrozenClientIsGone() throws {
        let (_, serverLog) = try serve(nil, options(.once, silence: .seconds(2)))
        let proxy = try TCPProxy(to: broker.port)
        let (_, log) = try connect(proxy.port, options(.once, silence: .seconds(2)))
        let (atServer, atClient) = (try #require(serverLog.peers()?[0]), try #require(log.peers()?[0]))
        proxy.freeze(true)
        #expect(serverLog.end(of: atServer) != nil && log.end(of: atClient) != nil)
        proxy.freeze(false)
        #expect(serverLog.peers(2) != nil && log.peers(2) != nil)
    }

    @Test func aSlowConnectionLosesNothing() throws {
        let (server, serverLog) = try serve()
        let proxy = try TCPProxy(to: broker.port)
        proxy.slowDown(to: 7)
        let (client, log) = try connect(proxy.port)
        let (atServer, atClient) = (try #require(serverLog.peers()?[0]), try #require(log.peers()?[0]))
        let frames = (0..<100).map { patternFrame($0, size: $0 * 3) }
        #expect(client.sendAll(frames, to: atClient, log) && server.sendAll(frames, to: atServer, serverLog))
        #expect(serverLog.frames(100, from: atServer) == frames && log.frames(100, from: atClient) == frames)
    }

    @Test func aSecondServerTakesTheName() throws {
        let (_, firstLog) = try serve()
        let (_, log) = try connect()
        let atFirst = try #require(firstLog.peers()?[0])
        let (second, secondLog) = try serve()
        #expect(firstLog.end(of: atFirst) != nil)
        #expect(firstLog.obstacle() == "another server has taken the name shop")
        #expect(secondLog.peers() != nil && log.peers(2) != nil)
        second.close()
        #expect(firstLog.peers(2) != nil && log.peers(3) != nil)
    }

    // MARK: Strangers

    @Test func nonsenseAtTheTopicsIsEndured() throws {
        let (server, serverLog) = try serve()
        let (client, log) = try connect()
        let atClient = try #require(log.peers()?[0])
        var texts = ["", "x", String(repeating: "\u{1}", count: 17), String(repeating: "\u{3}", count: 40)]
        texts += (0...4).map { String(UnicodeScalar(UInt8($0))) + String(repeating: "a", count: 30) }
        for topic in ["presence/x", "server/x", "server/", "server/x/y", "client/x"] {
            for text in texts { try publish(text, to: "automata/shop/" + topic) }
        }
        #expect(client.send([7], to: atClient))
        #expect(serverLog.frames(1, from: try #require(serverLog.peers()?[0])) == [[7]])
        #expect(serverLog.peers()?.count == 1)
        server.close()
    }

    private func publish(_ text: String, to topic: String) throws {
        // A packet CONNECT of MQTT 3.1.1, one PUBLISH, and DISCONNECT.
        let descriptor = TCPProxy.connect(broker.port)
        defer { close(descriptor) }
        let connect: [UInt8] = [0x10, 13, 0, 4] + Array("MQTT".utf8) + [4, 2, 0, 60, 0, 1, 120]
        let content =
            [UInt8(topic.utf8.count >> 8), UInt8(topic.utf8.count & 255)] + Array(topic.utf8) + Array(text.utf8)
        let bytes = connect + [0x30, UInt8(content.count)] + content + [0xE0, 0]
        #expect(send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
        var buffer = [UInt8](repeating: 0, count: 100)
        while recv(descriptor, &buffer, buffer.count, 0) > 0 {}
    }

    @Test func wrongPasswordsAreRefused() throws {
        // The hash of "secret", by mosquitto_passwd.
        let strict = try Mosquitto(
            settings: "allow_anonymous false\nacl_file FOLDER/acl", files: ["acl": "topic readwrite none\n"])
        let (client, log) = (try MQTTClient("mqtt://user:wrong%20one@127.0.0.1:\(strict.port)/shop"), EventLog())
        try client.open(log.deliver)
        #expect(log.obstacle()?.hasPrefix("the broker refuses:") == true)
        #expect(client.address == "mqtt://user@127.0.0.1:\(strict.port)/shop")
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "openssl isn't installed"))
    func connectionsAreEncryptedByKnownAuthorities() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.currentDirectoryURL = folder
        process.arguments = [
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key", "-out", "certificate", "-days", "2",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let (certificate, key) = (folder.path + "/certificate", folder.path + "/key")
        let secure = try Mosquitto(
            settings: "certfile \(certificate)\nkeyfile \(key)\nallow_anonymous true\nuser root")
        let address = "mqtts://127.0.0.1:\(secure.port)/shop"
        var options = MQTTOptions()
        let (_, strangerLog) = try transports.open(MQTTClient(address, options: options))
        #expect(strangerLog.obstacle() != nil)
        options.authorityFile = certificate
        let (server, serverLog) = try transports.open(MQTTServer(address, options: options))
        let (client, log) = try transports.open(MQTTClient(address, options: options))
        let (atServer, atClient) = (try #require(serverLog.peers()?[0]), try #require(log.peers()?[0]))
        let frames = (0..<100).map { patternFrame($0, size: $0 * 997) }
        #expect(client.sendAll(frames, to: atClient, log) && server.sendAll(frames, to: atServer, serverLog))
        let isSame = serverLog.frames(100, from: atServer) == frames && log.frames(100, from: atClient) == frames
        #expect(isSame)
    }

    @Test func addressesAreChecked() throws {
        for address in [
            "", "mqtt://", "mqtt://a", "mqtt://a/", "mqtt://a:0/b", "mqtt://a:x/b", "mqtt://a/b/c", "mqtt://a/+",
            "mqtt://%4@a/b", "mqtt://%00@a/b", "http://a/b", "mqtt:///b",
        ] {
            #expect(throws: BridgeError.self) { try MQTTServer(address) }
            #expect(throws: BridgeError.self) { try MQTTClient(address) }
        }
        #expect(try MQTTServer("mqtt://a%40b:c:d@[::1]/n").address == "mqtt://a@b@[::1]:1883/n")
        #expect(try MQTTClient("mqtts://host/n").address == "mqtts://host:8883/n")
        var options = MQTTOptions()
        options.authorityFile = "/no/such/file"
        #expect(throws: BridgeError.self) { try MQTTClient("mqtts://host/n", options: options) }
        let port = try TCPProxy.freePort()
        let (client, log) = try connect(port)
        #expect(log.obstacle() == "Connection refused")
        client.close()
    }
}
