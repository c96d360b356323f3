/// A component's value with its ports, without its type.
class ComponentInstance {
    let storage: UnsafeMutableRawPointer
    private(set) var inputs: [InputCore] = []
    private(set) var outputs: [OutputCore] = []
    /// Pairs of ports through which the component sends to itself.
    private(set) var own: [(output: OutputCore, input: InputCore)] = []
    private(set) var proxies: [ProxyCore] = []
    private(set) var contexts: [ComponentContext] = []
    /// A port that another component has, too.
    private(set) var sharedPort: String?
    /// The handlers of messages, by port and index.
    final var handlers: [(port: PortCore, index: Int, handling: MessageHandler)] = []
    final var intercept: Interception?
    /// Whether messages without a handler are dropped, as those of mocks are.
    final var ignoresOtherMessages = false

    fileprivate init(_ storage: UnsafeMutableRawPointer) { self.storage = storage }

    /// The environment, which has no ports and handles nothing.
    static func environment() -> ComponentInstance { TypedInstance(Environment()) }

    private struct Environment: Component {}

    /// The ports, for an assembly.
    final func describedPorts() -> [Assembly.Port] {
        let received = inputs.map { input in
            let handled = Set(handlers.filter { $0.port === input }.map(\.index))
            let handlesAll = ignoresOtherMessages
            return input.described(own.contains { $0.input === input } ? .own : .input) {
                handlesAll || handled.contains($0)
            }
        }
        let sending = outputs.filter { output in !own.contains { $0.output === output } }
        return received + sending.map { $0.described(.output) { _ in true } }
            + proxies.map { $0.members.described($0.name, $0.isInput ? .proxyInput : .proxyOutput) { _ in true } }
    }

    /// Messages that have two handlers, as `port.message`.
    final func repeatedHandlers() -> [String] {
        var found: Set<String> = []
        return handlers.map { "\($0.port.name).\($0.port.members.messages[$0.index].name)" }
            .filter { !found.insert($0).inserted }
    }

    /// Finds the ports among the stored properties, and names them.
    final func findPorts(in component: Any) {
        var mirror: Mirror? = Mirror(reflecting: component)
        while let current = mirror {
            for case (let label?, let value) in current.children {
                (value as? any ComponentPart)?.join(self, label)
                (value as? any RelayHolder)?.relay.join(self, label)
            }
            mirror = current.superclassMirror
        }
    }

    private func name(_ port: PortCore, _ name: String) {
        if !port.name.isEmpty { sharedPort = name }
        port.name = name
        if let problem = port.members.problem, !problems.contains(problem) { problems.append(problem) }
    }

    final func add(_ input: InputCore, _ name: String) {
        self.name(input, name)
        inputs.append(input)
    }

    final func add(_ output: OutputCore, _ name: String) {
        self.name(output, name)
        outputs.append(output)
    }

    final func add(own output: OutputCore, _ input: InputCore, _ name: String) {
        add(output, name)
        add(input, name)
        own.append((output, input))
    }

    final func add(_ proxy: ProxyCore, _ name: String) {
        proxy.name = name
        proxies.append(proxy)
    }

    final func add(_ context: ComponentContext) { contexts.append(context) }

    /// An output that isn't to the component itself.
    final func output(_ name: String) -> OutputCore? {
        outputs.first { output in output.name == name && !own.contains { $0.output === output } }
    }

    /// An input that isn't from the component itself.
    final func input(_ name: String) -> InputCore? {
        inputs.first { input in input.name == name && !own.contains { $0.input === input } }
    }

    /// The taker of messages that have no handler.
    final weak var relay: Relay?
    /// Errors of the component itself.
    final var problems: [String] = []
    /// The type of the component's value.
    var type: Any.Type { Environment.self }
    /// The names of the atomic states that are active, if the component is a chart.
    var activeStateNames: [String] { [] }
    /// The port through which a chart reports its steps, once somebody listens.
    final var stepOutput: OutputCore?
    /// All states with those that are active, if the component is a chart that has started.
    var reportedStates: [ChartReport.State]? { nil }
    /// Returns what tells whether a state is active; `nil` if the component has no such state.
    func test(ofState name: String) -> ((UnsafeMutableRawPointer) -> Bool)? { nil }
    /// The number of steps that the script of a mock still expects.
    var remainingStepCount: Int { 0 }
    func start() throws {}
    func end() {}
    /// Whether the component is a chart.
    var isChart: Bool { false }
    /// The timers of a chart, in the order in which they were started.
    var chartTimers: [(number: UInt64, remaining: Duration)] { [] }
    /// Sets the remaining times of ``chartTimers``.
    func setChartTimers(_ remaining: [Duration]) {}
    /// The number of the component's timer for the next one of its chart; `nil` if none runs.
    var alarmNumber: UInt64? { nil }
    /// The slot of the message by which a chart fires its timers that are due.
    var alarmSlot: Slot? { nil }
    /// Whether ports can hear of the component's steps. A mock of a chart is as good as the chart.
    var reportsSteps: Bool { isChart }
    /// The fate of the last message, if the component is explored.
    final var eventFate = Reaction.Fate.handled
    /// Returns the component as it is now, for ``restore(_:)``.
    func captured() -> Any { () }
    /// Brings the component back to what was captured.
    func restore(_ captured: Any) {}
    /// Forgets what no later message needs.
    func settle() {}
    /// Writes all of the component that a message may read.
    func write(to keys: StateKeys) throws(UnexplorableState) {}
    /// Frees the component's value; nothing of it can be used afterwards.
    func free() {}
}

