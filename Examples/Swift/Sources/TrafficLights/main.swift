// Traffic lights with a button. The lights change by themselves; the button stops them, and lets
// them go on with the light that was on, as their state has a history.
import Statecharts

struct TrafficLights: StatechartBehavior {
    enum State: String, StatechartSymbol { case lights, red, green, blue, paused }
    enum Event: String, StatechartSymbol { case button }
    enum Action: String, StatechartSymbol { case redOn, redOff, greenOn, greenOff, blueOn, blueOff }

    static let chart: Statechart = .init("TrafficLights", for: Self.self) {
        Composite(.lights, history: .shallow) {
            On(.button, to: .paused)
            Simple(.red) {
                Entry(.redOn); Exit(.redOff); After(.seconds(3), to: .green)
            }
            Simple(.green) {
                Entry(.greenOn); Exit(.greenOff); After(.seconds(2), to: .blue)
            }
            Simple(.blue) {
                Entry(.blueOn); Exit(.blueOff); After(.seconds(1), to: .red)
            }
        }
        Simple(.paused) { On(.button, to: .lights) }
    }

    mutating func perform(_ action: Action, in step: inout Step<Self>) {
        print("\(step.time): \(action)")
    }
}

// Nothing waits here: the program says what time it is.
var lights = TrafficLights()
var machine = try StateMachine(CompiledStatechart(TrafficLights.chart), running: &lights)
try machine.advance(by: .seconds(4), to: &lights)
try machine.send(.button, to: &lights)
print("\(machine.time): \(machine.activeStateNames)")
try machine.advance(by: .seconds(60), to: &lights)
try machine.send(.button, to: &lights)
try machine.advance(by: .seconds(3), to: &lights)
