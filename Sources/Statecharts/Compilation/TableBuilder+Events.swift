extension TableBuilder {
    /// Returns the name of a node's done event.
    func doneEventName(of node: Int) -> String { "done.state." + nodes.all[node].name }

    /// Numbers all events, unless there are too many.
    mutating func numberEvents() {
        var (names, patterns) = (["error.execution"], [Statechart.EventPattern]())
        for route in routes {
            if case .events(let list) = route.trigger { patterns += list }
            if case .completion = route.trigger { names.append(doneEventName(of: route.source)) }
            collect(route.actions.map(\.content), into: &names)
        }
        for node in nodes.all {
            patterns += node.state.deferred
            for block in node.state.entry + node.state.exit + [node.state.initialActions] {
                collect(block, into: &names)
            }
            for transition in node.state.transitions { collect(transition.actions, into: &names) }
        }
        let ends = endNames(heardBy: patterns)
        let byteCount =
            (names + ends).reduce(0) { $0 + $1.utf8.count } + patterns.reduce(0) { $0 + $1.prefix.utf8.count }
        guard nodes.chargeNames(byteCount: byteCount) else { return }
        events = EventNames(names: names, patterns: patterns, behavior: behaviorEvents + ends)
        matchEvents()
        guard nodes.isComplete else { return }
        numberTimeouts()
        hasReaction = [Bool](repeating: false, count: events.count)
        for list in matches { for event in list { hasReaction[event] = true } }
        for (number, route) in routes.enumerated() {
            if case .events = route.trigger { continue }
            for event in reactions(of: number) { hasReaction[event] = true }
        }
    }

    /// Returns the done events if a pattern may match several of them, so that each keeps its name.
    private func endNames(heardBy patterns: [Statechart.EventPattern]) -> [String] {
        let (name, prefixes) = ("done.state", ["", "done", "done.state"])
        guard patterns.contains(where: { prefixes.contains($0.prefix) || $0.prefix.hasPrefix(name + ".") }) else {
            return []
        }
        return nodes.all.indices.filter { node in
            let state = nodes.all[node].state
            return state.kind == .orthogonal || state.kind == .regions || !state.activities.isEmpty
                || nodes.all[node].children.contains { nodes.all[$0].state.kind == .final }
        }.map { doneEventName(of: $0) }
    }

    /// Finds the events that each pattern matches.
    private mutating func matchEvents() {
        let patterns = events.patterns
        matches = [[Int]](repeating: [], count: patterns.prefixes.count)
        for event in 1..<events.count {
            var count = 0
            patterns.forEachMatch(of: events.names[event]) { pattern in
                guard pattern > 0 || events.matchesAll else { return }
                matches[pattern].append(event)
                count += 1
            }
            guard nodes.mayContinue(steps: 1 + events.names[event].utf8.count / 64, bytes: 16 * count) else { return }
        }
    }

    /// Gives each transition after a time an event of its own.
    private mutating func numberTimeouts() {
        for (number, route) in routes.enumerated() {
            switch route.trigger {
            case .after:
                // The paths of one transition through junctions are consecutive, and share its
                // timer.
                if number > 0, routes[number - 1].source == route.source, routes[number - 1].index == route.index {
                    timeouts[number] = timeouts[number - 1]
                } else {
                    timeouts[number] = events.add("")
                    timeoutsByState[route.source, default: []].append(number)
                }
            case .completion: completedStates.insert(route.source)
            case .events, .always: break
            }
        }
    }

    /// Adds the names of the events that actions raise and send.
    private func collect(_ actions: [Statechart.Action], into names: inout [String]) {
        actions.forEachNested { action in
            switch action {
            case .raise(let name, nil): names.append(name)
            case .send(let send): if case .literal(.text(let name)) = send.event { names.append(name) }
            default: break
            }
        }
    }

    /// Returns the events that patterns match, in ascending order.
    func matches(of list: [Statechart.EventPattern]) -> [Int] {
        let numbers = Set(list.compactMap { events.patterns.number(of: $0.prefix) })
        if numbers.count == 1, let number = numbers.first { return matches[number] }
        return Set(numbers.flatMap { matches[$0] }).sorted()
    }

    /// Returns the events that a route reacts to; 0 stands for none.
    func reactions(of route: Int) -> [Int] {
        switch routes[route].trigger {
        case .always: [0]
        case .events(let patterns): matches(of: patterns)
        case .completion: [events.number(of: doneEventName(of: routes[route].source))]
        case .after: timeouts[route].map { [$0] } ?? []
        }
    }

    /// The state of each timer's event, and the timer's index among the state's.
    var timerIndices: [UInt32: (state: Int, index: Int)] {
        var (indices, counts) = ([UInt32: (state: Int, index: Int)](), [Int: Int]())
        for (route, event) in timeouts.sorted(by: { $0.key < $1.key }) where indices[UInt32(event)] == nil {
            let state = id(routes[route].source)
            indices[UInt32(event)] = (state, counts[state, default: 0])
            counts[state, default: 0] += 1
        }
        return indices
    }
}
