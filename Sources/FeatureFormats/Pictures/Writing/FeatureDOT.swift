internal import Drawing
internal import FeatureModels

/// Writes a figure in the language of Graphviz.
enum FeatureDOT {
    /// Returns the text.
    static func text(of figure: FeatureFigure, direction: FeaturePicture.Direction) -> String {
        var text = "digraph \(DOTText.quoted(figure.nodes[0].text)) {\n"
        func line(_ content: String) { text += "  " + content + "\n" }
        line("rankdir=\(direction == .topDown ? "TB" : "LR")")
        line("ordering=out")
        line("fontname=\"Helvetica\"")
        line("node [shape=box, style=filled, fontname=\"Helvetica\", fontsize=12, height=0.3]")
        line("edge [arrowhead=none]")
        if !figure.constraints.isEmpty {
            // Each line ends with `\l`, which aligns it to the left.
            let lines = (["Constraints"] + figure.constraints).map { DOTText.escaped($0, newline: " ") + "\\l" }
            line("label=\"\(lines.joined())\"")
            line("labelloc=b")
            line("labeljust=l")
        }
        for (index, node) in figure.nodes.enumerated() { line("f\(index) [\(attributes(node))]") }
        var groupCount = 0
        for (index, node) in figure.nodes.enumerated() {
            for bundle in node.bundles {
                guard let arc = bundle.arc else {
                    for member in bundle.members {
                        let head = figure.nodes[member].edgeCircle == .mandatory ? "dot" : "odot"
                        line("f\(index) -> f\(member) [arrowhead=\(head)]")
                    }
                    continue
                }
                let fill = arc == .or ? "black" : "white"
                line(
                    "g\(groupCount) [shape=triangle, fillcolor=\(fill), width=0.25, height=0.2, fixedsize=true, "
                        + "label=\"\"" + (arc.label.map { ", xlabel=\(DOTText.quoted($0))" } ?? "") + "]")
                line("f\(index) -> g\(groupCount)")
                for member in bundle.members { line("g\(groupCount) -> f\(member)") }
                groupCount += 1
            }
        }
        return text + "}\n"
    }

    private static func attributes(_ node: FeatureFigure.Node) -> String {
        var signs: [String] = []
        var fill = node.isAbstract ? "#ffffff" : "#dbe6f5"
        switch node.decision {
        case nil: break
        case .selected:
            signs.append("✓")
            fill = "#bfe6c3"
        case .deselected:
            signs.append("✗")
            fill = "#f5cdc7"
        case .undecided: signs.append("?")
        }
        var attributes = ""
        for mark in node.marks {
            let (sign, color) =
                switch mark {
                case .core: ("◆", "#1b56b5")
                case .dead: ("⊘", "#c22a1c")
                case .falseOptional: ("◉", "#b86200")
                }
            signs.append(sign)
            attributes = ", color=\"\(color)\", penwidth=2.2"
        }
        let label = (signs + [node.text]).joined(separator: " ")
        let style = node.isAbstract ? ", style=\"filled,dashed\"" : ""
        return "label=\(DOTText.quoted(label)), fillcolor=\"\(fill)\"\(style)\(attributes)"
    }
}
