internal import Automata

/// Dense ids for the numbers by which a text names its states, in the order of their first appearance.
struct NumberInterner {
    /// The number of each state.
    private(set) var numbers: [UInt64] = []
    /// The id of each number below the limit; ``UInt32/none`` where it hasn't been seen.
    private var idsByNumber: [State] = []
    private var idsByLargeNumber: [UInt64: State] = [:]
    private var largest: UInt64 = 0
    /// The numbers that are looked up directly lie below this, so that a large number in a small text costs no memory.
    private let limit: Int

    init(textCount: Int) {
        limit = max(textCount / 2, 1024)
    }

    var count: Int { numbers.count }

    /// Whether the numbers are 0, 1, … without a gap.
    var areDense: Bool { numbers.isEmpty || largest == UInt64(numbers.count - 1) }

    /// The state whose number stands at an offset and ends before a blank, and the offset of that blank; `nil` where no
    /// such number stands there, or a large one.
    @inline(__always)
    mutating func state(in input: TextInput, at offset: Int) -> (state: State, end: Int)? {
        guard let (number, end) = number(in: input, at: offset) else { return nil }
        if number < idsByNumber.count {
            let id = idsByNumber[number]
            if id != .none { return (id, end) }
        }
        return (state(number: UInt64(number)), end)
    }

    /// As ``state(in:at:)``, without adding any.
    @inline(__always)
    func knownState(in input: TextInput, at offset: Int) -> (state: State, end: Int)? {
        guard let (number, end) = number(in: input, at: offset), number < idsByNumber.count,
            idsByNumber[number] != .none
        else { return nil }
        return (idsByNumber[number], end)
    }

    @inline(__always)
    private func number(in input: TextInput, at offset: Int) -> (number: Int, end: Int)? {
        var index = offset
        var number = 0
        while index < input.count {
            let digit = input[index] &- UInt8(ascii: "0")
            if digit > 9 { break }
            number = number &* 10 &+ Int(digit)
            index += 1
        }
        let count = index - offset
        guard index < input.count, count > 0, count <= 9, number < limit else { return nil }
        return (number, index)
    }

    /// The state with a number, which is added where it is new.
    @inline(never)
    mutating func state(number: UInt64) -> State {
        let isDirect = number < UInt64(limit)
        let index = isDirect ? Int(number) : 0
        if isDirect, index < idsByNumber.count, idsByNumber[index] != .none { return idsByNumber[index] }
        if !isDirect, let id = idsByLargeNumber[number] { return id }
        // A text of 2³² states is longer than any that fits memory.
        let id = State(truncatingIfNeeded: numbers.count)
        numbers.append(number)
        largest = max(largest, number)
        if isDirect {
            if index >= idsByNumber.count {
                let newCount = min(limit, max(index + 1, idsByNumber.count * 2, 64))
                idsByNumber.append(contentsOf: repeatElement(.none, count: newCount - idsByNumber.count))
            }
            idsByNumber[index] = id
        } else {
            idsByLargeNumber[number] = id
        }
        return id
    }

    /// Replaces ids by numbers, which must be dense.
    func renumber(_ parts: inout AutomatonParts) {
        func renumber(_ states: inout [State]) {
            for index in states.indices { states[index] = State(truncatingIfNeeded: numbers[Int(states[index])]) }
        }
        if numbers.indices.allSatisfy({ numbers[$0] == UInt64($0) }) { return }
        renumber(&parts.sources)
        renumber(&parts.targets)
        renumber(&parts.moveSources)
        renumber(&parts.moveTargets)
        var (initial, final) = (Array(parts.initialStates), Array(parts.finalStates))
        renumber(&initial)
        renumber(&final)
        parts.initialStates = StateSet(initial)
        parts.finalStates = StateSet(final)
    }

    /// The numbers as names.
    func names() throws(AutomataError) -> NameTable {
        var table = NameTable(minimumCapacity: numbers.count)
        for number in numbers { try table.intern(String(number)) }
        return table
    }
}
