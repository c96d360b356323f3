/// Disjoint classes of bytes or of Unicode scalars, numbered densely.
///
/// Invariants: the ranges ascend and don't overlap; adjacent ranges of one class are joined; each
/// class has a range. Values in no range don't belong to the alphabet.
package struct SymbolPartition: Sendable, Hashable {
    package enum Domain: Sendable, Hashable {
        case bytes, scalars

        package var upperBound: UInt32 { self == .bytes ? 0xFF : 0x10FFFF }

        /// Returns whether the value is in the domain. Surrogates aren't scalars.
        package func contains(_ value: UInt32) -> Bool {
            value <= upperBound && (self == .bytes || !(0xD800...0xDFFF).contains(value))
        }
    }

    /// A range `lower...upper` of values of one class.
    package struct ClassRange: Sendable, Hashable {
        package var lower: UInt32
        package var upper: UInt32
        package var symbol: Symbol

        package init(lower: UInt32, upper: UInt32, symbol: Symbol) {
            self.lower = lower
            self.upper = upper
            self.symbol = symbol
        }

        package var width: Int { Int(upper - lower) + 1 }
    }

    package let domain: Domain
    package let ranges: [ClassRange]
    package let count: Int

    package init(domain: Domain, joinedRanges: [ClassRange], count: Int) {
        self.domain = domain
        ranges = joinedRanges
        self.count = count
    }

    /// The partition of all 256 bytes into single bytes.
    package static let singleBytes = SymbolPartition(
        domain: .bytes, joinedRanges: (0...0xFF).map { ClassRange(lower: $0, upper: $0, symbol: Symbol($0)) },
        count: 256)

    /// Creates a partition from ranges in any order, which are checked and joined.
    ///
    /// - Throws: ``AutomataError/invalidSymbolClass(_:)`` for a class without members or outside
    ///   the domain; ``AutomataError/duplicateSymbol(_:)`` for a value in two classes.
    package init(domain: Domain, ranges: [ClassRange], count: Int) throws(AutomataError) {
        var joined: [ClassRange] = []
        // If there are more classes than ranges, one of the first `ranges.count + 1` classes is
        // empty.
        var isUsed = [Bool](repeating: false, count: min(count, ranges.count + 1))
        for range in ranges.sorted(by: { ($0.lower, $0.upper) < ($1.lower, $1.upper) }) {
            guard range.lower <= range.upper, domain.contains(range.lower), domain.contains(range.upper),
                Int(range.symbol) < count
            else {
                throw .invalidSymbolClass(Self.name(of: [range], domain: domain))
            }
            if Int(range.symbol) < isUsed.count { isUsed[Int(range.symbol)] = true }
            if let last = joined.last {
                guard range.lower > last.upper else {
                    throw .duplicateSymbol(Self.name(of: range.lower, domain: domain))
                }
                if Self.successor(of: last.upper, domain: domain) == range.lower, last.symbol == range.symbol {
                    joined[joined.count - 1].upper = range.upper
                    continue
                }
            }
            joined.append(range)
        }
        if let empty = isUsed.firstIndex(of: false) { throw .invalidSymbolClass("\(empty)") }
        self.init(domain: domain, joinedRanges: joined, count: count)
    }

    /// Returns the next value; scalars skip the surrogates.
    private static func successor(of value: UInt32, domain: Domain) -> UInt32 {
        domain == .scalars && value == 0xD7FF ? 0xE000 : value + 1
    }

    /// Returns the class of a value, by binary search.
    package func symbol(for value: UInt32) -> Symbol? {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upper < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lower <= value ? ranges[low].symbol : nil
    }

    /// The number of values in each class; surrogates aren't scalars and don't count.
    package var widths: [Int] {
        var widths = [Int](repeating: 0, count: count)
        for range in ranges {
            var width = range.width
            if domain == .scalars, range.lower < 0xD800, range.upper > 0xDFFF { width -= 0x800 }
            widths[Int(range.symbol)] += width
        }
        return widths
    }

    /// Returns the partition with classes merged; `newSymbol` has the new class of each old one.
    package func merged(_ newSymbol: [Symbol], count: Int) throws(AutomataError) -> SymbolPartition {
        try SymbolPartition(
            domain: domain,
            ranges: ranges.map {
                ClassRange(lower: $0.lower, upper: $0.upper, symbol: newSymbol[Int($0.symbol)])
            }, count: count)
    }

    /// Returns the usual notation of a class: `a`, `[a-z_]`, `\x00`.
    package func name(of symbol: Symbol) -> String {
        Self.name(of: ranges.filter { $0.symbol == symbol }, domain: domain)
    }

    /// The names of all classes, in one pass over the ranges.
    package var names: [String] {
        var members = [[ClassRange]](repeating: [], count: count)
        for range in ranges { members[Int(range.symbol)].append(range) }
        return members.map { Self.name(of: $0, domain: domain) }
    }

    private static func name(of ranges: [ClassRange], domain: Domain) -> String {
        if ranges.count == 1, ranges[0].lower == ranges[0].upper { return name(of: ranges[0].lower, domain: domain) }
        let parts = ranges.map { range in
            let lower = name(of: range.lower, domain: domain, inClass: true)
            let upper = name(of: range.upper, domain: domain, inClass: true)
            if range.lower == range.upper { return lower }
            return range.upper == range.lower &+ 1 ? lower + upper : "\(lower)-\(upper)"
        }
        return "[" + parts.joined() + "]"
    }

    /// Returns the notation of one value: itself if it is printable ASCII, otherwise `\xHH` or
    /// `\u{H…}`. In a class, `]`, `-`, `^` and `\` are escaped too.
    package static func name(of value: UInt32, domain: Domain, inClass: Bool = false) -> String {
        switch value {
        case 0x5C: return "\\\\"
        case 0x5B, 0x5D, 0x2D, 0x5E: return (inClass ? "\\" : "") + String(UnicodeScalar(UInt8(value)))
        case 0x21...0x7E: return String(UnicodeScalar(UInt8(value)))
        case 0x0A: return "\\n"
        case 0x0D: return "\\r"
        case 0x09: return "\\t"
        default:
            let digits = String(value, radix: 16, uppercase: true)
            return domain == .bytes
                ? "\\x" + String(repeating: "0", count: max(0, 2 - digits.count)) + digits : "\\u{\(digits)}"
        }
    }
}
