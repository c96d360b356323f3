internal import Statecharts
internal import TextSupport

/// The library's own JSON, with a line for each part of a state.
extension JSONOutput {
    /// Returns a chart as text.
    static func text(of chart: Statechart) throws(TextProblem) -> [UInt8] {
        var json = JSONOutput()
        try json.write(chart, depth: 1)
        json.write("\n")
        return json.text.bytes
    }

    // MARK: States

    private typealias StateKey = StatechartKeys.State

    private mutating func write(_ chart: Statechart, depth chartDepth: Int) throws(TextProblem) {
        try TextProblem.check(depth: chartDepth, upTo: StatechartFormatLimits.chartDepth, "nested charts")
        let tree = try StateTree(chart)
        open("{", inLines: true)
        if chartDepth == 1 {
            member(StateKey.format, StatechartKeys.format)
            key(StateKey.version)
            number(StatechartKeys.version)
        }
        if !chart.name.isEmpty { member(StateKey.name, chart.name) }
        member(StateKey.scopedVariables, ifSet: chart.hasScopedVariables)
        member(StateKey.language, chart.scriptLanguage)
        try writeParts(of: chart.root, depth: chartDepth)
        try lines(StateKey.submachines, chart.submachines) { (json, submachine) throws(TextProblem) in
            try json.write(submachine, depth: chartDepth + 1)
        }
        if tree.isComposite(0) { openStates() }
        try tree.visit { step throws(TextProblem) in
            switch step {
            case .begin(let index): try begin(chart[index], isComposite: tree.isComposite(index), depth: chartDepth)
            case .end(let index):
                if tree.isComposite(index) { close("]") }
                close("}")
            }
        }
        if tree.isComposite(0) { close("]") }
        close("}")
    }

    private mutating func openStates() {
        key(StateKey.states)
        open("[", inLines: true)
    }

    private mutating func begin(_ state: Statechart.State, isComposite: Bool, depth: Int) throws(TextProblem) {
        let isShort = !isComposite && state == Statechart.State(state.name, state.kind)
        item()
        open("{", inLines: !isShort)
        member(StateKey.name, state.name)
        try writeParts(of: state, depth: depth)
        if isComposite { openStates() }
    }

    /// Writes the parts of a state except its name and the substates.
    private mutating func writeParts(of state: Statechart.State, depth: Int) throws(TextProblem) {
        member(StateKey.kind, state.kind == .state ? nil : state.kind.rawValue)
        member(StateKey.submachine, state.submachine)
        member(StateKey.sealed, ifSet: state.isSealed)
        member(StateKey.keepsVariables, ifSet: state.keepsVariables)
        if !state.variables.isEmpty {
            key(StateKey.variables)
            try write(state.variables)
        }
        names(StateKey.initial, state.initial)
        if !state.initialActions.isEmpty {
            key(StateKey.initialActions)
            try write(state.initialActions, depth: 1)
        }
        try write(state.entry, as: .entry)
        try write(state.exit, as: .exit)
        names(StateKey.activities, state.activities)
        try lines(StateKey.invocations, state.invocations) { (json, invocation) throws(TextProblem) in
            try json.write(invocation, depth: depth)
        }
        if !state.deferred.isEmpty { names(StateKey.deferred, try texts(of: state.deferred)) }
        if let doneData = state.doneData {
            key(StateKey.doneData)
            try write(doneData)
        }
        try lines(StateKey.transitions, state.transitions) { (json, transition) throws(TextProblem) in
            try json.write(transition)
        }
    }

    /// Writes a member with a line for each of its items, unless there are none.
    mutating func lines<Item>(
        _ key: some JSONKey, _ items: [Item], _ write: (inout JSONOutput, Item) throws(TextProblem) -> Void
    ) throws(TextProblem) {
        guard !items.isEmpty else { return }
        self.key(key)
        open("[", inLines: true)
        for one in items {
            item()
            try write(&self, one)
        }
        close("]")
    }

    /// Writes a member with a name, or a list of several, unless there are none.
    private mutating func names(_ key: some JSONKey, _ names: [String]) {
        guard !names.isEmpty else { return }
        self.key(key)
        if names.count == 1 { string(names[0]) } else { strings(names) }
    }

