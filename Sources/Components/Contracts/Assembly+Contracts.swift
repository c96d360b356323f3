extension Assembly {
    /// A contract of a part.
    public struct PortContract: Hashable, Sendable {
        /// The name, which no other contract of the part has.
        public let name: String
        /// The contract.
        public let contract: Contract
        /// The ports of the part whose messages it is about.
        public let ports: [PortReference]

        /// The name of the part.
        var part: String { ports.first?.part ?? "" }
        /// The name in findings; ports don't have such names.
        var reference: String { Self.reference(part, name) }

        /// Returns the name of a part's contract in findings.
        package static func reference(_ part: String, _ name: String) -> String { "\(part).#\(name)" }
    }

    /// Adds a contract, which runs then watch, for ports of one part.
    ///
    ///     assembly.add(talk, named: "talk", to: client.requests, client.replies)
    ///
    /// A component that breaks it fails with ``ComponentError/breach(_:)``. ``check()`` reports
    /// ports and messages that don't exist.
    ///
    /// - Parameters:
    ///   - contract: The contract.
    ///   - name: A name for errors, which no other contract of the part has.
    ///   - ports: Output and input ports.
    /// - Complexity: O(1)
    public mutating func add(_ contract: Contract, named name: String, to ports: PortReference...) {
        add(contract, named: name, to: ports)
    }

    /// Adds a contract for any number of ports of one part.
    ///
    /// - Complexity: O(1)
    public mutating func add(_ contract: Contract, named name: String, to ports: [PortReference]) {
        contracts.append(PortContract(name: name, contract: contract, ports: ports))
    }
}

/// The messages of a contract's ports, by the actions that may stand for them.
struct ContractMessages {
    /// A message of a port, by their positions.
    struct Place: Hashable {
        let port: Int
        let message: Int
        /// Whether the message is received: on an output, the answer to a command.
        let isReceived: Bool
    }

    private var places: [Contract.Action: [Place]] = [:]

    init(_ ports: [Assembly.Port]) {
        for (number, port) in ports.enumerated() {
            for (index, message) in port.messages.enumerated() {
                // Messages of charts may have dots in their names, ports don't.
                for name in [message.name, "\(port.name).\(message.name)"] {
                    if port.direction == .output {
                        add(.send(name), Place(port: number, message: index, isReceived: false))
                    }
                    if port.direction == .input || port.direction == .output && message.isCommand {
                        add(.receive(name), Place(port: number, message: index, isReceived: true))
                    }
                }
            }
        }
    }

    private mutating func add(_ action: Contract.Action, _ place: Place) { places[action, default: []].append(place) }

    /// Returns the messages that an action may stand for, exactly one in a valid contract; none for
    /// time-outs.
    subscript(action: Contract.Action) -> [Place] { places[action] ?? [] }
}
