/// The bounds of a ``ZeroMQServer`` or a ``ZeroMQClient``.
public struct ZeroMQOptions: Sendable {
    /// The greatest frame that is carried, in bytes.
    public var frameLimit = 1 << 20
    /// The bytes that may wait for a peer, before there is no room for further frames.
    public var queueLimit = 1 << 20
    /// The duration after which a peer of which nothing comes is gone. Ends that live send
    /// something in a quarter of it, so that both ends need a similar one.
    public var silenceLimit = Duration.seconds(20)
    /// The maximum number of connections to a server; further ones are closed.
    public var connectionLimit = 1000

    /// Creates options.
    public init() {}
}
