package import Statecharts

/// The contents of a picture of a chart: states, marks and arrows.
package struct ChartFigure {
    /// The states, in the chart's order, followed by the marks: initial dots and bars.
    package var nodes: [Node] = []
    package var edges: [Edge] = []
    /// The bars to which several arrows lead.
    private(set) var joins: Set<Int> = []
    let chart: Statechart
    /// The long scripts that have numbers in the picture.
    private(set) var scripts = ScriptLegend([])
    /// The node that shows each state, by the name of the state.
    var indices: [String: Int]

    /// A state or a mark, with its place in the tree.
    package struct Node {
        /// The state; `nil` for marks.
        var state: Int?
        var shape: Shape
        /// The parent; the root is its own parent.
        package var parent: Int
        var depth: Int
        package var children: [Int] = []
        /// The transitions without targets, as texts, with their numbers.
        var inner: [(text: String, index: Int)] = []
        /// The number of states inside that aren't shown; 0 if the state isn't folded.
        package var hiddenCount = 0
    }

    package enum Shape: Hashable {
        /// A rounded box.
        case box
        /// A part of an orthogonal state, with a frame of its own or between dashed lines.
        case region(isFramed: Bool)
        case initial, final, choice, junction, entryPoint, exitPoint, terminate
        case history(isDeep: Bool)
        /// The bar of a fork or a join.
        case bar

        /// A Boolean value that indicates whether nodes of the shape have room within.
        package var isBox: Bool {
            switch self {
            case .box, .region: true
            default: false
            }
        }
    }

    /// An arrow.
    package struct Edge {
        package var source: Int
        package var target: Int
        /// The text beside the arrow.
        package var label = ""
        /// The states and the numbers of the transitions; none for the arrow of an initial dot.
        var transitions: [(source: Int, index: Int)] = []
        /// The labels of several transitions that are one arrow, a line each.
        package var details = ""

        var isLoop: Bool { source == target }
    }

    /// A Boolean value that indicates whether labels are read again as the same transitions.
    private let hasExactLabels: Bool

    /// Creates the contents of a picture.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - excerpt: The part of the chart to show.
    ///   - hasExactLabels: Whether labels are read again as the same transitions.
    ///   - numbersScripts: Whether long scripts that occur several times become numbers.
    package init(
        _ chart: Statechart, showing excerpt: StatechartExcerpt = .init(), hasExactLabels: Bool = false,
        numbersScripts: Bool = false
    ) {
        (self.chart, self.hasExactLabels) = (chart, hasExactLabels)
        indices = Dictionary(
            chart.states.indices.map { (chart.states[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
        for (index, state) in chart.states.enumerated() {
            let parent = chart.parents[index]
            let depth = index == 0 ? 0 : nodes[parent].depth + 1
            nodes.append(Node(state: index, shape: Self.shape(state.kind), parent: parent, depth: depth))
            if index > 0 { nodes[parent].children.append(index) }
        }
        for index in nodes.indices where !nodes[index].children.isEmpty { nodes[index].shape = .box }
        if numbersScripts { scripts = ScriptLegend(chart.states) }
        addInitialDots()
        for source in chart.states.indices {
            for index in chart.states[source].transitions.indices { addTransition(source, index) }
        }
        if excerpt != .init() { fold(shownNodes(excerpt)) }
        findRegions()
    }

    /// Returns a part of the figure, which shows the whole chart.
    func showing(_ excerpt: StatechartExcerpt) -> ChartFigure {
        var figure = self
        figure.fold(shownNodes(excerpt))
        figure.findRegions()
        return figure
    }

    /// Returns the state of a node; `nil` for marks.
    func state(_ node: Int) -> Statechart.State? { nodes[node].state.map { chart.states[$0] } }

    /// Returns whether a state has substates.
    package func isComposite(_ node: Int) -> Bool { !nodes[node].children.isEmpty }

    /// Whether the root is drawn as a box.
    var showsRoot: Bool {
        nodes[0].state != 0 || chart.root.kind != .state || !bodyTexts(0).isEmpty || !isComposite(0)
            || edges.contains { $0.source == 0 || $0.target == 0 }
    }

    /// Returns the node that shows a state, or, for a state of a submachine, the state that
    /// contains the submachine; `nil` if there is no such state.
    func state(named name: String) -> Int? {
        if let index = indices[name] { return index }
        var rest = name[...]
        while let dot = rest.lastIndex(of: ".") {
            rest = rest[..<dot]
            if let index = indices[String(rest)], state(index)?.submachine != nil { return index }
        }
        return nil
    }

    private static func shape(_ kind: Statechart.State.Kind) -> Shape {
        switch kind {
        case .state, .orthogonal, .regions: .box
        case .final: .final
        case .shallowHistory: .history(isDeep: false)
        case .deepHistory: .history(isDeep: true)
        case .choice: .choice
        case .junction: .junction
        case .entryPoint: .entryPoint
        case .exitPoint: .exitPoint
        case .terminate: .terminate
        }
    }

    // MARK: - Marks and arrows

    private mutating func add(_ shape: Shape, in parent: Int) -> Int {
        nodes.append(Node(shape: shape, parent: parent, depth: nodes[parent].depth + 1))
        if shape == .initial {
            nodes[parent].children.insert(nodes.count - 1, at: 0)
        } else {
            nodes[parent].children.append(nodes.count - 1)
        }
        return nodes.count - 1
    }

    private mutating func addInitialDots() {
        for index in chart.states.indices where !nodes[index].children.isEmpty {
            let state = chart.states[index]
            var targets: [Int] = []
            for name in state.initial {
                if let target = self.state(named: name), target != index, !targets.contains(target) {
                    targets.append(target)
                }
            }
            if targets.isEmpty, state.kind != .orthogonal {
                targets += nodes[index].children.prefix(1).filter {
                    chart.states[$0].kind == .state || chart.states[$0].kind == .orthogonal
                        || chart.states[$0].kind == .regions || chart.states[$0].kind == .final
                }
                if targets.isEmpty {
                    targets += nodes[index].children.first { !chart.states[$0].kind.isPseudostate }.map { [$0] } ?? []
                }
            }
            guard !targets.isEmpty else { continue }
            let dot = add(.initial, in: index)
            let actions = state.initialActions.map(scripts.text).joined(separator: "; ")
            for target in targets {
                edges.append(Edge(source: dot, target: target, label: actions.isEmpty ? "" : "/ " + actions))
            }
        }
    }

    private mutating func addTransition(_ source: Int, _ index: Int) {
        let transition = chart.states[source].transitions[index]
        var targets: [Int] = []
        var missing: [String] = []
        for name in transition.targets {
            guard let target = state(named: name) else {
                missing.append(name)
                continue
            }
            if !targets.contains(target) { targets.append(target) }
        }
        let label =
            hasExactLabels
            ? transition.exactLabel(from: chart.states[source].kind, scripts.text) : transition.label(scripts.text)
        guard !targets.isEmpty else {
            let text =
                missing.isEmpty ? label : (label.isEmpty ? "" : label + " ") + "→ " + missing.joined(separator: ", ")
            if !text.isEmpty { nodes[source].inner.append((text, index)) }
            return
        }
        var sources = [source]
        for name in transition.joinedSources {
            if let other = state(named: name), !sources.contains(other) { sources.append(other) }
        }
        let identity = (source: source, index: index)
        if sources.count == 1, targets.count == 1 {
            edges.append(Edge(source: source, target: targets[0], label: label, transitions: [identity]))
            return
        }
        var around = sources[0]
        for end in sources + targets { around = commonAncestor(around, end) }
        // A simple state has no room for a bar.
        let bar = add(.bar, in: nodes[around].children.isEmpty ? nodes[around].parent : around)
        let isFork = sources.count == 1
        if !isFork { joins.insert(bar) }
        for other in sources {
            edges.append(Edge(source: other, target: bar, label: isFork ? label : "", transitions: [identity]))
        }
        for (targetIndex, target) in targets.enumerated() {
            let isLabeled = !isFork && targetIndex == 0
            edges.append(Edge(source: bar, target: target, label: isLabeled ? label : "", transitions: [identity]))
        }
    }

    /// Returns the innermost node that contains two nodes, which may be one of them.
    func commonAncestor(_ first: Int, _ second: Int) -> Int {
        var (first, second) = (first, second)
        while nodes[first].depth > nodes[second].depth { first = nodes[first].parent }
        while nodes[second].depth > nodes[first].depth { second = nodes[second].parent }
        while first != second { (first, second) = (nodes[first].parent, nodes[second].parent) }
        return first
    }

    // MARK: - Regions

    /// Turns the boxes within orthogonal states into regions.
    ///
    /// Two or more regions are separated by dashed lines if no arrow begins or ends at one of them
    /// or leads from one to another, and nothing else is beside them. Otherwise each region has a
    /// dashed frame.
    private mutating func findRegions() {
        var isEnd = [Bool](repeating: false, count: nodes.count)
        for edge in edges {
            isEnd[edge.source] = true
            isEnd[edge.target] = true
        }
        for index in nodes.indices where state(index)?.kind == .orthogonal {
            let children = nodes[index].children
            let isFramed = children.contains { !nodes[$0].shape.isBox || isEnd[$0] } || children.count < 2
            for child in children where nodes[child].shape.isBox { nodes[child].shape = .region(isFramed: isFramed) }
        }
        for edge in edges where !edge.isLoop {
            // An arrow between regions, or from the state around them, needs them in layers.
            let around = commonAncestor(edge.source, edge.target)
            guard state(around)?.kind == .orthogonal else { continue }
            for child in nodes[around].children where nodes[child].shape.isBox {
                nodes[child].shape = .region(isFramed: true)
            }
        }
    }
}
