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
    struct Watcher {
        let port: PortReference
        let output: OutputCore
        let sender: ComponentCore
        let receiver: ComponentCore
        /// Called before a report is sent, with what sends it anew.
        let begin: (_ send: @escaping (OutputCore) -> Void) -> Void

        fileprivate func send<Body: Sendable>(_ body: Body, _ message: AnyMessage) {
            let index = message.sentIndex
            sender.host.monitor.sentCount.add(1, ordering: .relaxed)
            begin { $0.send(body, index) }
            output.send(body, index)
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

    /// Tells observers what ports don't hear, or hear in another way.
    func tellObservers(_ news: @autoclosure () -> RunNews) {
        guard isActive else { return }
        lock.withLock { if !observers.isEmpty { tell(news()) } }
    }

    func report(_ event: TraceEvent) {
        lock.withLock {
            count += 1
            tell(.happened(count, event))
            for watcher in watchers { watcher.send((count, event), reports.happened) }
        }
    }

    func report(added part: Assembly.Part) {
        lock.withLock {
            tell(.added(part))
            for watcher in watchers { watcher.send(part, reports.added) }
        }
    }

    func report(removed component: ComponentCore) {
        lock.withLock {
            watchers.removeAll { $0.receiver === component }
            isHeard.store(!watchers.isEmpty || !observers.isEmpty, ordering: .relaxed)
            tell(.removed(component.name))
            for watcher in watchers { watcher.send(component.name, reports.removed) }
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
