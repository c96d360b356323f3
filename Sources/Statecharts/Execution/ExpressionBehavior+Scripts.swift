internal import TextSupport

/// Scripts of a chart in a scripting language.
extension ExpressionBehavior {
    /// Returns the scripting language, with system variables for a step.
    func scripts(at step: Step<Self>) throws(ExpressionError) -> any StatechartScripting {
        guard let scripts else {
            throw ExpressionError("the chart has a script, but no scripting language; give the chart a language")
        }
        guard scripts.boundEvent != step.serial else { return scripts }
        if scripts.boundEvent == nil {
            try scripts.setSystemVariable("_name", to: .text(chartName))
            try scripts.setSystemVariable("_sessionid", to: .text(sessionID))
            try scripts.setSystemVariable("_ioprocessors", to: transports)
        }
        // Each other member is a text, which is bounded by itself.
        _ = try step.payload?.data.size(level: 2)
        try scripts.setSystemVariable("_event", to: step.eventRecord)
        if case .text? = step.payload?.data, let text = step.payload?.inlineText {
            try scripts.assign(.inline(text), to: "_event.data", ScriptStates(step: step, self))
        }
        scripts.boundEvent = step.serial
        return scripts
    }

    func assign(_ value: Expression, toScripted location: String, _ step: Step<Self>) throws(ExpressionError) {
        try scripts(at: step).assign(value, to: location, ScriptStates(step: step, self))
    }

    /// Assigns a text to a variable, in any language of the chart.
    mutating func assign(text: String, to location: String, _ step: Step<Self>) throws(ExpressionError) {
        if scripts != nil { return try assign(.literal(.text(text)), toScripted: location, step) }
        try assign(.text(text), to: location, in: step)
    }

    /// Gives a variable a value before the run begins.
    mutating func setVariable(_ value: Value, to variable: String) throws(ExpressionError) {
        guard let scripts else { return variables[variable] = .some(value) }
        try scripts.setVariable(variable, to: value)
    }

    func run(_ script: String, _ step: Step<Self>) throws(ExpressionError) {
        try scripts(at: step).run(script, ScriptStates(step: step, self))
    }

    mutating func forEach(
        _ item: String, _ index: String?, script list: String, _ actions: [Statechart.Action], _ step: inout Step<Self>
    ) throws {
        try scripts(at: step).forEach(item, index, in: list, ScriptStates(step: step, self)) {
            try perform(actions, &step)
        }
    }
}
