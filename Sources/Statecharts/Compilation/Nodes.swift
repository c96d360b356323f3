internal import TextSupport
internal import WorkLimits

/// The states of a chart and of its submachines, in document order, with their names resolved.
struct Nodes {
    struct Node {
        var state: Statechart.State
        /// The name, prefixed by the names of the submachines' owners.
        var name: String
        /// The prefix of names that the state's chart mentions.
        var scope: String
        var parent: Int
        var children: [Int] = []
        /// The first node after its descendants.
        var end = 0
        /// Whether the initial states are those of the submachine, by their names in it.
        var hasForeignInitial = false
        /// The number of the state's last variables, which are those of the submachine's root.
        var foreignVariableCount = 0
        /// The number of the state among those that can be active, in document order.
        var id: Int?
        /// The number of the last descendant, or the state's own.
        var lastID = 0
        /// The enclosing state with dynamic regions, each of which contains a copy of this state.
        var owner: Int?
    }

    private(set) var all: [Node] = []
    private var reports = Findings()
    private var warningFindings = Findings()
    /// Nodes by name.
    private var index: [ByteKey: Int] = [:]
    /// The nodes that can be active, by number.
    private(set) var states: [Int] = []
    /// Whether all states were added, and none contains itself.
    var isComplete = true
    /// The bytes of names that were created or looked up.
    private var nameByteCount = 0
    /// The number of parts in copies of submachines.
    private var copiedPartCount = 0
    /// The number of parts in paths through junctions.
    var pathPartCount = 0

    /// Whether expressions are in a scripting language.
    let isScripted: Bool
    /// The guards of a program that expressions name.
    var namedGuards: NamedGuards?

    /// The number of names that may still be compared with misspelled ones.
    private var comparisonsLeft = 1 << 16

    /// The maximum depth of states, and the maximum number of all states.
    static let (maximumDepth, maximumCount) = (1000, 1 << 17)
    /// The maximum number of bytes of names, including those in copies of submachines.
    static let maximumNameBytes = 1 << 26
    /// The maximum number of transitions, conditions and actions in all copies of submachines.
    static let maximumCopiedParts = 1 << 22

    private var check: CompilationCheck

    init(_ chart: Statechart, budget: Budget) {
        // Known before any copy of a submachine is made.
        let expansion = Expansion(chart)
        isScripted = chart.scriptLanguage != nil
        check = CompilationCheck(budget, holding: expansion.byteCount)
        add(chart, expansion)
        for number in all.indices.reversed() {
            all[number].end = max(all[number].end, number + 1)
            let parent = all[number].parent
            all[parent].end = max(all[parent].end, all[number].end)
        }
        for (number, node) in all.enumerated() where !node.state.kind.isPseudostate {
            all[number].id = states.count
            states.append(number)
        }
        // The number of states before each node.
        var counts = [0]
        for node in all { counts.append(counts[counts.count - 1] + (node.id == nil ? 0 : 1)) }
        for number in all.indices { all[number].lastID = counts[all[number].end] - 1 }
        checkNames()
        checkDeclarations(isScoped: chart.hasScopedVariables, isScripted: isScripted)
        checkSubmachines(chart.submachines)
    }

    /// Counts steps of the compilation, and bytes that it holds from now on.
    ///
    /// - Returns: `false` if the compilation must stop.
    mutating func mayContinue(steps: Int, bytes: Int = 0) -> Bool {
        if check.allows(steps: steps, bytes: bytes, built: all.count) { return true }
        isComplete = false
        return false
    }

    /// The reason why the budget stopped the compilation.
    var stop: LimitError? { check.stop }

    // MARK: - Findings

    /// The errors, in document order.
    var findings: [StatechartFinding] { reports.list(path: path) }

    /// The warnings, in document order.
    var warnings: [StatechartFinding] { warningFindings.list(path: path) }

    var hasFindings: Bool { !reports.isEmpty }

    mutating func report(_ node: Int, _ message: String) { reports.add(node, message) }

    /// Reports that the chart is too large for a fixed limit.
    mutating func reportLimit(_ node: Int, _ message: String) { reports.add(node, message, isLimit: true) }

    mutating func warn(_ node: Int, _ message: String) { warningFindings.add(node, message) }

    func path(of node: Int) -> [String] {
        var (names, node) = ([all[node].state.name], node)
        while all[node].parent != node {
            node = all[node].parent
            names.append(all[node].state.name)
        }
        return names.reversed()
    }

    /// Returns the name of a node in quotes.
    func quoted(_ node: Int) -> String { Message.quoted(all[node].name.utf8) }

    // MARK: - Names

    /// Returns the node with a name that a node's chart mentions.
    func find(_ name: String, from node: Int) -> Int? {
        let scope = all[node].scope
        return index[ByteKey(scope.isEmpty ? name : scope + name)]
    }

