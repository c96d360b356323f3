// A telephone. Events have values, the menu resumes the page that was shown last, and two states
// have data: a call its number, and dialing its digits, with the code that decides what a key does
// and uses the data of the call around it.
import Statecharts

struct Phone: StatechartBehavior {
    enum State: String, StatechartSymbol { case menu, contacts, recents, call, dialing, ringing, talking }
    enum Event: String, StatechartSymbol { case next, key, answered, hangUp }
    enum Payload: EventPayload {
        case key(Character), hangUp(reason: String)
        var event: Event {
            switch self {
            case .key: .key
            case .hangUp: .hangUp
            }
        }
    }

    var (call, dialing): (Call?, Dialing?)
    static let scopes: [StateScope<Phone>] = [.init(.call, \.call), .init(.dialing, \.dialing)]

    static let chart: Statechart = .init("Phone", for: Self.self) {
        Composite(.menu, history: .shallow) {
            On(.key, to: .dialing)
            Simple(.contacts) { On(.next, to: .recents) }
            Simple(.recents) { On(.next, to: .contacts) }
        }
        Composite(.call) {
            On(.hangUp, to: .menu)
            Simple(.dialing) {
                Handle(.key, to: .ringing, .menu)
                Handle(.key)
            }
            Simple(.ringing) { On(.answered, to: .talking) }
            Simple(.talking)
        }
    }
}

struct Call: EnclosingState {
    static let property = \Phone.call
    var number = "nobody"

    mutating func exit(_ phone: inout Phone, in step: inout Step<Phone>) {
        if case .hangUp(let reason) = step.payload { print("\(number): \(reason)") }
    }
}

struct Dialing: ScopedState {
    var digits = ""

    mutating func enter(_ call: inout Superstate<Call>, in step: inout Step<Phone>) { handle(&call, in: &step) }

    func target(_ call: Superstate<Call>, in step: borrowing Step<Phone>) -> Phone.State? {
        switch step.payload {
        case .key("#") where digits.count > 2: .ringing
        case .key("#"): .menu
        default: nil
        }
    }

    mutating func handle(_ call: inout Superstate<Call>, in step: inout Step<Phone>) {
        if case .key(let key) = step.payload { digits.append(key) }
        call.number = digits
    }
}

var phone = Phone()
var machine = try StateMachine(CompiledStatechart(Phone.chart), running: &phone)
try machine.send(.next, to: &phone)
for key in "112" { try machine.send(.key(key), to: &phone) }
print("\(machine.activeStateNames): \(phone.dialing?.digits ?? "")")
try machine.send(.key("#"), to: &phone)
try machine.send(.answered, to: &phone)
print("\(machine.activeStateNames): \(phone.call?.number ?? "")")
try machine.send(.hangUp(reason: "a false alarm"), to: &phone)
print("\(machine.activeStateNames): \(phone.call?.number ?? "no call")")
for key in "1#" { try machine.send(.key(key), to: &phone) }
print(machine.activeStateNames)
