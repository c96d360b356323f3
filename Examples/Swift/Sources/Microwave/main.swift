// A microwave oven: one submachine counts down twice, for the meal and for the light that stays on;
// a second press of start waits until the meal is done.
import Statecharts

/// The countdown, with names of its own.
struct Countdown: StatechartBehavior {
    enum State: String, StatechartSymbol { case three, two, one, zero }
    enum Event: String, StatechartSymbol { case never }

    static let chart: Statechart = .init("Countdown", for: Self.self) {
        Simple(.three) { After(.seconds(10), to: .two) }
        Simple(.two) { After(.seconds(10), to: .one) }
        Simple(.one) { After(.seconds(10), to: .zero) }
        Final(.zero)
    }
}

struct Microwave: StatechartBehavior {
    enum State: String, StatechartSymbol {
        case oven, heater, idle, cooking, beeping, door, closed, open, light, dark, lit, fading
    }
    enum Event: String, StatechartSymbol { case open, close, start }
    enum Guard: String, StatechartSymbol { case isClosed }
    enum Action: String, StatechartSymbol { case switchOff, countMeal }

    static let chart: Statechart = .init("Microwave", for: Self.self) {
        Orthogonal(.oven) {
            Composite(.heater) {
                Simple(.idle) { On(.start, if: .isClosed, to: .cooking) }
                Submachine(.cooking, Countdown.chart) {
                    Defer(.start)
                    Completion(to: .beeping)
                    On(.open, to: .idle)
                    Exit(.switchOff)
                }
                Simple(.beeping) {
                    Defer(.start)
                    Entry(.countMeal)
                    After(.seconds(2), to: .idle)
                }
            }
            Composite(.door) {
                Simple(.closed) { On(.open, to: .open) }
                Simple(.open) { On(.close, to: .closed) }
            }
            Composite(.light) {
                Simple(.dark) { On(.open, to: .lit) }
                Simple(.lit) { On(.close, to: .fading) }
                Submachine(.fading, Countdown.chart) {
                    Completion(to: .dark)
                    On(.open, to: .lit)
                }
            }
        }
    }

    var meals = 0

    func holds(_ guard: Guard, in step: borrowing Step<Self>) -> Bool { step.isActive(.closed) }

    mutating func perform(_ action: Action, in step: inout Step<Self>) {
        switch action {
        case .switchOff: print("  heater off")
        case .countMeal: meals += 1
        }
    }
}

var microwave = Microwave()
var machine = try StateMachine(CompiledStatechart(Microwave.chart), running: &microwave)

let script: [(seconds: Int, event: Microwave.Event?)] = [
    (0, .open), (0, .start), (0, .close), (0, .start), (10, nil), (0, .start), (20, nil), (2, nil), (0, .open),
]
for (seconds, event) in script {
    try machine.advance(by: .seconds(seconds), to: &microwave)
    var text = ""
    if let event { text = "\(event) \(try machine.send(event, to: &microwave)), " }
    print("\(machine.time): \(text)\(machine.activeStateNames)")
}
print("\(microwave.meals) meal")
