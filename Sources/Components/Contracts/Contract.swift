internal import TextSupport

/// The order in which a component may send and receive the messages of some of its ports.
///
///     // A request, then a reply, again and again.
///     let talk = try Contract(
///         mayEnd: [true, false],
///         transitions: [(0, .send("request"), 1), (1, .receive("reply"), 0)])
///     assembly.add(talk, named: "talk", to: client.requests, client.replies)
///
/// A contract is a deterministic automaton from the view of one component. State 0 is the start. A
/// run that watches a contract lets the component fail, with ``ComponentError/breach(_:)``, as soon
/// as no transition allows a message. Messages of its ports without a transition are never allowed.
///
/// Invariant: targets are states; there is at least one state.
public struct Contract: Hashable, Sendable {
    /// A message in one direction, or a time-out.
    public enum Action: Hashable, Sendable {
        /// The component sends the message, which has the name of its port before it where two
        /// ports of the contract send messages of one name, as in `requests.fetch`.
        case send(String)
        /// The component receives the message, or the answer to a command that it has sent.
        case receive(String)
        /// The component receives a message from itself, through an event port, as timers send
        /// them. Contracts that don't mention it allow it always.
        case timeout
    }

    /// A transition between two states.
    public typealias Transition = (from: Int, on: Action, to: Int)

    /// The actions that the contract mentions, each once.
    public let actions: [Action]
    /// For each state, whether the conversation may end there.
    package let mayEnd: [Bool]
    /// The target of each state and action; -1 without a transition.
    private let targets: [Int32]

    /// Creates a contract.
    ///
    /// - Parameters:
    ///   - mayEnd: For each state, whether the conversation may end there.
    ///   - actions: Actions that the contract mentions besides those of the transitions, and so
    ///     never allows.
    ///   - transitions: The transitions, at most one for each state and action.
    /// - Complexity: O(*n*·*k* + *m*) for *n* states, *k* actions and *m* transitions.
    /// - Throws: ``ContractError``
    public init(mayEnd: [Bool], actions: [Action] = [], transitions: [Transition]) throws(ContractError) {
        if mayEnd.isEmpty { throw .noStates }
        var numbers: [Action: Int] = [:]
        var known: [Action] = []
        for action in actions + transitions.map(\.on) where numbers[action] == nil {
            if !action.isValid { throw .invalidAction(action.description) }
            numbers[action] = known.count
            known.append(action)
        }
        // At run time there is a column for all other messages.
        let (count, isTooLarge) = mayEnd.count.multipliedReportingOverflow(by: known.count + 1)
        if isTooLarge || count > Int32.max { throw .tooLarge }
        var targets = [Int32](repeating: -1, count: mayEnd.count * known.count)
        for (from, action, to) in transitions {
            for state in [from, to] where !mayEnd.indices.contains(state) {
                throw .unknownState(state, count: mayEnd.count)
            }
            let cell = from * known.count + (numbers[action] ?? 0)
            if targets[cell] >= 0 { throw .duplicateTransition(state: from, action) }
            targets[cell] = Int32(to)
        }
        (self.mayEnd, self.actions, self.targets) = (mayEnd, known, targets)
    }

    /// The number of states.
    package var stateCount: Int { mayEnd.count }

    /// Returns the state after an action of ``actions``; `nil` if the contract doesn't allow it.
    package func target(from state: Int, on action: Int) -> Int? {
        let target = targets[state * actions.count + action]
        return target < 0 ? nil : Int(target)
    }

    /// The actions that the contract allows in a state.
    package func allowed(in state: Int) -> [Action] {
        actions.indices.filter { target(from: state, on: $0) != nil }.map { actions[$0] }
    }
}

extension Contract.Action: CustomStringConvertible {
    /// Creates an action from its text: `!request`, `?reply` or `timeout`.
    ///
    /// - Throws: ``ContractError/invalidAction(_:)``
    public init(_ text: String) throws(ContractError) {
        let name = String(decoding: text.utf8.dropFirst(), as: UTF8.self)
        switch text.utf8.first {
        case UInt8(ascii: "!"): self = .send(name)
        case UInt8(ascii: "?"): self = .receive(name)
        case _ where text == "timeout": self = .timeout
        default: throw .invalidAction(text)
        }
        if !isValid { throw .invalidAction(text) }
    }

    /// The action as expressions have it: `!request` is sent, `?reply` received.
    public var description: String {
        switch self {
        case .send(let name): "!\(name)"
        case .receive(let name): "?\(name)"
        case .timeout: "timeout"
        }
    }

    /// Whether expressions can have the action.
    fileprivate var isValid: Bool {
        switch self {
        case .send(let name), .receive(let name):
            !name.isEmpty && name.unicodeScalars.allSatisfy { $0.isAllowedInAction && !$0.isUnprintable }
        case .timeout: true
        }
    }
}

extension Unicode.Scalar {
    /// Whether the name of an action can have the character: it isn't a sign of expressions.
    package var isAllowedInAction: Bool {
        switch self {
        case "!", "?", "|", "*", "+", "(", ")": false
        default: !properties.isWhitespace
        }
    }
}
