/// Components and the channels between them, before they run.
///
///     var assembly = Assembly()
///     let client = assembly.add("client") { Client() }
///     let server = assembly.add("server") { Server() }
///     assembly.connect(client.requests, to: server.requests)
///     assembly.connect(server.replies, to: client.replies)
///     let simulation = try Simulation(assembly)
///
/// An assembly is a value: it can be checked as a whole, drawn, and run any number of times.
public struct Assembly: Sendable {
    /// The components, in the order in which they were added.
    public internal(set) var parts: [Part] = []
    /// The channels, in the order in which they were added.
    public internal(set) var channels: [Channel] = []
    /// The input ports that hear what happens in the run, in the order in which they were added.
    public internal(set) var watchers: [PortReference] = []

    /// The contracts of parts, in the order in which they were added.
    public internal(set) var contracts: [PortContract] = []

    /// The component whose contents these are; empty for the outermost.
    let container: String
    /// The types of the components around these.
    private var outerTypes: [ObjectIdentifier] = []
    /// The first channel of each port.
    private var channelNumbers: [End: Int] = [:]
    /// Ports that other channels have, too.
    private var furtherEnds: Set<FurtherEnd> = []

    /// Creates an assembly without components.
    public init() { self.init(container: "") }

    init(parts: [Part] = [], container: String = "") { (self.parts, self.container) = (parts, container) }

    /// Adds a component, with its contents.
    ///
    /// - Parameters:
    ///   - name: The name, which no other part has.
    ///   - mailbox: The bound of the messages that wait for the component.
    ///   - execution: The threads that a ``ComponentSystem`` runs the component on.
    ///   - make: Makes the component: once now, to find its ports, and once for each run.
    /// - Returns: The part, whose ports can be connected.
    /// - Complexity: O(*k*) for *k* ports and handlers of the component and its contents.
    @discardableResult
    public mutating func add<Owner: Component & SendableMetatype>(
        _ name: String, mailbox: MailboxBound = .init(), execution: ComponentExecution = .shared,
        file: String = #fileID,
        line: Int = #line, _ make: @escaping @Sendable () -> Owner
    ) -> PartReference<Owner> {
        let path = container.isEmpty ? name : container + "." + name
        return add(path, container, mailbox, execution, Self.place(file, line), at: parts.count, make)
    }

    /// The place of a line; empty without a file, as in programs of other languages.
    private static func place(_ file: String, _ line: Int) -> String { file.isEmpty ? "" : "\(file):\(line)" }

    private mutating func add<Owner: Component & SendableMetatype>(
        _ name: String, _ container: String, _ mailbox: MailboxBound, _ execution: ComponentExecution,
        _ place: String, at index: Int, _ make: @escaping @Sendable () -> Owner
    ) -> PartReference<Owner> {
        let sample = makeInstance(make())
        var part = Part(name, container, sample, mailbox, execution, place) { makeInstance(make()) }
        let reference = PartReference(name: name, sample: sample, make: make)
        var contents = Assembly(container: name)
        contents.outerTypes = outerTypes + [ObjectIdentifier(Owner.self)]
        // Those from files end: each has a file, or is written within another.
        part.containsItself = Owner.self != ValueContainer.self && outerTypes.contains(ObjectIdentifier(Owner.self))
        if !part.containsItself { sample.component.addContents(to: &contents, of: reference) }
        parts.insert(contentsOf: [part] + contents.parts, at: index)
        channels += contents.channels
        watchers += contents.watchers
        contracts += contents.contracts
        numberChannels(from: channels.count - contents.channels.count)
        return reference
    }

    /// Connects two ports, or one output with several inputs, by a channel: a new one, or that of
    /// one of the ports, which the others join.
    ///
    /// - Parameters:
    ///   - sender: An output port.
    ///   - receivers: Input ports.
    ///   - kind: The rule by which the channel delivers.
    ///   - capacity: The maximum number of messages that wait in a point-to-point channel; the
    ///     sender of a further one fails.
    /// - Complexity: O(*e*) for *e* ports.
    public mutating func connect(
        _ sender: PortReference, to receivers: PortReference..., as kind: Channel.Kind = .publishSubscribe,
        capacity: Int = 1_000_000
    ) { connect([sender], to: receivers, as: kind, capacity: capacity) }

    /// Connects any number of ports by a channel: a new one, or that of one of the ports, which the
    /// others join.
    ///
    /// - Complexity: O(*e*) for *e* ports.
    public mutating func connect(
        _ senders: [PortReference], to receivers: [PortReference], as kind: Channel.Kind = .publishSubscribe,
        capacity: Int = 1_000_000
    ) {
        let new = Channel(senders, receivers, kind, capacity: capacity, container)
        let ends = Self.ends(of: new)
        let found = ends.compactMap { channelNumbers[$0] }.min()
        if let found {
            // A port of another channel, too, is an error that the check finds.
            let joining = ends.filter { end in
                guard let number = channelNumbers[end] else { return true }
                return number != found && furtherEnds.insert(FurtherEnd(end: end, channel: found)).inserted
            }
            channels[found].join(
                joining.filter(\.isSender).map(\.port), joining.filter { !$0.isSender }.map(\.port),
                capacity: new.capacity)
        } else {
            channels.append(new)
        }
        for end in ends where channelNumbers[end] == nil { channelNumbers[end] = found ?? channels.count - 1 }
    }

