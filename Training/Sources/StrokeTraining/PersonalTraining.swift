@_spi(Training) import Strokes

/// The training of models for one person's handwriting, and their comparison with the built-in
/// models.
///
/// The training of a model of elements uses the samples of the person, synthetic strokes, and
/// samples of other people if there are any. A model of characters continues the training of the
/// built-in model. The same samples give the same bytes, on any number of processors.
public struct PersonalTraining: Sendable {
    var settings = TrainingSettings()
    var characterSettings = CharacterSettings.personal
    private let personal: PersonalSamples
    private let others: [Sample]
    private let otherCharacters: [CharacterSample]

    /// The results, as text.
    public struct Outcome: Sendable {
        /// The text of the model of elements; `nil` if there are too few samples.
        public internal(set) var elements: String?
        /// The text of the model of characters; `nil` if there are too few samples.
        public internal(set) var characters: String?
        /// The kinds of models that were trained, with their results, in Markdown.
        public internal(set) var report: String
    }

    /// Reads the samples of one person, and those of other people.
    ///
    /// - Parameters:
    ///   - folder: The folder that `automata edit --collect` made.
    ///   - paths: Files of labeled strokes or characters, compressed with gzip or not.
    /// - Throws: An error that describes the problem if the folder or a file can't be read.
    public init(folder: String, others paths: [String]) throws {
        personal = try PersonalSamples(folder: folder)
        others = try SampleFile.read(paths)
        otherCharacters = try paths.flatMap { try CharacterSample.read($0) }
    }

    /// Trains the models and evaluates them.
    ///
    /// - Parameter report: A function that is called at the beginning of each step, in any thread.
    public func run(report: @escaping @Sendable (String) -> Void) throws -> Outcome {
        for problem in personal.problems { report(problem) }
        var outcome = Outcome(report: "")
        let kinds = ElementKind.allCases.map { kind in
            PersonalClass(name: kind.description, count: personal.elements.count { $0.kind == kind })
        }
        var section = PersonalReport(title: "Elements", classes: kinds)
        if section.isEnough {
            report("\(personal.elements.count) elements")
            outcome.elements = try elementModel(&section, report).text
        }
        outcome.report = section.markdown
        let characters = CharacterModel.characters.enumerated().map { label, character in
            PersonalClass(name: String(character), count: personal.characters.count { $0.label == label })
        }
        section = PersonalReport(title: "Characters", classes: characters)
        if section.isEnough {
            report("\(personal.characters.count) characters")
            outcome.characters = try characterModel(&section, report).text
        }
        outcome.report += "\n" + section.markdown
        return outcome
    }

    /// The number of other people's strokes from which on a model's threshold is fitted to them.
    private static let minimumFitted = 1000

    private func elementModel(
        _ section: inout PersonalReport, _ report: @escaping @Sendable (String) -> Void
    ) throws -> ElementModel {
        let dataset = Dataset(real: personal.elements + others, settings: settings)
        let evaluator = Evaluator(settings: settings, dataset: dataset, sources: [], report: report)
        let (evaluation, trained) = evaluator.evaluate()
        var model = try trained.calibrated(by: evaluation)
        // A few strokes don't tell a quantile.
        if others.count < Self.minimumFitted {
            model.rejectionThreshold = ElementModel.default.rejectionThreshold
        }
        let builtIn = ElementRecognizer()
        for judged in (evaluation.folds + evaluation.headless) where judged.sample.isPersonal {
            let kind = Int(judged.sample.kind.rawValue)
            let elements = 1 - Double(judged.probabilities[3])
            let answer = elements < model.rejectionThreshold ? 3 : judged.answer
            let before = builtIn.recognize(judged.sample.strokes.map { Stroke($0) }).best.kind
            section.classes[kind].add(isRight: answer == kind, wasRight: before == judged.sample.kind)
        }
        return model
    }

    private func characterModel(
        _ section: inout PersonalReport, _ report: @escaping @Sendable (String) -> Void
    ) throws -> CharacterModel {
        let samples = personal.characters + otherCharacters
        var settings = characterSettings
        // A character that was drawn has three times the weight of another one: if few were, most
        // draws rehearse what is known.
        let drawnCount = Double(Set(personal.characters.map(\.label)).count)
        let classCount = Double(CharacterModel.classCount)
        settings.rehearsedShare = classCount / (classCount + 2 * drawnCount)
        let models = concurrently([-1, 0, 1, 2, 3, 4]) { [settings] fold in
            report(fold < 0 ? "everything" : "fold \(fold + 1) of 5")
            var model = CharacterModel.default
            model.networks = settings.networks(
                samples.filter { !$0.isPersonal || $0.fold != fold }, fold < 0 ? settings.networkCount : 1)
            return model
        }
        let builtIn = CharacterRecognizer()
        for sample in personal.characters {
            let name = String(CharacterModel.characters[sample.label])
            let recognizer = CharacterRecognizer(model: models[sample.fold + 1])
            section.classes[sample.label].add(
                isRight: recognizer.recognize(sample.strokes).best == name,
                wasRight: builtIn.recognize(sample.strokes).best == name)
        }
        guard try CharacterModel(parsing: models[0].text) == models[0] else {
            throw SampleError(description: "the model changes when it is written and read again")
        }
        return models[0]
    }
}

extension CharacterSettings {
    /// The settings of training that continues that of the built-in model.
    static var personal: CharacterSettings {
        var settings = CharacterSettings()
        settings.start = CharacterModel.default.networks
        settings.steps = 1500
        settings.rate = 0.0005
        settings.blendedShare = 0.3
        return settings
    }
}
