internal import Statecharts
internal import TextSupport

/// An open list of actions.
private struct OpenActions {
    /// The elements that are still to be read.
    var rest: ArraySlice<XMLElement>
    var actions: [Statechart.Action] = []
    /// The element that contains the actions.
    var container = Container.block

    enum Container {
        case block
        case loop(item: String, index: String?, list: Expression)
        /// A branch of a choice, after the branches in the list.
        case branch([Statechart.Branch], condition: Statechart.Condition?, isLast: Bool)
    }

    /// The action that contains the list; `nil` for a block.
    var action: Statechart.Action? {
        switch container {
        case .block: nil
        case .loop(let item, let index, let list): .forEach(item: item, index: index, list: list, do: actions)
        case .branch(let others, let condition, _): .choose(others + [Statechart.Branch(if: condition, do: actions)])
        }
    }
}

/// Executable content, which is read without recursion.
extension SCXMLReader {
    /// Reads a list of actions, including nested ones.
    func actions(_ elements: [XMLElement]) throws(TextProblem) -> [Statechart.Action] {
        var open = [OpenActions(rest: elements[...])]
        while true {
            let last = open.count - 1
            guard let element = open[last].rest.popFirst() else {
                let done = open.removeLast()
                guard last > 0, let action = done.action else { return done.actions }
                open[last - 1].actions.append(action)
                continue
            }
            if element.name == nil {
                if let custom = customAction(element) { open[last].actions.append(custom) }
                continue
            }
            if try beginBranch(element, of: &open[last]) { continue }
            try TextProblem.check(
                depth: open.count, upTo: StatechartFormatLimits.contentDepth, "nested actions",
                at: element.offset)
            switch element.name {
            case "if":
                var inner = OpenActions(rest: element.children[...])
                inner.container = .branch([], condition: try branchCondition(element), isLast: false)
                open.append(inner)
            case "foreach": open.append(try loop(element))
            default: open[last].actions.append(try action(element))
            }
        }
    }

    /// Begins the branch of `<elseif>` and `<else>`.
    ///
    /// - Returns: Whether the element is one of these.
    private func beginBranch(_ element: XMLElement, of open: inout OpenActions) throws(TextProblem) -> Bool {
        guard case .branch(var branches, let condition, let isLast) = open.container,
            element.name == "elseif" || element.name == "else"
        else { return false }
        guard !isLast else { throw element.problem("expected </if> after <else>") }
        guard element.children.isEmpty else {
            throw element.problem("expected actions after \(element.tag), not within it")
        }
        // The branches are in one place only, so that adding one doesn't copy the others.
        open.container = .block
        branches.append(Statechart.Branch(if: condition, do: open.actions))
        open.container = .branch(branches, condition: try branchCondition(element), isLast: element.name == "else")
        open.actions = []
        return true
    }

    private func loop(_ element: XMLElement) throws(TextProblem) -> OpenActions {
        var attributes = SCXMLAttributes(of: element)
        guard let list = try expression(&attributes, "array", of: element) else {
            throw element.problem("expected an attribute 'array' in <foreach>")
        }
        var open = OpenActions(rest: element.children[...])
        open.container = .loop(item: try attributes.requiredText("item"), index: attributes.name("index"), list: list)
        try attributes.finish()
        return open
    }

    /// Reads an action without nested actions.
    private func action(_ element: XMLElement) throws(TextProblem) -> Statechart.Action {
        var attributes = SCXMLAttributes(of: element)
        let action: Statechart.Action
        switch element.name {
        case "raise":
            action = .raise(
                try attributes.requiredText("event"), try content(&attributes, "automata:namelist", of: element))
        case "send": action = .send(try send(&attributes, of: element))
        case "cancel":
            let id = try textOrExpression(&attributes, "sendid", "sendidexpr", of: element)
            guard let id else { throw element.problem("expected 'sendid' or 'sendidexpr' in <cancel>") }
            action = .cancel(id)
        case "assign":
            try needDataModel("<assign>", element)
            let location = try attributes.requiredText("location")
            guard let value = try value(&attributes, "expr", of: element) ?? noValue(attributes, "expr", of: element)
            else { throw element.problem("expected 'expr' or text in <assign>") }
            action = .assign(location, value)
        case "log":
            action = .log(attributes.text("label") ?? "", try expression(&attributes, "expr", of: element))
        case "automata:perform": action = .perform(try attributes.requiredText("name"))
        case "automata:addregion": action = .addRegion(to: try attributes.requiredText("state"))
        case "script": return try script(element)
        case "automata:removeregion": action = .removeRegion
        default:
            throw Self.problem(
                unknown: element, in: "executable content",
                known: (isScripted ? ["script"] : []) + [
                    "raise", "send", "cancel", "assign", "log", "if", "foreach", "automata:perform",
                    "automata:addregion", "automata:removeregion",
                ])
        }
        try attributes.finish()
        return action
    }

    /// Returns the action of an element in another namespace, or `nil` if it isn't one.
    private func customAction(_ element: XMLElement) -> Statechart.Action? {
        guard let name = element.foreignName, !SCXML.isMetadata(name) else {
            element.skip()
            return nil
        }
        element.warn(
            "only a program can carry out the action \(element.tag) of the namespace "
                + "\(Message.quoted(name.namespace.utf8)); elsewhere it raises error.execution")
        var action = Statechart.CustomAction(name.local, in: name.namespace)
        for (name, value) in element.attributes where !name.hasPrefix(SCXML.prefix) { action.attributes[name] = value }
        let content = element.content ?? ""
        if content.utf8.contains(where: { $0 > 0x20 }) {
            action.content = content
            for (prefix, namespace) in element.prefixes { action.attributes["xmlns:" + prefix] = namespace }
        }
        return .custom(action)
    }

    private func send(_ attributes: inout SCXMLAttributes, of element: XMLElement) throws(TextProblem)
        -> Statechart.Send
    {
        var send = Statechart.Send("")
        if let event = try textOrExpression(&attributes, "event", "eventexpr", of: element) {
            send.event = event
        } else if element.attributes.allSatisfy({ !["type", "typeexpr", "target", "targetexpr"].contains($0.name) }) {
            throw element.problem("expected 'event' or 'eventexpr' in <send>")
        }
        send.delay = try attributes.delay("delay").map { Expression(delay: $0) }
        if let expression = try expression(&attributes, "delayexpr", of: element) {
            guard send.delay == nil else {
                throw element.problem("expected either 'delay' or 'delayexpr' in <send>, found both")
            }
            send.delay = expression
        }
        send.id = try textOrExpression(&attributes, "id", "automata:idexpr", of: element)
        send.idLocation = attributes.name("idlocation")
        if send.idLocation != nil { try needDataModel("idlocation", element) }
        send.target = try textOrExpression(&attributes, "target", "targetexpr", of: element)
        send.transport = try textOrExpression(&attributes, "type", "typeexpr", of: element)
        send.content = try content(&attributes, "namelist", of: element)
        return send
    }

    private func branchCondition(_ element: XMLElement) throws(TextProblem) -> Statechart.Condition? {
        var attributes = SCXMLAttributes(of: element)
        let condition = element.name == "else" ? nil : try condition(&attributes, of: element)
        try attributes.finish()
        guard condition == nil, element.name != "else" else { return condition }
        guard attributes.isEmpty("cond") else {
            throw element.problem("expected an attribute 'cond' in \(element.tag)")
        }
        element.warn("the condition of \(element.tag) is empty and always holds; write a condition")
        return .all([])
    }
}
