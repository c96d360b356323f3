import ArgumentParser
import Automata
import ToolSupport

struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Describe automata: kind, size, properties.",
        usage: "automata info <file> ... [<options>]",
        discussion: """
            One file is described in a list, several files in a table with a line for each. With --json each file \
            yields a JSON object on its own line (JSON Lines), whose keys are file, format, kind, states, transitions, \
            epsilonMoves, symbols, initial, final, deterministic, total, minimal, empty and finite. A class of symbols \
            counts as all its members, for symbols and for transitions. minimal is null for an automaton that isn't \
            deterministic.

            --analyze adds slower analyses: ambiguity (the number of accepting runs of a word as words get longer) and \
            growth (the number of words of a length): finite, polynomial with a degree, exponential. A value is unknown, null in \
            JSON, if its analysis exceeds the limits. The keys are ambiguity, ambiguityDegree, growth and growthDegree.

            Example:
              automata info ends-with-01.jff
              automata info tokens.jff --analyze
              automata info automata/ --json | jq 'select(.states > 100) | .file'
            """)

    @Argument(
        help: ArgumentHelp("Files and folders with automata; - is standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @Flag(help: "Print a JSON object for each file, one on each line.")
    var json = false

    @Flag(help: "Print the ambiguity and the growth, too.")
    var analyze = false

    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Batch") var batch: BatchOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func run() throws {
        let inputs = try InputList(files)
        let reader = try input.makeReader(limits: limits)
        let names = inputs.files.map(\.name.shown)
        let style: AutomatonSummary.Style =
            json ? .json : names.count == 1 ? .list : .row(nameWidth: names.map(\.count).max() ?? 0)
        let isAnalyzed = analyze
        if case .row(let width) = style {
            try StandardOutput.write(AutomatonSummary.header(nameWidth: width, isAnalyzed: isAnalyzed))
        }
        try inputs.run(limits, batch) { _, file, context throws(ToolError) in
            let reading = try reader.read(file, context)
            var summary = AutomatonSummary(reading.automaton, fileName: file.name, format: reading.format)
            if isAnalyzed { summary.analyze(reading.automaton, budget: context.budget) }
            context.write(summary.text(style))
        }
    }
}
