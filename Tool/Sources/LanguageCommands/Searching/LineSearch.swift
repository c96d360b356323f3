@_spi(Tool) import Automata
import AutomataFiles
import Glibc
@_spi(Tool) import Searching
import TextSupport
import ToolSupport

/// The search of a text line by line, and its output.
struct LineSearch {
    /// The style of the output.
    struct Style: Sendable {
        enum Form: Sendable {
            case lines, matches, json, count, names, nothing
        }

        var form = Form.lines
        /// Whether the lines without a match are meant.
        var isInverted = false
        /// Whether matches are counted and not lines.
        var countsMatches = false
        var showsLineNumbers = false
        var showsPatterns = false
        var showsNames = false
        /// The lines that are meant at most.
        var mostLines = Int.max

        /// Whether nothing but files is told.
        fileprivate var isAboutFiles: Bool { form == .nothing || form == .names }
        /// Whether parts of the text are printed as they are.
        fileprivate var printsText: Bool { form == .lines || form == .matches }
    }

    private let searcher: Searcher
    private let style: Style
    /// The name of the file in JSON.
    private let quotedName: String
    /// The output to be printed.
    private(set) var output: LineOutput
    /// The lines that are meant.
    private var meantCount = 0
    /// Whether nothing more is to be known.
    private(set) var isDone = false
    private var matchCount = 0
    private var isBinary = false
    /// The lines that are being searched, and the number of bytes before them.
    private var text = UnsafeRawBufferPointer(start: nil, count: 0)
    private var offset = 0
    /// The line of the last match, without its newline.
    private var line = 0..<0
    /// The patterns that stand in front of it.
    private var patterns: [Int] = []
    /// The number of newlines before a place of the text.
    private var lineCount = 0
    private var countedPlace = 0

    /// The bytes that are searched at a time, at least.
    private static let pieceSize = 1 << 20
    /// The bytes in which a zero byte tells that a text isn't one of lines, as `grep` does.
    private static let inspectedSize = 1 << 15

    init(_ searcher: Searcher, _ style: Style, name: String) {
        (self.searcher, self.style) = (searcher, style)
        quotedName = style.form == .json ? JSONString.quoted(RawText.readable(name)) : ""
        output = LineOutput(name: name, showsName: style.showsNames)
    }

    /// Whether there is a line that is meant.
    var hasLine: Bool { meantCount > 0 }
    /// Whether the first line that is meant tells all.
    private var stopsAtFirst: Bool { style.isAboutFiles || isBinary && style.printsText }
    /// Whether no more lines are to be found.
    private var isFull: Bool { meantCount >= (stopsAtFirst ? min(1, style.mostLines) : style.mostLines) }
    /// Whether the first match of a line tells all about it.
    private var isAboutLines: Bool {
        if style.isInverted { return true }
        return switch style.form {
        case .lines: !style.showsPatterns
        case .count: !style.countsMatches
        case .matches, .json: false
        case .names, .nothing: true
        }
    }
    private var isCountingLines: Bool { style.showsLineNumbers || style.form == .json }

    /// Searches the next lines.
    ///
    /// - Parameter write: called behind each million bytes, when it may take what is to be printed.
    mutating func search(
        _ text: UnsafeRawBufferPointer, write: (inout LineOutput) throws(ToolError) -> Void
    ) throws(ToolError) {
        if offset == 0, style.form != .json, text.prefix(Self.inspectedSize).contains(0) { isBinary = true }
        isDone = isFull
        var start = 0
        while start < text.count, !isDone {
            let end = text.lineEnd(from: min(text.count, start + Self.pieceSize) - 1)
            searchLines(UnsafeRawBufferPointer(rebasing: text[start..<min(end + 1, text.count)]))
            start = end + 1
            try write(&output)
        }
    }

    private mutating func searchLines(_ text: UnsafeRawBufferPointer) {
        (self.text, line, countedPlace) = (text, -1 ..< -1, 0)
        searcher.forEachMatch(in: text, skipping: { take($0) })
        pass(to: text.count)
        isDone = isFull
        offset += text.count
        if isCountingLines { countLines(to: text.count) }
    }

