internal import Statecharts
internal import TextSupport

/// Invoked charts, and texts of other files.
extension SCXMLReader {
    /// Reads `<invoke>`.
    func invocation(_ element: XMLElement, depth: Int) throws(TextProblem) -> Statechart.Invocation {
        var attributes = SCXMLAttributes(of: element)
        var location = try textOrExpression(&attributes, "src", "srcexpr", of: element)
        if location == .literal(.text("")) { location = nil }
        var source = location.map { Statechart.Invocation.Source.location($0) }
        var fields = try listed(&attributes, "namelist", of: element)
        var finalize: [Statechart.Action]?
        for child in element.children {
            var childAttributes = SCXMLAttributes(of: child)
            switch child.name {
            case "param": fields = (fields ?? []) + [try field(&childAttributes, of: child)]
            case "content":
                guard source == nil else {
                    throw child.problem("expected one source in <invoke>, 'src' or <content>, found a second one")
                }
                source = try content(&childAttributes, of: child, depth: depth)
            case "finalize":
                guard finalize == nil else { throw child.problem("expected one <finalize>, found a second one") }
                finalize = try actions(child.children)
            case nil:
                child.skip()
                continue
            default:
                throw Self.problem(unknown: child, in: "<invoke>", known: ["param", "content", "finalize"])
            }
            try childAttributes.finish()
        }
        var invocation = Statechart.Invocation(source ?? .none, id: attributes.name("id"))
        invocation.idLocation = attributes.name("idlocation")
        if invocation.idLocation != nil { try needDataModel("idlocation", element) }
        invocation.kind = try textOrExpression(&attributes, "type", "typeexpr", of: element)
        invocation.arguments = fields.map { .fields($0) }
        invocation.forwardsEvents = try attributes.flag("autoforward")
        invocation.finalize = finalize ?? []
        try attributes.finish(excluding: ["id": "idlocation"])
        return invocation
    }

    /// Reads `<content>` of `<invoke>`: a chart, an expression for its text, or the text itself.
    private func content(
        _ attributes: inout SCXMLAttributes, of element: XMLElement, depth: Int
    ) throws(TextProblem) -> Statechart.Invocation.Source {
        let charts = element.children.filter { $0.name == "scxml" }
        if charts.count == 1, element.children.count == 1, attributes.text("expr") == nil {
            let placed = try Self.document(charts[0], depth: depth + 1)
            note(invoked: placed)
            return .chart(placed.chart)
        }
        return .text(try value(&attributes, "expr", of: element) ?? .literal(.text("")))
    }

    /// Reads `<script>`.
    func script(_ element: XMLElement) throws(TextProblem) -> Statechart.Action {
        if isScripted {
            noteScript()
        } else {
            element.warn(
                "<script> needs a scripting language, and raises error.execution; write datamodel=\"ecmascript\" in "
                    + "<scxml>, or assign variables by <assign>")
        }
        if let child = element.children.first { throw child.problem("expected text in <script>, found \(child.tag)") }
        var attributes = SCXMLAttributes(of: element)
        let location = attributes.word("src")
        _ = attributes.text("type")
        try attributes.finish()
        guard let location else { return .script(String(decoding: element.text, as: UTF8.self)) }
        guard element.text.allSatisfy({ $0 <= 0x20 }) else {
            throw element.problem("expected either 'src' or text in <script>, found both")
        }
        return .script(try loaded(location, for: element))
    }

    /// Returns the text at a location, as the chart's loader gives it.
    func loaded(_ location: String, for element: XMLElement) throws(TextProblem) -> String {
        let bytes: [UInt8]
        do { bytes = try element.tree.load(location) } catch {
            throw element.problem("\(Message.quoted(location.utf8)) can't be read: \(error)", "put the text here")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw element.problem("\(Message.quoted(location.utf8)) isn't UTF-8", "save it in UTF-8")
        }
        return text
    }
}
