/// Finds what is wrong in an assembly.
struct AssemblyCheck {
    let assembly: Assembly
    private(set) var parts: [String: Assembly.Part] = [:]
    /// The first port of each name and side.
    private(set) var ports: [End: Assembly.Port] = [:]
    private var connected: Set<End> = []
    /// The channels that proxy ports join to one, each with the ports that send and receive.
    private var groups: [Group] = []
    private(set) var findings: [Assembly.Finding] = []
    /// The numbers of errors and of warnings.
    private var counts: [Bool: Int] = [:]
    /// The maximum number of errors, and of warnings.
    private static let findingLimit = 10_000

    init(_ assembly: Assembly) { self.assembly = assembly }

    /// A port and a side of it; a proxy port has two.
    struct End: Hashable {
        let reference: PortReference
        let isSender: Bool
    }

    private struct Group {
        var senders: [(reference: PortReference, port: Assembly.Port)] = []
        var receivers: [(reference: PortReference, port: Assembly.Port)] = []
        var proxies: [(reference: PortReference, port: Assembly.Port)] = []
        let kind: Assembly.Channel.Kind
    }

    mutating func report(
        _ subject: String, _ message: @autoclosure () -> String, at part: Assembly.Part? = nil, isError: Bool = true,
        isUnconnected: Bool = false
    ) {
        counts[isError, default: 0] += 1
        guard counts[isError, default: 0] <= Self.findingLimit else { return }
        findings.append(
            .init(
                isError: isError, subject: subject, message: message().printable, place: part?.place ?? "",
                isUnconnected: isUnconnected))
    }

    // MARK: - Parts

    mutating func checkParts() {
        for part in assembly.parts {
            checkName(part)
            if let first = parts.updateValue(part, forKey: part.name) {
                let other = first.place.isEmpty ? "" : ", also at \(first.place)"
                let remedy = part.isSupervisor ? ", by supervise(_:by:as:)" : ""
                report(part.name, "duplicate part \(part.name.quoted)\(other); rename one\(remedy)", at: part)
            }
            for port in part.ports {
                for isSender in [true, false] where port.direction.isProxy || (port.direction == .output) == isSender {
                    let end = End(reference: PortReference(part.name, port.name), isSender: isSender)
                    if ports[end] == nil, port.direction != .own { ports[end] = port }
                }
            }
            for problem in part.problems { report(part.name, "\(part.name): \(problem)", at: part) }
            for handler in part.repeatedHandlers {
                report("\(part.name).\(handler)", "\(part.name).\(handler) has two handlers; remove one", at: part)
            }
            for port in part.ports where port.direction == .input || port.direction == .own {
                for message in port.messages where !message.isHandled {
                    let name = "\(part.name).\(port.name).\(message.name)"
                    let remedy = "Receive(\\.\(port.name).\(message.name)) to \(part.type)"
                    let event = part.reportsSteps ? "the case \(message.name) to the events of its chart, or " : ""
                    report(name, "\(name) has no handler; add \(event)\(remedy)", at: part)
                }
            }
        }
    }

    private mutating func checkName(_ part: Assembly.Part) {
        if part.isReplacement {
            report(part.name, "unknown part \(part.name.quoted); replace one that was added", at: part)
        }
        if part.containsItself {
            report(
                part.name, "\(part.name) is inside another \(part.type), without end; remove it from the contents",
                at: part)
        }
        let name = Substring(part.name.utf8.dropFirst(part.container.isEmpty ? 0 : part.container.utf8.count + 1))
        let isInside = !part.container.isEmpty
        let remedy = isInside ? Assembly.remedy(forName: String(name)) : Assembly.remedy(forPartName: String(name))
        if let remedy { report(part.name, "invalid part name \(String(name).quoted); \(remedy)", at: part) }
    }

    // MARK: - Channels

    mutating func checkChannels() {
        for channel in assembly.channels {
            var group = Group(kind: channel.kind)
            for reference in channel.senders { add(reference, isSender: true, of: channel, to: &group) }
            for reference in channel.receivers { add(reference, isSender: false, of: channel, to: &group) }
            groups.append(group)
        }
        joinGroups()
        for group in groups { check(group) }
    }

    /// Adds a port to a channel's group, and reports what is wrong with it.
    private mutating func add(
        _ reference: PortReference, isSender: Bool, of channel: Assembly.Channel, to group: inout Group
    ) {
        guard let part = parts[reference.part] else {
            return report("\(reference)", "unknown part \(reference.part.quoted) in a channel; add it or fix the name")
        }
        let hidden = isSender ? Assembly.Port.hidden(reference.port) : nil
        guard let port = hidden ?? ports[End(reference: reference, isSender: isSender)] else {
            let isOther = part.ports.contains { $0.name == reference.port }
            let problem =
                isOther
                ? "\(reference) \(isSender ? "sends" : "receives") nothing; connect outputs to inputs"
                : "unknown port \(reference.port.quoted) of \(reference.part.quoted); fix the name"
            return report("\(reference)", problem, at: part)
        }
        let isInside = reference.part == channel.container
        if hidden != nil, reference.port == ChartReports.port, !part.reportsSteps {
            report(part.name, "\(part.name) reports no steps, as \(part.type) \(ChartReports.remedy)", at: part)
        }
        if part.container != channel.container, !(isInside && port.direction.isProxy) {
            report(
                "\(reference)", "\(reference) is inside \(part.container); connect a proxy port of \(part.container)",
                at: part)
        } else if port.direction.isProxy, (port.direction == .proxyInput) != (isSender == isInside) {
            let role = port.direction == .proxyInput ? "input" : "output"
            report(
                "\(reference)", "\(reference) is an \(role) of \(reference.part); connect it the other way round",
                at: part)
        }
        if !connected.insert(End(reference: reference, isSender: isSender)).inserted {
            report("\(reference)", "\(reference) has two channels; connect all its ends by one", at: part)
        }
        switch port.direction {
        case .proxyInput, .proxyOutput: group.proxies.append((reference, port))
        case _ where isSender: group.senders.append((reference, port))
        default: group.receivers.append((reference, port))
        }
    }

