/// The first byte of each message of a transport.
package enum TransportMessage: UInt8 {
    /// Frames follow.
    case frames = 0
    /// The sender begins a connection, or has accepted one.
    case hello = 1
    /// The sender ends the connection; a reason in UTF-8 follows.
    case goodbye = 2
    /// The sender lives.
    case beat = 3

    /// The content of a hello: a name by which others are told apart, a version, and the maximum
    /// size of frames.
    package static func hello(frameLimit: Int) -> [UInt8] {
        name + (0..<4).map { UInt8(truncatingIfNeeded: frameLimit >> (24 - 8 * $0)) }
    }

    /// Returns the maximum size of frames in the content of a hello; `nil` if it isn't one.
    package static func readHello(_ bytes: some Collection<UInt8>) -> Int? {
        guard bytes.count == name.count + 4, bytes.starts(with: name) else { return nil }
        let limit = bytes.suffix(4).reduce(0) { $0 << 8 | Int($1) }
        return limit > 0 ? limit : nil
    }

    private static let name = Array("automata".utf8) + [1]

    /// Returns a reason that a peer gives, short enough to be shown.
    package static func reason(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: bytes.prefix(500), as: UTF8.self)
    }
}

/// The times at which a client tries to connect again.
package struct Backoff {
    /// The longest pause, in seconds.
    static let maximum = 5.0
    private var pause = 0.05

    package init() {}

    /// Returns the pause before the next attempt, in seconds: twice the last one, with some chance,
    /// so that many clients don't come at once.
    ///
    /// - Parameter lasted: The seconds for which the last connection lasted; zero without one.
    package mutating func next(after lasted: Double) -> Double {
        if lasted > Self.maximum { pause = 0.05 }
        defer { pause = min(2 * pause, Self.maximum) }
        return pause * Double.random(in: 0.75...1)
    }
}
