/// The contracts of a component at run time, in memory that only its turns touch.
final class ContractMonitor {
    let contracts: [Assembly.PortContract]
    private let states: UnsafeMutablePointer<ContractState>
    /// The first step of each message of an output, by the port's name.
    private var sent: [String: UnsafeMutablePointer<ContractStep>] = [:]
    /// The first step of messages and answers that are received.
    private var received: [Message: UnsafeMutablePointer<ContractStep>] = [:]
    /// The first step of messages from the component itself.
    private(set) var timeout: UnsafeMutablePointer<ContractStep>?
    private var memory: [UnsafeMutableRawPointer] = []

    private struct Message: Hashable {
        let port: String
        let index: Int
    }

    /// Creates monitors in their first states.
    ///
    /// - Parameters:
    ///   - contracts: Contracts that the check of an assembly has found valid.
    ///   - ports: The ports of the component.
    init(_ contracts: [Assembly.PortContract], _ ports: [Assembly.Port]) {
        self.contracts = contracts
        states = .allocate(capacity: contracts.count)
        let ports = Dictionary(ports.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for (index, contract) in contracts.enumerated() {
            (states + index).initialize(to: ContractState(makeRows(contract.contract)))
            addSteps(of: contract, states + index, ports)
        }
    }

    deinit {
        for memory in memory { memory.deallocate() }
        states.deallocate()
    }

    private func allocate<Element>(_ element: Element.Type, _ count: Int) -> UnsafeMutablePointer<Element> {
        let elements = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
        memory.append(UnsafeMutableRawPointer(elements))
        return elements
    }

    /// Makes the table of a contract, with a column for messages that it doesn't mention.
    private func makeRows(_ contract: Contract) -> UnsafePointer<Int32> {
        let width = contract.actions.count + 1
        let rows = allocate(Int32.self, contract.stateCount * width)
        for state in 0..<contract.stateCount {
            for action in contract.actions.indices {
                let target = contract.target(from: state, on: action)
                (rows + state * width + action).initialize(to: target.map { Int32($0 * width) } ?? -1)
            }
            (rows + state * width + width - 1).initialize(to: -1)
        }
        return UnsafePointer(rows)
    }

    private func addSteps(
        of contract: Assembly.PortContract, _ state: UnsafeMutablePointer<ContractState>, _ all: [String: Assembly.Port]
    ) {
        let ports = contract.ports.compactMap { all[$0.port] }
        let messages = ContractMessages(ports)
        let actions = contract.contract.actions
        var columns: [ContractMessages.Place: Int] = [:]
        for (column, action) in actions.enumerated() {
            if action == .timeout { timeout = makeStep(state, column, timeout) }
            if let place = messages[action].first { columns[place] = column }
        }
        for (number, port) in ports.enumerated() {
            let former = sent[port.name]
            let steps = port.direction == .output ? allocate(ContractStep.self, port.messages.count) : nil
            for index in port.messages.indices {
                if let steps {
                    let column = columns[.init(port: number, message: index, isReceived: false)] ?? actions.count
                    (steps + index).initialize(to: ContractStep(state, column, former.map { $0 + index }))
                }
                // Answers come without being asked for in the contract, if it doesn't mention them.
                let mentioned = columns[.init(port: number, message: index, isReceived: true)]
                if let column = mentioned ?? (steps == nil ? actions.count : nil) {
                    let message = Message(port: port.name, index: index)
                    received[message] = makeStep(state, column, received[message])
                }
            }
            if let steps { sent[port.name] = steps }
        }
    }

    private func makeStep(
        _ state: UnsafeMutablePointer<ContractState>, _ column: Int, _ next: UnsafeMutablePointer<ContractStep>?
    ) -> UnsafeMutablePointer<ContractStep> {
        let step = allocate(ContractStep.self, 1)
        step.initialize(to: ContractStep(state, column, next))
        return step
    }

    // MARK: - Watching

    /// Begins all contracts afresh.
    func reset() {
        for index in contracts.indices { (states + index).pointee.row = 0 }
    }

    /// The state of each contract.
    var current: [Int] {
        get { contracts.indices.map { (states + $0).pointee.row / (contracts[$0].contract.actions.count + 1) } }
        set {
            for (index, state) in newValue.enumerated() {
                (states + index).pointee.row = state * (contracts[index].contract.actions.count + 1)
            }
        }
    }

    /// The steps of the messages of an output; `nil` if no contract has it.
    func steps(ofOutput port: String) -> UnsafeMutablePointer<ContractStep>? { sent[port] }

    /// The first step of a message that a port receives, or of an answer; `nil` if no contract has
    /// it.
    func step(_ message: AnyMessage, of port: PortCore) -> UnsafeMutablePointer<ContractStep>? {
        received[Message(port: port.name, index: message.index)]
    }

    /// Returns the error of a step that isn't allowed.
    func breach(
        at step: UnsafeMutablePointer<ContractStep>, _ action: Contract.Action, by component: String
    ) -> ComponentError {
        var step = step
        while step.pointee.isAllowed, let next = step.pointee.next { step = next }
        let (number, column) = (step.pointee.state - states, step.pointee.column)
        let contract = contracts[number].contract
        return .breach(
            ContractBreach(
                part: component, contract: contracts[number].name,
                action: column < contract.actions.count ? contract.actions[column] : action,
                expected: contract.allowed(in: current[number])))
    }
}

extension ComponentCore {
    /// Lets the component fail, as it was about to send what a contract doesn't allow.
    func breach(of output: OutputCore, _ index: Int) {
        guard !hasFailed, let contracts, let steps = contracts.steps(ofOutput: output.name) else { return }
        let action = Contract.Action.send("\(output.name).\(output.members.messages[index].name)")
        host.fail(self, by: contracts.breach(at: steps + index, action, by: name))
    }
}

extension Host {
    /// Removes a message that a contract doesn't allow, which is the first one in its slot.
    ///
    /// - Returns: The error by which its receiver fails.
    final func refuse(_ slot: UnsafeMutablePointer<SlotState>) -> any Error {
        let (slot, component): (Slot, ComponentCore) = (slot.pointee.slot, slot.pointee.receiver.pointee.component)
        slot.removeBody(at: 0)
        guard let contracts = component.contracts, let step = slot.state.pointee.contract else {
            return ComponentError.notRunning
        }
        let isTimeout = step == contracts.timeout
        let action = Contract.Action.receive("\(component.port(of: slot)).\(slot.message.name)")
        return contracts.breach(at: step, isTimeout ? .timeout : action, by: component.name)
    }
}

extension Simulation {
    /// The states of the contracts of a part, by their names.
    package func contractStates(ofPart part: String) -> [String: Int] {
        guard let contracts = router.component(part)?.contracts else { return [:] }
        return Dictionary(uniqueKeysWithValues: zip(contracts.contracts.map(\.name), contracts.current))
    }
}