    /// Returns the node with a name that a node's chart mentions, and counts the name's bytes.
    mutating func lookUp(_ name: String, from node: Int) -> Int? {
        guard chargeNames(byteCount: all[node].scope.utf8.count + name.utf8.count) else { return nil }
        return find(name, from: node)
    }

    /// Counts bytes of names.
    ///
    /// A submachine's names count for each of its copies, so that a small text can't take unlimited
    /// time.
    ///
    /// - Returns: Whether the limit is kept; otherwise it is reported.
    mutating func chargeNames(byteCount: Int) -> Bool {
        nameByteCount += byteCount
        if nameByteCount > Self.maximumNameBytes, isComplete {
            isComplete = false
            reportLimit(
                0,
                "the chart is too large: all names, also in copies of submachines, exceed "
                    + "\(Self.maximumNameBytes) bytes; divide the chart")
        }
        return nameByteCount <= Self.maximumNameBytes
    }

    /// Counts the parts of a state that is copied.
    ///
    /// - Returns: Whether the limit is kept; otherwise it is reported.
    private mutating func chargeCopy(of state: Statechart.State) -> Bool {
        copiedPartCount += state.partCount
        guard copiedPartCount > Self.maximumCopiedParts else { return true }
        isComplete = false
        reportLimit(
            0,
            "the chart is too large: the copies of its submachines have more than \(Self.maximumCopiedParts) transitions, "
                + "conditions and actions in all; divide the chart")
        return false
    }

    /// Returns a suggestion for an unknown state name in a node's chart, or `nil` if none is close.
    mutating func remedy(forUnknown name: String, from node: Int) -> String? {
        guard all.count <= comparisonsLeft else { return nil }
        // Finding the names takes as long as comparing them.
        comparisonsLeft -= all.count
        let scope = all[node].scope
        let names = all.dropFirst().compactMap { node in
            node.name.utf8.starts(with: scope.utf8) ? String(node.name.utf8.dropFirst(scope.utf8.count)) : nil
        }
        return remedy(forUnknown: name, among: names)
    }

    /// Returns a suggestion for an unknown name, or `nil` if none is close.
    mutating func remedy(forUnknown name: String, among known: some Collection<String>) -> String? {
        guard known.count <= comparisonsLeft else { return nil }
        comparisonsLeft -= known.count
        return Spelling.closestName(to: name, among: known.sorted()).map { "did you mean '\($0)'?" }
    }

    /// Returns whether a node is another one or a descendant of it.
    func isWithin(_ node: Int, _ other: Int) -> Bool { node >= other && node < all[other].end }

    // MARK: - Order

    /// The chart, or a copy of a submachine.
    private struct Copy {
        /// The number of the chart.
        var chart: Int
        /// The enclosing copy, or -1.
        var outer: Int
        var scope: String
    }

    /// A state of a copy that is still to be added, with its parent.
    private struct Pending {
        var copy: Int
        var state: Int
        var parent: Int
        var depth: Int
    }

    private static func children(of chart: Statechart) -> [[Int]] {
        var lists = [[Int]](repeating: [], count: chart.states.count)
        for (state, parent) in chart.parents.enumerated().dropFirst() { lists[parent].append(state) }
        return lists
    }

    /// Adds all states in document order, with copies of submachines in their places.
    private mutating func add(_ chart: Statechart, _ expansion: Expansion) {
        let charts = [chart] + chart.submachines
        // Refused at once, before copies of copies take time and memory.
        let refusal = chart.states.count <= Self.maximumCount ? expansion.limitFinding : nil
        guard refusal == nil, mayContinue(steps: CompilationCheck.now) else {
            append(chart.root, scope: "", to: 0)
            isComplete = false
            if let refusal { reportLimit(0, refusal.message) }
            return
        }
        let library = Dictionary(
            chart.submachines.enumerated().map { (ByteKey($0.element.name), $0.offset + 1) },
            uniquingKeysWith: { first, _ in first })
        var children: [Int: [[Int]]] = [0: Self.children(of: chart)]
        var copies = [Copy(chart: 0, outer: -1, scope: "")]
        var pending = [Pending(copy: 0, state: 0, parent: 0, depth: 1)]
        while let next = pending.popLast() {
            let copy = copies[next.copy]
            let state = charts[copy.chart][next.state]
            guard hasRoom(for: next), next.copy == 0 || chargeCopy(of: state),
                mayContinue(steps: 4 + state.partCount + copy.scope.utf8.count / 64),
                chargeNames(byteCount: copy.scope.utf8.count + state.name.utf8.count)
            else { break }
            let number = all.count
            append(state, scope: copy.scope, to: next.parent)
            for child in (children[copy.chart]?[next.state] ?? []).reversed() {
                pending.append(Pending(copy: next.copy, state: child, parent: number, depth: next.depth + 1))
            }
            guard let name = state.submachine else { continue }
            guard let machine = library[ByteKey(name)] else {
                let remedy = remedy(forUnknown: name, among: library.keys.lazy.map(\.text)) ?? "add it"
                report(number, "the chart has no submachine \(Message.quoted(name.utf8)); \(remedy)")
                continue
            }
            if reportCycle(of: machine, in: next.copy, copies, charts, at: number) { continue }
            // Copies of charts that contain each other could be far more than were counted.
            guard isComplete else { continue }
            if children[machine] == nil { children[machine] = Self.children(of: charts[machine]) }
            // A dynamic region is the whole submachine, with its root.
            let isRegion = state.kind == .regions
            if !isRegion {
                guard chargeCopy(of: charts[machine].root) else { break }
                place(charts[machine], in: number)
            }
            copies.append(Copy(chart: machine, outer: next.copy, scope: all[number].name + "."))
            for child in isRegion ? [0] : (children[machine]?[0] ?? []).reversed() {
                pending.append(Pending(copy: copies.count - 1, state: child, parent: number, depth: next.depth + 1))
            }
        }
        // The root comes last, as its name is the chart's, which a state may have, too.
        for (number, node) in all.enumerated().dropFirst() {
            guard mayContinue(steps: 1 + node.name.utf8.count / 256) else { return }
            if index[ByteKey(node.name)] == nil { index[ByteKey(node.name)] = number }
        }
        for (name, number) in aliases where index[ByteKey(name)] == nil { index[ByteKey(name)] = number }
        if index[ByteKey(all[0].name)] == nil { index[ByteKey(all[0].name)] = 0 }
    }

