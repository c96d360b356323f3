internal import Automata

/// The numbers by which a text names its states.
///
/// While a text is read, a state's id is its number; numbers beyond the limit get provisional ids.
/// In the end, states are renumbered in the order of their numbers. This changes nothing if the
/// numbers have no gaps.
struct NumberInterner {
    /// The numbers below the limit that occur, as a bit set.
    private var seenBits: [UInt64] = []
    private var largeNumbers: [UInt64] = []
    private var idsByLargeNumber: [UInt64: StateID] = [:]
    /// The least number that counts as large, so that a short text doesn't take much memory.
    private let limit: Int

    /// The number of bytes in use.
    var byteCount: Int { 8 * (seenBits.count + largeNumbers.count) + 32 * idsByLargeNumber.capacity }

    init(textCount: Int) {
        limit = min(max(textCount / 4, 1024), 1 << 31)
    }

    /// Returns the state whose number is at an offset, and the offset past it; `nil` if there is no
    /// number or a large one. A byte that isn't a digit must follow.
    @inline(__always)
    mutating func state(in text: UnsafePointer<UInt8>, at offset: Int) -> (state: StateID, end: Int)? {
        var index = offset
        var number = 0
        while true {
            let digit = text[index] &- UInt8(ascii: "0")
            if digit > 9 { break }
            number = number &* 10 &+ Int(digit)
            index &+= 1
        }
        guard index > offset, index &- offset <= 9, number < limit else { return nil }
        let word = number >> 6
        if word >= seenBits.count || seenBits[word] >> UInt64(number & 63) & 1 == 0 { insert(number) }
        return (StateID(truncatingIfNeeded: number), index)
    }

    mutating func state(number: UInt64) -> StateID {
        if number < UInt64(limit) {
            insert(Int(number))
            return StateID(number)
        }
        if let id = idsByLargeNumber[number] { return id }
        let id = StateID(truncatingIfNeeded: limit + largeNumbers.count)
        largeNumbers.append(number)
        idsByLargeNumber[number] = id
        return id
    }

    @inline(never)
    private mutating func insert(_ number: Int) {
        let word = number >> 6
        if word >= seenBits.count {
            seenBits.append(contentsOf: repeatElement(0, count: max(word + 1, seenBits.count * 2) - seenBits.count))
        }
        seenBits[word] |= 1 << UInt64(number & 63)
    }

    /// Numbers the states in the order of their numbers, from 0 on.
    ///
    /// - Returns: the number of states, and their numbers as names if these have gaps.
    func numberStates(
        of parts: inout AutomatonParts, steps: inout BudgetSteps
    ) throws(AutomataError) -> (stateCount: Int, names: NameTable?) {
        let numbers = StateSet(words: seenBits)
        let smallCount = numbers.count
        if largeNumbers.isEmpty, smallCount == 0 || numbers.last == StateID(smallCount - 1) { return (smallCount, nil) }
        var names = NameTable()
        var ids = [StateID](repeating: .absent, count: Int(numbers.last ?? 0) + 1)
        for number in numbers {
            try steps.step(holding: names.byteCount)
            ids[Int(number)] = StateID(try names.appendUnindexed(decimal: UInt64(number)))
        }
        var largeIDs = [StateID](repeating: .absent, count: largeNumbers.count)
        let largeIndices = try Array(largeNumbers.indices).sorted(steps: &steps) { largeNumbers[$0] < largeNumbers[$1] }
        for index in largeIndices {
            try steps.step(holding: names.byteCount)
            largeIDs[index] = StateID(try names.appendUnindexed(decimal: largeNumbers[index]))
        }
        try names.indexAll(steps: &steps)
        try parts.renumberStates(steps: &steps) { Int($0) < limit ? ids[Int($0)] : largeIDs[Int($0) - limit] }
        return (names.count, names)
    }
}
