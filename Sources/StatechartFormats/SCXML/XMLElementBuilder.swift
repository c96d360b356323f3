internal import TextSupport
internal import XMLSupport

extension XMLElement {
    /// Parses a text, and the texts that it includes.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - load: Returns the text at a location.
    /// - Returns: The outermost element.
    /// - Throws: The first problem of a text, with a place in the main text.
    init(parsing text: UnsafeRawBufferPointer, loading load: @escaping (String) throws -> [UInt8]) throws(TextProblem) {
        let tree = XMLTree(text, load)
        let builder = XMLElementBuilder(tree)
        do throws(TextProblem) { try builder.read(xml: text) } catch { throw tree.located(tree.failure ?? error) }
        guard !tree.nodes.isEmpty else { throw TextProblem(offset: 0, message: "expected <scxml>") }
        self.init(0, of: tree)
    }
}

/// Collects elements, and resolves their namespaces.
final class XMLElementBuilder: XMLReader {
    let tree: XMLTree
    /// The offset of the text's first byte.
    let base: Int
    /// The locations of the text and of the texts that include it; empty for the main text.
    let locations: [String]
    /// The open elements.
    private var stack: [OpenElement] = []
    /// The namespaces of each prefix, the current one last; the default namespace has an empty
    /// prefix.
    private var namespaces: [String: [String]] = ["xml": ["http://www.w3.org/XML/1998/namespace"]]
    /// The number of open elements from the outermost one of another namespace on.
    private var foreignDepth = 0

    /// An open element.
    struct OpenElement {
        /// The element; if it is transparent, the element around it.
        var node: Int
        /// The prefixes that the element declares.
        var prefixes: [String] = []
        /// An inclusion, whose alternative isn't read yet.
        var inclusion: Inclusion?
        /// Whether the element's contents stand in the element around it.
        var isTransparent = false
    }

    /// - Parameter parent: The element of `tree` that includes the text.
    init(_ tree: XMLTree, base: Int = 0, in parent: Int? = nil, locations: [String] = []) {
        (self.tree, self.base, self.locations) = (tree, base, locations)
        if let parent { stack = [OpenElement(node: parent, isTransparent: true)] }
    }

    private var isIncluded: Bool { !locations.isEmpty }

    func start(_ name: String, attributes: XMLAttributes) throws(TextProblem) {
        if foreignDepth > 0 {
            foreignDepth += 1
            return
        }
        try TextProblem.check(
            depth: stack.count, upTo: StatechartFormatLimits.stateDepth + 2 * StatechartFormatLimits.contentDepth,
            "nested elements")
        var pairs: [(name: String, value: String)] = []
        var open = OpenElement(node: stack.last?.node ?? 0)
        attributes.forEachQualified { name, value in
            guard let prefix = Self.declaredPrefix(name) else { return pairs.append((name, value)) }
            namespaces[prefix, default: []].append(value)
            open.prefixes.append(prefix)
        }
        for prefix in open.prefixes {
            guard let namespace = namespaces[prefix]?.last, namespace.hasPrefix(SCXML.automataFamily),
                namespace != SCXML.automataNamespace
            else { continue }
            throw TextProblem(
                message: "unknown namespace \(Message.quoted(namespace.utf8))",
                remedy: "write \(SCXML.automataNamespace)")
        }
        let (namespace, local) = try resolved(attributes.qualifiedElementName, isAttribute: false)
        if SCXML.inclusionNamespaces.contains(namespace) {
            open.isTransparent = true
            switch local {
            case "include" where !stack.isEmpty && stack.last?.inclusion == nil:
                open.inclusion = Inclusion(failure: try include(pairs, in: open.node, at: attributes.offset))
            case "fallback" where stack.last?.inclusion != nil: useFallback()
            default:
                throw TextProblem(
                    message: "unexpected <xi:\(local)>", remedy: "only <xi:include> with <xi:fallback> in it is read")
            }
            return stack.append(open)
        }
        if stack.last?.inclusion != nil {
            // Only an alternative can stand in an inclusion.
            (open.isTransparent, foreignDepth) = (true, 1)
            return stack.append(open)
        }
        if isIncluded, stack.count == 1, namespace == SCXML.namespace, local == "scxml",
            tree.nodes[open.node].name != "content"
        {
            // The states of an included chart become those of the element that includes it.
            open.isTransparent = true
            merge(pairs, into: open.node, at: base + attributes.offset)
            return stack.append(open)
        }
        var element = XMLTree.Node(offset: base + attributes.offset)
        switch namespace {
        case SCXML.namespace: element.name = local
        case SCXML.automataNamespace:
            element.name = SCXML.sharedElements.contains(local) ? local : SCXML.prefix + local
        default:
            element.foreignName = (local, namespace)
            foreignDepth = 1
        }
        for (name, value) in pairs {
            let (namespace, local) = try resolved(name, isAttribute: true)
            switch namespace {
            case "", SCXML.namespace: element.attributes.append((local, value))
            case SCXML.automataNamespace: element.attributes.append((SCXML.prefix + local, value))
            default: if !namespace.hasPrefix("http://www.w3.org/") { tree.noteSkipped(namespace) }
            }
        }
        append(element, in: &open)
        stack.append(open)
    }

