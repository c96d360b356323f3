internal import Statecharts
internal import TextSupport

/// The attributes of an element, by name.
struct SCXMLAttributes {
    private let element: XMLElement
    private var requested: [String] = []

    init(of element: XMLElement) { self.element = element }

    /// Returns the value of an attribute, or `nil` if it is missing.
    mutating func text(_ name: String) -> String? {
        requested.append(name)
        return element.attributes.first { $0.name == name }?.value
    }

    /// Returns the value of a required attribute.
    mutating func requiredText(_ name: String) throws(TextProblem) -> String {
        guard let text = text(name) else {
            throw element.problem("expected an attribute '\(name)' in \(element.tag)")
        }
        return text
    }

    /// Returns whether an attribute is `true`, or a default if it is missing.
    mutating func flag(_ name: String, default isSet: Bool = false) throws(TextProblem) -> Bool {
        try choice(name, ["false": false, "true": true]) ?? isSet
    }

    /// Returns the meaning of an attribute with enumerated values, or `nil` if it is missing.
    mutating func choice<Meaning>(
        _ name: String, _ meanings: KeyValuePairs<String, Meaning>
    ) throws(TextProblem) -> Meaning? {
        guard let text = text(name) else { return nil }
        guard let meaning = meanings.first(where: { $0.key == text }) else {
            let known = meanings.map { "'\($0.key)'" }.joined(separator: ", ")
            throw element.problem("expected \(name) to be one of \(known), found \(Message.quoted(text.utf8))")
        }
        return meaning.value
    }

    /// Returns the blank-separated names of an attribute, or `nil` if it is missing.
    mutating func names(_ name: String) -> [String]? {
        text(name)?.unicodeScalars.split { $0 == " " || "\t"..."\n" ~= $0 || $0 == "\r" }.map { String($0) }
    }

    /// Returns the patterns of events of an attribute, or `nil` if it is missing.
    mutating func events(_ name: String) throws(TextProblem) -> [Statechart.EventPattern]? {
        guard let names = names(name) else { return nil }
        guard !names.isEmpty else {
            throw element.problem("expected the name of an event in '\(name)' of \(element.tag)")
        }
        return names.map { Statechart.EventPattern($0) }
    }

    /// Returns the delay of an attribute, or `nil` if it is missing.
    mutating func delay(_ name: String) throws(TextProblem) -> Duration? {
        guard let text = text(name) else { return nil }
        guard let delay = Duration(delay: text) else {
            throw element.problem(
                "expected \(name) to be a time, such as 1.5s or 250ms, found \(Message.quoted(text.utf8))")
        }
        return delay
    }

    /// Returns the expression of an attribute, or `nil` if it is missing.
    mutating func expression(_ name: String) throws(TextProblem) -> Expression? {
        guard let text = text(name) else { return nil }
        do throws(ExpressionError) { return try Expression(parsing: text) } catch {
            let place = error.offset.map { " at column \($0 + 1) of \(Message.quoted(text.utf8))" } ?? ""
            throw element.problem("\(name) of \(element.tag): \(error.message)\(place)")
        }
    }

    /// Throws if there is an unknown attribute, or two that exclude each other.
    func finish(excluding pairs: KeyValuePairs<String, String> = [:]) throws(TextProblem) {
        let names = element.attributes.map(\.name)
        for (one, other) in pairs where names.contains(one) && names.contains(other) {
            throw element.problem("expected either '\(one)' or '\(other)' in \(element.tag), found both")
        }
        if let unknown = names.first(where: { !requested.contains($0) }) {
            throw .unknown("attribute", unknown, in: element.tag, among: requested.sorted(), at: element.offset)
        }
    }
}
