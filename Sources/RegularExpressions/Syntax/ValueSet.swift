internal import AlgorithmSupport
package import Automata
internal import WorkLimits

/// A set of bytes or of Unicode scalars as ranges, such as the class `[a-z_]`.
///
/// Invariant: the ranges ascend, and don't overlap or touch. Surrogates aren't scalars, so U+D7FF
/// and U+E000 touch.
package struct ValueSet: Sendable, Hashable {
    package typealias Domain = SymbolPartition.Domain

    /// A range `lower...upper` of values.
    package struct Range: Sendable, Hashable {
        package var lower: UInt32
        package var upper: UInt32

        package init(_ lower: UInt32, _ upper: UInt32) {
            self.lower = lower
            self.upper = upper
        }
    }

    package private(set) var ranges: [Range]

    package init() { ranges = [] }

    package init(_ value: UInt32) { ranges = [Range(value, value)] }

    /// Creates the set of ranges that ascend, and don't overlap or touch.
    package init(sortedRanges: [Range]) { ranges = sortedRanges }

    /// Creates the set of ranges in any order, restricted to the domain.
    package init(_ ranges: [Range], in domain: Domain) {
        self.ranges = []
        for range in ranges.sorted(by: { $0.lower < $1.lower }) { append(range, domain) }
    }

    package var isEmpty: Bool { ranges.isEmpty }

    package static func all(_ domain: Domain) -> ValueSet { ValueSet(sortedRanges: [Range(0, domain.upperBound)]) }

    /// The only value of the set, or `nil` if the set doesn't have exactly one value.
    package var singleValue: UInt32? {
        ranges.count == 1 && ranges[0].lower == ranges[0].upper ? ranges[0].lower : nil
    }

    package func contains(_ value: UInt32) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upper < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lower <= value
    }

    /// Returns whether at least one value from `lower` to `upper` is in the set.
    package func intersects(_ lower: UInt32, _ upper: UInt32) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upper < lower { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lower <= upper
    }

    /// Returns the next value of the domain; surrogates are skipped.
    @inline(__always)
    package static func successor(of value: UInt32, _ domain: Domain) -> UInt32 {
        domain == .scalars && value == 0xD7FF ? 0xE000 : value + 1
    }

    /// Appends a range that doesn't begin before the last one.
    private mutating func append(_ range: Range, _ domain: Domain) {
        var (lower, upper) = (range.lower, min(range.upper, domain.upperBound))
        if domain == .scalars {
            if (0xD800...0xDFFF).contains(lower) { lower = 0xE000 }
            if (0xD800...0xDFFF).contains(upper) { upper = 0xD7FF }
        }
        if lower > upper { return }
        if let last = ranges.last, lower <= Self.successor(of: last.upper, domain) {
            ranges[ranges.count - 1].upper = max(last.upper, upper)
        } else {
            ranges.append(Range(lower, upper))
        }
    }

    package func union(_ other: ValueSet, in domain: Domain) -> ValueSet {
        if other.isEmpty { return self }
        if isEmpty { return other }
        return ValueSet(ranges + other.ranges, in: domain)
    }

    package func complement(in domain: Domain) -> ValueSet {
        var result = ValueSet()
        var next: UInt32 = 0
        for range in ranges {
            if range.lower > next { result.append(Range(next, range.lower - 1), domain) }
            next = range.upper + 1
        }
        if next <= domain.upperBound { result.append(Range(next, domain.upperBound), domain) }
        return result
    }

    package func intersection(_ other: ValueSet) -> ValueSet {
        var result = ValueSet()
        var (left, right) = (0, 0)
        while left < ranges.count, right < other.ranges.count {
            let lower = max(ranges[left].lower, other.ranges[right].lower)
            let upper = min(ranges[left].upper, other.ranges[right].upper)
            if lower <= upper { result.ranges.append(Range(lower, upper)) }
            if ranges[left].upper < other.ranges[right].upper { left += 1 } else { right += 1 }
        }
        return result
    }
}

