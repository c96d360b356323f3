internal import Statecharts

// Exits and entries.
extension ReferenceInterpreter {
    /// The states that a step enters.
    struct Entries {
        var states: Set<String> = []
        /// Actions of initial transitions and of histories' defaults, by the state within which
        /// they lead on.
        var actions: [String: [[Statechart.Action]]] = [:]

        func merging(_ other: Entries) -> Entries {
            Entries(states: states.union(other.states), actions: actions.merging(other.actions, uniquingKeysWith: +))
        }
    }

    /// Makes the step for which there is a cause; returns whether transitions were enabled.
    @discardableResult
    mutating func step(on cause: Cause) -> Bool {
        let edges = withoutConflicts(chosenEdges(by: cause))
        guard !edges.isEmpty else { return false }
        let withTargets = edges.filter { !$0.transition.targets.isEmpty }
        for edge in withTargets where edge.transition.targets.contains(where: { noted[$0] != nil }) {
            occurrences.recordedHistories += 1
        }
        let domains = withTargets.map(domain)
        leave(edges.map(exits).reduce(into: []) { $0.formUnion($1) })
        // Rule 8: then the actions of the transitions.
        for edge in edges { carryOut(edge.transition.actions) }
        enter(
            zip(withTargets, domains).map { edge, domain in entries(within: domain, targets: edge.transition.targets) }
                .reduce(Entries()) { $0.merging($1) })
        endIfFinal()
        return true
    }

    /// Rule 7: leaves states in reverse document order.
    private mutating func leave(_ states: Set<String>) {
        for state in states { note(state) }
        for state in chart.inDocumentOrder(states).reversed() {
            trace.append("exit \(state)")
            removeClocks { if case .timer(state, _) = $0.cause { true } else { false } }
            for block in chart[state].exit { carryOut(block) }
            active.remove(state)
        }
        if !states.isEmpty { changeCount += 1 }
    }

    /// Rule 10: what the histories of a state note when it is left.
    private mutating func note(_ state: String) {
        for history in chart.histories(of: state) {
            noted[history] =
                chart[history].kind == .deepHistory
                ? configuration.filter { chart.isWithin($0, state) }
                : chart.children(of: state).filter(active.contains)
        }
    }

    /// Rule 10: the states that a target stands for, and the actions on the way to them.
    func meaning(of target: String) -> (states: [String], actions: [String: [[Statechart.Action]]]) {
        guard chart[target].kind.isHistory else { return ([target], [:]) }
        if let states = noted[target] { return (states, [:]) }
        guard let fallback = chart[target].transitions.first, let parent = chart.parent(of: target) else {
            preconditionFailure("The history '\(target)' has no default")
        }
        return meaning(of: fallback.targets, actions: [parent: [fallback.actions]])
    }

    private func meaning(
        of targets: [String], actions: [String: [[Statechart.Action]]]
    ) -> (states: [String], actions: [String: [[Statechart.Action]]]) {
        targets.map(meaning).reduce((states: [], actions: actions)) {
            ($0.states + $1.states, $0.actions.merging($1.actions, uniquingKeysWith: +))
        }
    }

    /// Rule 9: the states that are entered with a state, which is one of them.
    func entries(to state: String, targets: [String]) -> Entries {
        Entries(states: [state]).merging(entries(within: state, targets: targets))
    }

    /// Rule 9: the states within a state that are entered on the way to targets.
    private func entries(within state: String, targets: [String]) -> Entries {
        let (targets, actions) = meaning(of: targets, actions: [:])
        let inner = targets.filter { chart.isWithin($0, state) }
        var result = Entries(actions: actions)
        if chart.isComposite(state), inner.isEmpty {
            let initial = chart[state].initial.isEmpty ? [chart.children(of: state)[0]] : chart[state].initial
            result.actions[state, default: []].append(chart[state].initialActions)
            return result.merging(entries(within: state, targets: initial))
        }
        for child in chart.children(of: state) {
            let isOnWay = inner.contains { $0 == child || chart.isWithin($0, child) }
            guard isOnWay || chart.isOrthogonal(state) else { continue }
            result = result.merging(entries(to: child, targets: inner))
        }
        return result
    }

    /// Rule 9: enters states in document order.
    mutating func enter(_ entries: Entries) {
        for state in chart.inDocumentOrder(entries.states) {
            trace.append("enter \(state)")
            active.insert(state)
            beginTimers(of: state)
            for block in chart[state].entry { carryOut(block) }
            for block in entries.actions[state, default: []] { carryOut(block) }
            raiseDone(by: state)
        }
        if !entries.states.isEmpty { changeCount += 1 }
    }

    /// Rule 18: begins a timer for each transition after a time.
    private mutating func beginTimers(of state: String) {
        for (number, transition) in chart[state].transitions.enumerated() {
            guard case .after(let delay) = transition.trigger else { continue }
            clocks.append(Clock(due: now + delay, cause: .timer(source: state, number: number)))
        }
    }

    /// Rules 14 and 15: done events of what a state that was entered completes.
    private mutating func raiseDone(by state: String) {
        let hasCompletion = chart[state].transitions.contains { $0.trigger == .completion }
        if chart[state].kind == .final, let parent = chart.parent(of: state), parent != chart.root {
            raise("done.state.\(parent)")
            var state = parent
            while let whole = chart.parent(of: state), chart.isOrthogonal(whole), isFinished(whole) {
                raise("done.state.\(whole)")
                if state != parent { occurrences.nestedCompletions += 1 }
                state = whole
            }
        } else if chart.isAtomic(state), hasCompletion, chart[state].activities.isEmpty {
            raise("done.state.\(state)")
        }
    }

    /// Rule 14: whether a region is done.
    private func isFinished(_ region: String) -> Bool {
        let children = chart.children(of: region)
        return chart.isOrthogonal(region)
            ? children.allSatisfy(isFinished) : children.contains { chart[$0].kind == .final && active.contains($0) }
    }

    /// Rule 16: the end.
    mutating func endIfFinal() {
        if active.contains(where: { chart[$0].kind == .terminate }) {
            isDone = true
        } else if isFinished(chart.root) {
            isDone = true
            let last = active
            for state in chart.inDocumentOrder(active).reversed() {
                for block in chart[state].exit { carryOut(block) }
                active.remove(state)
            }
            active = last
        }
    }
}
