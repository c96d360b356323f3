import Dispatch
@_spi(Training) import Strokes
import Synchronization

/// The training and evaluation of a model of elements.
///
/// The same strokes give the same bytes, on any number of processors.
public struct Training: Sendable {
    private let settings = TrainingSettings()
    private let real: [Sample]

    /// The results, as text.
    public struct Outcome: Sendable {
        /// The evaluation, in Markdown.
        public let report: String
        /// A picture of the misrecognized strokes, in SVG.
        public let mistakes: String
        /// The trained model as text.
        public let model: String
        /// The trained model as a Swift file.
        public var swift: String { CompiledText.swift(named: "DefaultModel", text: model) }
    }

    /// Reads files of labeled strokes, compressed with gzip or not.
    ///
    /// - Throws: An error that describes the problem if a file can't be read.
    public init(strokes paths: [String]) throws { real = try SampleFile.read(paths) }

    /// Trains a model and evaluates it.
    ///
    /// - Parameter report: A function that is called at the beginning of each step, in any thread.
    public func run(report: @escaping @Sendable (String) -> Void) throws -> Outcome {
        let dataset = Dataset(real: real, settings: settings)
        report("\(dataset.samples.count) strokes")
        let sources = Set(real.map(\.source)).sorted()
        let evaluator = Evaluator(settings: settings, dataset: dataset, sources: sources, report: report)
        var (evaluation, trained) = evaluator.evaluate()
        let model = try trained.calibrated(by: evaluation)
        report("families kept out of training")
        evaluation.families = FamilyEvaluation(
            of: HeldOutFamily.all(count: settings.familySize), by: ElementRecognizer(model: model))
        let counts = (sources + [Sample.synthetic]).map { name in (name, dataset.samples.count { $0.source == name }) }
        return Outcome(
            report: Report(
                evaluation: evaluation, sampleCounts: counts, settings: settings, modelBytes: model.text.utf8.count
            ).markdown,
            mistakes: MistakePicture.svg(of: evaluation.folds + evaluation.headless + evaluation.families.judged),
            model: model.text)
    }
}

extension ElementModel {
    /// Returns the model with its calibration and threshold.
    func calibrated(by evaluation: Evaluation) throws -> ElementModel {
        var final = self
        final.slopes = evaluation.calibration.slopes
        final.offsets = evaluation.calibration.offsets
        final.rejectionThreshold = Double((evaluation.threshold * 1000).rounded() / 1000)
        guard try ElementModel(parsing: final.text) == final else {
            throw SampleError(description: "the model changes when it is written and read again")
        }
        return final
    }
}

/// The settings that a model is trained with. They were chosen with another seed.
struct TrainingSettings: Sendable {
    var trees = BoostedTrees()
    var network = NetworkTrainer()
    /// Number of networks.
    var networkCount = 2
    /// Weight of the trees' scores beside the networks', 0...1.
    let treeShare: Float = 0.5
    /// Varied copies of each real stroke, beside the stroke itself.
    let copies = 15
    /// Synthetic elements of each kind.
    var synthetic = 7000
    /// Synthetic elements' share of the weight.
    let syntheticShare = 0.4
    /// Share of the weight of samples of the hand that the model is made for, if there are any.
    var personalShare = 0.5
    /// The exponent of a group's weight: *n* samples have a weight of *n* to this power.
    let groupPower = 0.5
    /// Factor on the weight of loops without a head. They are few, and a circle with a gap is
    /// mistaken for them.
    let headlessFactor = 4.0
    /// Factor on the weight of strokes that measure as a circle with a gap or a loop without a
    /// head. There are few of both near the border.
    let contestedFactor = 3.0
    /// Factor on the weight of loops without a head in the calibration.
    let headlessCalibrationFactor: Float = 3
    /// Share of the weight that goes to `unknown`; the elements share the rest evenly.
    let unknownShare = 0.34
    /// Elements of each family that is kept out of training.
    let familySize = 5000
    /// Seed of all random choices.
    let seed: UInt64 = 1

    /// Trains a model without calibration.
    func train(_ dataset: Dataset, where isChosen: (Sample) -> Bool) -> ElementModel {
        var matrix = dataset.matrix(self, where: isChosen)
        // Weights with mean 1, so that regularization has its intended strength.
        let mean = matrix.weights.reduce(0, +) / Float(max(1, matrix.rows))
        for index in matrix.weights.indices { matrix.weights[index] /= mean }
        let (means, inverses) = matrix.standardize()
        var trees = trees
        trees.seed = seed
        let networks = (0..<networkCount).map { index in
            var network = network
            network.seed = seed &* 1000 &+ UInt64(index)
            return network.train(matrix)
        }
        return ElementModel(
            means: means, inverses: inverses, trees: trees.train(matrix), networks: networks, treeShare: treeShare)
    }
}

/// Does jobs on all processors, and returns the results in the order of the jobs.
func concurrently<Job: Sendable, Result: Sendable>(
    _ jobs: [Job], _ work: @Sendable (Job) -> Result
) -> [Result] {
    let results = Mutex([Result?](repeating: nil, count: jobs.count))
    DispatchQueue.concurrentPerform(iterations: jobs.count) { index in
        let result = work(jobs[index])
        results.withLock { $0[index] = result }
    }
    return results.withLock { $0.compactMap(\.self) }
}
