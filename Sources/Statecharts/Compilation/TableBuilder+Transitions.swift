extension TableBuilder {
    mutating func addHistory(_ node: Int, _ number: Int) {
        let parent = nodes.all[node].parent
        histories[number].parent = Int32(id(parent))
        guard let route = nodes.defaultRoute(of: node) else {
            return nodes.report(node, "the history has no default; add a transition from it")
        }
        for target in route.targets where target == node || !nodes.isWithin(target, parent) {
            nodes.report(
                node,
                "the history's default target \(nodes.quoted(target)) is outside the state that contains the history; "
                    + "choose a target inside it")
        }
        histories[number].targets = append(route.targets)
        histories[number].program = program([route.actions])
    }

    /// Reports cycles of histories whose defaults are histories.
    mutating func checkHistories() {
        let inner = histories.map { entry in
            entry.targets.indices.compactMap { targets[$0] < 0 ? Int(~targets[$0]) : nil }
        }
        var (outer, waiting) = ([[Int]](repeating: [], count: inner.count), inner.map(\.count))
        for (history, list) in inner.enumerated() { for each in list { outer[each].append(history) } }
        var (settled, round) = (0, 0)
        var open = waiting.indices.filter { waiting[$0] == 0 }
        while !open.isEmpty, round < Self.maximumHistories {
            round += 1
            settled += open.count
            var next: [Int] = []
            for history in open.flatMap({ outer[$0] }) {
                waiting[history] -= 1
                if waiting[history] == 0 { next.append(history) }
            }
            open = next
        }
        guard settled < inner.count else { return }
        for (node, number) in historyNumbers.sorted(by: { $0.key < $1.key }) {
            guard waiting[number] > 0 || open.contains(number) else { continue }
            nodes.report(
                node,
                "the defaults of histories lead to each other or through more than \(Self.maximumHistories) histories; "
                    + "give one of them a state as its default target")
        }
    }

    /// The greatest length of a chain of default histories.
    private static let maximumHistories = 64

    mutating func addTransition(_ route: Route) {
        var entry = TransitionEntry(source: Int32(id(route.source)), condition: condition(route), exits: Range32())
        entry.sources = append(route.sources)
        entry.isLocal = route.isLocal
        entry.program = program([route.actions])
        entry.targets = append(route.targets)
        if !route.targets.isEmpty {
            let domain = domain(of: route)
            entry.exits = Range32(domain + 1..<Int(states[domain].last) + 1)
            // If the target is the history of a state around the source, the recorded states can be
            // closer to the source than that state.
            entry.hasDynamicDomain = route.targets.contains { target in
                let parent = nodes.all[target].parent
                return nodes.all[target].state.kind.isHistory && parent != route.source
                    && nodes.isWithin(route.source, parent)
            }
        }
        transitions.append(entry)
    }

    /// Returns the innermost composite state around the sources and targets of a route (rule 6).
    func domain(of route: Route) -> Int {
        let around = route.targets.map { nodes.all[$0].state.kind.isHistory ? nodes.all[$0].parent : $0 }
        // The parent of a history may be the domain itself; other states lie within it.
        let first =
            zip(route.targets, around).map { target, node in
                nodes.all[target].state.kind.isHistory ? id(node) : id(node) - 1
            }.min() ?? 0
        let last = around.lazy.map { id($0) }.max() ?? 0
        let joined = route.joinedSources.map { id($0) }
        let (firstJoined, lastJoined) = (joined.min() ?? .max, joined.max() ?? 0)
        func isDomain(_ state: Int) -> Bool { first >= state && last <= states[state].last }
        var state = id(route.source)
        let isOwnDomain = route.isLocal && route.joinedSources.isEmpty && states[state].kind == .composite
        if isOwnDomain, isDomain(state) { return state }
        while state > 0 {
            state = Int(states[state].parent)
            guard [.composite, .regions].contains(states[state].kind) else { continue }
            if isDomain(state), firstJoined > state, lastJoined <= states[state].last { return state }
        }
        return 0
    }

    /// Returns whether the rows and the candidates fit, before any is made; reports if they don't.
    mutating func hasRoomForCandidates() -> Bool {
        var isSource = [Bool](repeating: false, count: nodes.all.count)
        for source in routes.lazy.flatMap(\.sources) { isSource[source] = true }
        let rowsWithRoom = Self.maximumCandidates / events.count - 1
        let sources = nodes.states.filter { isSource[$0] }
        if sources.count > rowsWithRoom {
            reportTooMany("states with transitions", at: sources[max(0, rowsWithRoom)])
            return false
        }
        // Patterns may match an event together, which then counts once in the tables.
        func matchCount(_ patterns: [Statechart.EventPattern]) -> Int {
            patterns.reduce(0) { $0 + (events.patterns.number(of: $1.prefix).map { matches[$0].count } ?? 0) }
        }
        let candidateCount = routes.reduce(0) { count, route in
            guard case .events(let patterns) = route.trigger else { return count + route.sources.count }
            return min(count + matchCount(patterns) * route.sources.count, Self.maximumCandidates)
        }
        let deferralCount = nodes.states.reduce(0) { count, node in
            min(count + matchCount(nodes.all[node].state.deferred), Self.maximumCandidates)
        }
        let byteCount =
            (sources.count + 1) * events.count * MemoryLayout<UInt32>.stride
            + candidateCount * MemoryLayout<Candidate>.stride
            + deferralCount * 3 * MemoryLayout<Int32>.stride
        if nodes.mayContinue(steps: CompilationCheck.now, bytes: byteCount) {
            firstCandidates.reserveCapacity((sources.count + 1) * events.count)
            candidates.reserveCapacity(candidateCount + 1)
            return true
        }
        return false
    }

    private mutating func reportTooMany(_ parts: String, at node: Int) {
        nodes.reportLimit(
            node,
            "the chart is too large: its \(parts), counted once for each event, exceed "
                + "\(Self.maximumCandidates); divide the chart")
    }

    /// Links the possible transitions of each state and event: a state's own before those of its
    /// parent.
    mutating func addCandidates() {
        let sources = Dictionary(
            grouping: routes.indices.flatMap { route in routes[route].sources.map { ($0, route) } }
        ) { $0.0 }
        let count = events.count
        firstCandidates += repeatElement(0, count: count)
        for (state, node) in nodes.states.enumerated() {
            let parent = states[Int(states[state].parent)].row
            guard let own = sources[node] else {
                states[state].row = parent
                continue
            }
            let row = firstCandidates.count
            states[state].row = UInt32(row)
            guard nodes.mayContinue(steps: count / 16) else { return }
            // Appends one by one, as a slice would copy all.
            for event in 0..<count { firstCandidates.append(firstCandidates[Int(parent) + event]) }
            // From the last to the first, because each is put before the existing ones. Joins come
            // last.
            let order = own.map(\.1).sorted { first, second in
                let (isFirstJoined, isSecondJoined) = (routes[first].source != node, routes[second].source != node)
                return isFirstJoined == isSecondJoined ? first > second : isFirstJoined
            }
            for route in order {
                let isSure = transitions[route].condition == 0 && routes[route].joinedSources.isEmpty
                let reactions = reactions(of: route)
                guard nodes.mayContinue(steps: 1 + reactions.count / 8) else { return }
                guard candidates.count + reactions.count <= Self.maximumCandidates else {
                    return reportTooMany("transitions", at: node)
                }
                for event in reactions {
                    candidates.append(
                        Candidate(transition: UInt32(route), next: isSure ? 0 : firstCandidates[row + event]))
                    firstCandidates[row + event] = UInt32(candidates.count - 1)
                }
            }
        }
    }

    static let maximumCandidates = 1 << 26

    /// Lists the states that defer each event.
    mutating func addDeferrals() {
        var deferringStates = [[Int32]](repeating: [], count: events.count)
        var count = 0
        for (state, node) in nodes.states.enumerated() where !nodes.all[node].state.deferred.isEmpty {
            let list = matches(of: nodes.all[node].state.deferred)
            count += list.count
            guard nodes.mayContinue(steps: 1 + list.count / 8) else { return }
            guard count <= Self.maximumCandidates else {
                return reportTooMany("states that defer events", at: node)
            }
            for event in list { deferringStates[event].append(Int32(state)) }
        }
        for list in deferringStates {
            deferrals.append(Range32(deferrers.count..<deferrers.count + list.count))
            deferrers += list
        }
    }
}
