import StrokeSynthesis
@_spi(Training) import Strokes

/// The training and evaluation of a model of handwritten characters.
///
/// The same characters give the same bytes, on any number of processors.
public struct CharacterTraining: Sendable {
    private let settings = CharacterSettings()
    private let samples: [CharacterSample]

    /// The results, as text.
    public struct Outcome: Sendable {
        /// The evaluation, in Markdown.
        public let report: String
        /// The trained model as text.
        public let model: String
        /// The trained model as a Swift file.
        public var swift: String { CompiledText.swift(named: "DefaultCharacterModel", text: model) }
    }

    /// Reads a file of labeled characters, compressed with gzip or not.
    ///
    /// - Throws: An error that describes the problem if the file can't be read.
    public init(characters path: String) throws { samples = try CharacterSample.read(path) }

    /// Trains a model and evaluates it.
    ///
    /// - Parameter report: A function that is called at the beginning of each step, in any thread.
    public func run(report: @escaping @Sendable (String) -> Void) throws -> Outcome {
        report("\(samples.count) characters")
        let evaluation = CharacterEvaluation(samples, settings, report: report)
        report("the model")
        let kept = samples.filter { !evaluation.contradicted.contains($0.number) }
        var model = CharacterModel(networks: settings.networks(kept, settings.networkCount))
        model.slope = evaluation.slope
        model.threshold = evaluation.threshold
        guard try CharacterModel(parsing: model.text) == model else {
            throw SampleError(description: "the model changes when it is written and read again")
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
    /// Share of draws from samples of the hand that the model is made for, if there are any.
    var personalShare = 0.5
    /// Share of draws of synthetic handwriting, with the answers of the networks to begin with, if
    /// there are no samples of other hands.
    var rehearsedShare = 0.0
    /// The networks to begin with, instead of random ones.
    var start: [FeedforwardNetwork] = []
    /// The weight of the networks to begin with in the average with the trained ones.
    var blendedShare: Float = 0
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
            trainer.start = start.indices.contains(index) ? start[index] : nil
            trainer.blendedShare = blendedShare
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
    private let others: [[CharacterSample]]
    /// The samples of the hand that the model is made for.
    private let personal: [[CharacterSample]]
    private let threes: [CharacterSample]

    init(_ samples: [CharacterSample]) {
        others = Self.byCharacter(samples.filter { !$0.isPersonal })
        personal = Self.byCharacter(samples.filter(\.isPersonal))
        threes = samples.filter { $0.label == 3 }
    }

    private static func byCharacter(_ samples: [CharacterSample]) -> [[CharacterSample]] {
        var lists = [[CharacterSample]](repeating: [], count: CharacterModel.characters.count)
        for sample in samples { lists[sample.label].append(sample) }
        return lists.filter { !$0.isEmpty }
    }

    /// Draws a character or other ink, and its class.
    func draw(_ settings: CharacterSettings, _ random: inout TrainingRandom) -> (strokes: [Stroke], label: Int) {
        if !settings.start.isEmpty, others.isEmpty, random.chance(settings.rehearsedShare) {
            return rehearsed(settings, &random)
        }
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
            let (one, other) = (any(settings, &random), any(settings, &random))
            let pair = SyntheticCharacters.pair(one.strokes, other.strokes, random: &random)
            return (pair, CharacterModel.characters.count)
        }
        if choice < settings.syntheticShare + settings.pairShare + settings.capitalShare {
            return (SyntheticCharacters.capital(random: &random), CharacterModel.characters.count)
        }
        let sample = any(settings, &random)
        return (sample.strokes, sample.label)
    }

    private func any(_ settings: CharacterSettings, _ random: inout TrainingRandom) -> CharacterSample {
        let isPersonal = !personal.isEmpty && (others.isEmpty || random.chance(settings.personalShare))
        let lists = isPersonal ? personal : others
        let list = lists[random.below(lists.count)]
        return list[random.below(list.count)]
    }

    /// Draws a synthetic letter or digit, with the answer of the networks that training began with,
    /// so that what they know isn't forgotten where nobody has samples.
    private func rehearsed(
        _ settings: CharacterSettings, _ random: inout TrainingRandom
    ) -> (strokes: [Stroke], label: Int) {
        let teacher = CharacterModel(networks: settings.start)
        while true {
            var generator = StrokeGenerator(seed: random.next())
            let strokes = generator.element(.unknown(random.chance(0.5) ? .letter : .digit)).strokes
            guard let scores = teacher.scores(strokes) else { continue }
            let classes = 0..<CharacterModel.classCount
            return (strokes, classes.max { scores[$0] < scores[$1] } ?? 0)
        }
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
