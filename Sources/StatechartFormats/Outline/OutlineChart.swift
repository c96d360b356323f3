internal import Statecharts
internal import TextSupport

/// The states and arrows that a reader of another tool's format finds, in the order of the text.
///
/// States refer to each other by their indices, and a state may come before the one around it. A
/// fork or a join is a bar, as in drawings. ``placed()`` makes a chart of it.
struct OutlineChart {
    /// A state, a pseudostate or a bar.
    struct Node {
        /// The state, without initial states and transitions; an empty name is replaced.
        var state: Statechart.State
        /// The index of the state around it; the root counts as its own parent.
        var parent: Int
        var offset: Int
        var children: [Int] = []
        /// The targets of the arrows from the initial dot within.
        var initial: [Int] = []
        var edges: [Edge] = []
        /// A Boolean value that indicates whether the node is the bar of a fork or a join.
        var isBar = false
        /// The base of the name, for nodes without one.
        var baseName = "state"
    }

    /// A transition, with its targets as indices.
    struct Edge {
        /// The transition without its targets.
        var transition: Statechart.Transition
        var targets: [Int]
        var joined: [Int] = []
        var offset: Int
        /// A Boolean value that indicates whether the guard is `else`.
        var isElse = false
    }

    /// The nodes; the first one is the root.
    var nodes: [Node]
    private(set) var warnings: [XMLTree.Warning] = []
    /// The messages about several places, with their first ones.
    private var notes: [(message: String, offset: Int, count: Int)] = []
    private var noteNumbers: [String: Int] = [:]

    private static let maximumWarnings = 1000

    init(_ name: String, offset: Int = 0) {
        nodes = [Node(state: Statechart.State(name), parent: 0, offset: offset)]
    }

    /// Adds a state as the last child of another one.
    ///
    /// - Returns: Its index.
    @discardableResult
    mutating func add(_ state: Statechart.State, in parent: Int, at offset: Int) throws(TextProblem) -> Int {
        nodes.append(Node(state: state, parent: parent, offset: offset))
        nodes[parent].children.append(nodes.count - 1)
        return nodes.count - 1
    }

    /// Adds a note about something that is left out, or that the text leaves open.
    mutating func warn(_ offset: Int, _ message: String) {
        guard warnings.count <= Self.maximumWarnings else { return }
        let isLast = warnings.count == Self.maximumWarnings
        warnings.append(.init(offset: offset, message: isLast ? "there are more notes" : message))
    }

    /// Adds a note that is reported once, at the first of its offsets, with the number of these.
    mutating func note(_ offset: Int, _ message: String) {
        if let number = noteNumbers[message] {
            notes[number].offset = min(notes[number].offset, offset)
            return notes[number].count += 1
        }
        noteNumbers[message] = notes.count
        notes.append((message, offset, 1))
    }

    /// Adds a note about an event whose name has spaces in the text.
    mutating func noteEvent(_ text: String, named name: String, at offset: Int) {
        note(offset, "the event \(Message.quoted(text.utf8)) is named \(Message.quoted(name.utf8))")
    }

    /// Returns whether a node is within another one, and isn't that node.
    func isWithin(_ node: Int, _ other: Int) -> Bool {
        var node = node
        while node != 0 {
            node = nodes[node].parent
            if node == other { return true }
        }
        return false
    }

    /// Returns whether a node can be active.
    func isProper(_ node: Int) -> Bool { !nodes[node].isBar && !nodes[node].state.kind.isPseudostate }
}

// MARK: - The chart

