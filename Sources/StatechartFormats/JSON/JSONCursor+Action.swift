internal import Statecharts
internal import TextSupport

extension JSONCursor {
    /// Reads a list of actions.
    ///
    /// - Parameter depth: The number of actions around them, and themselves.
    mutating func actions(depth: Int) throws(TextProblem) -> [Statechart.Action] {
        try list { cursor throws(TextProblem) in try cursor.action(depth: depth) }
    }

    /// Reads an action: the name of one that is performed, or an object.
    mutating func action(depth: Int) throws(TextProblem) -> Statechart.Action {
        skipBlanks()
        try Bounds.check(depth, Bounds.contentDepth, "actions", at: position)
        if peek == UInt8(ascii: "\"") { return .perform(try string()) }
        let start = position
        guard peek == UInt8(ascii: "{") else { throw problem("the name of an action, or an action in braces") }
        var parts = ActionParts()
        let found = try object("an action", JSONKeys.Action.self) { (cursor, key) throws(TextProblem) in
            try parts.read(key, from: &cursor, depth: depth)
        }
        let kinds = JSONKeys.Action.allCases.filter { found[$0] != nil && $0.companions != nil }
        guard kinds.count == 1, let companions = kinds[0].companions else {
            let known = JSONKeys.Action.allCases.filter { $0.companions != nil }.map { "'\($0.rawValue)'" }
            throw TextProblem(
                offset: start, message: "expected an action with one of the keys \(known.joined(separator: ", "))")
        }
        for key in JSONKeys.Action.allCases where key != kinds[0] && !companions.contains(key) {
            guard let offset = found[key] else { continue }
            throw TextProblem(
                offset: offset, message: "the key '\(key.rawValue)' doesn't belong to '\(kinds[0].rawValue)'")
        }
        return try parts.action(kinds[0], at: start)
    }

    /// Reads a list of branches.
    fileprivate mutating func branches(depth: Int) throws(TextProblem) -> [Statechart.Branch] {
        try list { cursor throws(TextProblem) in
            let start = cursor.position
            var branch = Statechart.Branch(do: [])
            let found = try cursor.object("a branch", JSONKeys.Branch.self) { (cursor, key) throws(TextProblem) in
                switch key {
                case .guarded: branch.condition = try cursor.condition()
                case .when: branch.condition = .expression(try cursor.expression())
                case .actions: branch.actions = try cursor.actions(depth: depth)
                }
            }
            guard found[.guarded] == nil || found[.when] == nil else {
                throw TextProblem(offset: start, message: "expected either 'if' or 'when', found both")
            }
            return branch
        }
    }
}

/// The values of an action's keys, which may come in any order.
private struct ActionParts {
    /// The text of the key that tells the kind.
    private var text = ""
    private var send = Statechart.Send("")
    private var id = Expression.literal(.null)
    private var content: Statechart.Content?
    private var value: Expression?
    private var branches: [Statechart.Branch] = []
    private var index: String?
    private var list: Expression?
    private var actions: [Statechart.Action] = []

    mutating func read(
        _ key: JSONKeys.Action, from cursor: inout JSONCursor, depth: Int
    ) throws(TextProblem) {
        switch key {
        case .perform, .raise, .assign, .log, .forEach, .addRegion, .script: text = try cursor.string()
        case .send: send.event = try cursor.textOrExpression()
        case .cancel: id = try cursor.textOrExpression()
        case .choose: branches = try cursor.branches(depth: depth + 1)
        case .removeRegion:
            let start = cursor.position
            guard try cursor.flag() else { throw TextProblem(offset: start, message: "expected true") }
        case .data: content = try cursor.content()
        case .after: send.delay = try cursor.delayOrExpression()
        case .id: send.id = try cursor.textOrExpression()
        case .idLocation: send.idLocation = try cursor.string()
        case .target: send.target = try cursor.textOrExpression()
        case .transport: send.transport = try cursor.textOrExpression()
        case .value: value = try cursor.expression()
        case .index: index = try cursor.string()
        case .list: list = try cursor.expression()
        case .actions: actions = try cursor.actions(depth: depth + 1)
        }
    }

    /// Returns the action of a kind.
    ///
    /// - Parameters:
    ///   - kind: The key that tells the kind.
    ///   - offset: The place of the action.
    func action(_ kind: JSONKeys.Action, at offset: Int) throws(TextProblem) -> Statechart.Action {
        func needed(_ value: Expression?, _ key: JSONKeys.Action) throws(TextProblem) -> Expression {
            guard let value else {
                throw TextProblem(
                    offset: offset, message: "expected the key '\(key.rawValue)' beside '\(kind.rawValue)'")
            }
            return value
        }
        switch kind {
        case .perform: return .perform(text)
        case .raise: return .raise(text, content)
        case .send:
            var send = send
            send.content = content
            return .send(send)
        case .cancel: return .cancel(id)
        case .assign: return .assign(text, try needed(value, .value))
        case .log: return .log(text, value)
        case .choose: return .choose(branches)
        case .forEach: return .forEach(item: text, index: index, list: try needed(list, .list), do: actions)
        case .addRegion: return .addRegion(to: text)
        case .script: return .script(text)
        default: return .removeRegion
        }
    }
}
