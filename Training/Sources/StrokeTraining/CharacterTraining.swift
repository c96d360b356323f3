@_spi(Training) import Strokes

/// Trains a model of handwritten characters and evaluates it.
///
/// The same characters give the same bytes, on any number of processors.
public struct CharacterTraining: Sendable {
    private let settings = CharacterSettings()
    private let samples: [CharacterSample]

    /// The results, as text.
    public struct Outcome: Sendable {
        /// The evaluation, in Markdown.
        public let report: String
        /// The model's text.
        public let model: String
        /// The model as a Swift file.
        public var swift: String { CompiledText.swift(named: "DefaultCharacterModel", text: model) }
    }

    /// Reads a file of labeled characters, compressed with gzip or not.
    ///
    /// - Throws: An error that describes the problem if the file can't be read.
    public init(characters path: String) throws { samples = try CharacterSample.read(path) }

    /// Trains and evaluates.
    ///
    /// - Parameter report: Called at the beginning of each step, in any thread.
    public func run(report: @escaping @Sendable (String) -> Void) throws -> Outcome {
        report("\(samples.count) characters")
        let evaluation = CharacterEvaluation(samples, settings, report: report)
        report("the model")
        let kept = samples.filter { !evaluation.contradicted.contains($0.number) }
        var model = CharacterModel(networks: settings.networks(kept, settings.networkCount))
        model.slope = evaluation.slope
        model.threshold = evaluation.threshold
        guard try CharacterModel(parsing: model.text) == model else {
            throw SampleError(description: "the model doesn't survive its text")
        }
        return Outcome(
            report: CharacterReport(evaluation: evaluation, settings: settings, modelBytes: model.text.utf8.count)
                .markdown,
            model: model.text)
    }
}

/// The settings that the characters' model is trained with.
struct CharacterSettings: Sendable {
    var hidden = [96, 64]
    /// Number of networks in the model, and in each one of the evaluation.
    var networkCount = 2
    var evaluationNetworkCount = 1
    /// Number of steps of 32 samples.
    var steps = 16_000
    var rate: Float = 0.002
    /// Shares of draws: synthetic characters, two characters in one, and capital letters.
    let syntheticShare = 0.09
    let pairShare = 0.08
    let capitalShare = 0.03
    /// Seed of all random choices.
    let seed: UInt64 = 1

    /// Trains networks on samples, each of which is varied anew whenever it is drawn.
    func networks(_ samples: [CharacterSample], _ count: Int) -> [FeedforwardNetwork] {
        let deck = CharacterDeck(samples)
        return (0..<count).map { index in
            var trainer = NetworkTrainer()
            trainer.hidden = hidden
            trainer.rate = rate
            trainer.decay = 0.01
            trainer.inputDrop = 0.02
            trainer.hiddenDrop = 0.05
            trainer.noise = 0.02
            trainer.smoothing = 0.05
            trainer.seed = seed &* 1000 &+ UInt64(index)
            return trainer.train(
                inputs: CharacterFeatures.count, classes: CharacterModel.classCount, steps: steps
            ) { random, inputs in
                while true {
                    let (strokes, label) = deck.draw(self, &random)
                    if CharacterFeatures.write(CharacterAugmentation.varied(strokes, random: &random), to: inputs) {
                        return label
                    }
                }
            }
        }
    }
}

/// The samples of training, by character.
private struct CharacterDeck {
    private let byCharacter: [[CharacterSample]]
    private let threes: [CharacterSample]

    init(_ samples: [CharacterSample]) {
        var byCharacter = [[CharacterSample]](repeating: [], count: CharacterModel.characters.count)
        for sample in samples { byCharacter[sample.label].append(sample) }
        threes = byCharacter[3]
        self.byCharacter = byCharacter.filter { !$0.isEmpty }
    }

    /// Draws a character or other ink, and its class.
    func draw(_ settings: CharacterSettings, _ random: inout TrainingRandom) -> (strokes: [Stroke], label: Int) {
        let choice = random.unit()
        if choice < settings.syntheticShare {
            let characters = SyntheticCharacters.characters
            let index = random.below(characters.count)
            return (
                SyntheticCharacters.character(characters[index], threes: threes, random: &random),
                CharacterModel.characters.count - characters.count + index
            )
        }
        if choice < settings.syntheticShare + settings.pairShare {
            let pair = SyntheticCharacters.pair(any(&random).strokes, any(&random).strokes, random: &random)
            return (pair, CharacterModel.characters.count)
        }
        if choice < settings.syntheticShare + settings.pairShare + settings.capitalShare {
            return (SyntheticCharacters.capital(random: &random), CharacterModel.characters.count)
        }
        let sample = any(&random)
        return (sample.strokes, sample.label)
    }

    private func any(_ random: inout TrainingRandom) -> CharacterSample {
        let own = byCharacter[random.below(byCharacter.count)]
        return own[random.below(own.count)]
    }
}

/// A text that is compiled in.
enum CompiledText {
    static func swift(named name: String, text: String) -> String {
        """
        // swift-format-ignore-file
        // Written by `Scripts/train`; don't edit.
        package enum \(name) {
            package static let text = \"""
        \(text)
        \"""
        }

        """
    }
}
