extension Assembly {
    /// Creates the assembly of components that live, with their channels.
    init(_ living: [ComponentCore], watchers: [PortReference]) {
        self.init(parts: living.map(\.part))
        self.watchers = watchers
        contracts = living.flatMap { $0.contracts?.contracts ?? [] }
        var numbers: [Level: Int] = [:]
        for component in living {
            let outside = component.part.container
            for output in component.allOutputs {
                add(PortReference(component.name, output.name), isSender: true, output.channel, outside, &numbers)
            }
            for input in component.inputs {
                add(PortReference(component.name, input.name), isSender: false, input.channel, outside, &numbers)
            }
            for proxy in component.instance.proxies {
                let reference = PortReference(component.name, proxy.name)
                add(reference, isSender: !proxy.isInput, proxy.channel, outside, &numbers)
                add(reference, isSender: proxy.isInput, proxy.channel, component.name, &numbers)
            }
        }
        channels.removeAll { $0.senders.isEmpty || $0.receivers.isEmpty }
        numberChannels()
    }

    /// A channel at run time within a component, since proxy ports join those of several to one.
    private struct Level: Hashable {
        let channel: ObjectIdentifier
        let container: String
    }

    private mutating func add(
        _ port: PortReference, isSender: Bool, _ channel: ChannelCore?, _ container: String,
        _ numbers: inout [Level: Int]
    ) {
        guard let channel else { return }
        let level = Level(channel: ObjectIdentifier(channel), container: container)
        let number = numbers[level] ?? channels.count
        if number == channels.count {
            numbers[level] = number
            channels.append(Channel([], [], channel.kind, capacity: channel.capacity, container))
        }
        channels[number].join(isSender ? [port] : [], isSender ? [] : [port], capacity: channel.capacity)
    }
}
