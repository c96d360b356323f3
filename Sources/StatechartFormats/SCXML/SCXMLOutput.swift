internal import Statecharts
internal import TextSupport
internal import XMLSupport

/// SCXML output, and the declarations that it needs.
struct SCXMLOutput {
    private var xml = XMLOutput("SCXML", indentation: "  ")
    /// A Boolean value that indicates whether names of the library's namespace were written.
    private var hasPrefix = false
    /// A Boolean value that indicates whether values or variables were written.
    private var needsDataModel = false
    /// The open charts.
    private var charts: [OpenChart] = []
    /// The names of the innermost chart's states; `nil` if they are written as they are.
    var blanks: NamesWithBlanks?
    private var root: OpenChart?

    private struct OpenChart {
        /// The scripting language; `nil` for the library's expressions.
        var language: String?
        /// A Boolean value that indicates whether the output needs the language.
        var isUsed = false
        /// The place after the chart's data model.
        var offset = 0
    }

    /// Begins an element.
    mutating func open(_ name: String) {
        if name.hasPrefix(SCXML.prefix) { hasPrefix = true }
        xml.open(name)
    }

    /// Ends the innermost open element.
    mutating func close() { xml.close() }

    /// Writes text in the innermost open element.
    mutating func text(_ text: String) throws(TextProblem) {
        try xml.text(text)
        noteScript()
    }

    /// Writes an action of another namespace.
    mutating func custom(_ custom: Statechart.CustomAction) throws(TextProblem) {
        guard XMLName.isName(custom.name), custom.attributes.keys.allSatisfy(XMLName.isAttribute),
            custom.content.isEmpty || XMLName.isMarkup(custom.content)
        else {
            throw SCXML.refusal(
                "the custom action \(Message.quoted(custom.name.utf8)) with a name or a content that XML doesn't allow")
        }
        guard !custom.namespace.isEmpty, custom.namespace != SCXML.namespace,
            !custom.namespace.hasPrefix(SCXML.automataFamily)
        else {
            throw SCXML.refusal("the custom action \(Message.quoted(custom.name.utf8)) without a namespace of its own")
        }
        var prefix = "action"
        while custom.attributes["xmlns:" + prefix] != nil { prefix += "s" }
        xml.open(prefix + ":" + custom.name)
        try xml.attribute("xmlns:" + prefix, custom.namespace)
        for (name, value) in custom.attributes.sorted(by: { $0.key < $1.key }) { try xml.attribute(name, value) }
        if !custom.content.isEmpty { xml.markup(custom.content) }
        xml.close()
    }

    // MARK: Languages

    /// Begins a chart in a scripting language, or in the library's expressions.
    mutating func begin(language: String?) throws(TextProblem) {
        if let language, !SCXML.isScriptLanguage(language) || !XMLText.canHold(Array(language.utf8)[...]) {
            throw SCXML.refusal("scripts in \(Message.quoted(language.utf8))")
        }
        charts.append(OpenChart(language: language))
    }

    /// Writes the data model of an invoked chart.
    mutating func dataModel() throws(TextProblem) {
        try attribute("datamodel", charts.last?.language ?? SCXML.dataModel)
        charts[charts.count - 1].offset = xml.output.bytes.count
    }

    /// Ends the innermost chart, or the innermost submachine, whose scripts are the chart's.
    mutating func endLanguage(isSubmachine: Bool) {
        let chart = charts.removeLast()
        if isSubmachine {
            if chart.isUsed { noteScript() }
        } else if charts.isEmpty {
            root = chart
        } else if chart.language != nil, !chart.isUsed {
            hasPrefix = true
            xml.output.bytes.insert(contentsOf: Self.scriptedAttribute.utf8, at: chart.offset)
        }
    }

    /// The attribute of a chart whose contents don't show its language.
    private static let scriptedAttribute = " automata:scripted=\"true\""

    /// A Boolean value that indicates whether the innermost chart is in a scripting language.
    private var isScripted: Bool { charts.last?.language != nil }

    /// Notes that the output needs the language of the innermost chart.
    private mutating func noteScript() { charts[charts.count - 1].isUsed = true }

    /// Returns the text of an expression in the language of the innermost chart.
    private mutating func text(of expression: Expression) throws(TextProblem) -> String {
        switch expression {
        case .script(let script) where isScripted:
            noteScript()
            return script
        case .script, .inline:
            throw SCXML.refusal("a script where the chart has no scripting language")
        default:
            guard !isScripted else {
                throw SCXML.refusal("an expression of the library's language in a chart with a scripting language")
            }
            return try Texts.text(of: blanks?.expression(expression) ?? expression)
        }
    }

