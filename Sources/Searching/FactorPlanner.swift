internal import AlgorithmSupport
internal import Automata
internal import ByteScanning
internal import RegularExpressions
internal import WorkLimits

/// The factors that words may have at an offset, as up to four sets of bytes one behind the other.
struct FactorPlanner {
    typealias Row = SearchDFA.Row

    private let levels: PrefixLevels
    /// The steps of the rows that were asked for.
    private var steps: [Row: [Step]] = [:]

    /// Bytes that lead to the same row.
    private struct Step {
        var bytes: NibbleProduct
        var target: Row
    }

    /// The most factors that are looked at; if there are more, shorter ones are. From more rows
    /// than that there are too many in any case.
    private static let maximumFactors = 1 << 8
    /// The cost of filtering a position by factors, in the time that it takes to filter one by a
    /// pair.
    static let costOfFactors = 1.5

    init(_ levels: PrefixLevels) { self.levels = levels }

    /// Returns the filter that costs least; `nil` if none costs less than another filter.
    ///
    /// - Requires: All words have a byte.
    mutating func filter(below limit: Double) -> PrefilterPlanner.Choice? {
        var best: PrefilterPlanner.Choice?
        for offset in 0..<max(levels.length - Int(AUTOMATA_LONGEST_FACTOR) + 1, 1) {
            let weight = ((best?.cost ?? limit) - Self.costOfFactors) / PrefilterPlanner.costOfCandidate
            guard let sets = sets(at: offset, below: weight) else { continue }
            let choice = PrefilterPlanner.Choice(
                filter: .factors(automata_factors(sets.map(\.products)), offset: offset),
                filterCost: Self.costOfFactors, weight: sets.reduce(0) { $0 + $1.weight })
            best = choice
            // Another one can't be much better.
            if choice.cost < 2 * Self.costOfFactors { break }
        }
        return best
    }

    /// Returns sets of factors, at most eight, of one of which each word has one at an offset;
    /// `nil` if they are as frequent as a weight or more.
    private mutating func sets(at offset: Int, below weight: Double) -> [Factor]? {
        guard levels.rows[offset].count <= Self.maximumFactors else { return nil }
        for length in (1...min(levels.length - offset, Int(AUTOMATA_LONGEST_FACTOR))).reversed() {
            var found: Set<Factor> = []
            var factors: [Factor] = []
            for row in levels.rows[offset].sorted() where factors.count <= Self.maximumFactors {
                addFactors(from: row, length: length, behind: Factor(), &factors, &found)
            }
            if factors.count <= Self.maximumFactors { return Self.merged(factors, below: weight) }
        }
        return nil
    }

    /// Up to four sets of bytes, one behind the other.
    private struct Factor: Hashable {
        private var sets = SIMD4<UInt32>()
        private(set) var count = 0

        mutating func append(_ bytes: NibbleProduct) {
            sets[count] = UInt32(bytes.high) << 16 | UInt32(bytes.low)
            count += 1
        }

        /// The number of words that have a byte of each set.
        var wordCount: Int {
            let (low, high) = ((sets & 0xFFFF).nonzeroBitCount, (sets &>> 16).nonzeroBitCount)
            return (0..<count).reduce(1) { $0 * Int(low[$1] * high[$1]) }
        }

        /// The part of the positions of texts at which there is a byte of each set.
        var weight: Double { products.reduce(1) { $0 * $1.weight } }

        /// - Requires: Both have as many sets.
        func union(_ other: Self) -> Self {
            var union = self
            union.sets |= other.sets
            return union
        }

        var products: [NibbleProduct] {
            (0..<count).map {
                NibbleProduct(low: UInt16(truncatingIfNeeded: sets[$0]), high: UInt16(sets[$0] >> 16))
            }
        }
    }

    /// Adds the factors that begin in a row, until there are too many.
    private mutating func addFactors(
        from row: Row, length: Int, behind factor: Factor, _ factors: inout [Factor], _ found: inout Set<Factor>
    ) {
        for step in steps(from: row) where factors.count <= Self.maximumFactors {
            var longerFactor = factor
            longerFactor.append(step.bytes)
            if length > 1 {
                addFactors(from: step.target, length: length - 1, behind: longerFactor, &factors, &found)
            } else if found.insert(longerFactor).inserted {
                factors.append(longerFactor)
            }
        }
    }

    private mutating func steps(from row: Row) -> [Step] {
        if let known = steps[row] { return known }
        var bytesOfTarget: [Row: [UInt8]] = [:]
        levels.forEachStep(of: row) { bytesOfTarget[$0.target, default: []] += levels.bytesOfClass[$0.column] }
        let newSteps = bytesOfTarget.sorted { $0.key < $1.key }.flatMap { target, bytes in
            NibbleProduct.parts(of: bytes).map { Step(bytes: $0, target: target) }
        }
        steps[row] = newSteps
        return newSteps
    }

    /// Returns eight sets at most that have all factors, and few others; `nil` if they are as
    /// frequent as a weight or more.
    private static func merged(_ factors: [Factor], below weight: Double) -> [Factor]? {
        func isBelow(_ sets: [Factor]) -> Bool { sets.reduce(0) { $0 + $1.weight } < weight }
        var sets: [Factor] = []
        for (index, factor) in factors.enumerated() {
            if sets.count < 8 {
                sets.append(factor)
                continue
            }
            // They only become more frequent.
            if index.nonzeroBitCount == 1, !isBelow(sets) { return nil }
            let unions = sets.map { $0.union(factor) }
            let growth = unions.indices.map { unions[$0].wordCount - sets[$0].wordCount }
            if let least = growth.indices.min(by: { growth[$0] < growth[$1] }) { sets[least] = unions[least] }
        }
        return isBelow(sets) ? sets : nil
    }
}
