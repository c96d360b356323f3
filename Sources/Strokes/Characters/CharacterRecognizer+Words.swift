extension CharacterRecognizer {
    /// The maximum number of strokes in a word. Ink with more strokes is unknown.
    public static let maximumStrokeCount = 24

    /// Recognizes a word in one line, such as `q0` or `a,b`.
    ///
    /// The strokes are divided from left to right into characters of up to four strokes each. A
    /// stroke belongs to one character. A comma is a small mark at the foot of the line.
    ///
    /// - Parameters:
    ///   - strokes: The strokes in drawing order.
    ///   - prior: The expected characters.
    ///   - following: The expected characters after the first character; `nil` stands for `prior`.
    ///   - threshold: The minimum probability of an answer, below which ink is unknown; `nil`
    ///     stands for the model's ``CharacterModel/threshold``.
    /// - Complexity: O(*n*) for *n* points, and up to a hundred recognitions of a character.
    /// - Reference: C. Burges and others, Shortest path segmentation: a method for training a
    ///   neural network to recognize character strings, IJCNN 1992, doi:10.1109/IJCNN.1992.227174,
    ///   for the segmentation graph. Here the probabilities of all paths of a word are added.
    public func recognizeWord(
        _ strokes: [Stroke], prior: CharacterPrior = CharacterPrior(), following: CharacterPrior? = nil,
        threshold: Double? = nil
    ) -> TextRecognition {
        var memory = Memory()
        return recognizeWord(strokes, prior: prior, following: following, threshold: threshold, memory: &memory)
    }

    /// A cache of the scores of strokes that were read as characters before.
    package struct Memory: Sendable {
        fileprivate var scores = StrokeMemory<CharacterModel.Scores?>(capacity: 512)

        package init() {}
    }

    /// Recognizes a word, and reuses the scores of characters that were read before; see
    /// ``recognizeWord(_:prior:following:threshold:)``.
    package func recognizeWord(
        _ strokes: [Stroke], prior: CharacterPrior, following: CharacterPrior?, threshold: Double? = nil,
        memory: inout Memory
    ) -> TextRecognition {
        let threshold = threshold ?? model.threshold
        guard let line = TextLine(strokes) else { return TextRecognition([], threshold: threshold) }
        var search = CharacterWordSearch(line.marks.count)
        for start in line.marks.indices where search.isReached(start) {
            search.sort(start)
            for end in start + 1...min(start + CharacterWordSearch.maximumGroup, line.marks.count) {
                let prior = start == 0 ? prior : following ?? prior
                let group = line.strokes(start..<end)
                guard let scores = memory.scores.value(of: group, { model.scores(group) }) else { continue }
                let probabilities = probabilities(scores, prior)
                search.extend(from: start, to: end, line.fit(start..<end)) { index in
                    probabilities[index] * line.likelihood(of: CharacterModel.characters[index], at: start..<end)
                }
            }
        }
        search.sort(line.marks.count)
        return TextRecognition(search.words, threshold: threshold)
    }
}

/// The strokes of a word from left to right.
private struct TextLine {
    /// A stroke and its box.
    struct Mark {
        let number: Int
        let stroke: Stroke
        let box: BoundingBox
    }

    let marks: [Mark]
    private let box: BoundingBox
    /// The height of the highest stroke, or its width if that is greater.
    private let height: Double

    /// Arranges strokes; `nil` if there is none, or there are too many.
    init?(_ strokes: [Stroke]) {
        let marks = strokes.enumerated().compactMap { number, stroke in
            stroke.points.span.boundingBox.map { Mark(number: number, stroke: stroke, box: $0) }
        }
        guard let first = marks.first, marks.count <= CharacterRecognizer.maximumStrokeCount else { return nil }
        self.marks = marks.sorted { ($0.box.center.x, $0.number) < ($1.box.center.x, $1.number) }
        box = marks.reduce(into: first.box) { $0.formUnion($1.box) }
        let greatestHeight = marks.reduce(0) { max($0, $1.box.height) }
        height = greatestHeight > 0.3 * box.width / Double(marks.count) ? greatestHeight : box.side
        guard height > 0, height.isFinite, box.width.isFinite else { return nil }
    }

    /// Returns the strokes of a group in drawing order.
    func strokes(_ group: Range<Int>) -> [Stroke] {
        marks[group].sorted { $0.number < $1.number }.map(\.stroke)
    }

    private func box(_ group: Range<Int>) -> BoundingBox {
        marks[group].dropFirst().reduce(into: marks[group.lowerBound].box) { $0.formUnion($1.box) }
    }

