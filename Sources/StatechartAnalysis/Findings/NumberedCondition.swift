/// A condition over states by their numbers.
indirect enum NumberedCondition {
    case isActive(word: Int, bit: UInt64)
    case not(NumberedCondition)
    case and(NumberedCondition, NumberedCondition)
    case or(NumberedCondition, NumberedCondition)

    /// - Precondition: `numbers` has all states of the condition.
    init(_ condition: StateCondition, _ numbers: [String: Int]) {
        switch condition {
        case .isActive(let name):
            let number = numbers[name] ?? 0
            self = .isActive(word: number >> 6, bit: 1 << UInt64(number & 63))
        case .not(let inner): self = .not(NumberedCondition(inner, numbers))
        case .and(let first, let second):
            self = .and(NumberedCondition(first, numbers), NumberedCondition(second, numbers))
        case .or(let first, let second):
            self = .or(NumberedCondition(first, numbers), NumberedCondition(second, numbers))
        }
    }

    /// Returns whether the condition holds in a packed state.
    func holds(in words: UnsafeBufferPointer<UInt64>) -> Bool {
        switch self {
        case .isActive(let word, let bit): words[word] & bit != 0
        case .not(let inner): !inner.holds(in: words)
        case .and(let first, let second): first.holds(in: words) && second.holds(in: words)
        case .or(let first, let second): first.holds(in: words) || second.holds(in: words)
        }
    }
}
