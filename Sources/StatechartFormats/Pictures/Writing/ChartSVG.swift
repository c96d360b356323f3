internal import Drawing
internal import Statecharts

/// Writes the layout of a chart as SVG.
struct ChartSVG {
    private var svg = SVGWriter()
    private let layout: ChartLayout
    private let figure: ChartFigure
    private let highlight: ChartHighlight

    /// Additions to the style of automata: the halo of labels in dark mode.
    private static let style = """
        @media screen and (prefers-color-scheme: dark) { .halo { stroke: #111 } }

        """

    private init(_ layout: ChartLayout, _ highlight: ChartHighlight) {
        (self.layout, self.highlight, figure) = (layout, highlight, layout.figure)
    }

    /// Returns the elements of a chart's picture.
    private static func elements(of layout: ChartLayout, highlighting highlight: ChartHighlight) -> String {
        var writer = ChartSVG(layout, highlight)
        let nodes = layout.figure.nodes.indices
        for node in nodes where layout.faces[node].shape.isBox { writer.writeBox(node) }
        for (start, end) in layout.dashes { writer.writeLine(start, end, isDashed: true) }
        for edge in layout.figure.edges.indices { writer.writeArrow(edge) }
        for node in nodes where !layout.faces[node].shape.isBox { writer.writeMark(node) }
        for edge in layout.figure.edges.indices { writer.writeLabel(edge) }
        return writer.svg.text
    }

    /// Returns a picture of a chart, and of its submachines below.
    ///
    /// - Parameters:
    ///   - figures: The figures, that of the chart first.
    ///   - title: The title.
    ///   - highlight: The states and transitions of the chart to highlight.
    static func text(of figures: [ChartFigure], title: String, _ highlight: StatechartHighlight) -> String {
        var (body, whole, description) = ("", Box(.zero), "")
        for (index, figure) in figures.enumerated() {
            let layout = ChartLayout(figure)
            let elements = elements(
                of: layout, highlighting: ChartHighlight(index == 0 ? highlight : .init(), in: figure))
            let bounds = layout.bounds
            if index == 0 {
                body += elements
                whole = bounds
            } else {
                // The submachines follow below, each under its name.
                let name = TextBlock(figure.chart.name, size: NodeFace.nameSize, width: 400, lineCount: 1)
                body += text(name, below: &whole, by: 28, isBold: true)
                let svg = SVGWriter()
                let top = whole.high.y + 12
                let shift = "translate(\(svg.number(-bounds.low.x)) \(svg.number(top - bounds.low.y)))"
                body += "<g transform=\"\(shift)\">\n\(elements)</g>\n"
                whole = whole.including(PlanePoint(x: bounds.width, y: top + bounds.height))
                description += " Submachine \(figure.chart.name). "
            }
            description += figure.spokenDescription
            let states = figure.nodes.indices.filter { figure.nodes[$0].hiddenCount == 0 }.compactMap(figure.state)
            for (number, line) in figure.scripts.lines(of: states).enumerated() {
                let block = TextBlock(line, size: NodeFace.bodySize, width: max(whole.width / 1.2, 360), lineCount: 12)
                body += text(block, below: &whole, by: number == 0 ? 24 : 8)
            }
        }
        var svg = SVGWriter()
        svg.begin(whole.expanded(by: 10), title: title, description: description, style: style)
        return svg.text + body + "</svg>\n"
    }

