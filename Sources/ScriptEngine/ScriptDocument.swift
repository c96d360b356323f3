/// An XML document for scripts, which see it as read-only DOM nodes.
///
/// Each node has `getElementsByTagName`, `getAttribute`, `hasAttribute`, `tagName`, `nodeName`,
/// `nodeType`, `nodeValue`, `textContent`, `childNodes`, `firstChild`, `nextSibling` and
/// `parentNode`; the document also has `documentElement`.
public struct ScriptDocument: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case element(name: String, attributes: [String: String])
        case text(String)
    }

    package struct Node: Hashable, Sendable {
        let parent: Int
        package var content: Content
    }

    /// The nodes in the order of the text; node 0 is the document. The list is flat, so that deep
    /// nesting needs no stack.
    package private(set) var nodes: [Node] = []
    private var open = [0]

    /// Creates an empty document.
    public init() {}

    /// Begins an element within the innermost open element, or in the document if none is open.
    public mutating func beginElement(_ name: String, attributes: [String: String] = [:]) {
        let content = Content.element(name: name, attributes: attributes)
        nodes.append(Node(parent: open.last ?? 0, content: content))
        open.append(nodes.count)
    }

    /// Ends the innermost open element, if there is one.
    public mutating func endElement() { if open.count > 1 { open.removeLast() } }

    /// Adds text to the innermost open element, or to the document if none is open.
    public mutating func addText(_ text: String) {
        let parent = open.last ?? 0
        if let last = nodes.indices.last, nodes[last].parent == parent, case .text(var whole) = nodes[last].content {
            // Takes the text out, so that it isn't copied for each piece.
            nodes[last].content = .text("")
            whole += text
            nodes[last].content = .text(whole)
        } else {
            nodes.append(Node(parent: parent, content: .text(text)))
        }
    }
}
