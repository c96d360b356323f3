@_spi(Tool) import Automata
import AutomataFiles
import Glibc
@_spi(Tool) import Searching
import ToolSupport

/// The search of a text line by line, and its output.
struct LineSearch {
    struct Options: Sendable {
        /// Whether the lines without a match are selected.
        var isInverted = false
        var maximumLineCount = Int.max
    }

    private let searcher: Searcher
    private let options: Options
    private var printer: any MatchPrinter
    private var lineCount = 0
    /// Whether the search is complete.
    private(set) var isDone = false
    /// The lines that are being searched, and the number of bytes before them.
    private var text = UnsafeRawBufferPointer(start: nil, count: 0)
    private var offset = 0
    /// The range of the last line with a match, without its newline.
    private var line = 0..<0
    /// Whether the printer still awaits this line.
    private var isLineOpen = false
    /// The number of newlines before an offset in the text.
    private var newlineCount = 0
    private var countedOffset = 0

    /// The minimum number of bytes that are searched at a time.
    private static let minimumPieceSize = 1 << 20
    /// The number of first bytes in which a zero byte marks a binary file, as in `grep`.
    private static let inspectedByteCount = 1 << 15

    init(_ searcher: Searcher, _ options: Options, printer: any MatchPrinter) {
        (self.searcher, self.options, self.printer) = (searcher, options, printer)
    }

    /// Whether there is a selected line.
    var hasLine: Bool { lineCount > 0 }
    /// The output to be printed.
    var output: LineOutput { printer.output }
    private var isFull: Bool { lineCount >= min(printer.maximumLineCount, options.maximumLineCount) }

    /// Searches the next lines.
    ///
    /// - Parameter write: Called after each million bytes, to print the output so far.
    mutating func search(
        _ text: UnsafeRawBufferPointer, write: (inout LineOutput) throws(ToolError) -> Void
    ) throws(ToolError) {
        if offset == 0, printer.printsText, text.prefix(Self.inspectedByteCount).contains(0) {
            printer = FilePrinter(output: printer.output, answer: .note)
        }
        isDone = isFull
        var start = 0
        while start < text.count, !isDone {
            let end = text.lineEnd(from: min(text.count, start + Self.minimumPieceSize) - 1)
            searchLines(UnsafeRawBufferPointer(rebasing: text[start..<min(end + 1, text.count)]))
            start = end + 1
            try write(&printer.output)
        }
    }

    private mutating func searchLines(_ text: UnsafeRawBufferPointer) {
        (self.text, line, countedOffset) = (text, -1 ..< -1, 0)
        searcher.forEachMatch(in: text, stepping: { process($0) })
        endLine(next: text.count)
        isDone = isFull
        offset += text.count
        if printer.needsLineNumbers { countNewlines(to: text.count) }
    }

    /// Processes the next match, and returns how to continue.
    private mutating func process(_ match: Searcher.Match) -> Searcher.Step {
        let start = match.range.lowerBound
        // Behind the last newline there is no line.
        if start == text.count, text[start - 1] == 0x0A { return .stop }
        if start > line.upperBound {
            let next = text.lineStart(from: start, downTo: line.upperBound + 1)
            endLine(next: next)
            if isFull { return .stop }
            line = next..<text.lineEnd(from: start)
            if !options.isInverted { select() }
        }
        if printer.needsMatches {
            printer.add(match, in: searchedLine)
            return .next
        }
        return isFull ? .stop : .skip(to: line.upperBound + 1)
    }

    private var searchedLine: SearchedLine {
        SearchedLine(text: text, offset: offset, range: line, index: newlineCount)
    }

    private mutating func select() {
        lineCount &+= 1
        if printer.needsLineNumbers { countNewlines(to: line.lowerBound) }
        isLineOpen = true
    }

    private mutating func endSelectedLine() {
        if isLineOpen { printer.end(searchedLine) }
        isLineOpen = false
    }

    /// Ends the selected line, and selects the lines without a match before the next line.
    private mutating func endLine(next: Int) {
        endSelectedLine()
        while options.isInverted, line.upperBound + 1 < next, !isFull {
            let start = line.upperBound + 1
            line = start..<text.lineEnd(from: start)
            select()
            endSelectedLine()
        }
    }

    /// Counts the newlines before an offset, which isn't before that of an earlier call.
    private mutating func countNewlines(to offset: Int) {
        newlineCount += UnsafeRawBufferPointer(rebasing: text[countedOffset..<offset]).newlineCount
        countedOffset = offset
    }

    /// Ends the text, and returns notes for the user.
    mutating func finish() -> [String] { printer.finish(lineCount: lineCount) }
}

extension UnsafeRawBufferPointer {
    /// The end of the line around an offset, without its newline.
    fileprivate func lineEnd(from offset: Int) -> Int {
        guard let baseAddress, let newline = memchr(baseAddress + offset, 0x0A, count - offset) else { return count }
        return UnsafeRawPointer(newline) - baseAddress
    }

    /// The beginning of the line around an offset, which is at `lowerBound` or later.
    fileprivate func lineStart(from offset: Int, downTo lowerBound: Int) -> Int {
        var start = offset
        // Eight bytes without a newline at a time: no byte of them becomes 0.
        while start - 8 >= lowerBound {
            let bytes = loadUnaligned(fromByteOffset: start - 8, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
            guard (bytes &- 0x0101_0101_0101_0101) & ~bytes & 0x8080_8080_8080_8080 == 0 else { break }
            start -= 8
        }
        while start > lowerBound, self[start - 1] != 0x0A { start -= 1 }
        return start
    }

    /// The number of newlines.
    fileprivate var newlineCount: Int {
        var (total, offset) = (0, 0)
        while offset + 8 <= count {
            // Each byte counts those at its index, up to 255.
            var counts: UInt64 = 0
            let end = Swift.min(count - 8, offset + 8 * 254)
            while offset <= end {
                let bytes = loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
                let others = ((bytes & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F) | bytes
                counts &+= (~others & 0x8080_8080_8080_8080) &>> 7
                offset &+= 8
            }
            let pairs = (counts & 0x00FF_00FF_00FF_00FF) &+ (counts &>> 8 & 0x00FF_00FF_00FF_00FF)
            total += Int((pairs &* 0x0001_0001_0001_0001) &>> 48)
        }
        return total + self[offset...].count { $0 == 0x0A }
    }
}
