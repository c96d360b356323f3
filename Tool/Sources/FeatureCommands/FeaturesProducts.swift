import ArgumentParser
import FeatureModels
import ToolSupport

struct FeaturesProducts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "products",
        abstract: "List the products of a feature model, in order.",
        usage: "automata features products <file> [<options>]",
        discussion: """
            Prints a product on each line: its features with commas between them, in the notation of automata features check. With \
            --json each line is a JSON array of the names.

            Of two products, the one without the first feature in which they differ comes first; features are in the \
            order of the file. Products are counted from 0: --at prints the product at a position, --rank the position of a \
            product. If there are more products than --limit allows, a note says so.

            Example:
              automata features products phone.uvl
              automata features products companion.uvl --limit 10 --concrete
              automata features products companion.uvl --at 1000000000
              automata features products phone.uvl --rank 'Phone,Calls,Screen,Basic'
            """)

    @OptionGroup var source: FeatureSource

    @Option(
        help: ArgumentHelp("Maximum number of products to list. (default: 1000)", valueName: "count"),
        transform: number(from: 0))
    var limit: Int?

    @Flag(help: "List all products, without a limit.")
    var all = false

    @Option(
        help: ArgumentHelp("Print the product at this position.", valueName: "position"),
        transform: number(from: BigInteger()))
    var at: BigInteger?

    @Option(help: ArgumentHelp("Print the position of this product.", valueName: "configuration"), completion: .file())
    var rank: String?

    @Flag(help: "Print JSON arrays of names.")
    var json = false

    func validate() throws {
        try ValidationError.check(
            atMostOne: ["--limit": limit != nil, "--all": all, "--at": at != nil, "--rank": rank != nil])
        try ValidationError.check(standardInputs: [source.file, rank])
    }

    func run() throws {
        let command = self
        try source.compile { (products, context) throws(ToolError) in
            if let rank = command.rank { return try command.printRank(of: rank, products, context) }
            if let at = command.at { return try command.printProduct(at: at, products, context) }
            if try !command.list(products, context) {
                context.note("there are more products; --limit N lists more, and --all lists all of them")
            }
        }
    }

    private func printRank(
        of argument: String, _ products: Products, _ context: WorkContext
    ) throws(ToolError) {
        let product = try ConfigurationSource(argument: argument).read(for: products.model, context) { _ in .deselected
        }
        let rank = try context.checked { () throws(FeatureModelError) in
            try products.rank(of: product, budget: context.budget)
        }
        guard let rank else { throw ToolError("this isn't a product; run 'automata features check' to see why") }
        context.write("\(rank)\n")
    }

    private func printProduct(
        at rank: BigInteger, _ products: Products, _ context: WorkContext
    ) throws(ToolError) {
        let product = try context.checked { () throws(FeatureModelError) in
            try products.product(at: rank, budget: context.budget)
        }
        guard let product else {
            throw ToolError("there is no product at this position; there are \(products.count), counted from 0")
        }
        var writer = ProductWriter(products.model, isJSON: json)
        try writer.append(product, in: products.model)
        try writer.flush()
    }

    /// Prints the products; returns whether these are all.
    private func list(_ products: Products, _ context: WorkContext) throws(ToolError) -> Bool {
        var writer = ProductWriter(products.model, isJSON: json)
        let limit = all ? Int.max : self.limit ?? 1000
        var count = 0
        for product in products {
            if count == limit {
                try writer.flush()
                return false
            }
            if count & 0xFF == 0 { try context.checkTime() }
            try writer.append(product, in: products.model)
            count += 1
        }
        try writer.flush()
        return true
    }
}
