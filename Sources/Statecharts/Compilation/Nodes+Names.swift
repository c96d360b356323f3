internal import TextSupport

/// Names in expressions.
extension Nodes {
    /// Finds unknown variables and states in expressions and assignments.
    mutating func findUnknownNames() {
        var names = NamesInActions()
        (names.namedGuards, names.isScripted) = (namedGuards, isScripted)
        for node in all {
            names.addDeclarations(of: node.state)
            if node.id != nil { names.states.insert(ByteKey(node.name)) }
        }
        for node in ownedTransitions { names.addDeclarations(of: node.transitions) }
        let ownedTransitions = Dictionary(
            ownedTransitions.map { ($0.node, $0.transitions) }, uniquingKeysWith: { first, _ in first })
        for node in all.indices {
            names.add(all[node].state)
            names.add(ownedTransitions[node] ?? [])
            for unknown in names.drainUnknown() {
                let remedy =
                    unknown.isState
                    ? remedy(forUnknown: unknown.name, among: names.states.lazy.map(\.text))
                    : remedy(forUnknown: unknown.name, among: names.variables)
                let hint = names.guards.contains(unknown.name) ? ", or bind a guard of this name in C" : ""
                warn(node, "\(unknown.message); \(remedy ?? unknown.remedy)\(unknown.isState ? "" : hint)")
            }
        }
    }
}

extension Statechart {
    /// The variables of the chart and its submachines, those of loops and predefined ones included.
    package var variableNames: Set<String> {
        var names = NamesInActions()
        for chart in [self] + submachines { for state in chart.states { names.addDeclarations(of: state) } }
        return names.variables
    }
}

/// The names that actions and conditions mention.
private struct NamesInActions {
    /// The declared variables, including those of loops.
    private(set) var variables = Expression.engineVariables.union([""])
    /// The existing states.
    var states: Set<ByteKey> = []
    var namedGuards: NamedGuards?
    /// Whether expressions are in a scripting language.
    var isScripted = false
    /// Whether there are scripts, which may declare variables.
    private var hasScripts = false
    /// The names that are conditions by themselves, as guards of programs are.
    var guards: Set<String> = []
    private var unknown: [Unknown] = []
    private var reported: Set<Unknown> = []

    /// An unknown name.
    struct Unknown: Hashable {
        var name: String
        var isState: Bool

        var message: String {
            let name = Message.quoted(name.utf8)
            return isState ? "unknown state \(name)" : "unknown variable \(name)"
        }

        /// The remedy, unless a similar name is known.
        var remedy: String { isState ? "correct the name" : "declare it or correct the name" }
    }

    /// Returns the unknown names since the last call, each once.
    mutating func drainUnknown() -> [Unknown] {
        defer { (unknown, reported) = ([], []) }
        return unknown
    }

    private mutating func report(_ name: String, isState: Bool) {
        let name = Unknown(name: name, isState: isState)
        if reported.insert(name).inserted { unknown.append(name) }
    }

    // MARK: - Declarations

    mutating func addDeclarations(of state: Statechart.State) {
        variables.formUnion(state.variables.map(\.name))
        let blocks = state.entry + state.exit + [state.initialActions] + state.invocations.map(\.finalize)
        for block in blocks { addNames(declaredIn: block) }
        addDeclarations(of: state.transitions)
    }

    mutating func addDeclarations(of transitions: [Statechart.Transition]) {
        for transition in transitions { addNames(declaredIn: transition.actions) }
    }

    private mutating func addNames(declaredIn actions: [Statechart.Action]) {
        actions.forEachNested { action in
            switch action {
            case .forEach(let item, let index, _, _): variables.formUnion([item, index ?? item])
            case .script: hasScripts = true
            default: break
            }
        }
    }

    // MARK: - Uses

    mutating func add(_ state: Statechart.State) {
        for variable in state.variables { add(variable.value) }
        for block in state.entry + state.exit + [state.initialActions] { add(block) }
        add(state.transitions)
        add(state.doneData)
    }

