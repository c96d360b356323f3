internal import TextSupport

extension Nodes {
    /// Reports likely mistakes, and all errors of a chart other than unknown names.
    mutating func check(_ routes: [Route], _ patterns: EventPatterns) {
        for node in all.indices { checkKind(of: node) }
        let sealedAncestors = sealedAncestors
        for route in routes {
            guard mayContinue(steps: 4 + route.targets.count + route.joinedSources.count) else { return }
            check(route.targets, of: route, "can't be entered at the same time; a fork's targets")
            check(route.sources, of: route, "are never active at the same time; a join's sources")
            checkRegions(of: route)
            checkSeals(of: route, sealedAncestors)
        }
        checkLivelocks(routes)
        guard !hasFindings else { return }
        findUnreachable(routes)
        findEndless(routes)
        findRivals(routes, patterns)
        findConstantConditions(routes)
        findLostEvents(routes)
        findConflicts(routes, patterns)
        findEndlessChains(routes)
        findUnknownNames()
    }

    // MARK: - States

    private mutating func checkKind(of node: Int) {
        let (state, children) = (all[node].state, all[node].children)
        let isLeaf = state.kind != .state && state.kind != .orthogonal
        // Dynamic regions may have a submachine, which is one child.
        if isLeaf, children.count > (state.kind == .regions && state.submachine != nil ? 1 : 0) {
            report(node, "a state of kind '\(state.kind.rawValue)' can't have states within; move them out")
        }
        switch state.kind {
        case .state, .orthogonal:
            if !children.isEmpty, children.allSatisfy({ all[$0].id == nil }) {
                report(node, "there is no initial state; add a state within")
            }
        case .regions:
            if state.submachine == nil { report(node, "the regions need a submachine; name it") }
            if all[node].owner != nil {
                report(node, "dynamic regions can't lie within others; move them out")
            }
        case .final, .terminate:
            if !state.transitions.isEmpty {
                report(node, "a state of kind '\(state.kind.rawValue)' can't have transitions; remove them")
            }
        case .choice:
            if state.transitions.last.map({ $0.condition != nil }) ?? true {
                report(node, "the last transition must have no condition; add a transition without a condition")
            }
            if !state.entry.isEmpty || !state.exit.isEmpty || !state.deferred.isEmpty {
                report(node, "a choice can't have actions; give them to its transitions")
            }
        case .shallowHistory, .deepHistory, .junction, .entryPoint, .exitPoint: break
        }
        let isPassed = state.kind.isPseudostate || state.kind == .choice
        for transition in state.transitions {
            if isPassed, transition.trigger != .always {
                report(node, "a transition from here can't have a trigger; remove the trigger")
            }
            if isPassed, transition.targets.isEmpty { report(node, "a transition from here needs a target; add it") }
            if transition.trigger == .events([]) { report(node, "a transition has no event; add an event") }
            if case .after(let delay) = transition.trigger {
                if delay < .zero { report(node, "a transition has a negative delay; correct it") }
                if delay > .longest {
                    report(node, "a transition has a delay of more than 10¹² seconds; shorten it")
                }
            }
        }
    }

    // MARK: - Transitions

    /// Returns the innermost common ancestor of two nodes.
    private func common(_ first: Int, _ second: Int) -> Int {
        var node = first
        while !isWithin(second, node) { node = all[node].parent }
        return node
    }

    func areInDifferentRegions(_ first: Int, _ second: Int) -> Bool {
        let around = common(first, second)
        return around != first && around != second && all[around].state.kind == .orthogonal
    }

    /// Returns two nodes that aren't in different regions, or `nil` if all are.
    ///
    /// In document order, a common ancestor of two nodes is also one of two consecutive nodes.
    func pairInOneRegion(_ nodes: [Int]) -> (Int, Int)? {
        let sorted = nodes.sorted()
        return zip(sorted, sorted.dropFirst()).first { !areInDifferentRegions($0, $1) }
    }

    /// Reports two ends of a fork or a join that lie in one region.
    private mutating func check(_ ends: [Int], of route: Route, _ problem: String) {
        guard let (one, other) = pairInOneRegion(ends) else { return }
        report(route.source, "\(quoted(one)) and \(quoted(other)) \(problem) must lie in different regions")
    }

    /// Checks that a route stays within its dynamic region, as regions are entered only by adding
    /// them.
    private mutating func checkRegions(of route: Route) {
        for node in route.targets + route.joinedSources where all[node].owner != all[route.source].owner {
            // A transition out of a dynamic region has no possible target.
            report(
                route.source,
                "\(quoted(node)) and this state don't lie in the same region; let the transition enter the state around the regions"
            )
        }
    }

