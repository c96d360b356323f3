internal import Statecharts
internal import TextSupport

/// Reads machine configurations of XState, versions 4 and 5, as JSON.
///
/// The states are found first, as targets are paths of keys. An event's name is exact there, and a
/// prefix here; see ``exactNames``.
struct XStateReader {
    var outline: OutlineChart
    /// The version by which the configuration is read.
    private(set) var version = 5
    /// The values of the states, by their nodes.
    private(set) var sources: [DataValue] = []
    private var ids: [ByteKey: Int] = [:]
    /// The child with a key, by node.
    private var childrenByKey: [[ByteKey: Int]] = []
    /// The names of events that another name continues, such as `a` if there is `a.b`.
    private(set) var exactNames: Set<String> = []
    /// The text in place of blanks in events.
    private(set) var filler = "_"
    /// Whether a machine may raise errors that XState doesn't have, as services are missing.
    private(set) var mayFail = false
    /// The keys of several states.
    private var repeatedKeys: Set<String> = []
    var assignments: [(name: String, offset: Int)] = []

    static func chart(from text: UnsafeRawBufferPointer) throws(TextProblem) -> PlacedChart {
        let root = try DataTree.json(text)
        guard root.isObject else { throw root.problem("expected a machine configuration of XState, an object") }
        var reader = XStateReader(outline: OutlineChart("", offset: root.offset))
        try reader.findVersion(in: root.tree)
        try reader.addStates(from: root)
        // Transitions depend on the kinds of their targets.
        for node in reader.sources.indices { try reader.readType(of: node) }
        for node in reader.sources.indices { try reader.read(node) }
        reader.declareAssigned()
        return try reader.outline.placed()
    }

    /// Declares the variables that only assignments name: JSON omits members that are undefined.
    private mutating func declareAssigned() {
        var known = Set(outline.nodes[0].state.variables.map { ByteKey($0.name) })
        for (name, offset) in assignments where known.insert(ByteKey(name)).inserted {
            outline.nodes[0].state.variables.append(Statechart.Variable(name, .constant(.null)))
            outline.warn(offset, "the variable \(Message.quoted(name.utf8)) isn't in 'context'; it begins as null")
        }
    }

    private init(outline: OutlineChart) { self.outline = outline }

    // MARK: - Facts about the whole

    private mutating func findVersion(in tree: DataTree) throws(TextProblem) {
        var found: [Int: (name: String, offset: Int)] = [:]
        var (events, keys) = (Set<String>(), Set<String>())
        for node in tree.nodes {
            for (key, child) in zip(node.keys, node.children) {
                switch key.name {
                case "cond", "internal", "predictableActionArguments", "preserveActionOrder": found[4] = found[4] ?? key
                case "guard", "reenter": found[5] = found[5] ?? key
                case "on":
                    for event in tree.nodes[child].keys { events.insert(event.name) }
                case "states":
                    for (key, _) in tree.nodes[child].keys where !keys.insert(key).inserted { repeatedKeys.insert(key) }
                case "invoke": mayFail = true
                case "event", "type": if let name = DataValue(tree: tree, index: child).string { events.insert(name) }
                default: break
                }
            }
        }
        if let old = found[4], let new = found[5] {
            throw TextProblem(
                offset: max(old.offset, new.offset),
                message: "the configuration has both '\(old.name)' of XState 4 and '\(new.name)' of XState 5",
                remedy: "write it for one version")
        }
        if found[4] != nil { version = 4 }
        mayFail = mayFail || !events.isDisjoint(with: ["xstate.send", "xstate.sendTo", "xstate.assign"])
        filler = NamesWithBlanks.filler(for: events) ?? filler
        events = Set(events.map { $0.fillingBlanks(with: filler) })
        let names = SortedNames(events)
        exactNames = events.filter { name in
            names.first(2, beginningWith: name + ".").contains { $0 != name + ".*" }
        }
    }

    /// Adds a note about a key that is left out.
    mutating func noteUnread(_ key: String, at offset: Int) {
        outline.note(offset, "\(Message.quoted(key.utf8)) is left out")
    }

    // MARK: - States

