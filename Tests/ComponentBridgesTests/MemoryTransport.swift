import ComponentBridges
import Foundation
import Synchronization

/// A transport within the process, whose connections a test makes and cuts.
final class MemoryTransport: BridgeTransport {
    /// A pair of transports: for a server, and for a client.
    static func pair() -> (server: MemoryTransport, client: MemoryTransport) {
        let (server, client) = (MemoryTransport("server"), MemoryTransport("client"))
        server.state.withLock { $0.other = client }
        client.state.withLock { $0.other = server }
        return (server, client)
    }

    private struct State {
        weak var other: MemoryTransport?
        var deliver: (@Sendable (BridgeEvent) -> Void)?
        var peer: BridgePeer?
        var isStuck = false
        /// Whether each second frame is refused, with room at once.
        var isMoody = false
        var frameCount = 0
    }

    let address: String
    let frameLimit = 1 << 24
    private let state = Mutex(State())
    private let queue: DispatchQueue

    private init(_ name: String) { (address, queue) = ("memory:" + name, DispatchQueue(label: name)) }

    func open(_ deliver: @escaping @Sendable (BridgeEvent) -> Void) { state.withLock { $0.deliver = deliver } }

    private func tell(_ event: BridgeEvent) { queue.async { self.state.withLock { $0.deliver }?(event) } }

    func send(_ frame: [UInt8], to peer: BridgePeer) -> Bool {
        let (other, isStuck) = state.withLock { ($0.peer == peer ? $0.other : nil, $0.isStuck) }
        if isStuck { return false }
        let isRefused = state.withLock { state in
            state.frameCount += 1
            return state.isMoody && state.frameCount % 2 == 0
        }
        if isRefused {
            tell(.room(peer))
            return false
        }
        guard let other, let itsPeer = other.state.withLock({ $0.peer }) else { return true }
        other.tell(.received(frame, from: itsPeer))
        return true
    }

    func disconnect(_ peer: BridgePeer, because reason: String) {
        guard state.withLock({ $0.peer == peer }) else { return }
        let other = state.withLock { $0.other }
        leave(reason)
        other?.leave("the other end has left")
    }

    private func leave(_ reason: String) {
        let peer = state.withLock { state in
            defer { state.peer = nil }
            return state.peer
        }
        if let peer { tell(.disconnected(peer, because: reason)) }
    }

    /// Connects the pair.
    func connect(_ number: UInt64) {
        let other = state.withLock { $0.other }
        for transport in [self, other].compactMap(\.self) {
            transport.state.withLock { $0.peer = BridgePeer(number) }
            transport.tell(.connected(BridgePeer(number)))
        }
    }

    func setMoody() { state.withLock { $0.isMoody = true } }

    func cut() {
        let other = state.withLock { $0.other }
        leave("cut")
        other?.leave("cut")
    }

    /// Takes no more frames, or takes them again.
    func setStuck(_ isStuck: Bool) {
        let peer = state.withLock { state in
            state.isStuck = isStuck
            return state.peer
        }
        if !isStuck, let peer { tell(.room(peer)) }
    }

    func close() {
        cut()
        state.withLock { $0.deliver = nil }
    }
}
