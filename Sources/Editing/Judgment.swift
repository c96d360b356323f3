public import Automata
internal import Diagrams
internal import Sketches
internal import TextSupport

extension Exercise {
    /// The number of answers to an exercise, and whether an answer was right.
    public struct Score: Sendable, Hashable, Comparable {
        /// The number of checked answers, up to the first right answer.
        public internal(set) var attemptCount = 0
        /// A Boolean value that indicates whether an answer was right.
        public internal(set) var isSolved = false

        /// The maximum number of tries that is counted.
        static let maximumAttemptCount = Int(Int32.max)

        /// Returns whether a score is lower than another one. A score without a right answer is
        /// lower than a score with a right answer; otherwise, the score with fewer tries is lower.
        public static func < (left: Score, right: Score) -> Bool {
            (left.isSolved ? 1 : 0, left.attemptCount) < (right.isSolved ? 1 : 0, right.attemptCount)
        }
    }

    /// A verdict on an answer to an exercise.
    public struct Judgment: Sendable {
        /// A Boolean value that indicates whether the answer could be judged: the drawing is an
        /// automaton, and the budget was sufficient.
        public let isJudged: Bool
        /// A Boolean value that indicates whether the answer is right.
        public let isCorrect: Bool
        /// The members of the verdict.
        fileprivate let write: @Sendable (inout JSONObject) -> Void

        /// Returns the verdict and a score in JSON; <doc:Protocol> lists the members.
        public func text(_ score: Score) -> String {
            JSONObject { object in
                object.add("right", isCorrect)
                object.add("solved", score.isSolved)
                object.add("tries", score.attemptCount)
                write(&object)
            }.text
        }
    }

    /// The demands in words.
    private var demandTexts: [String] {
        [
            demands.isDeterministic ? "deterministic" : nil,
            demands.maximumStates.map { "\($0) state\($0 == 1 ? "" : "s") at most" },
        ].compactMap(\.self)
    }

    /// Returns the exercise (without its solution) and the score as JSON for the editor's web page.
    public func text(_ score: Score) -> String {
        JSONObject { object in
            object.add("title", title)
            object.add("task", task)
            object.add("demands", demandTexts)
            object.add("feedback", feedback.rawValue)
            object.add("panels", panels?.map(\.rawValue))
            object.add("solved", score.isSolved)
            object.add("tries", score.attemptCount)
        }.text
    }
}

extension EditorDocument {
    /// Compares the document with the solution of an exercise.
    ///
    /// - Parameters:
    ///   - exercise: The exercise.
    ///   - budget: The bound on states and memory. If it is exceeded, the judgment says so.
    /// - Returns: The judgment, which isn't counted as a try; ``record(_:)`` counts it.
    /// - Complexity: The time of two inclusion tests, at worst exponential in the number of states
    ///   of nondeterministic automata.
    public func judgment(by exercise: Exercise, budget: Budget = .default) -> Exercise.Judgment {
        let answer = PanelAnswer(document: self, context: Context(name: ""), budget: budget)
        let automaton: Automaton
        let difference: WordDifference
        do throws(PanelFailure) {
            automaton = try answer.automaton()
            difference = try answer.attempt { [automaton] () throws(AutomataError) in
                try WordDifference(of: automaton, from: exercise.solution, budget: budget)
            }
        } catch {
            return Exercise.Judgment(isJudged: false, isCorrect: false) { error.write(to: &$0) }
        }
        let unmetTexts = exercise.unmetDemands(of: automaton)
        let words = triedWords(exercise.words.filter { $0.expectedVerdict != nil })
        let diagram = sketch.diagram
        return Exercise.Judgment(isJudged: true, isCorrect: difference.isEmpty && unmetTexts.isEmpty) { object in
            object.add("verdict", exercise.verdict(on: difference, unmetTexts))
            if exercise.feedback == .witness {
                object.add("missing", difference.missing, in: diagram)
                object.add("extra", difference.extra, in: diagram)
            }
            if exercise.feedback != .verdict, !words.isEmpty {
                object.add(
                    "words",
                    JSONObject { item in
                        item.add("right", words.count { $0.verdict == $0.word.expectedVerdict })
                        item.add("count", words.count)
                    })
            }
            object.add("unmet", unmetTexts)
        }
    }
}

extension Exercise {
    fileprivate func unmetDemands(of automaton: Automaton) -> [String] {
        var unmetTexts: [String] = []
        if demands.isDeterministic, !automaton.isDeterministic { unmetTexts.append("It isn't deterministic") }
        if let most = demands.maximumStates, automaton.stateCount > most {
            unmetTexts.append("It has \(automaton.stateCount) states; at most \(most) are allowed")
        }
        return unmetTexts
    }

    fileprivate func verdict(on difference: WordDifference, _ unmetTexts: [String]) -> String {
        guard !difference.isEmpty else {
            return unmetTexts.isEmpty
                ? "Right: it accepts exactly the words that it should"
                : "It accepts exactly the words that it should, but doesn't meet every demand"
        }
        guard feedback == .witness else { return "Not yet: it doesn't accept exactly the words that it should" }
        let faults = [
            difference.missing.map { "it should accept \($0.shortened)" },
            difference.extra.map { "it shouldn't accept \($0.shortened)" },
        ]
        return "Not yet: " + faults.compactMap(\.self).joined(separator: ", and ")
    }
}

extension Witness {
    /// The word for a sentence, without the middle if it is long.
    var shortened: String {
        let text = description
        return text.count <= 40 ? text : "\(text.prefix(20))…\(text.suffix(8)) (\(length) symbols)"
    }
}
