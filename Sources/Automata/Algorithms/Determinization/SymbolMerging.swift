/// Which symbols no state tells apart: those with the same pairs of source and target.
///
/// Found by a hash of each symbol's pairs and confirmed by comparing them, in O(*m* + *k*). Symbols without
/// transitions belong to no class, unless they are asked for: then they are one.
struct SymbolMerging {
    let classCount: Int
    /// The class of each symbol that is the least of its class; `UInt32.max` for all other symbols.
    let classIfLeast: [UInt32]
    /// The symbols of each class, ascending, one class after another.
    let classSymbols: [Symbol]
    let classStarts: [Int]
    /// Whether each symbol is a class of its own and has its own number.
    let isIdentity: Bool

    init(_ rows: borrowing TrimRows, symbolCount: Int, includingUnused: Bool) {
        let fingerprints = Self.fingerprints(rows, symbolCount: symbolCount)
        // The least symbol of each symbol's class, found by open addressing on the fingerprints.
        var least = [Symbol](repeating: .max, count: symbolCount)
        var slots = [Symbol](repeating: .max, count: Self.slotCount(for: symbolCount))
        var columns: SymbolColumns?
        for symbol in 0..<symbolCount where includingUnused || fingerprints[symbol].count > 0 {
            var slot = Int(truncatingIfNeeded: fingerprints[symbol].hash >> 40) & (slots.count - 1)
            while slots[slot] != .max {
                let candidate = slots[slot]
                if fingerprints[Int(candidate)] == fingerprints[symbol] {
                    if columns == nil { columns = SymbolColumns(rows, symbolCount: symbolCount) }
                    if columns?.areEqual(candidate, Symbol(symbol)) == true { break }
                }
                slot = (slot + 1) & (slots.count - 1)
            }
            if slots[slot] == .max { slots[slot] = Symbol(symbol) }
            least[symbol] = slots[slot]
        }
        var classIfLeast = [UInt32](repeating: .max, count: symbolCount)
        var classCount = 0
        for symbol in 0..<symbolCount where least[symbol] == Symbol(symbol) {
            classIfLeast[symbol] = UInt32(classCount)
            classCount += 1
        }
        var starts = [Int](repeating: 0, count: classCount + 1)
        for symbol in least where symbol != .max { starts[Int(classIfLeast[Int(symbol)]) + 1] += 1 }
        for index in 0..<classCount { starts[index + 1] += starts[index] }
        var next = starts
        var classSymbols = [Symbol](repeating: 0, count: starts[classCount])
        for symbol in 0..<symbolCount where least[symbol] != .max {
            let symbolClass = Int(classIfLeast[Int(least[symbol])])
            classSymbols[next[symbolClass]] = Symbol(symbol)
            next[symbolClass] += 1
        }
        self.classCount = classCount
        self.classIfLeast = classIfLeast
        self.classSymbols = classSymbols
        classStarts = starts
        isIdentity = classCount == symbolCount
    }

    private struct Fingerprint: Equatable {
        var hash: UInt64 = 0
        var count: UInt32 = 0
    }

    /// Twice as many slots as symbols at least, so that there is always a free one.
    private static func slotCount(for symbolCount: Int) -> Int {
        var slots = 8
        while slots < symbolCount * 2 { slots *= 2 }
        return slots
    }

    private static func fingerprints(_ rows: borrowing TrimRows, symbolCount: Int) -> [Fingerprint] {
        var fingerprints = [Fingerprint](repeating: Fingerprint(), count: symbolCount)
        fingerprints.withUnsafeMutableBufferPointer { fingerprints in
            for state in 0..<rows.stateCount {
                for index in Int(rows.offsets[state])..<Int(rows.offsets[state + 1]) {
                    let pair = UInt64(truncatingIfNeeded: state) << 32 | UInt64(rows.targets[index])
                    let mixed = (pair &+ 1) &* 0x9E37_79B9_7F4A_7C15
                    let symbol = Int(rows.symbols[index])
                    fingerprints[symbol].hash &+= (mixed ^ mixed >> 29) &* 0xBF58_476D_1CE4_E5B9
                    fingerprints[symbol].count &+= 1
                }
            }
        }
        return fingerprints
    }
}

/// The pairs of source and target of each symbol, ascending.
private struct SymbolColumns {
    private var starts: [Int]
    private var pairs: [UInt64]

    init(_ rows: borrowing TrimRows, symbolCount: Int) {
        starts = Array(repeating: 0, count: symbolCount + 1)
        for index in 0..<rows.count { starts[Int(rows.symbols[index]) + 1] += 1 }
        for symbol in 0..<symbolCount { starts[symbol + 1] += starts[symbol] }
        var next = starts
        pairs = Array(repeating: 0, count: rows.count)
        for state in 0..<rows.stateCount {
            for index in Int(rows.offsets[state])..<Int(rows.offsets[state + 1]) {
                let symbol = Int(rows.symbols[index])
                pairs[next[symbol]] = UInt64(truncatingIfNeeded: state) << 32 | UInt64(rows.targets[index])
                next[symbol] += 1
            }
        }
    }

    func areEqual(_ left: Symbol, _ right: Symbol) -> Bool {
        pairs[starts[Int(left)]..<starts[Int(left) + 1]] == pairs[starts[Int(right)]..<starts[Int(right) + 1]]
    }
}