    private func texts(of events: [Statechart.EventPattern]) throws(TextProblem) -> [String] {
        var texts: [String] = []
        for event in events { texts.append(try Texts.text(of: event)) }
        return texts
    }

    private mutating func write(_ variables: [Statechart.Variable]) throws(TextProblem) {
        open("{")
        for variable in variables {
            key(variable.name)
            if let value = variable.value { try expression(value) } else { write("null") }
        }
        close("}")
    }

    private mutating func write(_ invocation: Statechart.Invocation, depth: Int) throws(TextProblem) {
        typealias Key = StatechartKeys.Invocation
        open("{")
        member(Key.id, invocation.id)
        member(Key.idLocation, invocation.idLocation)
        try textOrExpression(Key.kind, invocation.kind)
        if let arguments = invocation.arguments {
            key(Key.arguments)
            try write(arguments)
        }
        member(Key.forwardsEvents, ifSet: invocation.forwardsEvents)
        if !invocation.finalize.isEmpty {
            key(Key.finalize)
            try write(invocation.finalize, depth: 1)
        }
        switch invocation.source {
        case .location(let location): try textOrExpression(Key.location, location)
        case .text(let content): try textOrExpression(Key.text, content)
        case .chart(let chart):
            key(Key.chart)
            try write(chart, depth: depth + 1)
        case .none: break
        }
        close("}")
    }

    private mutating func write(_ transition: Statechart.Transition) throws(TextProblem) {
        typealias Key = StatechartKeys.Transition
        open("{")
        switch transition.trigger {
        case .always: break
        case .events(let events):
            key(Key.events)
            let texts = try texts(of: events)
            if texts.count == 1 { string(texts[0]) } else { strings(texts) }
        case .after(let delay): member(Key.after, try Texts.text(of: delay))
        case .completion: member(Key.completion, ifSet: true)
        }
        try write(transition.condition, Key.guarded, Key.when)
        names(Key.targets, transition.targets)
        names(Key.join, transition.joinedSources)
        member(Key.local, ifSet: transition.isLocal)
        if !transition.actions.isEmpty {
            key(Key.actions)
            try write(transition.actions, depth: 1)
        }
        close("}")
    }

    // MARK: Actions

    private typealias ActionKey = StatechartKeys.Action

    private mutating func write(_ blocks: [[Statechart.Action]], as key: StateKey) throws(TextProblem) {
        guard !blocks.isEmpty else { return }
        self.key(key)
        if blocks.count == 1, !blocks[0].isEmpty { return try write(blocks[0], depth: 1) }
        open("[")
        for block in blocks {
            item()
            try write(block, depth: 1)
        }
        close("]")
    }

