// States and events by their numbers, for hosts in the package that have no enums for them.

package import WorkLimits

/// A condition or an action that a behavior has no symbol for.
package enum MissingSymbol: CustomStringConvertible {
    case `guard`(Statechart.Condition)
    case action(Statechart.Action)

    /// The finding, for Swift programs.
    package var description: String {
        switch self {
        case .guard(let condition): "the behavior has no guard \(condition.title)"
        case .action(let action): "the behavior has no action \(action.title)"
        }
    }
}

extension CompiledStatechart {
    /// Checks a chart and compiles it to tables, with symbols from the caller.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - guardSymbol: The symbol of a condition, or `nil` if there is none.
    ///   - actionSymbol: The symbol of an action, or `nil` if there is none.
    ///   - missing: Returns the finding about a condition or an action without a symbol; `nil` for
    ///     the default.
    ///   - isGuard: Returns whether a name is a guard, if conditions may name guards like
    ///     variables; `nil` if they may not.
    ///   - isFlattened: Whether a small chart becomes a plain machine, which runs fastest.
    ///   - budget: The bound on bytes, and the cancellation check.
    /// - Throws: An error that lists all problems of the chart, or says that the budget stopped the
    ///   compilation.
    @_semantics("optimize.sil.specialize.generic.never")
    package init(
        _ chart: Statechart, guard guardSymbol: (Statechart.Condition) -> Behavior.Guard?,
        action actionSymbol: (Statechart.Action) -> Behavior.Action?,
        missing: ((MissingSymbol) -> String)? = nil, isGuard: ((String) -> Bool)? = nil,
        isFlattened: Bool = true, budget: Budget = .default
    ) throws(StatechartError) {
        let scopes = Behavior.scopes
        let scopeNames = scopes.map { one in
            (one.state, one.outerProperty.map { outer in scopes.first { $0.property == outer }?.state ?? one.state })
        }
        let usesSend = actionSymbol(.send(Statechart.Send(""))) != nil
        var builder = TableBuilder(
            chart, behaviorEvents: Behavior.Event.allCases.map(\.rawValue), usesSend: usesSend,
            hasStates: !Behavior.State.allCases.isEmpty, scopes: scopeNames,
            guards: isGuard.map { NamedGuards(of: chart, isGuard: $0) }, budget: budget)
        builder.isFlattened = isFlattened
        let tables = try builder.tables()
        var findings = Findings()
        var (guards, actions) = ([Behavior.Guard](), [Behavior.Action]())
        func note(_ symbol: MissingSymbol, at node: Int) { findings.add(node, missing?(symbol) ?? symbol.description) }
        for condition in tables.guards {
            if let symbol = guardSymbol(condition.content) {
                guards.append(symbol)
            } else {
                note(.guard(condition.content), at: condition.node)
            }
        }
        for action in tables.actions {
            if let symbol = actionSymbol(action.content) {
                actions.append(symbol)
            } else {
                note(.action(action.content), at: action.node)
            }
        }
        guard findings.isEmpty else { throw StatechartError(tables.list(findings)) }
        storage = Storage(chart, tables, guards, actions, scopes)
    }

    /// The names of the states that can be active, by number, in document order.
    package var stateNames: [String] { storage.tables.stateNames }

    /// Returns the number of a state's parent; the root's own for the root.
    package func parent(ofState number: Int) -> Int { Int(storage.tables.core.pointee.states[number].parent) }

    /// Returns the number of a state that can be active, or `nil` if none has that name.
    package func number(ofState name: String) -> Int? { storage.tables.number(ofState: name) }

    /// The names of events by number. Some are patterns, or stand for events without a name.
    package var eventNames: [String] { storage.tables.events.names }

    /// Returns whether the chart mentions an event by its name.
    package func isMentioned(event number: Int) -> Bool { storage.tables.isMentioned(number) }

    /// Returns the number of an event.
    package func number(ofEvent name: String) -> Int { storage.tables.events.number(of: name) }
}

