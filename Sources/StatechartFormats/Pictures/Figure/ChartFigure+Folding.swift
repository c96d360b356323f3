internal import Statecharts

/// Pictures of parts of a chart.
extension ChartFigure {
    /// Returns the node that shows each state: the state itself, or the folded state around it;
    /// `nil` for states outside the part.
    func shownNodes(_ excerpt: StatechartExcerpt) -> [Int?] {
        let top = excerpt.state.flatMap { state(named: $0) } ?? 0
        let levels = max(excerpt.depth ?? .max, 1)
        let folded = Set(excerpt.folded.compactMap { state(named: $0) })
        func isFolded(_ node: Int) -> Bool {
            node != top && (folded.contains(node) || nodes[node].depth - nodes[top].depth >= levels)
        }
        var shown = [Int?](repeating: nil, count: chart.states.count)
        shown[top] = top
        for node in shown.indices where node > top {
            guard let parent = shown[nodes[node].parent] else { continue }
            shown[node] = parent != nodes[node].parent || isFolded(parent) ? parent : node
        }
        return shown
    }

    /// Removes each node that another node shows, and moves the ends of its arrows to that node.
    ///
    /// - Parameter shown: The node that shows each state.
    mutating func fold(_ shown: [Int?]) {
        var shown = shown
        let stateCount = shown.count
        var isFolded = [Bool](repeating: false, count: stateCount)
        for state in shown.indices { if let node = shown[state], node != state { isFolded[node] = true } }
        for mark in stateCount..<nodes.count {
            let parent = nodes[mark].parent
            shown.append(shown[parent].map { $0 == parent && !isFolded[parent] ? mark : $0 })
        }
        var numbers: [Int: Int] = [:]
        var kept: [Node] = []
        for node in nodes.indices where shown[node] == node {
            numbers[node] = kept.count
            kept.append(nodes[node])
        }
        let depth = kept[0].depth
        kept[0].shape = .box
        for index in kept.indices {
            kept[index].depth -= depth
            kept[index].parent = numbers[kept[index].parent] ?? 0
            kept[index].children = kept[index].children.compactMap { numbers[$0] }
        }
        for state in 0..<stateCount {
            if let node = shown[state], node != state, let number = numbers[node] { kept[number].hiddenCount += 1 }
        }
        let ends = shown.map { $0.flatMap { numbers[$0] } }
        fold(edgesTo: ends) { shown[$0] != $0 }
        indices = indices.compactMapValues { ends[$0] }
        nodes = kept
    }

    /// Moves arrows to the nodes that show their ends. Those that come together become one.
    ///
    /// - Parameters:
    ///   - ends: The new number of the node that shows each node.
    ///   - isMoved: Tells whether another node shows a node.
    private mutating func fold(edgesTo ends: [Int?], _ isMoved: (Int) -> Bool) {
        var kept: [Edge] = []
        var labels: [Int: [String]] = [:]
        var known: [[Int]: Int] = [:]
        for var edge in edges {
            let (source, target) = (ends[edge.source], ends[edge.target])
            guard source != nil || target != nil else { continue }
            let isMoved = isMoved(edge.source) || isMoved(edge.target)
            let origin = source == nil ? state(edge.source).map { "(from \($0.name))" } : nil
            let aim = target == nil ? state(edge.target).map { "(to \($0.name))" } : nil
            edge.label = [edge.label, origin ?? "", aim ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
            (edge.source, edge.target) = (source ?? 0, target ?? 0)
            // Within a folded state, or of the state whose inside is shown.
            if isMoved, edge.source == edge.target { continue }
            guard isMoved, let number = known[[edge.source, edge.target]] else {
                if isMoved {
                    known[[edge.source, edge.target]] = kept.count
                    labels[kept.count] = [edge.label]
                }
                kept.append(edge)
                continue
            }
            labels[number]?.append(edge.label)
            for one in edge.transitions where !kept[number].transitions.contains(where: { $0 == one }) {
                kept[number].transitions.append(one)
            }
        }
        for (number, texts) in labels {
            let count = kept[number].transitions.count
            if count < 2 {
                kept[number].label = texts.first { !$0.isEmpty } ?? ""
            } else if Set(texts).count > 1 {
                kept[number].label = "\(count) transitions"
                kept[number].details = texts.filter { !$0.isEmpty }.joined(separator: "\n")
            }
        }
        edges = kept
    }
}
