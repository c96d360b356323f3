internal import AlgorithmSupport
internal import Automata

/// The productions of a grammar in one list of symbols. Each symbol is a number, whose highest bit
/// is set for nonterminals.
package struct GrammarRules: Sendable, Hashable {
    /// The sides of all productions, one after another: left, right, left, right, …
    package private(set) var symbols: [UInt32] = []
    /// The end of each side in ``symbols``.
    private(set) var ends: [UInt32] = []

    /// The number of productions.
    package var count: Int { ends.count / 2 }

    /// The number of bytes in use.
    var byteCount: Int { 4 * (symbols.count + ends.count) }

    /// Returns the range of a left side in the list.
    @inline(__always)
    package func left(of production: Int) -> Range<Int> {
        (production == 0 ? 0 : Int(ends[2 * production - 1]))..<Int(ends[2 * production])
    }

    /// Returns the range of a right side in the list.
    @inline(__always)
    package func right(of production: Int) -> Range<Int> {
        Int(ends[2 * production])..<Int(ends[2 * production + 1])
    }

    /// Appends a symbol to the current side.
    mutating func append(_ code: UInt32) { symbols.append(code) }

    /// Ends the current side.
    mutating func endSide() throws(AutomataError) {
        guard symbols.count < maximumCount, ends.count < maximumCount - 1 else {
            throw .tooLarge("symbols in productions")
        }
        ends.append(UInt32(symbols.count))
    }

    /// Adds a production whose left side is one nonterminal.
    mutating func append(_ left: Nonterminal, _ right: [UInt32]) throws(AutomataError) {
        symbols.append(GrammarSymbol.nonterminal(left).code)
        try endSide()
        symbols.append(contentsOf: right)
        try endSide()
    }

    mutating func renumberTerminals(_ numbers: [Symbol]) {
        for index in symbols.indices where symbols[index] & GrammarSymbol.nonterminalBit == 0 {
            symbols[index] = numbers[Int(symbols[index])].rawValue
        }
    }

    /// Returns some of the productions, in their order.
    func keeping(_ isKept: (Int) -> Bool) -> GrammarRules {
        var kept = GrammarRules()
        for production in 0..<count where isKept(production) { kept.append(production, of: self) }
        return kept
    }

    private mutating func append(_ production: Int, of rules: GrammarRules) {
        // There are at most as many as before, so the ends still fit.
        for side in [rules.left(of: production), rules.right(of: production)] {
            symbols.append(contentsOf: rules.symbols[side])
            ends.append(UInt32(symbols.count))
        }
    }
}

extension GrammarRules {
    /// Returns the productions without duplicates, grouped by left side, those of nonterminal 0
    /// first. Nonterminals are numbered in the order of their occurrence; unused ones come last, or
    /// are dropped on request.
    ///
    /// - Returns: the rules, and the old number of each nonterminal.
    func groupedByLeftSide(
        nonterminalCount: Int, droppingUnused: Bool
    ) -> (rules: GrammarRules, order: [Nonterminal]) {
        var ordered = GrammarRules()
        ordered.symbols.reserveCapacity(symbols.count)
        ordered.ends.reserveCapacity(ends.count)
        for production in productionsByLeftSide() { ordered.append(production, of: self) }
        var order: [Nonterminal] = [0]
        var numbers = [Nonterminal](repeating: .absent, count: nonterminalCount)
        numbers[0] = 0
        for index in ordered.symbols.indices {
            guard case .nonterminal(let old) = GrammarSymbol(code: ordered.symbols[index]) else { continue }
            if numbers[Int(old)] == .absent {
                numbers[Int(old)] = Nonterminal(order.count)
                order.append(old)
            }
            ordered.symbols[index] = GrammarSymbol.nonterminal(numbers[Int(old)]).code
        }
        if droppingUnused { return (ordered, order) }
        for old in 0..<Nonterminal(nonterminalCount) where numbers[Int(old)] == .absent { order.append(old) }
        return (ordered, order)
    }

    /// Returns the productions without duplicates, grouped by left side in the order of occurrence,
    /// but with those of nonterminal 0 first.
    private func productionsByLeftSide() -> [Int] {
        var lefts = SideIndex(count: count)
        var groups: [Int] = []
        groups.reserveCapacity(count)
        // The number 0 is reserved for the start symbol, even without productions.
        var groupCount = 1
        for production in 0..<count {
            let side = left(of: production)
            if side.count == 1, symbols[side.lowerBound] == GrammarSymbol.nonterminal(0).code {
                groups.append(0)
                continue
            }
            let first = lefts.first(production, hash: hash(of: side, 0)) { other in
                symbols[left(of: other)] == symbols[side]
            }
            if first == production {
                groups.append(groupCount)
                groupCount += 1
            } else {
                groups.append(groups[first])
            }
        }
        var whole = SideIndex(count: count)
        var isNew = [Bool](repeating: false, count: count)
        var starts = [Int](repeating: 0, count: groupCount + 1)
        for production in 0..<count {
            let side = right(of: production)
            let first = whole.first(production, hash: hash(of: side, UInt64(groups[production]))) { other in
                groups[other] == groups[production] && symbols[right(of: other)] == symbols[side]
            }
            if first != production { continue }
            isNew[production] = true
            starts[groups[production] + 1] += 1
        }
        for group in 0..<groupCount { starts[group + 1] += starts[group] }
        var order = [Int](repeating: 0, count: starts[groupCount])
        for production in 0..<count where isNew[production] {
            order[starts[groups[production]]] = production
            starts[groups[production]] += 1
        }
        return order
    }

    private func hash(of side: Range<Int>, _ seed: UInt64) -> UInt64 {
        let slotHash = SlotHash()
        var hash = slotHash.mixed(seed ^ UInt64(side.count) << 32)
        for index in side { hash = slotHash.mixed(hash ^ UInt64(symbols[index]) &+ 1) }
        return hash
    }
}

/// A hash index of productions without duplicates.
private struct SideIndex {
    /// The number + 1 of a production in each used slot; at most half of them are used.
    private var slots: [UInt32]

    init(count: Int) {
        var slotCount = 16
        while slotCount < 2 * count { slotCount *= 2 }
        slots = Array(repeating: 0, count: slotCount)
    }

    /// Returns the first production equal to the given one; if there is none, adds and returns the
    /// given one.
    mutating func first(_ production: Int, hash: UInt64, isEqual: (Int) -> Bool) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            let other = Int(slots[slot]) - 1
            if isEqual(other) { return other }
            slot = (slot + 1) & mask
        }
        slots[slot] = UInt32(production + 1)
        return production
    }
}
