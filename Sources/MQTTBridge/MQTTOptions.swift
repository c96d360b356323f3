/// The bounds of an ``MQTTServer`` or an ``MQTTClient``.
public struct MQTTOptions: Sendable {
    /// The way in which the broker handles frames.
    public enum Quality: Int32, Hashable, Sendable {
        /// The broker forgets them: QoS 0. Its end, and each end of a connection to it, ends the
        /// connections to all peers.
        case once = 0
        /// The broker keeps them for the ``MQTTOptions/silenceLimit``: QoS 1. A connection to it that
        /// returns before, while the broker lives, ends nothing, and loses nothing.
        case kept = 1
    }

    /// The way in which the broker handles frames.
    public var quality = Quality.once
    /// The greatest frame that is carried, in bytes.
    public var frameLimit = 1 << 20
    /// The bytes that may wait for a peer, before there is no room for further frames.
    public var queueLimit = 1 << 20
    /// The duration after which a peer of which nothing comes is gone. Ends that live send
    /// something in a quarter of it, so that both ends need a similar one.
    public var silenceLimit = Duration.seconds(20)
    /// The maximum number of clients of a server; further ones are refused.
    public var connectionLimit = 1000
    /// The file of the authorities that vouch for a broker of `mqtts://`; `nil` for those of the
    /// system.
    public var authorityFile: String?

    /// Creates options.
    public init() {}
}
