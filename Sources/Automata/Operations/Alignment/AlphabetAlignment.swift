/// The joint alphabet of several automata, and the map of each one's symbols into it.
///
/// For named symbols it is the union of the names, in the order of first appearance. For classes of
/// bytes or of scalars it is the coarsest common refinement. Its symbols are ordered by the symbol
/// of the first alphabet, then by the symbol of the second, and so on. Symbols that the first
/// alphabet lacks come last. So symbols of the first alphabet keep their numbers unless the others
/// split them.
///
/// - Complexity: O(1) if all alphabets share their storage; otherwise O(total length of the names),
///   or O(*r* log *r*) for *r* ranges of all partitions, times log *a* for *a* different alphabets.
package struct AlphabetAlignment: Sendable {
    /// The joint alphabet.
    package let alphabet: Alphabet
    /// The map of each alphabet's symbols, in the order of the alphabets.
    package let maps: [SymbolMap]

    /// Aligns two alphabets.
    ///
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)`` if they are of different kinds.
    package init(_ left: Alphabet, _ right: Alphabet) throws(AutomataError) {
        try self.init([left, right])
    }

    /// Aligns any number of alphabets; the joint alphabet of no alphabets is empty.
    ///
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)`` if two are of different kinds.
    package init(_ alphabets: [Alphabet]) throws(AutomataError) {
        guard let first = alphabets.first else {
            (alphabet, maps) = ([], [])
            return
        }
        // Equal alphabets count once, as large collections tend to have few different ones.
        var distinctAlphabets: [Alphabet] = [first]
        var numberOf: [Alphabet: Int] = [:]
        var numbers: [Int] = []
        numbers.reserveCapacity(alphabets.count)
        for alphabet in alphabets {
            guard alphabet.kind == first.kind else { throw .incompatibleAlphabets(first.kind, alphabet.kind) }
            if alphabet == first {
                numbers.append(0)
                continue
            }
            let number = numberOf[alphabet] ?? distinctAlphabets.count
            if number == distinctAlphabets.count {
                distinctAlphabets.append(alphabet)
                numberOf[alphabet] = number
            }
            numbers.append(number)
        }
        let (joint, jointMaps) = try Self.align(distinctAlphabets[...])
        alphabet = joint
        maps = numbers.map { jointMaps[$0] }
    }

    /// Halves the list, so that each range is read a logarithmic number of times.
    private static func align(
        _ alphabets: ArraySlice<Alphabet>
    ) throws(AutomataError) -> (joint: Alphabet, maps: [SymbolMap]) {
        let first = alphabets[alphabets.startIndex]
        if alphabets.count == 1 { return (first, [SymbolMap(keeping: first.count, in: first)]) }
        let middle = alphabets.startIndex + alphabets.count / 2
        let left = try align(alphabets[..<middle])
        let right = try align(alphabets[middle...])
        let (joint, leftMap, rightMap) = try alignPair(left.joint, right.joint)
        return (
            joint, left.maps.map { $0.followed(by: leftMap) } + right.maps.map { $0.followed(by: rightMap) }
        )
    }

    private static func alignPair(
        _ left: Alphabet, _ right: Alphabet
    ) throws(AutomataError) -> (Alphabet, SymbolMap, SymbolMap) {
        if left == right {
            return (left, SymbolMap(keeping: left.count, in: left), SymbolMap(keeping: left.count, in: left))
        }
        switch (left.storage, right.storage) {
        case (.named(let names), .named(let otherNames)):
            return try joinNames(names, otherNames)
        case (.partition(let partition), .partition(let other)) where partition.domain == other.domain:
            return CommonRefinement(partition, other).result
        default: throw .incompatibleAlphabets(left.kind, right.kind)
        }
    }

    private static func joinNames(
        _ names: NameTable, _ otherNames: NameTable
    ) throws(AutomataError) -> (Alphabet, SymbolMap, SymbolMap) {
        var table = names
        var newSymbols: [Symbol] = []
        newSymbols.reserveCapacity(otherNames.count)
        for id in 0..<Symbol(otherNames.count) {
            newSymbols.append(
                try otherNames.withUTF8(at: Int(id)) { (name) throws(AutomataError) in
                    if let known: Symbol = table.id(of: name) { return known }
                    return Symbol(try table.intern(name).id)
                })
        }
        let joint = Alphabet(table)
        return (joint, SymbolMap(keeping: names.count, in: joint), SymbolMap(newSymbols, in: joint))
    }
}