extension OutlineChart {
    /// Returns the chart, with its states in document order.
    ///
    /// - Complexity: O(*n*) for *n* nodes and edges.
    /// - Throws: A problem if states are nested too deeply, or a bar isn't a fork or a join.
    consuming func placed() throws(TextProblem) -> PlacedChart {
        nameNodes()
        try replaceBars()
        for index in nodes.indices where nodes[index].state.kind.isHistory && nodes[index].edges.isEmpty {
            addDefault(of: index)
        }
        for index in nodes.indices {
            if nodes[index].state.kind == .choice { orderBranches(of: index) }
            if !nodes[index].children.isEmpty { simplifyInitial(of: index) }
        }
        var chart = Statechart("")
        chart.root = finished(0)
        var offsets = [nodes[0].offset]
        var open = nodes[0].children.reversed().map { (node: $0, parent: 0, depth: 1) }
        var isPlaced = nodes.map { _ in false }
        while let (node, parent, depth) = open.popLast() {
            guard !nodes[node].isBar else {
                guard let child = nodes[node].children.first else { continue }
                throw TextProblem(
                    offset: nodes[child].offset, message: "a fork or a join has states within it",
                    remedy: "move them out of it")
            }
            isPlaced[node] = true
            try TextProblem.check(
                depth: depth, upTo: StatechartFormatLimits.stateDepth, "nested states", at: nodes[node].offset)
            let index = chart.add(finished(node), in: parent)
            offsets.append(nodes[node].offset)
            open += nodes[node].children.reversed().map { ($0, index, depth + 1) }
        }
        try checkEnds { isPlaced[$0] }
        for note in notes.sorted(by: { $0.offset < $1.offset }) {
            warn(note.offset, note.message + (note.count > 1 ? " (\(note.count) times)" : ""))
        }
        var placed = PlacedChart(chart, offsets: offsets)
        placed.warnings = warnings
        return placed
    }

    /// Checks that transitions lead from and to states of the chart, and to no dots.
    private func checkEnds(_ isPlaced: (Int) -> Bool) throws(TextProblem) {
        for node in nodes.indices where node == 0 || isPlaced(node) {
            let ends = nodes[node].edges.map { ($0.offset, $0.targets + $0.joined) }
            for (offset, ends) in ends + [(nodes[node].offset, nodes[node].initial)] {
                guard let end = ends.first(where: { !isPlaced($0) }) else { continue }
                let name = nodes[end].state.name
                let mark = name.isEmpty ? "a dot or a bar" : Message.quoted(name.utf8)
                throw TextProblem(
                    offset: offset, message: "an arrow leads to \(mark), which isn't a state; let it lead to a state")
            }
        }
    }

    private func finished(_ node: Int) -> Statechart.State {
        var state = nodes[node].state
        state.initial = nodes[node].initial.map { nodes[$0].state.name }
        state.transitions = nodes[node].edges.map { edge in
            var transition = edge.transition
            transition.targets = edge.targets.map { nodes[$0].state.name }
            transition.joinedSources = edge.joined.map { nodes[$0].state.name }
            return transition
        }
        return state
    }

    private mutating func nameNodes() {
        var taken = TakenNames(nodes.lazy.filter { !$0.state.name.isEmpty }.map(\.state.name))
        for index in nodes.indices.dropFirst() where nodes[index].state.name.isEmpty && !nodes[index].isBar {
            nodes[index].state.name = taken.unusedName(from: nodes[index].baseName)
        }
    }

    /// Leaves out initial states that a chart needn't name.
    private mutating func simplifyInitial(of index: Int) {
        let first = nodes[index].children.first { isProper($0) }
        if nodes[index].initial == first.map({ [$0] }), nodes[index].state.initialActions.isEmpty,
            nodes[index].state.kind != .orthogonal
        {
            nodes[index].initial = []
        }
    }

    /// Lets a history lead to the initial states around it, as other tools' histories do.
    private mutating func addDefault(of index: Int) {
        let targets = defaultTargets(in: nodes[index].parent)
        guard !targets.isEmpty else { return }
        nodes[index].edges = [Edge(transition: .init(.always), targets: targets, offset: nodes[index].offset)]
    }

    /// Returns the states that are entered with a node.
    func defaultTargets(in node: Int) -> [Int] {
        let proper = nodes[node].children.filter(isProper)
        if nodes[node].state.kind == .orthogonal { return proper }
        let initial = nodes[node].initial.filter { !nodes[$0].state.kind.isPseudostate }
        return initial.isEmpty ? Array(proper.prefix(1)) : initial
    }

    /// Moves the branch that has no guard, or `else`, to the end.
    private mutating func orderBranches(of index: Int) {
        let last =
            nodes[index].edges.lastIndex { $0.isElse }
            ?? nodes[index].edges.lastIndex {
                $0.transition.condition == nil
            }
        guard let last else {
            return warn(
                nodes[index].offset,
                "the choice \(Message.quoted(nodes[index].state.name.utf8)) has no branch for all other cases; "
                    + "add one with [else]")
        }
        let edge = nodes[index].edges.remove(at: last)
        nodes[index].edges.append(edge)
    }

