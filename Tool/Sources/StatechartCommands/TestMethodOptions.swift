import ArgumentParser
import StatechartAnalysis
import ToolSupport

/// The method by which tests are made from a chart.
struct TestMethodOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The method: \(NamedCase<Method>.list).", valueName: "name"))
    var method = NamedCase(Method.transitions)

    @Option(
        help: ArgumentHelp("How many configurations more a program under test may have.", valueName: "count"),
        transform: number(from: 0, to: 1000))
    var extraStates = 0

    @Option(
        help: ArgumentHelp("Make random walks, as many as that.", valueName: "count"),
        transform: number(from: 1, to: 1_000_000))
    var random: Int?

    @Option(help: ArgumentHelp("The seed of random walks.", valueName: "number"))
    var seed: UInt64 = 0

    @Option(
        help: ArgumentHelp("The length of random walks.", valueName: "count"), transform: number(from: 1, to: 10_000))
    var length = 20

    enum Method: String, CaseIterable, Sendable { case states, transitions, pairs, configurations, w, wp }

    /// The method.
    var value: StatechartTestMethod {
        if let random { return .random(count: random, length: length, seed: seed) }
        return switch method.value {
        case .states: .states
        case .transitions: .transitions
        case .pairs: .pairs
        case .configurations: .configurations
        case .w: .w(extraStates: extraStates)
        case .wp: .wp(extraStates: extraStates)
        }
    }
}

extension StatechartTestSuite {
    /// Tells what no test reaches.
    func tellMissing(_ chosen: StatechartOutputs, _ context: WorkContext) {
        if outputs != chosen { context.note("the chart has no outputs, so that tests tell its states apart") }
        for text in missing.prefix(10) { context.note("no test reaches \(text.shown)") }
        if missing.count > 10 { context.note("no test reaches \(missing.count - 10) more parts") }
        if !abstractedGuards.isEmpty, !missing.isEmpty {
            context.note(
                "tests don't decide conditions without a known value, such as '\(abstractedGuards[0].shown)'")
        }
        for omission in omissions { context.note("the exploration may miss runs: \(omission.shown)") }
    }
}
