import ArgumentParser
import Foundation
import Strokes

/// The developers' tool that trains the model of the stroke recogniser.
@main
struct TrainingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "automata-train",
        abstract: "Trains the model of the stroke recogniser from labelled strokes.")

    @Option var data = "../shared/strokes"
    @Option var copies = 3
    @Option var trees = 120
    @Option var depth = 5
    @Option var epochs = 8
    @Option var nets = 1
    @Option var model: String?
    @Option var swift: String?

    func run() throws {
        var samples = try SampleFile.read(data + "/strokes.jsonl.gz")
        samples += try SampleFile.read(data + "/headless-loops.jsonl.gz", isHeadless: true)
        var trainer = Trainer()
        trainer.settings.copies = copies
        trainer.settings.trees.count = trees
        trainer.settings.trees.depth = depth
        trainer.settings.network.epochs = epochs
        trainer.settings.networkCount = nets
        var confusions = [Confusion(), Confusion(), Confusion()]
        var headless = Confusion()
        let clock = ContinuousClock()
        var wrong: [String: Int] = [:]
        let start = clock.now
        var answers: [(Sample, SIMD4<Float>)] = []
        for fold in 0..<5 {
            let model = trainer.train(samples.filter { $0.fold != fold })
            let test = samples.filter { $0.fold == fold }
            for (sample, answer) in zip(test, model.answers(test)) {
                let both = argmax(answer.trees + answer.networks)
                answers.append((sample, (answer.trees + answer.networks) / 2))
                if sample.isHeadless { headless.add(sample.kind, both); continue }
                confusions[0].add(sample.kind, argmax(answer.trees))
                confusions[1].add(sample.kind, argmax(answer.networks))
                confusions[2].add(sample.kind, both)
                if both != Int(sample.kind.rawValue) { wrong["\(sample.name)->\(both)", default: 0] += 1 }
            }
        }
        print(clock.now - start)
        for confusion in confusions + [headless] {
            print(
                percent(confusion.accuracy), percent(confusion.macroF1), (0..<4).map { percent(confusion.recall($0)) },
                confusion.counts)
        }
        print(wrong.sorted { $0.value > $1.value })
        let calibration = Calibration(scores: answers.map(\.1), kinds: answers.map(\.0.kind))
        var reliability = Reliability()
        var rejection = Rejection()
        for (sample, score) in answers {
            let p = calibration.probabilities(score)
            reliability.add(p, sample.kind)
            rejection.add(p, sample.kind)
        }
        let threshold = rejection.threshold(rejecting: 0.01)
        print(
            calibration, "ECE", percent(reliability.error), "threshold", threshold, "false accepts",
            percent(rejection.falseAccepts(at: threshold)))
        if model != nil || swift != nil {
            var final = trainer.train(samples)
            final.slopes = calibration.slopes
            final.offsets = calibration.offsets
            final.rejectionThreshold = Double(threshold)
            let text = final.text
            guard try ElementModel(parsing: text) == final else {
                throw ValidationError("the model doesn't survive its text")
            }
            if let model { try text.write(toFile: model, atomically: true, encoding: .utf8) }
            if let swift {
                let source = """
                    // swift-format-ignore-file
                    // Written by `Scripts/train`; don't edit.
                    enum DefaultModel {
                        static let text = \"\"\"
                    \(text.split(separator: "\n").joined(separator: "\n"))

                    \"\"\"
                    }

                    """
                try source.replacing("\n\"\"\"", with: "\n\"\"\"").write(
                    toFile: swift, atomically: true, encoding: .utf8)
            }
        }
    }
}
