import ArgumentParser
import AutomataFiles
import StatechartCode
import StatechartFormats
import Statecharts
import ToolSupport

struct StatechartGenerate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Write a statechart as a program in C or Swift.",
        usage: "automata statechart generate <file> [<options>]",
        discussion: """
            The program needs no library and no heap in C: one header for C99 and C++, which contains its \
            implementation, too. It makes the same decisions as statechart run. Guards, actions, activities and services are functions that \
            you write; so are conditions and actions with expressions or scripts, whose texts are comments \
            beside the functions. Charts that invoke charts or have dynamic regions are refused.

            Without --to the extension of the output decides (.h, .swift); otherwise the program is C. Its names begin \
            with the chart's name, or with that of the file if the chart has none.

            Example:
              automata statechart generate traffic-lights.scxml -o traffic_lights.h
              automata statechart generate traffic-lights.scxml --to swift
            """)

    @Argument(help: ArgumentHelp("The statechart; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var output: TextOutputOptions<StatechartCode>

    @OptionGroup(title: "Input") var input: StatechartInputOptions
    @OptionGroup(title: "Limits") var limits: StatelessLimitOptions

    func run() throws {
        let file = InputFile(path: file)
        let code = try output.format() ?? .c
        let plan = try output.plan(for: file, as: code)
        let reader = input.reader
        try plan.run(limits.options) { item, context throws(ToolError) in
            let document = try reader.read(file, context).document
            var chart = document.chart
            if chart.name.isEmpty, !file.isStandardInput {
                chart.root.name = Path.removingExtension(Path.split(file.path).name)
            }
            let text: String
            do throws(StatechartError) { text = try code.text(of: chart, budget: context.budget) } catch {
                // All of them, as check doesn't list what only programs lack.
                throw error.fullToolError(in: document, at: file.name, limits: context.limits)
            }
            try context.write(text, to: item.destination)
        }
    }
}
