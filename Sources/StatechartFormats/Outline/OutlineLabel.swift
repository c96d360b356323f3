internal import Statecharts
internal import TextSupport

/// The parts of a label: `event [guard] / action; action`.
struct OutlineLabel {
    var events: String
    /// The text in brackets.
    var guardText: String?
    var actions: [String] = []
    /// A text after the guard that doesn't begin with `/`.
    var rest = ""

    init(_ text: String) {
        let bytes = Array(text.utf8)
        func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self).trimmed }
        var end = bytes.firstIndex { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "/") } ?? bytes.count
        events = part(0..<end)
        if end < bytes.count, bytes[end] == UInt8(ascii: "[") {
            let start = end + 1
            var depth = 1
            end = start
            while end < bytes.count {
                if bytes[end] == UInt8(ascii: "[") { depth += 1 }
                if bytes[end] == UInt8(ascii: "]") { depth -= 1 }
                if depth == 0 { break }
                end += 1
            }
            guardText = part(start..<end)
            end = min(end + 1, bytes.count)
            let next = bytes[end...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
            rest = part(end..<next)
            end = next
        }
        guard end < bytes.count else { return }
        actions = part(end + 1..<bytes.count).split { $0 == ";" || $0.isNewline }.map { String($0).trimmed }
            .filter { !$0.isEmpty }
    }

    /// The time of `after 3 s`.
    var delay: Duration? {
        let words = events.utf8.split { $0 == 0x20 || $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")") }
        guard words.count > 1, words[0].elementsEqual("after".utf8) else { return nil }
        return Duration(delay: String(decoding: words.dropFirst().joined(), as: UTF8.self))
    }

    /// The names of the events, with underscores in place of spaces.
    var eventNames: [String] {
        eventTexts.map { name in name.split(whereSeparator: \.isWhitespace).joined(separator: "_") }
    }

    /// A Boolean value that indicates whether an event has parameters, as in `key(x, y)`.
    var hasParameters: Bool { parts.contains { Self.parameters($0) != nil } }

    /// The events without their parameters.
    var eventTexts: [String] {
        parts.map { part in Self.parameters(part).map { String(part[..<$0]).trimmed } ?? part }
    }

    /// The texts between commas outside of parentheses.
    private var parts: [String] {
        var depth = 0
        return events.split { sign in
            if sign == "(" { depth += 1 }
            if sign == ")" { depth -= 1 }
            return sign == "," && depth <= 0
        }.map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    /// The place of the parenthesis that opens an event's parameters.
    private static func parameters(_ event: String) -> String.Index? {
        guard event.last == ")", let start = event.firstIndex(of: "("), start > event.startIndex else { return nil }
        return start
    }
}

extension String {
    /// The text without white space at its ends.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}

extension Statechart.Condition {
    /// Reads a guard of a drawing: names joined by `&&`, `||`, `!` and parentheses, and `in STATE`.
    init(outline text: String, isState: (String) -> Bool, depth: Int = 0) {
        let text = text.trimmed
        self = .named(text)
        guard depth < StatechartFormatLimits.contentDepth else { return }
        let bytes = Array(text.utf8)
        func part(_ range: Range<Int>) -> Self {
            Self(outline: String(decoding: bytes[range], as: UTF8.self), isState: isState, depth: depth + 1)
        }
        for sign in [UInt8(ascii: "|"), UInt8(ascii: "&")] {
            let cuts = Self.cuts(of: bytes, at: sign)
            guard !cuts.isEmpty else { continue }
            let starts = [0] + cuts.map { $0 + 2 }
            let parts = zip(starts, cuts + [bytes.count]).map { part($0..<$1) }
            self = sign == UInt8(ascii: "|") ? .any(parts) : .all(parts)
            return
        }
        if bytes.first == UInt8(ascii: "!"), bytes.count > 1, bytes[1] != UInt8(ascii: "=") {
            self = .not(part(1..<bytes.count))
        } else if bytes.first == UInt8(ascii: "("), Self.closing(bytes) == bytes.count - 1, bytes.count > 2 {
            self = part(1..<bytes.count - 1)
        } else if bytes.starts(with: "in ".utf8), case let name = String(text.dropFirst(3)).trimmed, isState(name) {
            self = .isActive(name)
        } else if text == "true" || text == "false" {
            self = text == "true" ? .all([]) : .any([])
        }
    }

    /// The offset of the bracket that closes the first one.
    private static func closing(_ bytes: [UInt8]) -> Int? {
        var depth = 0
        return bytes.firstIndex { byte in
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            return depth == 0
        }
    }

    /// The offsets of a doubled sign outside of brackets.
    private static func cuts(of bytes: [UInt8], at sign: UInt8) -> [Int] {
        var (depth, cuts) = (0, [Int]())
        for index in bytes.indices.dropLast() {
            if bytes[index] == UInt8(ascii: "(") { depth += 1 }
            if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
            if depth == 0, bytes[index] == sign, bytes[index + 1] == sign, cuts.last != index - 1 { cuts.append(index) }
        }
        return cuts
    }
}

extension Statechart.Action {
    /// Reads an action of a drawing: `raise e`, `send e`, `send e after 1 s`, `cancel id`, or else
    /// a name.
    init(outline text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        switch (words.first, words.count) {
        case ("raise", 2): self = .raise(words[1])
        case ("send", 2): self = .send(.init(words[1]))
        case ("cancel", 2): self = .cancel(.literal(.text(words[1])))
        case ("send", 4...) where words[2] == "after":
            let delay = Duration(delay: words[3...].joined())
            self = delay.map { .send(.init(words[1], after: $0)) } ?? .perform(text)
        default: self = .perform(text)
        }
    }
}
