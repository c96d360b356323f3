@_spi(Training) import Strokes

/// The evaluation of the recognizer of characters, on writers and laboratories that it hasn't seen.
struct CharacterEvaluation: Sendable {
    /// A sample with the calibrated logits of a model that hasn't seen its writer.
    struct Judged: Sendable {
        let sample: CharacterSample
        var logits: [Float]

        /// Returns the most probable characters among some, with the probability of each.
        func ranking(among characters: [Int]) -> [(label: Int, probability: Double)] {
            let greatest = logits.max() ?? 0
            func power(_ index: Int) -> Double { Double(exponential(logits[index] - greatest)) }
            let powers = characters.map { ($0, power($0)) }
            let sum = powers.reduce(power(CharacterModel.characters.count)) { $0 + $1.1 }
            return powers.map { ($0.0, $0.1 / sum) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        }
    }

    /// How many characters of an alphabet are right.
    struct Result: Sendable {
        var count = 0
        var right = 0
        var amongTwo = 0
        var answered = 0
        var answeredRight = 0

        static func + (left: Result, right: Result) -> Result {
            Result(
                count: left.count + right.count, right: left.right + right.right,
                amongTwo: left.amongTwo + right.amongTwo, answered: left.answered + right.answered,
                answeredRight: left.answeredRight + right.answeredRight)
        }
    }

    /// The samples of all folds.
    private(set) var folds: [Judged] = []
    /// The samples of each laboratory, by models that haven't seen it.
    private(set) var labs: [(name: String, judged: [Judged])] = []
    /// The same samples as in the folds, changed in a way that shouldn't matter.
    private(set) var changes: [(name: String, judged: [Judged])] = []
    /// Synthetic characters of each kind, and pairs: their names, number, and how many are right.
    private(set) var synthetic: [(name: String, count: Int, right: Int)] = []
    /// The samples whose labels are hardly right, by the models that haven't seen their writers.
    private(set) var contradicted: Set<Int> = []
    /// Real characters that are taken for none.
    private(set) var noneCount = 0
    private(set) var slope: Float = 1
    private(set) var threshold = 0.0

    init(_ samples: [CharacterSample], _ settings: CharacterSettings, report: @escaping @Sendable (String) -> Void) {
        let names = Set(samples.map(\.lab)).sorted()
        let jobs: [(name: String, isHeld: @Sendable (CharacterSample) -> Bool)] =
            (0..<5).map { fold in ("fold \(fold)", { $0.fold == fold }) }
            + names.map { lab in ("without \(lab)", { $0.lab == lab }) }
        let models = concurrently(jobs) { job in
            report(job.name)
            let training = samples.filter { !job.isHeld($0) }
            return CharacterModel(networks: settings.networks(training, settings.evaluationNetworkCount))
        }
        func judge(_ index: Int, _ change: (CharacterSample) -> [Stroke] = { $0.strokes }) -> [Judged] {
            samples.filter(jobs[index].isHeld).compactMap { sample in
                Self.logits(models[index], change(sample)).map { Judged(sample: sample, logits: $0) }
            }
        }
        folds = (0..<5).flatMap { judge($0) }
        labs = names.enumerated().map { ($1, judge(5 + $0)) }
        changes = Self.changes.map { change in
            (change.name, (0..<5).flatMap { judge($0) { change.apply($0.strokes.map(\.points)).map { Stroke($0) } } })
        }
        slope = Self.slope(folds)
        func calibrate(_ judged: inout [Judged]) {
            for index in judged.indices { judged[index].logits = judged[index].logits.map { $0 * slope } }
        }
        calibrate(&folds)
        for index in labs.indices { calibrate(&labs[index].judged) }
        for index in changes.indices { calibrate(&changes[index].judged) }
        threshold = Self.threshold(folds)
        contradicted = Set(folds.filter(Self.isContradicted).map(\.sample.number))
        noneCount = folds.count {
            $0.ranking(among: Array(0..<CharacterModel.classCount)).first?.label == CharacterModel.characters.count
        }
        judgeSynthetic(models[0], samples)
    }

    /// Returns whether the label of a character is very improbable, and another one isn't.
    private static func isContradicted(_ judged: Judged) -> Bool {
        let ranking = judged.ranking(among: digits + letters)
        let own = ranking.first { $0.label == judged.sample.label }?.probability ?? 0
        return own < 0.01 && ranking[0].probability > 0.5
    }

    private static func logits(_ model: CharacterModel, _ strokes: [Stroke]) -> [Float]? {
        model.scores(strokes).map { scores in (0..<CharacterModel.classCount).map { scores[$0] } }
    }

