internal import CAutomata
internal import ComponentFormats
internal import Components
internal import Statecharts

extension automata_component_definition: SizedStruct {}

extension HostComponent {
    /// The most ports of a component, and messages of a port.
    private static let countLimit = 1_000

    /// Copies the definition that C gives.
    init(_ pointer: UnsafePointer<automata_component_definition>?) throws(CallError) {
        guard pointer != nil else {
            throw .invalidArgument("'component' is NULL; pass the address of a definition")
        }
        let given = try automata_component_definition.given(pointer)
        guard given.reserved == 0 else {
            throw .invalidArgument("'reserved' is set; initialize the definition with its _INIT macro")
        }
        name = try Argument.partName(given.name)
        let ports = try Argument.array(given.ports, given.port_count, "ports")
        try Self.check(ports.count, "ports of '\(name)'")
        var copies: [ValuePort] = []
        for port in ports { copies.append(try ValuePort(port)) }
        try Self.checkDifferent(copies.map(\.name), "ports of '\(name)'")
        self.ports = copies
        handler = given.handler.map { HostHandler(function: $0, context: given.context) }
        mailbox = MailboxBound(
            capacity: try HostChannel.capacity(given.mailbox_capacity), try .init(given.mailbox_policy))
    }

    static func check(_ count: Int, _ what: @autoclosure () -> String) throws(CallError) {
        if count > countLimit { throw .assembly(.tooLarge("more than \(countLimit) \(what()); divide them")) }
    }

    static func checkDifferent(_ names: [String], _ what: @autoclosure () -> String) throws(CallError) {
        var known: Set<String> = []
        for name in names where !known.insert(name).inserted {
            throw .assembly(.duplicateName("two \(what()) are named '\(name)'; rename one"))
        }
    }
}

extension Value {
    /// Creates the value that C gives; NULL is the value NULL.
    init(orNull value: UnsafePointer<automata_statechart_value>?) throws(CallError) {
        self = value == nil ? .null : try Value(value)
        if let size = try? size() { try MemoryReservation.reserveMemory(2 * size) }
    }
}

extension Argument {
    /// Returns a zero-terminated text.
    static func zeroTerminatedText(
        _ start: UnsafePointer<CChar>?, _ what: StaticString
    ) throws(CallError) -> String { try string(start, zeroTerminated, what) }

    /// Returns the zero-terminated name of a port.
    fileprivate static func portName(_ start: UnsafePointer<CChar>?) throws(CallError) -> String {
        let name = try zeroTerminatedText(start, "port")
        if let remedy = Assembly.remedy(forName: name) {
            throw .invalidArgument("invalid name '\(name)' of a port; \(remedy)")
        }
        return name
    }

    /// Returns the zero-terminated name of a component.
    fileprivate static func partName(_ start: UnsafePointer<CChar>?) throws(CallError) -> String {
        let name = try zeroTerminatedText(start, "name")
        if name == AssemblyDocument.environment {
            throw .invalidArgument("the name '\(name)' stands for what is outside; rename the component")
        }
        if let remedy = Assembly.remedy(forPartName: name) {
            throw .invalidArgument("invalid name '\(name)' of a component; \(remedy)")
        }
        return name
    }

    /// Returns the names of messages, which are zero-terminated.
    fileprivate static func messages(
        _ start: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ what: StaticString
    ) throws(CallError) -> [String] {
        let texts = try array(start, count, what)
        try HostComponent.check(texts.count, "\(what) of a port")
        var names: [String] = []
        for text in texts {
            let name = try zeroTerminatedText(text, what)
            if name.isEmpty { throw .invalidArgument("an empty name among '\(what)'; name each") }
            names.append(name)
        }
        return names
    }

    /// Returns the port with a name such as "model.button".
    static func port(_ start: UnsafePointer<CChar>?, _ what: StaticString) throws(CallError) -> PortReference {
        let text = try zeroTerminatedText(start, what)
        guard let dot = text.lastIndex(of: ".") else {
            throw .invalidArgument("invalid '\(what)' '\(text)'; write the component, a dot and the port")
        }
        return PortReference(String(text[..<dot]), String(text[text.index(after: dot)...]))
    }
}

extension ValuePort {
    fileprivate init(_ port: automata_component_port) throws(CallError) {
        let name = try Argument.portName(port.name)
        guard port.reserved.0 == false, port.reserved.1 == false, port.reserved.2 == false else {
            throw .invalidArgument("'reserved' of a port is set; clear it")
        }
        let direction: Assembly.Port.Direction =
            switch port.direction {
            case AUTOMATA_PORT_INPUT: .input
            case AUTOMATA_PORT_OUTPUT: .output
            case AUTOMATA_PORT_EVENT: .own
            default: throw .invalidArgument("invalid 'direction'; expected a constant of automata_port_direction")
            }
        let messages = try Argument.messages(port.messages, port.message_count, "messages")
        self.init(name, direction, messages, isOptional: port.is_optional)
        commands = try Argument.messages(port.commands, port.command_count, "commands")
        try HostComponent.checkDifferent(messages + commands, "messages of '\(name)'")
    }
}

extension MailboxBound.Policy {
    fileprivate init(_ policy: automata_mailbox_policy) throws(CallError) {
        switch policy {
        case AUTOMATA_MAILBOX_FAIL: self = .fail
        case AUTOMATA_MAILBOX_DROP_OLDEST: self = .dropOldest
        case AUTOMATA_MAILBOX_DROP_NEWEST: self = .dropNewest
        default: throw .invalidArgument("invalid 'mailbox_policy'; expected a constant of automata_mailbox_policy")
        }
    }
}

extension HostChannel {
    init(
        _ output: UnsafePointer<CChar>?, _ input: UnsafePointer<CChar>?, _ kind: automata_channel_kind,
        _ capacity: UInt64
    ) throws(CallError) {
        (self.output, self.input) = (try Argument.port(output, "output"), try Argument.port(input, "input"))
        self.capacity = try Self.capacity(capacity)
        switch kind {
        case AUTOMATA_CHANNEL_ALL: self.kind = .publishSubscribe
        case AUTOMATA_CHANNEL_ONE: self.kind = .pointToPoint
        default: throw .invalidArgument("invalid 'kind'; expected a constant of automata_channel_kind")
        }
    }

    /// Returns the number of messages that may wait.
    static func capacity(_ given: UInt64) throws(CallError) -> Int { given == 0 ? 10_000 : Int(clamping: given) }
}
