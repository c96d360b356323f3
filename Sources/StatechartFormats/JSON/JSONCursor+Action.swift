internal import Statecharts
internal import TextSupport

// Actions are read without recursion, however deep they are.

extension JSONCursor {
    /// Reads a list of actions.
    mutating func actions() throws(TextProblem) -> [Statechart.Action] {
        try open(UInt8(ascii: "["), "a list")
        return try actions(in: OpenActions(), isList: true)
    }

    /// Reads the rest of the outermost list of actions, or of one of its actions.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - isList: Whether to read up to the end of the list, or of the action.
    private mutating func actions(in list: OpenActions, isList: Bool) throws(TextProblem) -> [Statechart.Action] {
        var lists = [list]
        while let last = lists.indices.last, isList || last > 0 || lists[0].open != nil {
            if lists[last].open != nil {
                guard try readMemberOrEnd(of: &lists[last]) else { continue }
                try open(UInt8(ascii: "["), "a list")
                lists.append(OpenActions())
            } else if try next(before: UInt8(ascii: "]"), isFirst: &lists[last].isFirst) {
                try beginAction(in: &lists[last], depth: lists.count)
            } else {
                let done = lists.removeLast().actions
                if last == 0 { return done }
                lists[last - 1].setNested(done)
            }
        }
        return lists[0].actions
    }

    /// Reads an action: the name of an action to perform, or an object.
    mutating func action() throws(TextProblem) -> Statechart.Action {
        var list = OpenActions()
        try beginAction(in: &list, depth: 1)
        let start = position
        guard let action = try actions(in: list, isList: false).last else { throw problem("an action", at: start) }
        return action
    }

    /// Reads the name of an action, or the beginning of an object.
    private mutating func beginAction(in list: inout OpenActions, depth: Int) throws(TextProblem) {
        skipBlanks()
        try TextProblem.check(depth: depth, upTo: StatechartFormatLimits.contentDepth, "nested actions", at: position)
        if peek == UInt8(ascii: "\"") {
            list.actions.append(.perform(try string()))
            return
        }
        guard peek == UInt8(ascii: "{") else { throw problem("the name of an action, or an action in braces") }
        list.open = OpenAction(start: try open(UInt8(ascii: "{"), "an action"))
    }

    /// Reads the next member of an action or of its branch, or the end of one of these.
    ///
    /// - Returns: Whether a list of actions comes next.
    private mutating func readMemberOrEnd(of list: inout OpenActions) throws(TextProblem) -> Bool {
        guard var action = list.open else { return false }
        list.open = nil
        defer { list.open = action.isRead ? nil : action }
        if action.branch != nil { return try readBranchMemberOrEnd(of: &action) }
        if var isFirst = action.isFirstBranch {
            let hasNext = try next(before: UInt8(ascii: "]"), isFirst: &isFirst)
            action.isFirstBranch = hasNext ? false : nil
            guard hasNext else { return false }
            action.branch = OpenBranch(start: try open(UInt8(ascii: "{"), "a branch"))
            return false
        }
        guard try next(before: UInt8(ascii: "}"), isFirst: &action.isFirst) else {
            action.isRead = true
            list.actions.append(try action.action())
            return false
        }
        switch try key(in: "an action", found: &action.found).key {
        case .actions: return true
        case .choose:
            try open(UInt8(ascii: "["), "a list")
            action.isFirstBranch = true
        case let key: try action.parts.read(key, from: &self)
        }
        return false
    }

    private mutating func readBranchMemberOrEnd(of action: inout OpenAction) throws(TextProblem) -> Bool {
        guard var branch = action.branch else { return false }
        action.branch = nil
        guard try next(before: UInt8(ascii: "}"), isFirst: &branch.isFirst) else {
            guard branch.found[.guarded] == nil || branch.found[.when] == nil else {
                throw TextProblem(offset: branch.start, message: "expected either 'if' or 'when', found both")
            }
            action.parts.branches.append(branch.branch)
            return false
        }
        let key = try key(in: "a branch", found: &branch.found).key
        switch key {
        case .guarded: branch.branch.condition = try condition()
        case .when: branch.branch.condition = .expression(try expression())
        case .actions: break
        }
        action.branch = branch
        return key == .actions
    }
}

