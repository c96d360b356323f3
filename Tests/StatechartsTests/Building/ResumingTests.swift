import StatechartTestSupport
import Statecharts
import Testing

/// A player that resumes.
private struct Player: StatechartBehavior {
    enum State: String, StatechartSymbol { case off, on, radio, fm, am, disc, both, left, l1, l2, right, r1 }
    enum Event: String, StatechartSymbol { case power, next, band, split }
    enum Action: String, StatechartSymbol { case greet }
    var greetings = 0

    mutating func perform(_ action: Action, in step: inout Step<Player>) { greetings += 1 }

    static func chart(_ history: HistoryDepth) -> Statechart {
        Statechart("Player", for: Player.self) {
            Simple(.off) {
                On(.power, to: .on)
                On(.split, to: .both)
            }
            Composite(.on, history: history) {
                Initial(.radio, do: .greet)
                On(.power, to: .off)
                Simple(.disc)
                Composite(.radio) {
                    On(.next, to: .disc)
                    Simple(.fm) { On(.band, to: .am) }
                    Simple(.am)
                }
            }
            Orthogonal(.both) {
                On(.power, to: .off)
                Composite(.left, history: history) {
                    Simple(.l1) { On(.next, to: .l2) }
                    Simple(.l2)
                }
                Composite(.right) { Simple(.r1) }
            }
        }
    }
}

@Suite struct ResumingTests {
    @Test(arguments: [HistoryDepth.shallow, .deep]) func aStateResumes(depth: HistoryDepth) throws {
        var player = Player()
        var machine = try StateMachine(CompiledStatechart(Player.chart(depth)), running: &player)
        #expect(machine.chart.warnings.isEmpty)
        try machine.send(.power, to: &player)
        #expect(machine.activeStateNames == ["fm"] && player.greetings == 1)
        for event in [Player.Event.band, .power, .power] { try machine.send(event, to: &player) }
        #expect(machine.activeStateNames == [depth == .deep ? "am" : "fm"] && player.greetings == 1)
        for event in [Player.Event.next, .power] { try machine.send(event, to: &player) }
        machine = try StateMachine(machine.chart, restoring: machine.snapshot)
        try machine.send(.power, to: &player)
        #expect(machine.activeStateNames == ["disc"] && player.greetings == 1)
    }

    /// UML would enter the initial states.
    @Test(arguments: [HistoryDepth.shallow, .deep]) func aFinalStateResumes(depth: HistoryDepth) throws {
        struct Job: StatechartBehavior {
            enum State: String, StatechartSymbol { case work, begun, ended, away }
            enum Event: String, StatechartSymbol { case next, leave }
        }
        let chart = Statechart("Job", for: Job.self) {
            Composite(.work, history: depth) {
                On(.leave, to: .away)
                Simple(.begun) { On(.next, to: .ended) }
                Final(.ended)
            }
            Simple(.away) { On(.next, to: .work) }
        }
        var job = Job()
        var machine = try StateMachine(CompiledStatechart(chart), running: &job)
        for event in [Job.Event.next, .leave, .next] { try machine.send(event, to: &job) }
        #expect(machine.activeStateNames == ["ended"])
    }

    @Test func aStateWithoutSubstatesCannotResume() throws {
        let chart = Statechart("Player", for: Player.self) { Composite(.on, history: .deep) { On(.power, to: .on) } }
        let error = #expect(throws: StatechartError.self) { try CompiledStatechart<Player>(chart) }
        let finding = try #require(error?.findings.first)
        #expect(finding.description == "Player/on: there is no initial state; add a state within")
    }

    /// A region isn't named by any transition.
    @Test func aRegionResumes() throws {
        var player = Player()
        var machine = try StateMachine(CompiledStatechart(Player.chart(.shallow)), running: &player)
        for event in [Player.Event.split, .next, .power, .split] { try machine.send(event, to: &player) }
        #expect(machine.activeStateNames == ["l2", "r1"])
    }

    /// The engines are compared on random charts with such states.
    @Test func randomChartsHaveStatesThatResume() {
        let charts = RandomChartTests.seeds.map { RandomChart(seed: $0).chart }
        let count = charts.count { chart in
            chart.states.indices.contains { index in
                chart[index].initial.contains { name in
                    chart.index(of: name).map { chart[$0].kind.isHistory && chart.parents[$0] == index } ?? false
                }
            }
        }
        #expect(count > 3, "\(count)")
    }

    @Test func localTransitionsCanBeTheDefault() throws {
        enum Name: String, StatechartSymbol { case a, b, c, x, y }
        struct Local: StatechartBehavior {
            typealias State = Name
            typealias Event = Name
        }
        let chart = Statechart("c", for: Local.self, isLocal: true) {
            Composite(.a) {
                On(.x, to: .b)
                On(.y, to: .b, isLocal: false)
                On(.b)
                Simple(.b)
                Simple(.c)
            }
            Choice(.x) { Else(to: .a) }
        }
        #expect(chart.states.map { $0.transitions.map(\.isLocal) } == [[], [true, false, false], [], [], [false]])
    }
}
