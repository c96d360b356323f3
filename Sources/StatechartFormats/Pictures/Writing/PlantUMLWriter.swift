internal import Statecharts

/// Writes a figure for PlantUML.
struct PlantUMLWriter {
    private let figure: ChartFigure
    private let highlight: ChartHighlight
    private let codes: StateCodes
    private var lines = IndentedLines()

    /// Returns the text.
    static func text(of figure: ChartFigure, highlighting highlight: StatechartHighlight) -> String {
        var writer = Self(figure: figure, highlight: ChartHighlight(highlight, in: figure), codes: StateCodes(figure))
        writer.write()
        return writer.lines.text
    }

    private mutating func write() {
        // The arrows of initial dots are inside their states, where `[*]` means the dot.
        var starts: [Int: [ChartFigure.Edge]] = [:]
        for edge in figure.edges where figure.nodes[edge.source].shape == .initial {
            starts[figure.nodes[edge.source].parent, default: []].append(edge)
        }
        lines.append("@startuml" + (codes.isName(0) ? " \(codes.code(0))" : ""))
        lines.append("hide empty description")
        figure.visit { step in
            switch step {
            case .begin(let node): begin(node)
            case .end(let node):
                for edge in starts[node] ?? [] {
                    lines.append("[*] --> \(codes.code(edge.target))\(Self.label(edge.label))")
                }
                guard node > 0, figure.isComposite(node) else { break }
                if figure.hasOneRegion(node) { lines.append("--") }
                lines.depth -= 1
                lines.append("}")
            }
        }
        for node in figure.nodes.indices where node > 0 && figure.nodes[node].shape.isBox {
            for text in figure.bodyTexts(node) { lines.append("\(codes.code(node))\(Self.label(text))") }
        }
        for edge in figure.edges where figure.nodes[edge.source].shape != .initial {
            // The root isn't drawn.
            guard edge.source != 0, edge.target != 0 else { continue }
            let arrow = highlight.isTaken(edge) ? "-[bold]->" : "-->"
            lines.append("\(codes.code(edge.source)) \(arrow) \(codes.code(edge.target))\(Self.label(edge.label))")
        }
        lines.append("@enduml")
    }

    private mutating func begin(_ node: Int) {
        let shape = figure.nodes[node].shape
        guard node > 0, shape != .initial else { return }
        if figure.state(figure.nodes[node].parent)?.kind == .orthogonal, !figure.isFirst(node) { lines.append("--") }
        let name = figure.state(node)?.title ?? ""
        let title = codes.isName(node) ? "" : "\"\(name.isEmpty ? " " : Self.escaped(name))\" as "
        var line = "state \(title)\(codes.code(node))"
        switch shape {
        case .box, .region, .initial: break
        case .final: line += " <<end>>"
        case .choice, .junction: line += " <<choice>>"
        case .history(let isDeep): line += isDeep ? " <<history*>>" : " <<history>>"
        case .entryPoint: line += " <<entryPoint>>"
        case .exitPoint: line += " <<exitPoint>>"
        case .terminate: line += " <<end>>"
        case .bar: line = "state \(codes.code(node)) <<\(figure.isJoin(node) ? "join" : "fork")>>"
        }
        if shape.isBox {
            if highlight.active.contains(node) { line += " #CCDDEE" }
            if highlight.entered.contains(node) || highlight.enclosingNodes.contains(node) { line += " ##[bold]" }
            if highlight.exited.contains(node) { line += " ##[dashed]" }
        }
        if figure.isComposite(node) {
            lines.append(line + " {")
            lines.depth += 1
        } else {
            lines.append(line)
        }
    }

    // MARK: - Texts

    private static func label(_ text: String) -> String {
        text.allSatisfy(\.isWhitespace) ? "" : " : \(escaped(text))"
    }

    /// Returns a text with code points in place of PlantUML's syntax characters.
    static func escaped(_ text: String) -> String {
        var result = ""
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\", "<", ">", "%", "{", "}", "|", "~", "$", "!", "@": result += code(scalar)
            // At the beginning, they mean a list or a title; together, a comment or a code point.
            case "*" where result.isEmpty, "#" where result.isEmpty || last == "&", "=" where result.isEmpty,
                "'" where last == "/", "/" where last == "'":
                result += code(scalar)
            // Doubled, they mean a style, a link or a line.
            case "*", "/", "_", "-", "'", "[", "]", "=", ".", "#", "&":
                result += scalar == last ? code(scalar) : String(scalar)
            case _ where scalar.properties.isWhitespace: result += " "
            case _ where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value & 0xFFFE == 0xFFFE:
                result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
            last = scalar
        }
        return result
    }

    private static func code(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "<U+" + String(repeating: "0", count: max(4 - digits.utf8.count, 0)) + digits + ">"
    }
}