    /// Writes a list of actions.
    ///
    /// - Parameter depth: The number of enclosing actions, including these.
    private mutating func write(_ actions: [Statechart.Action], depth: Int) throws(TextProblem) {
        open("[")
        if !actions.isEmpty {
            try TextProblem.check(depth: depth, upTo: StatechartFormatLimits.contentDepth, "nested actions")
        }
        for action in actions {
            item()
            if case .perform(let name) = action {
                string(name)
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
        case .perform(let name): member(ActionKey.perform, name)
        case .raise(let event, let content):
            member(ActionKey.raise, event)
            try data(content)
        case .send(let send): try writeParts(of: send)
        case .cancel(let id): try textOrExpression(ActionKey.cancel, id)
        case .assign(let variable, let value):
            member(ActionKey.assign, variable)
            try expression(.value, value)
        case .log(let label, let value):
            member(ActionKey.log, label)
            try expression(.value, value)
        case .choose(let branches):
            key(ActionKey.choose)
            try write(branches, depth: depth + 1)
        case .forEach(let item, let index, let list, let actions):
            member(ActionKey.forEach, item)
            member(ActionKey.index, index)
            try expression(.list, list)
            key(ActionKey.actions)
            try write(actions, depth: depth + 1)
        case .addRegion(let state): member(ActionKey.addRegion, state)
        case .script(let script): member(ActionKey.script, script)
        case .removeRegion: member(ActionKey.removeRegion, ifSet: true)
        case .custom(let custom): writeParts(of: custom)
        }
    }

    private mutating func writeParts(of custom: Statechart.CustomAction) {
        member(ActionKey.custom, custom.name)
        member(ActionKey.namespace, custom.namespace)
        if !custom.attributes.isEmpty {
            key(ActionKey.attributes)
            open("{")
            for (name, value) in custom.attributes.sorted(by: { $0.key < $1.key }) {
                key(name)
                string(value)
            }
            close("}")
        }
        if !custom.content.isEmpty { member(ActionKey.content, custom.content) }
    }

    private mutating func writeParts(of send: Statechart.Send) throws(TextProblem) {
        try textOrExpression(ActionKey.send, send.event)
        if let delay = send.delay?.constantDelay {
            member(ActionKey.after, delay.delay)
        } else if let delay = send.delay {
            key(ActionKey.after)
            try expressionObject(delay)
        }
        try textOrExpression(ActionKey.id, send.id)
        member(ActionKey.idLocation, send.idLocation)
        try textOrExpression(ActionKey.target, send.target)
        try textOrExpression(ActionKey.transport, send.transport)
        try data(send.content)
    }

    private mutating func write(_ branches: [Statechart.Branch], depth: Int) throws(TextProblem) {
        typealias Key = StatechartKeys.Branch
        open("[")
        for branch in branches {
            item()
            open("{")
            try write(branch.condition, Key.guarded, Key.when)
            key(Key.actions)
            try write(branch.actions, depth: depth)
            close("}")
        }
        close("]")
    }

    private mutating func data(_ content: Statechart.Content?) throws(TextProblem) {
        guard let content else { return }
        key(ActionKey.data)
        try write(content)
    }

    private mutating func write(_ content: Statechart.Content) throws(TextProblem) {
        switch content {
        case .value(let value): try expression(value)
        case .fields(let fields):
            open("{")
            for field in fields {
                key(field.name)
                try expression(field.value)
            }
            close("}")
        }
    }

    // MARK: Expressions

    private mutating func expression(_ expression: Expression) throws(TextProblem) {
        string(try Texts.marked(expression))
    }

    private mutating func expression(_ key: ActionKey, _ expression: Expression?) throws(TextProblem) {
        guard let expression else { return }
        self.key(key)
        try self.expression(expression)
    }

    /// Writes a member with a literal text, or an object with an expression, unless it is `nil`.
    private mutating func textOrExpression(_ key: some JSONKey, _ value: Expression?) throws(TextProblem) {
        guard let value else { return }
        self.key(key)
        if case .literal(.text(let text)) = value { string(text) } else { try expressionObject(value) }
    }

    private mutating func expressionObject(_ expression: Expression) throws(TextProblem) {
        open("{")
        key("expression")
        try self.expression(expression)
        close("}")
    }

    // MARK: Conditions

    /// Writes a condition, if there is one, with the key for expressions or the key for other
    /// conditions.
    private mutating func write<Key: JSONKey>(
        _ condition: Statechart.Condition?, _ guardKey: Key, _ expressionKey: Key
    ) throws(TextProblem) {
        switch condition {
        case nil: break
        case .expression(let expression)?:
            key(expressionKey)
            try self.expression(expression)
        case let condition?:
            key(guardKey)
            try write(condition)
        }
    }

    /// Writes a condition.
    ///
    /// - Parameter depth: The number of enclosing conditions, including this one.
    mutating func write(_ condition: Statechart.Condition, depth: Int = 1) throws(TextProblem) {
        typealias Key = StatechartKeys.Condition
        try TextProblem.check(depth: depth, upTo: StatechartFormatLimits.contentDepth, "nested conditions")
        if case .named(let name) = condition { return string(name) }
        open("{")
        switch condition {
        case .named: break
        case .expression(let expression):
            key(Key.when)
            try self.expression(expression)
        case .isActive(let state): member(Key.active, state)
        case .not(let condition):
            key(Key.not)
            try write(condition, depth: depth + 1)
        case .all(let conditions): try write(conditions, as: .all, depth: depth + 1)
        case .any(let conditions): try write(conditions, as: .any, depth: depth + 1)
        }
        close("}")
    }

    private mutating func write(
        _ conditions: [Statechart.Condition], as key: StatechartKeys.Condition, depth: Int
    ) throws(TextProblem) {
        self.key(key)
        open("[")
        for condition in conditions {
            item()
            try write(condition, depth: depth)
        }
        close("]")
    }
}
