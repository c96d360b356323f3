import ArgumentParser
import AutomataFiles
import FeatureModels
import FeatureReasoning
import ToolSupport

struct FeaturesExplain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a fact by a minimal set of rules and decisions.",
        usage: "automata features explain <file> [<configuration>] [<options>]",
        discussion: """
            An explanation is a list of rules of the model, with their positions, and of decisions that together imply \
            the fact. None of them can be left out.

            Without a configuration the anomalies of a model are explained: why it has no products, or why features \
            are dead or false optional, and with --constraints why constraints are redundant. --feature asks about \
            one feature: why it is in no product, in all products, or in each with its parent.

            A configuration is read like that of automata features check --partial: features that aren't named are \
            undecided. The explanation is why no product agrees with the configuration or, with --feature, why the \
            decision about that feature follows from the configuration.

            With --json each explanation is an object on a line of its own (JSON Lines), whose keys are fact (void, \
            dead, core, falseOptional, redundant, contradictory, selected or deselected), feature, or line and column \
            of the redundant constraint, rules (each with line, column and message, and path if it is imported) and \
            decisions (names, deselected ones with ! in front).

            A SAT solver finds the explanations, in models of any size.

            Exit codes: 0 something is explained, 1 there is nothing to explain, 2 an error.

            Example:
              automata features explain phone.uvl
              automata features explain phone.uvl --feature GPS
              automata features explain phone.uvl 'Camera,Basic'
              automata features explain phone.uvl Camera --feature Basic
            """)

    @Argument(help: ArgumentHelp("The feature model; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @Argument(
        help: ArgumentHelp(
            "A configuration: a file, - for standard input, or feature names with commas between them.",
            valueName: "configuration"),
        completion: .file())
    var configuration: String?

    @Option(help: ArgumentHelp("The feature to explain.", valueName: "name"))
    var feature: String?

    @Flag(help: "Explain redundant constraints, too.")
    var constraints = false

    @Flag(help: "Print a JSON object for each explanation, one on each line.")
    var json = false

    @OptionGroup(title: "Input") var input: FeatureInputOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws {
        try ValidationError.check(standardInputs: [file, configuration])
        if constraints, configuration != nil || feature != nil {
            throw ValidationError("--constraints can't be combined with --feature or a configuration.")
        }
    }

    func run() throws {
        let (reader, input, command) = (input.reader, InputFile(path: file), self)
        let isExplained = try limits.run(on: input.name) { context throws(ToolError) in
            let reading = try reader.read(input, context)
            let named = try command.namedFeature(of: reading)
            let facts = try command.facts(about: reading, named, context)
            context.report("explaining")
            var output = LineBuffer()
            var found = false
            for fact in facts {
                let explanation = try context.checked { () throws(FeatureModelError) in
                    try reading.model.explanation(of: fact, budget: context.budget)
                }
                guard let explanation else { continue }
                let text = ExplanationText(reading: reading, fact: fact, explanation: explanation)
                for line in command.json ? [text.json] : text.lines { try output.append(Array(line.utf8)) }
                found = true
                // Of one feature, the strongest fact says it all.
                if command.feature != nil { break }
            }
            try output.flush()
            if !found { context.note(command.nothing(about: named.map { reading.model[$0].name })) }
            return found
        }
        if !isExplained { throw ExitCode(1) }
    }

    /// Returns the note if there is nothing to explain.
    private func nothing(about feature: String?) -> String {
        switch (feature, configuration) {
        case (nil, nil): "there are products, and no feature is dead or false optional"
        case (let name?, nil): "some products contain \(name.quoted) and others don't"
        case (nil, _?): "products agree with the configuration"
        case (let name?, _?): "the configuration leaves \(name.quoted) open"
        }
    }

    /// Returns the feature of the command line, whose name is plain or in the notation of
    /// configurations.
    private func namedFeature(of reading: FeatureModelReader.Reading) throws(ToolError) -> FeatureID? {
        guard let feature else { return nil }
        let model = reading.model
        if let named = model.ids.first(where: { model[$0].name.utf8.elementsEqual(feature.utf8) }) { return named }
        var reader = ConfigurationReader(RawText.bytes(of: feature), name: "--feature", model)
        let decisions: [ConfigurationReader.Decision]
        do throws(ToolError) { decisions = try reader.read().decisions } catch {
            throw ToolError(error.message, at: reading.file.name)
        }
        guard decisions.count == 1, decisions[0].decision == .selected else {
            throw ToolError("--feature needs the name of exactly one feature")
        }
        return decisions[0].feature
    }

    /// The facts that may be true.
    private func facts(
        about reading: FeatureModelReader.Reading, _ named: FeatureID?, _ context: WorkContext
    ) throws(ToolError) -> [FeatureFact] {
        let model = reading.model
        if let configuration {
            let decisions = try ConfigurationSource(argument: configuration).read(for: model, context) { _ in
                .undecided
            }
            if let named, try !isExplained(.contradictory(decisions), in: model, context) {
                return [.selected(named, by: decisions), .deselected(named, by: decisions)]
            }
            return [.contradictory(decisions)]
        }
        if let named {
            if try isExplained(.void, in: model, context) { return [.void] }
            return [.dead(named), .core(named), .falseOptional(named)]
        }
        context.report("looking for dead and false optional features")
        return try context.checked { () throws(FeatureModelError) in
            let reasoner = try FeatureReasoner(model, budget: context.budget)
            guard let all = try reasoner.consequences(of: Configuration(of: model), budget: context.budget) else {
                return [.void]
            }
            var facts: [FeatureFact] = all.deselectedFeatures.map { .dead($0) }
            facts += try reasoner.falseOptionalFeatures(budget: context.budget).map { .falseOptional($0) }
            if constraints { facts += model.constraints.indices.map { .redundant($0) } }
            return facts
        }
    }
}

extension FeaturesExplain {
    private func isExplained(
        _ fact: FeatureFact, in model: FeatureModel, _ context: WorkContext
    ) throws(ToolError) -> Bool {
        try context.checked { () throws(FeatureModelError) in
            try model.explanation(of: fact, budget: context.budget) != nil
        }
    }
}
