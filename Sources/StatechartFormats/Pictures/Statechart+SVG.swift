package import Drawing
public import Statecharts

extension Statechart {
    /// Returns the chart as a picture in SVG, in the notation of textbooks.
    ///
    /// States are nested boxes with rounded corners; `Pictures.md` has all signs. The picture is
    /// black on white, white on black in dark mode, and black on white again in print. Screen
    /// readers get a description of the states and transitions. Long texts are broken into lines
    /// and shortened; the whole text appears while the pointer rests on the shortened one.
    ///
    /// The contents of each state are laid out in layers from top to bottom by Sugiyama's method,
    /// beginning with the innermost states. Transitions are straight segments between the layers,
    /// down or up.
    ///
    /// - Parameters:
    ///   - title: The title, which is read aloud and not shown; the chart's name if `nil`.
    ///   - highlight: The states and transitions to highlight.
    ///   - drawsSubmachines: A Boolean value that indicates whether submachines are drawn below the
    ///     chart.
    /// - Complexity: usually O(*n* log *n*), for *n* states, transitions, actions and borders that
    ///   transitions cross. Beyond 200,000 such borders, or 200,000 layers that transitions cross,
    ///   the longest transitions become straight lines.
    public func svg(
        title: String? = nil, highlighting highlight: StatechartHighlight = .init(), drawsSubmachines: Bool = false
    ) -> String {
        let pictures = ([self] + (drawsSubmachines ? usedSubmachines : [])).map { chart in
            let layout = ChartLayout(ChartFigure(chart))
            let own = chart == self ? highlight : .init()
            return (layout, ChartHighlight(own, in: layout.figure))
        }
        var (body, whole, description) = ("", pictures[0].0.bounds, pictures[0].0.figure.spokenDescription)
        for (index, (layout, highlight)) in pictures.enumerated() {
            let elements = ChartSVG.elements(of: layout, highlighting: highlight)
            guard index > 0 else {
                body += elements
                continue
            }
            // The submachines follow below, each under its name.
            let name = TextBlock(layout.figure.chart.name, size: NodeFace.nameSize, width: 400, lineCount: 1)
            let svg = SVGWriter()
            let top = whole.high.y + 40 + name.height
            let shift = "translate(\(svg.number(-layout.bounds.low.x)) \(svg.number(top - layout.bounds.low.y)))"
            body += "<text class=\"text\" x=\"0\" y=\"\(svg.number(top - 12))\" font-size=\"14\" font-weight=\"bold\" "
            body += "fill=\"#111\">\(SVGWriter.escaped(name.lines.first ?? ""))</text>\n"
            body += "<g transform=\"\(shift)\">\n\(elements)</g>\n"
            whole = whole.including(PlanePoint(x: 1.1 * name.width, y: top))
                .including(PlanePoint(x: layout.bounds.width, y: top + layout.bounds.height))
            description += " Submachine \(layout.figure.chart.name). " + layout.figure.spokenDescription
        }
        var svg = SVGWriter()
        svg.begin(
            whole.expanded(by: 10), title: title ?? (name.isEmpty ? "Statechart" : name), description: description,
            style: ChartSVG.style)
        return svg.text + body + "</svg>\n"
    }

    /// The charts of submachine states, including nested ones, each once.
    private var usedSubmachines: [Statechart] {
        var found: [Statechart] = []
        var names: Set<String> = []
        var rest = [self]
        while let chart = rest.popLast() {
            for name in chart.states.compactMap(\.submachine) where !names.contains(name) {
                guard let machine = (chart.submachines + submachines).first(where: { $0.name == name }) else {
                    continue
                }
                names.insert(name)
                found.append(machine)
                rest.append(machine)
            }
        }
        return found
    }
}

extension ChartLayout {
    /// The smallest box around the drawing.
    package var bounds: Box {
        var box = boxes[0]
        for node in figure.nodes.indices where node > 0 {
            box = box.union(boxes[node])
            box = box.including(PlanePoint(x: boxes[node].high.x + faces[node].sideWidth, y: boxes[node].middle.y))
        }
        for route in routes {
            for point in route.line { box = box.including(point) }
            guard let position = route.labelPosition else { continue }
            box = box.including(position)
                .including(PlanePoint(x: position.x + route.label.width, y: position.y + route.label.height))
        }
        return box
    }
}

extension ChartFigure {
    /// The states and transitions in words.
    var spokenDescription: String {
        var sentences: [String] = []
        for (index, state) in chart.states.enumerated() where index > 0 {
            var sentence = "\(Self.noun(state.kind)) \(state.title)"
            if nodes[index].parent != 0 { sentence += " in \(chart.states[nodes[index].parent].name)" }
            sentences.append(sentence)
        }
        for edge in edges {
            guard let source = state(edge.source), let target = state(edge.target) else { continue }
            sentences.append(
                "From \(source.name)\(edge.label.isEmpty ? "" : " on \(edge.label)") to \(target.name)")
        }
        return sentences.map { $0 + "." }.joined(separator: " ")
    }

    private static func noun(_ kind: Statechart.State.Kind) -> String {
        switch kind {
        case .state: "State"
        case .orthogonal: "Orthogonal state"
        case .regions: "State of regions"
        case .final: "Final state"
        case .shallowHistory: "History"
        case .deepHistory: "Deep history"
        case .choice: "Choice"
        case .junction: "Junction"
        case .entryPoint: "Entry point"
        case .exitPoint: "Exit point"
        case .terminate: "End"
        }
    }
}
