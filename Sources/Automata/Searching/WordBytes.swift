internal import ByteScanning

/// The bytes that all words of a search have near their beginnings.
struct WordBytes {
    typealias Row = SearchAutomaton.Row

    private let automaton: SearchAutomaton
    /// The rows in which a word may be after 0, 1, … bytes, as far as all words have so many.
    private let levels: [Set<Row>]
    private let bytesOfClass: [[UInt8]]
    /// The steps of the rows that were asked for.
    private var steps: [Row: [Step]] = [:]

    /// Bytes that lead to the same row.
    private struct Step {
        var bytes: NibbleProduct
        var target: Row
    }

    /// The most bytes of words that are looked at.
    private static let mostBytes = 16
    /// The most rows of a level.
    private static let mostRows = 1 << 10
    /// The most factors that are looked at; if there are more, shorter ones are.
    private static let mostFactors = 1 << 10
    /// The cost of a place that is tried in vain, in the time that it takes to filter one by a pair.
    private static let costOfPlace = 150.0
    /// The cost of filtering a place by factors, likewise.
    private static let costOfFactors = 1.5

    init(_ automaton: SearchAutomaton) {
        self.automaton = automaton
        var bytesOfClass = [[UInt8]](repeating: [], count: automaton.classCount)
        for byte in 0...UInt8.max { bytesOfClass[Int(automaton.classOfByte[Int(byte)])].append(byte) }
        self.bytesOfClass = bytesOfClass
        var levels = [Set(automaton.starts).subtracting([SearchAutomaton.dead])]
        while levels.count <= Self.mostBytes, let last = levels.last, !last.isEmpty,
            last.allSatisfy({ $0 < automaton.firstAccepting })
        {
            var targets: Set<Row> = []
            for row in last {
                for column in bytesOfClass.indices { targets.insert(automaton.target(of: row, on: column)) }
            }
            targets.remove(SearchAutomaton.dead)
            if targets.count > Self.mostRows { break }
            levels.append(targets)
        }
        self.levels = levels
    }

    /// The number of bytes that all words have, as far as they are looked at; 0 if there is no word.
    private var length: Int { levels.count - 1 }

    /// The filter that costs least, and what it costs a place, in the time that it takes to filter one
    /// by a pair; `nil` if there is no word, or the empty one.
    mutating func filter() -> (filter: PlaceFilter, cost: Double)? {
        var best: (filter: PlaceFilter, cost: Double)?
        func consider(_ filter: PlaceFilter, _ cost: Double) {
            if cost < best?.cost ?? .infinity { best = (filter, cost) }
        }
        if let (filter, weight) = pair() { consider(filter, 1 + weight * Self.costOfPlace) }
        for offset in 0..<max(0, length - Int(AUTOMATA_LONGEST_FACTOR) + 1, min(1, length)) {
            let sets = factors(at: offset)
            guard !sets.isEmpty else { continue }
            let weight = sets.reduce(0) { $0 + $1.reduce(1) { $0 * $1.weight } }
            consider(
                .factors(automata_factors(sets), offset: offset), Self.costOfFactors + weight * Self.costOfPlace)
            // Another one can't be much better.
            if weight * Self.costOfPlace < Self.costOfFactors { break }
        }
        return best
    }

    /// The two rarest bytes of which each word has one at an offset, and how often they occur.
    private func pair() -> (PlaceFilter, weight: Double)? {
        let bytes = (0..<length).compactMap { offset in onlyByte(at: offset).map { (offset: offset, byte: $0) } }
        let ranked = bytes.sorted {
            (ByteFrequency.of[Int($0.byte)], $0.offset) < (ByteFrequency.of[Int($1.byte)], $1.offset)
        }
        guard let rarest = ranked.first else { return nil }
        let pair = [rarest, ranked.dropFirst().first ?? rarest].sorted { $0.offset < $1.offset }
        let weight =
            Set(pair.map(\.offset)).count == 1
            ? ByteFrequency.of[Int(rarest.byte)] : pair.reduce(1) { $0 * ByteFrequency.of[Int($1.byte)] }
        let filter = PlaceFilter.pair(
            first: pair[0].byte, second: pair[1].byte, offset: pair[0].offset,
            distance: pair[1].offset - pair[0].offset)
        return (filter, weight)
    }

    /// The byte that all words have at an offset.
    private func onlyByte(at offset: Int) -> UInt8? {
        var only: UInt8?
        for row in levels[offset] {
            for (column, bytes) in bytesOfClass.enumerated()
            where automaton.target(of: row, on: column) != SearchAutomaton.dead {
                guard bytes.count == 1, only == nil || only == bytes[0] else { return nil }
                only = bytes[0]
            }
        }
        return only
    }

    /// Sets of factors, at most eight, of one of which each word has one at an offset.
    private mutating func factors(at offset: Int) -> [[NibbleProduct]] {
        for length in (1...min(length - offset, Int(AUTOMATA_LONGEST_FACTOR))).reversed() {
            var found: Set<Factor> = []
            var factors: [Factor] = []
            for row in levels[offset].sorted() {
                addFactors(from: row, length: length, behind: Factor(), &factors, &found)
            }
            if factors.count <= Self.mostFactors { return merged(factors).map(\.products) }
        }
        return []
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
        for step in steps(from: row) where factors.count <= Self.mostFactors {
            var longer = factor
            longer.append(step.bytes)
            if length > 1 {
                addFactors(from: step.target, length: length - 1, behind: longer, &factors, &found)
            } else if found.insert(longer).inserted {
                factors.append(longer)
            }
        }
    }

    private mutating func steps(from row: Row) -> [Step] {
        if let known = steps[row] { return known }
        var bytesOfTarget: [Row: [UInt8]] = [:]
        for (column, bytes) in bytesOfClass.enumerated() {
            let target = automaton.target(of: row, on: column)
            if target != SearchAutomaton.dead { bytesOfTarget[target, default: []] += bytes }
        }
        let made = bytesOfTarget.sorted { $0.key < $1.key }.flatMap { target, bytes in
            NibbleProduct.parts(of: bytes).map { Step(bytes: $0, target: target) }
        }
        steps[row] = made
        return made
    }

    /// Returns eight sets at most that have all factors, and few others.
    private func merged(_ factors: [Factor]) -> [Factor] {
        var sets: [Factor] = []
        for factor in factors {
            if sets.count < 8 {
                sets.append(factor)
                continue
            }
            let unions = sets.map { $0.union(factor) }
            let growth = unions.indices.map { unions[$0].wordCount - sets[$0].wordCount }
            if let least = growth.indices.min(by: { growth[$0] < growth[$1] }) { sets[least] = unions[least] }
        }
        return sets
    }
}