    /// Returns how well the places of strokes suit one character after those on its left, 0…1:
    /// without gaps between its strokes, and without overlap with the strokes before.
    func fit(_ group: Range<Int>) -> Double {
        var right = marks[group.lowerBound].box.maximum.x
        var gap = 0.0
        for mark in marks[group].dropFirst() {
            gap += max(0, (mark.box.minimum.x - right) / height - 0.1)
            right = max(right, mark.box.maximum.x)
        }
        var overlap = 0.0
        if group.lowerBound > 0 {
            let (before, own) = (marks[group.lowerBound - 1].box, box(group))
            let common = min(before.maximum.x, own.maximum.x) - max(before.minimum.x, own.minimum.x)
            // A line has a breadth, too.
            let breadth = 0.1 * height
            overlap = max(0, (common + breadth) / (min(before.width, own.width) + breadth) - 0.2)
        }
        return ElementaryFunctions.exponential(-8 * gap - 5 * min(1, overlap))
    }

    /// Returns the likelihood of a character for the size and height of a group in the line, up to
    /// a factor: only commas are small and low.
    func likelihood(of character: Character, at group: Range<Int>) -> Double {
        let own = box(group)
        let isSmall = own.height < 0.55 * height && own.width < 0.55 * height
        let isMark = isSmall && own.center.y > box.minimum.y + 0.6 * box.height
        switch character {
        case ",": return isMark ? 4 : 0.02
        case "-": return 1
        default: return isMark ? 0.15 : 1
        }
    }
}

/// The most probable words for the strokes up to each one, from left to right.
private struct CharacterWordSearch {
    /// The maximum number of strokes of a character.
    static let maximumGroup = 4
    /// The number of words that are kept for the strokes up to each one.
    private static let beamWidth = 24
    /// The prior odds of a further character, against more strokes in one.
    private static let furtherCharacterOdds = 0.4
    /// The likelihood of ink that isn't a character.
    private static let otherInkLikelihood = 0.02

    private struct Hypothesis {
        var text: String
        var probability: Double
        /// The number of characters.
        let length: Int
    }

    /// The words for the first *n* strokes.
    private var hypotheses: [[Hypothesis]]
    /// Their indices, as long as they aren't sorted.
    private var indices: [[String: Int]]

    init(_ count: Int) {
        hypotheses = Array(repeating: [], count: count + 1)
        indices = Array(repeating: [:], count: count + 1)
        hypotheses[0] = [Hypothesis(text: "", probability: 1, length: 0)]
    }

    /// Sorts the words for strokes after which none are added, the most probable first.
    mutating func sort(_ count: Int) {
        hypotheses[count].sort { ($1.probability, $0.text) < ($0.probability, $1.text) }
    }

    func isReached(_ start: Int) -> Bool { !hypotheses[start].isEmpty }

    /// Adds a character for a group of strokes to the words before it.
    mutating func extend(from start: Int, to end: Int, _ fit: Double, _ probability: (Int) -> Double) {
        let probabilities = CharacterModel.characters.indices.map { ($0, probability($0) * fit) }
            .filter { $0.1 > 1e-6 }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.prefix(8)
        for word in hypotheses[start].prefix(Self.beamWidth) {
            for (index, probability) in probabilities {
                let character = CharacterModel.characters[index]
                // A comma stands between other characters.
                let isEnd = word.text.isEmpty || word.text.hasSuffix(",") || end == hypotheses.count - 1
                let factor = (character == "," && isEnd ? 0.05 : 1) * (word.length > 0 ? Self.furtherCharacterOdds : 1)
                add(
                    Hypothesis(
                        text: word.text + String(character), probability: word.probability * probability * factor,
                        length: word.length + 1), at: end)
            }
        }
    }

    private mutating func add(_ word: Hypothesis, at end: Int) {
        if let index = indices[end][word.text] {
            hypotheses[end][index].probability += word.probability
        } else {
            indices[end][word.text] = hypotheses[end].count
            hypotheses[end].append(word)
        }
    }

    /// The words for all strokes, with their probabilities.
    var words: [(text: String, probability: Double)] {
        let all = hypotheses[hypotheses.count - 1]
        guard let best = all.first else { return [] }
        var rest = 1.0
        for _ in 0..<best.length { rest *= Self.otherInkLikelihood }
        let sum = all.reduce(rest) { $0 + $1.probability }
        return sum > 0 ? all.map { ($0.text, $0.probability / sum) } : []
    }
}