    /// The innermost sealed state around each node; 0 if there is none.
    private var sealedAncestors: [Int] {
        var ancestors = [Int](repeating: 0, count: all.count)
        for node in all.indices.dropFirst() {
            let parent = all[node].parent
            ancestors[node] = all[parent].state.isSealed ? parent : ancestors[parent]
        }
        return ancestors
    }

    private mutating func checkSeals(of route: Route, _ sealedAncestors: [Int]) {
        for target in route.targets where !route.isThroughEntryPoint {
            // A history may be entered from outside of its parent.
            let isHistory = all[target].state.kind.isHistory
            var sealed = sealedAncestors[isHistory ? all[target].parent : target]
            while sealed > 0, mayContinue(steps: 1) {
                if !isWithin(route.source, sealed) {
                    report(
                        route.source,
                        "\(quoted(sealed)) is sealed; let the transition enter it or one of its entry points, not \(quoted(target))"
                    )
                }
                sealed = sealedAncestors[sealed]
            }
        }
    }

    // MARK: - Warnings

    private mutating func findUnreachable(_ routes: [Route]) {
        var (isReached, open) = ([Bool](repeating: false, count: all.count), [0])
        let leaving = Dictionary(grouping: routes) { $0.source }
        while let node = open.popLast() {
            guard !isReached[node] else { continue }
            isReached[node] = true
            open.append(all[node].parent)
            switch all[node].state.kind {
            case .orthogonal, .regions: open += all[node].children.filter { all[$0].id != nil }
            case .shallowHistory, .deepHistory: open += defaultRoute(of: node)?.targets ?? []
            default: open += initialRoute(of: node)?.targets ?? []
            }
            // Entering a region from outside also enters the others.
            open += (leaving[node] ?? []).flatMap(\.targets)
        }
        for node in all.indices where !isReached[node] && (all[node].id != nil || all[node].state.kind.isHistory) {
            warn(node, "no transition enters the state; add a transition, or remove the state")
        }
    }

    /// Finds completion transitions of states that are never done.
    private mutating func findEndless(_ routes: [Route]) {
        // A simple state is done when it is entered.
        let completableNodes = completableNodes()
        func ends(_ node: Int) -> Bool { all[node].children.allSatisfy { all[$0].id == nil } || completableNodes[node] }
        var isEndless: [Int: Bool] = [:]
        for route in routes where route.trigger == .completion {
            guard all[route.source].state.activities.isEmpty else { continue }
            let isSourceEndless = isEndless[route.source] ?? !ends(route.source)
            isEndless[route.source] = isSourceEndless
            guard isSourceEndless else { continue }
            warn(
                route.source,
                "a transition waits for the state's completion, but there is no final state within; add a final state")
        }
    }

    /// Finds transitions that are never taken, as another one of the same state always precedes
    /// them, and deferred events that are never deferred.
    private mutating func findRivals(_ routes: [Route], _ patterns: EventPatterns) {
        for (node, routes) in Dictionary(grouping: routes, by: \.source).sorted(by: { $0.key < $1.key }) {
            var taken: Set<Int> = []
            func isTaken(_ pattern: Statechart.EventPattern) -> Bool {
                var number = patterns.number(of: pattern.prefix) ?? 0
                while number > 0, !taken.contains(number) { number = patterns.around[number] }
                return taken.contains(number)
            }
            for route in routes {
                guard case .events(let list) = route.trigger else { continue }
                for pattern in list where isTaken(pattern) {
                    let text = Message.quoted(pattern.text.utf8)
                    warn(
                        node,
                        "a transition on \(text) is never taken, as an earlier transition always is; add a condition to the earlier transition"
                    )
                }
                if route.joinedSources.isEmpty, isUnconditional(route) {
                    taken.formUnion(list.compactMap { patterns.number(of: $0.prefix) })
                }
            }
            for pattern in all[node].state.deferred where isTaken(pattern) {
                let text = Message.quoted(pattern.text.utf8)
                warn(
                    node,
                    "\(text) is deferred, but a transition of the state always takes it; remove the transition or the deferral"
                )
            }
        }
    }
}

extension Statechart.Condition {
    /// The name of the condition in messages.
    var title: String {
        switch self {
        case .named(let name): Message.quoted(name.utf8)
        default: "for expressions"
        }
    }
}

extension Statechart.Action {
    /// The name of the action in messages.
    package var title: String {
        switch self {
        case .perform(let name): Message.quoted(name.utf8)
        case .raise: "for data of events"
        case .send: "for events to others, or with data"
        case .cancel: "for computed identifiers"
        case .assign: "for variables"
        case .log: "for a log"
        case .choose, .forEach: "for lists"
        case .script: "for scripts"
        case .custom(let custom): "for custom actions such as \(Message.quoted(custom.name.utf8))"
        case .addRegion, .removeRegion: ""
        }
    }
}
