import ArgumentParser
import Foundation
import Strokes

/// The developers' tool that trains the model of the stroke recogniser.
@main
struct TrainingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "automata-train",
        abstract: "Trains and evaluates the model of the stroke recogniser.",
        discussion: """
            Reads labelled strokes, adds synthetic ones, evaluates by writers and by sources never seen, calibrates, and trains the model on \
            everything. The same strokes, options and seed give the same bytes.
            """)

    @Argument(
        help: "Files of labelled strokes, compressed with gzip or not; without any, only synthetic strokes are used.")
    var strokes: [String] = []

    @Option(help: "Write the model to this file.") var model: String?
    @Option(help: "Write the model to this file as Swift, to be compiled in.") var swift: String?
    @Option(help: "Write what was measured to this file, as Markdown.") var report: String?
    @Option(help: "Draw the mistakes of the folds to this file, as SVG.") var mistakes: String?
    @Option(help: "Draw the mistakes on sources never seen to this file, as SVG.") var sourceMistakes: String?
    @Flag(help: "Don't measure on sources never seen.") var onlyFolds = false
    @Flag(help: "Don't measure what mustn't matter.") var withoutChanges = false
    @Option(help: "Where all chance comes from.") var seed: UInt64 = 1
    @Option(help: "Models trained at once; the same comes out for any number.")
    var threads = min(1024, ProcessInfo.processInfo.activeProcessorCount)
    @Option(help: "Trees.") var trees = TrainingSettings().trees.count
    @Option(help: "Depth of the trees.") var depth = TrainingSettings().trees.depth
    @Option(help: "How much a tree corrects.") var rate = Double(TrainingSettings().trees.rate)
    @Option(help: "Networks.") var networks = TrainingSettings().networkCount
    @Option(help: "Units of the networks' hidden layers.") var hidden = TrainingSettings().network.hidden.map(
        String.init
    ).joined(separator: ",")
    @Option(help: "How often the networks see every stroke.") var epochs = TrainingSettings().network.epochs
    @Option(help: "Varied copies of each real stroke.") var copies = TrainingSettings().copies
    @Option(help: "Synthetic strokes of each kind.") var synthetic = TrainingSettings().synthetic
    @Option(help: "The weight of synthetic strokes, 0...1.") var syntheticShare = TrainingSettings().syntheticShare
    @Option(help: "The weight of strokes that are no element, 0...1.") var unknownShare = TrainingSettings()
        .unknownShare
    @Option(help: "How much more loops without a head weigh than their number says.") var headlessFactor =
        TrainingSettings().headlessFactor
    @Option(help: "How much more circles with gaps and loops weigh, by their measures.") var contestedFactor =
        TrainingSettings().contestedFactor
    @Option(help: "The trees' part of the answer, 0...1.") var treeShare = Double(TrainingSettings().treeShare)

    func run() throws {
        let clock = ContinuousClock()
        let start = clock.now
        @Sendable func tell(_ text: String) {
            FileHandle.standardError.write(
                Data("automata-train: \(text) (\((clock.now - start).components.seconds) s)\n".utf8))
        }
        let settings = try settings
        let real = try SampleFile.read(strokes)
        guard settings.synthetic > 0 || !real.isEmpty else {
            throw SampleError(description: "there are no strokes to train on")
        }
        let dataset = Dataset(real: real, settings: settings)
        tell("\(dataset.samples.count) strokes")
        let trainer = Trainer(settings: settings)
        let sources = Set(real.map(\.source)).sorted()
        let evaluator = Evaluator(trainer: trainer, dataset: dataset, sources: sources, threads: threads) { tell($0) }
        let (evaluation, trained) = evaluator.evaluate(
            withoutSources: !onlyFolds && !real.isEmpty, withChanges: !withoutChanges && !real.isEmpty,
            withModel: model != nil || swift != nil)
        let final = try trained.map { try finish($0, evaluation) }
        let counts = (sources + [Sample.synthetic]).map { name in (name, dataset.samples.count { $0.source == name }) }
        let markdown = Report(
            evaluation: evaluation, sampleCounts: counts, settings: settings, modelBytes: final?.text.utf8.count ?? 0
        ).markdown
        if let report { try write(markdown, to: report) } else { print(markdown) }
        if let mistakes { try write(MistakePicture(judged: evaluation.folds + evaluation.headless).svg, to: mistakes) }
        if let sourceMistakes {
            try write(
                MistakePicture(judged: evaluation.sources.flatMap(\.judged), most: 24, mostAltogether: 240).svg,
                to: sourceMistakes)
        }
        tell("done")
    }

    private var settings: TrainingSettings {
        get throws {
            var settings = TrainingSettings()
            settings.seed = seed
            settings.trees.count = trees
            settings.trees.depth = depth
            settings.trees.rate = Float(rate)
            settings.networkCount = networks
            settings.network.hidden = try hidden.split(separator: ",", omittingEmptySubsequences: false).map { width in
                guard let width = Int(width) else {
                    throw ValidationError("--hidden wants numbers with commas between, as 48,24; not “\(hidden)”")
                }
                return width
            }
            settings.network.epochs = epochs
            settings.copies = copies
            settings.synthetic = synthetic
            settings.syntheticShare = syntheticShare
            settings.unknownShare = unknownShare
            settings.headlessFactor = headlessFactor
            settings.contestedFactor = contestedFactor
            settings.treeShare = Float(treeShare)
            let widths = settings.network.hidden
            guard (1...2048).contains(trees), (1...8).contains(depth), (0...8).contains(networks),
                (1...1000).contains(epochs),
                (0...100).contains(copies), (0...1_000_000).contains(synthetic), (0...1).contains(syntheticShare),
                (1...1024).contains(threads), (0.01...0.99).contains(unknownShare), (0...100).contains(headlessFactor),
                (0...100).contains(contestedFactor), (0...1).contains(treeShare), (0.001...1).contains(rate),
                (1...4).contains(widths.count), widths.allSatisfy({ (1...ElementModel.widestLayer).contains($0) })
            else { throw ValidationError("an option is out of range") }
            return settings
        }
    }

    /// Adds calibration and threshold, and writes the model.
    private func finish(_ trained: ElementModel, _ evaluation: Evaluation) throws -> ElementModel {
        var final = trained
        final.slopes = evaluation.calibration.slopes
        final.offsets = evaluation.calibration.offsets
        final.rejectionThreshold = Double((evaluation.threshold * 1000).rounded() / 1000)
        let text = final.text
        guard try ElementModel(parsing: text) == final else {
            throw SampleError(description: "the model doesn't survive its text")
        }
        if let model { try write(text, to: model) }
        if let swift {
            let quotes = "\"\"\""
            try write(
                """
                // swift-format-ignore-file
                // Written by `Scripts/train`; don't edit.
                enum DefaultModel {
                    static let text = \(quotes)
                \(text)
                \(quotes)
                }

                """, to: swift)
        }
        return final
    }

    private func write(_ text: String, to path: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}
