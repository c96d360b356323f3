internal import Synchronization

/// The sender of a run's reports to the ports that watch it.
final class Monitor: @unchecked Sendable {
    // Unchecked, because the lock guards what changes.
    private let lock = Lock()
    private var watchers: [Watcher] = []
    private var observers: [any RunObserver] = []
    private var count = 0
    private let isHeard = Atomic(false)
    private let sentCount = Atomic(0)
    private let stepCount = Atomic(0)
    /// The numbers of reports that were given back to the limit of a simulation's run.
    private var credited = (reports: 0, stepReports: 0)

    /// A port that watches, and what sends to it: one for each port, as a recorded run has each
    /// message from outside to one receiver.
    final class Watcher {
        let port: PortReference
        let output: OutputCore
        let sender: ComponentCore
        let receiver: ComponentCore
        /// Called before a report is sent, with what sends it anew.
        let begin: (_ send: @escaping (OutputCore) -> Void) -> Void
        /// Whether reports were lost, and the port hasn't been told.
        fileprivate var misses = false

        init(
            _ port: PortReference, _ output: OutputCore, _ sender: ComponentCore, _ receiver: ComponentCore,
            begin: @escaping (_ send: @escaping (OutputCore) -> Void) -> Void
        ) { (self.port, self.output, self.sender, self.receiver, self.begin) = (port, output, sender, receiver, begin) }

        fileprivate func send<Body: Sendable>(_ body: Body, _ message: AnyMessage) {
            let index = message.sentIndex
            sender.host.monitor.sentCount.add(1, ordering: .relaxed)
            begin { $0.send(body, index) }
            output.send(body, index)
        }

        /// Tells the port of reports that it missed, unless it is going to hear of some.
        fileprivate func tellOfMissed() {
            guard misses else { return }
            misses = false
            let route = output.state.pointee.routes[reports.missed.index]
            guard route.count > 0, !sender.host.isWaiting(route.slots[0].pointee.slot) else { return }
            send((), reports.missed)
        }
    }

    deinit { lock.deallocate() }

    /// Whether a port watches, or an observer.
    var isActive: Bool { isHeard.load(ordering: .relaxed) }

    func countStepReport() { stepCount.add(1, ordering: .relaxed) }

    /// Returns the number of reports that were sent since the last call, for a simulation.
    ///
    /// - Parameter limit: The maximum number of those about steps of charts, which may cause each
    ///   other.
    func creditReports(stepReports limit: Int = .max) -> (reports: Int, stepReports: Int) {
        let (sent, steps) = (sentCount.load(ordering: .relaxed), stepCount.load(ordering: .relaxed))
        let (reports, stepReports) = (sent - credited.reports, min(limit, steps - credited.stepReports))
        credited.reports += reports
        credited.stepReports += stepReports
        return (reports, stepReports)
    }

    /// The ports that watch.
    var ports: [PortReference] { lock.withLock { watchers.map(\.port) } }

    /// Adds a port, which hears first who lives.
    func add(_ watcher: Watcher, _ living: [Assembly.Part]) {
        lock.withLock {
            watchers.append(watcher)
            isHeard.store(true, ordering: .relaxed)
            for part in living { watcher.send(part, reports.added) }
            watcher.tellOfMissed()
        }
    }

    /// Adds an observer, which hears first who lives.
    func add(_ observer: any RunObserver, _ living: [Assembly.Part]) {
        lock.withLock {
            observers.append(observer)
            isHeard.store(true, ordering: .relaxed)
            for part in living { observer.observe(.added(part)) }
        }
    }

    func remove(_ observer: any RunObserver) {
        lock.withLock {
            observers.removeAll { $0 === observer }
            isHeard.store(!watchers.isEmpty || !observers.isEmpty, ordering: .relaxed)
        }
    }

    private func tell(_ news: RunNews) {
        for observer in observers { observer.observe(news) }
    }

    /// Sends a report to all ports, under the lock.
    private func send<Body: Sendable>(_ body: Body, _ message: AnyMessage) {
        for watcher in watchers { watcher.send(body, message) }
        // Afterwards, as a report to one port may have to leave room for one to another port.
        for watcher in watchers { watcher.tellOfMissed() }
    }

    /// Notes that a report found no room in a mailbox, or had to leave it.
    ///
    /// - Parameter message: The message that is sent meanwhile. A report is sent under the lock.
    func noteMissed(_ slot: Slot, by message: UInt64) {
        func note() -> Watcher? {
            let watcher = watchers.first { $0.receiver === slot.receiver && $0.port.port == slot.port }
            watcher?.misses = true
            return watcher
        }
        if message.isReport { _ = note() } else { lock.withLock { note()?.tellOfMissed() } }
    }

    /// Tells observers what ports don't hear, or hear in another way.
    func tellObservers(_ news: @autoclosure () -> RunNews) {
        guard isActive else { return }
        lock.withLock { if !observers.isEmpty { tell(news()) } }
    }

    func report(_ event: TraceEvent) {
        lock.withLock {
            count += 1
            tell(.happened(count, event))
            send((count, event), reports.happened)
        }
    }

    func report(added part: Assembly.Part) {
        lock.withLock {
            tell(.added(part))
            send(part, reports.added)
        }
    }

    func report(removed component: ComponentCore) {
        lock.withLock {
            watchers.removeAll { $0.receiver === component }
            isHeard.store(!watchers.isEmpty || !observers.isEmpty, ordering: .relaxed)
            tell(.removed(component.name))
            send(component.name, reports.removed)
        }
    }

    /// Ends all reports, as the run has ended.
    func stop() {
        lock.withLock {
            tell(.ended)
            for watcher in watchers { watcher.output.sender = nil }
            (watchers, observers) = ([], [])
        }
    }
}

private let reports = ProtocolMembers<Reports>.shared.members

extension Host {
    /// Lets an observer hear what happens from now on.
    final func add(_ observer: any RunObserver) {
        monitor.add(observer, living.map(\.part))
        beginNoting()
        for component in living {
            inTurn(of: component) { [unowned component] in
                component.instance.reportedStates.map { observer.observe(.states(part: component.name, $0)) }
            }
        }
    }

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
