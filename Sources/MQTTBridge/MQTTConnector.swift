internal import BridgeTransportSupport
internal import CMosquitto
internal import ComponentBridges
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The thread of a server or a client: connections to the broker, one after the other.
final class MQTTConnector: @unchecked Sendable {
    // Unchecked, because only the thread uses what changes.
    let address: MQTTAddress
    let hub: TransportHub
    private let role: any MQTTRole
    private let broker: MQTTBroker
    private let isKept: Bool
    private var backoff = Backoff()
    private var nextBeat = 0.0
    /// The reason that was told last, while there is no connection.
    private var toldReason: String?

    init(
        _ address: MQTTAddress, named name: String, _ options: MQTTOptions, _ hub: TransportHub, _ role: any MQTTRole
    ) throws(BridgeError) {
        (self.address, self.hub, self.role) = (address, hub, role)
        isKept = options.quality == .kept
        broker = try MQTTBroker(address, named: name, options, hub)
    }

    /// Connects until the hub is closed.
    func run() {
        nextBeat = MonotonicTime.now + hub.limits.beat
        broker.receive = { [unowned self] bytes, topic in role.handle(bytes, topic: topic, broker) }
        defer { broker.receive = nil }
        while !hub.isClosed {
            let start = MonotonicTime.now
            let (reason, wasConnected) = runConnection()
            if hub.isClosed { return }
            if !isKept { role.removeAll(because: reason) }
            if toldReason != reason {
                hub.deliver(.waiting(because: reason))
                toldReason = reason
            }
            sleep(backoff.next(after: wasConnected ? MonotonicTime.now - start : 0))
        }
    }

    /// Connects once.
    ///
    /// - Returns: The reason of the end.
    private func runConnection() -> (reason: String, wasConnected: Bool) {
        let deadline = MonotonicTime.now + 4 * hub.limits.beat
        // The library's way to connect without waiting doesn't know encryption, and the other one waits
        // for minutes; so it is tried before whether somebody is there.
        if let reason = Reachability.obstacle(address, hub.wakePipe, until: deadline) ?? broker.connect(role.will) {
            return (reason, false)
        }
        while broker.answer == nil {
            broker.awaitAnswer()
            if let end = broker.end { return (broker.answer.map(Self.refusal) ?? end, false) }
            keepUp(nil)
            if hub.isClosed { return ("it was closed", false) }
            if MonotonicTime.now > deadline { return ("the broker doesn't answer", false) }
        }
        guard let answer = broker.answer, answer.code == 0 else {
            return (broker.answer.map(Self.refusal) ?? "the broker doesn't answer", false)
        }
        role.begin(isKept: isKept && answer.isKept)
        broker.subscribe(role.subscriptions)
        return (serve(), true)
    }

    private static func refusal(_ answer: (code: Int32, isKept: Bool)) -> String {
        "the broker refuses: \(String(cString: mosquitto_reason_string(answer.code)))"
    }

    /// Serves until the connection has ended or the hub is closed.
    ///
    /// - Returns: The reason.
    private func serve() -> String {
        guard let wake = hub.wakePipe else { return "the process has no free descriptor" }
        var hasBegun = false
        var poll = DescriptorPoll([wake.descriptor, mosquitto_socket(broker.handle)])
        while true {
            let orders = hub.takeOrders()
            if orders.isClosed {
                finish()
                return "it was closed"
            }
            broker.exchange(reads: poll.isReady(1))
            if let end = broker.end {
                for queue in orders.ready { queue.isBlocked = true }
                return end
            }
            if !hasBegun && broker.pendingTopics <= 0 {
                hasBegun = true
                toldReason = nil
                role.appear(broker)
            }
            for (peer, reason) in orders.disconnects { role.disconnect(peer, because: reason, broker) }
            role.flush(orders.ready, broker)
            keepUp(hasBegun ? broker : nil)
            if let deadline = role.deadline, hasBegun, deadline <= MonotonicTime.now { role.act(broker) }
            poll.setWrites(1, mosquitto_want_write(broker.handle))
            let end = min(nextBeat, (hasBegun ? role.deadline : nil) ?? nextBeat)
            hub.wait(&poll, max(0, Int((end - MonotonicTime.now) * 1000) + 1))
        }
    }

    /// Counts a beat if it is time.
    private func keepUp(_ broker: MQTTBroker?) {
        guard MonotonicTime.now >= nextBeat else { return }
        role.countBeat(broker)
        nextBeat = MonotonicTime.now + hub.limits.beat
    }

    private func sleep(_ seconds: Double) {
        guard let wake = hub.wakePipe else { return }
        var poll = DescriptorPoll([wake.descriptor])
        let end = MonotonicTime.now + seconds
        while MonotonicTime.now < end {
            let orders = hub.takeOrders()
            if orders.isClosed { return }
            for queue in orders.ready { queue.isBlocked = true }
            for (peer, reason) in orders.disconnects { role.disconnect(peer, because: reason, broker) }
            keepUp(nil)
            hub.wait(&poll, max(0, Int((min(end, nextBeat) - MonotonicTime.now) * 1000) + 1))
        }
    }

    /// Sends what waits, for a second at most.
    private func finish() {
        let end = MonotonicTime.now + 1
        func pump(_ isDone: () -> Bool) {
            while !isDone(), broker.end == nil, MonotonicTime.now < end {
                var poll = DescriptorPoll([-1, mosquitto_socket(broker.handle)])
                poll.setWrites(1, mosquitto_want_write(broker.handle))
                poll.wait(10)
                broker.exchange(reads: poll.isReady(1))
            }
        }
        let queues = hub.queues
        role.flush(queues, broker)
        pump {
            role.flush(queues, broker)
            return !queues.contains { $0.isBlocked }
        }
        role.finish(broker)
        pump { !mosquitto_want_write(broker.handle) }
        broker.disconnect()
        pump { mosquitto_socket(broker.handle) < 0 }
    }
}

/// Whether somebody listens at the port of an address.
enum Reachability {
    /// Returns the reason if nobody does.
    ///
    /// - Parameter wake: Ends the wait.
    static func obstacle(_ address: MQTTAddress, _ wake: WakePipe?, until deadline: Double) -> String? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(address.host, "\(address.port)", &hints, &first)
        guard code == 0 else { return "unknown host: \(String(cString: gai_strerror(code)))" }
        defer { freeaddrinfo(first) }
        var reason = "unknown host"
        var next = first
        while let entry = next?.pointee {
            guard let failure = attempt(entry, wake, until: deadline) else { return nil }
            reason = failure
            next = entry.ai_next
        }
        return reason
    }

    private static func attempt(_ entry: addrinfo, _ wake: WakePipe?, until deadline: Double) -> String? {
        let flags = Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(entry.ai_family, entry.ai_socktype | flags, entry.ai_protocol)
        if descriptor < 0 { return String(cString: strerror(errno)) }
        defer { close(descriptor) }
        if connect(descriptor, entry.ai_addr, entry.ai_addrlen) == 0 { return nil }
        if errno != EINPROGRESS { return String(cString: strerror(errno)) }
        var entries = [
            pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: wake?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        poll(&entries, 2, Int32(clamping: max(0, Int((deadline - MonotonicTime.now) * 1000))))
        guard entries[0].revents != 0 else { return "the broker's host doesn't answer" }
        var (error, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
        return error == 0 ? nil : String(cString: strerror(error))
    }
}