    /// Returns a text below a picture, whose box becomes larger.
    private static func text(_ block: TextBlock, below whole: inout Box, by gap: Double, isBold: Bool = false) -> String
    {
        var result = ""
        let svg = SVGWriter()
        for (index, line) in block.lines.enumerated() {
            let y = whole.high.y + gap + (Double(index) + 0.85) * block.size * TextBlock.leading
            result += "<text class=\"text\" x=\"0\" y=\"\(svg.number(y))\" font-size=\"\(svg.number(block.size))\" "
            result += "\(isBold ? "font-weight=\"bold\" " : "")fill=\"#111\">\(SVGWriter.escaped(line))</text>\n"
        }
        whole = whole.including(PlanePoint(x: 1.1 * block.width, y: whole.high.y + gap + block.height))
        return result
    }

    private func number(_ value: Double) -> String { svg.number(value) }

    private mutating func write(_ element: String) { svg.text += element + "\n" }

    // MARK: - Boxes

    private mutating func writeBox(_ node: Int) {
        guard node > 0 || layout.showsRoot else { return }
        let face = layout.faces[node]
        let box = layout.boxes[node]
        let isActive = highlight.active.contains(node)
        let title = face.name.isShortened || face.body.isShortened ? fullText(face) : ""
        let name = figure.isComposite(node) || face.isFolded ? figure.state(node)?.name : nil
        begin(titled: title, state: name)
        let isFlush = face.shape == .region(isFramed: false)
        let isMarked = isActive || highlight.entered.contains(node) || highlight.exited.contains(node)
        if !isFlush || isMarked {
            let inset = isFlush ? 3.0 : 0
            var attributes = isActive ? "class=\"line marked\" fill=\"#cde\"" : "class=\"line paper\" fill=\"#fff\""
            if isFlush, !isActive { attributes = "class=\"line\" fill=\"none\"" }
            write(
                "<rect \(attributes) x=\"\(number(box.low.x + inset))\" y=\"\(number(box.low.y + inset))\" "
                    + "width=\"\(number(box.width - 2 * inset))\" height=\"\(number(box.height - 2 * inset))\" "
                    + "rx=\"\(number(NodeFace.corner))\" stroke=\"#111\"\(strokes(node))/>")
        }
        writeTexts(node)
        if face.isFolded { writeFolding(box) }
        end()
    }

    /// Writes the sign of a folded state: two small states, the first one leading to the second.
    private mutating func writeFolding(_ box: Box) {
        let (x, y) = (box.middle.x, box.high.y - 9)
        for side in [-12.0, 4] {
            write(
                "<rect class=\"line\" x=\"\(number(x + side))\" y=\"\(number(y - 3))\" width=\"8\" height=\"6\" rx=\"2\" "
                    + "fill=\"none\" stroke=\"#111\"/>")
        }
        writeLine(PlanePoint(x: x - 4, y: y), PlanePoint(x: x + 4, y: y), isThin: true)
    }

    private func fullText(_ face: NodeFace) -> String {
        [face.name.full, face.body.full].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The width and the dashes of a node's outline.
    private func strokes(_ node: Int) -> String {
        var width = LineWidth.usual
        if highlight.enclosingNodes.contains(node) { width = 2 }
        if highlight.active.contains(node) || highlight.entered.contains(node) { width = LineWidth.highlighted }
        let isDashed = layout.faces[node].shape == .region(isFramed: true)
        let dashes = highlight.exited.contains(node) ? "2 3" : isDashed ? "6 4" : ""
        return " stroke-width=\"\(number(width))\"" + (dashes.isEmpty ? "" : " stroke-dasharray=\"\(dashes)\"")
    }

    private mutating func writeTexts(_ node: Int) {
        let face = layout.faces[node]
        let whole = layout.boxes[node]
        let box = layout.headers[node] ?? whole
        guard !face.name.isEmpty || !face.body.isEmpty else { return }
        let isComposite = layout.headers[node] != nil
        let isNameOnly = face.body.isEmpty && !isComposite
        let signHeight = face.isFolded ? NodeFace.foldingHeight : 0
        let nameTop = isNameOnly ? (box.low.y + box.high.y - signHeight - face.name.height) / 2 : box.low.y + 5
        write(face.name, left: nil, middle: (box.low.x + box.high.x) / 2, top: nameTop)
        guard !face.body.isEmpty else { return }
        let line = box.low.y + face.nameHeight
        writeLine(PlanePoint(x: whole.low.x, y: line), PlanePoint(x: whole.high.x, y: line), isThin: true)
        write(face.body, left: box.low.x + NodeFace.padding, top: line + 3)
    }

    // MARK: - Marks

    private mutating func writeMark(_ node: Int) {
        let face = layout.faces[node]
        let box = layout.boxes[node]
        let middle = box.middle
        let isActive = highlight.active.contains(node)
        let paper = isActive ? "class=\"line marked\" fill=\"#cde\"" : "class=\"line paper\" fill=\"#fff\""
        let outline = "\(paper) stroke=\"#111\"\(strokes(node))"
        begin(titled: face.name.isShortened ? face.name.full : "")
        func circle(_ attributes: String, _ radius: Double) -> String {
            "<circle \(attributes) cx=\"\(number(middle.x))\" cy=\"\(number(middle.y))\" r=\"\(number(radius))\"/>"
        }
        let filledStyle = "class=\"filled\" fill=\"#111\""
        switch face.shape {
        case .initial, .junction: write(circle(filledStyle, face.width / 2))
        case .final:
            write(circle(outline, face.width / 2))
            write(circle(filledStyle, face.width / 2 - 4.5))
        case .history(let isDeep):
            write(circle(outline, face.width / 2))
            let text = TextBlock(isDeep ? "H*" : "H", size: 13, width: 100, lineCount: 1)
            write(text, left: nil, middle: middle.x, top: middle.y - text.height / 2)
        case .choice:
            let (x, y) = (face.width / 2, face.height / 2)
            write(
                "<path \(outline) d=\"M\(number(middle.x)) \(number(middle.y - y))l\(number(x)) \(number(y)) "
                    + "\(number(-x)) \(number(y)) \(number(-x)) \(number(-y))Z\"/>")
        case .entryPoint: write(circle(outline, face.width / 2))
        case .exitPoint:
            write(circle(outline, face.width / 2))
            writeCross(middle, 0.7 * face.width / 2)
        case .terminate: writeCross(middle, face.width / 2)
        case .bar:
            write(
                "<rect \(filledStyle) x=\"\(number(box.low.x))\" y=\"\(number(box.low.y))\" width=\"\(number(box.width))\" "
                    + "height=\"\(number(box.height))\" rx=\"1.5\"/>")
        case .box, .region: break
        }
        if !face.name.isEmpty {
            // The name of a point on the border is inside.
            let shift = layout.isOnBorder(node) ? (face.shape == .entryPoint ? 11.0 : -11) : 0
            write(face.name, left: box.high.x + NodeFace.gap, top: middle.y + shift - face.name.height / 2)
        }
        end()
    }

    private mutating func writeCross(_ middle: PlanePoint, _ size: Double) {
        for sign in [1.0, -1] {
            writeLine(
                PlanePoint(x: middle.x - size, y: middle.y - sign * size),
                PlanePoint(x: middle.x + size, y: middle.y + sign * size))
        }
    }

    // MARK: - Arrows

    private mutating func writeArrow(_ edge: Int) {
        let route = layout.routes[edge]
        guard route.line.count > 1 else { return }
        let isTaken = highlight.isTaken(figure.edges[edge])
        let curve = Curve(rounding: route.line)
        let arrow = DrawnArrow(along: curve, isHighlighted: isTaken)
        // Lines without heads lead to bars.
        let hasHead = layout.faces[figure.edges[edge].target].shape != .bar && !arrow.headPath.isEmpty
        let width = isTaken ? LineWidth.highlighted : LineWidth.usual
        write(
            "<path class=\"line\" d=\"\(hasHead ? arrow.shaftPath : curve.path)\" fill=\"none\" stroke=\"#111\" stroke-width=\"\(number(width))\"/>"
        )
        if hasHead { write("<path class=\"filled\" d=\"\(arrow.headPath)\" fill=\"#111\"/>") }
    }

    private mutating func writeLabel(_ edge: Int) {
        let route = layout.routes[edge]
        guard let position = route.labelPosition, !route.label.isEmpty else { return }
        let details = figure.edges[edge].details
        begin(titled: details.isEmpty && route.label.isShortened ? route.label.full : details)
        let right = route.isLabelLeft ? position.x + route.label.width : nil
        write(route.label, left: position.x, right: right, top: position.y, hasHalo: true)
        end()
    }

    // MARK: - Lines and texts

    private mutating func begin(titled title: String, state: String? = nil) {
        let data = state.map { " data-state=\"\(SVGWriter.escaped($0))\"" } ?? ""
        write("<g\(data)>" + (title.isEmpty ? "" : "<title>\(SVGWriter.escaped(title))</title>"))
    }

    private mutating func end() { write("</g>") }

    private mutating func writeLine(
        _ start: PlanePoint, _ end: PlanePoint, isDashed: Bool = false, isThin: Bool = false
    ) {
        write(
            "<path class=\"line\" d=\"M\(number(start.x)) \(number(start.y))L\(number(end.x)) \(number(end.y))\" "
                + "stroke=\"#111\" stroke-width=\"\(isThin ? "0.8" : number(LineWidth.usual))\""
                + (isDashed ? " stroke-dasharray=\"6 4\"" : "") + "/>")
    }

    /// Writes lines of text, aligned to the right or the left, or centered.
    private mutating func write(
        _ block: TextBlock, left: Double?, right: Double? = nil, middle: Double = 0, top: Double, hasHalo: Bool = false
    ) {
        let haloAttributes = hasHalo ? " stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\"" : ""
        for (index, line) in block.lines.enumerated() {
            let y = top + (Double(index) + 0.5) * block.size * TextBlock.leading + 0.35 * block.size
            let anchor = right != nil ? " text-anchor=\"end\"" : left == nil ? " text-anchor=\"middle\"" : ""
            write(
                "<text class=\"text\(hasHalo ? " halo" : "")\" x=\"\(number(right ?? left ?? middle))\" y=\"\(number(y))\"\(anchor) "
                    + "font-size=\"\(number(block.size))\" fill=\"#111\"\(haloAttributes)>\(SVGWriter.escaped(line))</text>"
            )
        }
    }
}

extension Curve {
    /// Creates straight lines with rounded corners.
    ///
    /// - Precondition: There are at least two points.
    init(rounding line: [PlanePoint], radius: Double = 7) {
        var pieces: [Cubic] = []
        var start = line[0]
        for index in line.indices.dropFirst() {
            let corner = line[index]
            guard index < line.count - 1 else {
                pieces.append(Cubic(from: start, to: corner))
                break
            }
            let next = line[index + 1]
            let reach = min(radius, line[index - 1].distance(to: corner) / 2, corner.distance(to: next) / 2)
            let before = corner.interpolated(to: line[index - 1], at: reach / line[index - 1].distance(to: corner))
            let after = corner.interpolated(to: next, at: reach / corner.distance(to: next))
            if start.distance(to: before) > 0.01 { pieces.append(Cubic(from: start, to: before)) }
            pieces.append(
                Cubic(
                    before, before.interpolated(to: corner, at: 2 / 3.0), after.interpolated(to: corner, at: 2 / 3.0),
                    after))
            start = after
        }
        self.init(pieces: pieces)
    }
}
