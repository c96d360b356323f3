public import ComponentBridges
import Foundation

/// The events of a transport, for which tests wait.
public final class EventLog: @unchecked Sendable {
    private let condition = NSCondition()
    private var events: [BridgeEvent] = []
    /// Slows down the transport while it is set.
    private var isHeld = false

    /// Creates a log.
    public init() {}

    /// Takes an event, on the transport's thread.
    public var deliver: @Sendable (BridgeEvent) -> Void {
        { event in
            self.condition.withLock {
                while self.isHeld { self.condition.wait() }
                self.events.append(event)
                self.condition.broadcast()
            }
        }
    }

    /// Lets the transport wait at its next event, or go on.
    public func hold(_ holds: Bool) {
        condition.withLock {
            isHeld = holds
            condition.broadcast()
        }
    }

    /// Waits until something holds of the events, for a minute at most.
    public func wait<Result>(for value: ([BridgeEvent]) -> Result?) -> Result? {
        condition.withLock {
            let end = Date(timeIntervalSinceNow: 60)
            while true {
                if let result = value(events) { return result }
                if !condition.wait(until: end) { return value(events) }
            }
        }
    }

    /// Waits for a number of connected peers; returns them, in order.
    public func peers(_ count: Int = 1) -> [BridgePeer]? {
        wait { events in
            let peers = events.compactMap { if case .connected(let peer) = $0 { peer } else { nil } }
            return peers.count >= count ? peers : nil
        }
    }

    /// Waits for a number of frames from a peer; returns them, in order.
    public func frames(_ count: Int, from peer: BridgePeer) -> [[UInt8]]? {
        wait { events in
            let frames = events.compactMap { event in
                if case .received(let frame, peer) = event { frame } else { nil }
            }
            return frames.count >= count ? frames : nil
        }
    }

    /// Waits until a peer is gone; returns the reason.
    public func end(of peer: BridgePeer) -> String? {
        wait { events in
            for case .disconnected(peer, let reason) in events { return reason }
            return nil
        }
    }

    /// Waits until a transport tells that it can't connect; returns the reason.
    public func obstacle() -> String? {
        wait { events in
            for case .waiting(let reason) in events { return reason }
            return nil
        }
    }

    /// Waits until there is room for a peer a number of times.
    public func room(_ count: Int, for peer: BridgePeer) -> Bool {
        wait { events in
            let times = events.count { if case .room(peer) = $0 { true } else { false } }
            return times >= count ? true : nil
        } ?? false
    }

    /// The events other than frames, in words, for messages of tests.
    public var summary: String {
        let events = condition.withLock { self.events }
        return events.compactMap { event -> String? in if case .received = event { nil } else { "\(event)" } }.joined(
            separator: ", ")
    }

    /// The number of events so far.
    public var count: Int { condition.withLock { events.count } }
}

/// A frame that shows its place and size.
public func patternFrame(_ number: Int, size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) }
}

extension BridgeTransport {
    /// Sends a frame, waiting for room as often as necessary.
    public func sendAll(_ frames: [[UInt8]], to peer: BridgePeer, _ log: EventLog) -> Bool {
        var refusals = 0
        for frame in frames {
            while !send(frame, to: peer) {
                refusals += 1
                if !log.room(refusals, for: peer) { return false }
            }
        }
        return true
    }
}

/// Keeps transports open as long as a test lasts.
public final class OpenTransports: @unchecked Sendable {
    private let lock = NSLock()
    private var transports: [any BridgeTransport] = []

    /// Creates an empty list.
    public init() {}

    deinit { for transport in transports { transport.close() } }

    /// Opens a transport.
    public func open<Transport: BridgeTransport>(_ transport: Transport) throws -> (Transport, EventLog) {
        let log = EventLog()
        try transport.open(log.deliver)
        lock.withLock { transports.append(transport) }
        return (transport, log)
    }
}
