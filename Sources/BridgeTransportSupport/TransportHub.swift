package import ComponentBridges

/// The bounds of a transport.
package struct TransportLimits: Sendable {
    package let frameLimit: Int
    package let queueLimit: Int
    /// The time between two beats, in seconds: a quarter of the silence after which a peer is gone.
    package let beat: Double

    package init(frameLimit: Int, queueLimit: Int, silenceLimit: Duration) {
        // Sizes are sent as 32 bits, and libraries below count in signed ones.
        self.frameLimit = min(max(frameLimit, 1), 1 << 30)
        self.queueLimit = max(queueLimit, 1)
        let (seconds, attoseconds) = silenceLimit.components
        beat = max((Double(seconds) + Double(attoseconds) / 1e18) / 4, 0.01)
    }
}

/// The side of a transport that all threads use: frames that wait for its own thread, by peer.
package final class TransportHub: @unchecked Sendable {
    // Unchecked, because only the transport's thread touches what isn't in `state`.
    private struct State {
        var queues: [UInt64: PeerQueue] = [:]
        var ready: [PeerQueue] = []
        var disconnects: [(BridgePeer, String)] = []
        var isAwake = false
        var isClosed = false
        var nextNumber: UInt64 = 1
        var deliver: (@Sendable (BridgeEvent) -> Void)?
    }

    /// The work that others have left for the transport's thread.
    package struct Orders {
        package let ready: [PeerQueue]
        package let disconnects: [(BridgePeer, String)]
        package let isClosed: Bool
    }

    package let limits: TransportLimits
    package let wakePipe: WakePipe?
    private let headerSize: Int
    private let chunkLimit: Int
    private let state = Guarded(State())
    private let thread = TransportThread()

    /// Creates a hub.
    ///
    /// - Parameter headerSize: The bytes before the frames of a chunk that the transport fills.
    package init(_ limits: TransportLimits, headerSize: Int) {
        (self.limits, self.headerSize) = (limits, headerSize)
        chunkLimit = headerSize + min(FrameChunk.sharedSize, limits.frameLimit + 4)
        wakePipe = WakePipe()
    }

    /// The maximum size of a chunk, with its header.
    package var maximumChunkSize: Int { headerSize + limits.frameLimit + 4 }

    /// Starts the transport's thread.
    package func start(
        _ address: String, _ deliver: @escaping @Sendable (BridgeEvent) -> Void, _ run: @escaping @Sendable () -> Void
    ) throws(BridgeError) {
        let isNew = state.withLock { state in
            guard state.deliver == nil, !state.isClosed else { return false }
            state.deliver = deliver
            return true
        }
        guard isNew else { throw .unavailable(address: address, reason: "it was opened before; make another one") }
        guard wakePipe != nil else {
            throw .unavailable(address: address, reason: "the process has no free descriptor")
        }
        if !thread.start(run) {
            throw .unavailable(address: address, reason: "the system can't start a thread")
        }
    }

    // MARK: Other threads

    package func send(_ frame: [UInt8], to peer: BridgePeer) -> Bool {
        let (isTaken, wakes) = state.withLock { state -> (Bool, Bool) in
            guard let queue = state.queues[peer.number], !state.isClosed else { return (true, false) }
            guard frame.count <= queue.frameLimit else {
                let reason = "a frame of \(frame.count) bytes is over the limit of \(queue.frameLimit)"
                state.disconnects.append((peer, reason))
                return (true, Self.noteWake(&state))
            }
            guard queue.byteCount < limits.queueLimit else {
                queue.owesRoom = true
                return (false, false)
            }
            queue.append(frame, headerSize: headerSize, chunkLimit: chunkLimit)
            if queue.isListed { return (true, false) }
            queue.isListed = true
            state.ready.append(queue)
            return (true, Self.noteWake(&state))
        }
        if wakes { wakePipe?.wake() }
        return isTaken
    }

    package func disconnect(_ peer: BridgePeer, because reason: String) {
        let wakes = state.withLock { state -> Bool in
            guard state.queues[peer.number] != nil else { return false }
            state.disconnects.append((peer, reason))
            return Self.noteWake(&state)
        }
        if wakes { wakePipe?.wake() }
    }

    /// Lets the thread end, and waits for it, unless it is the caller.
    package func close() {
        let isRunning = state.withLock { state in
            state.isClosed = true
            return state.deliver != nil
        }
        guard isRunning else { return }
        wakePipe?.wake()
        // Longer than it sends what waits; who blocks in `deliver` isn't waited for.
        if !thread.isCurrent { thread.wait(atMost: 3) }
    }

    private static func noteWake(_ state: inout State) -> Bool {
        defer { state.isAwake = true }
        return !state.isAwake
    }

    // MARK: The transport's thread

    /// Waits until others have left work, one of further descriptors is ready, or milliseconds are
    /// over.
    ///
    /// - Parameter poll: The descriptors, of which ``wakePipe`` is the first.
    package func wait(_ poll: inout DescriptorPoll, _ milliseconds: Int) {
        poll.wait(milliseconds)
        // Before the work is taken, so that later work wakes the thread again.
        if poll.isReady(0) { wakePipe?.drain() }
    }

    /// Takes the work that others have left.
    package func takeOrders() -> Orders {
        state.withLock { state in
            let orders = Orders(ready: state.ready, disconnects: state.disconnects, isClosed: state.isClosed)
            for queue in state.ready { queue.isListed = false }
            state.ready.removeAll(keepingCapacity: true)
            state.disconnects = []
            state.isAwake = false
            return orders
        }
    }

    /// Tells an event, unless the transport is closed.
    package func deliver(_ event: BridgeEvent) {
        let deliver = state.withLock { $0.isClosed ? nil : $0.deliver }
        deliver?(event)
    }

    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Adds a peer, and tells it.
    ///
    /// - Parameter frameLimit: The maximum frame that the peer takes.
    package func add(frameLimit: Int) -> PeerQueue {
        let queue = state.withLock { state in
            let peer = BridgePeer(state.nextNumber)
            state.nextNumber += 1
            let queue = PeerQueue(peer, frameLimit: min(frameLimit, limits.frameLimit))
            state.queues[peer.number] = queue
            return queue
        }
        deliver(.connected(queue.peer))
        return queue
    }

    /// Removes a peer, and tells it.
    package func remove(_ queue: PeerQueue, because reason: String) {
        let isKnown = state.withLock { state in
            queue.clear()
            return state.queues.removeValue(forKey: queue.peer.number) != nil
        }
        if isKnown { deliver(.disconnected(queue.peer, because: reason)) }
    }

    /// The peers.
    package var queues: [PeerQueue] { state.withLock { Array($0.queues.values) } }

    /// Hands the chunks of a peer to the library.
    ///
    /// - Parameter take: Takes a chunk and its memory; returns `false` if it can't be taken now.
    package func flush(_ queue: PeerQueue, _ take: (FrameChunk) -> Bool) {
        queue.isBlocked = false
        while let chunk = state.withLock({ _ in queue.popFirst(headerSize: headerSize) }) {
            if !take(chunk) {
                state.withLock { _ in queue.putBack(chunk, headerSize: headerSize) }
                queue.isBlocked = true
                break
            }
            queue.hasSpoken = true
        }
        let hasRoom = state.withLock { _ in
            guard queue.owesRoom, queue.byteCount <= limits.queueLimit / 2 else { return false }
            queue.owesRoom = false
            return true
        }
        if hasRoom { deliver(.room(queue.peer)) }
    }

    /// Counts a beat.
    ///
    /// - Returns: The peers that are silent for too long, and those to which nothing was sent.
    package func countBeat() -> (silent: [PeerQueue], unspoken: [PeerQueue]) {
        var (silent, unspoken): ([PeerQueue], [PeerQueue]) = ([], [])
        for queue in queues {
            queue.silentBeats = queue.isHeard ? 0 : queue.silentBeats + 1
            if queue.silentBeats >= 4 { silent.append(queue) }
            if !queue.hasSpoken { unspoken.append(queue) }
            (queue.isHeard, queue.hasSpoken) = (false, false)
        }
        return (silent, unspoken)
    }
}
