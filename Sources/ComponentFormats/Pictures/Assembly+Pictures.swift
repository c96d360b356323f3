public import Components
internal import Drawing

extension Assembly {
    /// Returns the assembly as a picture in SVG: boxes with ports, joined by channels, those of
    /// point-to-point dashed. A part named `environment` becomes the frame. Ports that lack a
    /// channel are red.
    ///
    /// - Parameters:
    ///   - title: The name of the assembly.
    ///   - states: The active states of charts, by the names of their parts, which are written into
    ///     the boxes.
    /// - Complexity: usually O(*n* log *n*) for *n* parts, ports and pairs of ports that channels
    ///   join.
    public func svg(title: String = "", states: [String: [String]] = [:]) -> String {
        var picture = AssemblySVG(AssemblyLayout(AssemblyFigure(self, title: title, states: states)))
        return picture.write()
    }

    /// Returns the assembly in the language of Graphviz, with a cluster for each component that
    /// contains others.
    public func dot(title: String = "") -> String { AssemblyText(AssemblyFigure(self, title: title)).dot }

    /// Returns the assembly as a flowchart of Mermaid, with a subgraph for each component that
    /// contains others.
    public func mermaid(title: String = "") -> String { AssemblyText(AssemblyFigure(self, title: title)).mermaid }
}

/// Writes the picture of a layout.
private struct AssemblySVG {
    private let layout: AssemblyLayout
    private var writer = SVGWriter()

    init(_ layout: AssemblyLayout) { self.layout = layout }

    private var figure: AssemblyFigure { layout.figure }

    mutating func write() -> String {
        let size = layout.insides[0]?.size ?? .zero
        let frame = Box(PlanePoint(x: 0, y: 0)).including(size)
        let title = figure.nodes[0].title
        let count = figure.nodes.count { !$0.isHub } - 1
        writer.begin(
            frame.expanded(by: 10), title: title.isEmpty ? "Components" : title,
            description: "\(count) components and \(figure.links.count) connections")
        draw(0, in: frame, isFramed: !title.isEmpty || !figure.nodes[0].ports.isEmpty)
        writer.text += "</svg>\n"
        return writer.text
    }

    private mutating func draw(_ node: Int, in box: Box, isFramed: Bool = true) {
        let description = figure.nodes[node]
        if description.isHub {
            writer.text +=
                "<circle class=\"filled\" cx=\"\(writer.number(box.middle.x))\" cy=\"\(writer.number(box.middle.y))\" "
            writer.text += "r=\"4\" fill=\"#111\"/>\n"
            return
        }
        if isFramed { writer.write(box, attributes: " rx=\"3\"") }
        let title = PlanePoint(x: box.middle.x, y: box.low.y + AssemblyLayout.titleHeight / 2)
        text(description.title, at: title, AssemblyLayout.titleSize, " font-weight=\"bold\"")
        if !description.isContainer, !description.states.isEmpty {
            let place = PlanePoint(x: box.middle.x, y: box.high.y - AssemblyLayout.rowHeight / 2 - 2)
            text(description.states, at: place, AssemblyLayout.portSize, " style=\"fill:#06c\"")
        }
        guard let inside = layout.insides[node] else { return }
        func moved(_ point: PlanePoint) -> PlanePoint { PlanePoint(x: point.x + box.low.x, y: point.y + box.low.y) }
        for child in description.children {
            guard let place = inside.boxes[child] else { continue }
            draw(child, in: Box(moved(place.low)).including(moved(place.high)))
        }
        var known: Set<PlanePoint> = []
        for (number, curve, label) in inside.curves {
            let pieces = curve.pieces.map { Cubic(moved($0.start), moved($0.first), moved($0.second), moved($0.end)) }
            draw(figure.links[number], Curve(pieces: pieces))
            // A port with several receivers has one label.
            guard known.insert(label).inserted else { continue }
            text(figure.links[number].label, at: moved(label), AssemblyLayout.labelSize, " font-style=\"italic\"")
        }
        for port in inside.ports {
            draw(port.end, at: moved(port.place), isLeft: port.isLeft, isOwn: port.end.node == node)
        }
    }

    private mutating func draw(_ link: AssemblyFigure.Link, _ curve: Curve) {
        let isHub = figure.nodes[link.to.node].isHub
        let arrow = DrawnArrow(along: curve, isHighlighted: false)
        writer.text +=
            "<path class=\"line\" d=\"\(isHub ? curve.path : arrow.shaftPath)\" fill=\"none\" stroke=\"#111\" "
        writer.text += "stroke-width=\"1.2\"\(link.isPointToPoint ? " stroke-dasharray=\"5 3\"" : "")/>\n"
        if !isHub { writer.text += "<path class=\"filled\" d=\"\(arrow.headPath)\" fill=\"#111\"/>\n" }
    }

    private mutating func draw(_ end: AssemblyFigure.End, at place: PlanePoint, isLeft: Bool, isOwn: Bool) {
        let box = Box(around: place, width: 8, height: 8)
        let (kind, fill, stroke) = isMissing(end) ? ("missing", "#fbb", "#c00") : ("paper line", "#fff", "#111")
        writer.text += "<rect class=\"\(kind)\" x=\"\(writer.number(box.low.x))\" y=\"\(writer.number(box.low.y))\" "
        writer.text += "width=\"8\" height=\"8\" fill=\"\(fill)\" stroke=\"\(stroke)\"/>\n"
        // The names of ports of a box are told once, inside of it.
        guard isOwn || !figure.nodes[end.node].isContainer else { return }
        let name = figure.nodes[end.node].ports[end.port].name
        let half = AssemblyLayout.width(name, AssemblyLayout.portSize) / 2 + 8
        let middle = PlanePoint(x: place.x + (isLeft ? half : -half), y: place.y - (isOwn ? 8 : 0))
        text(name, at: middle, AssemblyLayout.portSize)
    }

    private func isMissing(_ end: AssemblyFigure.End) -> Bool {
        end.port >= 0 && figure.nodes[end.node].ports[end.port].isMissing
    }

    private mutating func text(_ text: String, at middle: PlanePoint, _ size: Double, _ attributes: String = "") {
        if text.isEmpty { return }
        writer.write(DrawnText(text: text, middle: middle, size: size), attributes: attributes)
    }
}
