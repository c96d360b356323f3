import ArgumentParser
import AutomataFiles
import StatechartAnalysis
import StatechartFormats
import Statecharts
import TextSupport
import ToolSupport

struct StatechartEquivalent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "equivalent",
        abstract: "Test whether two statecharts have the same outputs in all runs.",
        usage: "automata statechart equivalent <first> <second> [<options>]",
        discussion: """
            Outputs are named actions, events for others, log entries and the end of the chart; so this tells whether a \
            refactoring is safe, whatever the states are called. --effects chooses among them, or adds the active states. The value \
            of a log entry counts if it is constant or depends only on explored variables.

            Both charts get the same events; one that a chart doesn't name is ignored. Timers that begin in the same step with \
            the same delay end together. A guard without a known value has the same answer in both charts.

            If the charts differ, a shortest run is shown: the arguments of automata statechart run. It is confirmed if the \
            engine has made it in both charts; otherwise it is only possible, and the reason is told, such as a guard that must hold. \
            With --json the keys are answer, events, first and second (the outputs of the last step of each), confirmed, and \
            reason if it isn't. Values of log entries are equal if they have the same type: 1 and the text "1" differ.

            Exit codes: 0 yes, 1 no, 2 an error.

            Example:
              automata statechart equivalent door.scxml simpler-door.scxml
              automata statechart equivalent old.scxml new.json --effects states --json
            """)

    @Argument(help: ArgumentHelp("The first statechart; - is standard input.", valueName: "first"), completion: .file())
    var first: String

    @Argument(
        help: ArgumentHelp("The second statechart; - is standard input.", valueName: "second"), completion: .file())
    var second: String

    @Flag(help: "Print the answer as a JSON object.")
    var json = false

    @OptionGroup var effects: EffectOptions
    @OptionGroup var exploration: ExplorationOptions
    @OptionGroup(title: "Input") var input: StatechartInputOptions
    @OptionGroup(title: "Limits") var limits: StatelessLimitOptions

    func validate() throws { try ValidationError.check(standardInputs: [first, second]) }

    func run() throws {
        let (command, reader, outputs) = (self, input.reader, try effects.outputs())
        let files = [first, second].map { InputFile(path: $0) }
        let names = files.map(\.name).joined(separator: ", ")
        let isYes = try limits.options.run(on: names) { context throws(ToolError) in
            let one = try reader.read(files[0], context).document
            let other = try reader.read(files[1], context).document
            // Errors of a chart have a place in its own text.
            for (document, file) in [(one, files[0]), (other, files[1])] { try document.check(at: file.name, context) }
            context.report("exploring")
            var options = command.exploration.options(context)
            options.outputs = outputs
            let comparison: StatechartComparison
            do throws(AnalysisError) { comparison = try one.chart.comparison(with: other.chart, options) } catch {
                throw ToolError(error, in: one, at: names, context)
            }
            context.write(command.json ? command.object(comparison.difference).line : command.text(comparison))
            if !command.json { comparison.tellAbstractions(at: names) }
            return comparison.isEquivalent
        }
        if !isYes { throw ExitCode(1) }
    }

    private func object(_ difference: StatechartDifference?) -> JSONObject {
        guard let difference else { return ["answer": true] }
        var object: JSONObject = [
            "answer": false, "events": difference.events, "first": difference.firstOutputs,
            "second": difference.secondOutputs, "confirmed": difference.isConfirmed,
        ]
        if !difference.isConfirmed { object.add("reason", difference.reason) }
        return object
    }

    private func text(_ comparison: StatechartComparison) -> String {
        guard let difference = comparison.difference else {
            return "equivalent: \(first.shown) and \(second.shown) have the same outputs in all runs\n"
        }
        func words(_ words: [String]) -> String {
            "outputs " + (words.isEmpty ? "nothing" : words.map(\.shown).joined(separator: ", "))
        }
        let run = difference.events.map(\.shown).joined(separator: " ")
        return "not equivalent: \(run.isEmpty ? "at the start" : "after " + run), \(first.shown) "
            + "\(words(difference.firstOutputs)) and \(second.shown) \(words(difference.secondOutputs))"
            + "\(difference.isConfirmed ? "" : " (possible: \(difference.reason.shown))")\n"
    }
}

extension StatechartDocument {
    /// Checks that the chart is valid.
    fileprivate func check(at name: String, _ context: WorkContext) throws(ToolError) {
        do throws(StatechartError) {
            _ = try CompiledStatechart<ExpressionBehavior>(chart, budget: context.budget)
        } catch { throw error.toolError(in: self, at: name, limits: context.limits) }
    }
}

extension StatechartComparison {
    /// Tells what the comparison doesn't know.
    fileprivate func tellAbstractions(at name: String) {
        if isEquivalent, areSilent {
            Messages.note("neither chart has outputs; --effects states compares their active states", at: name)
        }
        let guards = abstractedGuards
        if !guards.isEmpty {
            Messages.note(
                "both answers of these conditions are explored: "
                    + guards.prefix(5).map { "'\($0.shown)'" }.joined(separator: ", ")
                    + (guards.count > 5 ? " and \(guards.count - 5) more" : ""), at: name)
        }
        for omission in omissions { Messages.note("the comparison may miss runs: \(omission.shown)", at: name) }
    }
}
