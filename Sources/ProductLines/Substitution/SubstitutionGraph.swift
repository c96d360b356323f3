/// A graph for checking substitutes of types.
package struct SubstitutionGraph {
    /// The substitute of a type, with the position in a text that names it.
    package typealias Substitute = (index: Int, position: SourcePosition?)

    private let names: [String]
    private var next: [Substitute?]

    /// Creates a graph without substitutes.
    ///
    /// - Parameter names: The names of the types.
    package init(_ names: [String]) {
        self.names = names
        next = Array(repeating: nil, count: names.count)
    }

    /// Adds a substitute; adds a finding if the type already has a substitute, or if `isSubtype` is
    /// false.
    ///
    /// - Complexity: O(1).
    package mutating func add(_ substitute: Substitute, for base: Int, isSubtype: Bool, _ findings: inout FindingList) {
        let (baseName, name) = (names[base].inQuotes, names[substitute.index].inQuotes)
        if let other = next[base] {
            return findings.add(
                substitute.position, "\(baseName) has two substitutes, \(names[other.index].inQuotes) and \(name)",
                "remove one of the two substitutes")
        }
        if !isSubtype {
            findings.add(
                substitute.position, "\(name) isn't a subtype of \(baseName)",
                "derive it from \(baseName), or use another type")
        }
        next[base] = substitute
    }

    /// Returns the final substitute of each type; adds cycles to the findings.
    ///
    /// - Complexity: O(*n*) for *n* types.
    package func targets(_ findings: inout FindingList) -> [Int] {
        let dependencies = Dependencies(next.map { $0.map { [$0.index] } ?? [] })
        for cycle in dependencies.cycles {
            findings.add(cycle: cycle, at: next[cycle.beginning[0]]?.position, "→") { names[$0] }
        }
        var targets = Array(names.indices)
        // Visits each type after its substitute.
        for index in dependencies.order { if let next = next[index] { targets[index] = targets[next.index] } }
        return targets
    }
}
