import ArgumentParser
import FeatureModels
import ToolSupport

struct FeaturesSample: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample",
        abstract: "Draw products of a feature model, uniformly at random or to cover interactions.",
        usage: "automata features sample <file> [<options>]",
        discussion: """
            Prints a product on each line: its features with commas between them, in the notation of automata features check. \
            Products are independent, so that one may come twice. With --json each line is a JSON array of the names. The \
            same --seed and --engine give the same products everywhere; without a seed each call gives different ones.

            --covering 2 isn't random: it gives a few products that together have every pair of decisions about two features \
            that some product has; --covering 3 does so for three features. Such samples are for tests.

            Example:
              automata features sample companion.uvl
              automata features sample companion.uvl --count 1000 --seed 1 --concrete
              automata features sample companion.uvl --covering 2
            """)

    @OptionGroup var source: FeatureSource

    @Option(
        help: ArgumentHelp("Number of products to draw. (default: 1)", valueName: "count"), transform: number(from: 0))
    var count: Int?

    @Option(help: ArgumentHelp("Seed of the random numbers.", valueName: "number"), transform: number(from: 0))
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            "Cover all combinations of decisions about this many features, instead of drawing at random.",
            valueName: "number"),
        transform: number(from: 1))
    var covering: Int?

    @Flag(help: "Print JSON arrays of names.")
    var json = false

    func validate() throws {
        if covering != nil, count != nil || seed != nil {
            throw ValidationError("--covering can't be combined with --count or --seed.")
        }
    }

    /// The number of products that are drawn before they are printed.
    private static var batchSize: Int { 64 }

    func run() throws {
        let command = self
        try source.compile { (products, context) throws(ToolError) in
            if products.isEmpty {
                throw ToolError("the model has no products; run 'automata features explain' to see why")
            }
            var writer = ProductWriter(products.model, isJSON: command.json)
            if let strength = command.covering {
                let sample = try context.checked { () throws(FeatureModelError) in
                    try products.coveringSample(strength: strength, budget: context.budget)
                }
                for product in sample { try writer.append(product, in: products.model) }
                return try writer.flush()
            }
            var generator = SeededGenerator(seed: command.seed ?? UInt64.random(in: 0...UInt64.max))
            var rest = command.count ?? 1
            while rest > 0 {
                try context.checkTime()
                for product in products.sample(min(rest, Self.batchSize), using: &generator) {
                    try writer.append(product, in: products.model)
                }
                rest -= min(rest, Self.batchSize)
            }
            try writer.flush()
        }
    }
}
