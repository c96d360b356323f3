internal import Statecharts
internal import TextSupport

/// The attributes of an element, by name.
///
/// Most tools write an attribute without a value where they mean none, so that such attributes of
/// SCXML count as missing.
struct SCXMLAttributes {
    private let element: XMLElement
    private var attributes: [(name: String, value: String)]
    private var requested: [String] = []

    init(of element: XMLElement) {
        self.element = element
        attributes = element.attributes
        guard let drafts = SCXML.draftAttributes[element.name ?? ""] else { return }
        for (index, (old, value)) in attributes.enumerated() {
            guard let new = drafts[old], !attributes.contains(where: { $0.name == new }) else { continue }
            element.warn(
                new.isEmpty
                    ? "the attribute '\(old)' of \(element.tag), from a draft of SCXML, is left out; remove it"
                    : "the attribute '\(old)' of \(element.tag), from a draft of SCXML, is read as '\(new)'; rename it")
            attributes[index] = (new, value)
        }
        attributes.removeAll { $0.name.isEmpty }
    }

    /// Returns the value of an attribute, or `nil` if it is missing.
    mutating func text(_ name: String) -> String? {
        requested.append(name)
        return attributes.first { $0.name == name }?.value
    }

    /// Returns the value of an attribute without blanks around it, or `nil` if it is missing or
    /// empty.
    mutating func word(_ name: String) -> String? {
        guard let text = text(name) else { return nil }
        let word = text.utf8.drop(while: Self.isBlank).reversed().drop(while: Self.isBlank).reversed()
        return word.isEmpty ? nil : String(decoding: Array(word), as: UTF8.self)
    }

    /// Returns the name in an attribute, or `nil` if it is missing or empty.
    mutating func name(_ name: String) -> String? { text(name).flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns whether an attribute has no value.
    func isEmpty(_ name: String) -> Bool {
        attributes.contains { $0.name == name && $0.value.utf8.allSatisfy(Self.isBlank) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0A ~= byte || byte == 0x0D }

    /// Returns the value of a required attribute.
    mutating func requiredText(_ name: String) throws(TextProblem) -> String {
        guard let text = text(name) else { throw element.problem("expected an attribute '\(name)' in \(element.tag)") }
        return text
    }

    /// Returns whether an attribute is `true`, or a default if it is missing.
    mutating func flag(_ name: String, default isSet: Bool = false) throws(TextProblem) -> Bool {
        // As in XML Schema.
        if let word = word(name), word == "0" || word == "1" { return word == "1" }
        return try choice(name, ["false": false, "true": true]) ?? isSet
    }

    /// Returns the meaning of an attribute with enumerated values, or `nil` if it is missing.
    mutating func choice<Meaning>(
        _ name: String, _ meanings: KeyValuePairs<String, Meaning>
    ) throws(TextProblem) -> Meaning? {
        guard let text = word(name) else { return nil }
        guard let meaning = meanings.first(where: { $0.key == text }) else {
            let known = meanings.map { "'\($0.key)'" }.joined(separator: ", ")
            throw element.problem("expected \(name) to be one of \(known), found \(Message.quoted(text.utf8))")
        }
        return meaning.value
    }

    /// Returns the blank-separated names of an attribute, or `nil` if it is missing.
    mutating func names(_ name: String) -> [String]? {
        text(name)?.utf8.split(whereSeparator: Self.isBlank).map { String(decoding: Array($0), as: UTF8.self) }
    }

    /// Returns the patterns of events of an attribute, or `nil` if it is missing or empty.
    mutating func events(_ name: String) -> [Statechart.EventPattern]? {
        guard let names = names(name), !names.isEmpty else { return nil }
        return names.map { Statechart.EventPattern($0) }
    }

    /// Returns the delay of an attribute, or `nil` if it is missing.
    mutating func delay(_ name: String) throws(TextProblem) -> Duration? {
        guard let text = word(name) else { return nil }
        guard let delay = Duration(delay: text) else {
            let isNumber = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
            throw element.problem(
                "expected \(name) to be a time, such as 1.5s or 250ms, found \(Message.quoted(text.utf8))",
                isNumber ? "add a unit: \(text)ms or \(text)s" : nil)
        }
        return delay
    }

    /// Returns the expression of an attribute, or `nil` if it is missing or empty.
    mutating func expression(_ name: String) throws(TextProblem) -> Expression? {
        guard let text = text(name), !isEmpty(name) else { return nil }
        do throws(ExpressionError) { return try Expression(parsing: text) } catch {
            let place = error.offset.map { " at column \($0 + 1) of \(Message.quoted(text.utf8))" } ?? ""
            throw element.problem("\(name) of \(element.tag): \(error.message)\(place)")
        }
    }

    /// Throws if there is an unknown attribute, or two that exclude each other.
    func finish(excluding pairs: KeyValuePairs<String, String> = [:]) throws(TextProblem) {
        let names = attributes.map(\.name)
        for (one, other) in pairs where names.contains(one) && names.contains(other) {
            guard !isEmpty(one), !isEmpty(other) else { continue }
            throw element.problem("expected either '\(one)' or '\(other)' in \(element.tag), found both")
        }
        if let unknown = names.first(where: { !requested.contains($0) }) {
            if let remedy = SCXML.remedies["\(element.name ?? "")/\(unknown)"] {
                throw element.problem("unknown attribute '\(unknown)' in \(element.tag)", remedy)
            }
            throw .unknown("attribute", unknown, in: element.tag, among: Set(requested).sorted(), at: element.offset)
        }
    }
}
