import AutomataFiles
import TextSupport

/// Facts about a file, for a person as a list and for programs as JSON.
package struct FactList {
    private struct Fact {
        var key: String
        /// The value in JSON; `nil` if it is for a person only.
        var json: String?
        /// The title and the words for a person; `nil` if there is nothing to tell.
        var title: String
        var text: String?
    }

    private var facts: [Fact] = []

    /// The most names that are listed for a person.
    static let mostNames = 12

    package init() {}

    /// Adds a fact.
    ///
    /// - Parameters:
    ///   - key: The key in JSON.
    ///   - json: The value in JSON; `nil` if the fact is for a person only.
    ///   - text: The words for a person; `nil` if there is nothing to tell.
    ///   - title: The title for a person; `nil` for the key.
    package mutating func add(_ key: String, json: String?, text: String?, title: String? = nil) {
        facts.append(Fact(key: key, json: json, title: title ?? key, text: text))
    }

    package mutating func add(_ key: String, text: String) {
        add(key, json: JSONString.quoted(RawText.readable(text)), text: text.isEmpty ? nil : text.shown)
    }

    /// Adds a number.
    ///
    /// - Parameter details: What stands behind it for a person.
    package mutating func add(_ key: String, _ number: Int, details: String = "") {
        let details = details.isEmpty ? "" : ": " + details
        add(key, json: String(number), text: grouped(number) + details)
    }

    /// Adds names, of which a person gets the first ones.
    package mutating func add(_ key: String, _ names: [String], separator: String = " ", title: String? = nil) {
        add(key, json: Self.json(names), text: Self.text(names, separator: separator), title: title)
    }

    /// The first names, and the number of all of them if there are more.
    package static func text(_ names: [String], separator: String) -> String {
        if names.isEmpty { return "none" }
        let shown = names.prefix(mostNames).map(\.shown).joined(separator: separator)
        return shown + (names.count > mostNames ? "\(separator)… (\(grouped(names.count)) in all)" : "")
    }

    package static func json(_ names: [String]) -> String {
        "[" + names.map(JSONString.quoted).joined(separator: ", ") + "]"
    }

    /// A line for each fact.
    package var list: String {
        let told = facts.compactMap { fact in fact.text.map { (fact.title, $0) } }
        let width = told.map(\.0.count).max() ?? 0
        return told.map { $0 + String(repeating: " ", count: width + 2 - $0.count) + $1 + "\n" }.joined()
    }

    /// One JSON object on a line.
    package var json: String {
        let members = facts.compactMap { fact in fact.json.map { "\(JSONString.quoted(fact.key)): \($0)" } }
        return "{" + members.joined(separator: ", ") + "}\n"
    }
}
