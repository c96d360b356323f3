/// Layers of states: layer *l* has the states from which some word of exactly *l* letters is
/// accepted.
///
/// Layers are computed one from another on demand, until one is equal to an earlier one: from then
/// on they repeat. A layer is a list of states if they are few, otherwise one bit per state.
///
/// - Complexity: O(*m*) time and O(*n*) bits per layer at worst, and less for layers of few states.
struct LiveLayers: Sendable {
    private struct Layer: Sendable {
        let start: Int
        let count: Int
        let isList: Bool
    }

    private let incoming: TargetRows
    private let stateCount: Int
    private var layers: [Layer] = []
    private var lists: [StateID] = []
    private var bits: [UInt64] = []
    /// The members of the last layer.
    private var last: [StateID]
    private var isVisited: [Bool]
    /// The layers by a hash of their members.
    private var known: [UInt64: [Int]] = [:]
    private let slotHash = SlotHash()
    /// The first layer that repeats, and the length of the cycle.
    private var cycle: (start: Int, length: Int)?

    init(_ rows: LetterRows) {
        stateCount = rows.stateCount
        let offsets = rows.offsets.map { UInt32(truncatingIfNeeded: $0) }
        incoming = reversedRows(
            [TargetRows(EpsilonMoves(offsets: offsets, targets: rows.targets))], stateCount: stateCount)
        last = Array(rows.finalStates)
        isVisited = Array(repeating: false, count: stateCount)
        storeLastLayer()
    }

    private var byteCount: Int {
        lists.count * 4 + bits.count * 8 + layers.count * 128 + incoming.targets.count * 4 + stateCount * 9
    }

    /// Whether the layer, or an equal one, is known.
    private func isKnown(_ length: Int) -> Bool { length < layers.count || cycle != nil }

    /// Computes the layers up to a number of letters.
    mutating func extend(to length: Int, budget: Budget) throws(AutomataError) {
        if isKnown(length) { return }
        var pace = BudgetPace()
        var work = 0
        while !isKnown(length) {
            if pace.isDue(states: 0, work: work) { try budget.check(bytes: byteCount) }
            work += addLayer()
        }
        try budget.check(bytes: byteCount)
    }

    private mutating func addLayer() -> Int {
        var next: [StateID] = []
        var work = 64
        for state in last {
            let sources = incoming.range(of: state)
            work += sources.count + 1
            for index in sources {
                let source = incoming.targets[index]
                if isVisited[Int(source)] { continue }
                isVisited[Int(source)] = true
                next.append(source)
            }
        }
        for state in next { isVisited[Int(state)] = false }
        last = next
        storeLastLayer()
        return work
    }

    /// Stores the last layer, or detects that it repeats an earlier one.
    private mutating func storeLastLayer() {
        let number = layers.count
        var hash = UInt64(last.count)
        for state in last { hash &+= slotHash.scattered(UInt64(state)) }
        for candidate in known[hash] ?? [] where layers[candidate].count == last.count {
            if last.allSatisfy({ contains($0, layers[candidate]) }) {
                cycle = (candidate, number - candidate)
                return
            }
        }
        known[hash, default: []].append(number)
        let isList = last.count * 32 < stateCount
        layers.append(Layer(start: isList ? lists.count : bits.count, count: last.count, isList: isList))
        if isList {
            lists.append(contentsOf: last.sorted())
        } else {
            let start = bits.count
            bits.append(contentsOf: repeatElement(0, count: (stateCount + 63) / 64))
            for state in last { bits[start + state.word] |= state.bit }
        }
    }

    /// Whether a word of exactly this many letters is accepted from the state; its layer must be
    /// known.
    @inline(__always)
    func contains(_ state: StateID, _ length: Int) -> Bool {
        var number = length
        if let cycle, length >= layers.count { number = cycle.start + (length - cycle.start) % cycle.length }
        return contains(state, layers[number])
    }

    @inline(__always)
    private func contains(_ state: StateID, _ layer: Layer) -> Bool {
        if !layer.isList { return bits[layer.start + state.word] & state.bit != 0 }
        var (low, high) = (layer.start, layer.start + layer.count)
        while low < high {
            let middle = (low + high) / 2
            if lists[middle] < state { low = middle + 1 } else { high = middle }
        }
        return low < layer.start + layer.count && lists[low] == state
    }

    /// An upper bound on the lengths of words, from the layers known so far. It is the length of
    /// the longest word if the language is finite and all layers are known.
    var maximumLength: Int {
        if let cycle, layers[cycle.start].count > 0 { return .max }
        return layers.count - 1
    }

    /// Returns the first length, from the given one up to a bound, for which the state is in its
    /// layer, or `nil` if there is none.
    mutating func firstLength(
        from length: Int, through bound: Int, for state: StateID, budget: Budget
    ) throws(AutomataError) -> Int? {
        let first = length
        var length = first
        while length <= bound {
            try extend(to: length, budget: budget)
            if contains(state, length) { return length }
            if let cycle, length - max(first, cycle.start) >= cycle.length - 1 { return nil }
            if length == Int.max { return nil }
            length += 1
        }
        return nil
    }
}
