extension Assembly {
    /// Something in an assembly that is wrong, or looks wrong.
    public struct Finding: Hashable, Sendable, CustomStringConvertible {
        /// Whether an assembly with such a finding can't run.
        public let isError: Bool
        /// The part or port.
        public let subject: String
        /// What is wrong, and what to do.
        public let message: String
        /// The place in the source that added the part; empty for channels.
        public let place: String

        public var description: String {
            (place.isEmpty ? "" : place + ": ") + (isError ? "" : "warning: ") + message
        }
    }

    /// Returns everything that is wrong in the assembly, or looks wrong.
    ///
    /// Errors are repeated names, unknown parts and ports, ports of the wrong direction, a second channel for a port, ends of a
    /// channel without a common message, messages without a handler or with two, and outputs without a channel unless they are
    /// optional. Warnings are inputs without a channel, and messages that nobody receives or sends.
    ///
    /// - Complexity: O(*p* + *e*·*k*) for *p* ports and *e* pairs of ports that a channel joins, with *k* messages each.
    public func check() -> [Finding] {
        var check = AssemblyCheck(self)
        check.checkParts()
        check.checkChannels()
        check.checkUnconnectedPorts()
        return check.findings
    }
}

private struct AssemblyCheck {
    private let assembly: Assembly
    private var parts: [String: Assembly.Part] = [:]
    private var connected: Set<PortReference> = []
    private(set) var findings: [Assembly.Finding] = []

    init(_ assembly: Assembly) { self.assembly = assembly }

    private mutating func report(_ subject: String, _ message: String, at part: Assembly.Part? = nil, isError: Bool = true) {
        findings.append(.init(isError: isError, subject: subject, message: message, place: part?.place ?? ""))
    }

    mutating func checkParts() {
        for part in assembly.parts {
            if part.isReplacement {
                report(part.name, "unknown part '\(part.name)'; replace one that was added", at: part)
            }
            if part.name.isEmpty || part.name.contains(where: { $0 == "." || $0.isWhitespace }) {
                report(part.name, "invalid part name '\(part.name)'; use letters and digits without '.' and spaces", at: part)
            }
            if let first = parts.updateValue(part, forKey: part.name) {
                report(part.name, "duplicate part '\(part.name)', also at \(first.place); rename one", at: part)
            }
            for handler in part.repeatedHandlers {
                report("\(part.name).\(handler)", "\(part.name).\(handler) has two handlers; remove one", at: part)
            }
            for port in part.ports where port.direction != .output {
                for message in port.messages where !message.isHandled {
                    let name = "\(part.name).\(port.name).\(message.name)"
                    report(name, "\(name) has no handler; add Receive(\\.\(port.name).\(message.name)) to \(part.type)", at: part)
                }
            }
        }
    }

    mutating func checkChannels() {
        for channel in assembly.channels {
            let senders = channel.senders.compactMap { port($0, .output) }
            let receivers = channel.receivers.compactMap { port($0, .input) }
            for (reference, sender) in senders where !receivers.isEmpty {
                for (other, receiver) in receivers where !sender.haveCommonMessage(receiver) {
                    report(
                        "\(reference)", "\(reference) sends no message that \(other) receives: \(sender.protocolName) and "
                            + "\(receiver.protocolName) have none of the same name and type; connect other ports")
                }
                for message in sender.messages where !receivers.contains(where: { $0.1.knows(message) }) {
                    let name = "\(reference).\(message.name)"
                    report(name, "nobody on the channel receives \(name)", isError: false)
                }
            }
        }
    }

    /// Returns a port of a channel, and reports what is wrong with it.
    private mutating func port(
        _ reference: PortReference, _ direction: Assembly.Port.Direction
    ) -> (PortReference, Assembly.Port)? {
        guard let part = parts[reference.part] else {
            report("\(reference)", "unknown part '\(reference.part)' in a channel; add it or fix the name")
            return nil
        }
        guard let port = part.port(reference.port, direction) else {
            let isOther = part.ports.contains { $0.name == reference.port }
            let kind = direction == .output ? "sends" : "receives"
            report(
                "\(reference)", isOther ? "\(reference) \(kind) nothing; connect outputs to inputs"
                    : "unknown port '\(reference.port)' of '\(reference.part)'; fix the name", at: part)
            return nil
        }
        if !connected.insert(reference).inserted {
            report("\(reference)", "\(reference) has two channels; connect all its ends by one", at: part)
        }
        return (reference, port)
    }

    mutating func checkUnconnectedPorts() {
        for part in assembly.parts {
            for port in part.ports where port.direction != .own {
                let reference = PortReference(part.name, port.name)
                guard !connected.contains(reference) else { continue }
                if port.direction == .input {
                    report("\(reference)", "\(reference) has no channel", at: part, isError: false)
                } else if !port.isOptional {
                    report("\(reference)", "\(reference) has no channel; connect it, or make it Output(isOptional: true)", at: part)
                }
            }
        }
    }
}

extension Assembly.Port {
    fileprivate func knows(_ message: Message) -> Bool { messages.contains { $0.matches(message) } }
    fileprivate func haveCommonMessage(_ other: Assembly.Port) -> Bool { messages.contains { other.knows($0) } }
}
