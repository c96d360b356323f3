internal import Automata

/// Numbers for values, in the order in which they are first seen.
struct Numbering<Value: Hashable> {
    private var numbers: [Value: UInt32] = [:]
    private(set) var values: [Value] = []

    var count: Int { values.count }

    /// Returns the number of a value, and whether it is new.
    mutating func number(of value: Value) -> (number: UInt32, isNew: Bool) {
        if let number = numbers[value] { return (number, false) }
        let number = UInt32(values.count)
        numbers[value] = number
        values.append(value)
        return (number, true)
    }
}

extension Budget {
    /// Checks the budget for `count` states now and then.
    func check(
        _ count: Int, bytes: @autoclosure () -> Int, pace: inout BudgetPace, work: Int = 0
    ) throws(AutomataError) {
        guard count < maximumCount else { throw .tooLarge("states") }
        if count > maximumStates || pace.isDue(states: count, work: work) {
            try check(statesBuilt: count, bytes: bytes())
        }
    }
}
