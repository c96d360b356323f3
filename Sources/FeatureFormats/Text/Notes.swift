internal import TextSupport
internal import WorkLimits

/// The changes that a writer has made so far, and the check that can stop it.
struct Notes {
    /// A kind of change.
    enum Kind: Hashable {
        case droppedAttributes, attributeNames, attributeTexts, featureNames, questions
        case operators, groups, tree, abstractness, types
    }

    let budget: Budget
    private var steps: LimitedSteps
    /// The reason why the writing was stopped.
    private(set) var stop: LimitError?
    private var counts: [Kind: Int] = [:]
    /// The first change of each kind.
    private var examples: [(kind: Kind, sentence: String)] = []

    init(_ budget: Budget) { (self.budget, steps) = (budget, LimitedSteps(BudgetWatch(budget))) }

    /// Counts a written part, and throws if the budget stops the writing.
    mutating func step() throws(TextProblem) {
        do throws(LimitError) { try steps.step() } catch {
            stop = error
            throw TextProblem(message: error.description, isLimit: true)
        }
    }

    /// A sentence for each kind of change, about its first change, with the number of the others.
    var sentences: [String] {
        examples.map { kind, sentence in
            let others = (counts[kind] ?? 1) - 1
            return others == 0
                ? sentence : "\(sentence); \(others) more \(others == 1 ? "change" : "changes") of this kind"
        }
    }

    /// Adds a change, whose sentence is made only if the change is the first of its kind.
    mutating func add(_ kind: Kind, _ sentence: @autoclosure () -> String) {
        if counts[kind] == nil { examples.append((kind, sentence())) }
        counts[kind, default: 0] += 1
    }
}
