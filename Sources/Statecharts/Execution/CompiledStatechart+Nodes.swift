// The states of a compiled chart with all pseudostates and copies, for viewers in the package.

extension CompiledStatechart {
    /// The indices of the states that can be active, then of the pseudostates, in document order.
    package var nodes: [Int] {
        let nodes = storage.tables.nodes
        return nodes.states + nodes.all.indices.filter { nodes.all[$0].id == nil }
    }

    /// Returns the number of the state around a node; the root's own for the root.
    package func parent(ofNode node: Int) -> Int {
        let nodes = storage.tables.nodes
        return nodes.all[nodes.all[node].parent].id ?? 0
    }

    /// Returns the name of a node, with the prefix of its copy.
    package func name(ofNode node: Int) -> String { storage.tables.nodes.all[node].name }

    /// Returns the state of a node, with the full names of all states that its parts name.
    ///
    /// The transitions of a submachine's root follow those of the state with the submachine, so
    /// that their indices are those that recorders get.
    ///
    /// - Complexity: O(*p* + log *n*) for *p* parts of the state and *n* states.
    package func state(ofNode node: Int) -> Statechart.State {
        let nodes = storage.tables.nodes
        var state = nodes.all[node].state
        state.name = nodes.all[node].name
        let content = nodes.all[node].children.first ?? node
        state.initial = state.initial.map { full($0, from: nodes.all[node].hasForeignInitial ? content : node) }
        state.entry = state.entry.map { full($0, from: node) }
        state.exit = state.exit.map { full($0, from: node) }
        state.initialActions = full(state.initialActions, from: node)
        state.transitions = full(state.transitions, from: node) + full(nodes.ownedTransitions(of: node), from: content)
        return state
    }

    private func full(_ transitions: [Statechart.Transition], from node: Int) -> [Statechart.Transition] {
        transitions.map {
            var transition = $0
            transition.targets = transition.targets.map { full($0, from: node) }
            transition.joinedSources = transition.joinedSources.map { full($0, from: node) }
            transition.actions = full(transition.actions, from: node)
            return transition
        }
    }

    private func full(_ actions: [Statechart.Action], from node: Int) -> [Statechart.Action] {
        actions.map { action in
            if case .addRegion(let state) = action { .addRegion(to: full(state, from: node)) } else { action }
        }
    }

    private func full(_ name: String, from node: Int) -> String {
        let nodes = storage.tables.nodes
        return nodes.find(name, from: node).map { nodes.all[$0].name } ?? name
    }
}

extension Nodes {
    /// Returns the transitions that a state has from the root of its submachine.
    fileprivate func ownedTransitions(of node: Int) -> [Statechart.Transition] {
        // They are in document order.
        let found = ownedTransitions[ownedTransitions.prefixCount { $0.node < node }...].first
        return found?.node == node ? found?.transitions ?? [] : []
    }
}
