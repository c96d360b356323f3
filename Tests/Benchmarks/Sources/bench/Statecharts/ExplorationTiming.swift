import StatechartAnalysis
import Statecharts

/// The exploration of all configurations, for an invariant that always holds, beside Spin.
enum ExplorationTiming {
    /// Prints seconds, configurations, and moves; no moves where none are kept.
    static func run(_ model: String, _ size: Int, _ question: String) throws {
        let chart = model == "queue" ? queue() : regions(size)
        var options = AnalysisOptions(limit: 1 << 24)
        options.maximumPendingEvents = size
        let clock = ContinuousClock()
        let start = clock.now
        let (states, moves): (Int, Int)
        if question == "flatten" {
            let dfa = try chart.flattened(options).dfa
            (states, moves) = (dfa.stateCount, dfa.transitionCount)
        } else {
            var questions = AnalysisQuestions(never: [try invariant(model)])
            questions.reportsMistakes = question == "analyze"
            (states, moves) = (try chart.analyzed(for: questions, options).configurationCount, 0)
        }
        let (seconds, attoseconds) = (clock.now - start).components
        Output.report(seconds: Double(seconds) + Double(attoseconds) / 1e18, states, moves)
    }

    private static func invariant(_ model: String) throws -> StateCondition {
        try StateCondition(parsing: model == "queue" ? "idle & busy" : "a0 & b0")
    }

    /// Regions of two states, each with its own event.
    private static func regions(_ count: Int) -> Statechart {
        var chart = Statechart("regions", isOrthogonal: true)
        for region in 0..<count {
            let parent = chart.add(.init("r\(region)"))
            for (from, to) in [("a", "b"), ("b", "a")] {
                var state = Statechart.State("\(from)\(region)")
                state.transitions = [.init(.events([.init("e\(region)")]), to: ["\(to)\(region)"])]
                chart.add(state, in: parent)
            }
        }
        return chart
    }

    /// A server that takes jobs of three kinds, and defers them while it is busy.
    private static func queue() -> Statechart {
        let jobs: [Statechart.EventPattern] = ["a", "b", "c"]
        var chart = Statechart("queue")
        chart.add(Statechart.State("idle"))
        chart.add(Statechart.State("busy"))
        chart[1].transitions = [.init(.events(jobs), to: ["busy"])]
        chart[2].transitions = [.init(.events(["done"]), to: ["idle"])]
        chart[2].deferred = jobs
        return chart
    }
}
