import Components
import Foundation
import Statecharts
import Testing

/// A program that listens to an inspector, which waits at most a minute for each line.
final class InspectionListener: @unchecked Sendable {
    // Unchecked, because each test uses it on one thread at a time.
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// Connects, and reads the first line, after which nothing is missed.
    convenience init(at path: String) throws {
        try self.init(connectingTo: path)
        let greeting = try next()
        guard greeting["news"] as? String == "run", greeting["version"] as? Int == 1 else { throw Unexpected(greeting) }
    }

    init(connectingTo path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard descriptor >= 0, result == 0 else { throw Unexpected("connect: \(errno)") }
    }

    deinit { close(descriptor) }

    struct Unexpected: Error, CustomStringConvertible {
        let description: String
        init(_ value: Any) { description = "\(value)" }
    }

    /// Reads the next line; `nil` at the end.
    func line() throws -> String? {
        while true {
            if let end = buffer.firstIndex(of: 10) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer.removeFirst(end + 1)
                return line
            }
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard Glibc.poll(&poll, 1, 60_000) > 0 else { throw Unexpected("no line in a minute") }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &bytes, bytes.count)
            if count <= 0 { return nil }
            buffer += bytes[..<count]
        }
    }

    func next() throws -> [String: Any] {
        guard let line = try line() else { throw Unexpected("the end") }
        guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
            throw Unexpected(line)
        }
        return object
    }

    /// Reads up to a line with a value of a key.
    func next(_ key: String, _ value: String) throws -> [String: Any] { try all(upTo: key, value).last ?? [:] }

    /// Reads all lines up to one with a value of a key.
    func all(upTo key: String, _ value: String) throws -> [[String: Any]] {
        var lines: [[String: Any]] = []
        repeat { lines.append(try next()) } while lines.last?[key] as? String != value
        return lines
    }

    /// Reads events, and what was missed, up to an event's number.
    func events(upTo last: Int) throws -> (events: [[String: Any]], missedCount: Int) {
        var (events, missedCount, number): ([[String: Any]], Int, Int) = ([], 0, 0)
        while number < last {
            let line = try next()
            switch line["news"] as? String {
            case "event":
                events.append(line)
                number = line["number"] as? Int ?? 0
            case "missed":
                missedCount += line["count"] as? Int ?? 0
                number += line["count"] as? Int ?? 0
            default: break
            }
        }
        return (events, missedCount)
    }

    @discardableResult
    func send(_ bytes: some Sequence<UInt8>) -> Int {
        let bytes = Array(bytes)
        return Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    func request(_ name: String) { send("{\"request\": \"\(name)\"}\n".utf8) }
}

// MARK: - Runs to inspect

struct GatePushes: PortProtocol { let push = Message<Void>() }

struct PushedGate: StatechartComponent {
    enum State: String, StatechartSymbol { case closed, open }
    enum Event: String, StatechartSymbol { case push }
    typealias Payload = any Sendable

    let hand = Input<GatePushes>()
    static let chart: Statechart = .init("Gate", for: Self.self) {
        Simple(.closed) { On(.push, to: .open) }
        Simple(.open) { On(.push, to: .closed) }
    }
}

/// Passes numbers on, and fails at a negative one.
struct Relay: Component {
    let input = Input<M1>()
    let output = Output<M1>(isOptional: true)

    static var handlers: Handlers<Relay> {
        Receive(\.input.one) { relay, number in
            if number < 0 { throw Failed() }
            relay.output.one(number)
        }
    }
}

/// Returns two relays, the first one of which sends to the other.
func relayChain() -> (Assembly, PartReference<Relay>) {
    var assembly = Assembly()
    let first = assembly.add("first") { Relay() }
    let second = assembly.add("second") { Relay() }
    assembly.connect(first.output, to: second.input)
    return (assembly, first)
}

func makeTemporaryFolder() throws -> String {
    var template = Array("/tmp/inspection.XXXXXX".utf8CString)
    return try #require(mkdtemp(&template).map { String(cString: $0) })
}
