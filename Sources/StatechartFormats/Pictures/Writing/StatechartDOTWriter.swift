internal import Drawing
internal import Statecharts

/// Writes a figure in the language of Graphviz.
///
/// A composite state is a cluster with an invisible point, which is the end of its edges; they are
/// cut at the border.
struct StatechartDOTWriter {
    private let figure: ChartFigure
    private let highlight: ChartHighlight
    private var lines = IndentedLines()

    /// Returns the text.
    static func text(of figure: ChartFigure, highlighting highlight: StatechartHighlight) -> String {
        var writer = Self(figure: figure, highlight: ChartHighlight(highlight, in: figure))
        writer.write()
        return writer.lines.text
    }

    private mutating func write() {
        lines.append("digraph \(DOTText.quoted(figure.chart.name)) {")
        lines.depth = 1
        lines.append("compound=true")
        // Otherwise Graphviz loses edges between clusters.
        lines.append("newrank=true")
        lines.append("fontname=\"Helvetica\"")
        lines.append("node [fontname=\"Helvetica\", fontsize=12]")
        lines.append("edge [fontname=\"Helvetica\", fontsize=10]")
        let showsRoot = figure.showsRoot
        figure.visit { step in
            switch step {
            case .begin(let node) where figure.isComposite(node):
                if node > 0 || showsRoot { begin(node) }
            case .begin(let node): lines.append("s\(node) [\(attributes(node))]")
            case .end(let node) where figure.isComposite(node) && (node > 0 || showsRoot):
                lines.depth -= 1
                lines.append("}")
            case .end: break
            }
        }
        for edge in figure.edges { write(edge) }
        lines.depth = 0
        lines.append("}")
    }

    private mutating func begin(_ node: Int) {
        lines.append("subgraph cluster_s\(node) {")
        lines.depth += 1
        let texts = [figure.state(node)?.title ?? ""] + figure.bodyTexts(node)
        lines.append("label=\(DOTText.quoted(texts.joined(separator: "\n")))")
        var styles = ["rounded"]
        if case .region = figure.nodes[node].shape { styles.append("dashed") }
        lines.append("style=\"\(styles.joined(separator: ","))\"")
        if highlight.enclosingNodes.contains(node) || highlight.entered.contains(node) { lines.append("penwidth=2") }
        if highlight.exited.contains(node) { lines.append("color=\"#888888\"") }
        lines.append("s\(node) [shape=point, style=invis, width=0]")
    }

    private func attributes(_ node: Int) -> String {
        var result = shape(node)
        let isActive = highlight.active.contains(node)
        var styles = figure.nodes[node].shape.isBox ? ["rounded"] : []
        if isActive { styles.append("filled") }
        if highlight.exited.contains(node) { styles.append("dashed") }
        if !styles.isEmpty { result += ", style=\"\(styles.joined(separator: ","))\"" }
        if isActive { result += ", fillcolor=\"#ccddee\"" }
        if isActive || highlight.entered.contains(node) { result += ", penwidth=2.5" }
        return result
    }

    private func shape(_ node: Int) -> String {
        let name = figure.state(node)?.title ?? ""
        func mark(_ attributes: String) -> String { "\(attributes), label=\"\", xlabel=\(DOTText.quoted(name))" }
        switch figure.nodes[node].shape {
        case .box, .region:
            let texts = figure.bodyTexts(node)
            guard !texts.isEmpty else { return "shape=box, label=\(DOTText.quoted(name))" }
            let body = texts.flatMap { wrapped($0) }.map { Self.markup($0) + "<br align=\"left\"/>" }.joined()
            return "shape=box, margin=0, label=<<table border=\"0\" cellspacing=\"0\" cellpadding=\"4\"><tr><td>"
                + "\(Self.markup(name))</td></tr><hr/><tr><td>\(body)</td></tr></table>>"
        case .initial: return "shape=circle, style=filled, fillcolor=black, width=0.16, fixedsize=true, label=\"\""
        case .final: return mark("shape=doublecircle, width=0.16, fixedsize=true")
        case .history(let isDeep):
            return "shape=circle, width=0.32, fixedsize=true, label=\"\(isDeep ? "H*" : "H")\", "
                + "xlabel=\(DOTText.quoted(name))"
        case .choice: return mark("shape=diamond, width=0.35, height=0.35, fixedsize=true")
        case .junction: return mark("shape=circle, width=0.16, fixedsize=true, fillcolor=black")
        case .entryPoint: return mark("shape=circle, width=0.2, fixedsize=true")
        case .exitPoint: return "shape=circle, width=0.25, fixedsize=true, label=\"×\", xlabel=\(DOTText.quoted(name))"
        case .terminate: return "shape=plain, fontsize=20, label=\"×\", xlabel=\(DOTText.quoted(name))"
        case .bar: return "shape=box, style=filled, fillcolor=black, height=0.06, width=0.8, fixedsize=true, label=\"\""
        }
    }

    private mutating func write(_ edge: ChartFigure.Edge) {
        var attributes: [String] = []
        if !edge.label.isEmpty {
            attributes.append("label=\(DOTText.quoted(wrapped(edge.label).joined(separator: "\n")))")
        }
        let around = figure.commonAncestor(edge.source, edge.target)
        // An edge is cut at the border of a cluster only if its other end is outside.
        if around != edge.source, figure.isComposite(edge.source) { attributes.append("ltail=cluster_s\(edge.source)") }
        if around != edge.target, figure.isComposite(edge.target) { attributes.append("lhead=cluster_s\(edge.target)") }
        if highlight.isTaken(edge) { attributes.append("penwidth=2.5") }
        let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
        lines.append("s\(edge.source) -> s\(edge.target)\(list)")
    }

    private func wrapped(_ text: String) -> [String] { TextBlock.wrapped(text, width: 200 / NodeFace.labelSize) }

    // MARK: - Texts

    /// Returns a text in Graphviz's HTML-like language. Line ends, which are ignored there, divide
    /// long texts, because Graphviz can't read a line of 16 KiB.
    ///
    /// Records would be simpler, but Graphviz loses edges to them where clusters are cut.
    private static func markup(_ text: String) -> String {
        var (result, count) = ("", 0)
        for scalar in text.unicodeScalars {
            count += 1
            if count % 1000 == 0 { result += "\n" }
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _ where scalar.properties.isWhitespace: result += " "
            case _ where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value & 0xFFFE == 0xFFFE:
                result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result.isEmpty ? " " : result
    }
}
