internal import Statecharts
internal import TextSupport

extension XStateReader {
    /// Reads the transitions of a state.
    ///
    /// XState takes the exact event of several that match, then the longest one with a `*`.
    mutating func readTransitions(of node: Int) throws(TextProblem) {
        let source = sources[node]
        var exact: [OutlineChart.Edge] = []
        var events: [(name: String, value: DataValue)] = []
        for (key, offset, value) in try (source["on"].flatMap { $0.isNull ? nil : $0 })?.members("'on', an object")
            ?? []
        {
            if key.isEmpty {
                try addTransitions(value, .always, to: node)
            } else {
                events.append((eventName(key, at: offset), value))
            }
        }
        func rank(_ name: String) -> Int { name.utf8.last == UInt8(ascii: "*") ? -name.utf8.count : 1 }
        let order = events.indices.sorted { first, second in
            let (one, other) = (rank(events[first].name), rank(events[second].name))
            guard (one > 0) == (other > 0) else { return one > 0 }
            return one == other ? first < second : one < other
        }
        var indices: [EdgeKey: Int] = [:]
        for index in order {
            let (name, value) = events[index]
            var last = -1
            if mayFail, name == "*" || name == "error.*" {
                exact.append(.init(transition: .ofErrors, targets: [], offset: value.offset))
                last = exact.count - 1
            }
            for var edge in try transitions(value, .events([Self.pattern(name, self)]), from: node) {
                if exactNames.contains(name), rank(name) > 0 {
                    edge.transition.condition = edge.transition.condition.exactly(name)
                }
                let key = EdgeKey(edge)
                if let index = indices[key], index > last, exact[index].transition.add(edge.transition) {
                    last = index
                } else {
                    exact.append(edge)
                    last = exact.count - 1
                    indices[key] = last
                }
            }
        }
        outline.nodes[node].edges += exact
        if let value = source["always"] { try addTransitions(value, .always, to: node) }
        try readDelays(source["after"], of: node)
        if let value = source["onDone"] { try addTransitions(value, .completion, to: node) }
    }

    /// A transition without its events.
    private struct EdgeKey: Hashable {
        var transition: Statechart.Transition
        var targets: [Int]

        init(_ edge: OutlineChart.Edge) {
            (transition, targets) = (edge.transition, edge.targets)
            transition.trigger = .always
        }
    }

    /// Returns an event's name without blanks, which only names of states have.
    private mutating func eventName(_ name: String, at offset: Int) -> String {
        guard name.hasBlank, !["done.", "xstate."].contains(where: name.hasPrefix) else { return name }
        let plain = name.fillingBlanks(with: filler)
        outline.noteEvent(name, named: plain, at: offset)
        return plain
    }

    private static func pattern(_ name: String, _ reader: XStateReader) -> Statechart.EventPattern {
        for (start, other) in [
            ("xstate.done.actor.", "done.invoke."), ("xstate.error.actor.", "error.platform."),
        ] where name.utf8.starts(with: start.utf8) { return .init(other + name.dropFirst(start.count)) }
        for start in ["done.state.", "xstate.done.state."] where name.utf8.starts(with: start.utf8) {
            if let node = reader.node(id: "#" + name.dropFirst(start.count)) {
                return .init("done.state." + reader.outline.nodes[node].state.name)
            }
        }
        return .init(name)
    }

    private mutating func readDelays(_ value: DataValue?, of node: Int) throws(TextProblem) {
        guard let value, !value.isNull else { return }
        if value.isList {
            for item in value.items {
                guard let delay = item["delay"] else { throw item.problem("expected 'delay' in a delayed transition") }
                try addTransitions(item, after(try delay.text("a delay"), at: delay.offset), to: node)
            }
            return
        }
        for (key, offset, value) in try value.members("'after', an object") {
            try addTransitions(value, after(key, at: offset), to: node)
        }
    }

    /// Returns the end of a delay: a time, or an event if the program names it.
    private mutating func after(_ delay: String, at offset: Int) -> Statechart.Transition.Trigger {
        if let delay = Duration(delay: delay + "ms") { return .after(delay) }
        let event = (Statechart.Transition.delayPrefix + delay).fillingBlanks(with: "_")
        outline.note(
            offset,
            "the delay \(Message.quoted(delay.utf8)) is named in the program; its end is the event "
                + Message.quoted(event.utf8))
        return .events([.init(event)])
    }

    mutating func addTransitions(
        _ value: DataValue, _ trigger: Statechart.Transition.Trigger, to node: Int
    ) throws(TextProblem) {
        outline.nodes[node].edges += try transitions(value, trigger, from: node)
    }

    // MARK: - Transitions

