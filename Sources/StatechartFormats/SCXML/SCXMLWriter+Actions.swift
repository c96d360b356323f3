internal import Statecharts
internal import TextSupport

/// Executable content.
extension SCXMLWriter {
    /// Writes a list of actions.
    ///
    /// - Parameters:
    ///   - actions: The actions.
    ///   - depth: The number of enclosing actions, including these.
    mutating func write(_ actions: [Statechart.Action], depth: Int) throws(TextProblem) {
        guard !actions.isEmpty else { return }
        try TextProblem.check(depth: depth, upTo: StatechartFormatLimits.contentDepth, "nested actions")
        for action in actions {
            if case .choose(let branches) = action {
                try write(branches, depth: depth)
            } else if case .custom(let custom) = action {
                try output.custom(custom)
            } else {
                output.open(Self.elementName(of: action))
                try writeParts(of: action, depth: depth)
                output.close()
            }
        }
    }

    private static func elementName(of action: Statechart.Action) -> String {
        switch action {
        case .perform: "automata:perform"
        case .raise: "raise"
        case .send: "send"
        case .cancel: "cancel"
        case .assign: "assign"
        case .log: "log"
        case .choose: "if"
        case .forEach: "foreach"
        case .addRegion: "automata:addregion"
        case .removeRegion: "automata:removeregion"
        case .script: "script"
        case .custom(let custom): custom.name
        }
    }

    private mutating func writeParts(of action: Statechart.Action, depth: Int) throws(TextProblem) {
        switch action {
        case .perform(let name): try output.attribute("name", name)
        case .raise(let event, let content):
            try output.attribute("event", event)
            try write(content, listName: "automata:namelist", prefix: SCXML.prefix)
        case .send(let send): try writeParts(of: send)
        case .cancel(let id): try output.textOrExpression("sendid", "sendidexpr", id)
        case .assign(let variable, let value):
            try output.variable("location", variable)
            try output.value("expr", value)
        case .log(let label, let value):
            if !label.isEmpty { try output.attribute("label", label) }
            try output.expression("expr", value)
        case .choose, .removeRegion, .custom: break
        case .forEach(let item, let index, let list, let actions):
            try output.expression("array", list)
            try output.variable("item", item)
            try output.optionalName("index", index)
            try write(actions, depth: depth + 1)
        case .script(let script): try output.text(script)
        case .addRegion(let state): try output.attribute("state", output.blanks?.name(of: state) ?? state)
        }
    }

    private mutating func writeParts(of send: Statechart.Send) throws(TextProblem) {
        try output.textOrExpression("event", "eventexpr", send.event)
        if let delay = send.delay?.constantDelay {
            try output.attribute("delay", delay.delay)
        } else {
            try output.expression("delayexpr", send.delay)
        }
        try output.textOrExpression("id", "automata:idexpr", send.id)
        try output.optionalName("idlocation", send.idLocation)
        try output.textOrExpression("target", "targetexpr", send.target)
        try output.textOrExpression("type", "typeexpr", send.transport)
        try write(send.content, listName: "namelist")
    }

    /// Writes the data of an event, if there is some.
    ///
    /// - Parameters:
    ///   - content: The data.
    ///   - listName: The attribute that distinguishes no fields from no data.
    ///   - prefix: The prefix of elements.
    mutating func write(_ content: Statechart.Content?, listName: String, prefix: String = "") throws(TextProblem) {
        switch content {
        case nil: break
        case .value(let value)?:
            output.open(prefix + "content")
            try output.value("expr", value)
            output.close()
        case .fields(let fields)?:
            if fields.isEmpty { try output.attribute(listName, "") }
            for field in fields {
                output.open(prefix + "param")
                try output.attribute("name", field.name)
                try output.expression("expr", field.value)
                output.close()
            }
        }
    }

    private mutating func write(_ branches: [Statechart.Branch], depth: Int) throws(TextProblem) {
        for (index, branch) in branches.enumerated() {
            let isElse = branch.condition == nil
            guard !isElse || 1..<branches.count ~= index && index == branches.count - 1 else {
                throw SCXML.refusal("a branch without a condition, except as the last of several")
            }
            output.open(index == 0 ? "if" : isElse ? "else" : "elseif")
            try output.condition(branch.condition)
            if index > 0 { output.close() }
            try write(branch.actions, depth: depth + 1)
        }
        guard !branches.isEmpty else { throw SCXML.refusal("a choice without branches") }
        output.close()
    }
}
