internal import Statecharts
internal import TextSupport

/// Writes charts as machine configurations of XState 5.
struct XStateWriter {
    let chart: Statechart
    private let tree: StateTree
    let indices: [ByteKey: Int]
    var json = JSONOutput()
    /// The states that others refer to by `#id`.
    private var referenced: Set<Int> = []
    private let events: SortedNames
    /// The keys of the states: their names, or the last parts of paths.
    let keys: [String]

    static func text(of chart: Statechart) throws(TextProblem) -> [UInt8] {
        var writer = try XStateWriter(chart)
        try writer.write()
        return writer.json.text.bytes + [UInt8(ascii: "\n")]
    }

    private init(_ chart: Statechart) throws(TextProblem) {
        (self.chart, tree) = (chart, try StateTree(chart))
        indices = Dictionary(
            chart.states.indices.map { (ByteKey(chart[$0].name), $0) }, uniquingKeysWith: { first, _ in first })
        var names: Set<String> = []
        for state in chart.states {
            let actions = (state.entry + state.exit + state.transitions.map(\.actions)).joined()
            names.formUnion(actions.compactMap(\.eventName))
            for transition in state.transitions {
                if case .events(let patterns) = transition.trigger { names.formUnion(patterns.map(\.prefix)) }
            }
        }
        events = SortedNames(names)
        keys = Self.keys(of: chart)
        for (index, state) in chart.states.enumerated() {
            for target in state.transitions.flatMap(\.targets) {
                if let other = indices[ByteKey(target)], key(of: other, from: index) == nil { referenced.insert(other) }
            }
            for transition in state.transitions {
                transition.condition?.visit { if let other = indices[ByteKey($0)] { referenced.insert(other) } }
                guard case .events(let patterns) = transition.trigger else { continue }
                for pattern in patterns { if let other = doneState(pattern.prefix) { referenced.insert(other) } }
            }
            for name in state.initial {
                if let other = indices[ByteKey(name)], chart.parents[other] != index { referenced.insert(other) }
            }
        }
    }

    /// Returns the keys that the reader makes paths of, as several states have them.
    private static func keys(of chart: Statechart) -> [String] {
        var counts: [ByteKey: Int] = [:]
        let lasts = chart.states.indices.map { index in
            let (name, prefix) = (chart[index].name, chart[chart.parents[index]].name + ".")
            let isPath = chart.parents[index] > 0 && name.utf8.starts(with: prefix.utf8) && name != prefix
            let last = isPath ? String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : name
            // The reader would rename a state within another one that isn't named by its path.
            let isKept = isPath || chart.parents[index] == 0
            if index > 0 { counts[ByteKey(last), default: 0] += isKept ? 1 : -chart.states.count }
            return last
        }
        return chart.states.indices.map { (counts[ByteKey(lasts[$0])] ?? 0) > 1 ? lasts[$0] : chart[$0].name }
    }

    // MARK: - States

    private mutating func write() throws(TextProblem) {
        try begin(0)
        try tree.visit { step throws(TextProblem) in
            switch step {
            case .begin(let node): try begin(node)
            case .end(let node): end(node)
            }
        }
        end(0)
    }

    private mutating func end(_ node: Int) {
        if tree.isComposite(node) { json.close("}") }
        json.close("}")
    }

    private mutating func begin(_ node: Int) throws(TextProblem) {
        let state = chart[node]
        try check(state)
        if node > 0 { json.key(keys[node]) }
        json.open("{", inLines: true)
        if node == 0 ? !state.name.isEmpty : referenced.contains(node) { member("id", state.name) }
        switch state.kind {
        case .orthogonal: member("type", "parallel")
        case .final: member("type", "final")
        case .shallowHistory, .deepHistory:
            member("type", "history")
            member("history", state.kind == .deepHistory ? "deep" : "shallow")
            if let transition = state.transitions.first { try writeTargets(transition.targets, from: node) }
        default: break
        }
        writeData(of: state, isRoot: node == 0)
        try writeInitial(of: node)
        try writeActions("entry", state.entry.flatMap { $0 })
        try writeActions("exit", state.exit.flatMap { $0 })
        try writeInvocations(of: state)
        if !state.kind.isHistory { try writeTransitions(of: node) }
        if tree.isComposite(node) {
            json.key("states")
            json.open("{", inLines: true)
        }
    }

