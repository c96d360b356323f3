internal import AlgorithmSupport
internal import Statecharts

/// Runs the reactions of components one by one: what they send is gathered instead of handled.
final class ExplorationRouter: Router {
    /// A timer of the component that reacts.
    struct Timer {
        let number: UInt64
        var deadline: Duration
        let fire: () -> Void
        var deliveries: [Delivery] = []
    }

    private var timerCount: UInt64 = 0
    /// The timers of the component that reacts, in the order in which they were started.
    var runningTimers: [Timer] = []
    /// Messages of point-to-point channels, in their order among those of mailboxes.
    private var channeled: [(position: Int, slot: Slot, body: any Sendable)] = []
    /// Whether the component that reacts has ended.
    var hasEnded = false
    /// The contract that the component has broken.
    var breach: ComponentError?
    /// Something that the component did, and that isn't explored.
    var problem: String?
    /// Whether the component that reacts has read its clock.
    var hasReadTime = false
    /// The point-to-point channels.
    private(set) var distributors: [Distributor] = []

    init() { super.init(seed: 0, isShuffled: false, traceLimit: nil) }

    override func add(_ part: Assembly.Part) throws(ComponentError) -> ComponentCore {
        let core = try super.add(part)
        core.state.pointee.capacity = .max
        return core
    }

    // Components start one by one.
    override func start(_ component: ComponentCore) {}
    override func isReady(_ component: ComponentCore) -> Bool { false }

    override func makeDistributor(capacity: Int) -> Distributor {
        let distributor = Distributor(self, capacity: capacity)
        distributors.append(distributor)
        return distributor
    }

    override func enqueueSlowly(_ slot: Slot, _ id: UInt64) {
        guard let distributor = slot.distributor else { return accept(slot, id) }
        if distributor is OutsideGate { return distributor.distribute(slot, id) }
        channeled.append((queue.pointee.count, slot, slot.body(at: 0)))
        slot.removeBody(at: 0)
    }

    override func end(_ component: ComponentCore) {
        if run.pointee.busy == component.state { hasEnded = true } else { problem = "ends another component" }
    }

    override func fail(_ component: ComponentCore, by breach: ComponentError) {
        component.hasFailed = true
        self.breach = self.breach ?? breach
    }

    override func restart(_ component: ComponentCore) { problem = "restarts a component" }

    override func apply(_ change: AssemblyChange) throws(ComponentError) {
        problem = "changes the parts or channels while it runs"
        throw .notRunning
    }

    override func answer<Body: Sendable>(
        _ body: Body, _ slot: TypedSlot<Body>, of output: OutputCore, _ index: Int,
        _ traced: @autoclosure () -> any Sendable
    ) { problem = "answers a command" }

    override func readTime(for component: ComponentCore) -> Duration {
        hasReadTime = true
        return time
    }

    override func addTimer(of component: ComponentCore, after delay: Duration, _ fire: @escaping () -> Void) -> UInt64 {
        timerCount += 1
        runningTimers.append(Timer(number: timerCount, deadline: time.advanced(by: delay), fire: fire))
        return timerCount
    }

    override func cancelTimer(_ number: UInt64) { runningTimers.removeAll { $0.number == number } }

    /// Lets the receiver handle the first message of a slot.
    func handleFirst(of slot: Slot) throws {
        let state = slot.state
        if let step = state.pointee.contract, !step.pointee.take() { throw refuse(state) }
        try state.pointee.handler?.run(state.pointee.bodies, state.pointee.receiver.pointee.storage)
    }

    /// Takes what was sent, in its order.
    func takeSent(_ take: (_ slot: Slot, _ body: any Sendable) -> Void) {
        var position = 0
        var others = channeled[...]
        channeled = []
        while true {
            while let next = others.first, next.position <= position {
                take(next.slot, next.body)
                others.removeFirst()
            }
            guard !queue.pointee.isEmpty else { break }
            let slot: Slot = queue.pointee.removeFirst().pointee.mailbox.removeFirst().slot.pointee.slot
            take(slot, slot.body(at: 0))
            slot.removeBody(at: 0)
            position += 1
        }
        for next in others { take(next.slot, next.body) }
    }
}
