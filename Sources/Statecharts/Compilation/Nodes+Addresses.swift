internal import TextSupport

/// The receivers of events, and the events that report an end.
extension Nodes {
    /// Finds events that nobody receives, and transitions on ends that never come.
    mutating func findLostEvents(_ routes: [Route]) {
        var raised: Set<String> = []
        for node in all.indices {
            for invocation in all[node].state.invocations where invocation.kind == nil {
                guard case .none = invocation.source else { continue }
                warn(node, "an invocation names neither a chart nor the type of a service; give it a src or a type")
            }
        }
        guard mayContinue(steps: 16 * all.count) else { return }
        let invocations = InvocationNames(all)
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
        let completableNodes = completableNodes()
        let areStatesNamed = routes.contains { $0.hasEvent(beginningWith: "done.state.") }
        let names = SortedNames(areStatesNamed ? all.map(\.name) : [])
        for route in routes {
            guard case .events(let patterns) = route.trigger else { continue }
            for pattern in patterns where !raised.contains(pattern.prefix) {
                // A warning names all events of the transition.
                guard mayContinue(steps: patterns.count) else { return }
                if let end = pattern.prefix.dropping(prefix: "done.invoke.") {
                    if invocations.has(end, orLonger: true) { continue }
                    warnNeverTaken(route, "no invocation has the id \(Message.quoted(end.utf8)); correct the event")
                } else if let end = pattern.prefix.dropping(prefix: "done.state.") {
                    if let node = find(end, from: route.source) ?? find(end, from: 0) {
                        if !completedNodes.contains(node) { checkCompletion(of: node, for: route, completableNodes) }
                    } else if names.first(1, beginningWith: end + ".").isEmpty {
                        let remedy = remedy(forUnknown: end, from: route.source) ?? "correct the event"
                        warnNeverTaken(route, "the state \(Message.quoted(end.utf8)) doesn't exist; \(remedy)")
                    }
                }
            }
        }
    }

    private mutating func warnNeverTaken(_ route: Route, _ reason: String) {
        warn(route.source, "\(route.title) is never taken, as \(reason)")
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
                        problems.append(
                            "an event that is sent has no name, so no chart receives it; give the event a name")
                    }
                }
                if let problem = invocations.problem(of: send) { problems.append(problem) }
            default: break
            }
        }
        for problem in problems { warn(node, problem) }
    }

    // MARK: - Ends

    private mutating func checkCompletion(of node: Int, for route: Route, _ completableNodes: [Bool]) {
        let isOwnEnd = all[node].state.kind == .final && all[node].state.activities.isEmpty
        guard node > 0, isOwnEnd || !completableNodes[node] else { return }
        let isSimple = all[node].children.allSatisfy { all[$0].id == nil }
        let reason = isSimple ? "has no states within" : "has no final state within, or a region lacks one"
        warnNeverTaken(route, "\(quoted(node)) \(reason); add one or correct the event")
    }

    /// Returns for each node whether it can be done: it is final, or a final state is within it, in
    /// each region.
    ///
    /// - Complexity: O(*n*) for *n* nodes.
    func completableNodes() -> [Bool] {
        var isCompletable = [Bool](repeating: true, count: all.count)
        // Children come after their parents.
        for node in all.indices.reversed() {
            let state = all[node].state
            if state.kind == .regions || state.kind == .final || !state.activities.isEmpty { continue }
            let children = all[node].children.lazy.filter { all[$0].id != nil }
            isCompletable[node] =
                state.kind == .orthogonal && !children.isEmpty
                ? children.allSatisfy { isCompletable[$0] } : children.contains { all[$0].state.kind == .final }
        }
        return isCompletable
    }
}

extension Route {
    /// The transition, for messages.
    var title: String {
        guard case .events(let patterns) = trigger else {
            return trigger == .always ? "a transition without an event" : "a transition"
        }
        return "a transition on " + patterns.map { Message.quoted($0.text.utf8) }.joined(separator: ", ")
    }
}

extension Statechart.Send {
    /// Whether the receiver is a chart, and not a service or another program.
    @_spi(Tool) public var isToChart: Bool {
        switch transport {
        case nil, .literal(.text(""))?, .literal(.text("scxml"))?, .literal(.text(ExpressionBehavior.transport))?: true
        default: false
        }
    }
}

/// The identifiers of a chart's invocations.
private struct InvocationNames {
    private let ids: Set<String>
    /// The beginnings of automatic identifiers, up to their last dots.
    private let prefixes: Set<String>
    private let sorted: SortedNames

    init(_ nodes: [Nodes.Node]) {
        ids = Set(nodes.lazy.flatMap { $0.state.invocations.compactMap(\.id) })
        prefixes = Set(nodes.lazy.filter { $0.state.invocations.contains { $0.id == nil } }.map(\.name))
        sorted = SortedNames(ids + prefixes.map { $0 + "." })
    }

    /// Returns whether an invocation has an identifier.
    ///
    /// - Parameter orLonger: Also accepts identifiers that begin with `id` and a dot.
    func has(_ id: String, orLonger: Bool) -> Bool {
        if ids.contains(id) { return true }
        if let dot = id.utf8.lastIndex(of: UInt8(ascii: ".")), prefixes.contains(String(id[..<dot])) { return true }
        return orLonger && !sorted.first(1, beginningWith: id + ".").isEmpty
    }

    /// Returns a sentence that says that nobody gets an event; `nil` if somebody may get it.
    func problem(of send: Statechart.Send) -> String? {
        guard send.isToChart, case .literal(.text(let target))? = send.target else { return nil }
        if ["", "#_internal", "#_parent"].contains(target) || target.hasPrefix("#_scxml_session") { return nil }
        let quoted = Message.quoted(target.utf8)
        if target.hasPrefix("#_scxml_") { return "no session has the address \(quoted); correct the target" }
        guard target.hasPrefix("#_") else {
            return "no chart has the address \(quoted); write #_ and an invocation's id, or give a service type"
        }
        let id = String(decoding: Array(target.utf8.dropFirst(2)), as: UTF8.self)
        return has(id, orLonger: false)
            ? nil : "no invocation has the id \(Message.quoted(id.utf8)); correct the target \(quoted)"
    }
}

extension Route {
    /// Whether the trigger has an event pattern that begins with a text.
    fileprivate func hasEvent(beginningWith prefix: String) -> Bool {
        if case .events(let patterns) = trigger { patterns.contains { $0.prefix.hasPrefix(prefix) } } else { false }
    }
}

extension String {
    /// Returns the text after a prefix; `nil` without that prefix, or if nothing follows it.
    fileprivate func dropping(prefix: String) -> String? {
        guard utf8.starts(with: prefix.utf8), utf8.count > prefix.utf8.count else { return nil }
        return String(decoding: Array(utf8.dropFirst(prefix.utf8.count)), as: UTF8.self)
    }
}
