import ArgumentParser
import FeatureModels
import ToolSupport

struct FeaturesNearest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearest",
        abstract: "Find the product that is closest to a configuration.",
        usage: "automata features nearest <file> <configuration> [<options>]",
        discussion: """
            Prints the product that differs from the configuration in the fewest features, in the notation of automata \
            features check; a note lists the changed decisions. Features that aren't named are deselected, or with \
            --partial undecided, so that they aren't counted.

            Example:
              automata features nearest phone.uvl 'Phone,Screen,Color,Camera'
              automata features nearest companion.uvl --partial 'Box,InAppLogin'
            """)

    @OptionGroup var source: FeatureSource
    @OptionGroup var configuration: ConfigurationOptions

    @Flag(help: "Print a JSON array of names.")
    var json = false

    func validate() throws { try configuration.check(readBeside: source.file) }

    func run() throws {
        let command = self
        try source.compile { (products, context) throws(ToolError) in
            let model = products.model
            let isConcrete = command.source.options.concrete
            let configuration = try command.configuration.read(for: model, skipsAbstract: isConcrete, context)
            let nearest = try context.checked { () throws(FeatureModelError) in
                try products.nearest(to: configuration, budget: context.budget)
            }
            guard let nearest else {
                throw ToolError("the model has no products; run 'automata features explain' to see why")
            }
            var writer = ProductWriter(model, isJSON: command.json)
            try writer.append(nearest.product, in: model)
            try writer.flush()
            if nearest.changes.isEmpty { return }
            let changes = FeatureNames(model).text(ofChanges: nearest.changes, to: nearest.product)
            context.note("\(grouped(nearest.changes.count)) changed: \(changes)")
        }
    }
}
