internal import Statecharts

/// Writes a figure as Mermaid's `stateDiagram-v2`.
///
/// Mermaid draws no arrows between the insides of different composite states. An arrow that crosses
/// borders is drawn between the states on the same level that contain its ends; its label names the
/// ends.
struct MermaidWriter {
    private let figure: ChartFigure
    private let highlight: ChartHighlight
    private let codes: StateCodes
    private var lines = IndentedLines()
    /// The arrows of each level, between its nodes.
    private var arrows: [Int: [(source: Int, target: Int, label: String)]] = [:]

    /// Returns the text.
    static func text(of figure: ChartFigure, highlighting highlight: StatechartHighlight) -> String {
        var writer = Self(figure: figure, highlight: ChartHighlight(highlight, in: figure), codes: StateCodes(figure))
        writer.write()
        return writer.lines.text
    }

    private mutating func write() {
        for edge in figure.edges { add(edge) }
        if codes.isName(0) { for line in ["---", "title: \(codes.code(0))", "---"] { lines.append(line) } }
        lines.append("stateDiagram-v2")
        lines.depth = 1
        figure.visit { step in
            switch step {
            case .begin(let node): begin(node)
            case .end(let node): end(node)
            }
        }
        writeHighlight()
    }

    private func isBranch(_ node: Int) -> Bool { figure.isComposite(node) && node > 0 }

    /// Returns whether the substates are drawn side by side.
    private func hasRegions(_ node: Int) -> Bool { figure.state(node)?.kind == .orthogonal }

    private mutating func begin(_ node: Int) {
        guard node > 0 else { return }
        if hasRegions(figure.nodes[node].parent), !figure.isFirst(node) { lines.append("--") }
        let code = codes.code(node)
        let title = codes.isName(node) ? "" : Self.quoted(figure.state(node)?.title ?? "") + " as "
        switch figure.nodes[node].shape {
        case .box, .region:
            lines.append("state \(title)\(code)" + (isBranch(node) ? " {" : ""))
            if isBranch(node) {
                lines.depth += 1
            } else {
                for text in figure.bodyTexts(node) { lines.append("\(code) : \(Self.escaped(text))") }
            }
        case .initial: break
        case .choice, .junction: lines.append("state \(code) <<choice>>")
        case .bar: lines.append("state \(code) <<\(figure.isJoin(node) ? "join" : "fork")>>")
        case .final, .terminate:
            lines.append("state \(title)\(code)")
            lines.append("\(code) --> [*]")
        case .history(let isDeep): lines.append("state \(Self.quoted(isDeep ? "H*" : "H")) as \(code)")
        case .entryPoint, .exitPoint: lines.append("state \(title)\(code)")
        }
    }

    private mutating func end(_ node: Int) {
        for (source, target, label) in arrows[node] ?? [] {
            let start = figure.nodes[source].shape == .initial ? "[*]" : codes.code(source)
            let isBlank = label.allSatisfy(\.isWhitespace)
            lines.append("\(start) --> \(codes.code(target))" + (isBlank ? "" : " : \(Self.escaped(label))"))
        }
        guard isBranch(node) else { return }
        if figure.hasOneRegion(node) { lines.append("--") }
        lines.depth -= 1
        lines.append("}")
    }

    private mutating func add(_ edge: ChartFigure.Edge) {
        var level = figure.commonAncestor(edge.source, edge.target)
        // An arrow from or to the state around the other end is a loop.
        if level == edge.source || level == edge.target { level = figure.nodes[level].parent }
        func branch(_ end: Int) -> Int {
            var end = end
            while end != 0, figure.nodes[end].parent != level { end = figure.nodes[end].parent }
            return end
        }
        let (source, target) = (branch(edge.source), branch(edge.target))
        // The root isn't drawn.
        guard source != 0, target != 0 else { return }
        var label = [edge.label]
        func name(_ end: Int) -> String {
            figure.nodes[end].shape == .bar ? codes.code(end) : figure.state(end)?.name ?? ""
        }
        if source != edge.source, !name(edge.source).isEmpty { label.append("(from \(name(edge.source)))") }
        if target != edge.target, !name(edge.target).isEmpty { label.append("(to \(name(edge.target)))") }
        arrows[level, default: []].append((source, target, label.filter { !$0.isEmpty }.joined(separator: " ")))
    }

    private mutating func writeHighlight() {
        let classes = [
            ("active", highlight.active, "fill:#cde,stroke-width:3px"),
            ("entered", highlight.entered, "stroke-width:3px"),
            ("exited", highlight.exited, "stroke-dasharray:3"),
        ]
        for (name, nodes, style) in classes {
            let states = nodes.filter { $0 > 0 && figure.nodes[$0].shape.isBox && !figure.isComposite($0) }.sorted()
            guard !states.isEmpty else { continue }
            lines.append("classDef \(name) \(style)")
            lines.append("class \(states.map(codes.code).joined(separator: ",")) \(name)")
        }
    }

    // MARK: - Texts

    private static func quoted(_ text: String) -> String { "\"" + (text.isEmpty ? " " : escaped(text)) + "\"" }

    /// Returns a text with entities in place of Mermaid's syntax characters.
    static func escaped(_ text: String) -> String {
        var result = ""
        var last: Unicode.Scalar = " "
        for word in text.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace) {
            if !result.isEmpty { result += " " }
            // `direction` is a keyword anywhere in a line. Searches bytes, as a search for strings
            // would link all of Swift's regular expressions.
            let bytes = Array(word.lowercased().utf8)
            let isKeyword = bytes.indices.contains { bytes[$0...].starts(with: "direction".utf8) }
            for scalar in word.unicodeScalars {
                switch scalar {
                case "#", ";", ":", "\"", "<", ">", "&", "%", "{", "}", "`", "\\": result += "#\(scalar.value);"
                case "[" where last == "[", "]" where last == "]": result += "#\(scalar.value);"
                case "d" where isKeyword, "D" where isKeyword: result += "#\(scalar.value);"
                case _ where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value & 0xFFFE == 0xFFFE:
                    result += "\u{FFFD}"
                default: result.unicodeScalars.append(scalar)
                }
                last = scalar
            }
        }
        return result
    }
}