extension StateMachine {
    /// Creates a machine and enters the initial states, with a recorder.
    ///
    /// - Parameter mayTake: Returns whether waiting events may take the given number of bytes.
    /// - Throws: An error if a limit is reached.
    @inlinable
    package init(
        _ chart: CompiledStatechart<Behavior>, running behavior: inout Behavior, limits: StateMachineLimits,
        mayTake: @escaping @Sendable (Int) -> Bool, recorder: inout some StatechartRecorder
    ) throws(StateMachineError) {
        step = Step(chart, limits)
        step.mayTake = mayTake
        try start(&behavior, &recorder)
    }

    /// Sends an event by its number.
    ///
    /// - Returns: The fate of the event.
    /// - Throws: An error if a limit is reached; the machine then has a legal configuration.
    @inlinable
    package mutating func send(
        number: Int, _ payload: Behavior.Payload?, to behavior: inout Behavior
    ) throws(StateMachineError) -> EventFate {
        var recorder = NoRecorder()
        return try step.process(QueuedEvent(number: UInt32(number), payload: payload), .sent, &behavior, &recorder)
    }

    /// Sends an event by its number if the configuration and the event alone determine the step.
    /// Unless ``isSettled``, ``settle(_:)`` must follow.
    ///
    /// - Returns: `nil` if they don't determine it; nothing has changed then.
    @inlinable @inline(__always)
    package mutating func sendInCell(
        number: UInt32, _ payload: Behavior.Payload?, to behavior: inout Behavior
    ) -> EventFate? {
        step.makeCellStep(QueuedEvent(number: number, payload: payload), .sent, &behavior)
    }

    /// A Boolean value that indicates whether ``sendInCell(number:_:to:)`` has left no work.
    @inlinable @inline(__always)
    package var isSettled: Bool { step.isSettledInCell }

    /// Does the work that ``sendInCell(number:_:to:)`` has left.
    ///
    /// - Throws: An error if a limit is reached; the machine then has a legal configuration.
    @inlinable
    package mutating func settle(_ behavior: inout Behavior) throws(StateMachineError) {
        var recorder = NoRecorder()
        try step.settle(&behavior, &recorder)
    }

    /// Sends an event by its number, with a recorder.
    ///
    /// - Returns: The fate of the event.
    /// - Throws: An error if a limit is reached; the machine then has a legal configuration.
    @inlinable
    package mutating func send(
        number: Int, _ payload: Behavior.Payload?, to behavior: inout Behavior,
        recorder: inout some StatechartRecorder
    ) throws(StateMachineError) -> EventFate {
        try step.process(QueuedEvent(number: UInt32(number), payload: payload), .sent, &behavior, &recorder)
    }

    /// Advances the time, and processes at most `count` timers and delayed events.
    ///
    /// - Returns: `false` if more are due; the time is that of the last one then.
    /// - Throws: An error if a limit is reached; the time is then that of the event that reached
    ///   it.
    @inlinable
    @discardableResult
    package mutating func advance(
        until time: Duration, limit count: Int, to behavior: inout Behavior, recorder: inout some StatechartRecorder
    ) throws(StateMachineError) -> Bool {
        let time = min(time, .latest)
        recordInput(&recorder, time)
        var (rest, instant) = (count, InstantCount())
        while let deadline = step.deadline, deadline <= time {
            guard rest > 0 else { return false }
            rest -= 1
            guard instant.add(at: deadline, limit: step.limits.steps) else { throw step.livelock() }
            guard let event = step.popDue(until: time) else { break }
            try step.process(event, .time, &behavior, &recorder)
        }
        step.advanceClock(to: time)
        return true
    }

    /// Advances the time, and processes at most `count` timers and delayed events.
    @inlinable
    package mutating func advance(
        until time: Duration, limit count: Int, to behavior: inout Behavior
    ) throws(StateMachineError) -> Bool {
        var recorder = NoRecorder()
        return try advance(until: time, limit: count, to: &behavior, recorder: &recorder)
    }