    private func check(_ state: Statechart.State) throws(TextProblem) {
        let isKnown = [.state, .orthogonal, .final, .choice].contains(state.kind) || state.kind.isHistory
        guard !isKnown || state.submachine != nil || state.transitions.contains(where: { !$0.joinedSources.isEmpty })
        else { return }
        let part =
            !isKnown ? "states of kind '\(state.kind.rawValue)'" : state.submachine != nil ? "submachines" : "joins"
        throw TextProblem(
            message: "the state \(Message.quoted(state.name.utf8)) can't be written, as XState has no \(part)",
            remedy: "write the chart as SCXML or JSON")
    }

    mutating func member(_ key: String, _ text: String) {
        json.key(key)
        json.string(text)
    }

    private mutating func writeData(of state: Statechart.State, isRoot: Bool) {
        if isRoot, !state.variables.isEmpty {
            json.key("context")
            json.open("{")
            for variable in state.variables {
                json.key(variable.name)
                json.write(variable.value?.constantValue ?? .null)
            }
            json.close("}")
        }
        guard let value = state.doneData?.constantValue else { return }
        json.key("output")
        json.write(value)
    }

    private mutating func writeInitial(of node: Int) throws(TextProblem) {
        let state = chart[node]
        guard tree.isComposite(node), state.kind == .state else { return }
        let first = chart.states.indices[(node + 1)...].first {
            chart.parents[$0] == node && !chart[$0].kind.isPseudostate
        }
        let initial = state.initial.isEmpty ? first.map { [chart[$0].name] } ?? [] : state.initial
        json.key("initial")
        if initial.count == 1, state.initialActions.isEmpty,
            indices[ByteKey(initial[0])].map({ chart.parents[$0] }) == node
        {
            return json.string(keys[indices[ByteKey(initial[0])] ?? 0])
        }
        json.open("{")
        json.key("target")
        json.strings(
            initial.map { name in
                let child = indices[ByteKey(name)].flatMap { chart.parents[$0] == node ? keys[$0] : nil }
                return child.flatMap { Self.isKey($0) ? Self.escaped($0) : nil } ?? "#" + Self.escaped(name)
            })
        try writeActions("actions", state.initialActions)
        json.close("}")
    }

    private mutating func writeInvocations(of state: Statechart.State) throws(TextProblem) {
        guard !state.invocations.isEmpty || !state.activities.isEmpty else { return }
        json.key("invoke")
        json.open("[")
        for name in state.activities {
            json.item()
            json.open("{")
            member("src", name)
            json.close("}")
        }
        for invocation in state.invocations {
            json.item()
            json.open("{")
            if let id = invocation.id { member("id", id) }
            var source = "chart"
            if case .location(let location) = invocation.source { source = location.constantText ?? source }
            member("src", invocation.kind?.constantText ?? source)
            if invocation.forwardsEvents {
                json.key("autoForward")
                json.flag(true)
            }
            json.close("}")
        }
        json.close("]")
    }

    // MARK: - Transitions

    private mutating func writeTransitions(of node: Int) throws(TextProblem) {
        try writeEvents(of: node)
        var always: [Statechart.Transition] = []
        var done: [Statechart.Transition] = []
        var delays: [String] = []
        var delayed: [String: [Statechart.Transition]] = [:]
        for transition in chart[node].transitions {
            switch transition.trigger {
            case .always: always.append(transition)
            case .completion: if tree.isComposite(node) { done.append(transition) } else { always.append(transition) }
            case .events, .after:
                guard let key = transition.delayKey else { break }
                if delayed[key] == nil { delays.append(key) }
                delayed[key, default: []].append(transition)
            }
        }
        if !always.isEmpty { try write("always", always, from: node) }
        if !done.isEmpty { try write("onDone", done, from: node) }
        guard !delays.isEmpty else { return }
        json.key("after")
        json.open("{", inLines: true)
        for key in delays { try write(key, delayed[key] ?? [], from: node) }
        json.close("}")
    }

