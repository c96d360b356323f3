extension TableBuilder {
    /// Writes blocks of actions as operations.
    mutating func program(_ blocks: [[Scoped<Statechart.Action>]]) -> Range32 {
        let start = operations.count
        for block in blocks {
            for action in block { add(action) }
            endBlock()
        }
        return Range32(start..<operations.count)
    }

    /// The operations of entering a state, but for its initial states.
    mutating func entryProgram(_ node: Int, isSimple: Bool) -> Range32 {
        let (start, state, number) = (operations.count, nodes.all[node].state, id(node))
        for route in timed[node] ?? [] {
            guard case .after(let delay) = routes[route].trigger, let event = timeouts[route] else { continue }
            add(.startTimer, timers.count)
            timers.append(TimerEntry(state: Int32(number), event: UInt32(event), delay: delay, identifier: 0))
        }
        for activity in state.activities {
            add(.startActivity, activities.count)
            activities.append(Activity(name: activity, state: number))
        }
        for invocation in state.invocations {
            add(.startActivity, activities.count)
            activities.append(Activity(name: "", state: number, invocation: invocation))
        }
        endBlock()
        if hasScopedVariables {
            makeVariables(of: node)
        } else if let owner = nodes.all[node].owner, owner == nodes.all[node].parent {
            for each in nodes.all.indices where nodes.isWithin(each, node) { makeVariables(of: each) }
        }
        for block in state.entry {
            for action in block { add(Scoped(content: action, node: node)) }
            endBlock()
        }
        switch state.kind {
        case .final:
            if let content = state.doneData {
                if nodes.all[node].owner != nil {
                    nodes.report(node, "an end within regions that come and go has no data; keep it in a variable")
                }
                let name = doneName(of: nodes.all[node].parent)
                add(.perform, Int(actions.number(of: .raise(name, content), at: node)))
            }
            add(.finish, number)
        case .terminate: add(.terminate, number)
        default:
            if isSimple, completed.contains(node), state.activities.isEmpty {
                add(
                    nodes.all[node].owner == nil ? .raise : .complete, events.number(of: doneName(of: node)))
            }
        }
        endBlock()
        return Range32(start..<operations.count)
    }

    /// Gives the variables of a state their first values, each in a block of its own.
    mutating func makeVariables(of node: Int) {
        for variable in nodes.all[node].state.variables {
            guard let value = variable.value else { continue }
            var action = Statechart.Action.assign(variable.name, value)
            if hasScopedVariables, nodes.all[node].state.keepsVariables {
                let isNew = Expression.unary(.not, .call(.defined, [.variable(variable.name)]))
                action = .choose([Statechart.Branch(if: .expression(isNew), do: [action])])
            }
            add(Scoped(content: action, node: node))
            endBlock()
        }
    }

    /// The operations of leaving a state.
    mutating func exitProgram(_ node: Int) -> Range32 {
        let (start, state) = (operations.count, nodes.all[node].state)
        if timed[node] != nil { add(.stopTimers, id(node)) }
        // The entry has just added them.
        let count = state.activities.count + state.invocations.count
        for number in activities.indices.suffix(count) { add(.stopActivity, number) }
        endBlock()
        for block in state.exit {
            for action in block { add(Scoped(content: action, node: node)) }
            endBlock()
        }
        if hasScopedVariables, !state.keepsVariables {
            for variable in state.variables { add(Scoped(content: .assign(variable.name, .unbound), node: node)) }
            endBlock()
        }
        return Range32(start..<operations.count)
    }

    private mutating func add(_ code: Operation.Code, _ operand: Int) {
        operations.append(Operation(code: code, operand: UInt32(operand)))
    }

    /// Tells all operations since the last block where this one ends.
    private mutating func endBlock() {
        while blockEnds.count < operations.count { blockEnds.append(UInt32(operations.count)) }
    }

    private mutating func add(_ action: Scoped<Statechart.Action>) {
        switch action.content {
        case .raise(let name, nil): add(.raise, events.number(of: name))
        case .send(let send): addSend(send, at: action.node)
        case .cancel(.literal(.text(let id))) where !asksToSend: add(.cancel, identifier(id))
        case .choose(let branches): addBranches(branches[...], at: action.node)
        case .addRegion(let name):
            guard let state = nodes.find(name, from: action.node), nodes.all[state].state.kind == .regions else {
                return nodes.report(action.node, "there is no state '\(name)' of the kind 'regions'; correct the name")
            }
            add(.addRegion, id(state))
        case .removeRegion:
            if nodes.all[action.node].owner == nil {
                nodes.report(action.node, "a region can be removed only by actions within it; move the action there")
            }
            add(.removeRegion, 0)
        default: add(.perform, Int(actions.number(of: action.content, at: action.node)))
        }
    }

    /// An event that is known before the run is sent without asking the behavior, unless that
    /// wants to be asked.
    private mutating func addSend(_ send: Statechart.Send, at node: Int) {
        guard !asksToSend, case .literal(.text(let name)) = send.event, send.idLocation == nil, send.transport == nil,
            send.content == nil,
            let delay = Self.delay(of: send.delay), let id = Self.identifier(of: send.id)
        else { return add(.perform, Int(actions.number(of: .send(send), at: node))) }
        switch send.target {
        case nil where delay == .zero: add(.send, events.number(of: name))
        case nil:
            add(.startTimer, timers.count)
            timers.append(
                TimerEntry(
                    state: -1, event: UInt32(events.number(of: name)), delay: delay, identifier: UInt32(identifier(id)))
            )
        case .literal(.text("#_internal")) where delay == .zero: add(.raise, events.number(of: name))
        default: add(.perform, Int(actions.number(of: .send(send), at: node)))
        }
    }

    private static func delay(of expression: Expression?) -> Duration? {
        switch expression {
        case nil: .zero
        case .literal(let value): Duration(value)
        default: nil
        }
    }

    private static func identifier(of expression: Expression?) -> String? {
        switch expression {
        case nil: ""
        case .literal(.text(let id)): id
        default: nil
        }
    }

    private mutating func identifier(_ text: String) -> Int {
        if let number = identifierNumbers[text] { return number }
        identifierNumbers[text] = identifiers.count
        identifiers.append(text)
        return identifiers.count - 1
    }

    private mutating func addBranches(_ branches: ArraySlice<Statechart.Branch>, at node: Int) {
        var ends: [Int] = []
        for branch in branches {
            var otherwise: Int?
            if let condition = branch.condition {
                add(.jumpUnless, Int(number(of: condition, at: node)))
                otherwise = operations.count
                add(.jump, 0)
            }
            for action in branch.actions { add(Scoped(content: action, node: node)) }
            ends.append(operations.count)
            add(.jump, 0)
            if let otherwise { operations[otherwise].operand = UInt32(operations.count) }
        }
        for end in ends { operations[end].operand = UInt32(operations.count) }
    }

    // MARK: - Conditions

    /// The condition of a route, or 0 if there is none.
    mutating func condition(_ route: Route) -> UInt32 {
        switch route.conditions.count {
        case 0: 0
        case 1: number(of: route.conditions[0].content, at: route.conditions[0].node)
        default: join(.all, route.conditions)
        }
    }

    private mutating func number(of condition: Statechart.Condition, at node: Int) -> UInt32 {
        conditions.append(ConditionEntry(kind: .all, first: 0))
        let number = conditions.count - 1
        fill(number, condition, node)
        return UInt32(number)
    }

    private mutating func fill(_ number: Int, _ condition: Statechart.Condition, _ node: Int) {
        let scoped = { (list: [Statechart.Condition]) in list.map { Scoped(content: $0, node: node) } }
        switch condition {
        case .named, .expression:
            conditions[number] = ConditionEntry(kind: .named, first: guards.number(of: condition, at: node))
        case .isActive(let name):
            guard let target = nodes.find(name, from: node) else {
                let remedy = nodes.remedy(forUnknown: name, from: node) ?? "correct the name"
                return nodes.report(node, "a condition names the state '\(name)', which isn't there; \(remedy)")
            }
            // A pseudostate is never active.
            conditions[number] =
                nodes.all[target].id.map { ConditionEntry(kind: .isActive, first: UInt32($0)) }
                ?? ConditionEntry(kind: .any, first: 0)
        case .not(let inner):
            let first = self.number(of: inner, at: node)
            conditions[number] = ConditionEntry(kind: .not, first: first)
        case .all(let list): fill(number, .all, scoped(list))
        case .any(let list): fill(number, .any, scoped(list))
        }
    }

    private mutating func join(_ kind: ConditionEntry.Kind, _ list: [Scoped<Statechart.Condition>]) -> UInt32 {
        conditions.append(ConditionEntry(kind: kind, first: 0))
        let number = conditions.count - 1
        fill(number, kind, list)
        return UInt32(number)
    }

    private mutating func fill(_ number: Int, _ kind: ConditionEntry.Kind, _ list: [Scoped<Statechart.Condition>]) {
        let first = conditions.count
        for _ in list { conditions.append(ConditionEntry(kind: .all, first: 0)) }
        conditions[number] = ConditionEntry(kind: kind, first: UInt32(first), count: UInt32(list.count))
        for (index, item) in list.enumerated() { fill(first + index, item.content, item.node) }
    }
}

extension Duration {
    /// A delay: a number of milliseconds, or a text such as `1.5s` or `200ms`; `nil` for anything
    /// else.
    init?(_ value: Value) {
        switch value {
        case .number(let number): self.init(milliseconds: number)
        case .text(let text): self.init(delay: text)
        default: return nil
        }
    }

    /// A time of at most a million years that isn't negative.
    private init?(milliseconds: Double) {
        guard milliseconds >= 0, milliseconds <= 3.2e16 else { return nil }
        let whole = milliseconds.rounded(.down)
        self = .milliseconds(Int64(whole)) + .nanoseconds(Int64(((milliseconds - whole) * 1e6).rounded()))
    }
}
