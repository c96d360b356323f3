import ArgumentParser
import Automata
import AutomataFormats
import FeatureLanguages
import FeatureModels
import ToolSupport

struct FeaturesLanguage: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "language",
        abstract: "Make the automaton of a feature model's products, with clones.",
        usage: "automata features language <file> [<options>]",
        discussion: """
            The result is the minimal DFA with a word for each product. Each clone of a feature is written as \
            its name, the clones below it, and / with its name; a feature without children is only its name: Shop \
            StoreFront Card /StoreFront /Shop. Features without a cardinality have one clone. Cardinalities need no upper \
            bound: the automaton then accepts infinitely many products. All other commands \
            of automata take this automaton; to give words as arguments, write spaces between symbols and -s ' '.

            Example:
              automata features language shop.uvl -o shop.json
              automata features language shop.uvl | automata shortest -
              automata features language shop.uvl --to svg -o shop.svg
            """)

    @Argument(help: ArgumentHelp("The feature model; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup(title: "Output") var result: ResultOptions
    @OptionGroup(title: "Input") var input: FeatureInputOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func run() throws {
        let file = InputFile(path: file)
        let format = try result.format() ?? .text(.mata)
        let destination = try result.destination()
        let reader = input.reader
        try limits.run(on: file.name, replacing: result.force) { context throws(ToolError) in
            let reading = try reader.read(file, keepsClones: true, context)
            context.report("building")
            let automaton: DFA
            do throws(FeatureModelError) {
                automaton = try reader.bounded(reading.model).language(budget: context.budget)
            } catch {
                throw ToolError(error, about: reading, limits: context.limits)
            }
            try context.write(.dfa(automaton), in: format, to: destination)
        }
    }
}
