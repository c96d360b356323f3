internal import TextSupport

/// The states of a chart and of its submachines, in document order, with their names resolved.
struct Nodes {
    struct Node {
        var state: Statechart.State
        /// The name, with the names of the submachines' owners in front.
        var name: String
        /// What is put in front of a name that the state's chart mentions.
        var scope: String
        var parent: Int
        var children: [Int] = []
        /// Whether the initial states are those of the submachine, which names them.
        var hasForeignInitial = false
        /// The number among the states that can be active, in document order.
        var id: Int?
        /// The state around it whose regions come and go, and of which this one lies in each.
        var owner: Int?
    }

    private(set) var all: [Node] = []
    private var reports: [(node: Int, finding: StatechartFinding)] = []
    /// What is wrong, in document order.
    var findings: [StatechartFinding] {
        reports.enumerated().sorted { ($0.element.node, $0.offset) < ($1.element.node, $1.offset) }
            .map(\.element.finding)
    }
    var warnings: [StatechartFinding] = []
    /// Nodes by name.
    private var index: [String: Int] = [:]
    /// The nodes that can be active, by number.
    private(set) var states: [Int] = []

    /// The number of names that may still be compared with misspelled ones.
    private var comparisonsLeft = 1 << 16

    /// The greatest number of states within each other, and of all of them.
    static let (deepest, most) = (1000, 1 << 17)

    init(_ chart: Statechart) {
        add(chart)
        for (number, node) in all.enumerated() where !node.state.kind.isPseudostate {
            all[number].id = states.count
            states.append(number)
        }
        checkNames()
    }

    mutating func report(_ node: Int, _ message: String) {
        reports.append((node, StatechartFinding(path: path(of: node), message: message)))
    }

    func path(of node: Int) -> [String] {
        var (names, node) = ([all[node].state.name], node)
        while all[node].parent != node {
            node = all[node].parent
            names.append(all[node].state.name)
        }
        return names.reversed()
    }

    /// Returns the node with a name that a node's chart mentions.
    func find(_ name: String, from node: Int) -> Int? { index[all[node].scope + name] }

    /// Returns the question for the state that a node's chart means by an unknown name, or `nil` if
    /// none is close.
    mutating func remedy(forUnknown name: String, from node: Int) -> String? {
        guard all.count <= comparisonsLeft else { return nil }
        // Finding them takes as long as comparing them.
        comparisonsLeft -= all.count
        let scope = all[node].scope
        let names = all.dropFirst().filter { $0.name.hasPrefix(scope) }.map { String($0.name.dropFirst(scope.count)) }
        return remedy(forUnknown: name, among: names)
    }

    /// Returns the question for the known name that is meant, or `nil` if none is close.
    mutating func remedy(forUnknown name: String, among known: some Collection<String>) -> String? {
        guard known.count <= comparisonsLeft else { return nil }
        comparisonsLeft -= known.count
        return Spelling.closest(to: name, among: known.sorted()).map { "did you mean '\($0)'?" }
    }

    /// Returns whether a node is another one or lies within it.
    func isWithin(_ node: Int, _ other: Int) -> Bool {
        var node = node
        while node > other { node = all[node].parent }
        return node == other
    }

    // MARK: - Order

    /// A state that has yet to be added, of a chart, with the node around it.
    private struct Pending {
        var chart: Statechart
        var state: Int
        var children: [[Int]]
        var parent: Int
        var scope: String
        var depth: Int
    }

    private static func children(of chart: Statechart) -> [[Int]] {
        var lists = [[Int]](repeating: [], count: chart.states.count)
        for (state, parent) in chart.parents.enumerated().dropFirst() { lists[parent].append(state) }
        return lists
    }

    /// Adds all states in document order, with copies of submachines in their places.
    private mutating func add(_ chart: Statechart) {
        let library = Dictionary(chart.submachines.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var pending = [
            Pending(chart: chart, state: 0, children: Self.children(of: chart), parent: 0, scope: "", depth: 1)
        ]
        while let next = pending.popLast() {
            guard all.count < Self.most, next.depth <= Self.deepest else {
                report(
                    next.parent,
                    all.count < Self.most
                        ? "the states are nested more than \(Self.deepest) deep"
                        : "there are more than \(Self.most) states, those of submachines included")
                break
            }
            let number = all.count
            let state = next.chart[next.state]
            all.append(Node(state: state, name: next.scope + state.name, scope: next.scope, parent: next.parent))
            if number > 0 {
                all[next.parent].children.append(number)
                let parent = all[next.parent]
                all[number].owner = parent.state.kind == .regions ? next.parent : parent.owner
            }
            for child in next.children[next.state].reversed() {
                var item = next
                (item.state, item.parent, item.depth) = (child, number, next.depth + 1)
                pending.append(item)
            }
            guard let name = state.submachine else { continue }
            guard let machine = library[name] else {
                let remedy = remedy(forUnknown: name, among: library.keys) ?? "add it"
                report(number, "the chart has no submachine '\(name)'; \(remedy)")
                continue
            }
            let children = Self.children(of: machine)
            // A region is the whole submachine, with its root.
            let isRegion = state.kind == .regions
            if !isRegion { place(machine, in: number) }
            for child in isRegion ? [0] : children[0].reversed() {
                pending.append(
                    Pending(
                        chart: machine, state: child, children: children, parent: number,
                        scope: all[number].name + ".", depth: next.depth + 1))
            }
        }
        // A root's name comes last, as it is the chart's, and a state may bear it, too.
        for (number, node) in all.enumerated().dropFirst() where index[node.name] == nil { index[node.name] = number }
        for (name, number) in aliases where index[name] == nil { index[name] = number }
        if index[all[0].name] == nil { index[all[0].name] = 0 }
    }

    /// Gives a state what the root of its submachine has.
    private mutating func place(_ machine: Statechart, in number: Int) {
        let (root, scope) = (machine.root, all[number].name + ".")
        if all[number].state.initial.isEmpty {
            all[number].hasForeignInitial = true
            all[number].state.initial = root.initial
            all[number].state.initialActions = root.initialActions
        }
        if root.kind == .orthogonal { all[number].state.kind = .orthogonal }
        all[number].state.variables += root.variables
        owned.append((number, root.transitions, scope))
        aliases.append((scope + machine.name, number))
    }

    /// The names of submachines' roots within the states that got their contents.
    private var aliases: [(name: String, node: Int)] = []

    /// Transitions of submachines' roots, with the states that got them and the scopes of their
    /// names.
    private(set) var owned: [(node: Int, transitions: [Statechart.Transition], scope: String)] = []

    private mutating func checkNames() {
        for (number, node) in all.enumerated() where number > 0 {
            if node.state.name.isEmpty {
                report(number, "the state has no name; give it one")
            } else if index[node.name] != number {
                report(number, "there is another state '\(node.name)'; rename one")
            }
        }
    }
}
