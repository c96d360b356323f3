internal import TextSupport

/// Names that a format knows.
enum KnownNames {
    /// Returns the problem of an unknown name, with the known one that is meant, if one is close.
    ///
    /// - Parameters:
    ///   - name: The unknown name.
    ///   - kind: The kind of name, as messages call it.
    ///   - place: What the name stands in, as messages call it; `nil` if it needn't be said.
    ///   - known: The names that are known there.
    ///   - offset: The place of the name.
    static func problem(
        unknown name: String, _ kind: String, in place: String? = nil, among known: [String], at offset: Int
    ) -> TextProblem {
        let close = known.map { (name: $0, distance: distance(name, $0)) }.min { $0.distance < $1.distance }
        let remedy =
            if let close, close.distance <= max(1, name.utf8.count / 3) {
                "did you mean '\(close.name)'?"
            } else {
                known.isEmpty ? "none is known here" : "known here: " + known.sorted().joined(separator: ", ")
            }
        let message = "unknown \(kind) \(Message.quoted(name.utf8))" + (place.map { " in \($0)" } ?? "")
        return TextProblem(offset: offset, message: message, remedy: remedy)
    }

    /// Returns the edit distance of two names, or 0 if only a prefix is missing; long ones are far
    /// from all.
    ///
    /// - Complexity: O(*n* *m*) for at most 40 bytes.
    private static func distance(_ name: String, _ other: String) -> Int {
        guard name.utf8.count <= 40 else { return .max }
        if other.hasSuffix(":\(name)") { return 0 }
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
