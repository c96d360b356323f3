import ArgumentParser
import Automata
import AutomataCounting
import FeatureModels

struct FeaturesSample: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample",
        abstract: "Draw products of a feature model at random, all with the same chance.",
        usage: "automata features sample <file> [<options>]",
        discussion: """
            A product a line, each independent of the others, so that one may come twice: its features with commas \
            between them, as automata features check reads them. With --json a line is a JSON array of the names. The \
            same --seed gives the same products with one --engine everywhere; without one they differ from time to time.

            Example:
              automata features sample companion.uvl
              automata features sample companion.uvl --count 1000 --seed 1 --concrete
            """)

    @OptionGroup var source: FeatureSource

    @Option(name: .long, help: ArgumentHelp("How many products to draw.", valueName: "count"))
    var count = 1

    @Option(name: .long, help: ArgumentHelp("Where the random numbers start.", valueName: "number"))
    var seed: UInt64?

    @Flag(name: .long, help: "JSON arrays of names.")
    var json = false

    func validate() throws {
        if count < 0 { throw ValidationError("--count takes a number from 0 on.") }
    }

    /// The number of products that are drawn before they are printed.
    private static var portion: Int { 64 }

    func run() throws {
        let command = self
        try source.compile { (products, context) throws(ToolError) in
            if products.isEmpty { throw ToolError("the model has no products") }
            var generator = SeededGenerator(seed: command.seed ?? UInt64.random(in: 0...UInt64.max))
            var writer = ProductWriter(products.model, isJSON: command.json)
            var rest = command.count
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
