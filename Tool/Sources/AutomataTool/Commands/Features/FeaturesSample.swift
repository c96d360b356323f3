import ArgumentParser
import Automata
import AutomataCounting
import FeatureModels

struct FeaturesSample: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample",
        abstract: "Draw products of a feature model at random, all with the same chance, or to cover interactions.",
        usage: "automata features sample <file> [<options>]",
        discussion: """
            A product a line, each independent of the others, so that one may come twice: its features with commas \
            between them, as automata features check reads them. With --json a line is a JSON array of the names. The \
            same --seed gives the same products with one --engine everywhere; without one they differ from time to time.

            With --covering 2 the products aren't drawn: they are few, and whatever decisions about two features some \
            product has, one of these has them, too; with 3, three features. Such samples are for tests.

            Example:
              automata features sample companion.uvl
              automata features sample companion.uvl --count 1000 --seed 1 --concrete
              automata features sample companion.uvl --covering 2
            """)

    @OptionGroup var source: FeatureSource

    @Option(name: .long, help: ArgumentHelp("Number of products to draw. (default: 1)", valueName: "count"))
    var count: Int?

    @Option(name: .long, help: ArgumentHelp("Seed of the random numbers.", valueName: "number"))
    var seed: UInt64?

    @Option(
        name: .long,
        help: ArgumentHelp("Cover the decisions about so many features, instead of drawing.", valueName: "number"))
    var covering: Int?

    @Flag(name: .long, help: "JSON arrays of names.")
    var json = false

    func validate() throws {
        if let count, count < 0 { throw ValidationError("--count takes a number from 0 on.") }
        guard let covering else { return }
        if covering < 1 { throw ValidationError("--covering takes a number from 1 on.") }
        if count != nil || seed != nil { throw ValidationError("--covering goes with neither --count nor --seed.") }
    }

    /// The number of products that are drawn before they are printed.
    private static var portion: Int { 64 }

    func run() throws {
        let command = self
        try source.compile { (products, context) throws(ToolError) in
            if products.isEmpty { throw ToolError("the model has no products") }
            var writer = ProductWriter(products.model, isJSON: command.json)
            if let strength = command.covering {
                let sample = try command.source.limits.checked { () throws(FeatureModelError) in
                    try products.coveringSample(strength: strength, budget: context.budget)
                }
                for product in sample { try writer.append(product, in: products.model) }
                try writer.flush()
                return []
            }
            var generator = SeededGenerator(seed: command.seed ?? UInt64.random(in: 0...UInt64.max))
            var rest = command.count ?? 1
            while rest > 0 {
                try command.source.checkTime(context)
                for product in products.sample(min(rest, Self.portion), using: &generator) {
                    try writer.append(product, in: products.model)
                }
                rest -= min(rest, Self.portion)
            }
            try writer.flush()
            return []
        }
    }
}
