internal import TextSupport

/// The receivers of events, and the events that report an end.
extension Nodes {
    /// Finds events that are sent to nobody, and transitions on the end of something that has none.
    mutating func findLostEvents(_ routes: [Route]) {
        var invocations = InvocationNames()
        var raised: Set<String> = []
        for node in all.indices {
            for invocation in all[node].state.invocations {
                invocations.add(invocation, of: all[node].name)
                if invocation.kind == nil, case .none = invocation.source {
                    warn(node, "an invocation names neither a chart nor the type of a service; give it a src or a type")
                }
            }
        }
        for node in all.indices {
            guard mayContinue(steps: 1 + all[node].state.partCount) else { return }
            let state = all[node].state
            var blocks = state.entry + state.exit + [state.initialActions] + state.transitions.map(\.actions)
            blocks += state.invocations.map(\.finalize)
            for block in blocks { check(block, at: node, invocations, &raised) }
        }
        for (node, transitions) in ownedTransitions {
            for transition in transitions { check(transition.actions, at: node, invocations, &raised) }
        }
        let completedNodes = Set(routes.lazy.filter { $0.trigger == .completion }.map(\.source))
        for route in routes {
            guard case .events(let patterns) = route.trigger else { continue }
            for pattern in patterns where !raised.contains(pattern.prefix) {
                guard mayContinue(steps: 1) else { return }
                checkEnd(pattern.prefix, of: route, invocations, completedNodes)
            }
        }
    }

    private mutating func check(
        _ block: [Statechart.Action], at node: Int, _ invocations: InvocationNames, _ raised: inout Set<String>
    ) {
        var problems: [String] = []
        block.forEachNested { action in
            switch action {
            case .raise(let name, _): raised.insert(name)
            case .send(let send):
                if case .literal(.text(let name)) = send.event {
                    raised.insert(name)
                    if name.isEmpty, send.isToChart {
                        problems.append("an event that is sent has no name, so that nobody gets it; give it one")
                    }
                }
                if let problem = invocations.problem(of: send) { problems.append(problem) }
            default: break
            }
        }
        for problem in problems { warn(node, problem) }
    }

    // MARK: - Ends

    private mutating func checkEnd(
        _ event: String, of route: Route, _ invocations: InvocationNames, _ completedNodes: Set<Int>
    ) {
        let (statePrefix, invokePrefix) = ("done.state.", "done.invoke.")
        if event.hasPrefix(invokePrefix) {
            let id = String(decoding: Array(event.utf8.dropFirst(invokePrefix.utf8.count)), as: UTF8.self)
            guard !id.isEmpty, !invocations.has(id, orLonger: true) else { return }
            warn(
                route.source,
                "\(route.title) is never taken, as no invocation has the id \(Message.quoted(id.utf8)); correct the event"
            )
        }
        guard event.hasPrefix(statePrefix) else { return }
        let name = String(decoding: Array(event.utf8.dropFirst(statePrefix.utf8.count)), as: UTF8.self)
        guard !name.isEmpty else { return }
        guard let node = find(name, from: route.source) ?? find(name, from: 0) else {
            if all.contains(where: { $0.name.utf8.starts(with: (name + ".").utf8) }) { return }
            let remedy = remedy(forUnknown: name, from: route.source) ?? "correct the event"
            return warn(
                route.source,
                "\(route.title) is never taken, as there is no state \(Message.quoted(name.utf8)); \(remedy)")
        }
        guard node > 0, !completedNodes.contains(node), !canComplete(node) else { return }
        let isSimple = all[node].children.allSatisfy { all[$0].id == nil }
        let reason = isSimple ? "has no states within" : "has no final state within, or a region lacks one"
        warn(
            route.source,
            "\(route.title) is never taken, as \(quoted(node)) \(reason); add one or correct the event")
    }

    /// Returns whether a state can be done: a final state is within it, in each region.
    func canComplete(_ node: Int) -> Bool {
        var open = [node]
        while let next = open.popLast() {
            let state = all[next].state
            if state.kind == .regions || state.kind == .final && next != node || !state.activities.isEmpty { continue }
            let children = all[next].children.filter { all[$0].id != nil }
            if state.kind == .orthogonal, !children.isEmpty {
                open += children
            } else if !children.contains(where: { all[$0].state.kind == .final }) {
                return false
            }
        }
        return true
    }
}

extension Route {
    /// The transition, for messages.
    var title: String {
        guard case .events(let patterns) = trigger else {
            return trigger == .always ? "a transition without event" : "a transition"
        }
        return "a transition on " + patterns.map { Message.quoted($0.text.utf8) }.joined(separator: ", ")
    }
}

extension Statechart.Send {
    /// Whether a chart gets the event, and not another kind of receiver.
    var isToChart: Bool {
        switch transport {
        case nil, .literal(.text(""))?, .literal(.text("scxml"))?, .literal(.text(ExpressionBehavior.transport))?: true
        default: false
        }
    }
}

/// The identifiers of a chart's invocations.
private struct InvocationNames {
    private var ids: Set<String> = []
    /// The beginnings of automatic identifiers.
    private var prefixes: Set<String> = []

    mutating func add(_ invocation: Statechart.Invocation, of state: String) {
        if let id = invocation.id { ids.insert(id) } else { prefixes.insert(state) }
    }

    /// Returns whether an invocation has an identifier.
    ///
    /// - Parameter orLonger: Also accepts identifiers that begin with `id` and a dot.
    func has(_ id: String, orLonger: Bool) -> Bool {
        if ids.contains(id) { return true }
        if prefixes.contains(where: { id.utf8.starts(with: ($0 + ".").utf8) }) { return true }
        return orLonger && ids.union(prefixes.map { $0 + "." }).contains { $0.utf8.starts(with: (id + ".").utf8) }
    }

    /// Returns a sentence that says that nobody gets an event; `nil` if somebody may get it.
    func problem(of send: Statechart.Send) -> String? {
        guard send.isToChart, case .literal(.text(let target))? = send.target else { return nil }
        if ["", "#_internal", "#_parent"].contains(target) || target.hasPrefix("#_scxml_session") { return nil }
        let quoted = Message.quoted(target.utf8)
        if target.hasPrefix("#_scxml_") { return "no session has the address \(quoted); correct the target" }
        guard target.hasPrefix("#_") else {
            return "no chart has the address \(quoted); write #_ and the id of an invocation, or the type of a service"
        }
        let id = String(decoding: Array(target.utf8.dropFirst(2)), as: UTF8.self)
        return has(id, orLonger: false)
            ? nil : "no invocation has the id \(Message.quoted(id.utf8)); correct the target \(quoted)"
    }
}
