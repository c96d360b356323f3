/// Makes the tables of a chart.
struct TableBuilder {
    var nodes: Nodes
    var routes: [Route]
    var events: EventNames
    var guards = Atoms<Statechart.Condition>()
    var actions = Atoms<Statechart.Action>()
    var activities: [Activity] = []
    var identifiers = [""]
    var identifierNumbers: [String: Int] = ["": 0]

    var states: [StateEntry] = []
    var heads: [UInt32] = []
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
    /// The event of each route whose trigger is a time.
    var timeouts: [Int: Int] = [:]
    /// The transitions whose trigger is a time, by their sources: of each the first route.
    var timed: [Int: [Int]] = [:]
    /// The nodes that have a completion transition.
    var completed: Set<Int> = []
    /// The events that the patterns match.
    var matches: [String: [Int]] = [:]
    /// Whether a transition reacts to an event, or a state defers it.
    var isHeard: [Bool] = []

    /// Work of a state: an activity, or the invocation of another chart.
    struct Activity {
        var name: String
        var state: Int
        var invocation: Statechart.Invocation?
    }

    /// Numbers without names: conditions and actions that the behavior is asked for, each once.
    struct Atoms<Content: Hashable> {
        var contents: [Scoped<Content>] = []
        var numbers: [Content: UInt32] = [:]

        mutating func number(of content: Content, at node: Int) -> UInt32 {
            if let number = numbers[content] { return number }
            numbers[content] = UInt32(contents.count)
            contents.append(Scoped(content: content, node: node))
            return UInt32(contents.count - 1)
        }
    }

    let hasScopedVariables: Bool
    /// Whether the behavior carries out the sending of events, as it gives them data.
    let asksToSend: Bool
    /// The names of events that the behavior knows.
    let behaviorEvents: [String]

    init(_ chart: Statechart, behaviorEvents: [String], asksToSend: Bool) {
        hasScopedVariables = chart.hasScopedVariables
        (self.behaviorEvents, self.asksToSend) = (behaviorEvents, asksToSend)
        nodes = Nodes(chart)
        routes = nodes.routes()
        events = EventNames(names: [], patterns: [], behavior: [])
    }

    // MARK: - Events

    /// The done event of a node.
    func doneName(of node: Int) -> String { "done.state." + nodes.all[node].name }

    mutating func numberEvents() {
        var (names, patterns) = (["error.execution"], [Statechart.EventPattern]())
        for route in routes {
            if case .events(let list) = route.trigger { patterns += list }
            if case .completion = route.trigger { names.append(doneName(of: route.source)) }
            collect(route.actions.map(\.content), into: &names)
        }
        for node in nodes.all {
            patterns += node.state.deferred
            for block in node.state.entry + node.state.exit + [node.state.initialActions] {
                collect(block, into: &names)
            }
            for transition in node.state.transitions { collect(transition.actions, into: &names) }
        }
        events = EventNames(names: names, patterns: patterns, behavior: behaviorEvents)
        for pattern in patterns { matches[pattern.prefix] = [] }
        for event in 1..<events.count {
            for prefix in Statechart.EventPattern.prefixes(of: events.names[event]) { matches[prefix]?.append(event) }
        }
        for (number, route) in routes.enumerated() {
            switch route.trigger {
            case .after:
                // The ways of one transition through junctions follow each other, and share its timer.
                if number > 0, routes[number - 1].source == route.source, routes[number - 1].place == route.place {
                    timeouts[number] = timeouts[number - 1]
                } else {
                    timeouts[number] = events.add("")
                    timed[route.source, default: []].append(number)
                }
            case .completion: completed.insert(route.source)
            case .events, .always: break
            }
        }
        isHeard = [Bool](repeating: false, count: events.count)
        for list in matches.values { for event in list { isHeard[event] = true } }
        for (number, route) in routes.enumerated() {
            if case .events = route.trigger { continue }
            for event in reactions(of: number) { isHeard[event] = true }
        }
    }

    func collect(_ actions: [Statechart.Action], into names: inout [String]) {
        for action in actions {
            switch action {
            case .raise(let name, nil): names.append(name)
            case .send(let send): if case .literal(.text(let name)) = send.event { names.append(name) }
            case .choose(let branches): for branch in branches { collect(branch.actions, into: &names) }
            default: break
            }
        }
    }

    /// The events that a route reacts to; 0 is none.
    func reactions(of route: Int) -> [Int] {
        switch routes[route].trigger {
        case .always: [0]
        case .events(let patterns): Set(patterns.flatMap { matches[$0.prefix] ?? [] }).sorted()
        case .completion: [events.number(of: doneName(of: routes[route].source))]
        case .after: timeouts[route].map { [$0] } ?? []
        }
    }

