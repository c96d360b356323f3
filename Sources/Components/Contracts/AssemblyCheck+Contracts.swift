extension AssemblyCheck {
    mutating func checkContracts() {
        var names: Set<String> = []
        var count = 0
        for contract in assembly.contracts {
            let (reference, name) = (contract.reference, contract.name.quoted)
            if !names.insert(reference).inserted {
                report(reference, "\(contract.part.quoted) has two contracts \(name); rename one")
            }
            if let remedy = Assembly.remedy(forName: contract.name) {
                report(reference, "invalid contract name \(name); \(remedy)")
            }
            guard let first = contract.ports.first else {
                report(reference, "the contract \(name) has no ports; name those of a part")
                continue
            }
            guard let part = parts[first.part] else {
                report(reference, "unknown part \(first.part.quoted) of the contract \(name); add it or fix the name")
                continue
            }
            guard let ports = ports(of: contract, part) else { continue }
            count += ports.reduce(0) { $0 + $1.messages.count }
            if count > Self.pairLimit {
                return report(
                    reference, "the contracts have more than \(Self.pairLimit) messages; give them fewer ports",
                    at: part)
            }
            checkActions(of: contract, ports, part)
        }
    }

    /// Returns the ports of a contract; `nil` if one of them is wrong.
    private mutating func ports(of contract: Assembly.PortContract, _ part: Assembly.Part) -> [Assembly.Port]? {
        var known: [Assembly.Port] = []
        var names: Set<String> = []
        let name = contract.name.quoted
        func problem(_ reference: PortReference) -> String? {
            if reference.part != part.name {
                return "the contract \(name) has ports of \(part.name.quoted) and \(reference.part.quoted); "
                    + "give each part one of its own"
            }
            let found =
                ports[End(reference: reference, isSender: true)] ?? ports[End(reference: reference, isSender: false)]
            guard let port = found ?? part.ports.first(where: { $0.name == reference.port }) else {
                return
                    "unknown port \(reference.port.quoted) of \(part.name.quoted) in the contract \(name); fix the name"
            }
            if !names.insert(port.name).inserted { return "\(reference) is twice in the contract \(name); remove one" }
            switch port.direction {
            case .input, .output: known.append(port)
            case .own:
                return "\(reference) leads to the component itself; remove it from the contract \(name), where timeout "
                    + "stands for its messages"
            case .proxyInput, .proxyOutput:
                return "\(reference) is a proxy port; give the contract \(name) to the component inside"
            }
            return nil
        }
        for reference in contract.ports {
            if let problem = problem(reference) { report(contract.reference, problem, at: part) }
        }
        return known.count == contract.ports.count ? known : nil
    }

    private mutating func checkActions(
        of contract: Assembly.PortContract, _ ports: [Assembly.Port], _ part: Assembly.Part
    ) {
        let messages = ContractMessages(ports)
        let name = contract.name.quoted
        var actions: [ContractMessages.Place: Contract.Action] = [:]
        for action in contract.contract.actions where action != .timeout {
            let (places, text) = (messages[action], action.description.quoted)
            func qualified(_ place: ContractMessages.Place) -> String {
                "\(ports[place.port].name).\(ports[place.port].messages[place.message].name)"
            }
            if places.count > 1 {
                let sign = action.isReceived ? "?" : "!"
                report(
                    contract.reference,
                    "\(text) of the contract \(name) is \(qualified(places[0])) or \(qualified(places[1])); write "
                        + "\(sign)\(qualified(places[0])) or \(sign)\(qualified(places[1]))", at: part)
            } else if let place = places.first {
                guard let other = actions.updateValue(action, forKey: place) else { continue }
                report(
                    contract.reference,
                    "\(other.description.quoted) and \(text) of the contract \(name) are one message; keep one of them",
                    at: part)
            } else if let place = messages[action.reversed].first {
                let verb = action.isReceived ? "sends" : "receives"
                report(
                    contract.reference,
                    "\(text) of the contract \(name) isn't possible: \(part.name).\(ports[place.port].name) \(verb) the message; write "
                        + "\(action.reversed)", at: part)
            } else {
                report(
                    contract.reference,
                    "no port of the contract \(name) \(action.isReceived ? "receives" : "sends") "
                        + "\(action.name.quoted); fix the name, or add its port", at: part)
            }
        }
    }
}

extension Contract.Action {
    var isReceived: Bool { if case .receive = self { true } else { false } }

    /// The name of the message; empty for a time-out.
    var name: String {
        switch self {
        case .send(let name), .receive(let name): name
        case .timeout: ""
        }
    }

    /// The same message in the other direction.
    fileprivate var reversed: Contract.Action {
        switch self {
        case .send(let name): .receive(name)
        case .receive(let name): .send(name)
        case .timeout: .timeout
        }
    }
}