    private mutating func transitions(
        _ value: DataValue, _ trigger: Statechart.Transition.Trigger, from node: Int
    ) throws(TextProblem) -> [OutlineChart.Edge] {
        var edges: [OutlineChart.Edge] = []
        for item in value.items {
            var edge = OutlineChart.Edge(transition: .init(trigger), targets: [], offset: item.offset)
            var isLocal: Bool?
            if item.isObject {
                for (key, offset, value) in try item.members("a transition") where !value.isNull {
                    try read(key, offset, value, into: &edge, &isLocal, from: node)
                }
            } else if !item.isNull {
                edge.targets = [try target(item, from: node)]
                isLocal = isDotted(item) ? true : nil
            }
            finish(&edge, isLocal: isLocal, from: node)
            edges.append(edge)
        }
        return edges
    }

    private func isDotted(_ target: DataValue) -> Bool {
        version == 4 && target.scalar?.utf8.first == UInt8(ascii: ".")
    }

    private mutating func read(
        _ key: String, _ offset: Int, _ value: DataValue, into edge: inout OutlineChart.Edge, _ isLocal: inout Bool?,
        from node: Int
    ) throws(TextProblem) {
        switch key {
        case "target":
            for item in value.items {
                edge.targets.append(try target(item, from: node))
                if isDotted(item), isLocal == nil { isLocal = true }
            }
        case "actions": edge.transition.actions = try actions(value)
        case "cond", "guard":
            edge.transition.condition = edge.transition.condition.and(try condition(value, from: node))
        case "in": edge.transition.condition = edge.transition.condition.and(try active(value, from: node))
        case "internal": isLocal = value.scalar == "true"
        case "reenter": isLocal = value.scalar != "true"
        case "delay", "order", "event", "eventType", "source": break
        default: noteUnread(key, at: offset)
        }
    }

    /// Gives a transition the meaning of `internal` and `reenter`.
    private mutating func finish(_ edge: inout OutlineChart.Edge, isLocal: Bool?, from node: Int) {
        let isLocal = isLocal ?? (version == 5)
        let staysInside = edge.targets.allSatisfy { target in
            // A history around the source may stand for states within it.
            let (state, parent) = (outline.nodes[target].state, outline.nodes[target].parent)
            let mayReturn =
                state.kind.isHistory && outline.isWithin(node, parent) && !outline.nodes[node].children.isEmpty
            return target == node || outline.isWithin(target, node) || mayReturn
        }
        guard isLocal, staysInside, !edge.targets.isEmpty else { return }
        let state = outline.nodes[node]
        if edge.targets == [node] {
            guard !state.children.isEmpty else { return edge.targets = [] }
            edge.targets = outline.defaultTargets(in: node)
        }
        edge.transition.isLocal = true
        if state.state.kind == .orthogonal, !(state.state.entry.isEmpty && state.state.exit.isEmpty) {
            outline.warn(
                edge.offset, "the transition leaves and enters the parallel state itself, too, which XState doesn't")
        }
    }

    // MARK: - Conditions

    private mutating func condition(
        _ value: DataValue, from node: Int, depth: Int = 1
    ) throws(TextProblem) -> Statechart.Condition {
        try TextProblem.check(
            depth: depth, upTo: StatechartFormatLimits.contentDepth, "nested conditions", at: value.offset)
        guard value.isObject else { return .named(try value.text("a guard")) }
        let type = try (value["type"] ?? value).text("the type of a guard")
        let plain = type.utf8.starts(with: "xstate.".utf8) ? String(type.dropFirst(7)) : type
        let params = value["params"]
        let list = value["guards"] ?? value["guard"] ?? value["children"] ?? params?["guards"] ?? params?["guard"]
        switch plain {
        case "and", "or", "not":
            guard let list else { break }
            var parts: [Statechart.Condition] = []
            for item in list.items { parts.append(try condition(item, from: node, depth: depth + 1)) }
            if plain != "not" { return plain == "and" ? .all(parts) : .any(parts) }
            guard parts.count == 1 else { throw list.problem("expected one guard in 'not'") }
            return .not(parts[0])
        case "stateIn":
            let state =
                params?["state"] ?? params?["stateId"] ?? value["state"] ?? value["stateId"] ?? value["stateValue"]
            if let state { return try active(state, from: node) }
        case "guard" where plain != type:
            // Version 4 writes guards by name so.
            if let name = value["name"] { return .named(try name.text("the name of a guard")) }
        default: break
        }
        if plain != type {
            throw value.problem(
                "the guard \(Message.quoted(type.utf8)) can't be read", "name a guard of the program in its place")
        }
        return .named(try call(of: value, "a guard"))
    }

