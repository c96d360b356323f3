internal import Statecharts
internal import TextSupport

/// Writes our JSON: a line for each part of a state.
struct JSONWriter {
    var output = TextOutput()
    /// The number of open lists and objects on their own lines.
    private var depth = 0
    /// A Boolean value that indicates whether the next key or item needs a comma before it.
    private var needsComma = false

    static func text(of chart: Statechart) throws(TextProblem) -> [UInt8] {
        var writer = JSONWriter()
        try writer.write(chart, depth: 1)
        writer.output.append("\n")
        return writer.output.bytes
    }

    // MARK: Lists and objects

    /// Begins a list or an object.
    mutating func open(_ bracket: Character) {
        output.append(bracket.asciiValue ?? 0)
        needsComma = false
    }

    /// Ends a list or an object in one line.
    mutating func close(_ bracket: Character) {
        output.append(bracket.asciiValue ?? 0)
        needsComma = true
    }

    /// Begins an item or a key in the same line.
    mutating func item() {
        if needsComma { output.append(", ") }
        needsComma = true
    }

    /// Begins an item or a key on its own line.
    private mutating func line() {
        if needsComma { output.append(",") }
        needsComma = true
        output.append("\n")
        // Otherwise, deep charts would consist mostly of spaces.
        for _ in 0..<min(depth, 40) { output.append("  ") }
    }

    private mutating func openLines(_ bracket: Character) {
        open(bracket)
        depth += 1
    }

    private mutating func closeLines(_ bracket: Character) {
        depth -= 1
        needsComma = false
        line()
        close(bracket)
    }

    /// Writes a key in the same line.
    mutating func key(_ key: some RawRepresentable<String>) {
        item()
        output.append(string: "\"\(key.rawValue)\": ")
    }

    private mutating func lineKey(_ key: JSONKeys.State) {
        line()
        output.append(string: "\"\(key.rawValue)\": ")
    }

    // MARK: Values

    mutating func text(_ text: String) { JSONString.append(text.utf8, to: &output) }

    /// Writes a name, or a list of several or none.
    mutating func names(_ names: [String]) {
        if names.count == 1 { return text(names[0]) }
        open("[")
        for name in names {
            item()
            text(name)
        }
        close("]")
    }

    mutating func events(_ events: [Statechart.EventPattern]) throws(TextProblem) {
        var texts: [String] = []
        for event in events { texts.append(try Texts.text(of: event)) }
        names(texts)
    }

    mutating func condition(_ condition: Statechart.Condition) throws(TextProblem) {
        try condition.write(to: &output)
    }

    mutating func expression(_ expression: Expression) throws(TextProblem) {
        text(try Texts.marked(expression))
    }

    // MARK: States

    private mutating func write(_ chart: Statechart, depth chartDepth: Int) throws(TextProblem) {
        try Bounds.check(chartDepth, Bounds.chartDepth, "charts")
        let tree = try StateTree(chart)
        openLines("{")
        if chartDepth == 1 {
            lineKey(.format)
            text(JSONKeys.format)
            lineKey(.version)
            output.append(JSONKeys.version)
        }
        if !chart.name.isEmpty {
            lineKey(.name)
            text(chart.name)
        }
        if chart.hasScopedVariables {
            lineKey(.scopedVariables)
            output.append("true")
        }
        if let language = chart.scriptLanguage {
            lineKey(.language)
            text(language)
        }
        try writeParts(of: chart.root, depth: chartDepth)
        if !chart.submachines.isEmpty {
            lineKey(.submachines)
            openLines("[")
            for submachine in chart.submachines {
                line()
                try write(submachine, depth: chartDepth + 1)
            }
            closeLines("]")
        }
        if tree.isComposite(0) { openStates() }
        try tree.visit { step throws(TextProblem) in
            switch step {
            case .begin(let index): try begin(chart[index], isComposite: tree.isComposite(index), depth: chartDepth)
            case .end(let index): end(chart[index], isComposite: tree.isComposite(index))
            }
        }
        if tree.isComposite(0) { closeLines("]") }
        closeLines("}")
    }

    private mutating func openStates() {
        lineKey(.states)
        openLines("[")
    }

    /// Returns whether a state is written in one line.
    private static func isShort(_ state: Statechart.State, isComposite: Bool) -> Bool {
        !isComposite && state == Statechart.State(state.name, state.kind)
    }

    private mutating func begin(
        _ state: Statechart.State, isComposite: Bool, depth: Int
    ) throws(TextProblem) {
        line()
        if Self.isShort(state, isComposite: isComposite) {
            open("{")
            key(JSONKeys.State.name)
            text(state.name)
            if state.kind != .state {
                key(JSONKeys.State.kind)
                text(state.kind.rawValue)
            }
            return close("}")
        }
        openLines("{")
        lineKey(.name)
        text(state.name)
        try writeParts(of: state, depth: depth)
        if isComposite { openStates() }
    }