extension SymbolPartition {
    /// Returns the coarsest partition of a whole domain such that each given set is a union of
    /// classes; classes are numbered by their least values.
    ///
    /// The ends of the sets' ranges divide the domain into intervals. All intervals form one class
    /// at first, and each set splits the classes that it partly contains.
    ///
    /// - Complexity: O(*r* log *r* + total number of intervals in all sets) for *r* ranges, which
    ///   is quadratic for sets that overlap.
    /// - Returns: the partition, and the ascending classes of each set.
    package static func induced(
        by sets: [ValueSet], domain: Domain, steps: inout BudgetSteps
    ) throws(AutomataError) -> (partition: SymbolPartition, sets: SymbolSets) {
        let starts = intervalStarts(sets, domain)
        let count = starts.count
        var classOf = [Symbol](repeating: 0, count: count)
        // The intervals of each set, which are found once.
        var spans: [Swift.Range<Int>] = []
        var spanEnds: [Int] = []
        var splitBy: [Int] = [-1]
        var splitInto: [Symbol] = [0]
        var memberCount = 0
        for (number, set) in sets.enumerated() {
            var interval = 0
            for range in set.ranges {
                interval = firstIndex(of: range.lower, in: starts, from: interval)
                let start = interval
                while interval < count, starts[interval] <= range.upper {
                    let old = Int(classOf[interval])
                    if splitBy[old] != number {
                        splitBy[old] = number
                        splitInto[old] = Symbol(splitBy.count)
                        splitBy.append(number)
                        splitInto.append(Symbol(splitBy.count - 1))
                    }
                    classOf[interval] = splitInto[old]
                    interval += 1
                }
                spans.append(start..<interval)
                memberCount += interval - start
                // The lists of classes are at most as long as the spans.
                try steps.step(interval - start, holding: 18 * splitBy.capacity + 6 * memberCount + 8 * count)
            }
            spanEnds.append(spans.count)
        }
        // Classes that were split off as a whole are now empty: number the others.
        var numbers = [Symbol](repeating: .absent, count: splitBy.count)
        var classCount = 0
        for interval in 0..<count {
            if numbers[Int(classOf[interval])] == .absent {
                numbers[Int(classOf[interval])] = Symbol(classCount)
                classCount += 1
            }
            classOf[interval] = numbers[Int(classOf[interval])]
        }
        let partition = SymbolPartition(
            domain: domain, joinedRanges: joined(starts, classOf, domain), count: classCount)
        return (partition, classes(spans, spanEnds, classOf, classCount))
    }

    /// Returns 0 and the values at which some set begins or has just ended.
    private static func intervalStarts(_ sets: [ValueSet], _ domain: Domain) -> [UInt32] {
        if domain == .bytes {
            var isStart = [Bool](repeating: false, count: 257)
            isStart[0] = true
            for set in sets {
                for range in set.ranges {
                    isStart[Int(range.lower)] = true
                    isStart[Int(range.upper) + 1] = true
                }
            }
            return (0..<256).filter { isStart[Int($0)] }
        }
        var starts: [UInt32] = [0]
        for set in sets {
            for range in set.ranges {
                starts.append(range.lower)
                let next = ValueSet.successor(of: range.upper, domain)
                if next <= domain.upperBound { starts.append(next) }
            }
        }
        starts.sort()
        var kept = 1
        for index in 1..<max(1, starts.count) where starts[index] != starts[index - 1] {
            starts[kept] = starts[index]
            kept += 1
        }
        starts.removeLast(starts.count - kept)
        return starts
    }

    private static func firstIndex(of value: UInt32, in starts: [UInt32], from first: Int) -> Int {
        if first < starts.count, starts[first] == value { return first }
        var (low, high) = (first, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func joined(_ starts: [UInt32], _ classOf: [Symbol], _ domain: Domain) -> [ClassRange] {
        var ranges: [ClassRange] = []
        ranges.reserveCapacity(starts.count)
        for index in starts.indices {
            var upper = index + 1 < starts.count ? starts[index + 1] - 1 : domain.upperBound
            if domain == .scalars, (0xD800...0xDFFF).contains(upper) { upper = 0xD7FF }
            if let last = ranges.last, last.symbol == classOf[index] {
                ranges[ranges.count - 1].upper = upper
            } else {
                ranges.append(ClassRange(lower: starts[index], upper: upper, symbol: classOf[index]))
            }
        }
        return ranges
    }

    private static func classes(
        _ spans: [Swift.Range<Int>], _ spanEnds: [Int], _ classOf: [Symbol], _ classCount: Int
    ) -> SymbolSets {
        var result = SymbolSets()
        var isMember = [Bool](repeating: false, count: classCount)
        var list: [Symbol] = []
        var first = 0
        for end in spanEnds {
            list.removeAll(keepingCapacity: true)
            var isAscending = true
            for span in spans[first..<end] {
                for interval in span where !isMember[Int(classOf[interval])] {
                    isMember[Int(classOf[interval])] = true
                    if let last = list.last, last > classOf[interval] { isAscending = false }
                    list.append(classOf[interval])
                }
            }
            if !isAscending { list.sort() }
            for symbol in list { isMember[Int(symbol)] = false }
            result.append(list)
            first = end
        }
        return result
    }
}