class TypedInstance<Owner: Component>: ComponentInstance {
    final let pointer: UnsafeMutablePointer<Owner>

    convenience init(_ component: consuming Owner, handlers: Handlers<Owner>? = nil) {
        let pointer = UnsafeMutablePointer<Owner>.allocate(capacity: 1)
        pointer.initialize(to: component)
        self.init(pointer, handlers: handlers)
    }

    /// Creates the instance of a component in memory that it will free.
    init(_ pointer: UnsafeMutablePointer<Owner>, handlers: Handlers<Owner>? = nil) {
        self.pointer = pointer
        super.init(UnsafeMutableRawPointer(pointer))
        findPorts(in: pointer.pointee)
        for handler in handlers ?? Owner.handlers { add(handler) }
        relay?.addHandlers(to: self)
    }

    private func add(_ handler: Receive<Owner>) {
        guard let (core, index) = handler.place?(pointer.pointee) else {
            if intercept != nil { problems.append("a second Intercept; join the two in one") }
            return intercept = handler.intercept
        }
        if !core.members.messages.indices.contains(index) {
            let kind = "\(core.members.name) has a handler, but isn't a stored property"
            problems.append("a message of \(kind); declare it in the protocol by 'let'")
        } else if inputs.contains(where: { $0 === core }) || outputs.contains(where: { $0 === core }) {
            handlers.append((core, index, handler.handling))
        } else {
            let message = "\(core.members.name).\(core.members.messages[index].name)"
            problems.append(
                "the port of the handler of \(message) isn't a stored property; declare it in the component by 'let'")
        }
    }

    final var component: Owner { pointer.pointee }
    final override var type: Any.Type { Owner.self }

    private var isFreed = false

    final override func free() {
        if !isFreed { pointer.deinitialize(count: 1) }
        isFreed = true
    }

    deinit {
        free()
        pointer.deallocate()
    }

    override func captured() -> Any { pointer.pointee }
    override func restore(_ captured: Any) { if let captured = captured as? Owner { pointer.pointee = captured } }
    override func settle() {
        if var component = pointer.pointee as? any ExplorableComponent {
            component.settle()
            restore(component)
        }
    }

    override func write(to keys: StateKeys) throws(UnexplorableState) {
        if let component = pointer.pointee as? any ExplorableComponent { return try component.write(to: keys) }
        var mirror: Mirror? = Mirror(reflecting: pointer.pointee)
        while let current = mirror {
            if current.displayStyle == .class {
                throw UnexplorableState(property: "", reason: "is a class; make it a structure")
            }
            for child in current.children { try keys.append(child.label ?? "", child.value) }
            mirror = current.superclassMirror
        }
    }

    override func start() throws { try pointer.pointee.start() }
    override func end() { pointer.pointee.end() }

    final func with<Result>(_ body: (inout Owner) throws -> Result) rethrows -> Result { try body(&pointer.pointee) }
}

/// A stored property of a component that has a part in its communication.
protocol ComponentPart {
    func join(_ instance: ComponentInstance, _ name: String)
}

extension Input: ComponentPart {
    func join(_ instance: ComponentInstance, _ name: String) { instance.add(core, name) }
}

extension Output: ComponentPart {
    func join(_ instance: ComponentInstance, _ name: String) { instance.add(core, name) }
}

extension EventPort: ComponentPart {
    func join(_ instance: ComponentInstance, _ name: String) { instance.add(own: output.core, input.core, name) }
}

extension ProxyInput: ComponentPart {
    func join(_ instance: ComponentInstance, _ name: String) { instance.add(core, name) }
}

extension ProxyOutput: ComponentPart {
    func join(_ instance: ComponentInstance, _ name: String) { instance.add(core, name) }
}

extension ComponentContext: ComponentPart {
    func join(_ instance: ComponentInstance, _ name: String) { instance.add(self) }
}

extension PortCore {
    fileprivate func described(_ direction: Assembly.Port.Direction, _ isHandled: (Int) -> Bool) -> Assembly.Port {
        members.described(name, direction, isOptional: (self as? OutputCore)?.isOptional ?? false, isHandled)
    }
}

extension AnyProtocolMembers {
    func described(
        _ name: String, _ direction: Assembly.Port.Direction, isOptional: Bool = false, _ isHandled: (Int) -> Bool
    ) -> Assembly.Port {
        let messages = messages.map { message in
            Assembly.Port.Message(
                name: message.name, type: "\(message.body)", isHandled: isHandled(message.index),
                isCommand: !message.isPlain, body: ObjectIdentifier(message.body))
        }
        return Assembly.Port(
            name: name, direction: direction, protocolName: self.name, messages: messages, isOptional: isOptional)
    }
}

/// A component that says what of it is its state.
protocol ExplorableComponent: Component {
    /// Forgets what no later message needs.
    mutating func settle()
    func write(to keys: StateKeys) throws(UnexplorableState)
}
