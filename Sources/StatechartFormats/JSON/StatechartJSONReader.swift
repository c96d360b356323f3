internal import Statecharts
internal import TextSupport

/// Reads the library's own JSON.
struct StatechartJSONReader {
    /// A state with an open object.
    private struct OpenState {
        var index: Int
        var offset: Int
        var found: [StatechartKeys.State: Int] = [:]
        var isFirstKey = true
        /// A Boolean value that indicates whether no substate was read yet; `nil` outside of the
        /// list of substates.
        var isFirstState: Bool?
    }

    private var cursor: JSONCursor
    /// The charts of invocations within the current chart.
    private var invoked: [PlacedChart] = []

    private init(_ cursor: JSONCursor) { self.cursor = cursor }

    static func chart(from text: UnsafeRawBufferPointer) throws(TextProblem) -> PlacedChart {
        var reader = StatechartJSONReader(JSONCursor(text, from: text.byteOrderMarkLength))
        var chart = try reader.chart(depth: 1)
        chart.invoked = reader.invoked
        try reader.cursor.finish("the end of the statechart")
        return chart
    }

    /// Reads a chart that is a value within a text.
    static func chart(from cursor: inout JSONCursor) throws(TextProblem) -> Statechart {
        var reader = StatechartJSONReader(cursor)
        let chart = try reader.chart(depth: 1).chart
        cursor = reader.cursor
        return chart
    }

    /// Reads a chart with all its states at any depth, without recursion.
    private mutating func chart(depth: Int) throws(TextProblem) -> PlacedChart {
        cursor.skipBlanks()
        let limit = StatechartFormatLimits.chartDepth
        try TextProblem.check(depth: depth, upTo: limit, "nested charts", at: cursor.position)
        var placed = PlacedChart(Statechart(""), offsets: [cursor.position])
        var path = [OpenState(index: 0, offset: cursor.position)]
        try cursor.open(UInt8(ascii: "{"), "a statechart")
        while let last = path.indices.last {
            if var isFirstState = path[last].isFirstState {
                let hasNext = try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirstState)
                path[last].isFirstState = hasNext ? false : nil
                guard hasNext else { continue }
                try TextProblem.check(
                    depth: path.count, upTo: StatechartFormatLimits.stateDepth, "nested states", at: cursor.position)
                let offset = try cursor.open(UInt8(ascii: "{"), "a state")
                let index = placed.chart.add(Statechart.State(""), in: path[last].index)
                placed.offsets.append(offset)
                path.append(OpenState(index: index, offset: offset))
            } else if try cursor.next(before: UInt8(ascii: "}"), isFirst: &path[last].isFirstKey) {
                try readMember(of: &path[last], into: &placed, depth: depth)
            } else {
                try check(path[last], depth: depth)
                path.removeLast()
            }
        }
        return placed
    }

    private mutating func readMember(
        of open: inout OpenState, into placed: inout PlacedChart, depth: Int
    ) throws(TextProblem) {
        let isChart = open.index == 0
        let (key, offset) = try cursor.key(in: isChart ? "a statechart" : "a state", found: &open.found)
        guard isChart || !key.isOfCharts else {
            throw TextProblem(
                offset: offset, message: "expected the key '\(key.rawValue)' in statecharts only, found it in a state")
        }
        switch key {
        case .format:
            guard try cursor.string() == StatechartKeys.format else {
                throw TextProblem(offset: offset, message: "expected the format '\(StatechartKeys.format)'")
            }
        case .version:
            guard try cursor.wholeNumber() == StatechartKeys.version else {
                throw TextProblem(offset: offset, message: "expected version \(StatechartKeys.version)")
            }
        case .language: placed.chart.scriptLanguage = try cursor.string()
        case .invocations:
            try cursor.open(UInt8(ascii: "["), "a list of invocations")
            var isFirst = true
            while try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirst) {
                placed.chart[open.index].invocations.append(try invocation(depth: depth))
            }
        case .scopedVariables: placed.chart.hasScopedVariables = try cursor.flag()
        case .submachines:
            try cursor.open(UInt8(ascii: "["), "a list of statecharts")
            var isFirst = true
            while try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirst) {
                placed.add(try self.chart(depth: depth + 1))
            }
        case .states:
            try cursor.open(UInt8(ascii: "["), "a list of states")
            open.isFirstState = true
        default:
            try cursor.read(key, into: &placed.chart[open.index])
        }
    }

    private mutating func invocation(depth: Int) throws(TextProblem) -> Statechart.Invocation {
        typealias Key = StatechartKeys.Invocation
        let start = try cursor.open(UInt8(ascii: "{"), "an invocation")
        var invocation = Statechart.Invocation(.none)
        var found: [Key: Int] = [:]
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "}"), isFirst: &isFirst) {
            switch try cursor.key(in: "an invocation", found: &found).key {
            case .chart: invocation.source = .chart(try invokedChart(depth: depth + 1))
            case .location: invocation.source = .location(try cursor.textOrExpression())
            case .text: invocation.source = .text(try cursor.textOrExpression())
            case .kind: invocation.kind = try cursor.textOrExpression()
            case .id: invocation.id = try cursor.string()
            case .idLocation: invocation.idLocation = try cursor.string()
            case .arguments: invocation.arguments = try cursor.content()
            case .forwardsEvents: invocation.forwardsEvents = try cursor.flag()
            case .finalize: invocation.finalize = try cursor.actions()
            }
        }
        guard [Key.chart, .location, .text].filter({ found[$0] != nil }).count <= 1 else {
            throw TextProblem(
                offset: start,
                message: "expected one of the keys 'chart', 'location' and 'text' in an invocation, found more")
        }
        return invocation
    }

    /// Reads the chart of an invocation.
    private mutating func invokedChart(depth: Int) throws(TextProblem) -> Statechart {
        var others: [PlacedChart] = []
        swap(&others, &invoked)
        var placed = try chart(depth: depth)
        swap(&placed.invoked, &invoked)
        swap(&others, &invoked)
        invoked.append(placed)
        return placed.chart
    }

    private func check(_ open: OpenState, depth: Int) throws(TextProblem) {
        let needed: StatechartKeys.State = open.index == 0 ? .format : .name
        guard open.found[needed] == nil, open.index != 0 || depth == 1 else { return }
        throw TextProblem(
            offset: open.offset,
            message: needed == .name
                ? "expected the key 'name' in a state"
                : "expected \"format\": \"\(StatechartKeys.format)\" in the statechart"
        )
    }
}

