internal import BridgeTransportSupport
internal import ComponentBridges

/// The side of a server or a client that knows its peers; only the transport's thread uses it.
protocol MQTTRole: AnyObject {
    /// The topic and the message that the broker sends when this end is gone.
    var will: (topic: String, message: [UInt8], isRetained: Bool) { get }
    /// The topics of messages for this end.
    var subscriptions: [String] { get }

    /// Begins to use a connection to the broker, before the topics are subscribed.
    ///
    /// - Parameter isKept: Whether the broker knows this end from an earlier connection.
    func begin(isKept: Bool)
    /// Begins to talk, after the topics are subscribed.
    func appear(_ broker: MQTTBroker)
    /// Takes a message.
    func handle(_ bytes: UnsafeRawBufferPointer, topic: String, _ broker: MQTTBroker)
    /// Sends what waits for peers.
    func flush(_ ready: [PeerQueue], _ broker: MQTTBroker)
    func disconnect(_ peer: BridgePeer, because reason: String, _ broker: MQTTBroker)
    func countBeat(_ broker: MQTTBroker?)
    /// The time at which this end has something to do, if it has.
    var deadline: Double? { get }
    /// Does what is due.
    func act(_ broker: MQTTBroker)
    /// Says goodbye to all.
    func finish(_ broker: MQTTBroker)
    /// Removes all peers.
    func removeAll(because reason: String)
}

/// A connection of the server to a client, or of the client to the server.
struct MQTTPeer {
    let queue: PeerQueue
    /// The number of the other end.
    let sender: UInt64
    let connection: UInt32
    var sequence = MQTTSequence()

    init(_ queue: PeerQueue, sender: UInt64, connection: UInt32) {
        (self.queue, self.sender, self.connection) = (queue, sender, connection)
    }

    /// Takes a message of the connection.
    ///
    /// - Returns: The reason to end the connection, if there is one.
    mutating func take(_ header: MQTTHeader, _ content: UnsafeRawBufferPointer, _ hub: TransportHub) -> String? {
        queue.isHeard = true
        switch header.kind {
        case .frames:
            switch sequence.judge(frames: header.sequence) {
            case .repeated: return nil
            case .missing: return "frames were lost at the broker"
            case .new:
                let isChunk = FrameChunk.read(content, limit: hub.limits.frameLimit) {
                    hub.deliver(.received($0, from: queue.peer))
                }
                return isChunk ? nil : "it has sent nonsense"
            }
        case .beat: return sequence.judge(beat: header.sequence) == .missing ? "frames were lost at the broker" : nil
        case .goodbye: return TransportMessage.reason(content)
        case .hello: return nil
        }
    }

    /// Sends the chunks that wait.
    ///
    /// - Returns: The reason to end the connection, if there is one.
    mutating func flush(_ topic: String, sender: UInt64, _ hub: TransportHub, _ broker: MQTTBroker) -> String? {
        var failure: String?
        hub.flush(queue) { chunk in
            guard broker.hasRoom else { return false }
            sequence.sent &+= 1
            MQTTHeader(.frames, sender: sender, connection: connection, sequence: sequence.sent).write(to: chunk.buffer)
            switch broker.publish(UnsafeRawBufferPointer(chunk.buffer), to: topic) {
            case .sent: break
            // What a broken connection takes or loses is known when it is back.
            case .failed(let reason): failure = failure ?? reason
            }
            chunk.deallocate()
            return true
        }
        return failure
    }
}
