import ArgumentParser
import FeatureFormats
import FeatureModels
import ToolSupport

struct FeaturesConvert: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write a feature model in another format.",
        usage: "automata features convert <file> [<options>]",
        discussion: """
            The products stay the same. For each kind of change that the format requires, a note on standard error has \
            the first change and the number of others. \
            Imported models become a part of the result. Comments and the layout of the text aren't kept. \
            --with-order finds a good feature order for the engine dfa and stores it in JSON, so that this engine \
            need not search for one. --unfold writes a model without clones, in which each clone is a feature.

            Example:
              automata features convert companion.uvl -o companion.xml
              automata features convert companion.uvl --to dimacs > companion.dimacs
              automata features convert companion.uvl -o companion.csv
              automata features convert companion.uvl --with-order -o companion.json
              automata features convert shop.uvl --unfold -o shop.dimacs
            """)

    @Argument(help: ArgumentHelp("The feature model; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var output: TextOutputOptions<FeatureFormat>

    @Flag(help: "Find an order for the engine dfa by sifting, and keep it in JSON.")
    var withOrder = false

    @Flag(help: "Write a model without clones.")
    var unfold = false

    @OptionGroup(title: "Input") var input: FeatureInputOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws {
        if input.clones != nil, !unfold { throw ValidationError("--clones needs --unfold.") }
    }

    func run() throws {
        let file = InputFile(path: file)
        let chosen = try output.format()
        if withOrder, chosen != .json { throw ValidationError("--with-order needs an output in JSON.") }
        let plan = try output.plan(for: file, as: chosen)
        let reader = input.reader
        try plan.run(limits) { item, context throws(ToolError) in
            let reading = try reader.read(file, keepsClones: !unfold, context)
            var model = reading.model
            if withOrder { model.order = try order(of: reading, context) }
            let written: FeatureWriteResult
            do throws(FeatureFormatError) {
                written = try (chosen ?? reading.format).text(of: model, budget: context.budget)
            } catch {
                throw ToolError(error, in: file, limits: context.limits)
            }
            context.note(written.notes)
            try context.write(written.text, to: item.destination)
        }
    }

    private func order(
        of reading: FeatureModelReader.Reading, _ context: WorkContext
    ) throws(ToolError) -> [FeatureID] {
        context.report("sifting")
        do throws(FeatureModelError) {
            return try reading.model.products(using: .layeredDFA, order: .sifted, budget: context.budget).order
        } catch {
            throw ToolError(error, about: reading, limits: context.limits)
        }
    }
}
