import ArgumentParser
@_spi(Tool) import Automata
import AutomataFiles
import Glibc
import TextSupport

struct Match: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the lines of files in which expressions match.",
        usage: "automata match <expression> [<file> ...] [<options>]",
        discussion: """
            Prints each line that has a match, or with --only-matching each match. Matches are leftmost-longest: the \
            first one begins where the first word of any expression begins, and is the longest that begins there. ^ and \
            $ are the ends of the line. Without files it reads standard input, which - stands for. Every text takes \
            linear time.

            Expressions are those of automata regex; with --operators also intersection & and complement !. \
            --patterns takes them from a file, one a line, so that all arguments are files; --ids tells the lines of \
            those that match.

            With --json each match is an object with file, line, start and end (bytes from the beginning of the \
            file), patterns and text.

            Exit codes: 0 something matches, 1 nothing does, 2 an error.

            Example:
              automata match '\\berror\\b.*[0-9]+ms' server.log
              automata match --only-matching --count '[0-9]+' numbers.txt
              automata match --operators '^(.*timeout.*&!(.*retry.*))$' *.log --line-number
              automata match --patterns filters.txt --ids --only-matching server.log
            """)

    @Argument(
        help: ArgumentHelp("The expression, unless --patterns is given; then the files.", valueName: "argument"),
        completion: .file())
    var arguments: [String] = []

    @Option(
        name: .long, help: ArgumentHelp("A file with expressions, one a line.", valueName: "file"), completion: .file())
    var patterns: String?

    @Flag(name: .shortAndLong, help: "Print the matches alone, each on a line; empty ones aren't printed.")
    var onlyMatching = false

    @Flag(name: .shortAndLong, help: "Print the number of lines with a match, or with --only-matching of matches.")
    var count = false

    @Flag(name: [.customShort("n"), .long], help: "Print the number of each line in front of it.")
    var lineNumber = false

    @Flag(name: .long, help: "Print the numbers of the expressions that have the match, from 1 on.")
    var ids = false

    @Flag(name: .long, help: "A JSON object for each match.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print nothing; the exit code tells.")
    var quiet = false

    @OptionGroup(title: "Expressions") var reading: ExpressionOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws {
        if arguments.isEmpty, patterns == nil { throw ValidationError("Name an expression, or use --patterns.") }
        if reading.search { throw ValidationError("--search is what match always does.") }
        if reading.unit.value == .scalars { throw ValidationError("match needs --unit bytes or utf8.") }
        if files.filter({ $0 == "-" }).count + (patterns == "-" ? 1 : 0) > 1 {
            throw ValidationError("Standard input, -, can be read once only.")
        }
    }

    private var files: [String] {
        let files = patterns == nil ? Array(arguments.dropFirst()) : arguments
        return files.isEmpty ? ["-"] : files
    }

    func run() throws {
        let (command, files) = (self, files)
        let found = Monitor(false)
        let runner = BatchRunner(
            names: [patterns ?? "expression"], limits: limits, settings: BatchSettings(isQuiet: quiet))
        let failures = try runner.run { _, context throws(ToolError) in
            let searcher = try command.searcher(context)
            context.report("searching")
            for file in files where try command.search(InputFile(path: file), searcher, context) {
                found.withLock { $0 = true }
                if command.quiet { break }
            }
            return Product(destination: .standardOutput, bytes: [])
        }
        if failures > 0 { throw ExitCode(2) }
        if !found.withLock({ $0 }) { throw ExitCode(1) }
    }

    private func searcher(_ context: WorkContext) throws(ToolError) -> Searcher {
        var options = try reading.options()
        options.anchorsMatchLines = true
        var expressions: [RegularExpression] = []
        func add(_ text: [UInt8], line: Int?) throws(ToolError) {
            do throws(ExpressionError) {
                expressions.append(
                    try RegularExpression(
                        parsing: text, syntax: reading.syntax.value, options: options, budget: context.budget))
            } catch {
                var error = error
                if let line { error.line = line }
                throw ToolError(error, at: patterns ?? "expression")
            }
        }
        if let patterns {
            var line = 0
            try InputFile(path: patterns).forEachLine { text throws(ToolError) in
                line += 1
                try add(Array(text), line: line)
            }
        } else if let expression = arguments.first {
            try add(RawText.bytes(of: expression), line: nil)
        }
        context.report("building")
        do throws(AutomataError) {
            return try Searcher(for: expressions, withinLines: true, budget: context.budget)
        } catch {
            throw ToolError(error, at: patterns ?? "expression", limits: limits)
        }
    }

    /// Searches a file; returns whether there is a match.
    private func search(
        _ file: InputFile, _ searcher: Searcher, _ context: WorkContext
    ) throws(ToolError) -> Bool {
        try file.withContents(limit: context.budget.maximumBytes) { text throws(ToolError) in
            var output = LineBuffer()
            var line = MatchedLine(text: text)
            var (hasMatch, total) = (false, 0)
            var failure: ToolError?
            searcher.forEachMatch(in: text) { match in
                // Behind the last newline there is no line.
                if match.range.lowerBound == text.count, text.isEmpty || text[text.count - 1] == 0x0A { return true }
                hasMatch = true
                if quiet { return false }
                do throws(ToolError) {
                    if match.range.lowerBound > line.range.upperBound || line.number == 0 {
                        try finish(line, file, searcher, &output, &total)
                        line.advance(to: match.range.lowerBound)
                        if context.isCancelled { throw ToolError(ToolError.timeoutMessage(limits), isLimit: true) }
                    }
                    line.matches.append(match)
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
            if let failure { throw failure }
            if quiet { return hasMatch }
            try finish(line, file, searcher, &output, &total)
            if count { try output.append(prefix(file, nil), Array("\(total)".utf8)) }
            try output.flush()
            return hasMatch
        }
    }

    /// Counts and prints the matches of a line.
    private func finish(
        _ line: MatchedLine, _ file: InputFile, _ searcher: Searcher, _ output: inout LineBuffer, _ total: inout Int
    ) throws(ToolError) {
        guard !line.matches.isEmpty else { return }
        let matches = onlyMatching ? line.matches.filter { !$0.range.isEmpty } : line.matches
        total += onlyMatching ? matches.count : 1
        if count { return }
        func bytes(_ range: Range<Int>) -> [UInt8] {
            let bytes = Array(line.text[range])
            return Terminal.showsOutput ? Array(RawText.readable(RawText.text(bytes)).shown.utf8) : bytes
        }
        func numbers(_ match: Searcher.Match) -> [String] { searcher.patterns(of: match).map { "\($0 + 1)" } }
        if json {
            for match in matches {
                let word = RawText.text(Array(line.text[match.range]))
                let members = [
                    "\"file\": \(JSONString.quoted(RawText.readable(file.name)))", "\"line\": \(line.number)",
                    "\"start\": \(match.range.lowerBound)", "\"end\": \(match.range.upperBound)",
                    "\"patterns\": [\(numbers(match).joined(separator: ", "))]",
                    "\"text\": \(JSONString.quoted(RawText.readable(word)))",
                ]
                try output.append(Array("{\(members.joined(separator: ", "))}".utf8))
            }
            return
        }
        let prefix = prefix(file, line.number)
        func shown(_ numbers: [String]) -> [UInt8] { ids ? Array("\(numbers.joined(separator: ",")):".utf8) : [] }
        if onlyMatching {
            for match in matches { try output.append(prefix, shown(numbers(match)), bytes(match.range)) }
        } else {
            let all = Set(matches.flatMap { searcher.patterns(of: $0) }).sorted().map { "\($0 + 1)" }
            try output.append(prefix, shown(all), bytes(line.range))
        }
    }

    /// The file, if there are several, and the number of the line, if it is asked for.
    private func prefix(_ file: InputFile, _ number: Int?) -> [UInt8] {
        let name = files.count > 1 ? RawText.bytes(of: file.name) + [UInt8(ascii: ":")] : []
        guard lineNumber, let number else { return name }
        return name + Array("\(number):".utf8)
    }
}

/// A line with its matches.
private struct MatchedLine {
    let text: UnsafeRawBufferPointer
    /// The number of the line from 1 on; 0 before the first one.
    var number = 0
    /// The line without its newline.
    var range = 0..<0
    var matches: [Searcher.Match] = []

    init(text: UnsafeRawBufferPointer) { self.text = text }

    /// Goes on to the line that a position is in.
    mutating func advance(to position: Int) {
        matches = []
        while number == 0 || range.upperBound < position {
            let start = number == 0 ? 0 : range.upperBound + 1
            var end = text.count
            if let base = text.baseAddress, let newline = memchr(base + start, 0x0A, text.count - start) {
                end = UnsafeRawPointer(newline) - base
            }
            (range, number) = (start..<end, number + 1)
        }
    }
}
