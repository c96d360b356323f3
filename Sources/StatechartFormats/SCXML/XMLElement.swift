internal import TextSupport
internal import XMLSupport

/// An element of an SCXML text, with its contents.
///
/// All elements are in one list, as nested ones would be freed recursively.
struct XMLElement {
    private let tree: XMLTree
    private let index: Int

    fileprivate init(_ index: Int, of tree: XMLTree) { (self.index, self.tree) = (index, tree) }

    /// The name, with the prefix `automata:` if it is in the library's namespace; `nil` for other
    /// namespaces.
    var name: String? { tree.nodes[index].name }

    /// The attributes, with the prefix `automata:` if they are in the library's namespace.
    /// Attributes of other namespaces are left out.
    var attributes: [(name: String, value: String)] { tree.nodes[index].attributes }

    /// The child elements.
    var children: [XMLElement] { tree.nodes[index].children.map { XMLElement($0, of: tree) } }

    /// The text directly in the element.
    var text: [UInt8] { tree.nodes[index].text }

    /// The place.
    var offset: Int { tree.nodes[index].offset }

    /// The place of the element's end tag.
    var end: Int { tree.nodes[index].end }

    /// The name in angle brackets.
    var tag: String { "<\(name ?? "another namespace")>" }

    /// Returns a problem at the element.
    func problem(_ message: String, _ remedy: String? = nil) -> TextProblem {
        TextProblem(offset: offset, message: message, remedy: remedy)
    }
}

extension XMLElement {
    /// Returns the text between the element's tags, including the markup.
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
        guard !builder.nodes.isEmpty else { throw TextProblem(offset: 0, message: "expected <scxml>") }
        self.init(0, of: XMLTree(builder.nodes))
    }
}

/// The elements of a text, the outermost one first.
private final class XMLTree {
    struct Node {
        var name: String?
        var attributes: [(name: String, value: String)] = []
        /// The places of the elements within.
        var children: [Int] = []
        var text: [UInt8] = []
        var offset: Int
        /// The place of the element's end tag.
        var end = 0
    }

    let nodes: [Node]

    init(_ nodes: [Node]) { self.nodes = nodes }
}

/// Collects elements, and resolves their namespaces.
private final class XMLElementBuilder: XMLReader {
    private enum Namespace { case scxml, automata, other }

    private(set) var nodes: [XMLTree.Node] = []
    /// The places of the open elements.
    private var stack: [Int] = []
    /// The namespaces of each prefix, the current one last; the default namespace has an empty
    /// prefix.
    private var namespaces: [String: [Namespace]] = ["xml": [.other]]
    /// The prefixes that each open element declares.
    private var declaredPrefixes: [[String]] = []
    /// The number of open elements from the outermost one of another namespace on.
    private var foreignDepth = 0

    func start(_ name: String, attributes: XMLAttributes) throws(TextProblem) {
        if foreignDepth > 0 {
            foreignDepth += 1
            return
        }
        try TextProblem.check(
            depth: stack.count, upTo: StatechartFormatLimits.stateDepth + 2 * StatechartFormatLimits.contentDepth,
            "nested elements")
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
        declaredPrefixes.append(prefixes)
        var element = XMLTree.Node(offset: attributes.offset)
        element.name = try resolved(attributes.qualifiedElementName, isAttribute: false)
        for (name, value) in pairs {
            if let name = try resolved(name, isAttribute: true) { element.attributes.append((name, value)) }
        }
        if element.name == nil { foreignDepth = 1 }
        if let parent = stack.last { nodes[parent].children.append(nodes.count) }
        stack.append(nodes.count)
        nodes.append(element)
    }

    func end(at offset: Int) {
        if foreignDepth > 1 {
            foreignDepth -= 1
            return
        }
        foreignDepth = 0
        for prefix in declaredPrefixes.popLast() ?? [] { namespaces[prefix]?.removeLast() }
        if let element = stack.popLast() { nodes[element].end = offset }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {
        guard foreignDepth == 0, let open = stack.last, let name = nodes[open].name else { return }
        // Elsewhere text is indentation.
        if ["content", "data", "assign", "script"].contains(name) {
            nodes[open].text.append(contentsOf: bytes)
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

    /// Returns a name without its prefix, or with the prefix `automata:` if it is in the library's
    /// namespace; `nil` for other namespaces than this and SCXML's.
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
