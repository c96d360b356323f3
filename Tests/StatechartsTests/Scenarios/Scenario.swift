import StatechartTestSupport
import Statecharts
import Testing

/// A chart, inputs, and what each of them leads to by a rule of `Semantics.md`.
struct Scenario: CustomTestStringConvertible {
    let rule: Int
    let name: String
    let chart: Statechart
    /// The named actions and guards that throw.
    let failures: Set<String>
    let steps: [Step]

    var testDescription: String { "rule \(rule): \(name)" }

    init(
        _ rule: Int, _ name: String, _ root: Outline, submachines: [Statechart] = [], failures: Set<String> = [],
        _ steps: [Step]
    ) {
        (self.rule, self.name, self.failures, self.steps) = (rule, name, failures, steps)
        chart = Statechart(root, submachines: submachines)
    }

    /// An input and what follows from it.
    struct Step {
        let input: ChartInput
        let response: ChartResponse

        /// Creates a step.
        ///
        /// - Parameters:
        ///   - trace: What happens, with blanks between: `+a` for an entry, `-a` for an exit, `!e`
        ///     for an event that is raised, the name alone for an action.
        ///   - configuration: The atomic states that are active then, with blanks between.
        init(_ input: ChartInput, _ trace: String, in configuration: String) {
            self.input = input
            let words = trace.split(separator: " ").map { word in
                switch word.first {
                case "+": "enter \(word.dropFirst())"
                case "-": "exit \(word.dropFirst())"
                case "!": "raise \(word.dropFirst())"
                default: "perform \(word)"
                }
            }
            response = ChartResponse(trace: words, configuration: configuration.split(separator: " ").map(String.init))
        }

        static func start(_ trace: String, in configuration: String) -> Step {
            Step(.start, trace, in: configuration)
        }

        static func event(_ name: String, _ trace: String, in configuration: String) -> Step {
            Step(.event(name), trace, in: configuration)
        }

        static func time(_ milliseconds: Int, _ trace: String, in configuration: String) -> Step {
            Step(.time(.milliseconds(milliseconds)), trace, in: configuration)
        }

        static func guards(_ names: Set<String>, in configuration: String) -> Step {
            Step(.guards(names), "", in: configuration)
        }
    }

    /// Runs the scenario on an engine, and compares as much as it tells.
    func check<Runner: ChartRunner>(on runner: Runner.Type) throws {
        let responses = try Runner.run(chart, on: steps.map(\.input), failures: failures)
        for (step, response) in zip(steps, responses) {
            #expect(response.trace == Runner.known(step.response.trace), "\(step.input)")
            #expect(response.configuration == step.response.configuration, "\(step.input)")
        }
    }
}
