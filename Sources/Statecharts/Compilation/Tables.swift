internal import TextSupport
package import WorkLimits

/// A compiled chart: immutable tables, and the names of the numbered items.
@usableFromInline
package final class Tables: @unchecked Sendable {
    // Unchecked, because the memory of `core` doesn't change after the initializer.
    package let core: UnsafePointer<Core>
    @usableFromInline
    package let events: EventNames
    /// The states that can be active, in document order.
    @usableFromInline
    package let stateNames: [String]
    /// The source of each transition, and its index among the source's transitions.
    @usableFromInline
    package let transitionSources: [(state: String, index: Int)]
    private let stateNumbers: [ByteKey: Int]
    /// The guards of the behavior.
    package let guards: [Scoped<Statechart.Condition>]
    package let actions: [Scoped<Statechart.Action>]
    package let activities: [Activity]
    /// The targets that code of states chooses.
    let choices: [ScopedChoice]
    /// The identifiers by which delayed events can be cancelled; the first one stands for none.
    @usableFromInline
    let identifiers: [String]

    let nodes: Nodes
    let historyNames: [String]
    private let timeouts: [UInt32: (state: Int, index: Int)]

    /// The configurations of a flattened chart.
    private let flatNumbers: [Flattener.FlatState: Int]
    private let historyContentsByFlatState: [NotedStates]

    init(_ builder: consuming TableBuilder) {
        let memory = UnsafeMutablePointer<Core>.allocate(capacity: 1)
        memory.initialize(to: builder.makeCore())
        core = UnsafePointer(memory)
        builder.addEntries(to: memory)
        let flattener = builder.addConfigurations(to: memory)
        flatNumbers = flattener?.numbers ?? [:]
        historyContentsByFlatState = flattener?.states.map(\.history) ?? []
        let nodes = builder.nodes
        self.nodes = nodes
        events = builder.events
        stateNames = nodes.states.map { nodes.all[$0].name }
        stateNumbers = Dictionary(
            zip(stateNames.map { ByteKey($0) }, stateNames.indices), uniquingKeysWith: { _, last in last })
        historyNames = builder.historyNumbers.sorted { $0.value < $1.value }.map { nodes.all[$0.key].name }
        timeouts = builder.timerIndices
        transitionSources = builder.routes.map { (nodes.all[$0.source].name, $0.index) }
        (guards, actions) = (builder.guards.contents, builder.actions.contents)
        (activities, identifiers, choices) = (builder.activities, builder.identifiers, builder.choices)
    }

    /// Returns the state that an event is a timer of, and the timer's index among the state's
    /// timers.
    func timer(ofEvent event: UInt32) -> (state: Int, index: Int)? { timeouts[event] }

    /// Returns the event of a state's timer.
    func event(ofTimer index: Int, of state: Int) -> UInt32? {
        timeouts.first { $0.value == (state, index) }?.key
    }

    /// Returns whether the chart mentions an event by its name.
    func isMentioned(_ event: Int) -> Bool { events.mentioned(events.names[event]) == event }

    /// Returns the number of a configuration of a flattened chart.
    func flatNumber(of active: StateBits, _ history: NotedStates) -> Int? {
        flatNumbers[Flattener.FlatState(active: active, history: history)]
    }

    /// Fills a set with a configuration of a flattened chart, without an allocation.
    ///
    /// - Returns: The contents of histories.
    func loadConfiguration(_ flat: Int, into active: inout StateBits) -> NotedStates {
        for index in 0..<core.pointee.wordCount {
            let word = core.pointee.flat?.words[flat * core.pointee.wordCount + index] ?? 0
            if index == 0 { active.first = word } else { active.rest[index - 1] = word }
        }
        return historyContentsByFlatState[flat]
    }

    /// Returns the number of a state, or `nil` if none has that name.
    func number(ofState name: String) -> Int? { stateNumbers[ByteKey(name)] }

    /// Returns whether there is a state or a pseudostate with a name.
    func hasState(_ name: String) -> Bool { nodes.find(name, from: 0) != nil }

    /// Returns findings with the paths of their states.
    func list(_ findings: Findings) -> [StatechartFinding] { findings.list(path: nodes.path) }

    /// The findings that are likely to be mistakes.
    var warnings: [StatechartFinding] { nodes.warnings }

    deinit {
        for table in core.pointee.tables { table.deallocate() }
        UnsafeMutablePointer(mutating: core).deallocate()
    }
}

extension Statechart {
    /// Checks the chart and compiles it to tables from which a program is generated. Names in
    /// conditions are guards unless they are variables; the engine sends constant events.
    package func tables(budget: Budget) throws(StatechartError) -> Tables {
        let guards = NamedGuards(of: self) { _ in false }
        return try TableBuilder(
            self, behaviorEvents: [], usesSend: false, hasStates: false, guards: guards, budget: budget
        ).tables()
    }
}