    /// The state of each timer's event, and the timer's place among the state's.
    var timeoutPlaces: [UInt32: (state: Int, place: Int)] {
        var (places, counts) = ([UInt32: (state: Int, place: Int)](), [Int: Int]())
        for (route, event) in timeouts.sorted(by: { $0.key < $1.key }) where places[UInt32(event)] == nil {
            let state = id(routes[route].source)
            places[UInt32(event)] = (state, counts[state, default: 0])
            counts[state, default: 0] += 1
        }
        return places
    }

    // MARK: - Tables

    /// The tables, or all that is wrong with the chart.
    mutating func tables() throws(StatechartError) -> Tables {
        numberEvents()
        for node in nodes.all.indices where nodes.all[node].state.kind.isHistory {
            historyNumbers[node] = histories.count
            histories.append(HistoryEntry(parent: 0, isDeep: nodes.all[node].state.kind == .deepHistory))
        }
        for node in nodes.states { addState(node) }
        for (node, number) in historyNumbers.sorted(by: { $0.key < $1.key }) { addHistory(node, number) }
        for route in routes { addTransition(route) }
        addStart()
        addCandidates()
        nodes.check(routes)
        guard nodes.findings.isEmpty else { throw StatechartError(findings: nodes.findings) }
        let tables = Tables(core(), self)
        withExtendedLifetime(tables) { findEntries($0.core) }
        let whole = Tables(core(), self)
        return withExtendedLifetime(whole) {
            guard let flattener = Flattener(whole.core) else { return whole }
            operations += flattener.operations
            blockEnds += flattener.blockEnds
            var core = core()
            core.flat = flattener.tables()
            return Tables(core, self, flattener)
        }
    }

    /// Adds a transition that enters the root, behind all others.
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

