/// A message by which a component has broken a contract.
public struct ContractBreach: Hashable, Sendable, CustomStringConvertible {
    /// The name of the component.
    public let part: String
    /// The name of the contract.
    public let contract: String
    /// The message, which wasn't sent or handled.
    public let action: Contract.Action
    /// The actions that the contract allowed instead.
    public let expected: [Contract.Action]

    /// Creates a breach, such as one that a test expects.
    public init(part: String, contract: String, action: Contract.Action, expected: [Contract.Action]) {
        (self.part, self.contract, self.action, self.expected) = (part, contract, action, expected)
    }

    /// The breach, with what to do.
    public var description: String {
        let expected = expected.isEmpty ? "nothing" : expected.map(\.description).joined(separator: " or ")
        return "\(part.quoted) breaks its contract \(contract.quoted) by \(action.description.printable); expected "
            + "\(expected.printable); mend the component or the contract"
    }
}
