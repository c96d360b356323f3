internal import Statecharts
internal import TextSupport

/// Executable content.
extension SCXMLReader {
    /// Reads actions that follow each other.
    ///
    /// - Parameters:
    ///   - elements: Their elements.
    ///   - depth: The number of actions around them, and themselves.
    func actions(_ elements: ArraySlice<XMLElement>, depth: Int) throws(TextProblem) -> [Statechart.Action] {
        var actions: [Statechart.Action] = []
        for element in elements { actions.append(try action(element, depth: depth)) }
        return actions
    }

    private func action(_ element: XMLElement, depth: Int) throws(TextProblem) -> Statechart.Action {
        try Bounds.check(depth, Bounds.contentDepth, "actions", at: element.offset)
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
            guard let value = try value(&attributes, "expr", of: element) else {
                throw element.problem("expected 'expr' or text in <assign>")
            }
            action = .assign(location, value)
        case "log":
            action = .log(attributes.text("label") ?? "", try expression(&attributes, "expr", of: element))
        case "if": return .choose(try branches(element, depth: depth))
        case "foreach": action = try forEach(&attributes, of: element, depth: depth)
        case "automata:perform": action = .perform(try attributes.requiredText("name"))
        case "automata:addregion": action = .addRegion(to: try attributes.requiredText("state"))
        case "script": return try script(element)
        case "automata:removeregion": action = .removeRegion
        case nil: throw element.problem("actions of other namespaces can't be read", "name one by <automata:perform>")
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

    private func send(_ attributes: inout SCXMLAttributes, of element: XMLElement) throws(TextProblem)
        -> Statechart.Send
    {
        guard let event = try textOrExpression(&attributes, "event", "eventexpr", of: element) else {
            throw element.problem("expected 'event' or 'eventexpr' in <send>")
        }
        var send = Statechart.Send("")
        send.event = event
        send.delay = try attributes.delay("delay").map { .literal(.number($0.milliseconds)) }
        if let expression = try expression(&attributes, "delayexpr", of: element) {
            guard send.delay == nil else {
                throw element.problem("expected either 'delay' or 'delayexpr' in <send>, found both")
            }
            send.delay = expression
        }
        send.id = try textOrExpression(&attributes, "id", "automata:idexpr", of: element)
        send.idLocation = attributes.text("idlocation")
        if send.idLocation != nil { try needDataModel("idlocation", element) }
        send.target = try textOrExpression(&attributes, "target", "targetexpr", of: element)
        send.transport = try textOrExpression(&attributes, "type", "typeexpr", of: element)
        send.content = try content(&attributes, "namelist", of: element)
        return send
    }

    private func forEach(
        _ attributes: inout SCXMLAttributes, of element: XMLElement, depth: Int
    ) throws(TextProblem) -> Statechart.Action {
        guard let list = try expression(&attributes, "array", of: element) else {
            throw element.problem("expected an attribute 'array' in <foreach>")
        }
        return .forEach(
            item: try attributes.requiredText("item"), index: attributes.text("index"), list: list,
            do: try actions(element.children[...], depth: depth + 1))
    }

    /// Reads `<if>` with the parts that `<elseif>` and `<else>` begin.
    private func branches(_ element: XMLElement, depth: Int) throws(TextProblem) -> [Statechart.Branch] {
        var branches: [Statechart.Branch] = []
        var head = element
        var rest = element.children[...]
        while true {
            let end = rest.firstIndex { $0.name == "elseif" || $0.name == "else" } ?? rest.endIndex
            branches.append(
                Statechart.Branch(
                    if: try branchCondition(head), do: try actions(rest[..<end], depth: depth + 1)))
            guard end < rest.endIndex else { return branches }
            guard head.name != "else" else { throw rest[end].problem("expected </if> behind <else>") }
            guard rest[end].children.isEmpty else {
                throw rest[end].problem("expected actions behind \(rest[end].tag), not within it")
            }
            head = rest[end]
            rest = rest[(end + 1)...]
        }
    }

    private func branchCondition(_ element: XMLElement) throws(TextProblem) -> Statechart.Condition? {
        var attributes = SCXMLAttributes(of: element)
        let condition = element.name == "else" ? nil : try condition(&attributes, of: element)
        try attributes.finish()
        guard condition != nil || element.name == "else" else {
            throw element.problem("expected an attribute 'cond' in \(element.tag)")
        }
        return condition
    }
}
