import ArgumentParser
import Foundation
import StrokeTraining

/// The developers' tool that trains the model of the stroke recognizer.
@main
struct TrainingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "automata-train",
        abstract: "Trains and evaluates the model of the stroke recognizer.",
        discussion: """
            Reads labeled strokes, adds synthetic ones, evaluates by writers and by sources never seen, calibrates, and trains the model on \
            everything. The same strokes, options and seed give the same bytes.
            """)

    @Argument(
        help: "Files of labeled strokes, compressed with gzip or not; without any, only synthetic strokes are used.")
    var strokes: [String] = []

    @Option(help: "Write the model to this file.") var model: String?
    @Option(help: "Write the model to this file as Swift, to be compiled in.") var swift: String?
    @Option(help: "Write what was measured to this file, as Markdown.") var report: String?
    @Option(help: "Draw the mistakes of the folds to this file, as SVG.") var mistakes: String?
    @Option(help: "Draw the mistakes on sources never seen to this file, as SVG.") var sourceMistakes: String?
    @Flag(help: "Don't measure on sources never seen.") var onlyFolds = false
    @Flag(help: "Don't measure what mustn't matter.") var withoutChanges = false
    @Option(help: "Seed of the random numbers.") var seed: UInt64 = 1
    @Option(help: "Models trained at once; the same comes out for any number.")
    var threads = min(1024, ProcessInfo.processInfo.activeProcessorCount)
    @Option(help: "Trees.") var trees = TrainingSettings().trees.count
    @Option(help: "Depth of the trees.") var depth = TrainingSettings().trees.depth
    @Option(help: "Learning rate of the trees.") var rate = Double(TrainingSettings().trees.rate)
    @Option(help: "Networks.") var networks = TrainingSettings().networkCount
    @Option(help: "Units of the networks' hidden layers.") var hidden = TrainingSettings().network.hidden.map(
        String.init
    ).joined(separator: ",")
    @Option(help: "Number of times that the networks see every stroke.") var epochs = TrainingSettings().network.epochs
    @Option(help: "Varied copies of each real stroke.") var copies = TrainingSettings().copies
    @Option(help: "Synthetic strokes of each kind.") var synthetic = TrainingSettings().synthetic
    @Option(help: "The weight of synthetic strokes, 0...1.") var syntheticShare = TrainingSettings().syntheticShare
    @Option(help: "The weight of strokes that are no element, 0...1.") var unknownShare = TrainingSettings()
        .unknownShare
    @Option(help: "Factor of the weight of loops without a head.") var headlessFactor =
        TrainingSettings().headlessFactor
    @Option(help: "Factor of the weight of circles with gaps and loops, by their measures.") var contestedFactor =
        TrainingSettings().contestedFactor
    @Option(help: "The trees' part of the answer, 0...1.") var treeShare = Double(TrainingSettings().treeShare)

    func run() throws {
        let clock = ContinuousClock()
        let start = clock.now
        @Sendable func tell(_ text: String) {
            FileHandle.standardError.write(
                Data("automata-train: \(text) (\((clock.now - start).components.seconds) s)\n".utf8))
        }
        var training = try Training(settings: settings, strokes: strokes)
        training.threads = threads
        training.evaluatesSources = !onlyFolds
        training.evaluatesChanges = !withoutChanges
        training.makesModel = model != nil || swift != nil
        let outcome = try training.run(tell: tell)
        if let report { try write(outcome.report, to: report) } else { print(outcome.report) }
        for (text, path) in [
            (outcome.mistakes, mistakes), (outcome.sourceMistakes, sourceMistakes), (outcome.model, model),
            (outcome.swift, swift),
        ] {
            if let text, let path { try write(text, to: path) }
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
            guard settings.areInRange, (1...1024).contains(threads) else {
                throw ValidationError("an option is out of range")
            }
            return settings
        }
    }

    private func write(_ text: String, to path: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}