    mutating func checkWatchers() {
        for reference in assembly.watchers {
            guard let part = parts[reference.part] else {
                report("\(reference)", "unknown part '\(reference.part)' for reports; add it or fix the name")
                continue
            }
            let end = End(reference: reference, isSender: false)
            guard let port = ports[end], port.direction == .input else {
                let problem = "unknown input port '\(reference.port)' of '\(reference.part)' for reports; fix the name"
                report("\(reference)", problem, at: part)
                continue
            }
            if Set(port.keys).isDisjoint(with: Reports.described.keys) {
                let problem = "receives no report: \(port.protocolName) has no message of Reports; give it one"
                report("\(reference)", "\(reference) \(problem)", at: part)
            }
            connected.insert(end)
        }
    }

    /// Joins the channels on both sides of proxy ports.
    private mutating func joinGroups() {
        var leaders = Array(groups.indices)
        func leader(_ group: Int) -> Int {
            var group = group
            while leaders[group] != group {
                leaders[group] = leaders[leaders[group]]
                group = leaders[group]
            }
            return group
        }
        var first: [PortReference: Int] = [:]
        for (number, group) in groups.enumerated() {
            for (reference, _) in group.proxies {
                guard let other = first.updateValue(number, forKey: reference) else { continue }
                if groups[other].kind != group.kind {
                    report("\(reference)", "\(reference) joins channels of two kinds; make both \(group.kind.rawValue)")
                }
                let (a, b) = (leader(other), leader(number))
                leaders[max(a, b)] = min(a, b)
            }
        }
        // A proxy is on one channel now.
        var known: Set<PortReference> = []
        for (number, group) in groups.enumerated() where leader(number) == number {
            known.formUnion(group.proxies.lazy.map(\.reference))
        }
        for number in groups.indices.reversed() where leader(number) != number {
            let (group, target) = (groups[number], leader(number))
            groups[target].senders += group.senders
            groups[target].receivers += group.receivers
            groups[target].proxies += group.proxies.filter { known.insert($0.reference).inserted }
            groups[number] = Group(kind: group.kind)
        }
    }

    /// The maximum number of pairs of a message that is sent and a receiver, on a channel, and of a
    /// contract and a message.
    static let pairLimit = 10_000_000

    private mutating func check(_ group: Group) {
        let pairs =
            group.senders.reduce(0) { $0 + $1.port.messages.count } * (group.receivers.count + group.proxies.count)
        if pairs > Self.pairLimit, let reference = group.senders.first?.reference {
            return report(
                "\(reference)",
                "\(reference) is on a channel with \(pairs) pairs of messages and receivers, more than "
                    + "\(Self.pairLimit); divide the channel")
        }
        let receivers = group.receivers.map { (reference: $0.reference, port: $0.port, keys: Set($0.port.keys)) }
        let received = Set(receivers.flatMap(\.keys))
        let proxies = group.proxies.map { (reference: $0.reference, port: $0.port, keys: Set($0.port.keys)) }
        for (reference, sender) in group.senders where !receivers.isEmpty {
            let keys = Set(sender.keys)
            for receiver in receivers where keys.isDisjoint(with: receiver.keys) {
                report(
                    "\(reference)",
                    "\(reference) sends no message that \(receiver.reference) receives: \(sender.protocolName) and "
                        + "\(receiver.port.protocolName) have none of the same name and type; connect other ports")
            }
            for (message, key) in zip(sender.messages, sender.keys) {
                let name = "\(reference).\(message.name)"
                guard received.contains(key) else {
                    report(name, "nobody on the channel receives \(name)", isError: false)
                    continue
                }
                for proxy in proxies where !proxy.keys.contains(key) {
                    report(
                        "\(proxy.reference)",
                        "\(proxy.reference) doesn't know \(name), which goes through it; add it to "
                            + "\(proxy.port.protocolName)")
                }
            }
        }
    }

    // MARK: - Ports without a channel

    mutating func checkUnconnectedPorts() {
        for part in assembly.parts {
            for port in part.ports where port.direction != .own {
                let reference = PortReference(part.name, port.name)
                let (isSender, isReceiver) = (
                    connected.contains(End(reference: reference, isSender: true)),
                    connected.contains(End(reference: reference, isSender: false))
                )
                switch port.direction {
                case .input where !isReceiver: reportUnconnected(reference, part, isError: false)
                case .output where !isSender && !port.isOptional:
                    reportUnconnected(reference, part, "; connect it, or make it Output(isOptional: true)")
                case .proxyInput where !isSender, .proxyOutput where !isReceiver:
                    reportUnconnected(reference, part, " inside; connect it in addContents")
                case .proxyInput where !isReceiver, .proxyOutput where !isSender:
                    reportUnconnected(reference, part, isError: false)
                default: break
                }
            }
        }
    }

    private mutating func reportUnconnected(
        _ reference: PortReference, _ part: Assembly.Part, _ advice: String = "", isError: Bool = true
    ) {
        report("\(reference)", "\(reference) has no channel\(advice)", at: part, isError: isError, isUnconnected: true)
    }
}

extension Assembly.Port {
    /// The name and the body that two ports must share to understand each other in a message.
    fileprivate struct MessageKey: Hashable {
        let name: String
        let body: ObjectIdentifier
    }

    fileprivate var keys: [MessageKey] { messages.map { MessageKey(name: $0.name, body: $0.body) } }
}
