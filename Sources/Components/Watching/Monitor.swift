internal import Synchronization

/// The sender of a run's reports to the ports that watch it.
final class Monitor: @unchecked Sendable {
    // Unchecked, because the lock guards what changes.
    private let lock = Lock()
    private var watchers: [Watcher] = []
    private var count = 0
    private let hasWatchers = Atomic(false)

    /// A port that watches, and what sends to it: one for each port, as a recorded run has each
    /// message from outside to one receiver.
    struct Watcher {
        let port: PortReference
        let output: OutputCore
        let sender: ComponentCore
        let receiver: ComponentCore
        /// Called before a report is sent, with what sends it anew.
        let begin: (_ send: @escaping (OutputCore) -> Void) -> Void

        fileprivate func send<Body: Sendable>(_ body: Body, _ message: AnyMessage) {
            let index = message.sentIndex
            begin { $0.send(body, index) }
            output.send(body, index)
        }
    }

    deinit { lock.deallocate() }

    /// Whether a port watches.
    var isActive: Bool { hasWatchers.load(ordering: .relaxed) }

    /// The ports that watch.
    var ports: [PortReference] { lock.withLock { watchers.map(\.port) } }

    /// Adds a port, which hears first who lives.
    func add(_ watcher: Watcher, _ living: [Assembly.Part]) {
        lock.withLock {
            watchers.append(watcher)
            hasWatchers.store(true, ordering: .relaxed)
            for part in living { watcher.send(part, reports.added) }
        }
    }

    func report(_ event: TraceEvent) {
        lock.withLock {
            count += 1
            for watcher in watchers { watcher.send((count, event), reports.happened) }
        }
    }

    func report(added part: Assembly.Part) {
        lock.withLock { for watcher in watchers { watcher.send(part, reports.added) } }
    }

    func report(removed component: ComponentCore) {
        lock.withLock {
            watchers.removeAll { $0.receiver === component }
            hasWatchers.store(!watchers.isEmpty, ordering: .relaxed)
            for watcher in watchers { watcher.send(component.name, reports.removed) }
        }
    }

    /// Ends all reports, as the run has ended.
    func stop() {
        lock.withLock {
            for watcher in watchers { watcher.output.sender = nil }
            watchers = []
        }
    }
}

private let reports = ProtocolMembers<Reports>.shared.members

extension Host {
    /// Lets a port hear what happens.
    final func watch(_ reference: PortReference) throws(ComponentError) {
        guard let component = component(reference.part) else { throw .unknownPart(reference.part) }
        guard let input = component.instance.input(reference.port) else {
            throw .invalidPort(reference, "isn't an input of the component; fix the name")
        }
        let members = ProtocolMembers<Reports>.shared
        guard members.messages.contains(where: { input.slot(for: $0) != nil }) else {
            throw .invalidPort(reference, "receives no report; give it the protocol Reports")
        }
        let output = OutputCore(members)
        output.name = "to \(reference)"
        for (index, message) in members.messages.enumerated() {
            output.setRoute(index, input.slot(for: message).map { [$0] } ?? [])
        }
        beginWatching(output, component, reference)
    }
}