extension JSONCursor {
    /// Reads the value of a state's key, except for keys of charts and the substates.
    fileprivate mutating func read(_ key: StatechartKeys.State, into state: inout Statechart.State) throws(TextProblem)
    {
        switch key {
        case .format, .version, .scopedVariables, .language, .states, .submachines, .invocations: break
        case .name: state.name = try string()
        case .kind: state.kind = try kind()
        case .initial: state.initial = try names()
        case .initialActions: state.initialActions = try actions()
        case .entry: state.entry = try blocks()
        case .exit: state.exit = try blocks()
        case .transitions: state.transitions = try list { cursor throws(TextProblem) in try cursor.transition() }
        case .deferred: state.deferred = try patterns()
        case .activities: state.activities = try names()
        case .submachine: state.submachine = try string()
        case .sealed: state.isSealed = try flag()
        case .variables: state.variables = try variables()
        case .keepsVariables: state.keepsVariables = try flag()
        case .doneData: state.doneData = try content()
        }
    }

    private mutating func kind() throws(TextProblem) -> Statechart.State.Kind {
        let start = position
        let name = try string()
        guard let kind = Statechart.State.Kind(rawValue: name) else {
            throw .unknown("kind of state", name, among: Statechart.State.Kind.allCases.map(\.rawValue), at: start)
        }
        return kind
    }

    /// Reads blocks of actions: a list of actions, which is one block, or a list of such lists.
    private mutating func blocks() throws(TextProblem) -> [[Statechart.Action]] {
        let start = try open(UInt8(ascii: "["), "a list of actions")
        var (blocks, block) = ([[Statechart.Action]](), [Statechart.Action]())
        var isFirst = true
        while try next(before: UInt8(ascii: "]"), isFirst: &isFirst) {
            if peek == UInt8(ascii: "[") {
                blocks.append(try actions())
            } else {
                block.append(try action())
            }
        }
        guard blocks.isEmpty || block.isEmpty else {
            throw TextProblem(
                offset: start, message: "expected a list of actions or a list of such lists, found a mixture")
        }
        return block.isEmpty ? blocks : [block]
    }

    private mutating func transition() throws(TextProblem) -> Statechart.Transition {
        skipBlanks()
        let start = position
        var transition = Statechart.Transition(.always)
        let found = try object("a transition", StatechartKeys.Transition.self) { (cursor, key) throws(TextProblem) in
            switch key {
            case .events: transition.trigger = .events(try cursor.patterns())
            case .after: transition.trigger = .after(try cursor.delay())
            case .completion: if try cursor.flag() { transition.trigger = .completion }
            case .guarded: transition.condition = try cursor.condition()
            case .when: transition.condition = .expression(try cursor.expression())
            case .targets: transition.targets = try cursor.names()
            case .join: transition.joinedSources = try cursor.names()
            case .local: transition.isLocal = try cursor.flag()
            case .actions: transition.actions = try cursor.actions()
            }
        }
        let triggers: [StatechartKeys.Transition] = [.events, .after, .completion]
        guard triggers.filter({ found[$0] != nil }).count <= 1 else {
            throw TextProblem(
                offset: start, message: "expected one of the keys 'on', 'after' and 'completion', found more")
        }
        guard found[.guarded] == nil || found[.when] == nil else {
            throw TextProblem(
                offset: start, message: "expected either 'if' or 'when', found both",
                remedy: "write {\"all\": […]} for 'if'")
        }
        return transition
    }
}
