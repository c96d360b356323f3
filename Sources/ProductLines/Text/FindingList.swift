internal import TextSupport

/// A place in one of several texts.
struct SourcePlace: Hashable, Sendable {
    /// The index of the text.
    var source: Int
    /// The byte in the text.
    var offset: Int
}

/// The findings about texts, as they are collected.
struct FindingList {
    private let sources: [SourceText]
    private var problems: [(source: Int?, problem: TextProblem)] = []
    private var omittedCount = 0
    /// The number of pairs of bytes that may still be compared to find what misspelled names mean.
    private var comparisonCount = 60_000_000

    /// The most findings that are told.
    static let maximumCount = 1_000

    init(_ sources: [SourceText] = []) { self.sources = sources }

    /// Adds a finding, whose sentences are made only if it is told.
    mutating func add(
        _ place: SourcePlace? = nil, _ message: @autoclosure () -> String, _ remedy: @autoclosure () -> String? = nil
    ) {
        guard problems.count < Self.maximumCount else {
            omittedCount += 1
            return
        }
        problems.append(
            (place?.source, TextProblem(offset: place?.offset, message: message(), remedy: remedy())))
    }

    /// Adds what a reader found.
    mutating func add(_ problem: TextProblem, source: Int) {
        if problems.count < Self.maximumCount { problems.append((source, problem)) } else { omittedCount += 1 }
    }

    /// Adds that a text is too large.
    mutating func addLimit(_ place: SourcePlace, _ message: @autoclosure () -> String, _ remedy: String) {
        guard problems.count < Self.maximumCount else {
            omittedCount += 1
            return
        }
        add(TextProblem(offset: place.offset, message: message(), remedy: remedy, isLimit: true), source: place.source)
    }

    /// Adds that a name isn't known, and which one may be meant.
    mutating func addUnknown(
        _ what: String, _ name: String, at place: SourcePlace? = nil, among known: some Collection<String>,
        else remedy: String
    ) {
        guard problems.count < Self.maximumCount else {
            omittedCount += 1
            return
        }
        // Longer names aren't compared.
        let length = min(name.utf8.count, 40)
        comparisonCount -= known.count * (length * length + 10)
        let closest = comparisonCount >= 0 ? Spelling.closest(to: name, among: known) : nil
        add(place, "unknown \(what) \(name.inQuotes)", closest.map { "did you mean \($0.inQuotes)?" } ?? remedy)
    }

    /// Adds that names lead back to the first of them.
    mutating func add(cycle: Dependencies.Cycle, at place: SourcePlace?, _ verb: String, name: (Int) -> String) {
        var names = cycle.beginning.map { name($0).inQuotes }
        if cycle.count > names.count { names.append("…") }
        names.append(names[0])
        let count = cycle.count > cycle.beginning.count ? " (\(cycle.count) in all)" : ""
        add(place, "\(names.joined(separator: " \(verb) "))\(count): a cycle", "remove one of these")
    }

    /// The error that tells all findings.
    var error: ProductLineError {
        var findings: [ProductLineError.Finding] = []
        for (index, source) in sources.enumerated() {
            let own = problems.filter { $0.source == index }.map(\.problem)
            guard !own.isEmpty else { continue }
            let places = source.bytes.withUnsafeBytes { bytes in
                TextPlace.places(of: own.map { $0.offset ?? 0 }, in: bytes)
            }
            for index in own.indices.sorted(by: { (own[$0].offset ?? 0, $0) < (own[$1].offset ?? 0, $1) }) {
                findings.append(
                    ProductLineError.Finding(
                        inputName: source.name, line: places[index].line, column: places[index].column,
                        message: own[index].message, remedy: own[index].remedy, isLimit: own[index].isLimit))
            }
        }
        for (source, problem) in problems where source == nil {
            findings.append(ProductLineError.Finding(message: problem.message, remedy: problem.remedy))
        }
        return ProductLineError(findings, omittedFindingCount: omittedCount)
    }

    /// Throws the error that tells all findings, if there are any.
    func check() throws(ProductLineError) {
        if !problems.isEmpty { throw error }
    }
}

extension String {
    /// The text in quotes for a message, shortened where it is long.
    var inQuotes: String { Message.quoted(utf8) }
}
