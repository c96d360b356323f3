/// A map of the symbols of one alphabet into another, with any number of new symbols for each old
/// one.
///
/// Alignment splits classes and renumbers names, restriction drops symbols, renaming and projection
/// join them.
package struct SymbolMap: Sendable {
    /// The alphabet of the new symbols.
    package let alphabet: Alphabet
    /// The number of old symbols.
    package let oldCount: Int
    /// Whether each symbol keeps its number; the new alphabet may have additional symbols.
    package let isIdentity: Bool
    /// The start of each old symbol's images, and the end; empty if ``isIdentity``.
    private let offsets: [UInt32]
    private let images: [Symbol]

    /// Creates the map that keeps the numbers of all symbols.
    package init(keeping oldCount: Int, in alphabet: Alphabet) {
        assert(oldCount <= alphabet.count)
        self.alphabet = alphabet
        self.oldCount = oldCount
        isIdentity = true
        (offsets, images) = ([], [])
    }

    /// Creates the map with the given images, grouped by old symbol and ascending in each group.
    package init(offsets: [UInt32], images: [Symbol], in alphabet: Alphabet) {
        assert(images.allSatisfy { Int($0) < alphabet.count })
        self.alphabet = alphabet
        oldCount = offsets.count - 1
        isIdentity =
            images.count == oldCount && offsets[oldCount] == UInt32(oldCount)
            && images.enumerated().allSatisfy { $0.offset == Int($0.element) }
            && offsets.enumerated().allSatisfy { $0.offset == Int($0.element) }
        self.offsets = isIdentity ? [] : offsets
        self.images = isIdentity ? [] : images
    }

    /// Creates the map with one image for each old symbol, or ``DenseID/absent`` for a dropped one.
    package init(_ newSymbols: [Symbol], in alphabet: Alphabet) {
        var offsets: [UInt32] = [0]
        offsets.reserveCapacity(newSymbols.count + 1)
        var images: [Symbol] = []
        images.reserveCapacity(newSymbols.count)
        for symbol in newSymbols {
            if symbol != .absent { images.append(symbol) }
            offsets.append(UInt32(images.count))
        }
        self.init(offsets: offsets, images: images, in: alphabet)
    }

    /// Returns the new symbols of an old one, ascending.
    package func newSymbols(of symbol: Symbol) -> ArraySlice<Symbol> {
        if isIdentity { return [symbol] }
        return images[Int(offsets[Int(symbol)])..<Int(offsets[Int(symbol) + 1])]
    }

    /// The old symbol of each new one, or ``DenseID/absent`` if there is none. No new symbol may
    /// have two old symbols.
    package var oldSymbols: [Symbol] {
        var old = [Symbol](repeating: .absent, count: alphabet.count)
        for symbol in 0..<Symbol(oldCount) {
            for image in newSymbols(of: symbol) {
                assert(old[Int(image)] == .absent)
                old[Int(image)] = symbol
            }
        }
        return old
    }

    /// Returns the map that applies this map, then the next one.
    package func followed(by next: SymbolMap) -> SymbolMap {
        if isIdentity, next.isIdentity { return SymbolMap(keeping: oldCount, in: next.alphabet) }
        var newOffsets: [UInt32] = [0]
        var newImages: [Symbol] = []
        for symbol in 0..<Symbol(oldCount) {
            let start = newImages.count
            for middle in newSymbols(of: symbol) { newImages += next.newSymbols(of: middle) }
            newImages[start...].sort()
            newOffsets.append(UInt32(newImages.count))
        }
        return SymbolMap(offsets: newOffsets, images: newImages, in: next.alphabet)
    }

    /// Returns the number of transitions of rows after the map; split classes multiply them.
    func newCount(of rows: Transitions) -> Int {
        if isIdentity { return rows.count }
        var total = 0
        for symbol in rows.symbols { total += Int(offsets[Int(symbol) + 1] - offsets[Int(symbol)]) }
        return total
    }
}

extension Transitions {
    /// Returns the rows with new symbols; equal transitions become one.
    ///
    /// - Complexity: O(*n* + *m'* log *d*) for *m'* resulting transitions, at most *d* from one
    ///   state.
    package func mapped(by map: SymbolMap, budget: Budget) throws(AutomataError) -> Transitions {
        if map.isIdentity { return self }
        let newCount = map.newCount(of: self)
        guard newCount <= maximumCount else { throw .tooLarge("transitions") }
        try budget.check(statesBuilt: 0, bytes: 8 * newCount + 4 * offsets.count)
        var list = RowList(stateCount: stateCount, transitionCount: newCount)
        var pairs: [UInt64] = []
        var pace = BudgetPace()
        for state in 0..<StateID(stateCount) {
            if pace.isDue(states: Int(state), work: list.count) { try budget.check(statesBuilt: 0) }
            pairs.removeAll(keepingCapacity: true)
            var isSorted = true
            for index in range(of: state) {
                for symbol in map.newSymbols(of: symbols[index]) {
                    let pair = UInt64(symbol) << 32 | UInt64(targets[index])
                    if let last = pairs.last, last >= pair { isSorted = false }
                    pairs.append(pair)
                }
            }
            if !isSorted { pairs.sort() }
            var previous = UInt64.max
            for pair in pairs where pair != previous {
                list.append(Symbol(truncatingIfNeeded: pair >> 32), StateID(truncatingIfNeeded: pair))
                previous = pair
            }
            list.endRow()
        }
        return list.rows
    }
}
