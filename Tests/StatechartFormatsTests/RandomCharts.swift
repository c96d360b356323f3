import AlgorithmSupport
import Statecharts

/// Charts that use all that a definition has, whether they can run or not, drawn from a seed.
struct RandomCharts {
    private var random: SplitMix64
    /// A Boolean value that indicates whether the charts have only what SCXML can hold.
    private let isPlain: Bool
    /// A Boolean value that indicates whether the charts may invoke others and have scripts.
    private let hasSessions: Bool
    /// A Boolean value that indicates whether the chart that is being made has a scripting
    /// language.
    private var isScripted = false
    /// The number of charts around the one that is being made, and itself.
    private var depth = 1

    init(seed: UInt64, for format: String, withSessions hasSessions: Bool = false) {
        random = SplitMix64(seed: seed)
        isPlain = format == "scxml"
        self.hasSessions = hasSessions
    }

    mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

    private mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }

    private mutating func some<Item>(_ most: Int, _ item: (inout RandomCharts) -> Item) -> [Item] {
        (0..<(below(2) * below(most + 1))).map { _ in item(&self) }
    }

    private mutating func optional<Item>(_ item: (inout RandomCharts) -> Item) -> Item? {
        below(3) == 0 ? item(&self) : nil
    }

    /// Makes a chart of its own, in whatever language.
    private mutating func invokedChart(depth: Int) -> Statechart {
        let outer = isScripted
        defer { isScripted = outer }
        isScripted = below(2) == 0
        return chart(depth: depth)
    }

    /// Makes a chart that has a scripting language, if charts may.
    mutating func chartOfAnyLanguage() -> Statechart { hasSessions ? invokedChart(depth: 1) : chart() }

    mutating func chart(depth: Int = 1) -> Statechart {
        var chart = Statechart(below(5) == 0 ? "" : text(), isOrthogonal: below(4) == 0)
        (self.depth, chart.scriptLanguage) = (depth, isScripted ? "ecmascript" : nil)
        var root = state("", depth: 0)
        (root.name, root.kind) = (chart.root.name, chart.root.kind)
        chart.root = root
        chart.hasScopedVariables = below(2) == 0
        addStates(to: &chart, in: 0, depth: 1)
        self.depth = depth
        if depth < 3 { chart.submachines = some(2) { $0.chart(depth: depth + 1) } }
        return chart
    }

    private mutating func addStates(to chart: inout Statechart, in parent: Int, depth: Int) {
        for _ in 0..<below(5 - depth) {
            let index = chart.add(state(name(), depth: depth), in: parent)
            if below(2) == 0, depth < 4 { addStates(to: &chart, in: index, depth: depth + 1) }
        }
    }

    private mutating func name() -> String {
        isPlain
            ? pick(["a", "b", "état", "x.y", "1", "-", "a:b", "<&>\"'", "_1", "\u{301}"])
            : pick(["a", "", "two words", "\u{0}", "\"\\\n", "état", "\u{FFFF}"])
    }

    private mutating func text() -> String {
        pick(["go", "two  words", "<a b='c'>&amp;]]>\"", "\t\n\r ", "größe 🙂", isPlain ? "" : "\u{1}\u{7F}"])
    }

    /// A name that may be missing; an empty one counts as missing in SCXML.
    private mutating func optionalName() -> String {
        let name = text()
        return name.isEmpty && isPlain ? "none" : name
    }

    private mutating func state(_ name: String, depth: Int) -> Statechart.State {
        var state = Statechart.State(name, below(2) == 0 ? .state : pick(Statechart.State.Kind.allCases))
        if below(3) == 0 { return state }
        state.initial = some(2) { $0.name() }
        state.initialActions = some(2) { $0.action(depth: 3) }
        state.entry = some(3) { $0.actions() }
        state.exit = some(2) { $0.actions() }
        state.transitions = some(3) { $0.transition() }
        state.deferred = some(2) { $0.pattern() }
        state.activities = some(2) { $0.text() }
        state.submachine = optional { $0.text() }
        state.isSealed = below(4) == 0
        state.variables = some(3) { .init($0.text(), $0.optional { $0.inlineOrExpression() }) }
        state.keepsVariables = below(4) == 0
        if hasSessions, self.depth < 3, below(4) == 0 { state.invocations = some(2) { $0.invocation() } }
        state.doneData = optional { $0.content() }
        return state
    }

    private mutating func invocation() -> Statechart.Invocation {
        let around = depth
        defer { depth = around }
        let source: Statechart.Invocation.Source =
            switch below(5) {
            case 0: .chart(invokedChart(depth: around + 1))
            case 1: .location(below(2) == 0 ? .literal(.text(optionalName())) : expression())
            case 2: .none
            default: .text(inlineOrExpression())
            }
        var invocation = Statechart.Invocation(source)
        if below(3) == 0 {
            invocation.id = optionalName()
        } else {
            invocation.idLocation = optional { $0.optionalName() }
        }
        invocation.kind = optional { $0.textOrExpression() }
        invocation.arguments = optional { one in
            one.isPlain ? .fields(one.some(3) { .init($0.text(), $0.expression()) }) : one.content()
        }
        if isPlain, invocation.arguments == .fields([]) { invocation.arguments = nil }
        invocation.forwardsEvents = below(2) == 0
        invocation.finalize = some(3) { $0.action(depth: 3) }
        return invocation
    }

    private mutating func script() -> String {
        let scripts = [
            "x + 1", "a < b && c > 'd' || \"e\"", "<a b='c'>&amp;]]></a>", " \n\tx = 1;\n// end\n", "=1", "@1", "==",
            "if (a) { b() } /* größe 🙂 */", "'In(1)'", isPlain ? "x" : "\u{1}\u{FFFF}",
        ]
        return pick(scripts)
    }

    /// An expression, or a text within the element in a chart with a scripting language.
    private mutating func inlineOrExpression() -> Expression {
        let texts = ["{\"a\": [1]}", " two\n\twords ", "a &lt; b", "größe", "123", "]]>", "\"", "@x", "=x"]
        return isScripted && below(2) == 0 ? .inline(pick(texts)) : expression()
    }

    private mutating func pattern() -> Statechart.EventPattern {
        .init(pick(["*", "go", "go.on", "done.state.a", "é"]))
    }

    private mutating func transition() -> Statechart.Transition {
        let trigger: Statechart.Transition.Trigger =
            switch below(4) {
            case 0: .always
            case 1: .completion
            case 2: .after(pick([.zero, .milliseconds(1500), .nanoseconds(7), .seconds(1e9), .milliseconds(20)]))
            default: .events((0..<(isPlain ? 1 + below(2) : below(3))).map { _ in pattern() })
            }
        var transition = Statechart.Transition(
            trigger, if: optional { $0.condition(depth: 3) }, to: some(2) { $0.name() }, do: actions())
        transition.joinedSources = some(2) { $0.name() }
        transition.isLocal = below(3) == 0
        return transition
    }

    private mutating func condition(depth: Int) -> Statechart.Condition {
        switch below(depth > 0 ? 6 : 3) {
        case 0: .named(text())
        case 1: .expression(expression())
        case 2: .isActive(text())
        case 3: .not(condition(depth: depth - 1))
        case 4: .all((0..<below(4)).map { _ in condition(depth: depth - 1) })
        default: .any((0..<below(4)).map { _ in condition(depth: depth - 1) })
        }
    }

    private mutating func expression() -> Expression {
        if isScripted { return .script(script()) }
        let texts = [
            "count > 3", "x + 1", "'it\\'s'", "In('a')", "!In('a') && In(x)", "[1, [], {a: null}]", "-1e-7", "-(1)",
            "_event.data['b'][0]", "true", "In('a') || In('b') && !In('c')", "(In('a') || In('b')) && In('c')", "null",
        ]
        guard let expression = try? Expression(parsing: pick(texts)) else { return .literal(.null) }
        return expression
    }

    private mutating func textOrExpression() -> Expression {
        below(2) == 0 ? .literal(.text(text())) : expression()
    }

    private mutating func content() -> Statechart.Content {
        below(2) == 0 ? .value(inlineOrExpression()) : .fields(some(3) { .init($0.text(), $0.expression()) })
    }

    private mutating func actions() -> [Statechart.Action] { some(3) { $0.action(depth: 3) } }

    private mutating func action(depth: Int) -> Statechart.Action {
        if isScripted, below(6) == 0 { return .script(script()) }
        switch below(depth > 0 ? 12 : 8) {
        case 0: return .perform(text())
        case 1: return .raise(text(), optional { $0.content() })
        case 2:
            var send = Statechart.Send("")
            send.event = textOrExpression()
            send.delay = optional { one in
                one.pick([
                    one.isScripted
                        ? .literal(.number(250)) : .literal(.number(one.pick([0, 250, 1500, 0.1, 1e300, -1]))),
                    one.isScripted ? .script("'1s'") : .literal(.text("1s")), one.expression(),
                ])
            }
            send.id = optional { $0.textOrExpression() }
            send.idLocation = optional { $0.optionalName() }
            send.target = optional { $0.textOrExpression() }
            send.transport = optional { $0.textOrExpression() }
            send.content = optional { $0.content() }
            return .send(send)
        case 3: return .cancel(textOrExpression())
        case 4: return .assign(text(), inlineOrExpression())
        case 5: return .log(text(), optional { $0.expression() })
        case 6: return .addRegion(to: text())
        case 7: return below(2) == 0 ? .removeRegion : .custom(custom())
        case 8, 9:
            return .forEach(
                item: text(), index: optional { $0.optionalName() }, list: expression(),
                do: some(3) { $0.action(depth: depth - 1) })
        default:
            var branches = (0..<(isPlain ? 1 + below(3) : below(4))).map { _ in branch(depth: depth) }
            if isPlain {
                for index in branches.indices where branches[index].condition == nil {
                    if index == 0 || index < branches.count - 1 { branches[index].condition = .named("else") }
                }
            }
            return .choose(branches)
        }
    }

    private mutating func custom() -> Statechart.CustomAction {
        var custom = Statechart.CustomAction(pick(["hello", "é.1"]), in: pick(["urn:mine", "http://example.org/a&b"]))
        if below(2) == 0 { custom.attributes[pick(["name", "x-y"])] = text() }
        if below(2) == 0 { custom.content = pick(["a &lt; b", "<b c='d'>e</b>", " <!-- note --> f"]) }
        if below(4) == 0 {
            custom.content = "<my:b/>"
            custom.attributes["xmlns:my"] = "urn:other"
        }
        return custom
    }

    private mutating func branch(depth: Int) -> Statechart.Branch {
        Statechart.Branch(if: optional { $0.condition(depth: 2) }, do: some(3) { $0.action(depth: depth - 1) })
    }
}
