internal import TextSupport
internal import XMLSupport

/// An element of an SCXML text, with all that is in it.
struct XMLElement {
    /// The name, `automata:` in front if it is of our namespace; `nil` for an element of others.
    var name: String?
    /// The attributes, `automata:` in front of those of our namespace, without those of others.
    var attributes: [(name: String, value: String)] = []
    /// The elements within.
    var children: [XMLElement] = []
    /// The text directly within.
    var text: [UInt8] = []
    /// The place.
    var offset: Int
    /// The place of the tag that ends the element.
    var end = 0

    /// The name in angle brackets.
    var tag: String { "<\(name ?? "another namespace")>" }

    /// The problem of something at the element.
    func problem(_ message: String, _ remedy: String? = nil) -> TextProblem {
        TextProblem(offset: offset, message: message, remedy: remedy)
    }
}

extension XMLElement {
    /// Returns the text between the element's tags, with the elements within as they are written.
    func content(in text: UnsafeRawBufferPointer) -> String? {
        var (start, quote) = (offset, UInt8(0))
        while start < min(end, text.count), quote != 0 || text[start] != UInt8(ascii: ">") {
            if quote == text[start] {
                quote = 0
            } else if quote == 0, [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(text[start]) {
                quote = text[start]
            }
            start += 1
        }
        guard start < min(end, text.count) else { return "" }
        return String(validating: text[start + 1..<end], as: UTF8.self)
    }

    /// Parses a text.
    ///
    /// - Returns: The outermost element.
    /// - Throws: The first problem of the text.
    init(parsing text: UnsafeRawBufferPointer) throws(TextProblem) {
        let builder = XMLElementBuilder()
        try builder.read(xml: text)
        guard let root = builder.root else { throw TextProblem(offset: 0, message: "expected <scxml>") }
        self = root
    }
}

/// Collects elements, and resolves their namespaces.
private final class XMLElementBuilder: XMLReader {
    private enum Namespace { case scxml, automata, other }

    private(set) var root: XMLElement?
    /// The elements that are open.
    private var stack: [XMLElement] = []
    /// The namespaces that each prefix has had, the one that holds last; the default has none.
    private var namespaces: [String: [Namespace]] = ["xml": [.other]]
    /// The prefixes that each open element declares.
    private var declared: [[String]] = []
    /// The number of open elements from an element of another namespace on.
    private var foreignDepth = 0

    func start(_ name: String, attributes: XMLAttributes) throws(TextProblem) {
        if foreignDepth > 0 {
            foreignDepth += 1
            return
        }
        try Bounds.check(stack.count, Bounds.stateDepth + 2 * Bounds.contentDepth, "elements")
        var pairs: [(name: String, value: String)] = []
        var prefixes: [String] = []
        var misspelled: String?
        attributes.forEachQualified { name, value in
            guard let prefix = Self.declaredPrefix(name) else { return pairs.append((name, value)) }
            let namespace = Self.namespace(value)
            if namespace == .other, value.hasPrefix(SCXML.automataFamily) { misspelled = value }
            namespaces[prefix, default: []].append(namespace)
            prefixes.append(prefix)
        }
        if let misspelled {
            throw TextProblem(
                message: "unknown namespace \(Message.quoted(misspelled.utf8))",
                remedy: "write \(SCXML.automataNamespace)")
        }
        declared.append(prefixes)
        var element = XMLElement(offset: attributes.offset)
        element.name = try resolved(attributes.qualifiedElementName, isAttribute: false)
        for (name, value) in pairs {
            if let name = try resolved(name, isAttribute: true) { element.attributes.append((name, value)) }
        }
        if element.name == nil { foreignDepth = 1 }
        stack.append(element)
    }

    func end(at offset: Int) {
        if foreignDepth > 1 {
            foreignDepth -= 1
            return
        }
        foreignDepth = 0
        for prefix in declared.popLast() ?? [] { namespaces[prefix]?.removeLast() }
        guard var element = stack.popLast() else { return }
        element.end = offset
        if stack.isEmpty { root = element } else { stack[stack.count - 1].children.append(element) }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {
        guard foreignDepth == 0, let name = stack.last?.name else { return }
        // Elsewhere text is indentation.
        if ["content", "data", "assign", "script"].contains(name) {
            stack[stack.count - 1].text.append(contentsOf: bytes)
        }
    }

    // MARK: Namespaces

    private static func namespace(_ uri: String) -> Namespace {
        switch uri {
        case SCXML.namespace: .scxml
        case SCXML.automataNamespace: .automata
        default: .other
        }
    }

    /// Returns the prefix that an attribute declares.
    private static func declaredPrefix(_ attribute: String) -> String? {
        if attribute == "xmlns" { return "" }
        return attribute.hasPrefix("xmlns:") ? String(attribute.dropFirst(6)) : nil
    }

    /// Returns a name without its prefix, but with `automata:` in front if it is ours; `nil` if it
    /// is neither ours nor SCXML's.
    private func resolved(_ name: String, isAttribute: Bool) throws(TextProblem) -> String? {
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let (prefix, local) = parts.count == 2 ? (String(parts[0]), String(parts[1])) : ("", name)
        if prefix.isEmpty, isAttribute { return local }
        guard let namespace = namespaces[prefix]?.last ?? (prefix.isEmpty ? .scxml : nil) else {
            throw TextProblem(
                message: "the prefix \(Message.quoted(prefix.utf8)) isn't declared",
                remedy: "declare it in <scxml>, as in xmlns:automata=\"\(SCXML.automataNamespace)\"")
        }
        switch namespace {
        case .scxml: return local
        case .automata: return !isAttribute && SCXML.sharedElements.contains(local) ? local : SCXML.prefix + local
        case .other: return nil
        }
    }
}
