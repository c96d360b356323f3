internal import TextSupport

/// Events that are raised without end.
extension Nodes {
    /// The maximum number of pairs of a state and an event that are followed.
    private static let maximumPairs = 1 << 16

    /// A simple state and an event that was raised while it was active.
    private struct Situation: Hashable {
        var state: Int
        var event: String
    }

    /// Finds states in which a raised event leads to itself again, by transitions without
    /// conditions.
    ///
    /// It follows chains of one event at a time in states without regions around them.
    mutating func findEndlessChains(_ routes: [Route]) {
        var raised: Set<String> = []
        for route in routes { raised.formUnion(raisedEvents(route.actions.map(\.content)) ?? []) }
        for node in all {
            for block in node.state.entry + node.state.exit { raised.formUnion(raisedEvents(block) ?? []) }
        }
        guard !raised.isEmpty else { return }
        let isFollowed = followedNodes()
        let leaves = all.indices.filter { isFollowed[$0] }
        guard leaves.count <= Self.maximumPairs / raised.count else { return }
        let leaving = Dictionary(grouping: routes) { $0.source }
        // A step looks at the transitions of a state and of the states around it.
        var costs = all.indices.map { 8 + all[$0].state.partCount + (leaving[$0]?.count ?? 0) }
        for node in all.indices.dropFirst() { costs[node] += costs[all[node].parent] }
        var startBySituation: [Situation: Int] = [:]
        var startCount = 0
        for event in raised.sorted() {
            for leaf in leaves {
                guard mayContinue(steps: 1) else { return }
                startCount += 1
                var next: Situation? = Situation(state: leaf, event: event)
                while let situation = next, startBySituation[situation] == nil {
                    guard mayContinue(steps: costs[situation.state]) else { return }
                    startBySituation[situation] = startCount
                    next = successor(of: situation, leaving, isFollowed)
                    guard let next, startBySituation[next] == startCount else { continue }
                    warn(
                        next.state,
                        "the event \(Message.quoted(next.event.utf8)) is raised again and again without end; add a condition"
                    )
                    break
                }
            }
        }
    }

    /// Returns for each node whether it is a simple state outside of all regions.
    private func followedNodes() -> [Bool] {
        var isOutside = [Bool](repeating: false, count: all.count)
        // Parents come before their children.
        for node in all.indices {
            isOutside[node] = all[node].state.kind == .state && (node == 0 || isOutside[all[node].parent])
        }
        return all.indices.map { node in
            isOutside[node] && all[node].id != nil && all[node].owner == nil
                && all[node].children.allSatisfy { all[$0].id == nil }
        }
    }

    /// Returns the situation to which an event surely leads; `nil` if none is sure, or the chain
    /// ends.
    private mutating func successor(
        of situation: Situation, _ leaving: [Int: [Route]], _ isFollowed: [Bool]
    ) -> Situation? {
        var (node, taken) = (situation.state, Route?.none)
        while true {
            for route in leaving[node] ?? [] {
                if route.trigger == .always { return nil }
                guard taken == nil, case .events(let patterns) = route.trigger,
                    patterns.contains(where: { $0.matches(situation.event) })
                else { continue }
                guard isUnconditional(route), route.joinedSources.isEmpty else { return nil }
                taken = route
            }
            if node == 0 { break }
            node = all[node].parent
        }
        guard let route = taken, route.targets.count <= 1 else { return nil }
        guard var events = raisedEvents(route.actions.map(\.content)) else { return nil }
        guard let target = route.targets.first else { return only(events, in: situation.state) }
        guard let path = path(to: target, isFollowed) else { return nil }
        let leaf = path.last ?? target
        let domain = domain(of: route)
        var exited = situation.state
        while exited > 0, exited != domain {
            for block in all[exited].state.exit {
                guard let more = raisedEvents(block) else { return nil }
                events += more
            }
            exited = all[exited].parent
        }
        var (entered, inner) = ([Int](), leaf)
        while inner > 0, inner != domain {
            entered.append(inner)
            inner = all[inner].parent
        }
        for entry in entered.reversed() {
            for block in all[entry].state.entry + [all[entry].state.initialActions] {
                guard let more = raisedEvents(block) else { return nil }
                events += more
            }
        }
        return only(events, in: leaf)
    }

    private func only(_ events: [String], in state: Int) -> Situation? {
        events.count == 1 ? Situation(state: state, event: events[0]) : nil
    }

    /// Returns the states from a target to the simple state that is entered with it; `nil` if that
    /// isn't followed.
    private mutating func path(to target: Int, _ isFollowed: [Bool]) -> [Int]? {
        var path = [target]
        while let last = path.last, !isFollowed[last] {
            guard all[last].state.kind == .state, path.count <= all.count,
                let route = initialRoute(of: last), route.targets.count == 1
            else { return nil }
            path.append(route.targets[0])
        }
        return path
    }

    /// Returns the events that actions raise; `nil` if that depends on the run.
    private func raisedEvents(_ actions: [Statechart.Action]) -> [String]? {
        var (events, isSure) = ([String](), true)
        for action in actions {
            switch action {
            case .raise(let name, _): events.append(name)
            case .choose, .forEach:
                [action].forEachNested { if case .raise = $0 { isSure = false } }
            default: break
            }
        }
        return isSure ? events : nil
    }
}