    /// Finds the states that each transition enters, as far as no history decides.
    mutating func findEntries(_ core: UnsafePointer<Core>) {
        for number in transitions.indices where !transitions[number].targets.isEmpty {
            var set = EntrySet(core)
            if number == routes.count {
                set.addRoot(noted: NotedStates())
            } else {
                set.add(
                    transitions[number].targets, from: Int(transitions[number].exits.lowerBound) - 1,
                    noted: NotedStates())
            }
            transitions[number].dependsOnHistory = set.dependsOnHistory
            if set.dependsOnHistory { continue }
            let start = entries.count
            var next = 0
            while let state = set.entered.first(from: next, below: states.count) {
                let program = set.initial.contains(state) ? states[state].initialProgram : Range32()
                entries.append(EnteredState(state: Int32(state), program: program))
                next = state + 1
            }
            transitions[number].entries = Range32(start..<entries.count)
        }
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
        // What is within regions that come and go isn't active with the state.
        let children = state.kind == .regions ? [] : nodes.all[node].children.filter { nodes.all[$0].id != nil }
        var entry = StateEntry(
            parent: Int32(id(nodes.all[node].parent)), last: 0, row: 0,
            kind: kind(of: state, hasChildren: !children.isEmpty))
        entry.last = Int32(id(node))
        entry.owner = Int32(nodes.all[node].owner.map { id($0) } ?? -1)
        states.append(entry)
        var ancestor = node
        while nodes.all[ancestor].parent != ancestor {
            ancestor = nodes.all[ancestor].parent
            states[id(ancestor)].last = Int32(id(node))
        }
        let done = events.number(of: doneName(of: node))
        entry.doneEvent = isHeard[done] ? UInt32(done) : 0
        entry.children = append(children)
        entry.histories = append(nodes.all[node].children.filter { nodes.all[$0].state.kind.isHistory })
        if entry.kind == .composite, let route = nodes.initialRoute(of: node) {
            entry.initial = append(route.targets)
            entry.initialProgram = program([route.actions])
        }
        entry.entry = entryProgram(node, isSimple: entry.kind == .simple)
        entry.exit = exitProgram(node)
        entry.hasExitWork = !entry.exit.isEmpty || !entry.histories.isEmpty
        entry.last = states[id(node)].last
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

    // MARK: - Transitions

    mutating func addHistory(_ node: Int, _ number: Int) {
        let parent = nodes.all[node].parent
        histories[number].parent = Int32(id(parent))
        guard let route = nodes.defaultRoute(of: node) else {
            return nodes.report(node, "the history has no default; add a transition to it")
        }
        for target in route.targets where target == node || !nodes.isWithin(target, parent) {
            nodes.report(node, "the default '\(nodes.all[target].name)' isn't within the same state; name one that is")
        }
        histories[number].targets = append(route.targets)
        histories[number].program = program([route.actions])
    }

    mutating func addTransition(_ route: Route) {
        var entry = TransitionEntry(source: Int32(id(route.source)), condition: condition(route), exits: Range32())
        entry.sources = append(route.sources)
        entry.isLocal = route.isLocal
        entry.program = program([route.actions])
        entry.targets = append(route.targets)
        if !route.targets.isEmpty {
            let domain = domain(of: route)
            entry.exits = Range32(domain + 1..<Int(states[domain].last) + 1)
            // What the history of a state around the source noted can lie nearer to the source than
            // that state.
            entry.hasDynamicDomain = route.targets.contains { target in
                let parent = nodes.all[target].parent
                return nodes.all[target].state.kind.isHistory && parent != route.source
                    && nodes.isWithin(route.source, parent)
            }
        }
        transitions.append(entry)
    }

    /// The innermost composite state around the sources and targets of a route (rule 6).
    func domain(of route: Route) -> Int {
        let around = route.targets.map { nodes.all[$0].state.kind.isHistory ? nodes.all[$0].parent : $0 }
        func isAround(_ state: Int, _ node: Int, orIsIt: Bool) -> Bool {
            let number = id(node)
            return number > state && number <= states[state].last || orIsIt && number == state
        }
        let isHistory = { (node: Int) in nodes.all[node].state.kind.isHistory }
        func isDomain(_ state: Int) -> Bool {
            zip(route.targets, around).allSatisfy { isAround(state, $1, orIsIt: isHistory($0)) }
        }
        var state = id(route.source)
        let isOwnDomain = route.isLocal && route.joinedSources.isEmpty && states[state].kind == .composite
        if isOwnDomain, isDomain(state) { return state }
        while state > 0 {
            state = Int(states[state].parent)
            guard [.composite, .regions].contains(states[state].kind) else { continue }
            if isDomain(state), route.joinedSources.allSatisfy({ isAround(state, $0, orIsIt: false) }) { return state }
        }
        return 0
    }

    /// Links, for each state and event, the transitions that may be made: a state's own before
    /// those of its parent.
    mutating func addCandidates() {
        let sources = Dictionary(
            grouping: routes.indices.flatMap { route in routes[route].sources.map { ($0, route) } }
        ) { $0.0 }
        let count = events.count
        heads = [UInt32](repeating: 0, count: count)
        for (state, node) in nodes.states.enumerated() {
            let parent = states[Int(states[state].parent)].row
            guard let own = sources[node] else {
                states[state].row = parent
                continue
            }
            let row = heads.count
            guard row + count <= Self.mostHeads else {
                return nodes.report(
                    node, "the chart is too large: states with transitions, times events, exceed \(Self.mostHeads)")
            }
            states[state].row = UInt32(row)
            // One by one, as a slice would make a copy of all.
            for event in 0..<count { heads.append(heads[Int(parent) + event]) }
            // From the last to the first, each before those that were there. Joins come last.
            let order = own.map(\.1).sorted { first, second in
                let (isFirstJoined, isSecondJoined) = (routes[first].source != node, routes[second].source != node)
                return isFirstJoined == isSecondJoined ? first > second : isFirstJoined
            }
            for route in order {
                let isSure = transitions[route].condition == 0 && routes[route].joinedSources.isEmpty
                let reactions = reactions(of: route)
                guard candidates.count + reactions.count <= Self.mostHeads else {
                    return nodes.report(
                        node, "the chart is too large: transitions, times events, exceed \(Self.mostHeads)")
                }
                for event in reactions {
                    candidates.append(Candidate(transition: UInt32(route), next: isSure ? 0 : heads[row + event]))
                    heads[row + event] = UInt32(candidates.count - 1)
                }
            }
        }
    }

    static let mostHeads = 1 << 26

    // MARK: - Conditions

    func core() -> Core {
        var deferrals: [Range32] = []
        var deferrers: [Int32] = []
        var deferring = [[Int32]](repeating: [], count: events.count)
        for (state, node) in nodes.states.enumerated() {
            for event in Set(nodes.all[node].state.deferred.flatMap { matches[$0.prefix] ?? [] }) {
                deferring[event].append(Int32(state))
            }
        }
        for list in deferring {
            deferrals.append(Range32(deferrers.count..<deferrers.count + list.count))
            deferrers += list
        }
        // Number 0 is no event that could be raised.
        let canHear = [false] + isHeard.dropFirst()
        let wordCount = (states.count + 63) / 64
        var atomic = [UInt64](repeating: 0, count: wordCount)
        for (state, entry) in states.enumerated() where entry.children.isEmpty {
            atomic[state >> 6] |= 1 << UInt64(state & 63)
        }
        let error = events.number(of: "error.execution")
        return Core(
            stateCount: states.count, wordCount: wordCount, eventCount: events.count,
            hasEventless: isHeard[0], hasDeferrals: !deferrers.isEmpty, hasHistories: !histories.isEmpty,
            hasRegions: states.contains { $0.kind == .regions },
            start: UInt32(routes.count), errorEvent: isHeard[error] ? UInt32(error) : 0, states: Table(states),
            heads: Table(heads),
            candidates: Table(candidates), transitions: Table(transitions), entries: Table(entries),
            targets: Table(targets), histories: Table(histories), conditions: Table(conditions),
            operations: Table(operations), blockEnds: Table(blockEnds), timers: Table(timers),
            deferrals: Table(deferrals), deferrers: Table(deferrers), isHeard: Table(canHear), atomic: Table(atomic))
    }
}