    private mutating func addStates(from root: DataValue) throws(TextProblem) {
        var taken = TakenNames()
        var open = [(value: root, parent: 0, key: "", offset: root.offset, depth: 0)]
        while let (value, parent, key, offset, depth) = open.popLast() {
            try TextProblem.check(depth: depth, upTo: StatechartFormatLimits.stateDepth, "nested states", at: offset)
            let members = try value.members("a state, an object")
            let id = members.first { $0.key == "id" }?.value.scalar
            let isRoot = sources.isEmpty
            var node = 0
            if isRoot {
                outline.nodes[0].state.name = id ?? ""
            } else {
                let path = outline.nodes[parent].state.name + "." + key
                // Paths of any length would take much memory.
                let isPath = parent > 0 && repeatedKeys.contains(key) && path.utf8.count <= 200
                let name = taken.unusedName(from: isPath ? path : key)
                if name != key {
                    let words = isPath ? "by its path, as others have this key" : Message.quoted(name.utf8)
                    outline.note(offset, "a state \(Message.quoted(key.utf8)) is named \(words)")
                }
                node = try outline.add(Statechart.State(name), in: parent, at: offset)
                childrenByKey[parent][ByteKey(key)] = node
                if let id, id != name { noteUnread("id", at: offset) }
            }
            sources.append(value)
            childrenByKey.append([:])
            if let id, ids.updateValue(node, forKey: ByteKey(id)) != nil {
                throw TextProblem(
                    offset: offset, message: "duplicate id \(Message.quoted(id.utf8))", remedy: "rename one")
            }
            guard let states = members.first(where: { $0.key == "states" })?.value, !states.isNull else { continue }
            open += try states.members("states, an object").reversed().map {
                ($0.value, node, $0.key, $0.offset, depth + 1)
            }
        }
    }

    private mutating func readType(of node: Int) throws(TextProblem) {
        let source = sources[node]
        let type = source["type"]?.scalar ?? (source["history"].map { $0.scalar == "false" ? nil : "history" } ?? nil)
        switch type {
        case "parallel": outline.nodes[node].state.kind = .orthogonal
        case "final" where node > 0: outline.nodes[node].state.kind = .final
        case "history" where node > 0:
            outline.nodes[node].state.kind = source["history"]?.scalar == "deep" ? .deepHistory : .shallowHistory
        case nil, "atomic", "compound": break
        case let type?:
            throw .unknown(
                "type of state", type, among: ["atomic", "compound", "parallel", "final", "history"],
                at: source["type"]?.offset ?? source.offset)
        }
    }

    private mutating func read(_ node: Int) throws(TextProblem) {
        let source = sources[node]
        let members = try source.members("a state")
        let hasStates = !outline.nodes[node].children.isEmpty
        if let initial = source["initial"], !initial.isNull { try readInitial(initial, of: node) }
        for (key, offset, value) in members where !value.isNull { try read(key, offset, value, of: node) }
        if hasStates, outline.nodes[node].state.kind == .state, source["initial"] == nil {
            outline.warn(source.offset, "the state has no 'initial'; its first state is entered")
        }
        try readTransitions(of: node)
    }

    private mutating func read(_ key: String, _ offset: Int, _ value: DataValue, of node: Int) throws(TextProblem) {
        switch key {
        case "id", "states", "type", "history", "key", "version", "$schema", "predictableActionArguments",
            "preserveActionOrder", "strict", "initial", "always", "on", "after", "onDone":
            // Transitions are read together.
            break
        case "entry", "onEntry": outline.nodes[node].state.entry = [try actions(value)]
        case "exit", "onExit": outline.nodes[node].state.exit = [try actions(value)]
        case "context" where node == 0:
            for member in try value.members("context, an object") {
                outline.nodes[0].state.variables.append(
                    Statechart.Variable(member.key, .constant(try json(member.value))))
            }
        case "activities" where version == 4 || value.isList:
            for item in value.items { outline.nodes[node].state.activities.append(try name(of: item, "an activity")) }
        case "invoke":
            for (number, item) in value.items.enumerated() { try readInvocation(item, number, of: node) }
        case "target" where outline.nodes[node].state.kind.isHistory:
            var transition = OutlineChart.Edge(transition: .init(.always), targets: [], offset: offset)
            for target in value.items { transition.targets.append(try self.target(target, from: node)) }
            outline.nodes[node].edges.append(transition)
        case "data" where outline.nodes[node].state.kind == .final,
            "output" where outline.nodes[node].state.kind == .final:
            outline.nodes[node].state.doneData = .value(.constant(try json(value)))
        default: noteUnread(key, at: offset)
        }
    }

    private mutating func readInitial(_ value: DataValue, of node: Int) throws(TextProblem) {
        let target = value.isObject ? value["target"] : value
        for item in target?.items ?? [] {
            let text = try item.text("the key of the initial state")
            let path = text.utf8.first == UInt8(ascii: ".") ? String(text.dropFirst()) : text
            let found = path.utf8.first == UInt8(ascii: "#") ? self.node(id: path) : self.node(path: path, in: node)
            guard let found else { throw unknownTarget(text, in: node, at: item.offset) }
            outline.nodes[node].initial.append(found)
        }
        guard value.isObject else { return }
        for (key, offset, value) in try value.members("an initial transition") where key != "target" {
            if key == "actions" {
                outline.nodes[node].state.initialActions = try actions(value)
            } else {
                noteUnread(key, at: offset)
            }
        }
    }