    // MARK: Forks and joins

    /// Makes transitions of the arrows to and from bars.
    private mutating func replaceBars() throws(TextProblem) {
        for bar in nodes.indices where nodes[bar].isBar {
            let count = nodes[bar].edges.count
            nodes[bar].edges.removeAll(where: \.targets.isEmpty)
            if nodes[bar].edges.count < count {
                warn(nodes[bar].offset, "reactions of a fork or a join are left out; only states have reactions")
            }
        }
        var incoming: [Int: [(node: Int, edge: Int)]] = [:]
        let entered = Set(nodes.lazy.flatMap(\.initial))
        for node in nodes.indices where !nodes[node].isBar {
            nodes[node].initial = nodes[node].initial.flatMap { target in
                nodes[target].isBar ? nodes[target].edges.flatMap(\.targets) : [target]
            }
            for (number, edge) in nodes[node].edges.enumerated() {
                for target in edge.targets where nodes[target].isBar {
                    incoming[target, default: []].append((node, number))
                }
            }
        }
        var removed: [Int: Set<Int>] = [:]
        for bar in nodes.indices where nodes[bar].isBar {
            let (outgoing, offset) = (nodes[bar].edges, nodes[bar].offset)
            let sources = (incoming[bar] ?? []).sorted {
                nodes[$0.node].edges[$0.edge].offset < nodes[$1.node].edges[$1.edge].offset
            }
            guard !sources.isEmpty else {
                if !entered.contains(bar) { warn(offset, "a fork or a join to which no arrow leads is left out") }
                continue
            }
            guard !outgoing.isEmpty else {
                throw TextProblem(
                    offset: offset, message: "no arrow leads on from a fork or a join",
                    remedy: "add an arrow, or remove the bar")
            }
            guard !outgoing.contains(where: { nodes[$0.targets[0]].isBar }) else {
                throw TextProblem(
                    offset: offset, message: "an arrow leads from a fork or a join to another one",
                    remedy: "put a state between them")
            }
            try replace(bar, sources, outgoing, &removed)
        }
        for (node, numbers) in removed {
            nodes[node].edges = nodes[node].edges.enumerated().filter { !numbers.contains($0.offset) }.map(\.element)
        }
    }

    private mutating func replace(
        _ bar: Int, _ sources: [(node: Int, edge: Int)], _ outgoing: [Edge], _ removed: inout [Int: Set<Int>]
    ) throws(TextProblem) {
        let isFork = nodes[bar].baseName == "fork" && (sources.count == 1 || outgoing.count > 1)
        for group in isFork ? sources.map({ [$0] }) : [sources] {
            var whole = nodes[group[0].node].edges[group[0].edge]
            let others = group.dropFirst().map { nodes[$0.node].edges[$0.edge] } + outgoing
            for other in others {
                let (first, second) = (whole.transition, other.transition)
                guard second.isPlain || first.isPlain else {
                    throw TextProblem(
                        offset: other.offset, message: "two arrows of a fork or a join have events or guards",
                        remedy: "keep one, as the bar is one transition")
                }
                if !second.isPlain {
                    (whole.transition.trigger, whole.transition.condition) = (second.trigger, second.condition)
                }
                whole.transition.actions = first.actions + second.actions
            }
            whole.targets = outgoing.flatMap(\.targets)
            whole.joined = group.dropFirst().map(\.node)
            if group.count > 1, whole.transition.trigger == .completion {
                // The completion of one source could come before the others are active.
                whole.transition.trigger = .always
                for source in group where nodes[source.node].children.contains(where: isProper) {
                    warn(
                        whole.offset,
                        "the join doesn't wait until \(Message.quoted(nodes[source.node].state.name.utf8)) is done; "
                            + "let an arrow of its final state lead to the join")
                }
            }
            nodes[group[0].node].edges[group[0].edge] = whole
            for source in group.dropFirst() { removed[source.node, default: []].insert(source.edge) }
        }
    }
}

extension Statechart.Transition {
    /// A Boolean value that indicates whether the transition has neither an event nor a condition.
    fileprivate var isPlain: Bool { condition == nil && (trigger == .completion || trigger == .always) }
}
