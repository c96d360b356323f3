import ArgumentParser
import FeatureModels
import ToolSupport

struct FeaturesCompare: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare the products of two feature models.",
        usage: "automata features compare <old> <new> [<options>]",
        discussion: """
            Compares the products over common features, which have the same name. Products that differ only in other \
            features count as one; the names of other features are listed.

            The edit is a refactoring if the products are the same, a specialization if products are removed, a \
            generalization if products are added, and an arbitrary edit if both happen. The numbers of products are \
            exact. The output has the first product of each side, in the order of automata features products, and the \
            rules that are the cause: rules of the new model that exclude products of the old one, and rules of \
            the old model that excluded products of the new one. Rules about features that aren't common are \
            listed together if several are needed to exclude a product.

            With --concrete features are common if they are concrete in both models.

            With --json the answer is one object, whose keys are kind, commonFeatures, removedFeatures and \
            addedFeatures (names), commonProducts, removedProducts and addedProducts (texts, because they can have any \
            number of digits), firstRemoved and firstAdded (names; null if there is none), removalCauses and \
            additionCauses (lists of lists of rules, each with path, line, column and message).

            Exit codes: 0 the products over common features are the same, 1 they differ, 2 an error.

            Example:
              automata features compare old.uvl new.uvl
              automata features compare phone.uvl phone.xml --concrete
              git show HEAD:phone.uvl | automata features compare - phone.uvl --json
            """)

    @Argument(help: ArgumentHelp("The old feature model; - is standard input.", valueName: "old"), completion: .file())
    var old: String

    @Argument(help: ArgumentHelp("The new feature model; - is standard input.", valueName: "new"), completion: .file())
    var new: String

    @Flag(name: .shortAndLong, help: "Print nothing; only set the exit code.")
    var quiet = false

    @Flag(help: "Print the answer as a JSON object.")
    var json = false

    @OptionGroup(title: "Input") var input: FeatureInputOptions
    @OptionGroup(title: "Products") var options: ProductOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws {
        try ValidationError.check(standardInputs: [old, new])
    }

    func run() throws {
        let inputs = [old, new].map { InputFile(path: $0) }
        let (reader, command) = (input.reader, self)
        let isSame = try limits.run(on: inputs.map(\.name).joined(separator: ", "), isQuiet: quiet) {
            context throws(ToolError) in
            let (old, new) = (try reader.read(inputs[0], context), try reader.read(inputs[1], context))
            var report = try command.report(on: old, new, context)
            if !command.quiet {
                try command.explain(&report, context)
                context.write(command.json ? report.json : report.text)
            }
            return report.comparison.kind == .refactoring
        }
        if !isSame { throw ExitCode(1) }
    }

    private func report(
        on old: FeatureModelReader.Reading, _ new: FeatureModelReader.Reading, _ context: WorkContext
    ) throws(ToolError) -> ComparisonReport {
        context.report("compiling")
        let comparison = try context.checked { () throws(FeatureModelError) in
            try old.model.comparison(
                with: new.model, over: options.concrete ? .concreteFeatures : .allFeatures,
                using: options.engine?.value, budget: context.budget)
        }
        return ComparisonReport(comparison, of: old, and: new)
    }

    private func explain(_ report: inout ComparisonReport, _ context: WorkContext) throws(ToolError) {
        context.report("looking for causes")
        if report.comparison.commonFeatures.isEmpty { context.note("the models have no feature names in common") }
        do {
            try context.checked { () throws(FeatureModelError) in
                try report.explain(using: options.engine?.value, budget: context.budget)
            }
        } catch {
            guard error.isLimit else { throw error }
            context.note("some causes of the differences weren't found: \(error.message)")
        }
    }
}
