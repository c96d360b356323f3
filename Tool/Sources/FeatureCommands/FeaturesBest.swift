import ArgumentParser
import FeatureModels
import ToolSupport

struct FeaturesBest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "best",
        abstract: "Find the products with the least or the greatest sum of an attribute.",
        usage: "automata features best <file> --attribute <name> [<options>]",
        discussion: """
            Prints a product on each line, the best one first: the sum of the attribute over its features, a tab, and the features \
            with commas between them. With --json each line is an object with the keys weight and product. Values are \
            numbers and are added exactly; features without the attribute count as 0.

            Example:
              automata features best phone.uvl --attribute cost
              automata features best phone.uvl --attribute cost --maximize --count 5
              automata features best phone.uvl --attribute cost --with 'Camera,!GPS'
            """)

    @OptionGroup var source: FeatureSource

    @Option(help: ArgumentHelp("The attribute to add up.", valueName: "name"))
    var attribute: String

    @Flag(help: "Find the greatest sums.")
    var maximize = false

    @Option(
        help: ArgumentHelp("Number of products to find. (default: 1)", valueName: "count"), transform: number(from: 0))
    var count = 1

    @Option(
        help: ArgumentHelp("Find only products that agree with this configuration.", valueName: "configuration"),
        completion: .file())
    var with: String?

    @Flag(help: "Print a JSON object for each product, one on each line.")
    var json = false

    func validate() throws {
        try ValidationError.check(standardInputs: [source.file, with])
    }

    func run() throws {
        let command = self
        try source.read { (reading, context) throws(ToolError) in
            let model = reading.model
            let weights = try FeatureWeights(attribute: command.attribute, of: reading)
            let condition = try command.with.map { argument throws(ToolError) in
                try ConfigurationSource(argument: argument).read(for: model, context) { _ in .undecided }
            }
            let products = try command.source.options.products(of: model, context)
            context.report("searching")
            let values = weights.values.map { command.maximize ? -$0 : $0 }
            let found = try context.checked { () throws(FeatureModelError) in
                try products.lightest(command.count, weights: values, with: condition, budget: context.budget)
            }
            if found.isEmpty, command.count > 0 {
                throw ToolError(
                    products.isEmpty
                        ? "the model has no products; run 'automata features explain' to see why"
                        : "no product agrees with the configuration; run 'automata features explain' to see why")
            }
            var writer = ProductWriter(model, isJSON: command.json)
            for item in found {
                let weight = weights.text(of: command.maximize ? -item.weight : item.weight)
                try writer.append(item.product, in: model, weight: weight)
            }
            try writer.flush()
        }
    }
}

/// The values of an attribute, exact as whole numbers of a decimal unit.
struct FeatureWeights {
    /// The value of each feature.
    let values: [Int]
    /// The number of digits after the decimal point.
    private let digitCount: Int

    /// The magnitudes of all values together are less than two to this power.
    private static let maximumWidth = 61

    /// Reads the values.
    ///
    /// - Throws: An error if no feature has the attribute, a value isn't a number, or the numbers
    ///   have too many digits together.
    init(attribute: String, of reading: FeatureModelReader.Reading) throws(ToolError) {
        let model = reading.model
        var decimals: [(feature: FeatureID, decimal: ShortDecimal)] = []
        for feature in model.ids {
            guard let found = model[feature].attributes.first(where: { $0.name == attribute }) else { continue }
            guard case .number(let number) = found.value else {
                throw ToolError(
                    "the attribute \(attribute.quoted) of \(model[feature].name.quoted) isn't a number; correct the value",
                    at: reading.locationText(of: .feature(feature)))
            }
            decimals.append((feature, ShortDecimal(number)))
        }
        if decimals.isEmpty {
            let names = Set(model.features.lazy.flatMap(\.attributes).map(\.name)).sorted()
            let known =
                names.isEmpty
                ? "the model has no attributes" : "the model has: \(FactList.text(names, separator: ", "))"
            throw ToolError("no feature has the attribute \(attribute.quoted); \(known)", at: reading.file.name)
        }
        digitCount = decimals.map(\.decimal.digitCount).max() ?? 0
        var values = [Int](repeating: 0, count: model.features.count)
        var sum: UInt = 0
        for (feature, decimal) in decimals {
            let value = decimal.scaled(toDigits: digitCount)
            let total = value.flatMap { sum.addingReportingOverflow($0.magnitude) }
            guard let value, let total, !total.overflow, total.partialValue >> UInt(Self.maximumWidth) == 0 else {
                throw ToolError(
                    "the values of \(attribute.quoted) have too many digits to be added exactly; round them",
                    at: reading.file.name)
            }
            values[Int(feature)] = value
            sum = total.partialValue
        }
        self.values = values
    }

    /// A sum as a decimal number.
    func text(of sum: Int) -> String {
        var digits = String(sum.magnitude)
        digits = String(repeating: "0", count: max(0, digitCount + 1 - digits.count)) + digits
        var fraction = String(digits.suffix(digitCount))
        while fraction.last == "0" { fraction.removeLast() }
        return (sum < 0 ? "-" : "") + digits.dropLast(digitCount) + (fraction.isEmpty ? "" : "." + fraction)
    }
}

/// The shortest decimal number that is read as a floating-point number.
private struct ShortDecimal {
    /// The digits without the point, and with the sign.
    private let digits: String
    /// The number of digits after the point; if negative, the number of zeros to append.
    private let scale: Int

    /// The number of digits after the point.
    var digitCount: Int { max(0, scale) }

    /// - Requires: The number is finite.
    init(_ number: Double) {
        let parts = number.description.split(separator: "e")
        let mantissa = parts[0].split(separator: ".")
        var digits = mantissa.joined()
        var scale = (mantissa.count > 1 ? mantissa[1].count : 0) - (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        while digits.count > 1, digits.last == "0", scale > 0 {
            digits.removeLast()
            scale -= 1
        }
        (self.digits, self.scale) = (digits, scale)
    }

    /// Returns the number in units with `count` digits after the point; `nil` if it doesn't fit.
    func scaled(toDigits count: Int) -> Int? {
        if digits.allSatisfy({ $0 == "0" || $0 == "-" }) { return 0 }
        guard count - scale <= 20 else { return nil }
        return Int(digits + String(repeating: "0", count: count - scale))
    }
}