    /// Returns whether the state with a number is active.
    package func isActive(number: Int) -> Bool { step.isActive(number) }

    /// Calls a function with the number of each atomic state that is active, in document order.
    ///
    /// States in dynamic regions stand in the place of the enclosing state.
    package func forEachActiveAtomicState(_ body: (Int) -> Void) {
        let core = step.core
        for state in 0..<core.pointee.stateCount
        where core.pointee.states[state].children.isEmpty && core.pointee.states[state].owner < 0
            && step.isActive(state)
        {
            guard core.pointee.hasRegions, step.run.hasRegions(state) else {
                body(state)
                continue
            }
            for region in step.run.regions where region.state == state {
                for inner in state..<core.pointee.stateCount
                where core.pointee.states[inner].children.isEmpty && region.configuration.contains(inner) {
                    body(inner)
                }
            }
        }
    }

    /// Sends an event by its number that only one of the dynamic regions sees.
    package mutating func send(
        number: Int, _ payload: Behavior.Payload?, inRegion region: UInt32, to behavior: inout Behavior
    ) throws(StateMachineError) -> EventFate {
        var recorder = NoRecorder()
        return try send(number: number, payload, inRegion: region, to: &behavior, recorder: &recorder)
    }

    /// Sends an event by its number that only one of the dynamic regions sees, with a recorder.
    ///
    /// - Returns: The fate of the event; ``EventFate/ignored`` if there is no such region.
    /// - Throws: An error if a limit is reached; the machine then has a legal configuration.
    package mutating func send(
        number: Int, _ payload: Behavior.Payload?, inRegion region: UInt32, to behavior: inout Behavior,
        recorder: inout some StatechartRecorder
    ) throws(StateMachineError) -> EventFate {
        guard step.run.regions.contains(where: { $0.number == region }) else { return .ignored }
        let event = QueuedEvent(number: UInt32(number), payload: payload, region: region)
        return try step.process(event, .sent, &behavior, &recorder)
    }

    /// Returns the numbers of the events on which some transition would be taken now.
    ///
    /// - Parameters:
    ///   - behavior: The behavior.
    ///   - isAsked: Returns whether an event is considered.
    ///   - payload: Returns the data of an event.
    /// - Complexity: O(*e* · *a*) for *e* events that the chart mentions and *a* active states.
    package func enabledEventNumbers(
        _ behavior: Behavior, among isAsked: (Int) -> Bool, payload: (Int) -> Behavior.Payload? = { _ in nil }
    ) -> [Int] {
        var step = step
        step.unflatten()
        return chart.storage.events.indices.dropFirst().filter { number in
            guard isAsked(number) else { return false }
            (step.current.number, step.current.payload, step.current.onlyRegion) = (UInt32(number), payload(number), 0)
            step.choose(number, behavior)
            return step.scratch.chosen.count > 0
        }
    }
}

extension Step {
    /// The number of the current event; 0 if there is none.
    @inlinable
    package var eventNumber: Int { Int(current.number) }

    /// Returns whether the state with a number is active.
    @inlinable
    package func isActive(number: Int) -> Bool { isActive(number) }

    /// Returns whether the state with a name is active; `nil` if there is none.
    package func isActive(named name: String) -> Bool? {
        let tables = chart.storage.tables
        guard tables.hasState(name) else { return nil }
        return tables.number(ofState: name).map { isActive($0) } ?? false
    }

    /// Raises an event by its number.
    @inlinable
    package mutating func raise(number: Int, _ payload: Behavior.Payload?) {
        note(.raised, event: UInt32(number))
        raise(UInt32(number), payload)
    }

    /// Sends an event by its number, immediately or after a delay.
    @inlinable
    package mutating func send(number: Int, _ payload: Behavior.Payload?, after delay: Duration, id: String) {
        note(.sent, event: UInt32(number))
        send(UInt32(number), payload, after: delay, id: id)
    }
}
