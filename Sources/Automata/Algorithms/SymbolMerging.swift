/// Rows of transitions whose symbols can be merged.
protocol SymbolRows: ~Copyable {
    var rowCount: Int { get }
    /// The number of transitions.
    var count: Int { get }
    func range(of row: Int) -> Range<Int>
    func symbol(at index: Int) -> Symbol
    func target(at index: Int) -> StateID
}

extension Transitions: SymbolRows {
    var rowCount: Int { stateCount }

    @inline(__always)
    func range(of row: Int) -> Range<Int> { range(of: StateID(truncatingIfNeeded: row)) }

    @inline(__always)
    func symbol(at index: Int) -> Symbol { symbols[index] }

    @inline(__always)
    func target(at index: Int) -> StateID { targets[index] }

    /// Returns the class number of each symbol. Symbols with the same targets in every row form a
    /// class, as do symbols without transitions.
    package func symbolClasses(symbolCount: Int) -> [Symbol] {
        SymbolMerging(self, symbolCount: symbolCount, includingUnused: true).classOf
    }
}

/// The rows of two automata, one after the other.
struct JointRows<Rows: SymbolRows & ~Copyable>: SymbolRows, ~Copyable {
    let left: Rows
    let right: Rows

    init(_ left: consuming Rows, _ right: consuming Rows) {
        self.left = left
        self.right = right
    }

    var rowCount: Int { left.rowCount + right.rowCount }
    var count: Int { left.count + right.count }

    @inline(__always)
    func range(of row: Int) -> Range<Int> {
        if row < left.rowCount { return left.range(of: row) }
        let range = right.range(of: row - left.rowCount)
        return range.lowerBound + left.count..<range.upperBound + left.count
    }

    @inline(__always)
    func symbol(at index: Int) -> Symbol {
        index < left.count ? left.symbol(at: index) : right.symbol(at: index - left.count)
    }

    /// Targets of both sides may be equal, because their sources differ.
    @inline(__always)
    func target(at index: Int) -> StateID {
        index < left.count ? left.target(at: index) : right.target(at: index - left.count)
    }
}

/// The classes of symbols that no row distinguishes: those with the same pairs of source and
/// target, numbered by their least symbols.
///
/// They are found by a hash of each symbol's pairs and confirmed by comparison, in O(*m* + *k*).
/// Symbols without transitions belong to no class by default; on request they form one class.
struct SymbolMerging {
    /// The class of each symbol, or ``DenseID/absent``.
    let classOf: [Symbol]
    /// The least symbol of each class.
    let leastSymbols: [Symbol]

    init<Rows: SymbolRows & ~Copyable>(_ rows: borrowing Rows, symbolCount: Int, includingUnused: Bool) {
        let fingerprints = Self.fingerprints(rows, symbolCount: symbolCount)
        var classOf = [Symbol](repeating: .absent, count: symbolCount)
        var leastSymbols: [Symbol] = []
        // Open addressing by fingerprints; a slot holds the least symbol of a class.
        var slots = [Symbol](repeating: .absent, count: Self.slotCount(for: symbolCount))
        var columns: SymbolColumns?
        for symbol in 0..<symbolCount where includingUnused || fingerprints[symbol].count > 0 {
            var slot = Int(truncatingIfNeeded: fingerprints[symbol].hash >> 40) & (slots.count - 1)
            while slots[slot] != .absent {
                let candidate = slots[slot]
                if fingerprints[Int(candidate)] == fingerprints[symbol] {
                    if columns == nil { columns = SymbolColumns(rows, symbolCount: symbolCount) }
                    if columns?.areEqual(candidate, Symbol(symbol)) == true { break }
                }
                slot = (slot + 1) & (slots.count - 1)
            }
            if slots[slot] == .absent {
                slots[slot] = Symbol(symbol)
                classOf[symbol] = Symbol(leastSymbols.count)
                leastSymbols.append(Symbol(symbol))
            } else {
                classOf[symbol] = classOf[Int(slots[slot])]
            }
        }
        self.classOf = classOf
        self.leastSymbols = leastSymbols
    }

    var classCount: Int { leastSymbols.count }

    /// Whether each symbol is a class of its own with its own number.
    var isIdentity: Bool { leastSymbols.count == classOf.count }

    /// Whether a symbol, which must belong to a class, represents it.
    @inline(__always)
    func isLeast(_ symbol: Symbol) -> Bool { leastSymbols[Int(classOf[Int(symbol)])] == symbol }

