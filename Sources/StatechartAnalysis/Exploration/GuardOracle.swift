/// The answers of guards that have no value during an exploration.
///
/// A step is repeated until each combination of answers that it asks for was given: the answers
/// form a decision tree, whose leaves are visited one by one.
///
/// One explorer has an oracle, and no two threads use it.
final class GuardOracle: @unchecked Sendable {
    /// A guard, by the number of its name, and its answer.
    struct Answer: Hashable {
        var guardNumber: UInt32
        var holds: Bool
    }

    /// The answers of the current repetition, in the order of the questions.
    @exclusivity(unchecked) private(set) var answers: [Answer] = []
    /// The moment of each answer: without a change in between, a guard has the same answer.
    @exclusivity(unchecked) private var moments: [UInt64] = []
    /// The answers that the next repetition begins with.
    @exclusivity(unchecked) private var prefix: [Bool] = []
    private var names: [String] = []
    /// Whether each guard was asked without a known answer.
    @exclusivity(unchecked) private var isAsked: [Bool] = []
    private var numbers: [String: UInt32] = [:]
    /// The answers that the data of the input from outside decide.
    @exclusivity(unchecked) var known: [UInt32: Bool] = [:]
    /// The guards that say whether something fails.
    var failures: Set<UInt32> = []
    /// Whether a failure was asked for a third time in a step, and had the same answer again.
    private(set) var leavesOutFailures = false
    /// The guards that don't hold unless they are known.
    var silent: Set<UInt32> = []
    /// The number of actions of the program that were performed.
    @exclusivity(unchecked) private(set) var actionCount: UInt64 = 0
    /// The outputs of steps; `nil` if they aren't observed.
    var trace: OutputTrace?
    /// Whether a question had only one answer, as the step asked too many.
    private(set) var isExceeded = false

    /// The maximum number of questions that have both answers in one step.
    static let maximumCount = 16

    /// Returns the number of a guard's name.
    func number(of name: String) -> UInt32 {
        if let number = numbers[name] { return number }
        let number = UInt32(names.count)
        numbers[name] = number
        names.append(name)
        isAsked.append(false)
        return number
    }

    func name(of number: UInt32) -> String { names[Int(number)] }

    /// Returns whether a guard was asked without a known answer.
    func wasAsked(_ name: String) -> Bool { numbers[name].map { isAsked[Int($0)] } ?? false }

    /// Begins a step, with the given answers first.
    func begin(with answers: [Answer] = []) {
        if !prefix.isEmpty { prefix.removeAll(keepingCapacity: true) }
        for answer in answers { prefix.append(answer.holds) }
        rewind()
    }

    /// Notes an action of the program, after which guards may have other answers.
    func perform(_ action: String) {
        // A mark is no action.
        if action.hasPrefix(TraceRecorder.marker) { return }
        if let trace, trace.note(action: action) { return }
        actionCount &+= 1
    }

    private func rewind() {
        trace?.begin()
        if answers.isEmpty { return }
        answers.removeAll(keepingCapacity: true)
        moments.removeAll(keepingCapacity: true)
    }

    /// Returns the answer to a question.
    ///
    /// A guard's answer may change once in a step; otherwise loops would ask without end.
    ///
    /// - Parameters:
    ///   - moment: A number that differs between two moments of a step in which the data may
    ///     differ.
    ///   - isOfInput: Whether the input from outside is the current event.
    func answer(_ number: UInt32, at moment: UInt64, isOfInput: Bool) -> Bool {
        if isOfInput, !known.isEmpty, let holds = known[number] { return holds }
        if !silent.isEmpty, silent.contains(number) { return false }
        var (count, last) = (0, false)
        for index in answers.indices where answers[index].guardNumber == number {
            if moments[index] == moment { return answers[index].holds }
            (count, last) = (count + 1, answers[index].holds)
        }
        if count == 2, failures.contains(number) {
            leavesOutFailures = true
            return last
        }
        if count == 2 || answers.count >= Self.maximumCount {
            isExceeded = true
            return last
        }
        isAsked[Int(number)] = true
        let holds = answers.count < prefix.count ? prefix[answers.count] : false
        answers.append(Answer(guardNumber: number, holds: holds))
        moments.append(moment)
        return holds
    }

    /// Prepares the next repetition of the step.
    ///
    /// - Returns: `false` if all combinations of answers were given.
    func next() -> Bool {
        guard !answers.isEmpty, let last = answers.lastIndex(where: { !$0.holds }) else { return false }
        prefix.removeAll(keepingCapacity: true)
        for answer in answers[..<last] { prefix.append(answer.holds) }
        prefix.append(true)
        rewind()
        return true
    }
}
