internal import TextSupport
internal import WorkLimits

/// An activity of a state, or its invocation of another chart.
package struct Activity {
    package var name: String
    package var state: Int
    package var invocation: Statechart.Invocation?
}

/// Makes the tables of a chart.
struct TableBuilder {
    var nodes: Nodes
    var routes: [Route]
    var events: EventNames
    var guards = Symbols<Statechart.Condition>()
    var actions = Symbols<Statechart.Action>()
    var activities: [Activity] = []
    var identifiers = [""]
    var identifierNumbers = [ByteKey(""): 0]

    var states: [StateEntry] = []
    var firstCandidates: [UInt32] = []
    var candidates = [Candidate(transition: 0, next: 0)]
    var transitions: [TransitionEntry] = []
    var entries: [EnteredState] = []
    var targets: [Int32] = []
    var histories: [HistoryEntry] = []
    var historyNumbers: [Int: Int] = [:]
    var conditions = [ConditionEntry(kind: .all, first: 0)]
    var operations: [Operation] = []
    var blockEnds: [UInt32] = []
    var timers: [TimerEntry] = []
    var deferrals: [Range32] = []
    var deferrers: [Int32] = []
    /// The event of each route with a time trigger.
    var timeouts: [Int: Int] = [:]
    /// The transitions with a time trigger, by their sources; the first route of each.
    var timeoutsByState: [Int: [Int]] = [:]
    /// The nodes that have a completion transition.
    var completedStates: Set<Int> = []
    /// The events that each of the patterns matches.
    var matches: [[Int]] = []
    /// Whether a transition reacts to an event, or a state defers it.
    var hasReaction: [Bool] = []

    /// The conditions and actions of the behavior, numbered; a name alone has one number.
    struct Symbols<Content> {
        private(set) var contents: [Scoped<Content>] = []
        private var numbers: [ByteKey: UInt32] = [:]

        mutating func number(of content: Content, name: String?, at node: Int) -> UInt32 {
            let new = UInt32(contents.count)
            if let key = name.map({ ByteKey($0) }) {
                if let number = numbers[key] { return number }
                numbers[key] = new
            }
            contents.append(Scoped(content: content, node: node))
            return new
        }
    }

    let hasScopedVariables: Bool
    /// Whether the behavior sends all events, as it gives them data.
    let usesSend: Bool
    /// The names of events that the behavior knows.
    let behaviorEvents: [String]
    /// Whether the behavior has an enum of states, all of which the chart should have.
    let hasStates: Bool
    let namedGuards: NamedGuards?
    /// The states with data of the behavior, and those around them whose data their code uses.
    let scopeNames: [(state: String, outer: String?)]
    /// The numbers of the behavior's scopes by their states' names.
    var scopes: [ByteKey: Int] = [:]
    var choices: [ScopedChoice] = []
    var isFlattened = true

    init(
        _ chart: Statechart, behaviorEvents: [String], usesSend: Bool, hasStates: Bool,
        scopes: [(state: String, outer: String?)] = [], guards namedGuards: NamedGuards? = nil,
        budget: Budget = .default
    ) {
        (self.namedGuards, self.hasStates) = (namedGuards, hasStates)
        scopeNames = scopes
        hasScopedVariables = chart.hasScopedVariables
        (self.behaviorEvents, self.usesSend) = (behaviorEvents, usesSend)
        var nodes = Nodes(chart, budget: budget)
        nodes.namedGuards = namedGuards
        routes = nodes.isComplete ? nodes.routes() : []
        self.nodes = nodes
        events = EventNames(names: [], patterns: [], behavior: [])
    }

    // MARK: - Tables