    private mutating func readInvocation(_ value: DataValue, _ number: Int, of node: Int) throws(TextProblem) {
        var invocation = Statechart.Invocation(.none)
        if !value.isObject { invocation.kind = .literal(.text(try value.text("an invocation"))) }
        invocation.id = value["id"]?.scalar
        if invocation.id == nil, value["onDone"] != nil || value["onError"] != nil {
            invocation.id = "\(outline.nodes[node].state.name).invoke\(number)"
        }
        for (key, offset, value) in value.isObject ? try value.members("an invocation") : [] {
            switch key {
            case "id": break
            case "src": invocation.kind = .literal(.text(try name(of: value, "a source")))
            case "autoForward": invocation.forwardsEvents = value.scalar == "true"
            case "onDone": try addTransitions(value, .events([.init("done.invoke.\(invocation.id ?? "")")]), to: node)
            case "onError":
                try addTransitions(value, .events([.init("error.platform.\(invocation.id ?? "")")]), to: node)
            default: noteUnread(key, at: offset)
            }
        }
        guard invocation.kind != nil else { throw value.problem("expected 'src' in an invocation") }
        outline.nodes[node].state.invocations.append(invocation)
    }

    // MARK: - Names and targets

    /// Returns the value of a JSON text at the place of a value.
    func json(_ value: DataValue) throws(TextProblem) -> Value {
        var cursor = JSONCursor(value.tree.text, from: value.offset)
        return try cursor.value()
    }

    /// Returns the name of an activity or a service: a text, or the type of an object.
    mutating func name(of value: DataValue, _ expected: String, with other: String = "") throws(TextProblem) -> String {
        let type = value["type"] ?? value
        if value.isObject, type.isObject { throw value.problem("expected 'type' in \(expected)") }
        for (key, offset, value) in value.isObject ? try value.members(expected) : []
        where key != "type" && key != other && !value.isNull { noteUnread(key, at: offset) }
        return try type.text(expected)
    }

    /// Returns the name of an action or a guard, of which its parameters are a part.
    mutating func call(of value: DataValue, _ expected: String) throws(TextProblem) -> String {
        let name = try name(of: value, expected, with: value["params"]?.isObject == true ? "params" : "type")
        guard let params = value["params"], params.isObject else { return name }
        let isEmpty = try params.members("parameters, an object").isEmpty
        return isEmpty ? name : "\(name)(\(try json(params).json))"
    }

    /// Returns the node of a target.
    func target(_ value: DataValue, from node: Int) throws(TextProblem) -> Int {
        let text = try value.text("a target")
        let found: Int? =
            switch text.utf8.first {
            case UInt8(ascii: "#"): self.node(id: text)
            case UInt8(ascii: "."): self.node(path: String(text.dropFirst()), in: node)
            // The root has no siblings; in version 4 its targets are within it.
            default: node == 0 && version == 5 ? nil : self.node(path: text, in: outline.nodes[node].parent)
            }
        guard let found else {
            if self.node(path: text, in: node) != nil {
                let id = sources[node]["id"]?.scalar.map { " or '#\($0).\(text)'" } ?? ""
                throw value.problem("\(Message.quoted(text.utf8)) is within the state itself", "write '.\(text)'\(id)")
            }
            throw unknownTarget(text, in: node == 0 ? 0 : outline.nodes[node].parent, at: value.offset)
        }
        return found
    }

    /// Returns the node that `#id`, or `#id.key`, stands for.
    func node(id: String) -> Int? {
        let id = String(id.dropFirst())
        if let node = ids[ByteKey(id)] { return node }
        var keys = Self.keys(of: id)
        let first = keys.isEmpty ? "" : keys.removeFirst()
        // A machine without an id is named so.
        guard let start = ids[ByteKey(first)] ?? (first == "(machine)" ? 0 : nil) else { return nil }
        return node(keys, in: start)
    }

    /// Returns the state that a path of keys leads to; a key may contain the path's dots itself.
    func node(path: String, in start: Int) -> Int? {
        childrenByKey[start][ByteKey(path)] ?? node(Self.keys(of: path), in: start)
    }

    func node(_ keys: [String], in start: Int) -> Int? {
        var node = start
        for key in keys {
            guard let child = childrenByKey[node][ByteKey(key)] else { return nil }
            node = child
        }
        return node
    }

    /// Splits a path at its dots, except those after a backslash.
    private static func keys(of path: String) -> [String] {
        var (keys, isEscaped) = ([[UInt8]()], false)
        for byte in path.utf8 {
            if !isEscaped, byte == UInt8(ascii: "\\") {
                isEscaped = true
                continue
            }
            if byte == UInt8(ascii: "."), !isEscaped { keys.append([]) } else { keys[keys.count - 1].append(byte) }
            isEscaped = false
        }
        return keys.map { String(decoding: $0, as: UTF8.self) }
    }

    private func unknownTarget(_ text: String, in node: Int, at offset: Int) -> TextProblem {
        let keys = childrenByKey[node].keys.map(\.text).sorted()
        return .unknown("target", text, among: Array(keys.prefix(50)), at: offset)
    }
}
