import StatechartFormats
import Statecharts
import TextSupport
import XMLSupport

/// A test of the W3C for SCXML, whose data operations are elements and attributes of a namespace of
/// their own, so that each data model can say them in its way.
struct Template {
    let name: String

    /// A language to say the neutral operations in.
    enum Language: CaseIterable {
        case ours, ecmascript
    }

    /// The SCXML with a language's expressions in the place of the neutral operations.
    func text(in language: Language = .ours) throws -> String {
        let translator = TemplateTranslator(language)
        try Array(SharedFiles.text(of: "txml/\(name).txml").utf8).withUnsafeBytes { try translator.read(xml: $0) }
        return translator.output
    }

    /// The chart, which finds others by the names of their templates.
    func chart(in language: Language) throws -> Statechart {
        try StatechartFormat.scxml.chart(from: text(in: language), loading: Self.load)
    }

    /// Returns the text of a file beside the templates.
    static func load(_ place: String) throws -> [UInt8] {
        let text = SharedFiles.text(of: "txml/" + place.replacing("file:", with: ""))
        if text.isEmpty { throw ExpressionError("no such file") }
        return Array(text.utf8)
    }

    /// Returns the chart at a place, or of a text.
    static func load(_ source: StatechartContext.Source, in language: Language) throws -> Statechart {
        switch source {
        case .text(let text): return try StatechartFormat.scxml.chart(from: text)
        case .location(let place):
            guard let name = place.split(separator: ":").last?.split(separator: ".").first else {
                throw ExpressionError("no such file")
            }
            return try Template(name: String(name)).chart(in: language)
        }
    }

    /// The templates that need nothing but a data model of values and lists.
    ///
    /// Test 294 is among those of HTTP in the list, but is about data.
    static let all = of("NVEF") + of("H", ["mandatory"])

    /// The templates of some classes.
    static func of(_ classes: String, _ conformance: Set<String> = ["mandatory", "optional"]) -> [Template] {
        let rows = SharedFiles.text(of: "irp_classes.csv").split(whereSeparator: \.isNewline).dropFirst()
        let numbers = rows.compactMap { row -> Substring? in
            let cells = row.split(separator: ",", maxSplits: 5, omittingEmptySubsequences: false)
            guard cells.count > 4, conformance.contains(String(cells[2])), cells[3] == "False" else { return nil }
            return classes.contains(cells[4].prefix(1)) ? cells[0] : nil
        }
        let assertions = SharedFiles.text(of: "manifest.xml").split(separator: "<assert id=\"").dropFirst()
        return assertions.filter { numbers.contains($0.prefix { $0 != "\"" }) }.flatMap { assertion in
            assertion.split(separator: "\"").filter { $0.hasSuffix(".txml") }
                .compactMap { $0.split(separator: "/").last }.map { Template(name: String($0.dropLast(5))) }
        }
    }
}

/// Translates a template as it is read.
private final class TemplateTranslator: XMLReader {
    private(set) var output = ""
    private let language: Template.Language
    /// The tags that end the open elements.
    private var ends: [String] = []

    init(_ language: Template.Language) { self.language = language }

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
                if let attribute = try attribute(name, value) { own.append(attribute) }
            }
            return open(qualified, own)
        }
        let value = { (key: String) in own.first { $0.name == key }?.value ?? "" }
        switch name {
        case "pass", "fail": open("final", [("id", name)])
        case "incrementID": open("assign", Self.assigning(value("id"), "Var\(value("id")) + 1"))
        case "script": open("script", [], text: "Var1 = 1")
        case "sumVars", "concatVars":
            open("assign", Self.assigning(value("id1"), "Var\(value("id1")) + Var\(value("id2"))"))
        case "extendArray":
            let variable = "Var\(value("id"))"
            open(
                "assign",
                Self.assigning(
                    value("id"), language == .ours ? "\(variable) + [4]" : "[].concat(\(variable), [4])"))
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

    private func open(_ name: String, _ attributes: [(name: String, value: String)], text: String = "") {
        let list = attributes.map { " \($0)=\"\(Self.escaped($1))\"" }.joined()
        output += "<\(name)\(list)>\(text)"
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
    private func attribute(
        _ name: String, _ value: String
    ) throws(TextProblem) -> (name: String, value: String)? {
        if language == .ecmascript {
            if let attribute = TemplateScripts.attribute(name, value) { return attribute }
            if let expression = TemplateScripts.expression(name, value) { return ("expr", expression) }
            if let condition = TemplateScripts.condition(name, value) { return ("cond", condition) }
        }
        if let expression = Self.expression(name, value) { return ("expr", expression) }
        if let condition = Self.condition(name, value) { return ("cond", condition) }
        switch name {
        case "datamodel": return nil
        case "targetpass", "targetfail": return ("target", String(name.dropFirst(6)))
        case "id", "location", "item", "index", "idlocation", "name", "namelist": return (name, "Var\(value)")
        case "arrayVar", "arrayTextVar": return ("array", "Var\(value)")
        case "eventExpr", "typeExpr", "srcExpr": return (name.lowercased(), "Var\(value)")
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
        case "varExpr", "varChildExpr": "Var\(value)"
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
        case "varPrefix": "startsWith(Var\(pair.last ?? ""), Var\(pair.first ?? ""))"
        case "idVal", "namelistIdVal": "Var\(left) \(comparison) \(right)"
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
