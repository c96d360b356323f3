import TextSupport
import XMLSupport

/// A test of the W3C for SCXML, whose data operations are elements and attributes of a namespace of
/// their own, so that each data model can say them in its way.
struct Template {
    let name: String

    /// The SCXML with our expressions in the place of the neutral operations.
    func text() throws -> String {
        let translator = TemplateTranslator()
        try Array(SharedFiles.text(of: "txml/\(name).txml").utf8).withUnsafeBytes { try translator.read(xml: $0) }
        return translator.output
    }

    /// The templates that need nothing but a data model of values and lists.
    static let all: [Template] = {
        let rows = SharedFiles.text(of: "irp_classes.csv").split(whereSeparator: \.isNewline).dropFirst()
        let numbers = rows.compactMap { row in
            let cells = row.split(separator: ",", maxSplits: 5, omittingEmptySubsequences: false)
            return cells.count > 4 && "NVEF".contains(cells[4].prefix(1)) ? cells[0] : nil
        }
        let assertions = SharedFiles.text(of: "manifest.xml").split(separator: "<assert id=\"").dropFirst()
        return assertions.filter { numbers.contains($0.prefix { $0 != "\"" }) }.flatMap { assertion in
            assertion.split(separator: "\"").filter { $0.hasSuffix(".txml") }
                .compactMap { $0.split(separator: "/").last }.map { Template(name: String($0.dropLast(5))) }
        }
    }()
}

/// Translates a template as it is read.
private final class TemplateTranslator: XMLReader {
    private(set) var output = ""
    /// The tags that end the open elements.
    private var ends: [String] = []

    func start(_ name: String, attributes: XMLAttributes) throws(TextProblem) {
        let qualified = attributes.qualifiedElementName
        var own: [(name: String, value: String)] = []
        var neutral: [(name: String, value: String)] = []
        attributes.forEachQualified { name, value in
            if name.hasPrefix("conf:") {
                neutral.append((String(name.dropFirst(5)), value))
            } else if !name.hasPrefix("xmlns:") {
                own.append((name, value))
            }
        }
        guard qualified.hasPrefix("conf:") else {
            for (name, value) in neutral {
                if let attribute = try Self.attribute(name, value) { own.append(attribute) }
            }
            return open(qualified, own)
        }
        let value = { (key: String) in own.first { $0.name == key }?.value ?? "" }
        switch name {
        case "pass", "fail": open("final", [("id", name)])
        case "incrementID": open("assign", Self.assigning(value("id"), "Var\(value("id")) + 1"))
        case "sumVars", "concatVars":
            open("assign", Self.assigning(value("id1"), "Var\(value("id1")) + Var\(value("id2"))"))
        case "extendArray": open("assign", Self.assigning(value("id"), "Var\(value("id")) + [4]"))
        case "contentFoo": open("content", [("expr", "'foo'")])
        case "sendToSender":
            open(
                "send", [("event", value("name")), ("targetexpr", "_event.origin"), ("typeexpr", "_event.origintype")])
        case "array123": openText("[1, 2, 3]")
        case "someInlineVal": openText("123")
        default: throw TextProblem(message: "unknown element conf:\(name)")
        }
    }

    func end(at offset: Int) { output += ends.removeLast() }

    func text(_ bytes: UnsafeRawBufferPointer) { output += Self.escaped(String(decoding: bytes, as: UTF8.self)) }

    private func open(_ name: String, _ attributes: [(name: String, value: String)]) {
        let list = attributes.map { " \($0)=\"\(Self.escaped($1))\"" }.joined()
        output += "<\(name)\(list)>"
        ends.append("</\(name)>")
    }

    private func openText(_ text: String) {
        output += text
        ends.append("")
    }

    private static func assigning(_ variable: String, _ value: String) -> [(name: String, value: String)] {
        [("location", "Var\(variable)"), ("expr", value)]
    }

    private static func escaped(_ text: String) -> String {
        text.map { ["&": "&amp;", "<": "&lt;", "\"": "&quot;"][$0] ?? String($0) }.joined()
    }

    // MARK: Attributes

