import BridgeTestSupport
import ComponentBridges
import Foundation
import Testing
import ZeroMQBridge

/// Servers that are found by their names, in the folder of the user.
@Suite(.serialized) struct DiscoveryTests {
    private let name = "test-" + UUID().uuidString

    private func path() throws -> String {
        let runtime = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]
        return (runtime.map { $0 + "/automata" } ?? "/tmp/automata-\(geteuid())") + "/\(name).json"
    }

    @Test func aServerIsFoundByItsName() throws {
        let transports = OpenTransports()
        let keys = try ZeroMQKeyPair()
        let (server, log) = try transports.open(ZeroMQServer("tcp://127.0.0.1:0", keys: keys))
        #expect(try BridgeLocation.find(name) == nil)
        var announcement: BridgeAnnouncement? = try BridgeAnnouncement(
            name, at: BridgeLocation(server.address, publicKey: keys.publicKey))
        let found = try #require(try BridgeLocation.find(name))
        _ = try transports.open(ZeroMQClient(found.address, server: found.publicKey))
        #expect(log.peers() != nil)
        #expect(try FileManager.default.attributesOfItem(atPath: path())[.posixPermissions] as? Int == 0o600)
        // A second server can't take the name while the first one lives.
        #expect(throws: BridgeError.self) { try BridgeAnnouncement(name, at: BridgeLocation("tcp://host:1")) }
        #expect(try BridgeLocation.find(name) == found)
        withExtendedLifetime(announcement) {}
        announcement = nil
        #expect(try BridgeLocation.find(name) == nil && !FileManager.default.fileExists(atPath: path()))
    }

    @Test func whatTheDeadHaveLeftIsReplaced() throws {
        // Makes the folder.
        #expect(try BridgeLocation.find(name) == nil)
        try Data(#"{"address": "tcp://dead:1"}"#.utf8).write(to: URL(fileURLWithPath: path()))
        #expect(try BridgeLocation.find(name) == nil)
        let location = BridgeLocation("ipc:///a \"b\"\\c", publicKey: nil)
        let announcement = try BridgeAnnouncement(name, at: location)
        #expect(try BridgeLocation.find(name) == location)
        withExtendedLifetime(announcement) {}
    }

    @Test func onlyOneOfManyGetsTheName() throws {
        let winners = Winners()
        DispatchQueue.concurrentPerform(iterations: 16) { index in
            if let announcement = try? BridgeAnnouncement(name, at: BridgeLocation("tcp://host:\(index + 1)")) {
                winners.add(announcement)
            }
        }
        #expect(winners.count == 1)
        #expect(try BridgeLocation.find(name) != nil)
    }

    private final class Winners: @unchecked Sendable {
        private let lock = NSLock()
        private var announcements: [BridgeAnnouncement] = []
        func add(_ announcement: BridgeAnnouncement) { lock.withLock { announcements.append(announcement) } }
        var count: Int { lock.withLock { announcements.count } }
    }

    @Test(arguments: ["", "a/b", ".hidden", "a\0b", String(repeating: "a", count: 201)])
    func namesAreChecked(name: String) {
        #expect(throws: BridgeError.self) { try BridgeLocation.find(name) }
    }

    @Test func nonsenseOfTheLivingIsRefused() throws {
        #expect(try BridgeLocation.find(name) == nil)
        for text in ["", "{", "[]", "{}", #"{"address": 1}"#, #"{"address": "a"} x"#, "\u{FFFD}"] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path()))
            let descriptor = Glibc.open(try path(), O_RDONLY)
            flock(descriptor, LOCK_EX)
            #expect(throws: BridgeError.self) { try BridgeLocation.find(name) }
            Glibc.close(descriptor)
        }
        try FileManager.default.removeItem(atPath: path())
    }
}
