package import Automata
internal import ByteScanning
internal import RegularExpressions
internal import WorkLimits

/// A planner of a filter by q-grams: short strings of words at several consecutive offsets.
///
/// If a text contains q-grams of words at all offsets from a position, a word almost certainly
/// begins there, even if there are very many words. The q-gram at the last offset is looked up
/// first. If no word contains it at any offset, no word begins at several consecutive positions,
/// one for each offset. So only every second, fourth or eighth position is checked. The shift table
/// of Wu and Manber, *A fast algorithm for multi-pattern searching*, University of Arizona
/// TR-94-17, 1994, serves the same purpose.
package struct QGramPlanner {
    typealias Row = SearchDFA.Row

    private let levels: PrefixLevels
    /// The bits of a byte that are hashed.
    private let mask: UInt8
    /// The different hashed keys of each class of bytes.
    private let keysOfClass: [[UInt8]]
    /// The number of keys of each class, and the expected fraction of a text's bytes with one of
    /// them.
    private let weightOfClass: [SIMD2<Double>]
    /// Scratch memory for the sums of a level.
    private var sums: [SIMD2<Double>]

    /// A choice of the q-grams to look up.
    package struct Plan {
        /// The offset of the first q-gram.
        package var offset: Int
        /// The number of offsets.
        package var count: Int
        /// The number of bytes of each q-gram.
        package var length: Int
        /// The binary logarithm of the number of cells.
        var bits: Int
        /// The cost for each position; 1 is the cost of filtering by a pair of bytes.
        var cost: Double
    }

    /// The possible numbers of offsets; each has its own loop.
    private static let counts = [8, 4, 2, 1]

    /// The cost of looking up a gram; 1 is the cost of filtering a position by a pair of bytes.
    private static let costOfLookUp = 10.0
    /// The number of bytes from which longer grams gain little.
    private static let usefulLength = 4
    /// The preferred number of cells for each gram.
    private static let cellsPerGram = 64
    /// The binary logarithms of the minimum and the maximum number of cells. Most first-level
    /// caches hold the minimum, most second-level caches the maximum.
    private static let sizes = 15...18
    /// The maximum number of grams.
    private static let maximumGrams = 1 << 17

    package init(_ levels: PrefixLevels) {
        self.levels = levels
        let bytes = Set(levels.columns.flatMap { levels.bytesOfClass[$0] })
        let mask = Self.mask(bytes, levels.bytesOfClass)
        self.mask = mask
        keysOfClass = levels.bytesOfClass.map { bytes in Set(bytes.map { $0 & mask }).sorted() }
        var weightOfKey = [Double](repeating: 0, count: 256)
        for byte in UInt8.min...UInt8.max { weightOfKey[Int(byte & mask)] += ByteFrequency.of[Int(byte)] }
        weightOfClass = keysOfClass.map { keys in
            SIMD2(Double(keys.count), keys.reduce(0) { $0 + weightOfKey[Int($1)] })
        }
        sums = [SIMD2](repeating: .zero, count: levels.rowCount)
    }

    /// Returns the bits of a byte that are hashed: all, except the bit of case if words have most
    /// letters in both cases.
    private static func mask(_ bytes: Set<UInt8>, _ bytesOfClass: [[UInt8]]) -> UInt8 {
        var classOfByte = [Int](repeating: 0, count: 256)
        for (column, bytes) in bytesOfClass.enumerated() {
            for byte in bytes { classOfByte[Int(byte)] = column }
        }
        return (0..<8).reduce(0) { mask, bit in
            let sameClassCount = bytes.count { classOfByte[Int($0)] == classOfByte[Int($0 ^ 1 << bit)] }
            return 2 * sameClassCount > bytes.count ? mask : mask | 1 << bit
        }
    }

    /// Returns a plan with as many offsets as possible, starting at the first offset with few
    /// q-grams.
    ///
    /// - Returns: the plan, or `nil` if each offset has too many q-grams.
    package mutating func plan(_ steps: inout BudgetSteps) throws(AutomataError) -> Plan? {
        for offset in 0..<max(1, levels.length - Self.usefulLength + 1) {
            let rest = levels.length - offset
            for count in Self.counts where count == 1 || rest - count + 1 >= Self.usefulLength {
                let length = min(rest - count + 1, Int(AUTOMATA_LONGEST_GRAM))
                if let plan = try plan(offset, count, length, &steps) { return plan }
            }
        }
        return nil
    }

    private mutating func plan(
        _ offset: Int, _ count: Int, _ length: Int, _ steps: inout BudgetSteps
    ) throws(AutomataError) -> Plan? {
        var grams: [SIMD2<Double>] = []
        for index in 0..<count {
            guard let gramsAtOffset = try paths(from: offset + index, length: length, &steps) else { return nil }
            grams.append(gramsAtOffset)
        }
        let gramCount = grams.reduce(0) { $0 + $1[0] }
        guard gramCount <= Double(Self.maximumGrams) else { return nil }
        let cellCount = Int(gramCount) * Self.cellsPerGram
        let bits = Self.sizes.first { 1 << $0 >= cellCount } ?? Self.sizes.upperBound
        // A position is looked at more closely if a gram is that of a word, or has the hash of one.
        let hitRates = grams.map { PrefilterPlanner.cautiousWeight($0[1]) + $0[0] / Double(1 << bits) }
        let words = try paths(from: offset, length: count + length - 1, &steps) ?? grams[0]
        let marked = max(PrefilterPlanner.cautiousWeight(words[1]), hitRates.reduce(1, *))
        let cost =
            (Self.costOfLookUp + hitRates.reduce(0, +) * PrefilterPlanner.costOfCandidate) / Double(count)
            + marked * PrefilterPlanner.costOfCandidate
        return Plan(offset: offset, count: count, length: length, bits: bits, cost: cost)
    }

    /// Returns upper bounds on the number of grams that begin on a level, and on the expected
    /// fraction of a text's positions that have one; `nil` if there are too many. Grams of two rows
    /// count twice, even if they are equal.
    private mutating func paths(
        from level: Int, length: Int, _ steps: inout BudgetSteps
    ) throws(AutomataError) -> SIMD2<Double>? {
        var weights = levels.rows[level].map { ($0, SIMD2<Double>(1, 1)) }
        for _ in 0..<length {
            var targets: [Row] = []
            var all = SIMD2<Double>.zero
            for (row, weight) in weights where all[0] <= Double(Self.maximumGrams) {
                try steps.step()
                levels.forEachStep(of: row) {
                    let sum = sums[Int($0.target)]
                    if sum == .zero { targets.append($0.target) }
                    sums[Int($0.target)] = sum + weight * weightOfClass[$0.column]
                    all += weight * weightOfClass[$0.column]
                }
            }
            weights = targets.map { ($0, sums[Int($0)]) }
            for target in targets { sums[Int(target)] = .zero }
            // Each of these grams is continued to a longer one, so longer ones would be too many as
            // well.
            if all[0] > Double(Self.maximumGrams) { return nil }
        }
        return weights.reduce(.zero) { $0 + $1.1 }
    }

    /// Returns the table of a plan's q-grams.
    ///
    /// - Complexity: O(*g*) for *g* q-grams.
    package func table(of plan: Plan, _ steps: inout BudgetSteps) throws(AutomataError) -> QGramTable {
        var cells = [UInt8](repeating: 0, count: 1 << plan.bits)
        for index in 0..<plan.count {
            let bit: UInt8 = 1 << UInt8(plan.count - 1 - index)
            for row in levels.rows[plan.offset + index] {
                try steps.step()
                forEachGram(from: row, length: plan.length) {
                    cells[automata_gram_hash($0, Int32(plan.bits))] |= bit
                }
            }
        }
        let bytes = levels.columns.flatMap { levels.bytesOfClass[$0] }
        let product = NibbleProduct.parts(of: bytes).reduce(NibbleProduct(low: 0, high: 0)) { $0.union($1) }
        let span = min(plan.count + plan.length - 1, Int(AUTOMATA_LONGEST_FACTOR))
        return QGramTable(
            cells: cells, bits: plan.bits, offset: plan.offset, count: plan.count, length: plan.length,
            mask: (0..<plan.length).reduce(0) { $0 | UInt64(mask) << UInt64(8 * $1) },
            bytes: automata_factors([Array(repeating: product, count: span)]))
    }

    /// Calls a function with the grams that begin in a row, as numbers whose lowest byte comes
    /// first.
    private func forEachGram(
        from row: Row, length: Int, index: Int = 0, behind gram: UInt64 = 0, _ body: (UInt64) -> Void
    ) {
        if index == length { return body(gram) }
        levels.forEachStep(of: row) { step in
            for key in keysOfClass[step.column] {
                forEachGram(
                    from: step.target, length: length, index: index + 1,
                    behind: gram | UInt64(key) << UInt64(8 * index), body)
            }
        }
    }
}