    /// Takes the next match, and returns the place from which to go on; `nil` if nothing more is to
    /// be known.
    private mutating func take(_ match: Searcher.Match) -> Int? {
        let place = match.range.lowerBound
        // Behind the last newline there is no line.
        if place == text.count, text[place - 1] == 0x0A { return nil }
        if place > line.upperBound {
            let next = text.lineStart(from: place, downTo: line.upperBound + 1)
            pass(to: next)
            if isFull { return nil }
            line = next..<text.lineEnd(from: place)
            if !style.isInverted, !style.showsPatterns || style.form != .lines { add(line) }
            if stopsAtFirst, hasLine { return nil }
        }
        if isAboutLines { return isFull ? nil : line.upperBound + 1 }
        switch style.form {
        case .lines where style.showsPatterns: patterns += searcher.patterns(of: match)
        case .matches where !match.range.isEmpty:
            append(match.range, style.showsPatterns ? searcher.patterns(of: match) : [])
        case .json: appendJSON(match)
        case .count where !match.range.isEmpty: matchCount &+= 1
        default: break
        }
        return match.range.upperBound
    }

    /// Ends the line of the last match, as the next one begins at a place.
    private mutating func pass(to next: Int) {
        if style.isInverted {
            var start = line.upperBound + 1
            while start < next, !isFull {
                let end = text.lineEnd(from: start)
                line = start..<end
                add(line)
                start = end + 1
            }
        } else if !patterns.isEmpty, !isFull {
            patterns = Set(patterns).sorted()
            add(line)
            patterns.removeAll()
        }
    }

    /// Adds a line that is meant.
    private mutating func add(_ line: Range<Int>) {
        meantCount &+= 1
        if style.form == .lines, !isBinary { append(line, patterns) }
    }

    /// Prints a part of the line.
    private mutating func append(_ part: Range<Int>, _ patterns: [Int]) {
        if isCountingLines { countLines(to: line.lowerBound) }
        output.append(text, part, line: isCountingLines ? lineCount : nil, patterns)
    }

    /// Counts the newlines before a place, which isn't before that of an earlier call.
    private mutating func countLines(to place: Int) {
        lineCount += UnsafeRawBufferPointer(rebasing: text[countedPlace..<place]).newlineCount
        countedPlace = place
    }

    private mutating func appendJSON(_ match: Searcher.Match) {
        countLines(to: line.lowerBound)
        output.append("{\"file\": ")
        output.append(quotedName)
        output.append(", \"line\": ")
        output.append(lineCount + 1)
        output.append(", \"start\": ")
        output.append(offset + match.range.lowerBound)
        output.append(", \"end\": ")
        output.append(offset + match.range.upperBound)
        output.append(", \"patterns\": [")
        for (index, pattern) in searcher.patterns(of: match).enumerated() {
            if index > 0 { output.append(", ") }
            output.append(pattern + 1)
        }
        output.append("], \"text\": ")
        output.appendQuoted(UnsafeRawBufferPointer(rebasing: text[match.range]))
        output.append("}\n")
    }

    /// Ends the text: prints its number or its name, if that is asked for.
    ///
    /// - Returns: What the user should know.
    mutating func finish() -> [String] {
        if style.form == .count {
            output.append("\(style.countsMatches ? matchCount : meantCount)\n", behindName: true)
        }
        if style.form == .names, hasLine { output.appendName() }
        return isBinary && hasLine && style.printsText
            ? ["this isn't a text of lines, and has a match; --json tells where"] : []
    }
}

extension UnsafeRawBufferPointer {
    /// The end of the line that a place is in, without its newline.
    fileprivate func lineEnd(from place: Int) -> Int {
        guard let baseAddress, let newline = memchr(baseAddress + place, 0x0A, count - place) else { return count }
        return UnsafeRawPointer(newline) - baseAddress
    }

    /// The beginning of the line that a place is in, which isn't before another one.
    fileprivate func lineStart(from place: Int, downTo least: Int) -> Int {
        var start = place
        // Eight bytes without a newline at a time: no byte of them becomes 0.
        while start - 8 >= least {
            let bytes = loadUnaligned(fromByteOffset: start - 8, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
            guard (bytes &- 0x0101_0101_0101_0101) & ~bytes & 0x8080_8080_8080_8080 == 0 else { break }
            start -= 8
        }
        while start > least, self[start - 1] != 0x0A { start -= 1 }
        return start
    }

    /// The number of newlines.
    fileprivate var newlineCount: Int {
        var (total, place) = (0, 0)
        while place + 8 <= count {
            // Each byte counts those at its place, up to 255.
            var counts: UInt64 = 0
            let end = Swift.min(count - 8, place + 8 * 254)
            while place <= end {
                let bytes = loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
                let others = ((bytes & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F) | bytes
                counts &+= (~others & 0x8080_8080_8080_8080) &>> 7
                place &+= 8
            }
            let pairs = (counts & 0x00FF_00FF_00FF_00FF) &+ (counts &>> 8 & 0x00FF_00FF_00FF_00FF)
            total += Int((pairs &* 0x0001_0001_0001_0001) &>> 48)
        }
        return total + self[place...].count { $0 == 0x0A }
    }
}
