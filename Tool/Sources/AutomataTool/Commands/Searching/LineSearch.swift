@_spi(Tool) import Automata
import AutomataFiles
import Glibc
import TextSupport

/// The matches of a text that comes line by line, and what is printed of them.
struct LineSearch {
    /// What is printed.
    struct Style: Sendable {
        enum Form: Sendable {
            case lines, matches, json, count, nothing
        }

        var form = Form.lines
        /// Whether matches are counted and not lines.
        var countsMatches = false
        var showsLineNumbers = false
        var showsPatterns = false
        var showsNames = false
    }

    private let searcher: Searcher
    private let style: Style
    private let name: String
    /// The name of the file, as it stands in front of lines.
    private let prefix: [UInt8]
    /// Takes what is printed, once there is enough; `nil` if all of it is kept.
    private let write: ((UnsafeRawBufferPointer) throws(ToolError) -> Void)?
    /// What is printed.
    private(set) var output: [UInt8] = []
    /// Whether something matches.
    private(set) var hasMatch = false
    private var total = 0
    /// The number of bytes, and of newlines, of the texts before.
    private var offset = 0
    private var lineCount = 0
    private var isBinary = false

    /// The output that is written at once.
    private static let outputSize = 1 << 16
    /// The bytes in which a zero byte tells that a text isn't one of lines, as `grep` does.
    private static let inspectedSize = 1 << 15

    init(
        _ searcher: Searcher, _ style: Style, name: String,
        write: ((UnsafeRawBufferPointer) throws(ToolError) -> Void)?
    ) {
        (self.searcher, self.style, self.name, self.write) = (searcher, style, name, write)
        prefix = style.showsNames ? RawText.bytes(of: name) + [UInt8(ascii: ":")] : []
    }

    /// Whether nothing more is to be known.
    var isDone: Bool { hasMatch && (style.form == .nothing || isBinary && style.form != .count) }

    /// A line that has a match.
    private struct Line {
        /// Without its newline.
        var range = 0..<0
        /// The newlines before it in the text.
        var newlines = 0
        var matches: [Searcher.Match] = []
    }

    /// Searches the next lines.
    ///
    /// - Parameter isCancelled: asked every few hundred lines.
    mutating func search(_ text: UnsafeRawBufferPointer, isCancelled: () -> Bool) throws(ToolError) {
        if offset == 0, style.form != .json, text.prefix(Self.inspectedSize).contains(0) { isBinary = true }
        var line = Line()
        var isFirst = true
        var failure: ToolError?
        let keepsMatches = style.form == .matches || style.form == .json || style.showsPatterns || style.countsMatches
        let searcher = searcher
        searcher.forEachMatch(in: text) { match in
            let start = match.range.lowerBound
            // Behind the last newline there is no line.
            if start == text.count, text.isEmpty || text[text.count - 1] == 0x0A { return true }
            hasMatch = true
            if isDone { return false }
            if isFirst || start > line.range.upperBound {
                do throws(ToolError) {
                    if !isFirst { try finish(line, text) }
                    if total & 0xFF == 0, isCancelled() { throw ToolError("", isLimit: true) }
                } catch {
                    failure = error
                    return false
                }
                advance(&line, to: start, in: text, isFirst: isFirst)
                isFirst = false
            }
            if keepsMatches { line.matches.append(match) }
            return true
        }
        if let failure { throw failure }
        if !isFirst, !isDone { try finish(line, text) }
        offset += text.count
        if style.showsLineNumbers || style.form == .json { lineCount += newlines(in: text[...]) }
        try flush(atLeast: Self.outputSize)
    }

    /// Goes on to the line that a place is in.
    private func advance(_ line: inout Line, to place: Int, in text: UnsafeRawBufferPointer, isFirst: Bool) {
        let previous = isFirst ? 0 : line.range.upperBound + 1
        var start = place
        while start > previous, text[start - 1] != 0x0A { start -= 1 }
        var end = text.count
        if let base = text.baseAddress, let newline = memchr(base + place, 0x0A, text.count - place) {
            end = UnsafeRawPointer(newline) - base
        }
        if style.showsLineNumbers || style.form == .json {
            line.newlines += (isFirst ? 0 : 1) + newlines(in: text[previous..<start])
        }
        line.range = start..<end
        line.matches.removeAll(keepingCapacity: true)
    }

