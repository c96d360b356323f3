import ArgumentParser
import FeatureFormats
import FeatureModels
import ToolSupport

struct FeaturesDraw: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draw",
        abstract: "Draw a feature model: SVG, or text for Graphviz.",
        usage: "automata features draw <file> [<options>]",
        discussion: """
            The model is drawn as a tree in the classical notation: filled circles mean mandatory features, \
            hollow circles optional features, filled arcs or groups, hollow arcs alternatives. Without --to the extension of the output \
            decides (.svg, .dot, .gv); otherwise the picture is SVG.

            --with marks the features that a configuration selects and deselects; --mark compiles the products, and \
            marks core, dead and false optional features.

            Example:
              automata features draw companion.uvl -o companion.svg
              automata features draw phone.uvl --with 'Camera,!GPS' -o camera.svg
              automata features draw phone.uvl --mark --to dot | dot -Tpdf -o phone.pdf
            """)

    @OptionGroup var source: FeatureSource

    @OptionGroup var output: TextOutputOptions<FeaturePicture>

    @Option(
        help: ArgumentHelp("Mark the decisions of this configuration.", valueName: "configuration"),
        completion: .file())
    var with: String?

    @Flag(help: "Mark core, dead and false optional features.")
    var mark = false

    func validate() throws {
        try ValidationError.check(standardInputs: [source.file, with])
    }

    func run() throws {
        let file = InputFile(path: source.file)
        let picture = try output.format() ?? .svg
        let plan = try output.plan(for: file, as: picture)
        let command = self
        // Marks are about the features of products, which are without clones.
        let hasMarks = with != nil || mark
        try source.read(replacing: output.force, keepsClones: !hasMarks) { (reading, context) throws(ToolError) in
            let highlight = try command.highlight(of: reading.model, context)
            try context.write(
                picture.text(of: reading.model, highlighting: highlight), to: plan.items[0].destination)
        }
    }

    private func highlight(of model: FeatureModel, _ context: WorkContext) throws(ToolError) -> FeatureHighlight {
        var highlight = FeatureHighlight()
        if mark {
            let products = try source.options.products(of: model, context)
            highlight = try context.checked { () throws(FeatureModelError) in
                FeatureHighlight(marking: try products.featureProperties(budget: context.budget))
            }
        }
        if let with {
            highlight.configuration = try ConfigurationSource(argument: with).read(for: model, context) { _ in
                .undecided
            }
        }
        return highlight
    }
}
