import Components
import Statecharts

/// The chart of `TikTokChart` as a component, which sends itself the messages that it waits for.
struct TikTokComponent: StatechartComponent {
    typealias State = TikTokChart.State
    enum Event: String, StatechartSymbol { case go, performTik, performTok }
    enum Guard: String, StatechartSymbol { case isGoalReached }
    enum Action: String, StatechartSymbol { case tik, tok }

    struct Starts: PortProtocol { let go = Message<Void>() }
    struct Steps: PortProtocol {
        let performTik = Message<Void>()
        let performTok = Message<Void>()
    }

    let starts = Components.Input<Starts>()
    let own = EventPort<Steps>()
    var count = 0
    let goal: Int

    func holds(_ guard: Guard, in step: borrowing Step<TikTokComponent>) -> Bool { count >= goal }

    mutating func perform(_ action: Action, in step: inout Step<TikTokComponent>) {
        switch action {
        case .tik: own.performTik()
        case .tok:
            count += 1
            own.performTok()
        }
    }

    static let chart: Statechart = .init("TikTok", for: Self.self) {
        // Starts by a message, so that it can be timed; in the thesis it starts by itself.
        Simple(.start) { On(.go, to: .tikTok) }
        Composite(.tikTok) {
            When(.isGoalReached, to: .done)
            Simple(.tik) {
                Entry(.tik)
                On(.performTik, to: .tok)
            }
            Simple(.tok) {
                Entry(.tok)
                On(.performTok, to: .tik)
            }
        }
        Simple(.done)
    }
}
