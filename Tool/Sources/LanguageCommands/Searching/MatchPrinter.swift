import AutomataFiles
@_spi(Tool) import Searching
import TextSupport
import ToolSupport

/// A line of a text that is searched.
struct SearchedLine {
    /// The text around the line, and the number of bytes before that text.
    var text: UnsafeRawBufferPointer
    var offset: Int
    /// The range of the line in the text, without its newline.
    var range: Range<Int>
    /// The number of lines before, if the printer needs it.
    var index: Int
}

/// A printer of the results of a search in a file.
protocol MatchPrinter {
    /// The output that is still to be written.
    var output: LineOutput { get set }
    /// Whether each match is needed, and not only the lines.
    var needsMatches: Bool { get }
    /// Whether the numbers of lines are needed.
    var needsLineNumbers: Bool { get }
    /// Whether parts of the text are printed as they are.
    var printsText: Bool { get }
    /// The number of lines after which the search may end.
    var maximumLineCount: Int { get }

    /// Processes the next match in a selected line.
    mutating func add(_ match: Searcher.Match, in line: SearchedLine)
    /// Takes a selected line after its last match.
    mutating func end(_ line: SearchedLine)
    /// Ends the file, and returns notes for the user.
    mutating func finish(lineCount: Int) -> [String]
}

extension MatchPrinter {
    var needsMatches: Bool { false }
    var needsLineNumbers: Bool { false }
    var printsText: Bool { false }
    var maximumLineCount: Int { .max }

    mutating func add(_ match: Searcher.Match, in line: SearchedLine) {}
    mutating func end(_ line: SearchedLine) {}
    mutating func finish(lineCount: Int) -> [String] { [] }
}

/// Prints the selected lines, each after the numbers of the patterns that match in it.
struct LinePrinter: MatchPrinter {
    var output: LineOutput
    let needsLineNumbers: Bool
    /// The searcher whose patterns are printed.
    let patternSearcher: Searcher?
    var patterns: Set<Int> = []

    var needsMatches: Bool { patternSearcher != nil }
    var printsText: Bool { true }

    mutating func add(_ match: Searcher.Match, in line: SearchedLine) {
        if let patternSearcher { patterns.formUnion(patternSearcher.patterns(of: match)) }
    }

    mutating func end(_ line: SearchedLine) {
        output.append(line.text, line.range, line: needsLineNumbers ? line.index : nil, patterns.sorted())
        patterns.removeAll()
    }
}

/// Prints the matches, each on a line, without empty ones.
struct PartPrinter: MatchPrinter {
    var output: LineOutput
    let needsLineNumbers: Bool
    /// The searcher whose patterns are printed with each match.
    let patternSearcher: Searcher?

    var needsMatches: Bool { true }
    var printsText: Bool { true }

    mutating func add(_ match: Searcher.Match, in line: SearchedLine) {
        guard !match.range.isEmpty else { return }
        let patterns = patternSearcher?.patterns(of: match) ?? []
        output.append(line.text, match.range, line: needsLineNumbers ? line.index : nil, patterns)
    }
}

/// Prints a JSON object for each match.
struct JSONPrinter: MatchPrinter {
    var output: LineOutput
    let searcher: Searcher
    private let quotedName: String

    init(output: LineOutput, searcher: Searcher, name: String) {
        (self.output, self.searcher) = (output, searcher)
        quotedName = JSONString.quoted(RawText.readable(name))
    }

    var needsMatches: Bool { true }
    var needsLineNumbers: Bool { true }

    mutating func add(_ match: Searcher.Match, in line: SearchedLine) {
        output.append("{\"file\": ")
        output.append(quotedName)
        output.append(", \"line\": ")
        output.append(line.index + 1)
        output.append(", \"start\": ")
        output.append(line.offset + match.range.lowerBound)
        output.append(", \"end\": ")
        output.append(line.offset + match.range.upperBound)
        output.append(", \"patterns\": [")
        for (index, pattern) in searcher.patterns(of: match).enumerated() {
            if index > 0 { output.append(", ") }
            output.append(pattern + 1)
        }
        output.append("], \"text\": ")
        output.appendQuoted(UnsafeRawBufferPointer(rebasing: line.text[match.range]))
        output.append("}\n")
    }
}

/// Prints the number of selected lines, or of matches that aren't empty.
struct CountPrinter: MatchPrinter {
    var output: LineOutput
    let needsMatches: Bool
    private var matchCount = 0

    init(output: LineOutput, countsMatches: Bool) { (self.output, needsMatches) = (output, countsMatches) }

    mutating func add(_ match: Searcher.Match, in line: SearchedLine) {
        if !match.range.isEmpty { matchCount &+= 1 }
    }

    mutating func finish(lineCount: Int) -> [String] {
        output.append("\(needsMatches ? matchCount : lineCount)\n", afterName: true)
        return []
    }
}

/// Reports only whether there is a selected line.
struct FilePrinter: MatchPrinter {
    enum Answer {
        case nothing
        case name
        /// A note that the file isn't text.
        case note
    }

    var output: LineOutput
    let answer: Answer
    var maximumLineCount: Int { 1 }

    mutating func finish(lineCount: Int) -> [String] {
        guard lineCount > 0 else { return [] }
        if answer == .name { output.appendName() }
        return answer == .note ? ["binary file matches; --json gives the offsets of matches"] : []
    }
}
