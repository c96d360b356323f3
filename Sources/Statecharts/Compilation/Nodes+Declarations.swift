internal import TextSupport

/// The names that a chart gives to variables and events.
extension Nodes {
    /// Reports names to which nothing could refer.
    mutating func checkDeclarations(isScoped: Bool, isScripted: Bool) {
        var declared: [String: Int] = [:]
        for node in all.indices {
            let state = all[node].state
            guard mayContinue(steps: 1 + state.partCount) else { return }
            checkVariables(of: node, isScoped: isScoped, &declared)
            for pattern in state.deferred { checkEvent(pattern.prefix, at: node) }
            check(state.entry + state.exit + [state.initialActions], at: node, isScripted)
            check(state.transitions, at: node, isScripted)
        }
        for (node, transitions) in ownedTransitions { check(transitions, at: node, isScripted) }
    }

    /// - Parameter declared: The states that declare variables, by the names of these with the
    ///   prefix of their copy.
    private mutating func checkVariables(of node: Int, isScoped: Bool, _ declared: inout [String: Int]) {
        let variables = all[node].state.variables
        let ownCount = variables.count - all[node].foreignVariableCount
        for (index, variable) in variables.enumerated() {
            if let problem = Expression.problem(ofVariable: variable.name) {
                report(node, problem)
                continue
            }
            let scope = index < ownCount ? all[node].scope : all[node].name + "."
            let name = scope + variable.name
            if let other = declared[name], !isScoped || mayExistTogether(node, other) {
                report(node, "there is another variable \(Message.quoted(variable.name.utf8)); rename one of the two")
            } else {
                declared[name] = node
            }
        }
    }

    /// Returns whether scoped variables of two states may exist at the same time.
    private func mayExistTogether(_ node: Int, _ other: Int) -> Bool {
        all[node].state.keepsVariables || all[other].state.keepsVariables || isWithin(node, other)
            || areInDifferentRegions(node, other)
    }

    private mutating func check(_ transitions: [Statechart.Transition], at node: Int, _ isScripted: Bool) {
        for transition in transitions {
            guard case .events(let patterns) = transition.trigger else { continue }
            // An empty prefix matches all events.
            for pattern in patterns { checkEvent(pattern.prefix, at: node) }
        }
        check(transitions.map(\.actions), at: node, isScripted)
    }

    private mutating func check(_ blocks: [[Statechart.Action]], at node: Int, _ isScripted: Bool) {
        for block in blocks {
            block.forEachNested { action in
                switch action {
                case .raise(let name, _): checkRaised(name, at: node)
                case .send(let send):
                    // Other receivers than charts may need no name.
                    guard case .literal(.text(let name)) = send.event else { break }
                    if !name.isEmpty || send.isToChart && send.target == nil { checkRaised(name, at: node) }
                case .forEach(let item, let index, _, _) where !isScripted:
                    // Such loops fail when they run.
                    for name in [item, index].compactMap(\.self) {
                        if let problem = Expression.problem(ofVariable: name) { warn(node, "in a loop, \(problem)") }
                    }
                default: break
                }
            }
        }
    }

    private mutating func checkRaised(_ name: String, at node: Int) {
        if name.isEmpty { report(node, "an event has no name; give the event a name") }
        checkEvent(name, at: node)
    }

    private mutating func checkEvent(_ name: String, at node: Int) {
        if let error = StateMachineError(event: name) { report(node, error.description) }
    }
}

extension StateMachineError {
    /// Creates an error if no event can have a name.
    public init?(event name: String) {
        let hasBlank = name.utf8.contains { $0 == 0x20 || 0x09...0x0D ~= $0 }
        // States may have blanks in their names, and so have the events of their completion.
        guard hasBlank, !name.hasPrefix("done.state.") else { return nil }
        self = .invalidEvent(reason: "invalid event name \(Message.quoted(name.utf8)); remove the space")
    }
}

extension Expression {
    /// The variables that the engine sets.
    static let engineVariables: Set<String> = ["_event", "_name", "_region", "_sessionid", "_ioprocessors"]
    private static let constants = ["null", "true", "false"]

    /// Returns a sentence that says why a chart can't declare a variable; `nil` if it can.
    static func problem(ofVariable name: String) -> String? {
        if name.isEmpty { return "a variable has no name; give the variable a name" }
        let quoted = Message.quoted(name.utf8)
        if constants.contains(name) { return "\(quoted) is a constant, so no variable can have the name; rename it" }
        if engineVariables.contains(name) { return "the engine itself sets the variable \(quoted); rename it" }
        let scalars = name.unicodeScalars
        let isName = zip(scalars.indices, scalars).allSatisfy { Self.isName($1, isFirst: $0 == scalars.startIndex) }
        return isName
            ? nil : "invalid name \(quoted) of a variable; use letters, digits, '_' and '$', and no digit first"
    }
}
