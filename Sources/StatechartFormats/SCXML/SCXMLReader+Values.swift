internal import Statecharts
internal import TextSupport

/// Conditions, expressions and data of events.
extension SCXMLReader {
    /// Reads the attributes of a condition, or returns `nil` if there are none.
    func condition(
        _ attributes: inout SCXMLAttributes, of element: XMLElement
    ) throws(TextProblem) -> Statechart.Condition? {
        let guardName = attributes.text("automata:guard")
        let expression = try conditionExpression(&attributes, of: element)
        if let text = attributes.text("automata:condition") {
            guard guardName == nil, expression == nil else {
                throw element.problem("found automata:condition and another condition; keep one of them")
            }
            let condition: Statechart.Condition
            do throws(TextProblem) { condition = try Statechart.Condition(json: text) } catch {
                throw element.problem("automata:condition of \(element.tag): \(error.message)", error.remedy)
            }
            if isScripted, condition.hasExpressions { noteScript() }
            return condition
        }
        switch (guardName.map { Statechart.Condition.named($0) }, expression) {
        case (let named?, let expression?): return .all([named, expression])
        case (let named, let expression): return named ?? expression
        }
    }

    private func conditionExpression(
        _ attributes: inout SCXMLAttributes, of element: XMLElement
    ) throws(TextProblem) -> Statechart.Condition? {
        guard let text = attributes.text("cond"), !attributes.isEmpty("cond") else { return nil }
        if isScripted {
            return Statechart.Condition(aboutStatesIn: text)
                ?? .expression(script(element.valueWithLines("cond", text)))
        }
        guard dataModel != SCXML.dataModel else {
            return try parsed(&attributes, "cond").map { Statechart.Condition($0) }
        }
        guard let expression = try? Expression(parsing: text),
            let condition = Statechart.Condition(aboutStates: expression)
        else {
            try needDataModel("cond=\(Message.quoted(text.utf8))", element)
            return nil
        }
        return condition
    }

    /// Reads the expression of an attribute, or returns `nil` if it is missing.
    func expression(
        _ attributes: inout SCXMLAttributes, _ name: String, of element: XMLElement
    ) throws(TextProblem) -> Expression? {
        guard let text = attributes.text(name), !attributes.isEmpty(name) else { return nil }
        if isScripted { return script(element.valueWithLines(name, text)) }
        try needDataModel(name, element)
        return try parsed(&attributes, name)
    }

    /// Reads the expression of an attribute in the library's language.
    private func parsed(_ attributes: inout SCXMLAttributes, _ name: String) throws(TextProblem) -> Expression? {
        do throws(TextProblem) { return try attributes.expression(name) } catch {
            guard !declaresDataModel else { throw error }
            var problem = error
            problem.remedy = "if it is ECMAScript, write datamodel=\"ecmascript\" in <scxml>"
            throw problem
        }
    }

    /// Returns the value of an attribute without a value, or `nil` if the attribute is missing.
    func noValue(_ attributes: SCXMLAttributes, _ name: String, of element: XMLElement) -> Expression? {
        guard attributes.isEmpty(name) else { return nil }
        element.warn("'\(name)' of \(element.tag) is empty, which stands for no value; write a value")
        return isScripted ? script("undefined") : .literal(.null)
    }

    /// Reads the text of one attribute or the expression of another one, or returns `nil` if both
    /// are missing.
    func textOrExpression(
        _ attributes: inout SCXMLAttributes, _ name: String, _ expressionName: String, of element: XMLElement
    ) throws(TextProblem) -> Expression? {
        var text = attributes.text(name)
        let expression = try expression(&attributes, expressionName, of: element)
        if expression != nil, attributes.isEmpty(name) { text = nil }
        guard text == nil || expression == nil else {
            throw element.problem("expected either '\(name)' or '\(expressionName)' in \(element.tag), found both")
        }
        return text.map { .literal(.text($0)) } ?? expression
    }

    /// Reads the expression of an attribute or the constant within an element, or returns `nil` if
    /// both are missing.
    ///
    /// Text that isn't a constant is itself the value, with single blanks between words.
    func value(
        _ attributes: inout SCXMLAttributes, _ name: String, of element: XMLElement
    ) throws(TextProblem) -> Expression? {
        let expression = try expression(&attributes, name, of: element)
        let isEmpty = element.children.isEmpty && element.text.allSatisfy { $0 <= 0x20 }
        guard expression == nil || isEmpty else {
            throw element.problem("expected either '\(name)' or a value in \(element.tag), found both")
        }
        if isEmpty { return expression }
        guard element.children.isEmpty else {
            guard !element.includesXML else {
                throw element.problem(
                    "elements can't be included in \(element.tag)", "include a whole <scxml>, or a text")
            }
            guard let content = element.content else { throw element.problem("expected UTF-8") }
            return isScripted ? inline(content, in: element) : .literal(.text(content))
        }
        return inline(String(decoding: element.text, as: UTF8.self), in: element)
    }

