import Components
import Statecharts
import Testing

/// A door that closes by itself, with a light in it.
private struct Door: StatechartComponent {
    enum State: String, StatechartSymbol { case closed, open, ajar, wide }
    enum Event: String, StatechartSymbol { case push }
    enum Action: String, StatechartSymbol { case tell }

    let commands = Input<Pushes>()
    let output = Output<M1>(isOptional: true)

    static let chart: Statechart = .init("Door", for: Self.self) {
        Simple(.closed) { On(.push, to: .open, do: .tell) }
        Composite(.open) {
            Simple(.ajar) { On(.push, to: .wide) }
            Simple(.wide)
            After(.seconds(3_000), to: .closed)
        }
    }

    mutating func perform(_ action: Action, in step: inout Step<Door>) { output.one(1) }
}

private struct Pushes: PortProtocol { let push = Message<Void>() }

/// Keeps the steps that it hears of.
private struct View: Component {
    let steps = Input<ChartReports>()
    var reports: [ChartReport] = []

    static var handlers: Handlers<View> { Receive(\.steps.stepped) { $0.reports.append($1) } }
}

struct ChartReportTests {
    private func makeAssembly(
        watched: Bool = true
    ) -> (Assembly, PartReference<Door>, PartReference<View>, PartReference<Tracer>) {
        var assembly = Assembly()
        let door = assembly.add("door") { Door() }
        let view = assembly.add("view") { View() }
        let tracer = assembly.addTracer()
        if watched { assembly.reportSteps(of: door, to: view.steps) }
        return (assembly, door, view, tracer)
    }

    private func text(_ report: ChartReport) -> [String] {
        report.steps.map { step in
            let transitions = step.transitions.map { "\($0.source)#\($0.index)" }
            return "\(step.event): -\(step.exits) \(transitions) +\(step.entries)"
        } + [report.states.map { ($0.isActive ? "*" : "") + $0.name + "\($0.depth)" }.joined(separator: " ")]
    }

    @Test func eachStepIsReported() throws {
        let (assembly, door, view, tracer) = makeAssembly()
        let simulation = try Simulation(assembly)
        let port = try simulation.port(\.commands, of: door)
        port.push()
        port.push()
        try simulation.advance(by: .seconds(4_000))
        let reports = try simulation.with(view) { $0.reports }
        #expect(reports.allSatisfy { $0.part == "door" })
        #expect(reports.map(\.time) == [.zero, .zero, .zero, .seconds(3_000)])
        #expect(
            reports.map(text) == [
                [": -[] [] +[\"Door\", \"closed\"]", "*Door0 *closed1 open1 ajar2 wide2"],
                ["push: -[\"closed\"] [\"closed#0\"] +[\"open\", \"ajar\"]", "*Door0 closed1 *open1 *ajar2 wide2"],
                ["push: -[\"ajar\"] [\"ajar#0\"] +[\"wide\"]", "*Door0 closed1 *open1 ajar2 *wide2"],
                [": -[\"wide\", \"open\"] [\"open#0\"] +[\"closed\"]", "*Door0 *closed1 open1 ajar2 wide2"],
            ])
        // Reports of steps aren't reported themselves.
        let events = try simulation.with(tracer) { $0.events }
        #expect(events.allSatisfy { $0.component != "view" && !$0.message.contains("#") })
        #expect(!events.isEmpty)
    }

    @Test func othersThanChartsAreRefused() async throws {
        var assembly = Assembly()
        let (door, sink) = (assembly.add("door") { Door() }, assembly.add("sink") { Sink() })
        let view = assembly.add("view") { View() }
        let simulation = try Simulation(assembly)
        let running = simulation.assembly
        let text = "Sink isn't a chart; make it a StatechartComponent, or watch the run by report(to:)"
        #expect(throws: ComponentError.invalidPort(PortReference("sink", "#chart"), "reports no steps, as \(text)")) {
            try running.reportSteps(of: sink, to: view.steps)
        }
        try running.reportSteps(of: door, to: view.steps)
        assembly.reportSteps(of: sink, to: view.steps)
        let errors = assembly.check().filter(\.isError)
        #expect(errors.map(\.subject) == ["sink"])
        #expect(errors.map(\.message) == ["sink reports no steps, as \(text)"])
        #expect(throws: ComponentError.self) { try ComponentSystem(assembly) }
        // Mocks of charts are as good as these.
        var (mocked, chart, _, _) = makeAssembly()
        mocked.mock(chart) {}
        #expect(mocked.check().filter(\.isError).isEmpty)
    }

    @Test func reportsChangeNoIdentifiers() throws {
        var traces: [[String]] = []
        for watched in [false, true] {
            let (assembly, door, _, _) = makeAssembly(watched: watched)
            var options = Simulation.Options()
            options.traceLimit = 1000
            let simulation = try Simulation(assembly, options)
            let port = try simulation.port(\.commands, of: door)
            for _ in 0..<3 { port.push() }
            try simulation.advance(by: .seconds(4_000))
            traces.append(simulation.trace.filter { $0.id?.sender.hasSuffix("#reports") != true }.map(\.description))
            let reports = simulation.trace.compactMap(\.id).filter { $0.sender == "door#reports" }
            #expect(Set(reports.map(\.number)) == (watched ? [1, 2, 3, 4] : []))
        }
        #expect(traces[0] == traces[1] && traces[0].count > 8)
    }

    @Test(arguments: [false, true], [false, true]) func reportsCountForNoLimit(watched: Bool, traced: Bool) throws {
        var assembly = Assembly()
        let door = assembly.add("door") { Door() }
        let view = assembly.add("view") { View() }
        if watched { assembly.reportSteps(of: door, to: view.steps) }
        let tracer = traced ? assembly.addTracer() : nil
        let simulation = try Simulation(assembly)
        try simulation.run()
        let port = try simulation.port(\.commands, of: door)
        for _ in 0..<10 { port.push() }
        try simulation.run(limit: 10)
        #expect(try simulation.with(view) { $0.reports.count } >= (watched ? 3 : 0))
        if let tracer { #expect(try simulation.with(tracer) { $0.events.count } > 10) }
        for _ in 0..<10 { port.push() }
        #expect(throws: ComponentError.tooManySteps(limit: 2)) { try simulation.run(limit: 2) }
    }

    @Test func reportingBeginsWhileTheRunGoesOn() async throws {
        let (assembly, door, view, _) = makeAssembly(watched: false)
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        let port = try system.port(\.commands, of: door)
        port.push()
        await system.idle()
        try system.assembly.reportSteps(of: door, to: view.steps)
        await system.idle()
        port.push()
        await system.idle()
        let replay = try Simulation(replaying: system.recording, of: assembly)
        try replay.run()
        #expect(
            try replay.with(view) { $0.reports.map(text) } == [
                ["push: -[\"ajar\"] [\"ajar#0\"] +[\"wide\"]", "*Door0 closed1 *open1 ajar2 *wide2"]
            ])
        #expect(replay.failures.isEmpty)
        #expect(replay.trace.map(\.description) == system.trace.map(\.description))
        await system.end()
    }
}
