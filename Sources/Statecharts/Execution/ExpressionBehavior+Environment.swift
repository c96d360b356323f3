/// The environment of expressions.
extension ExpressionBehavior {
    fileprivate func value(of variable: String, in region: Int?) -> Value? {
        guard let region, newRegionVariables[variable] != nil else { return variables[variable] ?? nil }
        return regionVariables[region]?[variable] ?? nil
    }

    func isDeclared(_ variable: String) -> Bool {
        variables[variable] != nil || newRegionVariables[variable] != nil
    }

    /// The transports by which events reach this run.
    var transports: Value {
        let transport = Value.record(["location": .text(address)])
        return .record(["scxml": transport, Self.transport: transport])
    }

    /// The address of this run.
    var address: String { "#_scxml_" + sessionID }

    /// The variables and states at a step.
    struct Environment: ExpressionEnvironment {
        let behavior: ExpressionBehavior
        let step: Step<ExpressionBehavior>

        func value(of variable: String) -> Value? {
            switch variable {
            case "_event": step.eventRecord
            case "_name": .text(behavior.chartName)
            case "_sessionid": .text(behavior.sessionID)
            case "_ioprocessors": behavior.transports
            case "_region": step.region.map { .number(Double($0)) }
            case _ where behavior.scripts != nil: scripted(variable)
            case _ where behavior.isDeclared(variable): behavior.value(of: variable, in: step.region)
            default: (try? answer(ofGuard: variable)).map { .boolean($0) }
            }
        }

        /// Returns whether a guard of the host program holds, or `nil` if there is no such guard.
        func answer(ofGuard name: String) throws -> Bool? {
            try behavior.guards[name] ?? behavior.host?.holds(name, behavior, in: step)
        }

        /// Returns the value of a script variable, or its truth value if it can't leave the
        /// scripts.
        private func scripted(_ variable: String) -> Value? {
            guard behavior.isDeclared(variable) else { return nil }
            return (try? value(ofScript: variable)) ?? (try? isTrue(script: variable)).map { .boolean($0) }
        }

        func value(ofScript script: String) throws(ExpressionError) -> Value {
            let scripts = try behavior.scripts(at: step)
            return try scripts.value(of: script, ScriptStates(step: step, behavior)).checked()
        }

        func isTrue(script: String) throws(ExpressionError) -> Bool {
            try behavior.scripts(at: step).isTrue(script, ScriptStates(step: step, behavior))
        }

        func isActive(_ state: String) -> Bool? { step.isActive(.init(rawValue: state)) }
    }
}

extension Step<ExpressionBehavior> {
    /// The current event for expressions; `nil` before the first one.
    var eventRecord: Value? {
        guard current.number > 0 else { return nil }
        let name = payload?.name ?? event?.rawValue ?? ""
        // A deferred error returns as an external event, but keeps its type.
        let isError = name.hasPrefix("error.") && cause != .sent && payload?.origin == nil
        let type = isError ? "platform" : cause == .raised ? "internal" : "external"
        let isFromChart = cause != .raised && payload?.origin != nil
        return .record([
            "name": .text(name), "type": .text(type), "data": payload?.data ?? .null,
            "sendid": payload?.sendID.map { .text($0) } ?? .null,
            "origin": payload?.origin.map { .text($0) } ?? .null,
            "origintype": isFromChart ? .text(ExpressionBehavior.transport) : .null,
            "invokeid": payload?.invokeID.map { .text($0) } ?? .null,
            "errorMessage": payload?.errorMessage.map { .text($0) } ?? .null,
        ])
    }
}

extension Expression {
    /// The expression of a variable without a value.
    package static var unbound: Expression { .variable("") }
}

extension StateMachine<ExpressionBehavior> {
    /// Sends an event with a value.
    ///
    /// - Returns: The fate of the event.
    /// - Throws: An error if the name has a space, or if a limit is reached; the machine then has a
    ///   legal configuration.
    @discardableResult
    public mutating func send(
        _ event: String, _ data: Value = .null, to behavior: inout ExpressionBehavior
    ) throws(StateMachineError) -> EventFate {
        if let error = StateMachineError(event: event) { throw error }
        return try send(.init(rawValue: event), .init(name: event, data: data), to: &behavior)
    }
}
