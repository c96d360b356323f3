internal import TextSupport

/// An element of an SCXML text, with its contents.
///
/// All elements are in one list, as nested ones would be freed recursively.
struct XMLElement {
    let tree: XMLTree
    private let index: Int

    init(_ index: Int, of tree: XMLTree) { (self.index, self.tree) = (index, tree) }

    /// The name, with the prefix `automata:` if it is in the library's namespace; `nil` for other
    /// namespaces.
    var name: String? { tree.nodes[index].name }

    /// The name in another namespace, and the namespace.
    var foreignName: (local: String, namespace: String)? { tree.nodes[index].foreignName }

    /// The attributes, with the prefix `automata:` if they are in the library's namespace.
    /// Attributes of other namespaces are left out.
    var attributes: [(name: String, value: String)] { tree.nodes[index].attributes }

    /// The prefixes in the text of an action of another namespace, with their namespaces.
    var prefixes: [String: String] { tree.nodes[index].prefixes }

    /// The child elements.
    var children: [XMLElement] { tree.nodes[index].children.map { XMLElement($0, of: tree) } }

    /// The text directly in the element.
    var text: [UInt8] { tree.nodes[index].text }

    /// Whether elements of other texts are included directly in the element.
    var includesXML: Bool { tree.nodes[index].includesXML }

    /// The offset in the tree, in bytes.
    var offset: Int { tree.nodes[index].offset }

    /// The offset in the main text: of the element, or of the element that includes it.
    var mainOffset: Int { tree.mainOffset(offset) }

    /// The name in angle brackets.
    var tag: String { "<\(name ?? foreignName?.local ?? "")>" }

    /// Returns a problem at the element.
    func problem(_ message: String, _ remedy: String? = nil) -> TextProblem {
        TextProblem(offset: offset, message: message, remedy: remedy)
    }

    /// Notes that the element, which is of another namespace, is left out.
    func skip() { if let foreignName { tree.noteSkipped(foreignName.namespace) } }

    /// Adds a warning about something that the author may not have intended.
    func warn(_ message: String) { tree.warn(offset, message) }
}

// MARK: - The text

extension XMLElement {
    /// The text between the element's tags, including the markup; `nil` if it isn't UTF-8.
    var content: String? {
        tree.withText(at: offset) { text, base in
            let (offset, end) = (offset - base, tree.nodes[index].end - base)
            let start = Self.tagEnd(offset, min(end, text.count), in: text)
            guard start < min(end, text.count) else { return "" }
            return String(validating: text[start + 1..<end], as: UTF8.self)
        }
    }

    /// Returns the end of a tag: the first `>` that isn't in quotes.
    private static func tagEnd(_ offset: Int, _ end: Int, in text: UnsafeRawBufferPointer) -> Int {
        var (start, quote) = (offset, UInt8(0))
        while start < end, quote != 0 || text[start] != UInt8(ascii: ">") {
            if quote == text[start] {
                quote = 0
            } else if quote == 0, text[start] == UInt8(ascii: "'") || text[start] == UInt8(ascii: "\"") {
                quote = text[start]
            }
            start += 1
        }
        return start
    }

    /// Returns the value of an attribute with the line breaks that it has in the text.
    ///
    /// XML turns line breaks in attributes into spaces. In a script they end statements and
    /// comments, unless they are in a string.
    func valueWithLines(_ name: String, _ value: String) -> String {
        guard value.utf8.contains(0x20) else { return value }
        return tree.withText(at: offset) { text, base in
            let end = Self.tagEnd(offset - base, text.count, in: text)
            guard let raw = Self.rawValue(of: name, in: text[(offset - base)..<end]),
                raw.contains(where: { $0 == 0x0A || $0 == 0x0D })
            else { return value }
            return Self.merged(Array(value.utf8), raw) ?? value
        }
    }

    private static func rawValue(
        of name: String, in tag: Slice<UnsafeRawBufferPointer>
    ) -> Slice<UnsafeRawBufferPointer>? {
        var rest = tag
        while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
            let found = rest[..<equals].reversed().drop { $0 <= 0x20 }.prefix { $0 > 0x20 }.reversed()
            var value = rest[(equals + 1)...].drop { $0 <= 0x20 }
            guard let quote = value.popFirst(), let end = value.firstIndex(of: quote) else { return nil }
            if found.elementsEqual(name.utf8) { return value[..<end] }
            rest = value[(end + 1)...]
        }
        return nil
    }

    /// Returns a value with line feeds where the text has line breaks, except in strings; `nil` if
    /// the two don't match.
    private static func merged(_ value: [UInt8], _ raw: Slice<UnsafeRawBufferPointer>) -> String? {
        var (result, rest) = (value, raw)
        var (quote, previous, isComment) = (UInt8(0), UInt8(0), false)
        for (index, byte) in value.enumerated() {
            guard let next = rest.popFirst() else { return nil }
            if next == UInt8(ascii: "&") {
                // A reference stands for one character.
                guard byte < 0x80, let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
                rest = rest[(end + 1)...]
            }
            let isBreak = next == 0x0A || next == 0x0D
            if next == 0x0D, rest.first == 0x0A { rest = rest.dropFirst() }
            if isBreak, quote == 0 { (result[index], isComment) = (0x0A, false) }
            let isQuote = byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"")
            if isQuote, !isComment, previous != UInt8(ascii: "\\"), quote == 0 || quote == byte {
                quote = quote == 0 ? byte : 0
            }
            if quote == 0, byte == UInt8(ascii: "/"), previous == byte { isComment = true }
            previous = previous == UInt8(ascii: "\\") ? 0 : byte
        }
        return rest.isEmpty ? String(validating: result, as: UTF8.self) : nil
    }
}