    /// Returns the rows over classes, with only the transitions of each class's least symbol.
    /// Classes get new numbers in the same order; ``DenseID/absent`` leaves out a class.
    ///
    /// Least symbols ascend with their classes, so each row is sorted by class already.
    @inline(__always)
    func rows<Rows: SymbolRows & ~Copyable>(
        _ rows: borrowing Rows, newClass: (Symbol) -> Symbol
    ) -> Transitions {
        var offsets: [UInt32] = [0]
        var targets: [StateID] = []
        offsets.reserveCapacity(rows.rowCount + 1)
        let symbols = [Symbol](unsafeUninitializedCapacity: rows.count) { symbols, count in
            targets = [StateID](unsafeUninitializedCapacity: rows.count) { targets, targetCount in
                for row in 0..<rows.rowCount {
                    for index in rows.range(of: row) where isLeast(rows.symbol(at: index)) {
                        let symbolClass = newClass(classOf[Int(rows.symbol(at: index))])
                        if symbolClass == .absent { continue }
                        symbols.initializeElement(at: count, to: symbolClass)
                        targets.initializeElement(at: count, to: rows.target(at: index))
                        count += 1
                    }
                    offsets.append(UInt32(count))
                }
                targetCount = count
            }
        }
        return Transitions(offsets: offsets, symbols: symbols, targets: targets)
    }

    private struct Fingerprint: Equatable {
        var hash: UInt64 = 0
        var count: UInt32 = 0
    }

    /// Returns at least twice the number of symbols, so that there is always a free slot.
    private static func slotCount(for symbolCount: Int) -> Int {
        var slots = 8
        while slots < symbolCount * 2 { slots *= 2 }
        return slots
    }

    private static func fingerprints<Rows: SymbolRows & ~Copyable>(
        _ rows: borrowing Rows, symbolCount: Int
    ) -> [Fingerprint] {
        let slotHash = SlotHash()
        var fingerprints = [Fingerprint](repeating: Fingerprint(), count: symbolCount)
        fingerprints.withUnsafeMutableBufferPointer { fingerprints in
            for row in 0..<rows.rowCount {
                for index in rows.range(of: row) {
                    let pair = UInt64(truncatingIfNeeded: row) << 32 | UInt64(rows.target(at: index))
                    let symbol = Int(rows.symbol(at: index))
                    fingerprints[symbol].hash &+= slotHash.scattered(pair)
                    fingerprints[symbol].count &+= 1
                }
            }
        }
        return fingerprints
    }
}

/// The symbols of each class, ascending.
struct SymbolsByClass {
    private let symbols: [Symbol]
    private let starts: [Int]

    init(_ merging: SymbolMerging) {
        var starts = [Int](repeating: 0, count: merging.classCount + 1)
        for symbolClass in merging.classOf where symbolClass != .absent { starts[Int(symbolClass) + 1] += 1 }
        for symbolClass in 0..<merging.classCount { starts[symbolClass + 1] += starts[symbolClass] }
        var next = starts
        var symbols = [Symbol](repeating: 0, count: starts[merging.classCount])
        for (symbol, symbolClass) in merging.classOf.enumerated() where symbolClass != .absent {
            symbols[next[Int(symbolClass)]] = Symbol(symbol)
            next[Int(symbolClass)] += 1
        }
        self.symbols = symbols
        self.starts = starts
    }

    /// Creates one class per symbol, with the same number.
    init(identity count: Int) {
        symbols = Array(0..<Symbol(count))
        starts = Array(0...count)
    }

    subscript(symbolClass: Int) -> ArraySlice<Symbol> { symbols[starts[symbolClass]..<starts[symbolClass + 1]] }
}

/// The pairs of source and target of each symbol, ascending.
private struct SymbolColumns {
    private var starts: [Int]
    private var pairs: [UInt64]

    init<Rows: SymbolRows & ~Copyable>(_ rows: borrowing Rows, symbolCount: Int) {
        starts = Array(repeating: 0, count: symbolCount + 1)
        for index in 0..<rows.count { starts[Int(rows.symbol(at: index)) + 1] += 1 }
        for symbol in 0..<symbolCount { starts[symbol + 1] += starts[symbol] }
        var next = starts
        pairs = Array(repeating: 0, count: rows.count)
        for row in 0..<rows.rowCount {
            for index in rows.range(of: row) {
                let symbol = Int(rows.symbol(at: index))
                pairs[next[symbol]] = UInt64(truncatingIfNeeded: row) << 32 | UInt64(rows.target(at: index))
                next[symbol] += 1
            }
        }
    }

    func areEqual(_ left: Symbol, _ right: Symbol) -> Bool {
        pairs[starts[Int(left)]..<starts[Int(left) + 1]] == pairs[starts[Int(right)]..<starts[Int(right) + 1]]
    }
}
