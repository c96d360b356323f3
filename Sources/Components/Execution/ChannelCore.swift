/// A channel at run time.
final class ChannelCore: @unchecked Sendable {
    let kind: Assembly.Channel.Kind
    private(set) var outputs: [OutputCore] = []
    private(set) var inputs: [InputCore] = []
    private var proxies: [ProxyCore] = []
    private let distributor: Distributor?
    /// The maximum number of messages that wait in a point-to-point channel.
    let capacity: Int
    private unowned let host: Host
    private var isAbsorbed = false

    init(_ channel: Assembly.Channel, _ host: Host) {
        (kind, capacity, self.host) = (channel.kind, channel.capacity, host)
        distributor = kind == .pointToPoint ? host.makeDistributor(capacity: channel.capacity) : nil
    }

    func add(_ outputs: [OutputCore], _ inputs: [InputCore], _ proxies: [ProxyCore]) {
        for output in outputs { output.channel = self }
        for input in inputs { input.channel = self }
        for proxy in proxies { proxy.channel = self }
        self.outputs += outputs
        self.inputs += inputs
        self.proxies += proxies
        connect()
    }

    func remove(_ output: OutputCore) {
        outputs.removeAll { $0 === output }
        output.channel = nil
        host.rewire(output, output.members.messages.map { _ in [] })
        dissolve()
    }

    /// Takes no more notice of a port whose component ends. What it still sends goes where it went.
    func release(_ output: OutputCore) { outputs.removeAll { $0 === output } }

    func remove(_ input: InputCore) {
        inputs.removeAll { $0 === input }
        input.channel = nil
        if let distributor, let receiver = input.owner, !inputs.contains(where: { $0.owner === receiver }) {
            host.leave(distributor, receiver)
        }
        if !host.isEnding { connect() }
        dissolve()
    }

    /// Loses what waits if no port is left that could receive it, or bring others.
    private func dissolve() {
        if outputs.isEmpty, inputs.isEmpty, !isAbsorbed { distributor?.loseAll() }
    }

    func replace(_ old: OutputCore, by new: OutputCore) { outputs = outputs.map { $0 === old ? new : $0 } }

    func replace(_ old: InputCore, by new: InputCore) {
        inputs = inputs.map { $0 === old ? new : $0 }
        distributor?.replace(old, by: new)
    }

    func replace(_ old: ProxyCore, by new: ProxyCore) { proxies = proxies.map { $0 === old ? new : $0 } }

    func remove(_ proxy: ProxyCore) {
        proxies.removeAll { $0 === proxy }
        proxy.channel = nil
    }

    /// Takes the ports of another channel, and the messages that wait there.
    func absorb(_ other: ChannelCore) {
        let (outputs, inputs, proxies) = (other.outputs, other.inputs, other.proxies)
        other.isAbsorbed = true
        for input in inputs { other.remove(input) }
        (other.outputs, other.proxies) = ([], [])
        add(outputs, inputs, proxies)
        if let distributor, let waiting = other.distributor { distributor.absorb(waiting) }
    }

    /// Finds the slots for each message that an output can send.
    private func connect() {
        var handled: [String: [Slot]] = [:]
        for slot in distributor == nil ? inputs.flatMap(\.slots) : [] where slot.isHandled {
            handled[slot.message.name, default: []].append(slot)
        }
        for output in outputs {
            host.rewire(
                output,
                output.members.messages.map { message in
                    if let distributor { return [distributor.sharedSlot(for: message)] }
                    return handled[message.name]?.filter { $0.message.matches(message) } ?? []
                })
        }
        distributor?.connect(inputs)
    }
}

extension InputCore {
    /// The slot for a message that another protocol may define.
    func slot(for message: AnyMessage) -> Slot? { slots.first { $0.message.matches(message) && $0.isHandled } }
}

/// A proxy port at run time, which joins the channels on its two sides to one.
final class ProxyCore {
    let members: AnyProtocolMembers
    let isInput: Bool
    var name = ""
    var channel: ChannelCore?

    init(_ members: AnyProtocolMembers, isInput: Bool) { (self.members, self.isInput) = (members, isInput) }

    /// Takes the place of the same port of a component that is restarted.
    func replace(_ old: ProxyCore) {
        (channel, old.channel) = (old.channel, nil)
        channel?.replace(old, by: self)
    }
}