    /// Returns what stands for a neutral attribute, or `nil` if nothing does.
    private static func attribute(
        _ name: String, _ value: String
    ) throws(TextProblem) -> (name: String, value: String)? {
        if let expression = expression(name, value) { return ("expr", expression) }
        if let condition = condition(name, value) { return ("cond", condition) }
        switch name {
        case "datamodel": return nil
        case "targetpass", "targetfail": return ("target", String(name.dropFirst(6)))
        case "id", "location", "item", "index", "idlocation", "name", "namelist": return (name, "Var\(value)")
        case "arrayVar", "arrayTextVar": return ("array", "Var\(value)")
        case "eventExpr", "typeExpr": return (name.lowercased(), "Var\(value)")
        case "targetVar", "targetExpr": return ("targetexpr", "Var\(value)")
        case "sendIDExpr": return ("sendidexpr", "Var\(value)")
        case "delay": return (name, "\(value)s")
        case "delayFromVar": return ("delayexpr", "Var\(value)")
        case "systemVarLocation": return ("location", value)
        case "invalidLocation": return ("location", "undeclared")
        case "invalidNamelist": return ("namelist", "undeclared")
        case "invalidSendType": return ("type", "invalid")
        case "illegalTarget": return ("target", "invalid")
        case "unreachableTarget": return ("target", "#_scxml_nobody")
        case "illegalItem": return ("item", "1")
        default: throw TextProblem(message: "unknown attribute conf:\(name)")
        }
    }

    private static func expression(_ name: String, _ value: String) -> String? {
        switch name {
        case "expr", "systemVarExpr": value
        case "quoteExpr": "'\(value)'"
        case "varExpr": "Var\(value)"
        case "illegalExpr": "undeclared"
        case "invalidSessionID", "invalidSendTypeExpr", "illegalArray": "27"
        case "eventField": "_event.\(value)"
        case "eventName": "_event.name"
        case "eventType": "_event.type"
        case "eventSendid": "_event.sendid"
        case "eventDataFieldValue", "eventDataParamValue": "_event.data.\(value)"
        case "eventDataNamelistValue": "_event.data.Var\(value)"
        case "scxmlEventIOLocation": "_ioprocessors.scxml.location"
        default: nil
        }
    }

    private static func condition(_ name: String, _ value: String) -> String? {
        // Such as 1=2, 1<2 or 1=text: a variable, an operator, and something to compare it with.
        let left = value.prefix { !"<=>".contains($0) }
        let right = value.drop { !"<=>".contains($0) }.drop { "<=>".contains($0) }
        var comparison = value.dropFirst(left.count).dropLast(right.count)
        if comparison == "=" { comparison = "==" }
        let pair = value.split(separator: " ")
        return switch name {
        case "true", "false": name
        case "nonBoolean": "27"
        case "inState": "In('\(value)')"
        case "idVal": "Var\(left) \(comparison) \(right)"
        case "idQuoteVal": "Var\(left) \(comparison) '\(right)'"
        case "idSystemVarVal": "Var\(left) \(comparison) \(right)"
        case "compareIDVal": "Var\(left) \(comparison) Var\(right)"
        case "VarEqVar", "VarEqVarStruct": "Var\(pair.first ?? "") == Var\(pair.last ?? "")"
        case "idSomeVal": "Var\(value) == 123"
        case "isBound": "defined(Var\(value))"
        case "unboundVar", "noValue": "!defined(Var\(value))"
        case "systemVarIsBound": "defined(\(value))"
        case "eventNameVal": "_event.name == '\(value)'"
        case "eventdataVal": "_event.data == \(value)"
        case "eventdataSomeVal": "_event.data == 123"
        case "eventvarVal": "_event.data.Var\(left) \(comparison) \(right)"
        case "emptyEventData": "_event.data == null"
        case "nameVarVal": "_name == '\(value)'"
        case "originTypeEq": "_event.origintype == '\(value)'"
        case "eventFieldHasNoValue": "_event.\(value) == null"
        case "eventFieldsAreBound":
            // A member that isn't there would be an error.
            "length([_event.name, _event.type, _event.sendid, _event.origin, _event.origintype, _event.invokeid, "
                + "_event.data]) == 7"
        default: nil
        }
    }
}
