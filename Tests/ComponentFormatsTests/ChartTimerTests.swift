import AlgorithmSupport
import ComponentAnalysis
import ComponentFormats
import Components
import Testing

/// A chart with several timers, and its runs by the simplest means: all orders of messages and
/// timers for which there are times.
private struct TimedChart {
    private struct Action {
        var target = 0
        var starts: [(kind: Int, delay: Int)] = []
        var cancels: Int?

    }

    /// The states, the last of which must not be reached, with what they do by m, t0, t1 and t2.
    private var table: [[Action?]] = []
    private static let events = ["m", "t0", "t1", "t2"]
    private let messageCount: Int

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
        let last = number(3...4)
        for state in 0..<last {
            table.append(
                (0..<4).map { _ in
                    if number(0...2) == 0 { return nil }
                    var action = Action(target: number(state + 1...last))
                    // The last state is a rare one.
                    if action.target == last, number(0...3) > 0 {
                        if state == last - 1 { return nil }
                        action.target = last - 1
                    }
                    for _ in 0..<number(0...2) { action.starts.append((number(0...2), number(1...4))) }
                    if number(0...4) == 0 { action.cancels = number(0...2) }
                    return action
                })
        }
        messageCount = number(1...2)
    }

    var json: String {
        """
        {"components": {"a": {"chart": "a.scxml", "in": {"in": ["m"]}}}, "environment": {"e": "a.in"},
         "checks": {"send": [\(Array(repeating: "\"e.m\"", count: messageCount).joined(separator: ", "))],
                    "never": [["a.s\(table.count)"]], "ignored": true}}
        """
    }

    var chart: String {
        var states = "<state id='start'><transition target='s0'>\(start)</transition></state>"
        for (number, actions) in table.enumerated() {
            states += "<state id='s\(number)'>"
            for (event, action) in zip(Self.events, actions) {
                guard let action else { continue }
                let cancel = action.cancels.map { "<cancel sendid='x\($0)'/>" } ?? ""
                let sends = action.starts.map(send).joined()
                states += "<transition event='\(event)' target='s\(action.target)'>\(cancel)\(sends)</transition>"
            }
            states += "</state>"
        }
        return "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0'>\(states)"
            + "<state id='s\(table.count)'/></scxml>"
    }

    private var start: String { send((0, 3)) + send((1, 2)) }

    private func send(_ timer: (kind: Int, delay: Int)) -> String {
        "<send event='t\(timer.kind)' id='x\(timer.kind)' delay='\(timer.delay)s'/>"
    }

    // MARK: - Interpreting

    private struct Timer {
        let kind: Int
        let turn: Int
        let delay: Int
    }

    private struct Run {
        var state = 0
        var messages = 0
        /// The timers, in the order in which they were started.
        var timers = [Timer(kind: 0, turn: 0, delay: 3), Timer(kind: 1, turn: 0, delay: 2)]
        var turn = 0
        /// The greatest times from one turn to another, in thousandths.
        var bounds: [(from: Int, to: Int, time: Int)] = []

        /// Whether there are times of the turns within the bounds: no cycle of bounds is negative.
        var isPossible: Bool {
            var times = Array(repeating: 0, count: turn + 1)
            for _ in 0...turn + 1 {
                var hasChanged = false
                for bound in bounds where times[bound.from] + bound.time < times[bound.to] {
                    (times[bound.to], hasChanged) = (times[bound.from] + bound.time, true)
                }
                if !hasChanged { return true }
            }
            return false
        }

        /// Bounds the next turn by a timer; less is a thousandth less.
        mutating func bound(by timer: Timer, isLess: Bool) {
            bounds.append((timer.turn, turn, 1_000 * timer.delay - (isLess ? 1 : 0)))
        }
    }

    /// Whether the last state is reached.
    var fails: Bool {
        var runs = [Run()]
        while let run = runs.popLast() {
            var next = run
            next.turn += 1
            next.bounds.append((next.turn, run.turn, 0))
            if run.messages < messageCount {
                var next = next
                next.messages += 1
                for timer in run.timers { next.bound(by: timer, isLess: true) }
                if next.isPossible, react(&next, 0, &runs) { return true }
            }
            for (position, timer) in run.timers.enumerated() {
                var next = next
                next.timers.remove(at: position)
                next.bounds.append((next.turn, timer.turn, -1_000 * timer.delay))
                for (other, bound) in run.timers.enumerated() { next.bound(by: bound, isLess: other < position) }
                if next.isPossible, react(&next, timer.kind + 1, &runs) { return true }
            }
        }
        return false
    }

    private func react(_ run: inout Run, _ event: Int, _ runs: inout [Run]) -> Bool {
        if let action = table[run.state][event] {
            run.state = action.target
            if let kind = action.cancels { run.timers.removeAll { $0.kind == kind } }
            for (kind, delay) in action.starts { run.timers.append(Timer(kind: kind, turn: run.turn, delay: delay)) }
            if run.state == table.count { return true }
        }
        runs.append(run)
        return false
    }
}

struct ChartTimerTests {
    /// Messages come at any time between the timers of a chart.
    @Test func chartsHaveSeveralTimers() throws {
        var (holding, failed, waited) = (0, 0, 0)
        for seed in 0..<300 as Range<UInt64> {
            let chart = TimedChart(seed: seed)
            let document = try read(chart.json, ["a.scxml": chart.chart])
            let check = try document.checkSchedules()
            #expect(check.holds == !chart.fails, "seed \(seed): \(chart.chart)")
            #expect(check.isComplete == check.holds)
            guard let failure = check.failure, let checks = document.checks else {
                holding += 1
                continue
            }
            failed += 1
            if failure.schedule.choices.contains(where: { if case .wait = $0 { true } else { false } }) { waited += 1 }
            let run = try document.repeats(FailedSchedule(failure, of: "a.json", checks))
            #expect(run.fails && run.impossibleStep == nil, "seed \(seed): \(run.steps) \(chart.chart)")
        }
        #expect(holding > 50 && failed > 50 && waited > 8, "\(holding) hold, \(failed) fail, \(waited) wait")
    }
}