    /// A port of a channel.
    private struct End: Hashable {
        let port: PortReference
        let isSender: Bool
        let kind: Channel.Kind
        let container: String
    }

    private struct FurtherEnd: Hashable {
        let end: End
        let channel: Int
    }

    private static func ends(of channel: Channel) -> [End] {
        channel.senders.map { End(port: $0, isSender: true, kind: channel.kind, container: channel.container) }
            + channel.receivers.map { End(port: $0, isSender: false, kind: channel.kind, container: channel.container) }
    }

    /// Finds the first channel of each port, in the channels from a number on.
    mutating func numberChannels(from first: Int = 0) {
        if first == 0 { (channelNumbers, furtherEnds) = ([:], []) }
        for number in first..<channels.count {
            for end in Self.ends(of: channels[number]) {
                if let other = channelNumbers[end] {
                    if other != number { furtherEnds.insert(FurtherEnd(end: end, channel: number)) }
                } else {
                    channelNumbers[end] = number
                }
            }
        }
    }

    /// Replaces the component of a part and its contents, for example by one that a test needs.
    /// Channels stay.
    ///
    /// - Parameters:
    ///   - name: The name of the part; ``check()`` reports a name that no part has.
    ///   - make: Makes the component, with ports of the same names.
    /// - Complexity: O(*n*) for *n* parts and ends of channels.
    public mutating func replace<Owner: Component & SendableMetatype>(
        _ name: String, file: String = #fileID, line: Int = #line, with make: @escaping @Sendable () -> Owner
    ) {
        let index = parts.firstIndex { $0.name == name }
        let (mailbox, execution) = index.map { (parts[$0].mailbox, parts[$0].execution) } ?? (.init(), .shared)
        let (container, consequence) = index.map { (parts[$0].container, parts[$0].consequence) } ?? ("", .end)
        removeContents(of: name)
        if let index { parts.remove(at: index) }
        let place = index ?? parts.count
        _ = add(name, container, mailbox, execution, Self.place(file, line), at: place, make)
        parts[place].isReplacement = index == nil
        parts[place].consequence = consequence
    }

    private mutating func removeContents(of name: String) {
        parts.removeAll { $0.name.hasPrefix(name + ".") }
        channels.removeAll { $0.container == name || $0.container.hasPrefix(name + ".") }
        watchers.removeAll { $0.part.hasPrefix(name + ".") }
        contracts.removeAll { $0.part.hasPrefix(name + ".") }
        numberChannels()
    }

    /// Replaces the component of a part by a mock: one with the same ports, whose messages have the
    /// given handlers instead of its own.
    ///
    ///     assembly.mock(service) {
    ///         Receive(\.requests.fetch) { service in service.replies.fetched([lunch]) }
    ///     }
    ///
    /// Messages without a handler are dropped. The component is made, but neither started nor
    /// ended, and has no contents.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - inOrder: Whether the handlers are a script: the first message must be that of the first
    ///     handler, and so on. By another one the mock fails, with
    ///     ``ComponentError/unexpectedMessage(_:expected:)``.
    ///   - handlers: The handlers.
    /// - Complexity: O(*n*) for *n* parts and ends of channels.
    public mutating func mock<Owner: Component & SendableMetatype>(
        _ part: PartReference<Owner>, inOrder: Bool = false, file: String = #fileID, line: Int = #line,
        @HandlersBuilder<Owner> _ handlers: @escaping @Sendable () -> Handlers<Owner>
    ) {
        guard let index = parts.firstIndex(where: { $0.name == part.name }) else {
            return replace(part.name, file: file, line: line, with: part.make)
        }
        let make = part.make
        removeContents(of: part.name)
        let instance: @Sendable () -> MockInstance<Owner> = { MockInstance(make(), handlers(), inOrder: inOrder) }
        let old = parts[index]
        parts[index] = Part(
            part.name, old.container, instance(), old.mailbox, old.execution, Self.place(file, line), make: instance)
        parts[index].consequence = old.consequence
    }

    /// The assembly with some of the parts, and the ends of channels at these.
    func restricted(to names: [String]) -> Assembly {
        var assembly = self
        // With those that contain them.
        assembly.parts = parts.filter { part in names.contains { $0 == part.name || $0.hasPrefix(part.name + ".") } }
        assembly.contracts = contracts.filter { names.contains($0.part) }
        assembly.watchers = watchers.filter { names.contains($0.part) }
        assembly.channels = channels.compactMap { $0.restricted(to: names) }
        assembly.numberChannels()
        return assembly
    }

    /// Lets components wait for ``RunningAssembly/restart(_:)`` when they fail, instead of ending.
    ///
    /// They keep their names, channels and mailboxes, and handle nothing meanwhile. Supervised
    /// components do; this is for programs with rules of their own.
    ///
    /// - Parameters:
    ///   - names: The names of the parts.
    ///   - keepsMessages: Whether the messages that wait when a component fails are kept.
    public mutating func waitForRestart(_ names: [String], keepingMessages keepsMessages: Bool = true) {
        for index in parts.indices where names.contains(parts[index].name) {
            parts[index].consequence = keepsMessages ? .wait : .waitAlone
        }
    }
}