    private mutating func end(_ state: Statechart.State, isComposite: Bool) {
        if isComposite { closeLines("]") }
        if !Self.isShort(state, isComposite: isComposite) { closeLines("}") }
    }

    /// Writes the parts of a state except its name and the substates.
    private mutating func writeParts(of state: Statechart.State, depth: Int) throws(TextProblem) {
        func flag(_ key: JSONKeys.State, _ flag: Bool) {
            guard flag else { return }
            lineKey(key)
            output.append("true")
        }
        func names(_ key: JSONKeys.State, _ names: [String]) {
            guard !names.isEmpty else { return }
            lineKey(key)
            self.names(names)
        }
        if state.kind != .state {
            lineKey(.kind)
            text(state.kind.rawValue)
        }
        if let submachine = state.submachine {
            lineKey(.submachine)
            text(submachine)
        }
        flag(.sealed, state.isSealed)
        flag(.keepsVariables, state.keepsVariables)
        if !state.variables.isEmpty {
            lineKey(.variables)
            try write(state.variables)
        }
        names(.initial, state.initial)
        if !state.initialActions.isEmpty {
            lineKey(.initialActions)
            try write(state.initialActions, depth: 1)
        }
        try write(state.entry, as: .entry)
        try write(state.exit, as: .exit)
        names(.activities, state.activities)
        if !state.invocations.isEmpty {
            lineKey(.invocations)
            openLines("[")
            for invocation in state.invocations {
                line()
                try write(invocation, depth: depth)
            }
            closeLines("]")
        }
        if !state.deferred.isEmpty {
            lineKey(.deferred)
            try events(state.deferred)
        }
        if let doneData = state.doneData {
            lineKey(.doneData)
            try write(doneData)
        }
        if !state.transitions.isEmpty {
            lineKey(.transitions)
            openLines("[")
            for transition in state.transitions {
                line()
                try write(transition)
            }
            closeLines("]")
        }
    }

    private mutating func write(_ invocation: Statechart.Invocation, depth: Int) throws(TextProblem) {
        typealias Key = JSONKeys.Invocation
        open("{")
        if let id = invocation.id {
            key(Key.id)
            text(id)
        }
        if let place = invocation.idLocation {
            key(Key.idLocation)
            text(place)
        }
        if let kind = invocation.kind {
            key(Key.kind)
            try textOrExpression(kind)
        }
        if let arguments = invocation.arguments {
            key(Key.arguments)
            try write(arguments)
        }
        if invocation.forwardsEvents {
            key(Key.forwardsEvents)
            output.append("true")
        }
        if !invocation.finalize.isEmpty {
            key(Key.finalize)
            try write(invocation.finalize, depth: 1)
        }
        switch invocation.source {
        case .location(let place):
            key(Key.location)
            try textOrExpression(place)
        case .text(let content):
            key(Key.text)
            try textOrExpression(content)
        case .chart(let chart):
            key(Key.chart)
            try write(chart, depth: depth + 1)
        }
        close("}")
    }

    private mutating func write(_ blocks: [[Statechart.Action]], as key: JSONKeys.State) throws(TextProblem) {
        guard !blocks.isEmpty else { return }
        lineKey(key)
        if blocks.count == 1, !blocks[0].isEmpty { return try write(blocks[0], depth: 1) }
        open("[")
        for block in blocks {
            item()
            try write(block, depth: 1)
        }
        close("]")
    }

    private mutating func write(_ variables: [Statechart.Variable]) throws(TextProblem) {
        open("{")
        for variable in variables {
            item()
            text(variable.name)
            output.append(": ")
            if let value = variable.value { try expression(value) } else { output.append("null") }
        }
        close("}")
    }

    private mutating func write(_ transition: Statechart.Transition) throws(TextProblem) {
        typealias Key = JSONKeys.Transition
        open("{")
        switch transition.trigger {
        case .always: break
        case .events(let events):
            key(Key.events)
            try self.events(events)
        case .after(let delay):
            key(Key.after)
            text(try Texts.text(of: delay))
        case .completion:
            key(Key.completion)
            output.append("true")
        }
        try write(transition.condition, Key.guarded, Key.when)
        if !transition.targets.isEmpty {
            key(Key.targets)
            names(transition.targets)
        }
        if !transition.joinedSources.isEmpty {
            key(Key.join)
            names(transition.joinedSources)
        }
        if transition.isLocal {
            key(Key.local)
            output.append("true")
        }
        if !transition.actions.isEmpty {
            key(Key.actions)
            try write(transition.actions, depth: 1)
        }
        close("}")
    }

    /// Writes a condition, if there is one, with the key for expressions or the key for other
    /// conditions.
    mutating func write<Key: RawRepresentable<String>>(
        _ condition: Statechart.Condition?, _ guardKey: Key, _ expressionKey: Key
    ) throws(TextProblem) {
        switch condition {
        case nil: break
        case .expression(let expression)?:
            key(expressionKey)
            try self.expression(expression)
        case let condition?:
            key(guardKey)
            try self.condition(condition)
        }
    }
}
