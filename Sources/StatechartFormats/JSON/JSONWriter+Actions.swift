internal import Statecharts
internal import TextSupport

extension JSONWriter {
    private typealias Key = JSONKeys.Action

    /// Writes a list of actions.
    ///
    /// - Parameters:
    ///   - actions: The actions.
    ///   - depth: The number of enclosing actions, including these.
    mutating func write(_ actions: [Statechart.Action], depth: Int) throws(TextProblem) {
        open("[")
        if !actions.isEmpty { try Bounds.check(depth, Bounds.contentDepth, "actions") }
        for action in actions {
            item()
            if case .perform(let name) = action {
                text(name)
            } else {
                open("{")
                try writeParts(of: action, depth: depth)
                close("}")
            }
        }
        close("]")
    }

    private mutating func writeParts(of action: Statechart.Action, depth: Int) throws(TextProblem) {
        switch action {
        case .perform(let name): text(.perform, name)
        case .raise(let event, let content):
            text(.raise, event)
            try data(content)
        case .send(let send): try writeParts(of: send)
        case .cancel(let id): try textOrExpression(.cancel, id)
        case .assign(let variable, let value):
            text(.assign, variable)
            try expression(.value, value)
        case .log(let label, let value):
            text(.log, label)
            try expression(.value, value)
        case .choose(let branches):
            key(Key.choose)
            try write(branches, depth: depth + 1)
        case .forEach(let item, let index, let list, let actions):
            text(.forEach, item)
            if let index { text(.index, index) }
            try expression(.list, list)
            key(Key.actions)
            try write(actions, depth: depth + 1)
        case .addRegion(let state): text(.addRegion, state)
        case .script(let script): text(.script, script)
        case .removeRegion:
            key(Key.removeRegion)
            output.append("true")
        }
    }

    private mutating func writeParts(of send: Statechart.Send) throws(TextProblem) {
        try textOrExpression(.send, send.event)
        if let delay = send.delay?.constantDelay {
            text(.after, delay.delay)
        } else if let delay = send.delay {
            key(Key.after)
            try expressionObject(delay)
        }
        try textOrExpression(.id, send.id)
        if let variable = send.idLocation { text(.idLocation, variable) }
        try textOrExpression(.target, send.target)
        try textOrExpression(.transport, send.transport)
        try data(send.content)
    }

    private mutating func write(_ branches: [Statechart.Branch], depth: Int) throws(TextProblem) {
        open("[")
        for branch in branches {
            item()
            open("{")
            try write(branch.condition, JSONKeys.Branch.guarded, JSONKeys.Branch.when)
            key(JSONKeys.Branch.actions)
            try write(branch.actions, depth: depth)
            close("}")
        }
        close("]")
    }

    // MARK: Values

    private mutating func text(_ key: Key, _ text: String) {
        self.key(key)
        self.text(text)
    }

    private mutating func expression(_ key: Key, _ expression: Expression?) throws(TextProblem) {
        guard let expression else { return }
        self.key(key)
        try self.expression(expression)
    }

    /// Writes a literal text, or an object with an expression.
    private mutating func textOrExpression(_ key: Key, _ value: Expression?) throws(TextProblem) {
        guard let value else { return }
        self.key(key)
        try textOrExpression(value)
    }

    /// Writes a literal text, or an object with an expression.
    mutating func textOrExpression(_ value: Expression) throws(TextProblem) {
        if case .literal(.text(let text)) = value { return self.text(text) }
        try expressionObject(value)
    }

    private mutating func expressionObject(_ expression: Expression) throws(TextProblem) {
        output.append("{\"expression\": ")
        try self.expression(expression)
        output.append("}")
    }

    private mutating func data(_ content: Statechart.Content?) throws(TextProblem) {
        guard let content else { return }
        key(Key.data)
        try write(content)
    }

    /// Writes the data of an event.
    mutating func write(_ content: Statechart.Content) throws(TextProblem) {
        switch content {
        case .value(let value): try expression(value)
        case .fields(let fields):
            open("{")
            for field in fields {
                item()
                text(field.name)
                output.append(": ")
                try expression(field.value)
            }
            close("}")
        }
    }
}
