internal import Statecharts

/// A statechart in the form that the reference interpreter reads: a tree of names, with submachines
/// and pseudostates already expanded.
package struct ReferenceChart {
    /// The name of the root state.
    package let root: String
    /// The names of all states and histories in document order (rule 2).
    private(set) var names: [String] = []
    /// The transitions by the states that may choose them.
    private var choices: [String: [Edge]] = [:]
    private var states: [String: Statechart.State] = [:]
    private var parents: [String: String] = [:]
    private var children: [String: [String]] = [:]

    /// A transition with its place in the chart.
    struct Edge: Hashable {
        /// The state that has the transition.
        var source: String
        /// The index among the transitions of the source as they are written.
        ///
        /// All transitions that a junction makes of one have its number.
        var number: Int
        var transition: Statechart.Transition

        /// All states that must be active (rule 11).
        var sources: [String] { [source] + transition.joinedSources }
    }

    init(_ chart: Statechart) {
        let chart = chart.withCopiesOfSubmachines()
        root = chart.name
        for (state, parent) in zip(chart.states, chart.parents) {
            states[state.name] = state
            guard state.name != root else { continue }
            parents[state.name] = chart[parent].name
            children[chart[parent].name, default: []].append(state.name)
        }
        names = namesFromTop(of: root)
        let edges = names.filter(isEverActive).flatMap { name in
            self[name].transitions.enumerated().flatMap { number, transition in
                branches(of: transition).map { Edge(source: name, number: number, transition: $0) }
            }
        }
        for edge in edges { choices[edge.source, default: []].append(edge) }
        for edge in edges {
            for state in Set(edge.transition.joinedSources) { choices[state, default: []].append(edge) }
        }
    }

    subscript(_ name: String) -> Statechart.State {
        guard let state = states[name] else { preconditionFailure("There is no state '\(name)'") }
        return state
    }

    /// Rule 2: a state comes before those within it, and these come before its next brother.
    private func namesFromTop(of name: String) -> [String] {
        [name] + children[name, default: []].flatMap(namesFromTop)
    }

    /// Rule 19: a transition to a junction is a transition for each one that leads on from there.
    private func branches(of transition: Statechart.Transition) -> [Statechart.Transition] {
        guard let place = transition.targets.firstIndex(where: { isPassed($0) }) else { return [transition] }
        return self[transition.targets[place]].transitions.flatMap { onward in
            var whole = transition
            whole.targets.replaceSubrange(place...place, with: onward.targets)
            whole.actions += onward.actions
            let conditions = [transition.condition, onward.condition].compactMap(\.self)
            whole.condition = conditions.count > 1 ? .all(conditions) : conditions.first
            return branches(of: whole)
        }
    }
}

// MARK: - Relations between states

extension ReferenceChart {
    /// Returns the state that directly contains a state, or `nil` for the root.
    package func parent(of name: String) -> String? { parents[name] }

    /// Returns the direct substates of a state that can be active.
    package func children(of name: String) -> [String] { children[name, default: []].filter(isEverActive) }

    /// The transitions of a state, in document order of the states that have them.
    ///
    /// Joins come last among the transitions of a joined source.
    func edges(from name: String) -> [Edge] { choices[name, default: []] }

    /// The histories of a state.
    func histories(of name: String) -> [String] { children[name, default: []].filter { self[$0].kind.isHistory } }

    /// Returns whether a state lies within another one, at any depth.
    func isWithin(_ name: String, _ other: String) -> Bool {
        guard let parent = parent(of: name) else { return false }
        return parent == other || isWithin(parent, other)
    }

    func isEverActive(_ name: String) -> Bool { !self[name].kind.isPseudostate }
    func isPassed(_ name: String) -> Bool { !isEverActive(name) && !self[name].kind.isHistory }
    package func isOrthogonal(_ name: String) -> Bool { self[name].kind == .orthogonal }
    func isComposite(_ name: String) -> Bool { self[name].kind == .state && !isAtomic(name) }
    func isAtomic(_ name: String) -> Bool { children(of: name).isEmpty }

    /// Sorts states as they are entered.
    func inDocumentOrder(_ set: Set<String>) -> [String] { names.filter(set.contains) }
}
