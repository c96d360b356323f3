extension Diagram {
    /// Adds several states in order; see ``addState(at:radius:name:isFinal:)``.
    ///
    /// - Parameter circles: The circles with their names. If a name is empty, the diagram chooses
    ///   another one.
    /// - Returns: The ids of the states.
    /// - Complexity: O(*n* + *k*) for *k* circles, and O((*n* + *k*) / 64) for each name that the
    ///   diagram chooses.
    package mutating func addStates(_ circles: [(center: Point, radius: Double, name: String)]) -> [State.ID] {
        if circles.count == 1 || hasFirstAutomaticNames, circles.allSatisfy(\.name.isEmpty) {
            return circles.map { addState(at: $0.center, radius: $0.radius) }
        }
        var names = NameIndex(states, addingUpTo: circles.count)
        var ids: [State.ID] = []
        for circle in circles {
            ids.append(addUnnamedState(at: circle.center, radius: circle.radius))
            names.set(circle.name, at: states.count - 1, in: &states)
        }
        forgetNumbering()
        return ids
    }

    /// Renames several states in order. States that the diagram doesn't have are ignored.
    ///
    /// - Complexity: O(*n* + *k* log *n*) for *k* names, and O(*n* / 64) for each name that the
    ///   diagram chooses.
    package mutating func rename(_ named: [(id: State.ID, name: String)]) {
        guard !named.isEmpty else { return }
        var names = NameIndex(states, addingUpTo: 0)
        for (id, name) in named {
            guard let index = states.index(of: id), !name.utf8.elementsEqual(states[index].name.utf8) else { continue }
            names.set(name, at: index, in: &states)
        }
        forgetNumbering()
    }
}

/// An index of the names of states, for looking up many names.
private struct NameIndex {
    /// The states whose names the diagram chose.
    private var automatic: [[UInt8]: [Int]] = [:]
    /// The number of states with each automatic name, also of those that got it otherwise.
    private var counts: [Int]
    /// The numbers that no name has, as bits.
    private var unusedBits: [UInt64]

    init(_ states: [Diagram.State], addingUpTo addedCount: Int) {
        let numberCount = states.count + addedCount + 1
        counts = Array(repeating: 0, count: numberCount)
        unusedBits = Array(repeating: ~0, count: numberCount / 64 + 1)
        for index in states.indices { insert(states[index], index) }
    }

    /// Names a state; automatically if the name is empty.
    mutating func set(_ name: String, at index: Int, in states: inout [Diagram.State]) {
        remove(states[index], index)
        let isAutomatic = name.isEmpty
        states[index].hasAutomaticName = isAutomatic
        states[index].name = isAutomatic ? "q\(leastUnusedNumber)" : name
        insert(states[index], index)
        guard !isAutomatic else { return }
        for other in automatic[Array(name.utf8)] ?? [] { set("", at: other, in: &states) }
    }

    private var leastUnusedNumber: Int {
        let word = unusedBits.firstIndex { $0 != 0 } ?? unusedBits.count
        return 64 * word + (word < unusedBits.count ? unusedBits[word].trailingZeroBitCount : 0)
    }

    private mutating func insert(_ state: Diagram.State, _ index: Int) {
        if state.hasAutomaticName { automatic[Array(state.name.utf8), default: []].append(index) }
        guard let number = state.automaticNumber, number < counts.count else { return }
        counts[number] += 1
        unusedBits[number / 64] &= ~(1 << UInt64(number % 64))
    }

    private mutating func remove(_ state: Diagram.State, _ index: Int) {
        if state.hasAutomaticName, !state.name.isEmpty { automatic[Array(state.name.utf8)]?.removeAll { $0 == index } }
        guard let number = state.automaticNumber, number < counts.count else { return }
        counts[number] -= 1
        if counts[number] == 0 { unusedBits[number / 64] |= 1 << UInt64(number % 64) }
    }
}
