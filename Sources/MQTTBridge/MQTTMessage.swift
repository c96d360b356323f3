internal import BridgeTransportSupport

/// The first bytes of each message at a topic.
struct MQTTHeader: Equatable {
    static let size = 17

    var kind: TransportMessage
    /// A random number of the sender, as long as it lives.
    var sender: UInt64
    /// The number of the connection, among those of the client; zero for all.
    var connection: UInt32
    /// The number of the last frame message of the connection in this direction, by which lost and
    /// repeated ones are noticed.
    var sequence: UInt32

    init(_ kind: TransportMessage, sender: UInt64, connection: UInt32, sequence: UInt32 = 0) {
        (self.kind, self.sender, self.connection, self.sequence) = (kind, sender, connection, sequence)
    }

    /// Reads a header; returns `nil` if the bytes don't begin with one.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.size, let kind = TransportMessage(rawValue: bytes[0]) else { return nil }
        self.kind = kind
        sender = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt64.self))
        connection = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 9, as: UInt32.self))
        sequence = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 13, as: UInt32.self))
    }

    func write(to bytes: UnsafeMutableRawBufferPointer) {
        bytes[0] = kind.rawValue
        bytes.storeBytes(of: sender.bigEndian, toByteOffset: 1, as: UInt64.self)
        bytes.storeBytes(of: connection.bigEndian, toByteOffset: 9, as: UInt32.self)
        bytes.storeBytes(of: sequence.bigEndian, toByteOffset: 13, as: UInt32.self)
    }

    /// Returns a message.
    func message(_ content: [UInt8] = []) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.size)
        bytes.withUnsafeMutableBytes { write(to: $0) }
        return bytes + content
    }
}

/// The numbers of frame messages of a connection in both directions.
struct MQTTSequence {
    var sent: UInt32 = 0
    private var received: UInt32 = 0

    enum Judgment { case new, repeated, missing }

    /// Judges a frame message.
    mutating func judge(frames number: UInt32) -> Judgment {
        if number == received &+ 1 {
            received = number
            return .new
        }
        return judge(beat: number) == .missing ? .missing : .repeated
    }

    /// Judges a beat, which has the number of the last frame message.
    func judge(beat number: UInt32) -> Judgment {
        // Numbers may begin again at zero.
        Int32(bitPattern: number &- received) > 0 ? .missing : .repeated
    }
}
