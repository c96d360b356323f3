internal import WorkLimits

/// The sets of assignments to lists of literals in which the number of true ones is within bounds.
///
/// A table has a node for each place in its list and the bounds of the literals from there on. The
/// parts that remain of a group after other decisions have the same literals with other bounds,
/// and so share most nodes.
struct CardinalityTables {
    /// A place in a list, and the bounds of the number of true ones from there on.
    private struct Key: Hashable {
        var place: Int32
        var low: Int32
        var high: Int32

        /// Creates a key with the tightest equivalent bounds; fails if they can't be met.
        init?(_ place: Int32, _ low: Int32, _ high: Int32, of count: Int32) {
            (self.place, self.low, self.high) = (place, max(low, 0), min(high, count - place))
            if self.low > self.high { return nil }
        }

        /// Returns the key behind the next literal, if that has a value.
        func following(_ value: Bool, of count: Int32) -> Key? {
            value ? Key(place + 1, low - 1, high - 1, of: count) : Key(place + 1, low, high, of: count)
        }

        /// Returns whether any number of literals meets the bounds.
        func isFree(of count: Int32) -> Bool { low == 0 && high == count - place }
    }

    private var tables: [[Literal]: [Key: Int32]] = [:]
    /// The bytes that the tables hold, by estimate.
    private(set) var byteCount = 0

    private static let bytesPerKey = 48
    /// Stands for the only assignment behind the last literal.
    private static let end: Int32 = -1

    /// Returns the node of the assignments in which the number of true literals is within bounds.
    ///
    /// - Requires: At least one literal, and bounds that can be met.
    /// - Complexity: O(*n* *k*) for *n* literals and *k* possible numbers of true ones.
    /// - Throws: `LimitError` if the budget is exceeded or cancelled.
    mutating func node(
        _ bounds: ClosedRange<Int>, of literals: [Literal], in circuit: inout Circuit, heldBytes: Int, _ budget: Budget
    ) throws(LimitError) -> Int? {
        let count = Int32(literals.count)
        guard let start = Key(0, Int32(bounds.lowerBound), Int32(bounds.upperBound), of: count) else { return nil }
        var table = tables.removeValue(forKey: literals) ?? [:]
        defer { tables[literals] = table }
        if let known = table[start] { return Int(known) }
        let layers = try Self.newKeys(from: start, of: count, table, circuit, heldBytes, budget)
        let keyCount = layers.reduce(0) { $0 + $1.count }
        byteCount += keyCount * Self.bytesPerKey + (table.isEmpty ? 8 * literals.count : 0)
        table.reserveCapacity(table.count + keyCount)
        var steps = LimitedSteps(BudgetWatch(budget, states: circuit.nodeCount, bytes: heldBytes + byteCount))
        for layer in layers.reversed() {
            for key in layer {
                try steps.step(holding: circuit.byteCount)
                table[key] = Self.node(key, of: literals, table, &circuit)
            }
        }
        return table[start].map { Int($0) }
    }

    /// Returns the keys that a table lacks, layer by layer. They are counted before any node is
    /// made, as there may be very many.
    private static func newKeys(
        from start: Key, of count: Int32, _ table: [Key: Int32], _ circuit: Circuit, _ heldBytes: Int,
        _ budget: Budget
    ) throws(LimitError) -> [[Key]] {
        var layers = [[start]]
        var pace = BudgetPace()
        // A key takes three nodes, and six elements.
        var keyCount = 1
        func check() throws(LimitError) {
            let bytes = heldBytes + circuit.byteCount + keyCount * (bytesPerKey + 52)
            try budget.check(built: circuit.nodeCount + 3 * keyCount, bytes: bytes)
            if circuit.items.count + 6 * keyCount > Circuit.maximumItemCount { throw .tooLarge("parts of products") }
        }
        while let last = layers.last, !last.isEmpty, layers.count <= Int(count) {
            var next: [Key] = []
            for key in last {
                for value in [false, true] {
                    guard let child = key.following(value, of: count), child != next.last, table[child] == nil else {
                        continue
                    }
                    next.append(child)
                }
            }
            keyCount += next.count
            if pace.isDue(at: keyCount, every: BudgetPace.states) { try check() }
            layers.append(next)
        }
        try check()
        return layers
    }

    /// Adds the node of a key, after those of the keys that follow it.
    private static func node(
        _ key: Key, of literals: [Literal], _ table: [Key: Int32], _ circuit: inout Circuit
    ) -> Int32 {
        let count = Int32(literals.count)
        if key.place == count { return end }
        let literal = literals[Int(key.place)]
        func product(_ item: Circuit.Item, _ value: Bool) -> Int? {
            guard let child = key.following(value, of: count).flatMap({ table[$0] }) else { return nil }
            return circuit.addProduct(child == end ? [item] : [item, .child(Int(child))])
        }
        if key.isFree(of: count), let node = product(.free(literal.variable), false) { return Int32(node) }
        let parts = [product(.literal(!literal), false), product(.literal(literal), true)].compactMap(\.self)
        return Int32(parts.count == 1 ? parts[0] : circuit.addSum(parts))
    }
}
