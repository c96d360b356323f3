internal import ByteScanning

/// The bytes that all words of a search have near their beginnings.
struct WordBytes {
    typealias Row = SearchAutomaton.Row

    private let automaton: SearchAutomaton
    /// The rows in which a word may be after 0, 1, … bytes, as far as all words have so many.
    private let levels: [Set<Row>]
    private let bytesOfClass: [[UInt8]]

    /// The most bytes of words that are looked at.
    private static let mostBytes = 32
    /// The most rows of a level.
    private static let mostRows = 1 << 10
    /// The most factors that are looked at; if there are more, shorter ones are.
    private static let mostFactors = 1 << 12
    /// What a place costs that is tried in vain, in the time that it takes to filter one by a pair of bytes.
    private static let costOfPlace = 150.0
    /// The same for filtering one by factors.
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

    /// The filter that costs least; `nil` if there is no word, or the empty one.
    func filter() -> PlaceFilter? {
        var best: (cost: Double, filter: PlaceFilter)?
        func consider(_ filter: PlaceFilter, _ cost: Double) {
            if cost < best?.cost ?? .infinity { best = (cost, filter) }
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
        return best?.filter
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
    private func factors(at offset: Int) -> [[NibbleProduct]] {
        for length in (1...min(length - offset, Int(AUTOMATA_LONGEST_FACTOR))).reversed() {
            var all: Set<[NibbleProduct]> = []
            var ordered: [[NibbleProduct]] = []
            let isComplete = levels[offset].sorted().allSatisfy { row in
                forEachFactor(from: row, length: length, []) { factor in
                    if all.insert(factor).inserted { ordered.append(factor) }
                    return all.count <= Self.mostFactors
                }
            }
            if isComplete { return merged(ordered) }
        }
        return []
    }

    /// Calls a function with each factor of a length, until it returns `false`.
    ///
    /// - Returns: A Boolean value that indicates whether the function never did.
    private func forEachFactor(
        from row: Row, length: Int, _ before: [NibbleProduct], _ body: ([NibbleProduct]) -> Bool
    ) -> Bool {
        guard length > 0 else { return body(before) }
        var bytesOfTarget: [Row: [UInt8]] = [:]
        for (column, bytes) in bytesOfClass.enumerated() {
            let target = automaton.target(of: row, on: column)
            // The last byte may lead anywhere.
            if target != SearchAutomaton.dead { bytesOfTarget[length == 1 ? 0 : target, default: []] += bytes }
        }
        for (target, bytes) in bytesOfTarget.sorted(by: { $0.key < $1.key }) {
            for part in NibbleProduct.parts(of: bytes) {
                guard forEachFactor(from: target, length: length - 1, before + [part], body) else { return false }
            }
        }
        return true
    }

    /// Returns eight sets at most that have all factors, and few others.
    private func merged(_ factors: [[NibbleProduct]]) -> [[NibbleProduct]] {
        func count(_ set: [NibbleProduct]) -> Int { set.reduce(1) { $0 * $1.count } }
        var sets: [[NibbleProduct]] = []
        for factor in factors {
            if sets.count < 8 {
                sets.append(factor)
                continue
            }
            let unions = sets.map { zip($0, factor).map { $0.union($1) } }
            let growth = unions.indices.map { count(unions[$0]) - count(sets[$0]) }
            if let least = growth.indices.min(by: { growth[$0] < growth[$1] }) { sets[least] = unions[least] }
        }
        return sets
    }
}
