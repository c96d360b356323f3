internal import TextSupport

/// The numbered events that a chart distinguishes.
///
/// Each name that the chart mentions has a number. All other names share the number of the longest
/// pattern that matches them, or of `*`. Number 0 stands for no event.
@usableFromInline
package struct EventNames {
    /// The names by number; shared numbers have patterns, such as `a.*`.
    package private(set) var names = [""]
    private var numbers: [ByteKey: Int] = [:]
    /// The patterns of the chart, and one for all names.
    let patterns: EventPatterns
    /// Whether the chart itself has a pattern for all names.
    let matchesAll: Bool
    /// For each pattern, the number that the unmentioned names share.
    private var sharedNumbers: [Int] = []

    /// Numbers the names and patterns that a chart mentions, and those of the behavior's names that
    /// match a pattern.
    package init(names mentioned: [String], patterns: [Statechart.EventPattern], behavior: [String]) {
        let table = EventPatterns(patterns.map(\.prefix))
        (self.patterns, matchesAll) = (table, patterns.contains { $0.prefix.isEmpty })
        var known = behavior
        if !matchesAll {
            known = behavior.filter { name in
                var isMatched = false
                table.forEachMatch(of: name) { if $0 > 0 { isMatched = true } }
                return isMatched
            }
        }
        let all = Set((mentioned + known + table.prefixes).map { ByteKey($0) }).subtracting([ByteKey("")])
        for key in all.sorted(by: { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }) {
            numbers[key] = add(key.text)
        }
        for prefix in table.prefixes { sharedNumbers.append(add(prefix.isEmpty ? "*" : prefix + ".*")) }
    }

    /// Adds an event that is denoted by its number alone.
    mutating func add(_ name: String) -> Int {
        names.append(name)
        return names.count - 1
    }

    var count: Int { names.count }

    /// Returns the number of an event.
    ///
    /// - Complexity: O(*n*) for a name that the chart mentions, of *n* bytes; O(*n* log *k*) for
    ///   others and *k* patterns.
    @usableFromInline
    package func number(of name: String) -> Int {
        if let number = numbers[ByteKey(name)] { return number }
        var longestPattern = 0
        patterns.forEachMatch(of: name) { longestPattern = $0 }
        return sharedNumbers[longestPattern]
    }

    /// Returns the number of a name that the chart mentions; `nil` for others.
    func mentioned(_ name: String) -> Int? { numbers[ByteKey(name)] }
}