    mutating func add(_ transitions: [Statechart.Transition]) {
        for transition in transitions {
            add(transition.condition)
            add(transition.actions)
        }
    }

    private mutating func add(_ condition: Statechart.Condition?) {
        condition?.forEachNested {
            guard case .expression(let expression) = $0 else { return }
            if case .variable(let name) = expression { guards.insert(name) }
            add(expression)
        }
    }

    private mutating func add(_ actions: [Statechart.Action]) { actions.forEachNested { addNames(of: $0) } }

    /// Adds the names that an action mentions, without those of nested actions.
    private mutating func addNames(of action: Statechart.Action) {
        switch action {
        case .raise(_, let content): add(content)
        case .send(let send):
            for part in [send.event, send.delay, send.id, send.target, send.transport] { add(part) }
            add(send.content)
            if let location = send.idLocation { add(.variable(location)) }
        case .cancel(let id): add(id)
        case .assign(let name, let value):
            add(.variable(name))
            add(value)
        case .log(_, let value): add(value)
        case .choose(let branches): for branch in branches { add(branch.condition) }
        case .forEach(_, _, let list, _): add(list)
        case .perform, .addRegion, .removeRegion, .script, .custom: break
        }
    }

    private mutating func add(_ content: Statechart.Content?) {
        switch content {
        case .value(let value)?: add(value)
        case .fields(let fields)?: for field in fields { add(field.value) }
        case nil: break
        }
    }

    /// Whether a script may declare a name, or the name is a location such as `list[0]`.
    private func mayBeOfScript(_ name: String) -> Bool {
        isScripted && (hasScripts || Expression.problem(ofVariable: name) != nil)
    }

    private mutating func add(_ expression: Expression?) {
        var open = expression.map { [$0] } ?? []
        while let next = open.popLast() {
            switch next {
            // `defined` checks names that may be missing.
            case .literal, .call(.defined, _), .inline: break
            case .script(let script):
                for name in script.statesInConditions where !states.contains(ByteKey(name)) {
                    report(name, isState: true)
                }
            case .variable(let name):
                if !variables.contains(name), namedGuards?.isGuard(name) != true, !mayBeOfScript(name) {
                    report(name, isState: false)
                }
            case .list(let items), .call(_, let items): open += items
            case .member(let value, _), .unary(_, let value): open.append(value)
            case .element(let first, let second), .binary(_, let first, let second): open += [first, second]
            case .isActive(.literal(.text(let name))):
                if !states.contains(ByteKey(name)) { report(name, isState: true) }
            case .isActive(let name): open.append(name)
            }
        }
    }
}

extension String {
    /// The states in calls such as `In('state')` within a script.
    fileprivate var statesInConditions: [String] {
        var (names, rest) = ([String](), Array(utf8)[...])
        var previous = UInt8(0)
        while let byte = rest.popFirst() {
            defer { previous = byte }
            guard byte == UInt8(ascii: "I"), rest.first == UInt8(ascii: "n"), !previous.isOfName else { continue }
            var call = rest.dropFirst().drop { $0 == 0x20 }
            guard call.popFirst() == UInt8(ascii: "(") else { continue }
            call = call.drop { $0 == 0x20 }
            guard let quote = call.popFirst(), quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
                continue
            }
            let name = call.prefix { $0 != quote && $0 != UInt8(ascii: "\\") }
            let end = call.dropFirst(name.count + 1).first { $0 != 0x20 }
            if end == UInt8(ascii: ")") { names.append(String(decoding: name, as: UTF8.self)) }
        }
        return names
    }
}

extension UInt8 {
    /// Whether the byte can be within a name of a script.
    fileprivate var isOfName: Bool {
        self >= 0x80 || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self == UInt8(ascii: ".")
            || 0x30...0x39 ~= self || 0x61...0x7A ~= self | 0x20
    }
}
