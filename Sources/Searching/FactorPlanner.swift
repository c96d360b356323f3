internal import AlgorithmSupport
internal import Automata
internal import ByteScanning
internal import RegularExpressions
internal import WorkLimits

/// Chooses a filter by factors: each word has one of a few factors, of up to four bytes, at a fixed
/// offset.
struct FactorPlanner {
    typealias Row = SearchDFA.Row

    private let levels: PrefixLevels
    /// The steps of each row, computed on demand.
    private var steps: [Row: [Step]] = [:]

    /// Bytes that lead to the same row.
    private struct Step {
        var bytes: NibbleProduct
        var target: Row
    }

    /// The maximum number of factors; if there are more, shorter factors are used. More rows than
    /// this always have too many factors.
    private static let maximumFactors = 1 << 8
    /// The cost of filtering a position by factors; 1 is the cost of filtering it by a pair of
    /// bytes.
    static let costOfFactors = 1.5

    init(_ levels: PrefixLevels) { self.levels = levels }

    /// Returns the cheapest filter by factors; `nil` if none costs less than `limit`.
    ///
    /// - Requires: Each word has at least one byte.
    mutating func filter(below limit: Double) -> PrefilterPlanner.Choice? {
        var best: PrefilterPlanner.Choice?
        for offset in 0..<max(levels.length - Int(AUTOMATA_LONGEST_FACTOR) + 1, 1) {
            let weight = ((best?.cost ?? limit) - Self.costOfFactors) / PrefilterPlanner.costOfCandidate
            guard let sets = sets(at: offset, below: weight) else { continue }
            let choice = PrefilterPlanner.Choice(
                filter: .factors(automata_factors(sets.map(\.products)), offset: offset),
                filterCost: Self.costOfFactors, weight: sets.reduce(0) { $0 + $1.weight })
            best = choice
            // Factors at another offset can't be much better.
            if choice.cost < 2 * Self.costOfFactors { break }
        }
        return best
    }

    /// Returns at most eight sets of factors, one of which each word has at an offset; `nil` if
    /// texts have these factors with a frequency of `weight` or more.
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

    /// A set of factors: a set of bytes for each of up to four positions.
    private struct Factor: Hashable {
        private var sets = SIMD4<UInt32>()
        private(set) var count = 0

        mutating func append(_ bytes: NibbleProduct) {
            sets[count] = UInt32(bytes.high) << 16 | UInt32(bytes.low)
            count += 1
        }

        /// The number of factors, the product of the sizes of the sets.
        var wordCount: Int {
            let (low, high) = ((sets & 0xFFFF).nonzeroBitCount, (sets &>> 16).nonzeroBitCount)
            return (0..<count).reduce(1) { $0 * Int(low[$1] * high[$1]) }
        }

        /// The expected fraction of a text's positions at which one of the factors begins.
        var weight: Double { products.reduce(1) { $0 * $1.weight } }

        /// - Requires: Both have the same number of sets.
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

    /// Merges factors to at most eight sets that contain few others; `nil` if texts have the
    /// factors of these sets with a frequency of `weight` or more.
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
