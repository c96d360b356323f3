internal import TextSupport

/// The event patterns of a chart, numbered in the order of their bytes.
///
/// One walk over a name's bytes finds all patterns that match it, with any number of dots.
package struct EventPatterns {
    /// The prefixes, each once; the empty one, which matches all names, is the first.
    package let prefixes: [String]
    /// For each pattern, the longest other pattern that matches all its names; for the first
    /// pattern, its own number.
    package private(set) var around: [Int] = []
    /// The concatenated bytes of all prefixes.
    private var bytes: [UInt8] = []
    private var starts = [0]

    /// Sorts prefixes.
    ///
    /// - Complexity: O(*n* log *k*) for *k* prefixes of *n* bytes in total.
    package init(_ prefixes: [String]) {
        let different = Set(prefixes.map { ByteKey($0) }).union([ByteKey("")])
        self.prefixes = different.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for prefix in self.prefixes {
            bytes += Array(prefix.utf8)
            starts.append(bytes.count)
        }
        for (number, prefix) in self.prefixes.enumerated() {
            var longestPattern = 0
            forEachMatch(of: prefix) { if $0 != number { longestPattern = $0 } }
            around.append(longestPattern)
        }
    }

    /// Returns the number of a pattern, or `nil` if there is none.
    package func number(of prefix: String) -> Int? {
        var found = 0
        forEachMatch(of: prefix) { found = $0 }
        return count(of: found) == prefix.utf8.count ? found : nil
    }

    /// Calls a closure with the number of each pattern that matches a name, the shortest one first.
    ///
    /// - Complexity: O(*n* log *k*) for a name of *n* bytes and *k* patterns.
    package func forEachMatch(of name: String, _ body: (Int) -> Void) {
        var name = name
        name.withUTF8 { forEachMatch(of: $0, body) }
    }

    private func forEachMatch(of name: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Void) {
        body(0)
        // The patterns that begin with the same bytes as the name.
        var (low, high, length) = (0, prefixes.count, 0)
        while length < name.count {
            let byte = Int(name[length])
            low = firstPattern(in: low..<high) { self.byte(length, of: $0) >= byte }
            high = firstPattern(in: low..<high) { self.byte(length, of: $0) > byte }
            guard low < high else { return }
            length += 1
            let isPart = length == name.count || name[length] == UInt8(ascii: ".")
            if isPart, count(of: low) == length { body(low) }
        }
    }

    private func count(of pattern: Int) -> Int { starts[pattern + 1] - starts[pattern] }

    /// Returns the byte at an index of a pattern, or -1 after its end.
    private func byte(_ index: Int, of pattern: Int) -> Int {
        index < count(of: pattern) ? Int(bytes[starts[pattern] + index]) : -1
    }

    /// Returns the first pattern that satisfies a condition, which must hold for all later ones.
    private func firstPattern(in range: Range<Int>, where holds: (Int) -> Bool) -> Int {
        // The condition usually holds for all of them.
        if let first = range.first, holds(first) { return first }
        return range.lowerBound + range.prefixCount { !holds($0) }
    }
}