    /// Returns the tables, or throws all errors of the chart.
    consuming func tables() throws(StatechartError) -> Tables {
        if nodes.isComplete {
            numberScopes()
            addAll()
        }
        if case .cancelled? = nodes.stop { throw StatechartError(.cancelled(built: 0)) }
        // No budget makes a chart with findings valid, so these come first.
        guard !nodes.hasFindings else { throw StatechartError(nodes.findings) }
        if let stop = nodes.stop { throw StatechartError(stop) }
        let tables = Tables(self)
        // Otherwise, the tables must not be used.
        if let stop = tables.nodes.stop { throw StatechartError(stop) }
        return tables
    }

    private mutating func addAll() {
        numberEvents()
        guard nodes.isComplete else { return }
        for node in nodes.all.indices where nodes.all[node].state.kind.isHistory {
            historyNumbers[node] = histories.count
            histories.append(HistoryEntry(parent: 0, isDeep: nodes.all[node].state.kind == .deepHistory))
        }
        for node in nodes.states {
            guard nodes.mayContinue(steps: 8 + nodes.all[node].state.partCount) else { return }
            addState(node)
        }
        for (node, number) in historyNumbers.sorted(by: { $0.key < $1.key }) { addHistory(node, number) }
        checkHistories()
        for route in routes {
            guard nodes.mayContinue(steps: 8 + route.targets.count + route.actions.count) else { return }
            addTransition(route)
        }
        addStart()
        guard hasRoomForCandidates() else { return }
        addCandidates()
        addDeferrals()
        if nodes.isComplete { nodes.check(routes, events.patterns) }
    }

    /// Adds a transition that enters the root, after all others.
    mutating func addStart() {
        var entry = TransitionEntry(source: 0, condition: 0, exits: Range32())
        entry.targets = append([0])
        let start = operations.count
        if !hasScopedVariables {
            for node in nodes.all.indices where nodes.all[node].owner == nil { makeVariables(of: node) }
        }
        entry.program = Range32(start..<operations.count)
        transitions.append(entry)
    }

    mutating func append(_ list: [Int]) -> Range32 {
        let start = targets.count
        targets += list.map { node in
            nodes.all[node].id.map { Int32($0) } ?? ~Int32(historyNumbers[node] ?? 0)
        }
        return Range32(start..<targets.count)
    }

    func id(_ node: Int) -> Int { nodes.all[node].id ?? 0 }

    mutating func addState(_ node: Int) {
        let state = nodes.all[node].state
        // Dynamic regions aren't active together with their state.
        let children = state.kind == .regions ? [] : nodes.all[node].children.filter { nodes.all[$0].id != nil }
        var entry = StateEntry(
            parent: Int32(id(nodes.all[node].parent)), last: 0, row: 0,
            kind: kind(of: state, hasChildren: !children.isEmpty))
        entry.last = Int32(nodes.all[node].lastID)
        entry.reportsEnd = entry.kind == .final && state.doneData != nil
        entry.initializesVariablesOnce = initializesVariablesOnce(node)
        entry.owner = Int32(nodes.all[node].owner.map { id($0) } ?? -1)
        states.append(entry)
        let done = events.number(of: doneEventName(of: node))
        entry.doneEvent = hasReaction[done] ? UInt32(done) : 0
        entry.children = append(children)
        entry.histories = append(nodes.all[node].children.filter { nodes.all[$0].state.kind.isHistory })
        if entry.kind == .composite, let route = nodes.initialRoute(of: node) {
            entry.initial = append(route.targets)
            entry.initialProgram = program([route.actions])
        }
        entry.entry = entryProgram(node, isSimple: entry.kind == .simple)
        entry.exit = exitProgram(node)
        entry.hasExitWork = !entry.exit.isEmpty || !entry.histories.isEmpty
        states[id(node)] = entry
    }

    func kind(of state: Statechart.State, hasChildren: Bool) -> StateEntry.Kind {
        switch state.kind {
        case .orthogonal: hasChildren ? .orthogonal : .simple
        case .final: .final
        case .regions: .regions
        case .terminate: .terminate
        default: hasChildren ? .composite : .simple
        }
    }
}
