/// The changes that a writer made.
struct Notes {
    /// A kind of change.
    enum Kind: Hashable {
        case droppedAttributes, attributeNames, attributeTexts, featureNames, questions
        case operators, groups, tree, abstractness, types
    }

    private var counts: [Kind: Int] = [:]
    /// The first change of each kind.
    private var examples: [(kind: Kind, sentence: String)] = []

    /// A sentence for each kind of change, about the first one, with the number of the others.
    var sentences: [String] {
        examples.map { kind, sentence in
            let others = (counts[kind] ?? 1) - 1
            return others == 0
                ? sentence : "\(sentence); \(others) more \(others == 1 ? "change" : "changes") of this kind"
        }
    }

    /// Adds a change, whose sentence is made only if it is the first one of its kind.
    mutating func add(_ kind: Kind, _ sentence: @autoclosure () -> String) {
        if counts[kind] == nil { examples.append((kind, sentence())) }
        counts[kind, default: 0] += 1
    }
}
