internal import Components
internal import TextSupport

extension AssemblyDocument {
    /// The assembly as JSON, which gives an equal one when it is read beside the same files.
    ///
    /// - Complexity: O(*n*) for *n* parts of the file.
    public var json: String {
        var output = JSONOutput()
        output.open("{", inLines: true)
        output.key("format")
        output.string(AssemblyTree.format)
        output.key("version")
        output.number(1)
        output.write(tree)
        if let checks = tree.checks {
            output.key("checks")
            output.write(checks.value)
        }
        output.close("}")
        return String(decoding: output.text.bytes, as: UTF8.self) + "\n"
    }
}

extension JSONOutput {
    /// Writes the members of an assembly.
    fileprivate mutating func write(_ tree: AssemblyTree) {
        if let name = tree.name {
            key("name")
            string(name)
        }
        key("components")
        open("{", inLines: true)
        for component in tree.components {
            key(component.name)
            write(component)
        }
        close("}")
        if !tree.channels.isEmpty {
            key("channels")
            open("[", inLines: true)
            for channel in tree.channels { write(channel) }
            close("]")
        }
        guard !tree.environment.isEmpty else { return }
        key("environment")
        open("{", inLines: true)
        for port in tree.environment {
            key(port.name)
            write(port.ends)
        }
        close("}")
    }

    private mutating func write(_ component: AssemblyTree.Component) {
        open("{", inLines: true)
        var hasPorts = false
        switch component.behavior {
        case .program: hasPorts = true
        case .chart(let path, _):
            key("chart")
            string(path)
            hasPorts = true
        case .file(let path, _):
            key("assembly")
            string(path)
        case .contents(let tree): write(tree)
        }
        if hasPorts {
            write(component.ports, .input, "in")
            write(component.ports, .output, "out")
            write(component.ports, .own, "own")
            let optional = component.ports.filter(\.isOptional).map(\.name)
            if !optional.isEmpty {
                key("optional")
                strings(optional)
            }
        }
        if let mailbox = component.mailbox {
            key("mailbox")
            open("{")
            key("capacity")
            number(mailbox.capacity)
            key("policy")
            string(mailbox.policy.rawValue)
            close("}")
        }
        if let execution = component.execution {
            key("execution")
            string(execution.rawValue)
        }
        write(component.contracts)
        close("}")
    }

    private mutating func write(
        _ ports: [AssemblyTree.Port], _ direction: Assembly.Port.Direction, _ name: String
    ) {
        let ports = ports.filter { $0.direction == direction }
        guard !ports.isEmpty else { return }
        key(name)
        open("{")
        for port in ports {
            key(port.name)
            if port.messages.allSatisfy({ $0.type == .any }) {
                strings(port.messages.map(\.name))
                continue
            }
            open("{")
            for message in port.messages {
                key(message.name)
                write(message.type)
            }
            close("}")
        }
        close("}")
    }

    private mutating func write(_ contracts: [AssemblyTree.ContractText]) {
        if contracts.isEmpty { return }
        key("contracts")
        open("{")
        for contract in contracts {
            key(contract.name)
            open("{")
            key("ports")
            strings(contract.ports)
            key("messages")
            string(contract.messages)
            close("}")
        }
        close("}")
    }

    private mutating func write(_ channel: AssemblyTree.Channel) {
        item()
        open("{")
        key("from")
        write(channel.senders)
        key("to")
        write(channel.receivers)
        if let kind = channel.kind {
            key("kind")
            string(kind.rawValue)
        }
        if let capacity = channel.capacity {
            key("capacity")
            number(capacity)
        }
        close("}")
    }

    private mutating func write(_ ends: [AssemblyTree.End]) {
        if ends.count == 1 { string(ends[0].text) } else { strings(ends.map(\.text)) }
    }
}
