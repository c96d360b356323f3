import AlgorithmSupport

/// A random chart that invokes others, and those, as data of which SCXML and a model are made.
///
/// Nothing goes on without end: events have ranks, an answer to one sends only higher ones, and
/// what is entered, or follows from the end of another session, sends the highest.
struct RandomFamily {
    final class Chart {
        var number = 0
        var states: [State] = []
    }

    struct State {
        var isFinal = false
        var invocations: [Invocation] = []
        var transitions: [Transition] = []
        var entry: [Action] = []
        var exit: [Action] = []
    }

    struct Invocation {
        var id: String
        var chart: Chart
        var forwardsEvents: Bool
        var finalize: [Action]
    }

    struct Transition {
        var event: String
        var target: Int?
        var actions: [Action]
    }

    enum Action {
        case log(String)
        case logEvent
        case send(String, target: String, delay: Int, id: String)
        case cancel(String)
    }

    static let events = ["e0", "e1", "e2", "e3"]
    private static let highest = 3
    private(set) var root = Chart()
    private var random: SplitMix64
    private var count = 0

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        root = chart(depth: 0)
    }

    mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

    private mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }

    private mutating func chart(depth: Int) -> Chart {
        let chart = Chart()
        count += 1
        chart.number = count
        let size = 1 + below(3)
        chart.states = (0..<size).map { _ in State() }
        if depth > 0, below(2) == 0 { chart.states.append(State(isFinal: true)) }
        for index in chart.states.indices {
            let ids = (0..<(depth < 2 && !chart.states[index].isFinal ? below(3) : 0)).map { "k\(index)_\($0)" }
            chart.states[index].invocations = ids.map { id in
                Invocation(
                    id: id, chart: self.chart(depth: depth + 1), forwardsEvents: below(3) == 0,
                    finalize: below(2) == 0 ? [.log("finalize \(id)")] : [])
            }
        }
        let ids = chart.states.flatMap(\.invocations).map(\.id)
        for index in chart.states.indices {
            chart.states[index].entry = [.log("enter \(index)")] + actions(above: Self.highest - 1, ids)
            guard !chart.states[index].isFinal else { continue }
            chart.states[index].exit = [.log("exit \(index)")] + actions(above: Self.highest - 1, ids)
            for _ in 0..<below(4) {
                let rank = below(Self.highest)
                chart.states[index].transitions.append(
                    Transition(
                        event: Self.events[rank], target: below(2) == 0 ? below(chart.states.count) : nil,
                        actions: [.logEvent] + actions(above: rank, ids)))
            }
            if !ids.isEmpty, below(2) == 0 {
                chart.states[index].transitions.append(
                    Transition(
                        event: "done.invoke.\(pick(ids))", target: below(2) == 0 ? below(chart.states.count) : nil,
                        actions: [.logEvent] + actions(above: Self.highest - 1, ids)))
            }
            if below(3) > 0 {
                chart.states[index].transitions.append(Transition(event: "*", target: nil, actions: [.logEvent]))
            }
        }
        return chart
    }

    private mutating func actions(above rank: Int, _ ids: [String]) -> [Action] {
        (0..<below(3)).map { _ in
            if below(5) == 0 { return .cancel(pick(["i", "j"])) }
            let event = Self.events[rank + 1 + below(Self.highest - rank)]
            let targets = ["", "#_parent", "#_parent"] + ids.map { "#_" + $0 }
            return .send(
                event, target: pick(targets), delay: below(3) == 0 ? 1 + below(3) : 0, id: pick(["i", "j", ""]))
        }
    }

    // MARK: - SCXML

    /// Returns the chart.
    ///
    /// - Parameter hasData: Whether the charts have variables, which each transition changes.
    func text(model: String, hasData: Bool = false) -> String { Self.text(of: root, model, hasData) }

    /// The variables of a chart.
    private static func data(_ model: String) -> String {
        guard model == "ecmascript" else { return "<datamodel><data id='n' expr='1'/></datamodel>" }
        return """
            <datamodel><data id='n' expr='1'/><data id='last'/></datamodel><script>
            var ring = {names: []}; ring.self = ring; var names = ring.names;
            function note(name) { names.push(name); n += ring.self.names.length; last = new Date(n * 1000); }
            </script>
            """
    }

    private static func change(_ model: String) -> String {
        guard model == "ecmascript" else { return "<assign location='n' expr='2 * n % 1009'/><log expr='n'/>" }
        return "<script>note(_event.name)</script><log expr='n + last.getTime() + Math.random()'/>"
    }

    private static func text(of chart: Chart, _ model: String, _ hasData: Bool) -> String {
        var text =
            "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0' datamodel='\(model)' name='c\(chart.number)'>"
        if hasData { text += data(model) }
        for (index, state) in chart.states.enumerated() {
            text += state.isFinal ? "<final id='s\(index)'>" : "<state id='s\(index)'>"
            for invocation in state.invocations {
                text += "<invoke id='\(invocation.id)' autoforward='\(invocation.forwardsEvents)'><content>"
                text += self.text(of: invocation.chart, model, hasData) + "</content>"
                text += "<finalize>\(actions(invocation.finalize, chart))</finalize></invoke>"
            }
            text += "<onentry>\(actions(state.entry, chart))</onentry><onexit>\(actions(state.exit, chart))</onexit>"
            for transition in state.transitions {
                let target = transition.target.map { " target='s\($0)'" } ?? ""
                text +=
                    "<transition event='\(transition.event)'\(target)>\(hasData ? change(model) : "")"
                    + "\(actions(transition.actions, chart))</transition>"
            }
            text += state.isFinal ? "</final>" : "</state>"
        }
        return text + "</scxml>"
    }

    private static func actions(_ actions: [Action], _ chart: Chart) -> String {
        actions.map { action in
            switch action {
            case .log(let text): return "<log label='c\(chart.number) \(text)'/>"
            case .logEvent: return "<log label='c\(chart.number)' expr='_event.name'/>"
            case .cancel(let id): return "<cancel sendid='\(id)'/>"
            case .send(let event, let target, let delay, let id):
                let parts = [
                    target.isEmpty ? "" : " target='\(target)'", delay == 0 ? "" : " delay='\(delay)ms'",
                    id.isEmpty ? "" : " id='\(id)'",
                ]
                return "<send event='\(event)'\(parts.joined())/>"
            }
        }.joined()
    }
}
