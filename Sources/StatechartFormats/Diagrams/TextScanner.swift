internal import TextSupport

/// A cursor over a line, or another part, of a text.
struct TextScanner {
    let text: UnsafeRawBufferPointer
    var position: Int
    private(set) var end: Int

    init(_ text: UnsafeRawBufferPointer, _ range: Range<Int>) {
        (self.text, position, end) = (text, range.lowerBound, range.upperBound)
    }

    /// Checks that a text is UTF-8.
    static func check(_ text: UnsafeRawBufferPointer) throws(TextProblem) {
        guard String(validating: text, as: UTF8.self) == nil else { return }
        throw TextProblem(offset: 0, message: "expected UTF-8, found invalid bytes", remedy: "save the text as UTF-8")
    }

    var isAtEnd: Bool { position >= end }
    var peek: UInt8? { position < end ? text[position] : nil }

    mutating func skipBlanks() {
        while position < end, text[position] <= 0x20 { position += 1 }
    }

    /// Moves past blanks and a text, if it comes next.
    mutating func skip(_ word: StaticString) -> Bool {
        skipBlanks()
        guard starts(with: word) else { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    /// Cuts off a comment: a sign that begins the rest or follows a blank, and the text after it.
    mutating func cutComment(_ sign: StaticString) {
        var ahead = self
        while !ahead.isAtEnd {
            if ahead.position == position || text[ahead.position - 1] <= 0x20, ahead.starts(with: sign) {
                return end = ahead.position
            }
            ahead.position += 1
        }
    }

    /// Moves past blanks and a word that is followed by a blank or the end, if it comes next.
    mutating func skipWord(_ word: StaticString) -> Bool {
        var ahead = self
        guard ahead.skip(word), ahead.peek.map({ $0 <= 0x20 }) ?? true else { return false }
        self = ahead
        return true
    }

    func starts(with word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard end - position >= count else { return false }
        for index in 0..<count where text[position + index] != word.utf8Start[index] { return false }
        return true
    }

    /// Reads bytes while a condition holds.
    mutating func prefix(while isIncluded: (UInt8) -> Bool) -> String {
        let start = position
        while position < end, isIncluded(text[position]) { position += 1 }
        return string(start..<position)
    }

    /// Reads a text up to a byte, and moves past that byte; `nil`, without moving, if it is
    /// missing.
    mutating func text(upTo stop: UInt8) -> String? {
        guard let found = text[position..<end].firstIndex(of: stop) else { return nil }
        defer { position = found + 1 }
        return string(position..<found)
    }

    /// Reads a text in quotes, if it comes next.
    mutating func quoted() -> String? {
        var ahead = self
        guard ahead.skip("\""), let text = ahead.text(upTo: UInt8(ascii: "\"")) else { return nil }
        self = ahead
        return text
    }

    /// The rest, without white space at its ends.
    var rest: String { string(position..<end).trimmed }

    func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

    /// Returns the problem of an unexpected text at the cursor.
    func problem(_ expected: String, _ remedy: String? = nil) -> TextProblem {
        TextProblem(
            offset: position, message: "expected \(expected), found \(Message.foundText(at: position, in: text))",
            remedy: remedy)
    }

    /// Calls a function with the range of each line, without its white space at the ends.
    static func forEachLine(
        of text: UnsafeRawBufferPointer, from start: Int, _ body: (Range<Int>) throws(TextProblem) -> Void
    ) throws(TextProblem) {
        var start = start
        while start < text.count {
            let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
            var (first, last) = (start, end)
            while first < last, text[first] <= 0x20 { first += 1 }
            while last > first, text[last - 1] <= 0x20 { last -= 1 }
            try body(first..<last)
            start = end + 1
        }
    }
}
