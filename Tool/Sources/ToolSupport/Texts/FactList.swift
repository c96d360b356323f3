import AutomataFiles
package import TextSupport

/// Facts about a file, for a person as a list and for programs as JSON.
package struct FactList {
    /// The titles and the words for a person.
    private var facts: [(title: String, text: String)] = []
    /// The facts for programs.
    private var object: JSONObject = [:]

    /// The maximum number of names in the list for a person.
    static let maximumNames = 12

    package init() {}

    /// Adds a fact.
    ///
    /// - Parameters:
    ///   - key: The key in JSON.
    ///   - json: The value in JSON.
    ///   - text: The text for a person, or `nil` to leave out the fact.
    ///   - title: The title for a person; by default the key.
    package mutating func add(_ key: String, json: some JSONWritable, text: String?, title: String? = nil) {
        object.add(key, json)
        if let text { add(for: title ?? key, text) }
    }

    /// Adds a fact for a person only.
    package mutating func add(for title: String, _ text: String) { facts.append((title, text)) }

    package mutating func add(_ key: String, text: String) {
        add(key, json: RawText.readable(text), text: text.isEmpty ? nil : text.shown)
    }

    /// Adds a number.
    ///
    /// - Parameter details: The text after the number in the list for a person.
    package mutating func add(_ key: String, _ number: Int, details: String = "") {
        let details = details.isEmpty ? "" : ": " + details
        add(key, json: number, text: grouped(number) + details)
    }

    /// Adds names; the list for a person has only the first ones.
    package mutating func add(_ key: String, _ names: [String], separator: String = " ", title: String? = nil) {
        add(key, json: names, text: Self.text(names, separator: separator), title: title)
    }

    /// Returns the first names, and the number of all names if there are more.
    package static func text(_ names: [String], separator: String) -> String {
        if names.isEmpty { return "none" }
        let shown = names.prefix(maximumNames).map(\.shown).joined(separator: separator)
        return shown + (names.count > maximumNames ? "\(separator)… (\(grouped(names.count)) in all)" : "")
    }

    /// A line for each fact.
    package var list: String {
        let width = facts.map(\.title.count).max() ?? 0
        return facts.map { $0 + String(repeating: " ", count: width + 2 - $0.count) + $1 + "\n" }.joined()
    }

    /// One JSON object on a line.
    package var json: String { object.line }
}
