// A form with an e-mail address, a password and a button, which is enabled while both are valid:
// three regions that are active at once.
import Statecharts

struct Login: StatechartBehavior {
    enum State: String, StatechartSymbol {
        case form, email, emailInvalid, emailValid, password, passwordInvalid, passwordValid
        case button, disabled, enabled, loggedIn
    }
    enum Event: String, StatechartSymbol { case email, password, login, logout }
    enum Guard: String, StatechartSymbol { case isEmail, isLongEnough, areBothValid }
    /// The whole text of a field, which comes with each key press.
    typealias Payload = String

    static let chart: Statechart = .init("Login", for: Self.self) {
        Orthogonal(.form) {
            Composite(.email) { Between(.emailInvalid, .emailValid, on: .email, if: .isEmail) }
            Composite(.password) { Between(.passwordInvalid, .passwordValid, on: .password, if: .isLongEnough) }
            Composite(.button) {
                Between(.disabled, .enabled, if: .areBothValid)
                Simple(.disabled)
                Simple(.enabled) { On(.login, to: .loggedIn) }
            }
        }
        Simple(.loggedIn) { On(.logout, to: .form) }
    }

    func holds(_ guard: Guard, in step: borrowing Step<Self>) -> Bool {
        switch `guard` {
        case .isEmail:
            let parts = (step.payload ?? "").split(separator: "@", omittingEmptySubsequences: false)
            return parts.count == 2 && !parts.contains("")
        case .isLongEnough: return (step.payload ?? "").count >= 5
        case .areBothValid: return step.isActive(.emailValid) && step.isActive(.passwordValid)
        }
    }
}

var login = Login()
var machine = try StateMachine(CompiledStatechart(Login.chart), running: &login)
for (event, text) in [
    (.login, ""), (.email, "ada@"), (.email, "ada@example.org"), (.password, "1234"), (.password, "12345"),
    (.email, "ada"), (.email, "ada@example.org"), (.login, ""), (.logout, ""),
] as [(Login.Event, String)] {
    let fate = try machine.send(event, text, to: &login)
    print("\(event) '\(text)' \(fate): \(machine.activeStateNames)")
}
