internal import CAutomata
internal import Statecharts
internal import Synchronization

/// The definitions of the states and pseudostates of a chart, each made when it is first lent.
final class StateDefinitions: @unchecked Sendable {
    // Unchecked: the references are atomic.
    private let chart: any HostedChart
    private let nodes: [Int]
    private let definitions: UnsafeMutableBufferPointer<AtomicLazyReference<StateDefinition>>

    init(_ chart: any HostedChart) {
        (self.chart, nodes) = (chart, chart.nodes)
        definitions = .allocate(capacity: nodes.count)
        for index in nodes.indices { definitions.initializeElement(at: index, to: AtomicLazyReference()) }
    }

    deinit {
        definitions.deinitialize()
        definitions.deallocate()
    }

    /// Returns the number of the state around a state or a pseudostate; `nil` if there is none with
    /// the number.
    func parent(of number: Int) -> Int? {
        nodes.indices.contains(number) ? chart.parent(ofNode: nodes[number]) : nil
    }

    subscript(number: Int) -> StateDefinition? {
        guard nodes.indices.contains(number) else { return nil }
        if let definition = definitions[number].load() { return definition }
        let parent = number > 0 ? chart.parent(ofNode: nodes[number]) : 0
        return definitions[number].storeIfNil(
            StateDefinition(
                chart.state(ofNode: nodes[number]), isRoot: number == 0,
                parent: parent > 0 ? chart.stateNames[parent] : nil))
    }
}

/// The definition of a state and of its transitions, as a builder takes them.
final class StateDefinition: @unchecked Sendable {
    // Unchecked: written in init only.
    private let memory: DefinitionMemory
    private let definitions: UnsafePointer<automata_statechart_state_definition>?
    private let transitions: UnsafePointer<automata_statechart_transition_definition>?
    private let transitionCount: Int

    init(_ state: Statechart.State, isRoot: Bool, parent: String?) {
        let memory = DefinitionMemory()
        var definition = automata_statechart_state_definition(state, memory)
        definition.parent = parent.flatMap { memory.text($0) }
        definitions = memory.array([definition])
        let source = isRoot ? nil : definition.name
        transitions = memory.array(
            state.transitions.map { automata_statechart_transition_definition($0, from: source, memory) })
        (self.memory, transitionCount) = (memory, state.transitions.count)
    }

    /// The state, lent to C.
    var state: UnsafePointer<automata_statechart_state_definition>? { definitions }

    /// Returns a transition, lent to C; `nil` if there is none with the index.
    func transition(_ index: Int) -> UnsafePointer<automata_statechart_transition_definition>? {
        0..<transitionCount ~= index ? transitions.map { $0 + index } : nil
    }
}

// MARK: - Parts

extension automata_statechart_state_definition {
    fileprivate init(_ state: Statechart.State, _ memory: DefinitionMemory) {
        self.init()
        struct_size = MemoryLayout<Self>.size
        name = memory.text(state.name)
        kind = state.kind.forC
        is_sealed = state.isSealed
        initial = state.initial.first.flatMap { memory.text($0) }
        initial_fork = memory.texts(state.initial.dropFirst())
        initial_fork_count = max(0, state.initial.count - 1)
        (entry, entry_count) = memory.actions(Array(state.entry.joined()))
        (exit, exit_count) = memory.actions(Array(state.exit.joined()))
        (initial_actions, initial_action_count) = memory.actions(state.initialActions)
        (deferred, deferred_count) = (memory.texts(state.deferred.map(\.text)), state.deferred.count)
        submachine = state.submachine.flatMap { memory.text($0) }
        variables = memory.array(
            state.variables.map { variable in
                automata_statechart_variable(
                    name: memory.text(variable.name), value: variable.value.flatMap { memory.text($0.description) })
            })
        variable_count = state.variables.count
    }
}

extension automata_statechart_transition_definition {
    fileprivate init(
        _ transition: Statechart.Transition, from source: UnsafePointer<CChar>?, _ memory: DefinitionMemory
    ) {
        self.init()
        struct_size = MemoryLayout<Self>.size
        self.source = source
        switch transition.trigger {
        case .events(let patterns):
            trigger = AUTOMATA_STATECHART_TRIGGER_EVENT
            event = memory.text(patterns.map(\.text).joined(separator: " "))
        case .always: trigger = AUTOMATA_STATECHART_TRIGGER_ALWAYS
        case .completion: trigger = AUTOMATA_STATECHART_TRIGGER_COMPLETION
        case .after(let time):
            trigger = AUTOMATA_STATECHART_TRIGGER_AFTER
            delay = time.nanoseconds(rounding: .up)
        }
        is_local = transition.isLocal
        switch transition.condition {
        case nil: break
        case .named(let name)?: `guard` = memory.text(name)
        case let other?: condition = memory.text(other.asExpression.description)
        }
        target = transition.targets.first.flatMap { memory.text($0) }
        (fork, fork_count) = (memory.texts(transition.targets.dropFirst()), max(0, transition.targets.count - 1))
        (join, join_count) = (memory.texts(transition.joinedSources), transition.joinedSources.count)
        (actions, action_count) = memory.actions(transition.actions)
    }
}