    private func append(_ element: XMLTree.Node, in open: inout OpenElement) {
        var element = element
        if !stack.isEmpty {
            let parent = tree.nodes[open.node]
            element.isRaw =
                parent.isRaw || ["data", "assign", "script"].contains(parent.name)
                || parent.name == "content" && element.name != "scxml"
            // The scripts of an included chart run when the main chart is loaded.
            let isOfIncludedChart = isIncluded && element.name == "script" && stack.count == 2 && stack[1].isTransparent
            tree.nodes[isOfIncludedChart ? 0 : open.node].children.append(tree.nodes.count)
        }
        open.node = tree.nodes.count
        tree.nodes.append(element)
    }

    func end(at offset: Int) throws(TextProblem) {
        if foreignDepth > 1 {
            foreignDepth -= 1
            return
        }
        foreignDepth = 0
        guard let open = stack.popLast() else { return }
        if !open.isTransparent {
            tree.nodes[open.node].end = base + offset
            notePrefixes(of: open.node)
        }
        for prefix in open.prefixes { namespaces[prefix]?.removeLast() }
        if let failure = open.inclusion?.failure { throw failure }
    }

    /// Replaces an inclusion that can't be read by its alternative.
    private func useFallback() {
        if let failure = stack[stack.count - 1].inclusion?.failure {
            stack[stack.count - 1].inclusion?.failure = nil
            tree.warn(base + (failure.offset ?? 0), failure.message + "; <xi:fallback> takes its place")
        } else {
            foreignDepth = 1
        }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {
        guard foreignDepth == 0, let open = stack.last else { return }
        let node = tree.nodes[open.node]
        guard let name = node.name, open.inclusion == nil else { return }
        if SCXML.elementsWithText.contains(name) { return tree.nodes[open.node].text.append(contentsOf: bytes) }
        // Elsewhere text is indentation.
        guard !node.isRaw, node.text.isEmpty, bytes.contains(where: { $0 > 0x20 }) else { return }
        tree.nodes[open.node].text = Array(bytes.drop { $0 <= 0x20 }.prefix(40))
        let text = Message.quoted(bytes.drop { $0 <= 0x20 }.prefix(40))
        tree.warn(node.offset, "the text \(text) in <\(name)> has no meaning there; move it or remove it")
    }

    // MARK: Namespaces

    /// Returns the prefix that an attribute declares.
    private static func declaredPrefix(_ attribute: String) -> String? {
        if attribute == "xmlns" { return "" }
        return attribute.hasPrefix("xmlns:") ? String(attribute.dropFirst(6)) : nil
    }

    /// Notes the prefixes in the text of an action of another namespace, as the text may be written
    /// elsewhere.
    ///
    /// Only these, because all prefixes of a text for each of its elements could fill the memory.
    private func notePrefixes(of node: Int) {
        guard let name = tree.nodes[node].foreignName, !SCXML.isMetadata(name),
            let content = XMLElement(node, of: tree).content, content.utf8.contains(UInt8(ascii: ":"))
        else { return }
        // Words that aren't prefixes do no harm.
        for word in content.utf8.split(whereSeparator: { " \t\r\n<>/=\"'".utf8.contains($0) }) {
            guard let colon = word.firstIndex(of: UInt8(ascii: ":")), colon > word.startIndex else { continue }
            let prefix = String(decoding: Array(word[..<colon]), as: UTF8.self)
            if let namespace = namespaces[prefix]?.last { tree.nodes[node].prefixes[prefix] = namespace }
        }
    }

    /// Returns the namespace of a name and the name without its prefix.
    ///
    /// Elements without any namespace are SCXML's; attributes without a prefix have none.
    private func resolved(_ name: String, isAttribute: Bool) throws(TextProblem) -> (namespace: String, local: String) {
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let (prefix, local) = parts.count == 2 ? (String(parts[0]), String(parts[1])) : ("", name)
        if prefix.isEmpty, isAttribute { return ("", local) }
        if let namespace = namespaces[prefix]?.last, !namespace.isEmpty { return (namespace, local) }
        guard prefix.isEmpty else {
            throw TextProblem(
                message: "the prefix \(Message.quoted(prefix.utf8)) isn't declared",
                remedy: "declare it in <scxml>, as in xmlns:automata=\"\(SCXML.automataNamespace)\"")
        }
        return (SCXML.namespace, local)
    }
}
