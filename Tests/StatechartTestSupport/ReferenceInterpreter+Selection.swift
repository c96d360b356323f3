internal import Statecharts

// The transitions of a step.
extension ReferenceInterpreter {
    typealias Edge = ReferenceChart.Edge

    /// Rule 4: inner first.
    ///
    /// Each atomic state chooses one transition, and one that several choose is taken once.
    mutating func chosenEdges(by cause: Cause) -> [Edge] {
        var chosen: [Edge] = []
        for state in configuration {
            if let edge = choice(of: state, cause), !chosen.contains(edge) { chosen.append(edge) }
        }
        return chosen
    }

    /// Rules 4 and 11: the first transition that is enabled in a state, then in the one around it.
    private mutating func choice(of state: String, _ cause: Cause) -> Edge? {
        for edge in chart.edges(from: state) where isEnabled(edge, cause) { return edge }
        guard let parent = chart.parent(of: state) else { return nil }
        return choice(of: parent, cause)
    }

    /// Rules 3 and 11: all sources are active, the trigger fits, the condition holds.
    private mutating func isEnabled(_ edge: Edge, _ cause: Cause) -> Bool {
        edge.sources.allSatisfy(active.contains) && fits(edge, cause) && holds(edge.transition.condition)
    }

    private func fits(_ edge: Edge, _ cause: Cause) -> Bool {
        switch (edge.transition.trigger, cause) {
        case (.always, .nothing): true
        case (.events(let patterns), .event(let name)): patterns.contains { $0.matches(name) }
        case (.completion, .event(let name)): name == "done.state.\(edge.source)"
        case (.after, .timer(let source, let number)): edge.source == source && edge.number == number
        default: false
        }
    }

    /// Rule 5: conflicts.
    ///
    /// Each transition is compared with those before it that weren't dropped.
    func withoutConflicts(_ chosen: [Edge]) -> [Edge] {
        var taken: [Edge] = []
        for edge in chosen {
            let rivals = taken.filter { !exits(of: $0).isDisjoint(with: exits(of: edge)) }
            if rivals.allSatisfy({ liesWithin(edge, $0) }) {
                taken.removeAll(where: rivals.contains)
                taken.append(edge)
            }
        }
        return taken
    }

    /// Rules 5 and 11: whether a source of a transition lies within one of another transition.
    private func liesWithin(_ edge: Edge, _ other: Edge) -> Bool {
        edge.sources.contains { source in other.sources.contains { chart.isWithin(source, $0) } }
    }

    /// Rules 6 and 11: the innermost composite state around all sources and targets.
    func domain(of edge: Edge) -> String {
        let targets = edge.transition.targets.flatMap { meaning(of: $0).states }
        var candidate: String? = edge.source
        while let state = candidate {
            let mustContain = edge.transition.isLocal ? edge.sources.filter { $0 != state } : edge.sources
            if chart.isComposite(state), (mustContain + targets).allSatisfy({ chart.isWithin($0, state) }) {
                return state
            }
            candidate = chart.parent(of: state)
        }
        return chart.root
    }

    /// Rule 7: the active states within the domain; none for a transition without targets.
    func exits(of edge: Edge) -> Set<String> {
        guard !edge.transition.targets.isEmpty else { return [] }
        let domain = domain(of: edge)
        return active.filter { chart.isWithin($0, domain) }
    }
}
