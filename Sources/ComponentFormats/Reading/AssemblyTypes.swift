internal import Components
internal import TextSupport

/// The types of messages at the ends of channels, also of those that go through assemblies inside
/// others, and mailboxes whose senders can't wait.
struct AssemblyTypes {
    private struct End {
        let name: String
        let port: AssemblyTree.Port
        /// Whether the component's mailbox lets senders wait.
        let letsSendersWait: Bool
        let source: AssemblySource
        let offset: Int
    }

    /// The numbers of ports, by their names with those of the components around them.
    private var numbers: [String: Int] = [:]
    /// A port that is on the same channel as the one with a number: another one, except for one.
    private var leaders: [Int] = []
    /// The ports of components that contain no others, by their numbers.
    private var ends: [End?] = []

    init(_ tree: AssemblyTree, _ source: AssemblySource) { add(tree, source, inside: "") }

    private mutating func add(_ tree: AssemblyTree, _ source: AssemblySource, inside container: String) {
        let prefix = container.isEmpty ? "" : container + "."
        let waiting = Set(tree.components.lazy.filter { $0.mailbox?.policy == .wait }.map(\.name))
        let known = (tree.portsByName, waiting)
        for channel in tree.channels { join(channel.senders + channel.receivers, known, source, prefix) }
        for port in tree.environment {
            join(port.ends, known, source, prefix, with: container + "." + port.name)
        }
        for component in tree.components {
            guard case .assembly(let inner, let source) = component.content else { continue }
            add(inner, source, inside: prefix + component.name)
        }
    }

    private mutating func join(
        _ list: [AssemblyTree.End], _ known: (ports: [String: AssemblyTree.Port], waiting: Set<String>),
        _ source: AssemblySource, _ prefix: String, with first: String? = nil
    ) {
        var first = first.map { number($0) }
        for end in list {
            guard let port = known.ports[end.text] else { continue }
            let name = prefix + end.text
            let number = self.number(name)
            if !port.isProxy, ends[number] == nil {
                ends[number] = End(
                    name: name, port: port, letsSendersWait: known.waiting.contains(end.part), source: source,
                    offset: end.offset)
            }
            if let first {
                let (one, other) = (leader(number), leader(first))
                leaders[one] = other
            }
            first = number
        }
    }

    private mutating func number(_ name: String) -> Int {
        if let number = numbers[name] { return number }
        numbers[name] = leaders.count
        leaders.append(leaders.count)
        ends.append(nil)
        return leaders.count - 1
    }

    private mutating func leader(_ number: Int) -> Int {
        var number = number
        while leaders[number] != number {
            leaders[number] = leaders[leaders[number]]
            number = leaders[number]
        }
        return number
    }

    // MARK: - The check

    /// The maximum number of pairs on a channel; more are an error of their own.
    private static let pairLimit = 10_000_000

    /// Adds an error for each message that a port expects with another type than one sends, and a
    /// warning for each port whose senders shall wait, but are components.
    consuming func check(_ errors: inout ProblemList, _ warnings: inout ProblemList) {
        var channels: [Int: (senders: [End], receivers: [End])] = [:]
        for number in ends.indices {
            guard let end = ends[number] else { continue }
            if end.port.isInput {
                channels[leader(number), default: ([], [])].receivers.append(end)
            } else {
                channels[leader(number), default: ([], [])].senders.append(end)
            }
        }
        var known: Set<Finding> = []
        for (_, channel) in channels.sorted(by: { $0.key < $1.key }) {
            for receiver in channel.receivers where receiver.letsSendersWait {
                guard let sender = channel.senders.first else { continue }
                warnings.add(
                    TextProblem(
                        offset: receiver.offset,
                        message: "\(receiver.name) lets senders wait, but \(sender.name) is a component's, which never "
                            + "waits: a full mailbox lets the receiver fail; choose another policy"),
                    in: receiver.source)
            }
            let messageCount = channel.senders.reduce(0) { $0 + $1.port.messages.count }
            guard messageCount * channel.receivers.count <= Self.pairLimit else { continue }
            for (sender, message, receiver, type) in Self.mismatches(channel.senders, channel.receivers) {
                let finding = Finding(
                    source: ObjectIdentifier(sender.source), offset: sender.offset, message: message.name)
                // Once for a file that is in several places.
                guard known.insert(finding).inserted else { continue }
                errors.add(
                    TextProblem(
                        offset: sender.offset,
                        message: "\(sender.name) sends \(Message.quoted(message.name.utf8)) with \(message.type), and "
                            + "\(receiver.name) expects \(type); make the types equal"), in: sender.source)
            }
        }
    }

    private struct Finding: Hashable {
        let source: ObjectIdentifier
        let offset: Int
        let message: String
    }

    /// Returns the messages that are sent with other types than one of the receivers expects.
    private static func mismatches(
        _ senders: [End], _ receivers: [End]
    ) -> [(sender: End, message: AssemblyTree.Message, receiver: End, type: BodyType)] {
        var expected: [String: [(type: BodyType, receiver: End)]] = [:]
        var known: Set<AssemblyTree.Message> = []
        for receiver in receivers {
            for message in receiver.port.messages where message.type != .any && known.insert(message).inserted {
                expected[message.name, default: []].append((message.type, receiver))
            }
        }
        return senders.flatMap { sender in
            sender.port.messages.compactMap { message in
                expected[message.name]?.first { !message.type.meets($0.type) }
                    .map { (sender, message, $0.receiver, $0.type) }
            }
        }
    }
}
