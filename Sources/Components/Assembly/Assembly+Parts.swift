extension Assembly {
    /// A component of an assembly.
    public struct Part: Sendable {
        /// The name.
        public let name: String
        /// The name of the component's type.
        public let type: String
        /// The ports, in the order of the properties.
        public let ports: [Port]
        /// The bound of the messages that wait for the component.
        public let mailbox: MailboxBound
        /// The threads that a ``ComponentSystem`` runs the component on.
        public let execution: ComponentExecution
        /// The place in the source that added the part; empty for those from files.
        public let place: String
        /// Messages that have two handlers, as `port.message`.
        let repeatedHandlers: [String]
        /// Errors of the component itself.
        let problems: [String]
        /// Whether ports can hear of the component's steps, as it is a chart.
        let reportsSteps: Bool
        /// Whether the component supervises others.
        let isSupervisor: Bool
        /// The fate of the component when it fails.
        var consequence = Consequence.end
        /// Whether the part was to replace one that doesn't exist.
        var isReplacement = false
        /// Whether a component of the same type is around the part.
        var containsItself = false
        /// The component that contains the part; empty if none does.
        package let container: String
        let make: @Sendable () -> ComponentInstance

        init<Owner>(
            _ name: String, _ container: String, _ sample: TypedInstance<Owner>, _ mailbox: MailboxBound,
            _ execution: ComponentExecution, _ place: String, make: @escaping @Sendable () -> ComponentInstance
        ) {
            (self.name, self.container, self.place, self.make) = (name, container, place, make)
            (self.mailbox, self.execution) = (mailbox, execution)
            type = "\(Owner.self)"
            ports = sample.describedPorts()
            repeatedHandlers = sample.repeatedHandlers()
            (problems, reportsSteps) = (sample.problems, sample.reportsSteps)
            isSupervisor = Owner.self == Supervisor.self
        }

        /// Creates a part of another program, which can't run here.
        init(_ name: String, _ container: String, type: String, _ ports: [Port]) {
            (self.name, self.container, self.type, self.ports, place) = (name, container, type, ports, "")
            (mailbox, execution) = (.init(), .shared)
            (repeatedHandlers, problems) = ([], ["belongs to another program"])
            (reportsSteps, isSupervisor) = (true, false)
            make = { ComponentInstance.environment() }
        }

        enum Consequence {
            case end
            /// Waits for a restart, with the messages that wait.
            case wait
            /// Waits for a restart, without them.
            case waitAlone
        }
    }

    /// A port of a component.
    public struct Port: Hashable, Sendable {
        /// The directions of messages.
        public enum Direction: String, Hashable, Sendable {
            case input, output
            /// From the component to itself.
            case own
            /// To components inside.
            case proxyInput = "proxy-input"
            /// From components inside.
            case proxyOutput = "proxy-output"

            var isProxy: Bool { self == .proxyInput || self == .proxyOutput }
        }

        /// The name.
        public let name: String
        /// The direction.
        public let direction: Direction
        /// The name of the protocol.
        public let protocolName: String
        /// The messages, in the order of the protocol's properties.
        public let messages: [Message]
        /// Whether an output may stay without a channel.
        public let isOptional: Bool

        /// A message that a port knows.
        public struct Message: Hashable, Sendable {
            /// The name.
            public let name: String
            /// The name of the body's type.
            public let type: String
            /// Whether an input port has a handler for it.
            public let isHandled: Bool
            /// Whether it wants an answer.
            let isCommand: Bool
            let body: ObjectIdentifier
        }
    }

    /// A channel, which leads messages from output ports to input ports, first in first out.
    public struct Channel: Hashable, Sendable {
        /// The rules by which a channel delivers.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// Each message goes to all ports that know it; it is lost if there are none.
            case publishSubscribe = "publish-subscribe"
            /// Each message goes to one component that is ready, and is kept until one is.
            case pointToPoint = "point-to-point"
        }

        /// The output ports.
        public private(set) var senders: [PortReference]
        /// The input ports.
        public private(set) var receivers: [PortReference]
        /// The rule by which the channel delivers.
        public let kind: Kind
        /// The maximum number of messages that wait in a point-to-point channel.
        public private(set) var capacity: Int
        /// The component that contains the channel; empty if none does.
        package let container: String

        init(
            _ senders: [PortReference], _ receivers: [PortReference], _ kind: Kind, capacity: Int,
            _ container: String = ""
        ) {
            (self.senders, self.receivers, self.kind) = (senders, receivers, kind)
            (self.capacity, self.container) = (max(1, capacity), container)
        }

        /// The channel with the ends at some parts, and at those that contain them; `nil` without any.
        func restricted(to names: [String]) -> Channel? {
            func isNamed(_ port: PortReference) -> Bool {
                names.contains { $0 == port.part || $0.hasPrefix(port.part + ".") }
            }
            var channel = self
            (channel.senders, channel.receivers) = (senders.filter(isNamed), receivers.filter(isNamed))
            return channel.senders.isEmpty || channel.receivers.isEmpty ? nil : channel
        }

        /// Takes ports that aren't on the channel yet.
        mutating func join(_ senders: [PortReference], _ receivers: [PortReference], capacity: Int) {
            self.senders += senders
            self.receivers += receivers
            self.capacity = min(self.capacity, capacity)
        }
    }
}
