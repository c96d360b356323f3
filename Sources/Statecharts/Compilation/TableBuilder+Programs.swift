internal import TextSupport

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

    /// Returns the operations of entering a state, without its initial states.
    mutating func entryProgram(_ node: Int, isSimple: Bool) -> Range32 {
        let (start, state, number) = (operations.count, nodes.all[node].state, id(node))
        for route in timeoutsByState[node] ?? [] {
            guard case .after(let delay) = routes[route].trigger, let event = timeouts[route] else { continue }
            add(.startTimer, timers.count)
            timers.append(TimerEntry(state: Int32(number), event: UInt32(event), delay: delay, identifier: 0))
        }
        let own = state.activities.map { Activity(name: $0, state: number) }
        for activity in own + state.invocations.map({ Activity(name: "", state: number, invocation: $0) }) {
            add(.startActivity, activities.count)
            activities.append(activity)
        }
        endBlock()
        if initializesVariablesOnce(node) {
            makeVariablesOnce(of: node)
        } else if hasScopedVariables {
            makeVariables(of: node)
        } else if let owner = nodes.all[node].owner, owner == nodes.all[node].parent {
            for each in node..<nodes.all[node].end { makeVariables(of: each) }
        }
        callScope(of: node, 0)
        for block in state.entry {
            for action in block { add(Scoped(content: action, node: node)) }
            endBlock()
        }
        switch state.kind {
        case .final:
            if let content = state.doneData {
                if nodes.all[node].owner != nil {
                    nodes.report(node, "a final state within dynamic regions can't have data; keep it in a variable")
                }
                let name = doneEventName(of: nodes.all[node].parent)
                perform(.raise(name, content), at: node)
                // Ends the block, so that the state also ends if its data can't be evaluated.
                endBlock()
            }
            add(.finish, number)
        case .terminate: add(.terminate, number)
        default:
            if isSimple, completedStates.contains(node), state.activities.isEmpty {
                add(nodes.all[node].owner == nil ? .raise : .complete, events.number(of: doneEventName(of: node)))
            }
        }
        endBlock()
        return Range32(start..<operations.count)
    }

    /// Initializes the variables of a state, each in its own block.
    mutating func makeVariables(of node: Int) {
        for variable in nodes.all[node].state.variables {
            guard let value = variable.value else { continue }
            add(Scoped(content: .assign(variable.name, value), node: node))
            endBlock()
        }
    }

    /// Returns whether the variables of a state are initialized only on its first entry.
    func initializesVariablesOnce(_ node: Int) -> Bool {
        let state = nodes.all[node].state
        return hasScopedVariables && state.keepsVariables && state.variables.contains { $0.value != nil }
    }

    /// Initializes the variables of a state, unless that was done before.
    private mutating func makeVariablesOnce(of node: Int) {
        let condition = appendConditions(2)
        conditions[condition] = ConditionEntry(kind: .not, first: UInt32(condition + 1))
        conditions[condition + 1] = ConditionEntry(kind: .isInitialized, first: UInt32(id(node)))
        add(.jumpUnless, condition)
        let jump = operations.count
        add(.jump, 0)
        add(.initialize, id(node))
        endBlock()
        makeVariables(of: node)
        operations[jump].operand = UInt32(operations.count)
    }

    /// Returns the operations of leaving a state.
    mutating func exitProgram(_ node: Int) -> Range32 {
        let (start, state) = (operations.count, nodes.all[node].state)
        if timeoutsByState[node] != nil { add(.stopTimers, id(node)) }
        // The entry program was written just before, so the state's activities are the last ones.
        let invocations = activities.indices.suffix(state.invocations.count)
        let others = activities.indices.dropLast(invocations.count).suffix(state.activities.count)
        for number in others { add(.stopActivity, number) }
        endBlock()
        for block in state.exit {
            for action in block { add(Scoped(content: action, node: node)) }
            endBlock()
        }
        callScope(of: node, 2)
        // An exit block may still use what was invoked.
        for number in invocations { add(.stopActivity, number) }
        endBlock()
        if hasScopedVariables, !state.keepsVariables {
            for variable in state.variables { add(Scoped(content: .assign(variable.name, .unbound), node: node)) }
            endBlock()
        }
        return Range32(start..<operations.count)
    }

    mutating func add(_ code: Operation.Code, _ operand: Int) {
        operations.append(Operation(code: code, operand: UInt32(operand)))
    }

    /// Sets the end of the block for all operations since the last block.
    mutating func endBlock() {
        while blockEnds.count < operations.count { blockEnds.append(UInt32(operations.count)) }
    }

    /// A task: an action to write, or a remaining part of a choice.
    private enum Task {
        case action(Statechart.Action)
        /// A branch of a choice.
        case branch(Statechart.Branch)
        /// The end of a branch; `jump` is the index of the instruction that jumps to the next
        /// branch, or `nil` if none does.
        case branchEnd(jump: Int?)
        case choiceEnd
    }

    /// Writes an action, including nested ones.
    private mutating func add(_ action: Scoped<Statechart.Action>) {
        guard case .choose = action.content else { return addSimple(action) }
        let node = action.node
        // For each open choice, the jumps from its branches to its end.
        var (open, ends) = ([Task.action(action.content)], [[Int]]())
        while let task = open.popLast() {
            switch task {
            case .action(.choose(let branches)):
                ends.append([])
                open.append(.choiceEnd)
                open += branches.reversed().map { .branch($0) }
            case .action(let action): addSimple(Scoped(content: action, node: node))
            case .branch(let branch):
                var jump: Int?
                if let condition = branch.condition {
                    add(.jumpUnless, Int(number(of: condition, at: node)))
                    jump = operations.count
                    add(.jump, 0)
                }
                open.append(.branchEnd(jump: jump))
                open += branch.actions.reversed().map { .action($0) }
            case .branchEnd(let jump):
                ends[ends.count - 1].append(operations.count)
                add(.jump, 0)
                if let jump { operations[jump].operand = UInt32(operations.count) }
            case .choiceEnd:
                for end in ends.popLast() ?? [] { operations[end].operand = UInt32(operations.count) }
            }
        }
    }

    private mutating func addSimple(_ action: Scoped<Statechart.Action>) {
        switch action.content {
        case .raise(let name, nil): add(.raise, events.number(of: name))
        case .send(let send): addSend(send, at: action.node)
        case .cancel(.literal(.text(let id))) where !usesSend: add(.cancel, identifier(id))
        case .addRegion(let name):
            guard let state = nodes.lookUp(name, from: action.node), nodes.all[state].state.kind == .regions else {
                let name = Message.quoted(name.utf8)
                return nodes.report(action.node, "unknown state \(name) of the kind 'regions'; correct the name")
            }
            add(.addRegion, id(state))
        case .removeRegion:
            if nodes.all[action.node].owner == nil {
                nodes.report(action.node, "a region can be removed only by actions within it; move the action there")
            }
            add(.removeRegion, 0)
        default: perform(action.content, at: action.node)
        }
    }

    /// Leaves an action to the behavior.
    private mutating func perform(_ action: Statechart.Action, at node: Int) {
        var name: String?
        if case .perform(let text) = action { name = text }
        if let name, let hook = handler(named: name, of: node) { return add(.callScope, hook) }
        guard nodes.chargeNames(byteCount: name?.utf8.count ?? 0) else { return }
        add(.perform, Int(actions.number(of: action, name: name, at: node)))
    }

    /// Writes the sending of an event. A constant event is sent without the behavior, unless the
    /// behavior wants to send all events.
    private mutating func addSend(_ send: Statechart.Send, at node: Int) {
        guard !usesSend, let plain = PlainSend(send) else { return perform(.send(send), at: node) }
        guard let delay = plain.delay else {
            let value = Message.quoted((send.delay?.description ?? "").utf8)
            return nodes.report(
                node,
                "invalid delay \(value) of the event \(Message.quoted(plain.event.utf8)); "
                    + "expected a time from 0 to 10¹² seconds")
        }
        let event = events.number(of: plain.event)
        guard delay > .zero else { return add(plain.isInternal ? .raise : .send, event) }
        add(.startTimer, timers.count)
        timers.append(
            TimerEntry(state: -1, event: UInt32(event), delay: delay, identifier: UInt32(identifier(plain.id))))
    }

    private mutating func identifier(_ text: String) -> Int {
        guard nodes.chargeNames(byteCount: text.utf8.count) else { return 0 }
        if let number = identifierNumbers[ByteKey(text)] { return number }
        identifierNumbers[ByteKey(text)] = identifiers.count
        identifiers.append(text)
        return identifiers.count - 1
    }

    // MARK: - Conditions

    /// Returns the condition of a route, or 0 if there is none.
    mutating func condition(_ route: Route) -> UInt32 {
        if let choice = choice(of: route) { return choice }
        return switch route.conditions.count {
        case 0: 0
        case 1: number(of: route.conditions[0].content, at: route.conditions[0].node)
        default: join(.all, route.conditions)
        }
    }

    private mutating func number(of condition: Statechart.Condition, at node: Int) -> UInt32 {
        let number = appendConditions(1)
        fill([(number, Scoped(content: condition, node: node))])
        return UInt32(number)
    }

    private mutating func join(_ kind: ConditionEntry.Kind, _ list: [Scoped<Statechart.Condition>]) -> UInt32 {
        let number = appendConditions(1)
        fill(operands(kind, number, list))
        return UInt32(number)
    }

    /// The bytes of names that an operand of an expression counts for.
    private static let operandCharge = 16

    /// A condition that is still to be written, with its index.
    private typealias Unwritten = (number: Int, condition: Scoped<Statechart.Condition>)

    /// Reserves entries for conditions, and returns the first one.
    private mutating func appendConditions(_ count: Int) -> Int {
        let first = conditions.count
        for _ in 0..<count { conditions.append(ConditionEntry(kind: .all, first: 0)) }
        return first
    }

    /// Writes a compound condition, and returns its operands with their indices.
    private mutating func operands(
        _ kind: ConditionEntry.Kind, _ number: Int, _ list: [Scoped<Statechart.Condition>]
    ) -> [Unwritten] {
        let first = appendConditions(list.count)
        conditions[number] = ConditionEntry(kind: kind, first: UInt32(first), count: UInt32(list.count))
        return list.enumerated().map { (first + $0.offset, $0.element) }
    }

    private mutating func fill(_ list: [Unwritten]) {
        var open = list
        while let (number, condition) = open.popLast() {
            let node = condition.node
            let scoped = { (list: [Statechart.Condition]) in list.map { Scoped(content: $0, node: node) } }
            switch condition.content {
            case .named(let name):
                guard nodes.chargeNames(byteCount: name.utf8.count) else { return }
                let symbol = guards.number(of: condition.content, name: name, at: node)
                conditions[number] = ConditionEntry(kind: .named, first: symbol)
            case .expression(let expression):
                if let parts = namedGuards?.condition(of: expression) {
                    // Operands count like names, as each copy of a submachine has them.
                    guard nodes.chargeNames(byteCount: Self.operandCharge) else { return }
                    open.append((number, Scoped(content: parts, node: node)))
                    continue
                }
                let symbol = guards.number(of: condition.content, name: nil, at: node)
                conditions[number] = ConditionEntry(kind: .named, first: symbol)
            case .isActive(let name): conditions[number] = isActive(name, at: node)
            case .not(let inner): open += operands(.not, number, scoped([inner]))
            case .all(let list): open += operands(.all, number, scoped(list))
            case .any(let list): open += operands(.any, number, scoped(list))
            }
        }
    }

    private mutating func isActive(_ name: String, at node: Int) -> ConditionEntry {
        // A pseudostate is never active.
        var entry = ConditionEntry(kind: .any, first: 0)
        guard let target = nodes.lookUp(name, from: node) else {
            let remedy = nodes.remedy(forUnknown: name, from: node) ?? "correct the name"
            let name = Message.quoted(name.utf8)
            if hasStates {
                nodes.report(node, "unknown state \(name) in a condition; \(remedy)")
            } else {
                nodes.warn(node, "unknown state \(name) in a condition, which never holds; \(remedy)")
            }
            return entry
        }
        if let id = nodes.all[target].id { entry = ConditionEntry(kind: .isActive, first: UInt32(id)) }
        return entry
    }
}
