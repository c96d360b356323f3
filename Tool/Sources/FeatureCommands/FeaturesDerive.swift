import ArgumentParser
import AutomataFiles
import FeatureModels
import ProductDerivation
import ProductLines
import TextSupport
import ToolSupport

struct FeaturesDerive: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "derive",
        abstract: "Write products of a product line as Swift packages.",
        usage: "automata features derive <model> <line> <product> ... -o <folder> [<options>]",
        discussion: """
            A description of the product line maps features to parts of the program: types that replace \
            others, settings, modules, traits of the package, resources and a stylesheet. A description of a \
            product has its features and its additions. Both are JSON; Documentation/product-lines.md has their keys.

            Each product becomes a package in its own folder below <folder>, which swift run builds and starts. \
            Before a file is written, everything is checked: whether the features make a product, names of types, \
            modules and variables, key paths of settings, and files. All errors are reported together.

            Deriving again replaces the files that derive has written, which derived.txt lists, and removes files \
            that the product no longer has.

            The effort for each product is printed: changes in the core assets, configured objects, types that \
            replace others, new types, resources, and lines of the stylesheet.

            Example:
              automata features derive companion.uvl companion.line \\
                products/*/*.product -o build
              swift run --package-path build/Shredder
            """)

    @Argument(help: ArgumentHelp("The feature model; - is standard input.", valueName: "model"), completion: .file())
    var model: String

    @Argument(help: ArgumentHelp("The description of the product line.", valueName: "line"), completion: .file())
    var line: String

    @Argument(help: ArgumentHelp("The descriptions of products.", valueName: "product"), completion: .file())
    var products: [String]

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The folder for the products' folders.", valueName: "folder"),
        completion: .directory)
    var output: String

    @Flag(name: .shortAndLong, help: "Replace files that derive hasn't written, or that were edited since.")
    var force = false

    @Flag(help: "Print the effort as a JSON array of objects.")
    var json = false

    @OptionGroup(title: "Input") var input: FeatureInputOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws {
        if output.isEmpty || output == "-" { throw ValidationError("-o needs the name of a folder.") }
    }

    func run() throws {
        let (file, reader, command) = (InputFile(path: model), input.reader, self)
        try limits.run(on: file.name) { context throws(ToolError) in
            let reading = try reader.read(file, context)
            context.report("compiling")
            let products = try context.checked { () throws(FeatureModelError) in
                try reading.model.products(budget: context.budget)
            }
            context.report("deriving")
            let derivations = try command.derive(products, context)
            var folders: [ProductFolder] = []
            for derivation in derivations {
                folders.append(try ProductFolder(derivation, in: command.output, replacing: command.force))
            }
            context.report("writing")
            for folder in folders { try folder.write() }
            context.note(folders.flatMap(\.notes))
            let report = DerivationReport(derivations)
            context.write(command.json ? report.json : report.text)
        }
    }

    /// Derives all products; throws the errors of all of them.
    private func derive(_ all: Products, _ context: WorkContext) throws(ToolError) -> [Derivation] {
        let line = try text(of: line, context)
        var derivations: [Derivation] = []
        var errors: [ToolError] = []
        for path in products {
            let folders = (
                line: SourceFolder(besideFile: self.line, ofKind: "description"),
                product: SourceFolder(besideFile: path, ofKind: "description")
            )
            let product = try text(of: path, context)
            do throws(DerivationError) {
                // The name of the folder doesn't matter: it is one below the output.
                let lineFolder = FolderPath.relative(
                    from: Path.join(output, "product"), to: Path.split(self.line).folder)
                let derivation = try Derivation(
                    of: product, in: line, products: all, lineFolder: lineFolder, budget: context.budget
                ) { asset in
                    try (asset.isOfProduct ? folders.product : folders.line).text(at: asset.path)
                }
                errors += conflicts(of: derivation, at: path, with: derivations)
                derivations.append(derivation)
            } catch {
                switch error {
                case .findings(let error):
                    // What is wrong with the product line is told once.
                    let known = Set(errors.map { "\($0.location ?? "") \($0.message)" })
                    errors += error.findings.map { ToolError($0, at: path) }
                        .filter { !known.contains("\($0.location ?? "") \($0.message)") }
                    if error.omittedFindingCount > 0 {
                        errors.append(ToolError("and \(grouped(error.omittedFindingCount)) more", at: path))
                    }
                case .stopped(let error): throw ToolError(error, limits: limits)
                }
            }
        }
        if !errors.isEmpty { throw ToolError(errors) }
        return derivations
    }

    /// Returns the errors about a name that another product has, or about the folder of a product.
    private func conflicts(of derivation: Derivation, at path: String, with others: [Derivation]) -> [ToolError] {
        let product = derivation.product
        var errors: [ToolError] = []
        if others.contains(where: { $0.product.name.lowercased() == product.name.lowercased() }) {
            errors.append(
                ToolError(
                    "two products have the name \(product.name.quoted) if case is ignored; rename one of the two",
                    at: path))
        }
        if let other = others.first(where: { $0.product.identifier == product.identifier }) {
            errors.append(
                ToolError(
                    "\(other.product.name.quoted) has the identifier \(product.identifier.quoted), too; change one of the two",
                    at: path))
        }
        let folder = Path.join(output, product.name)
        let isTaken =
            FolderPath.isInside(folder, Path.join(Path.split(line).folder, derivation.coreFolder))
            || [line, path].contains { FolderPath.isSame(folder, Path.split($0).folder) }
        if isTaken {
            errors.append(
                ToolError(
                    "the folder of the product, \(folder.quoted), is one of its sources; choose another folder with -o",
                    at: path))
        }
        return errors
    }

    private func text(of path: String, _ context: WorkContext) throws(ToolError) -> SourceText {
        let bytes = try InputFile(path: path).withContents(limit: context.budget.maximumBytes) { Array($0) }
        return SourceText(bytes: bytes, name: path)
    }
}

/// The report on the effort for products.
private struct DerivationReport {
    private let rows: [(name: String, numbers: [Int])]

    private static let columns = [
        ("core", "coreChanges"), ("configured", "configurations"), ("overridden", "overriddenTypes"),
        ("new", "newTypes"),
        ("resources", "resources"), ("style", "styleLines"),
    ]

    init(_ derivations: [Derivation]) {
        rows = derivations.map { derivation in
            let measures = derivation.measures
            return (
                derivation.product.name,
                [
                    measures.coreChangeCount, measures.configuredObjectCount, measures.overriddenTypeCount,
                    measures.newTypeCount,
                    measures.resourceCount, measures.styleLineCount,
                ]
            )
        }
    }

    /// A table, with a line of totals if there are several products.
    var text: String {
        var lines = [["product"] + Self.columns.map(\.0)]
        lines += rows.map { [$0.name] + $0.numbers.map { "\($0)" } }
        if rows.count > 1 {
            lines.append(
                ["together"] + Self.columns.indices.map { column in "\(rows.map { $0.numbers[column] }.reduce(0, +))" })
        }
        let widths = lines[0].indices.map { column in lines.map { $0[column].utf8.count }.max() ?? 0 }
        return lines.map { cells in
            zip(cells, widths).enumerated().map { index, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.utf8.count)
                return index == 0 ? cell.0 + space : space + cell.0
            }.joined(separator: "  ") + "\n"
        }.joined()
    }

    var json: String {
        let objects = rows.map { row in
            let numbers = zip(Self.columns, row.numbers).map { ($0.1, $1) }
            return JSONText((["name": row.name] as JSONObject) + JSONObject(numbers)).text
        }
        return "[\(objects.joined(separator: ",\n "))]\n"
    }
}
