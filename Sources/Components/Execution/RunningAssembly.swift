/// The parts and channels of a run, which can be changed while it runs.
///
///     let worker = try context.assembly.add("worker \(count)") { Worker() }
///     try context.assembly.connect(jobs.reference, to: worker.jobs, as: .pointToPoint)
///
/// The rules are those of an ``Assembly``.
public struct RunningAssembly {
    private weak var host: Host?

    init(_ host: Host?) { self.host = host }

    /// The parts that live, with their channels, as a value that can be checked and drawn.
    ///
    /// Channels that proxy ports join to one are divided at these; two that lead through the same
    /// proxies are one. It is empty if the run has ended.
    ///
    /// - Complexity: O(*p*) for *p* ports.
    public var current: Assembly { host?.currentAssembly ?? Assembly() }

    func change(_ change: AssemblyChange) throws(ComponentError) { try running().apply(change) }

    private func running() throws(ComponentError) -> Host {
        guard let host else { throw .notRunning }
        return host
    }

    /// Adds a component, with its contents, and starts it.
    ///
    /// - Parameters:
    ///   - name: The name, which no other part has.
    ///   - mailbox: The bound of the messages that wait for the component.
    ///   - execution: The threads that a ``ComponentSystem`` runs the component on.
    ///   - make: Makes the component; it is called twice, since the first one only tells its ports.
    /// - Returns: The part, whose ports can be connected.
    /// - Throws: ``ComponentError/duplicatePart(_:)``, or ``ComponentError/invalidAssembly(_:)`` if
    ///   the component has errors; ``ComponentError/notRunning`` if the run has ended.
    /// - Complexity: O(*k*) for *k* ports and handlers of the component and its contents.
    @discardableResult
    public func add<Owner: Component & SendableMetatype>(
        _ name: String, mailbox: MailboxBound = .init(), execution: ComponentExecution = .shared,
        file: String = #fileID, line: Int = #line, _ make: @escaping @Sendable () -> Owner
    ) throws(ComponentError) -> PartReference<Owner> {
        let host = try running()
        var parts = Assembly()
        let reference = parts.add(name, mailbox: mailbox, execution: execution, file: file, line: line, make)
        try host.apply(.add(parts))
        return reference
    }

    /// Connects two ports, or one output with several inputs, by a channel: a new one, or that of
    /// one of the ports, which the others join.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)``, or
    ///   ``ComponentError/invalidPort(_:_:)`` if a port doesn't exist, has another channel, or has
    ///   no message in common with the ports on the other side.
    /// - Complexity: O(*o*·*i*·*m*) for the *o* outputs and *i* inputs that the channel then has,
    ///   with *m* messages each.
    public func connect(
        _ sender: PortReference, to receivers: PortReference..., as kind: Assembly.Channel.Kind = .publishSubscribe,
        capacity: Int = 1_000_000
    ) throws(ComponentError) { try connect([sender], to: receivers, as: kind, capacity: capacity) }

    /// Connects any number of ports by a channel: a new one, or that of one of the ports, which the
    /// others join.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)``, or
    ///   ``ComponentError/invalidPort(_:_:)`` if a port doesn't exist, has another channel, or has
    ///   no message in common with the ports on the other side.
    /// - Complexity: O(*o*·*i*·*m*) for the *o* outputs and *i* inputs that the channel then has,
    ///   with *m* messages each.
    public func connect(
        _ senders: [PortReference], to receivers: [PortReference], as kind: Assembly.Channel.Kind = .publishSubscribe,
        capacity: Int = 1_000_000
    ) throws(ComponentError) {
        try running().apply(.connect(Assembly.Channel(senders, receivers, kind, capacity: capacity)))
    }

    /// Takes a port off its channel. Messages that were sent stay where they are.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)``, or
    ///   ``ComponentError/invalidPort(_:_:)`` if the port has no channel.
    /// - Complexity: O(*o*·*i*·*m*) for the *o* outputs and *i* inputs of its channel, with *m*
    ///   messages each.
    public func disconnect(_ port: PortReference) throws(ComponentError) { try running().apply(.disconnect(port)) }

    /// Ends a component with its contents, after the handler that runs. Messages that wait for it
    /// are lost, and its ports leave their channels at once; what it still sends goes where it
    /// went.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)`` if the part isn't there.
    /// - Complexity: O(*w* + *o*·*i*·*m*) for *w* waiting messages and the *o* outputs and *i*
    ///   inputs of its channels, with *m* messages each.
    public func remove(_ name: String) throws(ComponentError) { try running().apply(.remove(name)) }

    /// Puts a fresh component into the place of one that has failed, or works: it has the same
    /// ports on the same channels, and gets the messages that wait.
    ///
    /// Answers to commands of the old one, and its messages for later, are lost. A component that
    /// works is told by ``Component/end()`` first, and isn't restarted if it ends itself there.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)`` if the part isn't there.
    public func restart(_ name: String) throws(ComponentError) { try running().apply(.restart(name)) }

    /// Returns whether no fresh component has taken the place of one that has failed, or will.
    func needsRestart(after failure: ComponentFailure) -> Bool {
        guard let host else { return false }
        let component = host.component(failure.component)
        return host.decide(component?.relations.withLock(\.restartRequestCount) == failure.restartCount)
    }

    /// Returns whether a component has a name.
    public func contains(_ name: String) -> Bool { host.map { $0.decide($0.component(name) != nil) } ?? false }
}

/// A change of a run.
enum AssemblyChange {
    case add(Assembly)
    case connect(Assembly.Channel)
    case disconnect(PortReference)
    case remove(String)
    case restart(String)
    case watch(PortReference)
}