    /// Returns an expression in the scripting language.
    func script(_ text: String) -> Expression {
        noteScript()
        return .script(text)
    }

    /// Returns the expression of a text in an element or a file.
    func inline(_ text: String, in element: XMLElement) -> Expression {
        if isScripted {
            noteScript()
            if dataModel == SCXML.ecmascript, text.looksLikeCode, !text.isJSON {
                element.warn(
                    "the text in \(element.tag) isn't JSON and stays a text; if it is ECMAScript, write it in the "
                        + "attribute 'expr'")
            }
            return .inline(text)
        }
        if let constant = try? Expression(parsing: text), constant.isConstant { return constant }
        if text.looksLikeCode {
            element.warn(
                "the text in \(element.tag) isn't a constant and stays a text; if it is an expression, write it in "
                    + "the attribute 'expr'")
        }
        let words = text.utf8.split { $0 == 0x20 || 0x09...0x0A ~= $0 || $0 == 0x0D }
        return .literal(.text(String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)))
    }

    /// Reads an attribute with variables, as fields of data, or returns `nil` if it is missing.
    func listed(
        _ attributes: inout SCXMLAttributes, _ name: String, of element: XMLElement
    ) throws(TextProblem) -> [Statechart.Field]? {
        guard let names = attributes.names(name) else { return nil }
        if !names.isEmpty { try needDataModel(name, element) }
        return names.map { Statechart.Field($0, isScripted ? script($0) : .variable($0)) }
    }

    /// Reads `<donedata>`.
    func doneData(_ element: XMLElement) throws(TextProblem) -> Statechart.Content {
        var attributes = SCXMLAttributes(of: element)
        let content = try content(&attributes, "automata:namelist", of: element)
        try attributes.finish()
        return content ?? .fields([])
    }

    /// Reads the data of an event: `<content>`, or a list of variables and `<param>`, or returns
    /// `nil` if there are none.
    func content(
        _ attributes: inout SCXMLAttributes, _ listName: String, of element: XMLElement
    ) throws(TextProblem) -> Statechart.Content? {
        let listed = try listed(&attributes, listName, of: element)
        var fields = listed ?? []
        var value: Expression?
        for child in element.children {
            var childAttributes = SCXMLAttributes(of: child)
            switch child.name {
            case "param":
                fields.append(try field(&childAttributes, of: child))
            case "content":
                guard value == nil else { throw child.problem("expected one <content>, found a second one") }
                value = try self.value(&childAttributes, "expr", of: child) ?? .literal(.text(""))
            case nil:
                child.skip()
                continue
            default: throw Self.problem(unknown: child, in: element.tag, known: ["param", "content"])
            }
            try childAttributes.finish()
        }
        guard let value else { return listed == nil && fields.isEmpty ? nil : .fields(fields) }
        guard listed == nil, fields.isEmpty else {
            throw element.problem("expected either <content> or <param> in \(element.tag), found both")
        }
        return .value(value)
    }

    func field(_ attributes: inout SCXMLAttributes, of element: XMLElement) throws(TextProblem) -> Statechart.Field {
        let name = try attributes.requiredText("name")
        let values = [
            try expression(&attributes, "expr", of: element), try expression(&attributes, "location", of: element),
        ].compactMap(\.self)
        if let value = values.first ?? noValue(attributes, "expr", of: element), values.count <= 1 {
            return Statechart.Field(name, value)
        }
        throw element.problem("expected either 'expr' or 'location' in \(element.tag)")
    }

    /// Throws if the data model has no values and variables.
    func needDataModel(_ what: String, _ element: XMLElement) throws(TextProblem) {
        if isScripted { return noteScript() }
        guard dataModel == "null" else { return }
        throw element.problem(
            "\(what) can't be read in the data model 'null', which has only conditions of In('state')",
            "write datamodel=\"ecmascript\" in <scxml>, or datamodel=\"\(SCXML.dataModel)\" for the library's "
                + "expressions")
    }
}

extension String {
    /// Whether the text begins like an array, an object, a function or a string of ECMAScript.
    fileprivate var looksLikeCode: Bool {
        let text = utf8.drop { $0 <= 0x20 }
        guard let first = text.first else { return false }
        if "[{('".utf8.contains(first) { return true }
        return ["function", "new ", "=>"].contains { text.starts(with: $0.utf8) }
    }

    /// Whether the text is JSON.
    fileprivate var isJSON: Bool {
        do throws(TextProblem) {
            try Array(utf8).withUnsafeBufferPointer { (bytes) throws(TextProblem) in
                var cursor = JSONCursor(UnsafeRawBufferPointer(bytes))
                try cursor.skipValue()
                try cursor.finish("the end")
            }
            return true
        } catch {
            return false
        }
    }
}

extension Expression {
    /// A Boolean value that indicates whether the expression is a constant or a list of them.
    fileprivate var isConstant: Bool {
        switch self {
        case .literal: true
        case .list(let items): items.allSatisfy(\.isConstant)
        default: false
        }
    }
}
