/// The events that a chart tells apart, numbered.
///
/// Each name that the chart mentions has a number. So have all other names below a pattern,
/// together, and all others. Number 0 stands for no event.
@usableFromInline
struct EventNames {
    /// The names by number; those that stand for many are patterns, such as `a.*`.
    @usableFromInline
    private(set) var names = [""]
    private var numbers: [String: Int] = [:]
    private var below: [String: Int] = [:]

    /// Numbers the names and patterns that a chart mentions, and of the behavior's names those that
    /// a pattern matches.
    init(names mentioned: [String], patterns: [Statechart.EventPattern], behavior: [String]) {
        let prefixes = Set(patterns.map(\.prefix))
        let known = behavior.filter { Statechart.EventPattern.prefixes(of: $0).contains(where: prefixes.contains) }
        for name in Set(mentioned + known).union(prefixes).subtracting([""]).sorted() { numbers[name] = add(name) }
        for prefix in prefixes.union([""]).sorted() { below[prefix] = add(prefix.isEmpty ? "*" : prefix + ".*") }
    }

    /// Adds an event that nothing but its number denotes.
    mutating func add(_ name: String) -> Int {
        names.append(name)
        return names.count - 1
    }

    var count: Int { names.count }

    /// Returns the number of an event.
    @usableFromInline
    func number(of name: String) -> Int {
        if let number = numbers[name] { return number }
        var rest = Substring(name)
        while let dot = rest.utf8.lastIndex(of: UInt8(ascii: ".")) {
            rest = rest[..<dot]
            if let number = below[String(rest)] { return number }
        }
        return below[""] ?? 0
    }

    /// The number of a name that the chart mentions.
    func mentioned(_ name: String) -> Int? { numbers[name] }
}
