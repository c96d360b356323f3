@_spi(Training) import Strokes

/// Trains a model of the stroke recognizer and evaluates it.
///
/// The same strokes and settings give the same bytes, for any number of threads.
public struct Training: Sendable {
    private let settings: TrainingSettings
    private let real: [Sample]

    /// Number of models to train in parallel.
    public var threads = 1
    /// Whether to evaluate on sources that the model hasn't seen.
    public var evaluatesSources = true
    /// Whether to evaluate variations of strokes that shouldn't change an answer.
    public var evaluatesChanges = true
    /// Whether to train the model on all samples, beside the models of the evaluation.
    public var makesModel = true

    /// The results, as text.
    public struct Outcome: Sendable {
        /// The evaluation, in Markdown.
        public let report: String
        /// A picture of the mistakes in the folds, in SVG.
        public let mistakes: String
        /// A picture of the mistakes on sources that the model hasn't seen, in SVG.
        public let sourceMistakes: String
        /// The model's text, if ``Training/makesModel`` is set.
        public let model: String?
        /// The model as a Swift file, if ``Training/makesModel`` is set.
        public var swift: String? {
            model.map { model in
                """
                // swift-format-ignore-file
                // Written by `Scripts/train`; don't edit.
                package enum DefaultModel {
                    package static let text = \"""
                \(model)
                \"""
                }

                """
            }
        }
    }

    /// Reads files of labeled strokes, compressed with gzip or not.
    ///
    /// - Throws: An error that describes the problem if a file can't be read, or if there are no
    ///   samples to train on.
    public init(settings: TrainingSettings, strokes paths: [String]) throws {
        self.settings = settings
        real = try SampleFile.read(paths)
        guard settings.synthetic > 0 || !real.isEmpty else {
            throw SampleError(description: "there are no strokes to train on")
        }
    }

    /// Trains and evaluates.
    ///
    /// - Parameter tell: Called at the beginning of each step, in any thread.
    public func run(tell: @escaping @Sendable (String) -> Void) throws -> Outcome {
        let dataset = Dataset(real: real, settings: settings)
        tell("\(dataset.samples.count) strokes")
        let sources = Set(real.map(\.source)).sorted()
        let evaluator = Evaluator(
            trainer: Trainer(settings: settings), dataset: dataset, sources: sources, threads: threads, report: tell)
        var (evaluation, trained) = evaluator.evaluate(
            withoutSources: evaluatesSources && !real.isEmpty, withChanges: evaluatesChanges && !real.isEmpty,
            withModel: makesModel)
        var model: String?
        if let trained {
            let final = try calibrated(trained, by: evaluation)
            model = final.text
            tell("families kept out of training")
            evaluation.families = FamilyEvaluation(
                of: HeldOutFamily.all(count: settings.familySize), by: ElementRecognizer(model: final))
        }
        let counts = (sources + [Sample.synthetic]).map { name in (name, dataset.samples.count { $0.source == name }) }
        let report = Report(
            evaluation: evaluation, sampleCounts: counts, settings: settings, modelBytes: model?.utf8.count ?? 0)
        return Outcome(
            report: report.markdown,
            mistakes: MistakePicture(
                judged: evaluation.folds + evaluation.headless + evaluation.families.judged, mostAltogether: 100
            ).svg,
            sourceMistakes: MistakePicture(
                judged: evaluation.sources.flatMap(\.judged), most: 24, mostAltogether: 240
            ).svg,
            model: model)
    }

    /// Returns a model with its calibration and threshold.
    private func calibrated(_ trained: ElementModel, by evaluation: Evaluation) throws -> ElementModel {
        var final = trained
        final.slopes = evaluation.calibration.slopes
        final.offsets = evaluation.calibration.offsets
        final.rejectionThreshold = Double((evaluation.threshold * 1000).rounded() / 1000)
        guard try ElementModel(parsing: final.text) == final else {
            throw SampleError(description: "the model doesn't survive its text")
        }
        return final
    }
}
