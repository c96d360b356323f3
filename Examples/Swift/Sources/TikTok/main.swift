// Two states that lead to each other by the events that they raise on entry, until a count reaches
// its goal.
import Statecharts

struct TikTok: StatechartBehavior {
    enum State: String, StatechartSymbol { case start, tikTok, tik, tok, done }
    enum Event: String, StatechartSymbol { case performTik, performTok }
    enum Guard: String, StatechartSymbol { case isGoalReached }
    enum Action: String, StatechartSymbol { case count }

    static let chart: Statechart = .init("TikTok", for: Self.self) {
        Simple(.start) { Else(to: .tikTok) }
        Composite(.tikTok) {
            // Asked after every step, as it waits for no event.
            When(.isGoalReached, to: .done)
            Simple(.tik) {
                Entry { Raise(.performTik) }
                On(.performTik, to: .tok)
            }
            Simple(.tok) {
                Entry {
                    Raise(.performTok)
                    Perform(.count)
                }
                On(.performTok, to: .tik)
            }
        }
        Final(.done)
    }

    let goal: Int
    var count = 0

    func holds(_ guard: Guard, in step: borrowing Step<Self>) -> Bool { count >= goal }

    mutating func perform(_ action: Action, in step: inout Step<Self>) { count += 1 }
}

var tikTok = TikTok(goal: 1000)
let machine = try StateMachine(CompiledStatechart(TikTok.chart), running: &tikTok)
print("\(tikTok.count) toks, then \(machine.activeStateNames)")
