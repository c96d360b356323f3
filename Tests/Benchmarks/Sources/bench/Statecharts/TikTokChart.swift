import Statecharts

/// Two states that lead to each other without anybody, until a count reaches its goal.
///
/// The benchmark of a thesis on architecting event-driven applications (2014): entering Tik raises
/// an event that leads to Tok, and the reverse; a guarded transition of the state around them leads
/// out.
struct TikTokChart: StatechartBehavior {
    enum State: String, StatechartSymbol { case start, tikTok, tik, tok, done }
    enum Event: String, StatechartSymbol { case performTik, performTok }
    enum Guard: String, StatechartSymbol { case isGoalReached }
    enum Action: String, StatechartSymbol { case count }

    var count = 0
    var goal: Int

    func holds(_ guard: Guard, in step: borrowing Step<TikTokChart>) -> Bool { count >= goal }

    mutating func perform(_ action: Action, in step: inout Step<TikTokChart>) { count &+= 1 }

    static var chart: Statechart {
        Statechart("TikTok", for: TikTokChart.self) {
            Simple(.start) { Else(to: .tikTok) }
            Composite(.tikTok) {
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
            Simple(.done)
        }
    }
}

/// The same machine as somebody writes it by hand, with its queue.
struct TikTokSwitch {
    var state = TikTokChart.State.start
    private var queue: (head: Int, tail: Int) = (0, 0)
    private var events = ContiguousArray(repeating: TikTokChart.Event.performTik, count: 4)
    var count = 0
    var goal: Int

    init(goal: Int) { self.goal = goal }

    private mutating func raise(_ event: TikTokChart.Event) {
        events[queue.tail & 3] = event
        queue.tail &+= 1
    }

    @inline(never)
    private mutating func take(_ event: TikTokChart.Event) {
        switch (state, event) {
        case (.tik, .performTik):
            state = .tok
            raise(.performTok)
            count &+= 1
        case (.tok, .performTok):
            state = .tik
            raise(.performTik)
        default: break
        }
    }

    @inline(never)
    private mutating func takeEventless() -> Bool {
        switch state {
        case .start:
            state = .tik
            raise(.performTik)
            return true
        case .tikTok, .tik, .tok:
            guard count >= goal else { return false }
            state = .done
            return true
        case .done: return false
        }
    }

    mutating func run() {
        while true {
            if takeEventless() { continue }
            guard queue.head != queue.tail else { return }
            let event = events[queue.head & 3]
            queue.head &+= 1
            take(event)
        }
    }
}
