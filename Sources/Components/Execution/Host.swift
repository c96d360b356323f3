/// The names of the components that have ended, at least of the latest 1,000.
struct EndedNames {
    private var latest: Set<String> = []
    private var earlier: Set<String> = []

    mutating func insert(_ name: String) {
        if latest.count == 1_000 { (earlier, latest) = (latest, []) }
        latest.insert(name)
    }

    func contains(_ name: String) -> Bool { latest.contains(name) || earlier.contains(name) }
}

/// A run of components: what their ports and contexts ask of it.
class Host {
    let seed: UInt64
    let isTracing: Bool
    /// The receiver of each message, in the order in which they were sent; `nil` if components run
    /// side by side.
    final let order: UnsafeMutablePointer<Ring<UnsafeMutablePointer<ReceiverState>>>?

    let monitor = Monitor()
    /// Whether all messages are noted, for a trace or for ports that watch.
    final var isWatched: Bool { isTracing || monitor.isActive }

    /// The sender of messages from outside, which never ends.
    final var environment: ComponentCore!

    init(
        seed: UInt64, isTracing: Bool, order: UnsafeMutablePointer<Ring<UnsafeMutablePointer<ReceiverState>>>?
    ) { (self.seed, self.isTracing, self.order) = (seed, isTracing, order) }

    /// The time since the start of the run.
    var time: Duration { .zero }
    /// The time, for the code of a component.
    func readTime(for component: ComponentCore) -> Duration { time }

    /// Adds a message, whose body is the last one in its slot, where it doesn't simply go to a
    /// mailbox.
    func enqueueSlowly(_ slot: Slot, _ id: UInt64) {}
    /// Adds a message, whose body is the last one in its slot, to the receiver's mailbox.
    func accept(_ slot: Slot, _ id: UInt64) {}
    /// Locks a mailbox, or a channel, for one more message.
    ///
    /// - Returns: Whether there is room; if not, nothing is locked.
    func beginArrival(_ slot: UnsafeMutablePointer<SlotState>, _ id: UInt64, from sender: ComponentCore?) -> Bool {
        false
    }
    /// Unlocks it, and wakes the receiver.
    func endArrival(_ slot: UnsafeMutablePointer<SlotState>, _ id: UInt64) {}
    /// Sends an answer to the sender of a command.
    ///
    /// - Parameter traced: What a trace shows of the answer.
    func answer<Body: Sendable>(
        _ body: Body, _ slot: TypedSlot<Body>, of output: OutputCore, _ index: Int,
        _ traced: @autoclosure () -> any Sendable
    ) {}
    /// Returns an outcome that depends on the order of threads, or that of the run that is
    /// repeated.
    func decide(_ outcome: Bool) -> Bool { outcome }
    /// Notes a command, with what tells its sender that nobody can answer it any more.
    func began(_ command: UInt64, of client: ComponentCore, _ giveUp: @escaping () -> Void) {}
    /// Tells a component that nobody can answer its command any more.
    func noteUnanswered(_ client: ComponentCore, _ command: UInt64, _ finish: @escaping () -> Void) { finish() }
    /// Records that a message was sent.
    func record(_ body: any Sendable, _ id: UInt64, _ index: Int, of output: OutputCore, receiverCount: Int) {}
    /// Returns the message that a component handles; `nil` if the run doesn't note messages.
    func currentMessage(of component: ComponentCore) -> MessageID? { nil }
    /// Returns whether a component can take a message from a point-to-point channel.
    func isReady(_ component: ComponentCore) -> Bool { false }
    /// Loses a message, which is the last one in its slot, as its receiver has ended.
    func lose(_ slot: Slot, _ id: UInt64, _ receiver: UInt32) {}
    /// Records that a message was lost with its channel.
    func noteLost(_ id: UInt64, _ reason: MessageLoss) {}
    /// Loses a message, which is the last one in its slot, as a channel holds no more; its sender
    /// fails.
    func refuse(_ slot: Slot, _ id: UInt64, capacity: Int) {}
    /// Lets go of a component that is ready, as no message is there for it.
    func release(_ component: ComponentCore) {}
    /// Lets all components tell their messages.
    func beginNoting() {}
    /// Lets a port that watches hear what happens.
    func beginWatching(_ output: OutputCore, _ receiver: ComponentCore, _ reference: PortReference) {}
    /// Returns whether a message of a kind waits for a component that hasn't taken it over yet.
    func isWaiting(_ slot: Slot) -> Bool { !slot.isEmpty }
    /// The components that live.
    var living: [ComponentCore] { [] }
    /// The parts and channels that there are, or those of the run that is repeated.
    var currentAssembly: Assembly { Assembly(living, watchers: monitor.ports) }
    /// Returns the component with a name; `nil` if none has it.
    func component(_ name: String) -> ComponentCore? { nil }
    /// Returns whether a component with a name has ended, if it is one of the latest.
    func hasEnded(_ name: String) -> Bool { false }
    /// Returns the component with a name.
    final func required(_ name: String) throws(ComponentError) -> ComponentCore {
        if let component = component(name) { return component }
        throw .unknownPart(name, hasEnded: hasEnded(name))
    }
    /// Makes a change while components run.
    func apply(_ change: AssemblyChange) throws(ComponentError) { try perform(change) }
    /// Makes what keeps the messages of a point-to-point channel.
    func makeDistributor(capacity: Int) -> Distributor { Distributor(self, capacity: capacity) }
    /// Sets the slots that each message of an output goes to.
    func rewire(_ output: OutputCore, _ slots: [[Slot]]) {
        for (index, slots) in slots.enumerated() { output.setRoute(index, slots) }
    }
    /// Frees the routes of an output, through which nothing is sent any more.
    func unwire(_ output: OutputCore) {}
    /// Lets a component take messages from a point-to-point channel.
    func join(_ distributor: Distributor, _ receiver: ComponentCore) {
        if !receiver.distributors.contains(where: { $0 === distributor }) { receiver.distributors.append(distributor) }
    }
    /// Lets a component take no more messages from a point-to-point channel.
    func leave(_ distributor: Distributor, _ receiver: ComponentCore) {
        receiver.distributors.removeAll { $0 === distributor }
    }
    /// Calls a closure in a turn of a component, before its next message.
    func inTurn(of component: ComponentCore, _ call: @escaping () -> Void) { call() }
    /// Adds a component, which doesn't run yet.
    func add(_ part: Assembly.Part) throws(ComponentError) -> ComponentCore { throw .notRunning }
    /// Puts a fresh component into the place of one, before its next message.
    func restart(_ component: ComponentCore) {}
    /// Lets a component fail by what it was about to send.
    func fail(_ component: ComponentCore, by breach: ComponentError) {}
    /// Starts a component.
    func start(_ component: ComponentCore) {}
    /// Notes that a component asks for its end.
    func noteEnding(_ component: ComponentCore) {}
    /// Ends a component.
    func end(_ component: ComponentCore) {}
    /// Whether all components end, so that senders needn't know which ones have.
    var isEnding: Bool { false }
    /// Ends a component that was added by a change that failed, before it starts.
    func discard(_ component: ComponentCore) { end(component) }
    /// Cuts off components that have ended, unless code of components runs.
    func settle() {}

    /// Calls a closure later, in a turn of a component.
    ///
    /// - Returns: The number of the timer.
    func addTimer(of component: ComponentCore, after delay: Duration, _ fire: @escaping () -> Void) -> UInt64 { 0 }
    func cancelTimer(_ number: UInt64) {}
    /// Cancels a timer that a component has set itself.
    func cancelTimer(_ number: UInt64, of component: ComponentCore) { cancelTimer(number) }
}