    /// Returns the text, with the attributes that its contents need.
    func text() -> [UInt8] {
        let isUnused = root.map { $0.language != nil && !$0.isUsed } ?? false
        var head = TextOutput()
        head.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        let start: StaticString = "<scxml"
        head.append(start)
        head.append(string: " xmlns=\"\(SCXML.namespace)\"")
        if hasPrefix || isUnused {
            head.append(string: " xmlns:\(SCXML.prefix.dropLast())=\"\(SCXML.automataNamespace)\"")
        }
        let dataModel = root?.language ?? (needsDataModel ? SCXML.dataModel : "null")
        head.append(string: " version=\"1.0\" datamodel=\"")
        XMLText.append(Array(dataModel.utf8)[...], to: &head)
        head.append("\"")
        if isUnused { head.append(string: Self.scriptedAttribute) }
        head.append(xml.output.bytes.dropFirst(start.utf8CodeUnitCount))
        return head.bytes
    }

    // MARK: Attributes

    /// Writes an attribute.
    mutating func attribute(_ name: String, _ value: String) throws(TextProblem) {
        try xml.attribute(name, value)
        if name.hasPrefix(SCXML.prefix) { hasPrefix = true }
    }

    /// Writes an attribute that is `true` or `false`, unless that is its default.
    mutating func flag(_ name: String, _ flag: Bool, default isSet: Bool = false) throws(TextProblem) {
        if flag != isSet { try attribute(name, flag ? "true" : "false") }
    }

    /// Writes an attribute with names, unless there are none.
    mutating func names(_ name: String, _ names: [String]) throws(TextProblem) {
        for one in names where one.isEmpty || one.hasBlank {
            throw SCXML.refusal("the name \(Message.quoted(one.utf8)): a name must not be empty or have blanks")
        }
        if !names.isEmpty { try attribute(name, names.joined(separator: " ")) }
    }

    /// Writes an attribute with names of states, unless there are none.
    mutating func states(_ name: String, _ states: [String]) throws(TextProblem) {
        try names(name, states.map { blanks?.name(of: $0) ?? $0 })
    }

    /// Writes an attribute with patterns of events, unless there are none.
    mutating func events(_ name: String, _ events: [Statechart.EventPattern]) throws(TextProblem) {
        var texts: [String] = []
        for event in events {
            let text = try Texts.text(of: event)
            texts.append(text.hasPrefix("done.state.") ? blanks?.name(of: text) ?? text : text)
        }
        try names(name, texts)
    }

    /// Writes an attribute with an expression, unless there is none.
    mutating func expression(_ name: String, _ expression: Expression?) throws(TextProblem) {
        guard let expression else { return }
        needsDataModel = true
        try attribute(name, try text(of: expression))
    }

    /// Writes an attribute with an expression, or the text of one that is inline.
    mutating func value(_ name: String, _ value: Expression?) throws(TextProblem) {
        if case .inline(let inline)? = value, isScripted {
            guard inline.utf8.contains(where: { $0 > 0x20 }) else {
                throw SCXML.refusal("an inline text of blanks alone")
            }
            try text(inline)
        } else {
            try expression(name, value)
        }
    }

    /// Writes one attribute for a text, or another one for any other expression.
    mutating func textOrExpression(_ name: String, _ expressionName: String, _ value: Expression?) throws(TextProblem) {
        if case .literal(.text(let text))? = value {
            try attribute(name, text)
        } else {
            try expression(expressionName, value)
        }
    }

    /// Writes an attribute with the name of a variable.
    mutating func variable(_ name: String, _ variable: String?) throws(TextProblem) {
        guard let variable else { return }
        needsDataModel = true
        noteScript()
        try attribute(name, variable)
    }

    /// Writes an attribute with a name, unless it is `nil`, which an empty name would be read as.
    mutating func optionalName(_ name: String, _ value: String?, isVariable: Bool = true) throws(TextProblem) {
        guard let value else { return }
        guard !value.isEmpty else { throw SCXML.refusal("an empty '\(name)'") }
        if isVariable { try variable(name, value) } else { try attribute(name, value) }
    }

    /// Writes the attributes of a condition, if there is one.
    mutating func condition(_ condition: Statechart.Condition?) throws(TextProblem) {
        guard let condition = condition.map({ blanks?.condition($0) ?? $0 }) else { return }
        if isScripted {
            if case .expression(let script) = condition { return try self.condition(script: script) }
        } else if let expression = condition.expression {
            return try self.condition(expression)
        }
        if case .named(let name) = condition { return try attribute("automata:guard", name) }
        if case .all(let all) = condition, all.count == 2, case .named(let name) = all[0],
            let expression = all[1].expression, !isScripted
        {
            try attribute("automata:guard", name)
            return try self.condition(expression)
        }
        var json = JSONOutput()
        try json.write(condition)
        if condition.hasExpressions {
            needsDataModel = true
            noteScript()
        }
        try attribute("automata:condition", String(decoding: json.text.bytes, as: UTF8.self))
    }

    private mutating func condition(script: Expression) throws(TextProblem) {
        let wasUsed = charts.last?.isUsed ?? false
        let text = try text(of: script)
        if Statechart.Condition(aboutStatesIn: text) != nil { charts[charts.count - 1].isUsed = wasUsed }
        try attribute("cond", text)
    }

    private mutating func condition(_ expression: Expression) throws(TextProblem) {
        if Statechart.Condition(aboutStates: expression) == nil { needsDataModel = true }
        try attribute("cond", try text(of: expression))
    }
}
