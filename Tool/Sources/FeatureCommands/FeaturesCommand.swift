package import ArgumentParser
import FeatureFormats
import FeatureModels
import ToolSupport

/// The group of commands for feature models.
package struct FeaturesCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "features",
        abstract: "Count, check, explain, configure, sample and optimize products; compare, convert and draw models.",
        usage: "automata features <command> <file> [<options>]",
        discussion: """
            Feature models are read and written as UVL .uvl, FeatureIDE's .xml, .dimacs with names, the tool's .json, \
            and decision tables in Markdown .md and in .csv. A file named - is standard input.

            A configuration is given as a file's name, - for standard input, or feature names with commas between them; \
            a file has a feature name on each line. A name in double quotes is a JSON string, for names \
            with commas, or blanks at their ends; ! before a name deselects the feature; a line that begins with # is \
            a comment. Products are printed in the same form, one on each line.

            Clones of a feature have numbers: StoreFront.2.Card is a feature of the second store front.

            Example:
              automata features count companion.uvl
              automata features info companion.uvl --json
              automata features check companion.uvl 'Companion,SyncEngine,Box'
              automata features sample companion.uvl --count 5
              automata features compare old.uvl new.uvl
              automata features explain companion.uvl --feature Box
              automata features configure companion.uvl
              automata features convert companion.uvl -o companion.xml
              automata features draw companion.uvl -o companion.svg
            """,
        subcommands: [
            FeaturesCount.self, FeaturesInfo.self, FeaturesCheck.self, FeaturesProducts.self, FeaturesSample.self,
            FeaturesNearest.self, FeaturesBest.self, FeaturesExplain.self, FeaturesCompare.self,
            FeaturesConfigure.self, FeaturesDerive.self, FeaturesConvert.self, FeaturesDraw.self, FeaturesLanguage.self,
        ])

    package init() {}

    package func run() throws { throw ValidationError("Name a command; automata features --help lists them.") }
}

/// The options for reading feature models.
struct FeatureInputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The input's format; by default determined by the extension, then by the content.", valueName: "format"))
    var from: NamedCase<FeatureFormat>?

    @Flag(
        help: "If an or group or an alternative has one child, make it mandatory, as newer versions of FeatureIDE do.")
    var strict = false

    @Option(
        help: ArgumentHelp("Maximum number of clones of features without an upper bound.", valueName: "number"),
        transform: number(from: 1))
    var clones: Int?

    var reader: FeatureModelReader {
        FeatureModelReader(
            format: from?.value, singleChild: strict ? .mandatory : .optional, cloneLimit: clones)
    }
}

/// The options for compiling products.
struct ProductOptions: ParsableArguments {
    @Flag(help: "Ignore abstract features: products that differ only in these count as one.")
    var concrete = false

    @Option(
        help: ArgumentHelp(
            "The engine; all give the same numbers. (default: the first one that succeeds)", valueName: "name"))
    var engine: NamedCase<ProductEngine>?

    /// Compiles the products.
    func products(of model: FeatureModel, _ context: WorkContext) throws(ToolError) -> Products {
        context.report("compiling")
        return try context.checked { () throws(FeatureModelError) in
            try model.products(
                over: concrete ? .concreteFeatures : .allFeatures, using: engine?.value, budget: context.budget)
        }
    }
}

extension LimitOptions {
    /// Calls a function of the library; if it fails, the error names the options that help.
    func checked<Result>(_ body: () throws(FeatureModelError) -> Result) throws(ToolError) -> Result {
        do { return try body() } catch { throw ToolError(error, limits: self) }
    }
}

extension WorkContext {
    /// Calls a function of the library; if it fails, the error names the options that help.
    func checked<Result>(_ body: () throws(FeatureModelError) -> Result) throws(ToolError) -> Result {
        try limits.checked(body)
    }
}

/// The options for the feature models of a command.
struct FeatureFiles: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Files and folders with feature models; - is standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @OptionGroup(title: "Input") var input: FeatureInputOptions
    @OptionGroup(title: "Products") var options: ProductOptions
    @OptionGroup(title: "Batch") var batch: BatchOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    /// Reads each model and does the work.
    func run(
        _ inputs: InputList,
        _ work: @escaping @Sendable (_ index: Int, FeatureModelReader.Reading, WorkContext) throws(ToolError) -> Void
    ) throws {
        let reader = input.reader
        try inputs.run(limits, batch) { index, file, context throws(ToolError) in
            try work(index, try reader.read(file, context), context)
        }
    }
}

/// The options for the feature model of a command.
struct FeatureSource: ParsableArguments {
    @Argument(help: ArgumentHelp("The feature model; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup(title: "Input") var input: FeatureInputOptions
    @OptionGroup(title: "Products") var options: ProductOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    /// Reads the model and does the work; returns its result.
    ///
    /// - Parameters:
    ///   - force: Whether files are replaced.
    ///   - keepsClones: Whether a model with clones isn't unfolded.
    @discardableResult
    func read<Value: Sendable>(
        replacing force: Bool = false, keepsClones: Bool = false,
        _ work: @escaping @Sendable (FeatureModelReader.Reading, WorkContext) throws(ToolError) -> Value
    ) throws -> Value {
        let (reader, file) = (input.reader, InputFile(path: file))
        return try limits.run(on: file.name, replacing: force) { context throws(ToolError) in
            try work(try reader.read(file, keepsClones: keepsClones, context), context)
        }
    }

    /// Reads the model, compiles the products and does the work.
    func compile(_ work: @escaping @Sendable (Products, WorkContext) throws(ToolError) -> Void) throws {
        let options = options
        try read { (reading, context) throws(ToolError) in
            let products = try options.products(of: reading.model, context)
            context.report("working")
            try work(products, context)
        }
    }
}
