import ArgumentParser
import FeatureModels
import TextSupport
import ToolSupport

struct FeaturesCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check whether a configuration is a product, and explain why not.",
        usage: "automata features check <file> <configuration> [<options>]",
        discussion: """
            The configuration is a file with a feature name on each line, - for standard input, or the names \
            themselves with commas between them. ! before a name deselects the feature, a name in double quotes is a \
            JSON string, and a line that begins with # is a comment. Features that aren't named are deselected, with \
            --concrete only the concrete ones.

            With --partial features that aren't named are undecided, and the configuration is valid if a product \
            agrees with it. The answer has the number of these products, the decisions that follow and the features \
            that are open.

            For an invalid configuration, the answer has a line for each violated rule of the model, or the decisions \
            that contradict each other, and the smallest change that makes it valid.

            With --json the answer is one object, whose keys are valid, violations (each with path, line, column and \
            message), conflict and change (names, those to deselect with ! in front; null if there is none), and with \
            --partial products (a text), follows and open.

            Exit codes: 0 valid, 1 not valid, 2 an error.

            Example:
              automata features check companion.uvl product.config
              automata features check phone.uvl 'Phone,Screen,Basic,Calls'
              automata features check phone.uvl --partial 'Camera,!GPS'
              automata features sample phone.uvl | automata features check phone.uvl -
            """)

    @OptionGroup var source: FeatureSource
    @OptionGroup var configuration: ConfigurationOptions

    @Flag(help: "Print the answer as a JSON object.")
    var json = false

    func validate() throws { try configuration.check(readBeside: source.file) }

    func run() throws {
        let command = self
        let isValid = try source.read { (reading, context) throws(ToolError) in
            let configuration = try command.configuration.read(
                for: reading.model, skipsAbstract: command.source.options.concrete, context)
            let verdict = try command.verdict(on: configuration, for: reading, context)
            context.write(command.json ? verdict.json(for: reading).line : verdict.text(for: reading))
            return verdict.isValid
        }
        if !isValid { throw ExitCode(1) }
    }

    private func verdict(
        on configuration: Configuration, for reading: FeatureModelReader.Reading, _ context: WorkContext
    ) throws(ToolError) -> ConfigurationVerdict {
        let violations = reading.model.violations(by: configuration)
        // The rules tell all of a complete configuration, however large the model is.
        if configuration.isComplete, violations.isEmpty {
            return ConfigurationVerdict(product: configuration, isPartial: self.configuration.partial)
        }
        var verdict = ConfigurationVerdict(configuration: configuration, violations: violations)
        do {
            // Undecided abstract features need no engine that leaves them out.
            var options = source.options
            options.concrete = false
            let products = try options.products(of: reading.model, context)
            context.report("checking")
            try context.checked { () throws(FeatureModelError) in
                try verdict.addFacts(about: products, isPartial: self.configuration.partial, budget: context.budget)
            }
        } catch {
            guard error.isLimit, !violations.isEmpty else { throw error }
            context.note("the smallest change is out of reach: \(error.message)")
        }
        return verdict
    }
}
