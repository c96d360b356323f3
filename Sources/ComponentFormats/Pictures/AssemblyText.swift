internal import Drawing

/// Writes a figure for programs that draw.
struct AssemblyText {
    private let figure: AssemblyFigure

    init(_ figure: AssemblyFigure) { self.figure = figure }

    // MARK: - Graphviz

    var dot: String {
        var text = "digraph \(DOTText.quoted(figure.nodes[0].title)) {\n  rankdir=LR\n  fontname=\"Helvetica\"\n"
        text += "  node [fontname=\"Helvetica\", fontsize=12, shape=box]\n"
        text += "  edge [fontname=\"Helvetica\", fontsize=10]\n"
        text += contents { node, depth in
            let (indent, code) = (Self.indent(depth), "n\(node)")
            if figure.nodes[node].isHub { return (indent + "\(code) [shape=point]\n", "") }
            let title = DOTText.quoted(figure.nodes[node].title)
            guard figure.nodes[node].isContainer else { return (indent + "\(code) [label=\(title)]\n", "") }
            return (indent + "subgraph cluster_\(code) {\n\(indent)  label=\(title)\n", indent + "}\n")
        } port: { end, name, depth in
            Self.indent(depth) + "\(code(end)) [label=\(DOTText.quoted(name)), shape=cds, fontsize=10]\n"
        }
        for link in figure.links {
            var attributes = ["label=\(DOTText.quoted(link.label))"]
            if let name = name(link.from) { attributes.append("taillabel=\(DOTText.quoted(name))") }
            if let name = name(link.to) { attributes.append("headlabel=\(DOTText.quoted(name))") }
            if link.isPointToPoint { attributes.append("style=dashed") }
            text += "  \(code(link.from)) -> \(code(link.to)) [\(attributes.joined(separator: ", "))]\n"
        }
        return text + "}\n"
    }

    // MARK: - Mermaid

    var mermaid: String {
        var text = "flowchart LR\n"
        text += contents { node, depth in
            let (indent, code) = (Self.indent(depth), "n\(node)")
            if figure.nodes[node].isHub { return (indent + "\(code)(( ))\n", "") }
            let title = "[\"\(Mermaid.escaped(figure.nodes[node].title))\"]"
            guard figure.nodes[node].isContainer else { return (indent + code + title + "\n", "") }
            return (indent + "subgraph \(code) \(title)\n", indent + "end\n")
        } port: { end, name, depth in
            Self.indent(depth) + "\(code(end))([\"\(Mermaid.escaped(name))\"])\n"
        }
        for link in figure.links {
            let label = link.label.isEmpty ? "" : "|\"\(Mermaid.escaped(link.label))\"|"
            text += "  \(code(link.from)) \(link.isPointToPoint ? "-.->" : "-->")\(label) \(code(link.to))\n"
        }
        return text
    }

    // MARK: - Both

    /// Returns the boxes inside each other, with the ports of those that contain others.
    private func contents(
        _ box: (_ node: Int, _ depth: Int) -> (begin: String, end: String),
        port: (AssemblyFigure.End, String, _ depth: Int) -> String
    ) -> String {
        var text = ""
        func add(_ node: Int, _ depth: Int) {
            let (begin, end) = node == 0 ? ("", "") : box(node, depth)
            let inner = node == 0 ? depth : depth + 1
            text += begin
            if figure.nodes[node].isContainer {
                for (number, description) in figure.nodes[node].ports.enumerated() {
                    text += port(.init(node: node, port: number), description.name, inner)
                }
            }
            for child in figure.nodes[node].children { add(child, inner) }
            text += end
        }
        add(0, 1)
        return text
    }

    private func code(_ end: AssemblyFigure.End) -> String {
        figure.nodes[end.node].isContainer ? "n\(end.node)p\(end.port)" : "n\(end.node)"
    }

    /// The name of a port without a node of its own.
    private func name(_ end: AssemblyFigure.End) -> String? {
        let node = figure.nodes[end.node]
        return node.isContainer || node.isHub ? nil : node.ports[end.port].name
    }

    private static func indent(_ depth: Int) -> String { String(repeating: "  ", count: min(depth, 40)) }
}