    /// Writes the transitions on each event.
    ///
    /// XState ignores less exact names if there is an exact one, so that the transitions on each
    /// name contain those on its prefixes.
    private mutating func writeEvents(of node: Int) throws(TextProblem) {
        var byPrefix: [ByteKey: [Int]] = [:]
        var keys: [(prefix: String, isExact: Bool)] = []
        var found: Set<[UInt8]> = []
        let transitions = chart[node].transitions
        for (number, transition) in transitions.enumerated() {
            guard case .events(let patterns) = transition.trigger, transition.delayKey == nil,
                transition != .ofErrors
            else { continue }
            let isExact = transition.exactName != nil
            for prefix in patterns.map(\.prefix) {
                byPrefix[ByteKey(prefix), default: []].append(number)
                if found.insert(Array(prefix.utf8) + (isExact ? [0] : [])).inserted { keys.append((prefix, isExact)) }
            }
        }
        guard !keys.isEmpty else { return }
        // As XState tries them: exact names first, then the longest ones.
        let ranks = keys.map {
            $0.isExact || !($0.prefix.isEmpty || isContinued($0.prefix)) ? Int.max : $0.prefix.utf8.count
        }
        let order = keys.indices.sorted { ranks[$0] == ranks[$1] ? $0 < $1 : ranks[$0] > ranks[$1] }
        json.key("on")
        json.open("{", inLines: true)
        for (prefix, isExact) in order.map({ keys[$0] }) {
            let isContinued = prefix.isEmpty || isContinued(prefix)
            // Without a longer name, both kinds of transitions are on the same key.
            if isExact, !isContinued, found.contains(Array(prefix.utf8)) { continue }
            var numbers: Set<Int> = []
            var distinct: Set<Statechart.Transition> = []
            for number in try Self.prefixes(of: prefix).flatMap({ byPrefix[ByteKey($0)] ?? [] }) {
                let exact = transitions[number].exactName
                if exact == nil || (exact == prefix && (isExact || !isContinued)) { numbers.insert(number) }
            }
            let key = isContinued && !isExact ? (prefix.isEmpty ? "*" : "\(eventName(prefix)).*") : eventName(prefix)
            let list = numbers.sorted().map { transitions[$0] }.filter { transition in
                var plain = transition
                plain.trigger = .always
                return distinct.insert(plain).inserted
            }
            try write(key, list, from: node)
        }
        json.close("}")
    }

    /// Returns a name and its beginnings before dots, and the empty one.
    private static func prefixes(of name: String) throws(TextProblem) -> [String] {
        let bytes = Array(name.utf8)
        let dots = bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") }
        guard dots.count <= 1000 else {
            throw TextProblem(message: "an event's name has more than 1000 parts", isLimit: true)
        }
        return (name.isEmpty ? [""] : [name, ""]) + dots.map { String(decoding: bytes[..<$0], as: UTF8.self) }
    }

    /// Returns whether another event's name begins with a name and a dot.
    private func isContinued(_ name: String) -> Bool { !events.first(1, beginningWith: name + ".").isEmpty }

    private func doneState(_ name: String) -> Int? {
        name.utf8.starts(with: "done.state.".utf8) ? indices[ByteKey(String(name.dropFirst(11)))] : nil
    }

    private func eventName(_ name: String) -> String {
        if doneState(name) != nil { return "xstate." + name }
        if name.utf8.starts(with: "done.invoke.".utf8) { return "xstate.done.actor." + name.dropFirst(12) }
        return name.utf8.starts(with: "error.platform.".utf8) ? "xstate.error.actor." + name.dropFirst(15) : name
    }

    private mutating func write(
        _ key: String, _ transitions: [Statechart.Transition], from node: Int
    ) throws(TextProblem) {
        json.key(key)
        if transitions.count != 1 { json.open("[", inLines: true) }
        for transition in transitions {
            if transitions.count != 1 { json.item() }
            json.open("{")
            if !transition.targets.isEmpty { try writeTargets(transition.targets, from: node) }
            if reenters(transition, from: node) {
                json.key("reenter")
                json.flag(true)
            }
            if let condition = transition.exactName == nil ? transition.condition : transition.otherCondition {
                json.key("guard")
                try write(condition, depth: 1)
            }
            try writeActions("actions", transition.actions)
            json.close("}")
        }
        if transitions.count != 1 { json.close("]") }
    }

    /// Returns whether a transition leaves its source although its targets are within.
    private func reenters(_ transition: Statechart.Transition, from node: Int) -> Bool {
        guard !transition.targets.isEmpty else { return false }
        let ends = transition.targets.compactMap { indices[ByteKey($0)] }
        let staysInside = ends.allSatisfy { end in
            // A history around the source may stand for states within it.
            isWithin(end, node) || (chart[end].kind.isHistory && isWithin(node, chart.parents[end]))
        }
        guard staysInside else { return false }
        let isLocal = transition.isLocal && tree.isComposite(node) && !ends.contains(node)
        return !isLocal || chart[node].kind == .orthogonal
    }

    private func isWithin(_ node: Int, _ other: Int) -> Bool {
        var node = node
        while node > other { node = chart.parents[node] }
        return node == other
    }
}
