package import TextSupport

/// The position of a byte in one of several texts.
package struct SourcePosition: Hashable, Sendable {
    /// The index of the text.
    package var source: Int
    /// The offset of a byte in the text.
    package var offset: Int

    package init(source: Int, offset: Int) { (self.source, self.offset) = (source, offset) }
}

/// The findings about texts so far.
package struct FindingList {
    private var sources: [SourceText]
    private var problems: [(source: Int?, problem: TextProblem)] = []
    /// Findings about texts that aren't among the sources.
    private var others: [LocatedProblem] = []
    private var omittedCount = 0
    /// The number of byte pairs that may still be compared to correct misspelled names.
    private var remainingBytePairCount = 60_000_000

    /// The maximum number of findings that are reported.
    static let maximumCount = 1_000

    package init(_ sources: [SourceText] = []) { self.sources = sources }

    /// Adds a text and returns its index.
    package mutating func add(source: SourceText) -> Int {
        sources.append(source)
        return sources.count - 1
    }

    /// Adds a finding. Its message and remedy are evaluated only if the finding is reported.
    package mutating func add(
        _ position: SourcePosition? = nil, _ message: @autoclosure () -> String,
        _ remedy: @autoclosure () -> String? = nil
    ) {
        guard problems.count < Self.maximumCount else {
            omittedCount += 1
            return
        }
        problems.append(
            (position?.source, TextProblem(offset: position?.offset, message: message(), remedy: remedy())))
    }

    /// Adds a problem that a reader of the text found.
    package mutating func add(_ problem: TextProblem, source: Int) {
        if problems.count < Self.maximumCount { problems.append((source, problem)) } else { omittedCount += 1 }
    }

    /// Adds the findings of an error.
    package mutating func add(_ error: ProductLineError) {
        omittedCount += error.omittedFindingCount
        for finding in error.findings {
            if others.count < Self.maximumCount { others.append(finding) } else { omittedCount += 1 }
        }
    }

    /// Adds the findings that another list of the same texts has and this list lacks.
    package mutating func addMissing(of other: FindingList) {
        let known = Set(problems.map { PlacedProblem(source: $0.source, problem: $0.problem) })
        for (source, problem) in other.problems
        where !known.contains(PlacedProblem(source: source, problem: problem)) {
            if problems.count < Self.maximumCount { problems.append((source, problem)) } else { omittedCount += 1 }
        }
    }

    private struct PlacedProblem: Hashable {
        var source: Int?
        var problem: TextProblem
    }

    /// Adds the finding that a text is too large.
    package mutating func addLimit(_ position: SourcePosition, _ message: @autoclosure () -> String, _ remedy: String) {
        guard problems.count < Self.maximumCount else {
            omittedCount += 1
            return
        }
        add(
            TextProblem(offset: position.offset, message: message(), remedy: remedy, isLimit: true),
            source: position.source)
    }

    /// Adds the finding that a name is unknown, with a suggestion.
    package mutating func addUnknown(
        _ what: String, _ name: String, at position: SourcePosition? = nil, among known: some Collection<String>,
        else remedy: String
    ) {
        guard problems.count < Self.maximumCount else {
            omittedCount += 1
            return
        }
        // Longer names aren't compared.
        let length = min(name.utf8.count, 40)
        remainingBytePairCount -= known.count * (length * length + 10)
        let closest = remainingBytePairCount >= 0 ? Spelling.closestName(to: name, among: known) : nil
        add(position, "unknown \(what) \(name.inQuotes)", closest.map { "did you mean \($0.inQuotes)?" } ?? remedy)
    }

    /// Adds the finding of a cycle.
    package mutating func add(
        cycle: Dependencies.Cycle, at position: SourcePosition?, _ verb: String, name: (Int) -> String
    ) {
        var names = cycle.beginning.map { name($0).inQuotes }
        if cycle.count > names.count { names.append("…") }
        names.append(names[0])
        let path = names.joined(separator: " \(verb) ")
        add(position, "dependency cycle of length \(cycle.count): \(path)", "remove one of these links")
    }

    /// The error with all findings.
    package var error: ProductLineError {
        var findings: [LocatedProblem] = []
        for (index, source) in sources.enumerated() {
            let own = problems.filter { $0.source == index }.map(\.problem)
            guard !own.isEmpty else { continue }
            let places = source.bytes.withUnsafeBytes { bytes in
                TextPosition.positions(of: own.map { $0.offset ?? 0 }, in: bytes)
            }
            for index in own.indices.sorted(by: { (own[$0].offset ?? 0, $0) < (own[$1].offset ?? 0, $1) }) {
                findings.append(LocatedProblem(own[index], inputName: source.name, at: places[index]))
            }
        }
        findings += others
        for (source, problem) in problems where source == nil {
            findings.append(LocatedProblem(problem))
        }
        return ProductLineError(findings, omittedFindingCount: omittedCount)
    }

    /// The number of findings, including omitted findings.
    package var count: Int { problems.count + others.count + omittedCount }

    /// A Boolean value that indicates whether there are no findings.
    package var isEmpty: Bool { problems.isEmpty && others.isEmpty }

    /// Throws the error with all findings, if there are any.
    package func check() throws(ProductLineError) {
        if !isEmpty { throw error }
    }
}

extension String {
    /// The text in quotes for a message, shortened if it is long.
    package var inQuotes: String { Message.quoted(utf8) }
}
