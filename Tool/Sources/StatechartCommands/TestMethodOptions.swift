import ArgumentParser
import StatechartAnalysis
import ToolSupport

/// The method by which tests are made from a chart.
struct TestMethodOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The method: \(NamedCase<Method>.list). (default: transitions)", valueName: "name"))
    var method: NamedCase<Method>?

    @Option(
        help: ArgumentHelp(
            "How many configurations more a program under test may have, for w and wp. (default: 0)",
            valueName: "count"),
        transform: number(from: 0, to: 1000))
    var extraStates: Int?

    @Option(
        help: ArgumentHelp("Make random walks, as many as that.", valueName: "count"),
        transform: number(from: 1, to: 1_000_000))
    var random: Int?

    @Option(help: ArgumentHelp("The seed of random walks. (default: 0)", valueName: "number"))
    var seed: UInt64?

    @Option(
        help: ArgumentHelp("The length of random walks. (default: 20)", valueName: "count"),
        transform: number(from: 1, to: 10_000))
    var length: Int?

    enum Method: String, CaseIterable, Sendable { case states, transitions, pairs, configurations, w, wp }

    func validate() throws {
        if random == nil {
            for (name, isGiven) in [("--length", length != nil), ("--seed", seed != nil)] where isGiven {
                throw ValidationError("\(name) belongs to random walks; add --random <count>, or leave it out.")
            }
        } else if method != nil {
            throw ValidationError("--random makes random walks in place of --method; leave one of them out.")
        }
        let method = random == nil ? method?.value : nil
        if extraStates != nil, method != .w, method != .wp {
            throw ValidationError("--extra-states belongs to --method w and wp; choose one of them, or leave it out.")
        }
    }

    /// The method.
    var value: StatechartTestMethod {
        if let random { return .random(count: random, length: length ?? 20, seed: seed ?? 0) }
        return switch method?.value ?? .transitions {
        case .states: .states
        case .transitions: .transitions
        case .pairs: .pairs
        case .configurations: .configurations
        case .w: .w(extraStates: extraStates ?? 0)
        case .wp: .wp(extraStates: extraStates ?? 0)
        }
    }
}

extension StatechartTestSuite {
    /// Tells what no test reaches.
    func tellMissing(_ chosen: StatechartOutputs, _ context: WorkContext) {
        if outputs != chosen {
            context.note("no input has another output than the others, so that tests tell states apart")
        }
        for text in missing.prefix(10) { context.note("no test reaches \(text.shown)") }
        if missing.count > 10 { context.note("no test reaches \(missing.count - 10) more parts") }
        if !abstractedGuards.isEmpty, !missing.isEmpty {
            context.note(
                "tests don't decide conditions without a known value, such as '\(abstractedGuards[0].shown)'")
        }
        for omission in omissions { context.note("the exploration may miss runs: \(omission.shown)") }
    }

    /// Why no test has an input, and what to do.
    var reasonForNoInputs: String {
        guard let name = abstractedGuards.first else {
            return "no sequence of the chart has one; see statechart tests, or choose events by --event"
        }
        return "tests don't decide conditions without a known value, such as '\(name.shown)'; "
            + "answer a guard that the chart only names by --guard <name>=true, or choose events by --event"
    }
}