    /// Reads a state as its `#id`, or as XState's value of the machine: nested objects of keys.
    private func active(_ value: DataValue, from node: Int) throws(TextProblem) -> Statechart.Condition {
        var (parts, open) = ([Statechart.Condition](), [(value: value, node: 0)])
        func add(_ found: Int?, _ key: String, at offset: Int) throws(TextProblem) {
            guard let found else {
                throw TextProblem(
                    offset: offset, message: "unknown state \(Message.quoted(key.utf8))", remedy: "write its #id")
            }
            parts.append(.isActive(outline.nodes[found].state.name))
        }
        while let (value, node) = open.popLast() {
            guard value.isObject else {
                let text = try value.text("a state")
                let isID = text.utf8.first == UInt8(ascii: "#")
                try add(isID ? self.node(id: text) : self.node(path: text, in: node), text, at: value.offset)
                continue
            }
            for (key, offset, value) in try value.members("a state's value").reversed() {
                let child = self.node([key], in: node)
                if let child, !value.isObject || !value.tree.nodes[value.index].children.isEmpty {
                    open.append((value, child))
                } else {
                    try add(child, key, at: offset)
                }
            }
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    // MARK: - Actions

    mutating func actions(_ value: DataValue) throws(TextProblem) -> [Statechart.Action] {
        var actions: [Statechart.Action] = []
        for item in value.items {
            let name = try (item.isObject ? item["type"] ?? item : item).text("an action")
            if item.isObject, name.utf8.starts(with: "xstate.".utf8) {
                actions += try builtIn(item, String(name.dropFirst(7)))
            } else {
                actions.append(.perform(try call(of: item, "an action")))
            }
        }
        return actions
    }

    private mutating func builtIn(_ value: DataValue, _ name: String) throws(TextProblem) -> [Statechart.Action] {
        let known = [
            "type", "params", "event", "delay", "id", "to", "target", "sendId", "label", "value", "assignment",
        ]
        for part in [value] + (name == "assign" ? [] : [value["params"]].compactMap(\.self)) where part.isObject {
            for (key, offset, value) in try part.members("an action") where !value.isNull && !known.contains(key) {
                noteUnread(key, at: offset)
            }
        }
        switch name {
        case "raise", "send", "sendTo":
            guard let event = value.part("event") else { break }
            for (key, offset, value) in event.isObject ? try event.members("an event") : []
            where key != "type" && !value.isNull { noteUnread(key, at: offset) }
            let text = try (event.isObject ? event["type"] ?? event : event).text("an event")
            let name = eventName(text, at: event.offset)
            let delay = try value.part("delay")?.text("a delay")
            if name.isEmpty { throw event.problem("an event has no name") }
            if delay == nil, value["type"]?.scalar == "xstate.raise" { return [.raise(name)] }
            let time = delay.flatMap { Duration(delay: $0 + "ms") }
            var send = Statechart.Send(name, after: time, id: value.part("id")?.scalar)
            if let delay, send.delay == nil {
                // Without such a variable, the event isn't sent.
                send.delay = (try? Expression(parsing: delay.fillingBlanks(with: "_"))) ?? .variable("delay")
                outline.note(value.offset, "the delay \(Message.quoted(delay.utf8)) is named in the program")
            }
            let receiver = try (value.part("target") ?? value.part("to"))?.text("the name of a receiver")
            if let receiver, receiver != "#_internal" {
                send.target = .literal(.text(receiver.utf8.starts(with: "#_".utf8) ? receiver : "#_" + receiver))
            }
            return [.send(send)]
        case "cancel":
            guard let id = value.part("sendId") ?? value.part("id") else { break }
            return [.cancel(.literal(.text(try id.text("an id"))))]
        case "log":
            return [.log(value.part("label")?.scalar ?? value.part("value")?.scalar ?? "", nil)]
        case "assign":
            guard let values = value.part("assignment") ?? value["params"] else { break }
            var actions: [Statechart.Action] = []
            for member in try values.members("an assignment") {
                actions.append(.assign(member.key, .constant(try json(member.value))))
                assignments.append((member.key, member.offset))
            }
            return actions
        default: break
        }
        throw value.problem("the action 'xstate.\(name)' can't be read", "name an action of the program in its place")
    }
}

extension DataValue {
    /// A member of an action or of its parameters that isn't null.
    @inline(never)
    fileprivate func part(_ key: String) -> DataValue? {
        (self["params"]?[key] ?? self[key]).flatMap { $0.isNull ? nil : $0 }
    }
}

extension Statechart.Transition {
    /// Adds the events of an equal transition, except those that are matched already; returns
    /// `false` if there would be many.
    fileprivate mutating func add(_ other: Self) -> Bool {
        guard case .events(let patterns) = trigger, case .events(let others) = other.trigger, patterns.count < 8 else {
            return false
        }
        let added = others.filter { other in !patterns.contains { $0.matches(other.prefix) } }
        trigger = .events(patterns.filter { own in !added.contains { $0.matches(own.prefix) } } + added)
        return true
    }
}

extension Statechart.Condition? {
    /// Returns a condition that also needs another one.
    func and(_ other: Statechart.Condition) -> Statechart.Condition {
        guard let self else { return other }
        return .all([self, other])
    }

    /// Returns a condition that also needs the event to have exactly a name.
    fileprivate func exactly(_ name: String) -> Statechart.Condition {
        let test = Expression.binary(.equal, .member(.variable("_event"), "name"), .literal(.text(name)))
        return and(.expression(test))
    }
}

extension Expression {
    /// Returns the expression of a constant value, as it is parsed.
    static func constant(_ value: Value) -> Expression {
        if case .list(let items) = value { return .list(items.map { .constant($0) }) }
        return .literal(value)
    }
}
