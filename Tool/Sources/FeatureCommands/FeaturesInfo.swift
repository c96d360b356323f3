import ArgumentParser
import FeatureFormats
import FeatureModels
import FeatureReasoning
import TextSupport
import ToolSupport

struct FeaturesInfo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Describe feature models: sizes, products, core, dead and false optional features.",
        usage: "automata features info <file> ... [<options>]",
        discussion: """
            A void model has no products. Core features are in all products, dead ones in none, unique ones in exactly \
            one. A false optional feature is optional in the tree, but in each product with its parent. Each product \
            has all features of an atomic set or none. The variability factor is the number of \
            products divided by the number of all sets of features, the homogeneity the mean commonality of the features.

            With --json each file gives one JSON object on a line of its own (JSON Lines), whose keys are file, \
            format, features, abstract, constraints, void, products (a text, because it can have any number of digits), \
            core, dead, falseOptional, unique, atomicSets (all of them, sets of one feature included), \
            variabilityFactor, homogeneity and engine. If no engine can compile the products, a SAT solver finds out whether \
            there are any, and the core, dead and false optional features. Then engine is sat, products is null, and \
            keys that need all products are missing. --constraints adds redundantConstraints: constraints whose \
            removal doesn't change the products, each with line and column, and path if it is imported.

            Example:
              automata features info companion.uvl
              automata features info companion.uvl --constraints
              automata features info models/ --json | jq 'select(.dead != []) | .file'
            """)

    @OptionGroup var models: FeatureFiles

    @Flag(help: "Print a JSON object for each file, one on each line.")
    var json = false

    @Flag(help: "Find redundant constraints, too.")
    var constraints = false

    func run() throws {
        let command = self
        try models.run(InputList(models.files, contents: .featureModels)) {
            index, reading, context throws(ToolError) in
            let summary = try command.summary(of: reading, context)
            // An empty line stands between the lists.
            context.write(command.json ? summary.json : (index > 0 ? "\n" : "") + summary.list)
        }
    }

    private func summary(
        of reading: FeatureModelReader.Reading, _ context: WorkContext
    ) throws(ToolError) -> FactList {
        var products: Products?
        do throws(ToolError) {
            products = try models.options.products(of: reading.model, context)
        } catch {
            // What can be told without them still is.
            guard error.isLimit, !models.options.concrete, models.options.engine == nil, !context.isCancelled else {
                throw error
            }
        }
        context.report("describing")
        return try context.checked { () throws(FeatureModelError) in
            var facts = FactList()
            if let products {
                try facts.add(products, of: reading, context)
            } else {
                try facts.addWithoutProducts(reading, context)
            }
            if constraints {
                context.report("looking for redundant constraints")
                try facts.addRedundantConstraints(of: reading, context)
            }
            return facts
        }
    }
}

extension FactList {
    fileprivate mutating func add(
        _ products: Products, of reading: FeatureModelReader.Reading, _ context: WorkContext
    ) throws(FeatureModelError) {
        let model = reading.model
        func names(_ features: [FeatureID]) -> [String] { features.map { model[$0].name } }
        addSizes(of: reading)
        let properties = try products.featureProperties(budget: context.budget)
        let atomicSets = try products.atomicSets(budget: context.budget)
        let homogeneity = try products.homogeneity(budget: context.budget)
        add("void", json: products.isEmpty, text: products.isEmpty ? "yes" : "no")
        let count = products.count.description
        add("products", json: count, text: Self.readable(count))
        add("core", properties.coreFeatures, of: model)
        add("dead", properties.deadFeatures, of: model)
        add("falseOptional", properties.falseOptionalFeatures, of: model, title: "false optional")
        add("unique", properties.uniqueFeatures, of: model)
        let large = atomicSets.filter { $0.count > 1 }.map { "{\(Self.text(names($0), separator: ", "))}" }
        add(
            "atomicSets", json: atomicSets.map(names),
            text: "\(grouped(atomicSets.count)), with several features: \(Self.text(large, separator: ", "))",
            title: "atomic sets")
        let factor = products.variabilityFactor
        add("variabilityFactor", json: factor, text: Self.readable(factor), title: "variability factor")
        add("homogeneity", json: homogeneity, text: Self.readable(homogeneity))
        add("engine", text: products.engine.rawValue)
    }

    /// Adds features; in the text for a person, their names have the notation of configurations.
    private mutating func add(_ key: String, _ features: [FeatureID], of model: FeatureModel, title: String? = nil) {
        let names = features.map { model[$0].name }
        add(
            key, json: names, text: Self.text(names.map(FeatureNames.text(of:)), separator: ", "),
            title: title)
    }

    private mutating func addSizes(of reading: FeatureModelReader.Reading) {
        add("file", text: reading.file.name)
        add("format", text: reading.format.rawValue)
        add("features", reading.model.features.count)
        add("abstract", reading.model.features.count { $0.isAbstract })
        add("constraints", reading.model.constraints.count)
    }

    /// Adds the answers of a SAT solver for a model whose products no engine can hold.
    fileprivate mutating func addWithoutProducts(
        _ reading: FeatureModelReader.Reading, _ context: WorkContext
    ) throws(FeatureModelError) {
        let model = reading.model
        let reasoner = try FeatureReasoner(model, budget: context.budget)
        let all = try reasoner.consequences(of: Configuration(of: model), budget: context.budget)
        let falseOptional = try reasoner.falseOptionalFeatures(budget: context.budget)
        addSizes(of: reading)
        add("void", json: all == nil, text: all == nil ? "yes" : "no")
        add("products", json: String?.none, text: "not counted within the limits")
        add("core", all?.selectedFeatures ?? [], of: model)
        add("dead", all?.deselectedFeatures ?? Array(model.ids), of: model)
        add("falseOptional", falseOptional, of: model, title: "false optional")
        add("engine", text: "sat")
    }

    fileprivate mutating func addRedundantConstraints(
        of reading: FeatureModelReader.Reading, _ context: WorkContext
    ) throws(FeatureModelError) {
        let redundant = try reading.model.redundantConstraints(budget: context.budget)
        func text(_ index: Int) -> String { reading.model.uvlText(of: reading.model.constraints[index]) }
        let objects = redundant.map { index in
            let position = reading.document.position(of: .constraint(index))
            let path: JSONObject = position.importedPath.map { ["path": $0] } ?? [:]
            return ["line": position.line, "column": position.column] + path + ["text": text(index)]
        }
        add("redundantConstraints", json: objects, text: nil)
        if redundant.isEmpty { add(for: "redundant", "no constraint") }
        for index in redundant {
            let place = reading.locationText(of: .constraint(index))
            add(for: "redundant", "\(place): \(text(index).shortened(to: 200))".shown)
        }
    }

    /// The first digits of a number.
    private static func readable(_ number: Double) -> String {
        let parts = number.description.split(separator: "e")
        return parts[0].prefix(6) + (parts.count > 1 ? "e" + parts[1] : "")
    }

    /// A number with commas, or its first digits if it is long.
    private static func readable(_ digits: String) -> String {
        if let number = Int(digits) { return grouped(number) }
        let start = digits.prefix(5)
        return "\(start.prefix(1)).\(start.dropFirst())… · 10^\(digits.count - 1)"
    }
}