/// An open list of actions.
private struct OpenActions {
    var actions: [Statechart.Action] = []
    var isFirst = true
    /// The open action.
    var open: OpenAction?

    /// Gives the open action, or its branch, the actions within it.
    mutating func setNested(_ actions: [Statechart.Action]) {
        if open?.branch != nil { open?.branch?.branch.actions = actions } else { open?.parts.actions = actions }
    }
}

/// An action with an open object.
private struct OpenAction {
    var parts = ActionParts()
    var start: Int
    var found: [StatechartKeys.Action: Int] = [:]
    var isFirst = true
    var isRead = false
    /// Whether no branch was read yet; `nil` outside of the list of branches.
    var isFirstBranch: Bool?
    /// The open branch.
    var branch: OpenBranch?

    init(start: Int) { self.start = start }

    /// Returns the action, whose keys have been read.
    func action() throws(TextProblem) -> Statechart.Action {
        let kinds = StatechartKeys.Action.allCases.filter { found[$0] != nil && $0.companions != nil }
        guard kinds.count == 1, let companions = kinds[0].companions else {
            let known = StatechartKeys.Action.allCases.filter { $0.companions != nil }.map { "'\($0.rawValue)'" }
            throw TextProblem(
                offset: start, message: "expected an action with one of the keys \(known.joined(separator: ", "))")
        }
        for key in StatechartKeys.Action.allCases where key != kinds[0] && !companions.contains(key) {
            guard let offset = found[key] else { continue }
            throw TextProblem(
                offset: offset, message: "the key '\(key.rawValue)' doesn't belong to '\(kinds[0].rawValue)'")
        }
        return try parts.action(kinds[0], at: start)
    }
}

/// An open branch of a choice.
private struct OpenBranch {
    var branch = Statechart.Branch(do: [])
    var start: Int
    var found: [StatechartKeys.Branch: Int] = [:]
    var isFirst = true

    init(start: Int) { self.start = start }
}

/// The values of an action's keys, which may come in any order.
private struct ActionParts {
    /// The text of the key for the kind.
    private var text = ""
    private var send = Statechart.Send("")
    private var id = Expression.literal(.null)
    private var content: Statechart.Content?
    private var value: Expression?
    var branches: [Statechart.Branch] = []
    private var index: String?
    private var list: Expression?
    private var custom = Statechart.CustomAction("", in: "")
    var actions: [Statechart.Action] = []

    /// Reads the value of a key without actions within it.
    mutating func read(_ key: StatechartKeys.Action, from cursor: inout JSONCursor) throws(TextProblem) {
        switch key {
        case .perform, .raise, .assign, .log, .forEach, .addRegion, .script, .custom: text = try cursor.string()
        case .send: send.event = try cursor.textOrExpression()
        case .cancel: id = try cursor.textOrExpression()
        case .choose, .actions: break
        case .removeRegion:
            let start = cursor.position
            guard try cursor.flag() else { throw TextProblem(offset: start, message: "expected true, found false") }
        case .data: content = try cursor.content()
        case .after: send.delay = try cursor.delayOrExpression()
        case .id: send.id = try cursor.textOrExpression()
        case .idLocation: send.idLocation = try cursor.string()
        case .target: send.target = try cursor.textOrExpression()
        case .transport: send.transport = try cursor.textOrExpression()
        case .value: value = try cursor.expression()
        case .index: index = try cursor.string()
        case .list: list = try cursor.expression()
        case .namespace: custom.namespace = try cursor.string()
        case .attributes:
            try cursor.object("attributes") { (cursor, name, _) throws(TextProblem) in
                custom.attributes[name] = try cursor.string()
            }
        case .content: custom.content = try cursor.string()
        }
    }

    /// Returns the action of a kind.
    ///
    /// - Parameters:
    ///   - kind: The key for the kind.
    ///   - offset: The place of the action.
    func action(_ kind: StatechartKeys.Action, at offset: Int) throws(TextProblem) -> Statechart.Action {
        func needed(_ value: Expression?, _ key: StatechartKeys.Action) throws(TextProblem) -> Expression {
            guard let value else {
                throw TextProblem(
                    offset: offset, message: "expected the key '\(key.rawValue)' together with '\(kind.rawValue)'")
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
        case .custom:
            var custom = custom
            custom.name = text
            return .custom(custom)
        default: return .removeRegion
        }
    }
}