    private mutating func append(_ state: Statechart.State, scope: String, to parent: Int) {
        let number = all.count
        let name = scope.isEmpty ? state.name : scope + state.name
        all.append(Node(state: state, name: name, scope: scope, parent: parent))
        guard number > 0 else { return }
        all[parent].children.append(number)
        all[number].owner = all[parent].state.kind == .regions ? parent : all[parent].owner
    }

    /// Returns whether one more state may be added; otherwise the limit is reported.
    private mutating func hasRoom(for next: Pending) -> Bool {
        if all.count < Self.maximumCount, next.depth <= Self.maximumDepth { return true }
        isComplete = false
        reportLimit(
            next.parent,
            all.count < Self.maximumCount
                ? "the states are nested more than \(Self.maximumDepth) deep; nest fewer levels"
                : "there are more than \(Self.maximumCount) states, including those of submachines; divide the chart")
        return false
    }

    /// Reports a submachine that would contain itself.
    private mutating func reportCycle(
        of machine: Int, in copy: Int, _ copies: [Copy], _ charts: [Statechart], at node: Int
    ) -> Bool {
        var (around, copy) = ([machine], copy)
        while copy > 0, copies[copy].chart != machine {
            around.append(copies[copy].chart)
            copy = copies[copy].outer
        }
        guard copy > 0 else { return false }
        around.append(machine)
        var names = around.map { Message.quoted(charts[$0].name.utf8) }
        if names.count > 6 { names.replaceSubrange(3..<names.count - 3, with: ["…"]) }
        report(node, "the submachine lies within itself: \(names.joined(separator: " in ")); name another submachine")
        isComplete = false
        return true
    }

    /// Gives a state the contents of its submachine's root.
    private mutating func place(_ machine: Statechart, in number: Int) {
        let (root, scope) = (machine.root, all[number].name + ".")
        if all[number].state.initial.isEmpty {
            all[number].hasForeignInitial = true
            all[number].state.initial = root.initial
            all[number].state.initialActions = root.initialActions
        }
        if root.kind == .orthogonal { all[number].state.kind = .orthogonal }
        all[number].state.variables += root.variables
        all[number].foreignVariableCount = root.variables.count
        ownedTransitions.append((number, root.transitions))
        if chargeNames(byteCount: scope.utf8.count + machine.name.utf8.count) {
            aliases.append((scope + machine.name, number))
        }
    }

    /// The names of submachines' roots within the states that got their contents.
    private var aliases: [(name: String, node: Int)] = []

    /// Transitions of submachines' roots, with the states that got them.
    private(set) var ownedTransitions: [(node: Int, transitions: [Statechart.Transition])] = []

    /// Reports submachines with the same name, of which states could only use the first.
    private mutating func checkSubmachines(_ submachines: [Statechart]) {
        var names: Set<ByteKey> = []
        for machine in submachines where !names.insert(ByteKey(machine.name)).inserted {
            report(0, "there are two submachines \(Message.quoted(machine.name.utf8)); rename one of the two")
        }
    }

    private mutating func checkNames() {
        for (number, node) in all.enumerated() where number > 0 {
            guard mayContinue(steps: 1 + node.name.utf8.count / 256) else { return }
            if node.state.name.isEmpty {
                report(number, "the state has no name; give the state a name")
            } else if index[ByteKey(node.name)] != number {
                report(number, "there is another state \(quoted(number)); rename one of the two")
            }
        }
    }
}
