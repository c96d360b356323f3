internal import Statecharts

/// The states that were entered and the transitions that were taken.
struct Coverage {
    private let stateNumbers: [String: Int]
    private let transitionNumbers: [Key: Int]
    private(set) var isEntered: [Bool]
    private(set) var isTaken: [Bool]
    /// The number of states and transitions that are neither entered nor taken yet.
    private(set) var missingCount: Int

    /// A transition, by its source and its index among the source's transitions.
    struct Key: Hashable {
        var source: String
        var index: Int
    }

    /// The transitions, in the order of their numbers.
    let transitions: [Key]

    init(states: [String], transitions: [(state: String, index: Int)]) {
        stateNumbers = Dictionary(zip(states, states.indices)) { first, _ in first }
        var (numbers, keys) = ([Key: Int](), [Key]())
        for (source, index) in transitions {
            let key = Key(source: source, index: index)
            if numbers[key] == nil {
                numbers[key] = keys.count
                keys.append(key)
            }
        }
        (transitionNumbers, self.transitions) = (numbers, keys)
        isEntered = states.map { _ in false }
        isTaken = keys.map { _ in false }
        missingCount = states.count + keys.count
    }

    /// Returns whether a state was entered.
    func isEntered(_ state: String) -> Bool { stateNumbers[state].map { isEntered[$0] } ?? false }

    /// Returns the number of a transition, or `nil` if the chart doesn't have it.
    func number(source: String, _ index: Int) -> Int? { transitionNumbers[Key(source: source, index: index)] }
}

extension Coverage: StatechartRecorder {
    mutating func began(event: String, cause: StepCause, at time: Duration) {}
    mutating func left(_ state: String) {}

    mutating func took(source: String, _ index: Int) {
        guard let number = number(source: source, index), !isTaken[number] else { return }
        isTaken[number] = true
        missingCount -= 1
    }

    mutating func entered(_ state: String) {
        guard let number = stateNumbers[state], !isEntered[number] else { return }
        isEntered[number] = true
        missingCount -= 1
    }
}
