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
    /// Scripts that are too long for a state and occur several times are shown once, below the
    /// chart, by their numbers.
    ///
    /// - Parameters:
    ///   - title: The title, which is read aloud and not shown; the chart's name if `nil`.
    ///   - highlight: The states and transitions to highlight.
    ///   - drawsSubmachines: A Boolean value that indicates whether submachines are drawn below the
    ///     chart.
    ///   - excerpt: The part of the chart to show. Submachines are always whole.
    /// - Complexity: usually O(*n* log *n*), for *n* states, transitions, actions and borders that
    ///   transitions cross. Beyond 200,000 such borders, or 200,000 layers that transitions cross,
    ///   the longest transitions become straight lines.
    public func svg(
        title: String? = nil, highlighting highlight: StatechartHighlight = .init(), drawsSubmachines: Bool = false,
        showing excerpt: StatechartExcerpt = .init()
    ) -> String {
        let figures =
            [ChartFigure(self, showing: excerpt, numbersScripts: true)]
            + (drawsSubmachines ? usedSubmachines : []).map { ChartFigure($0, numbersScripts: true) }
        return ChartSVG.text(of: figures, title: title ?? (name.isEmpty ? "Statechart" : name), highlight)
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
        for (index, node) in nodes.enumerated() where index > 0 {
            guard let state = state(index) else { continue }
            var sentence = "\(Self.noun(state.kind)) \(state.title)"
            if node.parent != 0, let parent = self.state(node.parent) { sentence += " in \(parent.name)" }
            if node.hiddenCount > 0 { sentence += ", with \(node.hiddenCount) states that aren't shown" }
            sentences.append(sentence)
        }
        for edge in edges {
            guard let source = state(edge.source), let target = state(edge.target) else { continue }
            sentences.append("From \(source.name)\(edge.label.isEmpty ? "" : " on \(edge.label)") to \(target.name)")
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
