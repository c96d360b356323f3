/// Suggestions for misspelled names.
package enum Spelling {
    /// Returns the known name that is closest to a misspelled one, or `nil` if none is close.
    ///
    /// A known name is close if it differs in at most a third of its bytes, or only by a prefix
    /// with a colon. If several are equally close, the first one is returned.
    ///
    /// - Complexity: O(*k* *n*²) for *k* known names and a name of *n* bytes, at most 40.
    package static func closestName(to name: String, among known: some Sequence<String>) -> String? {
        let count = name.utf8.count
        guard count <= 40 else { return nil }
        var best: (name: String, distance: Int)?
        // A name without any common byte isn't a misspelling.
        let limit = min(max(1, count / 3), count - 1)
        for other in known {
            let distance = distance(name, other, limit)
            if distance <= limit, distance < best?.distance ?? .max { best = (other, distance) }
        }
        return best?.name
    }

    /// Returns the edit distance of two names, or 0 if only a prefix is missing. A distance beyond
    /// the limit may be any number beyond it.
    private static func distance(_ name: String, _ other: String, _ limit: Int) -> Int {
        if other.hasSuffix(":\(name)") { return 0 }
        guard abs(name.utf8.count - other.utf8.count) <= limit else { return .max }
        var row = Array(0...other.utf8.count)
        for (index, byte) in name.utf8.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, otherByte) in other.utf8.enumerated() {
                let replaced = diagonal + (byte == otherByte ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[other.utf8.count]
    }
}
