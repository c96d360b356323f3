import ArgumentParser
import AutomataFiles
import FeatureModels
import ToolSupport

struct FeaturesCount: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count",
        abstract: "Count the products of feature models, exactly.",
        usage: "automata features count <file> ... [<options>]",
        discussion: """
            Prints only the exact number of products; for several files and for folders a line \
            for each file, with its name in front.

            --with counts the products that agree with a configuration, in which features that aren't named are \
            undecided. --per feature prints a line for each feature: its name, the number of products that have it, \
            and its commonality, the fraction of all products, with tabs between them. --per size \
            prints each number of features, a tab, and the number of products of this size.

            Example:
              automata features count companion.uvl
              automata features count companion.uvl --with 'Box,!Shortcuts'
              automata features count companion.uvl --per feature | sort -t $'\\t' -k 2n
              automata features count models/ --concrete
            """)

    /// The kinds of parts that products are counted by.
    enum Part: String, CaseIterable, Sendable { case feature, size }

    @OptionGroup var models: FeatureFiles

    @Option(
        help: ArgumentHelp("Count the products that agree with this configuration.", valueName: "configuration"),
        completion: .file())
    var with: String?

    @Option(help: ArgumentHelp("Count the products of each feature, or of each size.", valueName: "part"))
    var per: NamedCase<Part>?

    func validate() throws {
        try ValidationError.check(atMostOne: ["--with": with != nil, "--per": per != nil])
        try ValidationError.check(standardInputs: models.files + [with])
    }

    func run() throws {
        let inputs = try InputList(models.files, contents: .featureModels)
        let isNamed = inputs.files.count > 1 || models.files.contains(where: FolderListing.isFolder)
        if isNamed, with != nil || per != nil {
            throw ValidationError("--with and --per need exactly one file.")
        }
        let command = self
        try models.run(inputs) { _, reading, context throws(ToolError) in
            let text = try command.text(of: reading.model, context)
            context.write((isNamed ? RawText.bytes(of: reading.file.name) + Array(": ".utf8) : []) + Array(text.utf8))
        }
    }

    private func text(of model: FeatureModel, _ context: WorkContext) throws(ToolError) -> String {
        let condition = try with.map { argument throws(ToolError) in
            try ConfigurationSource(argument: argument).read(for: model, context) { _ in .undecided }
        }
        let products = try models.options.products(of: model, context)
        context.report("counting")
        return try context.checked { () throws(FeatureModelError) in
            if let condition { return "\(try products.count(with: condition, budget: context.budget))\n" }
            return switch per?.value {
            case nil: "\(products.count)\n"
            case .feature: try perFeature(products, context)
            case .size: try perSize(products, context)
            }
        }
    }

    private func perFeature(_ products: Products, _ context: WorkContext) throws(FeatureModelError) -> String {
        let names = FeatureNames(products.model)
        let counts = try products.featureCounts(budget: context.budget)
        let shares = try products.commonalities(budget: context.budget)
        return products.model.ids.lazy
            .filter { !models.options.concrete || !products.model[$0].isAbstract }
            .map { "\(String(decoding: names[$0], as: UTF8.self))\t\(counts[Int($0)])\t\(shares[Int($0)])\n" }
            .joined()
    }

    private func perSize(_ products: Products, _ context: WorkContext) throws(FeatureModelError) -> String {
        try products.sizes(budget: context.budget).enumerated()
            .filter { !$0.element.isZero }.map { "\($0.offset)\t\($0.element)\n" }.joined()
    }
}
