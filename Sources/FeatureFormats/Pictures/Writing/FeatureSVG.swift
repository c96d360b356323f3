internal import Drawing

/// Writes the layout of a feature model as SVG, from top to bottom: legend, tree, constraints.
struct FeatureSVG {
    var svg = SVGWriter()
    private let layout: FeatureLayout
    private let figure: FeatureFigure

    /// The distance between the legend, the tree and the constraints.
    private static let distance = 26.0
    private static let constraintSize = 12.0
    private static let constraintWidth = 520.0

    /// The colors of dark mode.
    private static let style = """
        @media screen and (prefers-color-scheme: dark) {
        .concrete { fill: #263650 } .selected { fill: #1d5230 } .deselected { fill: #5e2626 }
        .core { stroke: #6aa5ff } .dead { stroke: #ff7b6b } .false { stroke: #ffb347 }
        }

        """

    /// Returns the picture.
    static func text(of layout: FeatureLayout, title: String?) -> String {
        var writer = FeatureSVG(layout: layout)
        var bounds = layout.bounds
        // The legend comes first, where the reader of a large picture begins.
        let legend = FeatureLegend(layout.figure, width: min(max(bounds.width, 420), 1_000))
        if !legend.items.isEmpty {
            let top = bounds.low.y - Self.distance - legend.height
            writer.write("<g class=\"legend\">")
            writer.writeLegend(legend, left: bounds.low.x, top: top)
            writer.write("</g>")
            bounds = bounds.including(PlanePoint(x: bounds.low.x + legend.width, y: top))
        }
        // Arcs with sides are closed shapes, and edges are drawn over them.
        for arc in layout.arcs where arc.isWidened { writer.writeArc(arc) }
        for node in layout.figure.nodes {
            for bundle in node.bundles { writer.writeEdges(bundle.members) }
        }
        for arc in layout.arcs where !arc.isWidened { writer.writeArc(arc) }
        for feature in layout.figure.nodes.indices { writer.writeBox(feature) }
        for arc in layout.arcs { writer.writeLabel(arc) }
        bounds = bounds.union(writer.writeConstraints(below: bounds))
        var whole = SVGWriter()
        let root = layout.figure.nodes[0].text
        whole.begin(
            bounds.expanded(by: 10), title: title ?? (root.isEmpty ? "Feature model" : root),
            description: layout.figure.spokenDescription, style: Self.style)
        return whole.text + writer.svg.text + "</svg>\n"
    }

    private init(layout: FeatureLayout) { (self.layout, figure) = (layout, layout.figure) }

    var isTopDown: Bool { layout.direction == .topDown }

    func number(_ value: Double) -> String { svg.number(value) }

    mutating func write(_ element: String) {
        svg.text += element
        svg.text += "\n"
    }

    // MARK: - Edges and arcs

    /// Writes the edges of a bundle as one path, so that shared pieces aren't bolder.
    private mutating func writeEdges(_ members: [Int]) {
        var path = ""
        for member in members {
            for (index, point) in layout.edges[member].enumerated() {
                path += index == 0 ? "M" : index == 1 ? "L" : " "
                path += "\(number(point.x)) \(number(point.y))"
            }
        }
        writeLine(path, of: "edge")
    }

    /// Writes a line.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - kind: Its class.
    mutating func writeLine(_ path: String, of kind: String, width: Double = LineWidth.usual) {
        write(
            "<path class=\"line \(kind)\" d=\"\(path)\" fill=\"none\" stroke=\"#111\" "
                + "stroke-width=\"\(number(width))\"/>"
        )
    }

    mutating func writeArc(_ arc: FeatureLayout.Arc) {
        let radius = number(FeatureLayout.arcRadius)
        // Downward from left to right, or to the right from top to bottom.
        let sweep = isTopDown ? 0 : 1
        let curve = "A\(radius) \(radius) 0 0 \(sweep) \(number(arc.end.x)) \(number(arc.end.y))"
        let start = "\(number(arc.start.x)) \(number(arc.start.y))"
        let sides = "M\(number(arc.anchor.x)) \(number(arc.anchor.y))L\(start)\(curve)Z"
        let path = arc.isWidened ? sides : "M\(start)\(curve)"
        switch arc.kind {
        case .or: write("<path class=\"filled or\" d=\"\(sides)\" fill=\"#111\"/>")
        case .alternative: writeLine(path, of: "alternative")
        case .cardinality: writeLine(path, of: "cardinality")
        }
    }