    private func newlines(in text: Slice<UnsafeRawBufferPointer>) -> Int {
        var count = 0
        for byte in UnsafeRawBufferPointer(rebasing: text) { count &+= byte == 0x0A ? 1 : 0 }
        return count
    }

    /// Counts and prints what matches in a line.
    private mutating func finish(_ line: Line, _ text: UnsafeRawBufferPointer) throws(ToolError) {
        switch style.form {
        case .nothing: return
        case .count: total += style.countsMatches ? line.matches.count { !$0.range.isEmpty } : 1
        case .lines:
            total += 1
            append(prefix)
            appendNumber(of: line)
            if style.showsPatterns {
                append(patterns(Set(line.matches.flatMap { searcher.patterns(of: $0) }).sorted(), separator: ","))
                append([UInt8(ascii: ":")])
            }
            append(text, line.range)
            append([0x0A])
        case .matches:
            total += 1
            for match in line.matches where !match.range.isEmpty {
                append(prefix)
                appendNumber(of: line)
                if style.showsPatterns {
                    append(patterns(searcher.patterns(of: match), separator: ","))
                    append([UInt8(ascii: ":")])
                }
                append(text, match.range)
                append([0x0A])
            }
        case .json:
            total += 1
            for match in line.matches { append(Array(json(match, line, text).utf8)) }
        }
        try flush(atLeast: Self.outputSize)
    }

    private func json(_ match: Searcher.Match, _ line: Line, _ text: UnsafeRawBufferPointer) -> String {
        let word = RawText.text(Array(text[match.range]))
        let members = [
            "\"file\": \(JSONString.quoted(RawText.readable(name)))", "\"line\": \(lineCount + line.newlines + 1)",
            "\"start\": \(offset + match.range.lowerBound)", "\"end\": \(offset + match.range.upperBound)",
            "\"patterns\": [\(String(decoding: patterns(searcher.patterns(of: match), separator: ", "), as: UTF8.self))]",
            "\"text\": \(JSONString.quoted(RawText.readable(word)))",
        ]
        return "{\(members.joined(separator: ", "))}\n"
    }

    private func patterns(_ numbers: [Int], separator: String) -> [UInt8] {
        Array(numbers.map { "\($0 + 1)" }.joined(separator: separator).utf8)
    }

    private mutating func appendNumber(of line: Line) {
        if style.showsLineNumbers { append(Array("\(lineCount + line.newlines + 1):".utf8)) }
    }

    private mutating func append(_ bytes: [UInt8]) { output.append(contentsOf: bytes) }

    private mutating func append(_ text: UnsafeRawBufferPointer, _ range: Range<Int>) {
        let part = UnsafeRawBufferPointer(rebasing: text[range])
        if Terminal.showsOutput {
            append(Array(RawText.readable(RawText.text(Array(part))).shown.utf8))
        } else {
            output.append(contentsOf: part)
        }
    }

    /// Ends the text: prints the number, if that is asked for.
    ///
    /// - Returns: What the user should know.
    mutating func finish() throws(ToolError) -> [String] {
        if style.form == .count {
            append(prefix)
            append(Array("\(total)\n".utf8))
        }
        try flush(atLeast: 1)
        let isHidden = isBinary && hasMatch && (style.form == .lines || style.form == .matches)
        return isHidden ? ["this isn't a text of lines, and has a match; --json tells where"] : []
    }

    /// Writes what is to be printed, if it is so much.
    mutating func flush(atLeast count: Int) throws(ToolError) {
        guard let write, output.count >= count else { return }
        var failure: ToolError?
        output.withUnsafeBytes { bytes in
            do throws(ToolError) { try write(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
        output.removeAll(keepingCapacity: true)
    }
}