/// The coarsest common refinement of two partitions.
private struct CommonRefinement {
    /// A range of values with the same class in both partitions. The key is the pair of classes,
    /// with ``DenseID/absent`` for no class.
    private struct Piece {
        var lower: UInt32
        var upper: UInt32
        var key: UInt64
    }

    private let left: SymbolPartition
    private let right: SymbolPartition
    private var pieces: [Piece] = []
    /// The pairs that occur, ascending; their positions are the new symbols.
    private var keys: [UInt64] = []

    init(_ left: SymbolPartition, _ right: SymbolPartition) {
        self.left = left
        self.right = right
        scanRanges()
        keys = pieces.map(\.key)
        keys.sort()
        var count = 0
        for key in keys where count == 0 || keys[count - 1] != key {
            keys[count] = key
            count += 1
        }
        keys.removeLast(keys.count - count)
    }

    /// Scans both lists of ranges in parallel.
    private mutating func scanRanges() {
        var (leftIndex, rightIndex) = (0, 0)
        var position: UInt32 = 0
        while leftIndex < left.ranges.count || rightIndex < right.ranges.count {
            let a = leftIndex < left.ranges.count ? left.ranges[leftIndex] : nil
            let b = rightIndex < right.ranges.count ? right.ranges[rightIndex] : nil
            let start = max(position, min(a?.lower ?? .max, b?.lower ?? .max))
            var (leftSymbol, rightSymbol) = (Symbol.absent, Symbol.absent)
            var end = UInt32.max
            for (range, isLeft) in [(a, true), (b, false)] {
                guard let range else { continue }
                if range.lower > start {
                    end = min(end, range.lower - 1)
                } else {
                    end = min(end, range.upper)
                    if isLeft { leftSymbol = range.symbol } else { rightSymbol = range.symbol }
                }
            }
            append(start, end, UInt64(leftSymbol) << 32 | UInt64(rightSymbol))
            position = end + 1
            if let a, a.upper == end { leftIndex += 1 }
            if let b, b.upper == end { rightIndex += 1 }
        }
    }

    /// Appends a piece without surrogates, joined to the previous one if they are adjacent.
    private mutating func append(_ lower: UInt32, _ upper: UInt32, _ key: UInt64) {
        var (lower, upper) = (lower, upper)
        if left.domain == .scalars {
            if (0xD800...0xDFFF).contains(lower) { lower = 0xE000 }
            if (0xD800...0xDFFF).contains(upper) { upper = 0xD7FF }
            if lower > upper { return }
        }
        if let last = pieces.last, last.key == key {
            let next = left.domain == .scalars && last.upper == 0xD7FF ? 0xE000 : last.upper + 1
            if next == lower {
                pieces[pieces.count - 1].upper = upper
                return
            }
        }
        pieces.append(Piece(lower: lower, upper: upper, key: key))
    }

    var result: (Alphabet, SymbolMap, SymbolMap) {
        let refined = SymbolPartition(
            domain: left.domain,
            joinedRanges: pieces.map {
                SymbolPartition.ClassRange(lower: $0.lower, upper: $0.upper, symbol: number(of: $0.key))
            }, count: keys.count)
        // Shared storage makes the next alignment free.
        let joint = refined == left ? Alphabet(left) : refined == right ? Alphabet(right) : Alphabet(refined)
        return (
            joint, map(count: left.count, in: joint) { Symbol($0 >> 32) },
            map(count: right.count, in: joint) { Symbol(truncatingIfNeeded: $0) }
        )
    }

    private func number(of key: UInt64) -> Symbol {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return Symbol(low)
    }

    private func map(count: Int, in joint: Alphabet, _ old: (UInt64) -> Symbol) -> SymbolMap {
        var offsets = [UInt32](repeating: 0, count: count + 1)
        for key in keys where old(key) != .absent { offsets[Int(old(key)) + 1] += 1 }
        for symbol in 0..<count { offsets[symbol + 1] += offsets[symbol] }
        var next = offsets
        var images = [Symbol](repeating: 0, count: Int(offsets[count]))
        for (number, key) in keys.enumerated() where old(key) != .absent {
            images[Int(next[Int(old(key))])] = Symbol(number)
            next[Int(old(key))] += 1
        }
        return SymbolMap(offsets: offsets, images: images, in: joint)
    }
}