    private mutating func writeLabel(_ arc: FeatureLayout.Arc) {
        guard let label = arc.kind.label else { return }
        let size = 11.0
        let width = TextBlock(line: label, size: size).width
        let (dx, dy) = (arc.middle.x - arc.anchor.x, arc.middle.y - arc.anchor.y)
        let center =
            isTopDown
            ? PlanePoint(x: arc.middle.x + 0.3 * dx, y: arc.anchor.y + FeatureLayout.arcRadius + 9)
            : PlanePoint(x: arc.middle.x + 5 + width / 2, y: arc.middle.y + 0.4 * dy)
        // Edges end at the label.
        write(
            "<rect class=\"paper label\" x=\"\(number(center.x - width / 2))\" y=\"\(number(center.y - 6))\" "
                + "width=\"\(number(width))\" height=\"12\" fill=\"#fff\"/>")
        writeText(label, x: center.x, y: center.y + 0.35 * size, size: size)
    }

    // MARK: - Boxes

    private mutating func writeBox(_ feature: Int) {
        let node = figure.nodes[feature]
        let box = layout.boxes[feature]
        write("<g>" + (node.fullName.map { "<title>\(SVGWriter.escaped($0))</title>" } ?? ""))
        writeBox(box, isAbstract: node.isAbstract, node.decision, node.marks, of: "feature")
        let step = FeatureLayout.signSize + FeatureLayout.signGap
        let signs = Double(node.marks.count + (node.decision == nil ? 0 : 1))
        let left = box.middle.x - (node.name.width + signs * step) / 2
        var right = left + node.name.width
        if let decision = node.decision {
            writeSign(decision, PlanePoint(x: left + FeatureLayout.signSize / 2, y: box.middle.y))
            right += step
        }
        if !node.text.isEmpty {
            writeText(
                node.text, x: right - node.name.width / 2, y: box.middle.y + 0.35 * FeatureFigure.nameSize,
                size: FeatureFigure.nameSize)
        }
        for mark in node.marks {
            right += step
            writeSign(mark, PlanePoint(x: right - FeatureLayout.signSize / 2, y: box.middle.y))
        }
        write("</g>")
        guard let edgeCircle = node.edgeCircle, let end = layout.edges[feature].last else { return }
        let isAbove = end.y <= box.low.y
        writeEdgeCircle(
            edgeCircle,
            PlanePoint(
                x: end.x - (isAbove ? 0 : FeatureLayout.edgeCircleRadius),
                y: end.y - (isAbove ? FeatureLayout.edgeCircleRadius : 0)
            ))
    }

    /// Writes lines of text, centered or left-aligned.
    mutating func writeText(
        _ text: String, x: Double, y: Double, size: Double, anchor: String = "middle",
        isBold: Bool = false
    ) {
        var attributes = anchor == "start" ? "" : " text-anchor=\"\(anchor)\""
        if isBold { attributes += " font-weight=\"bold\"" }
        write(
            "<text class=\"text\" x=\"\(number(x))\" y=\"\(number(y))\" "
                + "font-size=\"\(number(size))\" fill=\"#111\"\(attributes)>\(SVGWriter.escaped(text))</text>")
    }

    // MARK: - Constraints

    /// Writes the constraints in columns below a box.
    ///
    /// - Returns: The box around them.
    private mutating func writeConstraints(below bounds: Box) -> Box {
        guard !figure.constraints.isEmpty else { return bounds }
        let (size, leading) = (Self.constraintSize, 1.4 * Self.constraintSize)
        let blocks = figure.constraints.map {
            TextBlock($0, size: size, width: Self.constraintWidth, lineCount: 3)
        }
        let columnWidth = blocks.reduce(80) { max($0, $1.width) } + 30
        let lineCount = blocks.reduce(0) { $0 + max($1.lines.count, 1) }
        let columnCount = max(1, min(Int((bounds.width + 30) / columnWidth), (lineCount + 4) / 5))
        let rows = (lineCount + columnCount - 1) / columnCount
        let top = bounds.high.y + Self.distance
        write("<g class=\"constraints\">")
        writeText("Constraints", x: bounds.low.x, y: top + size, size: 13, anchor: "start", isBold: true)
        var result = bounds
        var (column, row) = (0, 0)
        for block in blocks {
            write("<g>" + (block.isShortened ? "<title>\(SVGWriter.escaped(block.full))</title>" : ""))
            for line in block.lines {
                let x = bounds.low.x + Double(column) * columnWidth
                let y = top + 22 + Double(row) * leading
                writeText(line, x: x, y: y + size, size: size, anchor: "start")
                result = result.including(PlanePoint(x: x + block.width, y: y + leading))
                row += 1
            }
            write("</g>")
            if row >= rows { (column, row) = (column + 1, 0) }
        }
        write("</g>")
        return result
    }
}