    private mutating func judgeSynthetic(_ model: CharacterModel, _ samples: [CharacterSample]) {
        var random = TrainingRandom(seed: 4711)
        let held = samples.filter { $0.fold == 0 }
        let threes = held.filter { $0.label == 3 }
        func right(_ label: Int, _ draw: (inout TrainingRandom) -> [Stroke]) -> Int {
            (0..<1000).count { _ in
                let logits = Self.logits(model, CharacterAugmentation.varied(draw(&random), random: &random)) ?? []
                return logits.indices.max { logits[$0] < logits[$1] } == label
            }
        }
        for character in SyntheticCharacters.characters {
            let label = CharacterModel.characters.firstIndex(of: character) ?? 0
            let count = right(label) { SyntheticCharacters.character(character, threes: threes, random: &$0) }
            synthetic.append((String(character), 1000, count))
        }
        let pairs = right(CharacterModel.characters.count) { random in
            let (one, other) = (held[random.below(held.count)], held[random.below(held.count)])
            return SyntheticCharacters.pair(one.strokes, other.strokes, random: &random)
        }
        synthetic.append(("two characters", 1000, pairs))
        let capitals = right(CharacterModel.characters.count) { SyntheticCharacters.capital(random: &$0) }
        synthetic.append(("capital letters", 1000, capitals))
    }

    /// Returns the factor on the logits that minimizes the log loss.
    private static func slope(_ judged: [Judged]) -> Float {
        func loss(_ slope: Float) -> Double {
            judged.reduce(0) { sum, one in
                let greatest = one.logits.max() ?? 0
                let total = one.logits.reduce(0) { $0 + Double(exponential(($1 - greatest) * slope)) }
                return sum - Double((one.logits[one.sample.label] - greatest) * slope) + logarithm(total)
            }
        }
        let slopes = stride(from: Float(0.5), through: 2.5, by: 0.05).map { ($0, loss($0)) }
        return slopes.min { $0.1 < $1.1 }?.0 ?? 1
    }

    /// The accuracy of answers that aren't unknown, in alphabets of six.
    static let answeredAccuracy = 0.99

    /// Returns the least threshold at which the answers in alphabets of six are as accurate as
    /// ``answeredAccuracy``.
    private static func threshold(_ judged: [Judged]) -> Double {
        let answers = alphabetsOfSix.flatMap { alphabet in
            judged.filter { alphabet.contains($0.sample.label) }.compactMap { one in
                one.ranking(among: alphabet).first.map { ($0.probability, $0.label == one.sample.label) }
            }
        }
        return stride(from: 0.5, through: 0.99, by: 0.01).first { threshold in
            let kept = answers.filter { $0.0 >= threshold }
            return Double(kept.count(where: \.1)) >= answeredAccuracy * Double(kept.count)
        } ?? 0.99
    }

    // MARK: Alphabets

    static let digits = Array(0..<10)
    static let letters = Array(10..<36)

    /// Sixty random alphabets of six digits and letters.
    static let alphabetsOfSix: [[Int]] = {
        var random = TrainingRandom(seed: 6)
        return (0..<60).map { _ in
            var all = Array(0..<36)
            random.shuffle(&all)
            return all.prefix(6).sorted()
        }
    }()

    /// The alphabets of the report.
    static let alphabets: [(name: String, sets: [[Int]])] = [
        ("0, 1, a, b", [[0, 1, 10, 11]]), ("six symbols, 60 alphabets", alphabetsOfSix), ("digits", [digits]),
        ("lower case", [letters]), ("all 36", [digits + letters]),
    ]

    /// Returns how many characters of alphabets are right, each judged among those of its alphabet.
    func result(_ judged: [Judged], _ sets: [[Int]]) -> Result {
        var result = Result()
        for alphabet in sets {
            let isMember = Set(alphabet)
            for one in judged where isMember.contains(one.sample.label) {
                let ranking = one.ranking(among: alphabet)
                let isRight = ranking[0].label == one.sample.label
                result.count += 1
                if isRight { result.right += 1 }
                if ranking.prefix(2).contains(where: { $0.label == one.sample.label }) { result.amongTwo += 1 }
                if ranking[0].probability >= threshold {
                    result.answered += 1
                    if isRight { result.answeredRight += 1 }
                }
            }
        }
        return result
    }

    // MARK: Changes

    /// Changes that shouldn't matter.
    private static let changes: [(name: String, apply: @Sendable ([[Point]]) -> [[Point]])] = [
        ("10 points a stroke", { $0.map { Augmentation.resampled($0, count: 10) } }),
        ("100 points a stroke", { $0.map { Augmentation.resampled($0, count: 100) } }),
        ("slanted to the right by 15°", { slanted($0, 0.27) }),
        ("slanted to the left by 15°", { slanted($0, -0.27) }),
        ("a quarter wider", { $0.map { $0.map { Point(x: $0.x * 1.25, y: $0.y) } } }),
        ("strokes in reverse order", { $0.reversed() }),
        ("each stroke drawn backwards", { $0.map { $0.reversed() } }),
    ]

    private static func slanted(_ strokes: [[Point]], _ slant: Double) -> [[Point]] {
        strokes.map { $0.map { Point(x: $0.x - slant * $0.y, y: $0.y) } }
    }
}
