import ArgumentParser
import AutomataCommands
import ComponentCommands
import DrawingCommands
import FeatureCommands
import LanguageCommands
import MachineCommands
import StatechartCommands

/// The root command of the tool.
struct AutomataCommand: ParsableCommand {
    static let name = "automata"
    static let version = "automata 0.1.0"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract:
            "Finite automata: convert, determinize, minimize, combine, compare, check and draw them; run statecharts and components; "
            + "analyze feature models.",
        discussion: """
            Automata are read and written as .mata, JFLAP .jff, AT&T .att, .json, Graphviz .dot, RABIT's .ba and the \
            editor's .sketch, and drawn as .svg, .tex, .pdf and .png. A file named - is standard input, an output named - \
            standard output.

            Example:
              automata minimize ends-with-01.jff -o minimal.svg
              automata accepts ends-with-01.jff 1101 110 ''
              automata regex '(a|b)*a(a|b){3}' --to svg -o fourth-from-last.svg
              automata minimize automata/ --output-dir minimal --to json
              automata equivalent mine.jff solution.jff
              automata edit homework.sketch
              automata statechart run traffic-lights.scxml +4000 button
              automata components run expenses.json button.fetch +2s
              automata features count companion.uvl

            Exit codes: 0 done (accepts: every word accepted; a question: yes), 1 a negative result (accepts: some word rejected; a \
            question: no; recognize: something unknown; statechart run --expect, components run --expect: something unexpected; features check: not \
            valid), 2 an error, wrong usage included. After a signal no unfinished files remain.
            """,
        version: version,
        subcommands: [],
        groupedSubcommands: [
            CommandGroup(
                name: "Inspecting",
                subcommands: AutomataCommandList.accepting + [Match.self] + AutomataCommandList.inspecting),
            CommandGroup(name: "Making", subcommands: LanguageCommandList.making),
            CommandGroup(name: "Transforming", subcommands: AutomataCommandList.transforming),
            CommandGroup(name: "Combining", subcommands: AutomataCommandList.combining),
            CommandGroup(name: "Deciding", subcommands: AutomataCommandList.deciding),
            CommandGroup(name: "Words", subcommands: AutomataCommandList.words),
            CommandGroup(name: "Drawing", subcommands: DrawingCommandList.drawing),
            CommandGroup(name: "Machines with outputs", subcommands: [MachineCommand.self, LearnCommand.self]),
            CommandGroup(name: "Statecharts", subcommands: [StatechartCommand.self]),
            CommandGroup(name: "Components", subcommands: [ComponentsCommand.self]),
            CommandGroup(name: "Feature models", subcommands: [FeaturesCommand.self]),
        ])
}