extension Host {
    final func perform(_ change: AssemblyChange) throws(ComponentError) {
        switch change {
        case .add(let assembly): try add(assembly, ignoring: \.isUnconnected)
        case .connect(let channel): try connect(channel)
        case .disconnect(let port): try disconnect(port)
        case .remove(let name): try remove(name)
        case .watch(let port): try watch(port)
        case .restart(let name):
            let component = try required(name)
            component.relations.withLock { $0.restartRequestCount += 1 }
            restart(component)
        }
        monitor.tellObservers(.rewired)
    }

    /// Adds the parts of an assembly, connects them, and starts them in its order.
    final func add(_ assembly: Assembly, ignoring isIgnored: (Assembly.Finding) -> Bool = { _ in false })
        throws(ComponentError)
    {
        let errors = assembly.check().filter { $0.isError && !isIgnored($0) }
        if !errors.isEmpty { throw .invalidAssembly(errors) }
        var added: [ComponentCore] = []
        do throws(ComponentError) {
            for part in assembly.parts {
                added.append(try add(part))
                component(part.container)?.relations.withLock { $0.contents.append(part.name) }
            }
            adopt(assembly.contracts)
            for channel in assembly.channels { try connect(channel) }
            // Who begins to watch hears of all that live.
            if monitor.isActive { for component in added { monitor.report(added: component.part) } }
            for watcher in assembly.watchers { try watch(watcher) }
        } catch {
            for component in added { discard(component) }
            settle()
            throw error
        }
        for component in added { start(component) }
    }

    /// Lets contracts watch components that don't run yet.
    final func adopt(_ contracts: [Assembly.PortContract]) {
        for (part, contracts) in Dictionary(grouping: contracts, by: \.part) { component(part)?.adopt(contracts) }
    }

    private func remove(_ name: String) throws(ComponentError) {
        let component = try required(name)
        takeOff(component)
        end(component)
        settle()
    }

    /// Takes the ports of a component that ends, and of its contents, off their channels.
    ///
    /// Not when they end, which may be later: each change until then would cost more.
    private func takeOff(_ component: ComponentCore) {
        for part in component.relations.withLock(\.contents) { self.component(part).map(takeOff) }
        for input in component.inputs { input.channel?.remove(input) }
        for output in component.allOutputs { output.channel?.release(output) }
        for proxy in component.instance.proxies { proxy.channel?.remove(proxy) }
    }

    private func disconnect(_ reference: PortReference) throws(ComponentError) {
        let component = try required(reference.part)
        if let output = component.output(reference.port), let channel = output.channel {
            return channel.remove(output)
        }
        if let input = component.instance.input(reference.port), let channel = input.channel {
            return channel.remove(input)
        }
        throw .invalidPort(reference, "has no channel")
    }

    /// The ports of a channel.
    private struct Ends {
        var outputs: [OutputCore] = []
        var inputs: [InputCore] = []
        var proxies: [ProxyCore] = []
    }

    final func connect(_ channel: Assembly.Channel) throws(ComponentError) {
        var ends = Ends()
        for reference in channel.senders { try find(reference, isSender: true, &ends) }
        for reference in channel.receivers { try find(reference, isSender: false, &ends) }
        try checkMessages(ends, channel)
        var old: [ChannelCore] = []
        for found in ends.outputs.map(\.channel) + ends.inputs.map(\.channel) + ends.proxies.map(\.channel) {
            if let found, !old.contains(where: { $0 === found }) { old.append(found) }
        }
        // A second channel is fine only where a proxy joins the two.
        let own = Set((ends.outputs as [PortCore] + ends.inputs).compactMap { $0.channel.map(ObjectIdentifier.init) })
        if own.count > 1 || old.contains(where: { $0.kind != channel.kind }) {
            let reference = (channel.senders + channel.receivers)[0]
            throw .invalidPort(reference, "can't join ports with different channels; disconnect them first")
        }
        let core = old.first ?? ChannelCore(channel, self)
        for other in old.dropFirst() { core.absorb(other) }
        core.add(
            ends.outputs.filter { $0.channel == nil }, ends.inputs.filter { $0.channel == nil },
            ends.proxies.filter { $0.channel == nil })
    }

    private func find(_ reference: PortReference, isSender: Bool, _ ends: inout Ends) throws(ComponentError) {
        let component = try required(reference.part)
        let instance = component.instance
        if let proxy = instance.proxies.first(where: { $0.name == reference.port }) {
            return ends.proxies.append(proxy)
        }
        if isSender, reference.port == ChartReports.port, !instance.reportsSteps {
            throw .invalidPort(reference, "reports no steps, as \(instance.type) \(ChartReports.remedy)")
        }
        if isSender, let output = component.output(reference.port) { return ends.outputs.append(output) }
        if !isSender, let input = instance.input(reference.port) { return ends.inputs.append(input) }
        throw .invalidPort(reference, "isn't \(isSender ? "an output" : "an input") of the component; fix the name")
    }

    private func checkMessages(_ ends: Ends, _ channel: Assembly.Channel) throws(ComponentError) {
        for (output, reference) in zip(ends.outputs, channel.senders) where !ends.inputs.isEmpty && ends.proxies.isEmpty
        {
            let isKnown = output.members.messages.contains { message in
                ends.inputs.contains { $0.slot(for: message) != nil }
            }
            if !isKnown {
                throw .invalidPort(reference, "sends no message that the other ports receive; connect other ports")
            }
        }
    }
}
