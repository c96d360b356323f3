import StatechartFormats
import Statecharts
import Testing

/// A lock with a history, and code that chooses targets.
private struct Lock: StatechartBehavior {
    enum State: String, StatechartSymbol { case use, shut, open, broken }
    enum Event: String, StatechartSymbol { case turn, fix, kick }
    typealias Payload = Int
    var shut: Shut?
    static let scopes = [StateScope<Lock>(.shut, \.shut)]

    static let chart: Statechart = .init("Lock", for: Self.self) {
        Composite(.use, history: .deep) {
            On(.kick, to: .broken)
            Simple(.shut) {
                Handle(.turn, to: .open, .broken)
                Handle(.turn)
            }
            Simple(.open)
        }
        Simple(.broken) { On(.fix, to: .use) }
    }
}

private struct Shut: ScopedState {
    var turns = 0
    func target(_ lock: Lock, in step: borrowing Step<Lock>) -> Lock.State? { turns > 1 ? .open : nil }
    mutating func handle(_ lock: inout Lock, in step: inout Step<Lock>) { turns += 1 }
}

@Suite struct BehaviorConversionTests {
    /// What only Swift has are names in files; with its behavior, the chart runs as before.
    @Test(arguments: StatechartFormat.complete) func aChartWithCodeComesBack(format: StatechartFormat) throws {
        let text = try format.text(of: Lock.chart)
        for name in ["use.history", "shut.target.open", "shut.target.broken", "shut.handle"] {
            #expect(text.contains(name), "\(text)")
        }
        let chart = try format.chart(from: text)
        #expect(chart == Lock.chart)
        var lock = Lock()
        var machine = try StateMachine(CompiledStatechart<Lock>(chart), running: &lock)
        for _ in 0..<3 { try machine.send(.turn, to: &lock) }
        #expect(machine.activeStateNames == ["open"] && lock.shut == nil)
        for event in [Lock.Event.kick, .fix] { try machine.send(event, to: &lock) }
        #expect(machine.activeStateNames == ["open"])
        let snapshot = try StateMachineSnapshot<Int>(json: machine.snapshot.json)
        #expect(snapshot.noted == ["use.history": ["open"]])
    }
}
