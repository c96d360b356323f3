/// Replacements of parts of the source, and the text that they make.
extension ScriptSyntax {
    /// A part of a replacement.
    enum Piece {
        case text(String)
        /// Tokens of the source, with the edits within them.
        case tokens(ClosedRange<Int>)
    }

    /// A replacement of a part of the source.
    struct Edit {
        let range: Range<Int>
        let pieces: [Piece]
        /// The order of edits at one offset: ends before beginnings, inner ends before outer ones.
        let order: Int
        /// The last token of what begins here.
        var closing = 0
        /// A Boolean value that indicates whether edits within the range are left out.
        var isRegion = false

        func precedes(_ other: Edit) -> Bool {
            (range.lowerBound, order, range.count, -closing)
                < (other.range.lowerBound, other.order, other.range.count, -other.closing)
        }
    }

    mutating func replace(_ index: Int, by text: String) { replace(index, by: [.text(text)]) }

    mutating func replace(_ index: Int, by pieces: [Piece]) {
        edits.append(Edit(range: tokens[index].range, pieces: pieces, order: index))
    }

    /// Replaces tokens, whose lines are kept, but for those that are written elsewhere.
    mutating func replace(_ region: ClosedRange<Int>, by pieces: [Piece], moving moved: [Piece] = []) {
        var count = lineCount(region)
        for case .tokens(let range) in moved + pieces { count -= lineCount(range) }
        let lines = Piece.text(String(repeating: "\n", count: max(0, count)))
        edits.append(Edit(range: range(of: region), pieces: pieces + [lines], order: region.lowerBound, isRegion: true))
    }

    func range(of region: ClosedRange<Int>) -> Range<Int> {
        tokens[region.lowerBound].range.lowerBound..<tokens[region.upperBound].range.upperBound
    }

    private func lineCount(_ region: ClosedRange<Int>) -> Int {
        source[range(of: region)].count { $0 == 0x0A }
    }

    /// Inserts a text before a token, which begins something that ends with another token.
    mutating func insert(_ text: String, before index: Int, closing: Int) {
        let place = tokens[index].range.lowerBound
        edits.append(Edit(range: place..<place, pieces: [.text(text)], order: index, closing: closing))
    }

    /// Inserts a text after a token, which ends something that begins with another token.
    mutating func insert(_ text: String, after index: Int, endOf start: Int) {
        insert([.text(text)], after: index, endOf: start)
    }

    mutating func insert(_ pieces: [Piece], after index: Int, endOf start: Int) {
        let place = tokens[index].range.upperBound
        edits.append(Edit(range: place..<place, pieces: pieces, order: -1 - start))
    }

    mutating func newName() -> String {
        defer { nextNumber += 1 }
        hiddenNames.append("_x$\(nextNumber)")
        return "_x$\(nextNumber)"
    }

    /// Returns a program that begins with a further statement, behind its directives.
    static func inserting(_ statement: String, intoProgram text: String) -> String {
        let source = Array(text.utf8)
        guard let tokens = ScriptTokenizer.tokens(of: source) else { return statement + text }
        let end = ScriptSyntax(source: source, tokens: tokens).endOfDirectives(from: 0)
        guard end > 0 else { return statement + text }
        let place = tokens[end - 1].range.upperBound
        return String(decoding: source[..<place] + Array((";" + statement).utf8) + source[place...], as: UTF8.self)
    }

    // MARK: - The translation

    /// The deepest nesting of default values in patterns and parameters.
    private static let maximumDepth = 100

    func result() throws(Refusal) -> String {
        let sorted = edits.enumerated().sorted {
            $0.element.precedes($1.element)
                || !$1.element.precedes($0.element) && $0.offset < $1.offset
        }.map(\.element)
        var bytes: [UInt8] = []
        try write(0..<source.count, of: 0...max(0, tokens.count - 1), sorted, 0, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes a part of the source with the edits within it.
    private func write(
        _ part: Range<Int>, of region: ClosedRange<Int>, _ sorted: [Edit], _ depth: Int, to bytes: inout [UInt8]
    ) throws(Refusal) {
        guard depth <= Self.maximumDepth else {
            throw refuse("too many default values within each other; use fewer", at: region.lowerBound)
        }
        var (place, low, high) = (part.lowerBound, 0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle].range.lowerBound < place { low = middle + 1 } else { high = middle }
        }
        // The first token of the region that ends at the place.
        var replaced = Int.max
        for edit in sorted[low...] {
            if edit.range.lowerBound > part.upperBound { break }
            guard edit.range.lowerBound >= place, edit.range.upperBound <= part.upperBound else { continue }
            if edit.range.lowerBound > place { replaced = Int.max }
            // What ends here may have begun before the part, and what begins here may end behind it.
            let start = -1 - edit.order
            let isOutside =
                edit.order < 0
                ? start < region.lowerBound || start >= replaced
                : edit.order > region.upperBound || edit.closing > region.upperBound
            if isOutside { continue }
            bytes += source[place..<edit.range.lowerBound]
            place = edit.range.upperBound
            if edit.isRegion { replaced = edit.order }
            for piece in edit.pieces {
                switch piece {
                case .text(let text): bytes += text.utf8
                case .tokens(let range):
                    try write(self.range(of: range), of: range, sorted, depth + 1, to: &bytes)
                }
            }
        }
        bytes += source[place..<max(place, part.upperBound)]
    }
}
